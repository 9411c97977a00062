//! The one door to the network: a JSON request, a JSON reply, every wait bounded.
//!
//! TLS is rustls with ring; the roots are the system's (`SSL_CERT_FILE` is honoured), proxies come
//! from `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`. Redirects are not followed, since a
//! key would go along. Tried again, twice at most: no connection, 408, 409, 429, 5xx, unless the
//! server says that it is of no use; a reply that did not come in time is not asked for again.

use std::time::Duration;

use serde_json::Value;

use crate::error::Error;
use crate::stream::redact::redact;

/// How often a request is made at most.
const TRIES: u32 = 3;

/// A server that wants a longer pause than this is left alone until the next run.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The largest reply that is read, in bytes.
#[cfg(feature = "llm")]
const LARGEST_REPLY: usize = 8 * 1024 * 1024;

/// How long to wait.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Until the connection must stand.
    pub connect: Duration,
    /// Until the whole reply must be there.
    pub whole: Duration,
    /// Before the first further try; twice as long before the second.
    pub pause: Duration,
}

impl Patience {
    /// As the settings of the language model say.
    pub fn of(settings: &crate::memory::settings::Model) -> Self {
        Self {
            connect: Duration::from_secs(settings.connect_timeout),
            whole: Duration::from_secs(settings.timeout),
            pause: Duration::from_secs_f64(settings.retry_wait.clamp(0.0, 60.0)),
        }
    }
}

/// Why there is no JSON.
#[derive(Debug)]
pub struct HttpFailure {
    /// The status of the last answer, if one came.
    pub status: Option<u16>,
    /// What the server said of it, without secrets; empty when it said nothing.
    pub said: String,
    /// The error for people: *busy* where trying later may help.
    pub error: Error,
    /// The connection stood and the reply did not come in time.
    pub late: bool,
}

/// A header's name and value.
pub type Header = (String, String);

/// What one try gave.
struct Answer {
    status: u16,
    pause: Option<Duration>,
    again: Option<bool>,
    body: Vec<u8>,
}

/// Why one try gave nothing.
struct NoAnswer {
    reason: String,
    /// No connection was made: nothing can have happened there.
    connection: bool,
    late: bool,
}

/// Posts JSON and reads JSON.
///
/// # Errors
///
/// Told in one line that names the server, never a key: not the header values given here, nor what
/// looks like a secret in the server's own words.
pub fn post_json(url: &str, headers: &[Header], body: &Value, patience: Patience) -> Result<Value, HttpFailure> {
    let place = place(url);
    let client = wire::Client::new(patience, headers).map_err(|reason| HttpFailure {
        status: None,
        said: String::new(),
        error: Error::usage(format!("cannot ask `{place}`: {reason}")),
        late: false,
    })?;
    let mut pause = patience.pause;
    let mut tries = 1;
    loop {
        let answer = client.post(url, body);
        let last = tries >= TRIES;
        let wait = match &answer {
            Ok(a) if may_pass(a) && !last => Some(a.pause.unwrap_or(pause)),
            Err(n) if n.connection && !last => Some(pause),
            _ => None,
        };
        if let Some(wait) = wait.filter(|w| *w <= LONGEST_PAUSE) {
            std::thread::sleep(wait);
            (pause, tries) = (pause * 2, tries + 1);
            continue;
        }
        return match answer {
            Ok(answer) => read(answer, &place, headers),
            Err(none) => {
                let tried = if tries > 1 { format!(" (tried {tries} times)") } else { String::new() };
                Err(HttpFailure {
                    status: None,
                    said: String::new(),
                    error: Error::busy(format!("cannot ask `{place}`: {}{tried}", none.reason)),
                    late: none.late,
                })
            }
        };
    }
}

/// Whether another try may give more.
fn may_pass(answer: &Answer) -> bool {
    let passing = matches!(answer.status, 408 | 409 | 429 | 500..=599) && !is_used_up(&answer.body);
    answer.again.unwrap_or(passing)
}

/// Quotas and spending limits do not come back by waiting a second.
fn is_used_up(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&body[..body.len().min(4096)]);
    text.contains("insufficient_quota") || text.contains("enforced_spend_limit_reached")
}

