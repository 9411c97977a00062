//! Memories exported from mem0: an array, or an object with `results` or `memories`, of
//! `{id, memory, created_at, updated_at, categories, metadata}`.

use super::format::{Entry, Reader};
use super::{Said, When, Who};
use crate::chat::raw::{Object, elements};

#[derive(Debug)]
pub(super) struct Mem0;

impl Reader for Mem0 {
    fn value(&mut self, value: &Object<'_>, said: &mut Vec<Said>) -> Entry {
        if let Some(list) = value.any(&["results", "memories"]).and_then(elements) {
            list.into_iter().filter_map(Object::read).for_each(|memory| {
                self.value(&memory, said);
            });
            return Entry::Known;
        }
        let text = value.text("memory").or_else(|| value.text("text")).or_else(|| value.text("content"));
        let Some(text) = text.filter(|t| !t.trim().is_empty()) else { return Entry::Unknown };
        let mut words = Said::new(Who::Memory, text, When::of(value.any(&["updated_at", "created_at"])));
        words.session = value.text("id");
        said.push(words);
        Entry::Known
    }
}
