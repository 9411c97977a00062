//! What an entry is called: a run compares and copies the names of entries all the time.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A few letters. What the program gives has four to six and lies in the name itself; a person may write longer ones.
#[derive(Clone, PartialEq, Eq)]
pub struct Name(Form);

#[derive(Clone, PartialEq, Eq)]
enum Form {
    /// Up to eight bytes, zeros behind them.
    Short([u8; 8]),
    Long(Arc<String>),
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        let mut short = [0; 8];
        match short.get_mut(..text.len()).filter(|_| !text.contains('\0')) {
            Some(bytes) => {
                bytes.copy_from_slice(text.as_bytes());
                Self(Form::Short(short))
            }
            None => Self(Form::Long(Arc::new(text.to_owned()))),
        }
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Form::Short(bytes) => {
                let len = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
                std::str::from_utf8(&bytes[..len]).unwrap_or_default()
            }
            Form::Long(text) => text,
        }
    }
}

/// The order of texts.
impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Short(a), Form::Short(b)) => u64::from_be_bytes(*a).cmp(&u64::from_be_bytes(*b)),
            _ => (**self).cmp(&**other),
        }
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Form::Short(bytes) => state.write_u64(u64::from_le_bytes(*bytes)),
            Form::Long(text) => text.hash(state),
        }
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_ordered_like_their_texts() {
        let texts = ["", "a\0", "abc", "abcd", "abcd-efgh", "abcdefgh", "abcdefghi", "k3f9", "z", "ä", "日本語"];
        let names = texts.map(Name::from);
        for (name, text) in names.iter().zip(texts) {
            assert_eq!((&**name, name.to_string().as_str()), (text, text));
            assert_eq!(*name, Name::from(text.to_owned()));
        }
        for (a, x) in names.iter().zip(texts) {
            for (b, y) in names.iter().zip(texts) {
                assert_eq!(a.cmp(b), x.cmp(y), "{x} {y}");
            }
        }
    }
}