fn read(answer: Answer, place: &str, headers: &[Header]) -> Result<Value, HttpFailure> {
    let status = answer.status;
    let text = String::from_utf8_lossy(&answer.body);
    let value: Option<Value> = serde_json::from_str(text.trim_start_matches('\u{feff}').trim()).ok();
    if (200..300).contains(&status)
        && let Some(value) = value
    {
        return Ok(value);
    }
    let said = said(value.as_ref(), &text, headers);
    let colon = if said.is_empty() { "" } else { ": " };
    let message = match status {
        200..300 => format!("cannot read what `{place}` answered: it is no JSON{colon}{said}"),
        300..400 => format!("cannot ask `{place}`: it answers {status}, a redirect, which is not followed"),
        _ => format!("cannot ask `{place}`: it answers {}{colon}{said}", named(status)),
    };
    let later = matches!(status, 200..300 | 408 | 409 | 429 | 500..=599);
    let error = if later { Error::busy(message) } else { Error::new(message) };
    let error = match (status, answer.pause) {
        (301..=308, _) => error.hint("set the base URL to the address itself"),
        (401 | 403, _) => error.hint("check the key: its environment variable, `api-key-file` or `api-key-command`"),
        (404, _) => error.hint("check `name` and `base-url` of the model in `alluvium.toml`"),
        (429 | 503, Some(pause)) if pause > LONGEST_PAUSE => {
            error.hint(format!("it asks to wait {} seconds", pause.as_secs()))
        }
        _ => error,
    };
    Err(HttpFailure { status: Some(status), said, error, late: false })
}

/// What the server says is wrong, on one line, without keys.
fn said(value: Option<&Value>, text: &str, headers: &[Header]) -> String {
    let words = match value {
        Some(value) => {
            let error = value.get("error").unwrap_or(value);
            let message = [error.get("message"), error.get("detail"), Some(error)];
            message.into_iter().flatten().find_map(Value::as_str).map_or_else(|| error.to_string(), str::to_owned)
        }
        None if text.trim_start().starts_with('<') => "an HTML page".to_owned(),
        None => text.chars().take(200).collect(),
    };
    clean(&words, headers)
}

/// One line of at most 300 characters without the values of the headers and whatever else looks secret.
pub(super) fn clean(words: &str, headers: &[Header]) -> String {
    let mut line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for (_, value) in headers {
        let secret = value.strip_prefix("Bearer ").unwrap_or(value);
        if secret.len() >= 6 {
            line = line.replace(secret, "[key]");
        }
    }
    let (line, _) = redact(&line, &crate::memory::Settings::default());
    if line.chars().count() > 300 { line.chars().take(299).chain(['…']).collect() } else { line }
}

/// Scheme, host and path of a URL: what may be told of it.
pub fn place(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.find('/').map_or((rest, ""), |i| rest.split_at(i));
    let host = host.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}{path}")
}

fn named(status: u16) -> String {
    let name = match status {
        400 => "bad request",
        401 => "unauthorized",
        402 => "payment required",
        403 => "forbidden",
        404 => "not found",
        408 => "request timeout",
        413 => "too large",
        422 => "unprocessable",
        429 => "too many requests",
        500 => "internal server error",
        502 => "bad gateway",
        503 => "unavailable",
        504 => "gateway timeout",
        529 => "overloaded",
        _ => return status.to_string(),
    };
    format!("{status} {name}")
}

#[cfg(feature = "llm")]
mod wire {
    //! The requests themselves.

    use std::io::Read as _;
    use std::sync::Once;
    use std::time::{Duration, Instant};

    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
    use serde_json::Value;

    use super::{Answer, Header, LARGEST_REPLY, NoAnswer, Patience};

    static RING: Once = Once::new();

    pub(super) struct Client {
        client: reqwest::blocking::Client,
        whole: Duration,
    }

