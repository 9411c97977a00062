//! Reading a source piece by piece, whatever its size, and handing on what is said.

use std::fmt;
use std::io::{BufRead, ErrorKind, Read as _};

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::format::{Entry, Reader};
use super::{Format, Mark, Said};
use crate::chat::raw::Object;

/// A line longer than this, in bytes, is skipped: nobody says that much.
const LONGEST_LINE: u64 = 64 << 20;

/// What reading found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Count {
    /// Lines or elements.
    pub entries: usize,
    /// Those of a sort that is not known.
    pub unknown: usize,
    /// Those that could not be read.
    pub unreadable: usize,
}

/// Reads a source and hands on what is said in it. For formats that can go on, `from` is where the input
/// begins in its file and `head` its first line, which names the session; the mark behind the last whole
/// line is given back.
///
/// # Errors
/// What the input or `each` fails with.
pub fn feed<E: From<std::io::Error>>(
    input: &mut dyn BufRead,
    format: Format,
    from: u64,
    head: &str,
    each: &mut dyn FnMut(Said) -> Result<(), E>,
) -> Result<(Count, Mark), E> {
    let Some(mut reader) = format.reader() else { return Ok((Count::default(), Mark::new(from, b""))) };
    if let Some(head) = Object::read(head) {
        reader.value(&head, &mut Vec::new());
    }
    let mut count = Count::default();
    let first = first_byte(input)?;
    let mark = if first == Some(b'[') {
        array(input, reader.as_mut(), &mut count, each)?;
        Mark::new(from, b"")
    } else {
        lines(input, reader.as_mut(), from, &mut count, each)?
    };
    reader.end().into_iter().try_for_each(each)?;
    Ok((count, mark))
}

/// The first byte that is no white space, without consuming it.
fn first_byte(input: &mut dyn BufRead) -> std::io::Result<Option<u8>> {
    loop {
        let buffer = input.fill_buf()?;
        let blank = buffer.iter().take_while(|b| b.is_ascii_whitespace() || matches!(b, 0xEF | 0xBB | 0xBF)).count();
        match buffer.get(blank) {
            Some(byte) => return Ok(Some(*byte)),
            None if buffer.is_empty() => return Ok(None),
            None => input.consume(blank),
        }
    }
}

fn lines<E: From<std::io::Error>>(
    input: &mut dyn BufRead,
    reader: &mut dyn Reader,
    from: u64,
    count: &mut Count,
    each: &mut dyn FnMut(Said) -> Result<(), E>,
) -> Result<Mark, E> {
    let (mut end, mut mark) = (from, Mark::new(from, b""));
    let (mut line, mut said) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let read = (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(mark);
        }
        end += read as u64;
        let whole = line.ends_with(b"\n");
        if !whole && read as u64 == LONGEST_LINE {
            count.entries += 1;
            count.unreadable += 1;
            end += skip_line(input)?;
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.is_empty() {
            let entry = match Object::read(text) {
                Some(value) => reader.value(&value, &mut said),
                // An object that is printed over several lines: the rest of the input belongs to it.
                None if count.entries == 0 && text.starts_with('{') => {
                    let mut rest = text.as_bytes().to_vec();
                    input.read_to_end(&mut rest)?;
                    end += rest.len() as u64;
                    let rest = String::from_utf8_lossy(&rest);
                    Object::read(rest.trim()).map_or(Entry::Unreadable, |value| reader.value(&value, &mut said))
                }
                None => Entry::Unreadable,
            };
            count.entries += 1;
            count.unknown += usize::from(entry == Entry::Unknown);
            count.unreadable += usize::from(entry == Entry::Unreadable);
        }
        if whole {
            mark = Mark::new(end, &line);
        }
        said.drain(..).try_for_each(&mut *each)?;
    }
}

fn skip_line(input: &mut dyn BufRead) -> std::io::Result<u64> {
    let mut skipped = 0;
    loop {
        let buffer = match input.fill_buf() {
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let line_end = buffer.iter().position(|b| *b == b'\n');
        let length = line_end.map_or(buffer.len(), |at| at + 1);
        let done = line_end.is_some() || buffer.is_empty();
        input.consume(length);
        skipped += length as u64;
        if done {
            return Ok(skipped);
        }
    }
}

/// The elements of one large array, one at a time. An array that is cut off gives what came before.
fn array<E: From<std::io::Error>>(
    input: &mut dyn BufRead,
    reader: &mut dyn Reader,
    count: &mut Count,
    each: &mut dyn FnMut(Said) -> Result<(), E>,
) -> Result<(), E> {
    let mut failed = None;
    let mut said = Vec::new();
    let mut element = |raw: &str| {
        let entry = Object::read(raw).map_or(Entry::Unreadable, |value| reader.value(&value, &mut said));
        count.entries += 1;
        count.unknown += usize::from(entry == Entry::Unknown);
        count.unreadable += usize::from(entry == Entry::Unreadable);
        failed = said.drain(..).try_for_each(&mut *each).err();
        failed.is_none()
    };
    let mut deserializer = serde_json::Deserializer::from_reader(input);
    let ended = Elements(&mut element).deserialize(&mut deserializer);
    match (failed, ended) {
        (Some(error), _) => Err(error),
        (None, Err(error)) if error.is_io() => Err(std::io::Error::from(error).into()),
        (None, Err(_)) => {
            count.entries += 1;
            count.unreadable += 1;
            Ok(())
        }
        (None, Ok(())) => Ok(()),
    }
}

struct Elements<'f>(&'f mut dyn FnMut(&str) -> bool);

impl<'de> DeserializeSeed<'de> for Elements<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Elements<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(value) = seq.next_element::<Box<RawValue>>()? {
            if !(self.0)(value.get()) {
                return Err(serde::de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}
