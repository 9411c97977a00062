//! A server on the loopback that gives the answers it was told to, one a request, and keeps the requests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// What is answered.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A status, header lines, a body.
    Of(u16, &'static str, String),
    /// Nothing; the connection stays open.
    Silence,
    /// A reply that never ends.
    Endless,
}

impl Answer {
    /// JSON with status 200.
    pub fn json(value: &Value) -> Self {
        Self::Of(200, "", value.to_string())
    }

    /// A Chat Completions reply with this text.
    pub fn chat(text: &str) -> Self {
        Self::chat_ended(text, "stop")
    }

    /// The same, with this reason for its end.
    pub fn chat_ended(text: &str, reason: &str) -> Self {
        Self::json(&json!({
            "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": reason}],
            "usage": {"prompt_tokens": 800, "completion_tokens": 50, "prompt_tokens_details": {"cached_tokens": 300}},
        }))
    }
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Request {
    /// The request line and the headers.
    pub head: String,
    /// The body.
    pub body: Value,
}

/// The server. It stops listening when the program of the test ends.
pub struct Server {
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Answers one request after the other; the last answer is given again and again.
    pub fn new(answers: Vec<Answer>) -> Self {
        Self::with(move |n, _| answers[n.min(answers.len() - 1)].clone())
    }

    /// Answers by the number of the request, from 0, and its body.
    pub fn with(answer: impl Fn(usize, &Value) -> Answer + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let seen = Arc::clone(&requests);
        std::thread::spawn(move || {
            let mut open = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some(request) = read(&stream) else { continue };
                let n = seen.lock().unwrap().len();
                let answer = answer(n, &request.body);
                seen.lock().unwrap().push(request);
                match answer {
                    Answer::Of(status, headers, body) => {
                        let length = body.len();
                        let text = format!(
                            "HTTP/1.1 {status} x\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
                        );
                        let _ = stream.write_all(text.as_bytes());
                    }
                    Answer::Silence => open.push(stream),
                    Answer::Endless => {
                        std::thread::spawn(move || trickle(stream));
                    }
                }
            }
        });
        Self { url, requests }
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        let lower = line.to_lowercase();
        if let Some(n) = lower.strip_prefix("content-length:") {
            length = n.trim().parse().ok()?;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { head, body: serde_json::from_slice(&body).ok()? })
}

fn trickle(mut stream: TcpStream) {
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{");
    while stream.write_all(b" ").is_ok() {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