    impl Client {
        pub(super) fn new(patience: Patience, headers: &[Header]) -> Result<Self, String> {
            // Who installed one before us is fine as well.
            RING.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| format!("`{name}` is no header"))?;
                let mut value =
                    HeaderValue::from_str(value).map_err(|_| "the key holds characters that no key has".to_owned())?;
                value.set_sensitive(true);
                map.insert(name, value);
            }
            let client = reqwest::blocking::Client::builder()
                .user_agent(concat!("alluvium/", env!("CARGO_PKG_VERSION")))
                .default_headers(map)
                .redirect(reqwest::redirect::Policy::none())
                .connect_timeout(patience.connect)
                .timeout(patience.whole)
                .build()
                .map_err(reason)?;
            Ok(Self { client, whole: patience.whole })
        }

        pub(super) fn post(&self, url: &str, body: &Value) -> Result<Answer, NoAnswer> {
            let begin = Instant::now();
            let response = self.client.post(url).json(body).send().map_err(|e| self.none(e))?;
            let header = |name: &str| response.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
            let seconds = |text: &str| text.trim().parse::<f64>().ok().filter(|s| s.is_finite() && *s >= 0.0);
            let pause = header("retry-after-ms")
                .and_then(|t| seconds(&t))
                .map(|ms| ms / 1000.0)
                .or_else(|| header("retry-after").and_then(|t| seconds(&t).or_else(|| until(&t, &header("date")?))))
                .map(|s| Duration::from_secs_f64(s.min(1e6)));
            let again = header("x-should-retry").map(|t| t.trim() == "true");
            let status = response.status().as_u16();
            let mut body = Vec::new();
            let mut part = [0; 16 * 1024];
            let mut response = response;
            loop {
                // The client's own limit holds for each read; a reply that trickles needs one for the whole.
                if begin.elapsed() > self.whole {
                    return Err(self.late());
                }
                match response.read(&mut part) {
                    Ok(0) => return Ok(Answer { status, pause, again, body }),
                    Ok(n) if body.len() + n > LARGEST_REPLY => {
                        let reason = format!("it sends more than {LARGEST_REPLY} bytes");
                        return Err(NoAnswer { reason, connection: false, late: false });
                    }
                    Ok(n) => body.extend_from_slice(&part[..n]),
                    Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) if begin.elapsed() >= self.whole => return Err(self.late()),
                    Err(_) => {
                        let reason = "the connection broke in the middle of the reply".to_owned();
                        return Err(NoAnswer { reason, connection: true, late: false });
                    }
                }
            }
        }

        fn none(&self, error: reqwest::Error) -> NoAnswer {
            if error.is_timeout() && !error.is_connect() {
                return self.late();
            }
            let connection = error.is_connect() || error.is_request();
            NoAnswer { reason: reason(error), connection, late: false }
        }

        fn late(&self) -> NoAnswer {
            let reason = format!("no reply within {} seconds", self.whole.as_secs());
            NoAnswer { reason, connection: false, late: true }
        }
    }

    /// The innermost cause: `Connection refused`. URLs stay out of it.
    fn reason(error: reqwest::Error) -> String {
        let error = error.without_url();
        let mut cause: &dyn std::error::Error = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        let text = cause.to_string();
        text.split(" (os error").next().unwrap_or_default().to_lowercase()
    }

    /// Seconds until an HTTP date, by the server's own clock.
    fn until(date: &str, now: &str) -> Option<f64> {
        let at = chrono::DateTime::parse_from_rfc2822(date.trim()).ok()?;
        let now = chrono::DateTime::parse_from_rfc2822(now.trim()).ok()?;
        Some((at - now).num_seconds().max(0) as f64)
    }
}

#[cfg(not(feature = "llm"))]
mod wire {
    //! A build without the network.

    use serde_json::Value;

    use super::{Answer, Header, NoAnswer, Patience};

    pub(super) struct Client;

    impl Client {
        pub(super) fn new(_: Patience, _: &[Header]) -> Result<Self, String> {
            Err("this build has no HTTP client (feature `llm`)".to_owned())
        }

        pub(super) fn post(&self, _: &str, _: &Value) -> Result<Answer, NoAnswer> {
            Err(NoAnswer { reason: String::new(), connection: false, late: false })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_tells_no_user_and_no_query() {
        assert_eq!(place("https://ana:secret@api.example.org/v1/chat?key=abc#x"), "https://api.example.org/v1/chat");
        assert_eq!(place("http://localhost:8080"), "http://localhost:8080");
    }

    #[test]
    fn what_a_server_says_is_told_without_keys() {
        let headers = [("authorization".to_owned(), "Bearer abcdef123456".to_owned())];
        let value = serde_json::json!({"error": {"message": "wrong key:\n abcdef123456"}});
        assert_eq!(said(Some(&value), "", &headers), "wrong key: [key]");
        assert_eq!(said(None, "<html>…", &headers), "an HTML page");
        assert_eq!(said(Some(&serde_json::json!({"error": "model not found"})), "", &headers), "model not found");
    }
}
