//! Whether a place where two texts differ holds one value at a time.

use std::ops::Range;

use super::compare::Difference;
use super::cue::{Cue, PROPERTY, any};
use super::lexicon::Lexicon;
use super::reading::Reading;
use super::sort::{Sort, kind_and_name, relations_differ, scopes_differ};
use super::words::Kind;
use crate::sediment::Section;

/// What a difference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// One value at a time: the new text replaces the old one.
    Single,
    /// Perhaps: nobody can tell without knowing the world.
    Unclear,
    /// Several values side by side, or two different things.
    Several,
}

/// What it means that `new` and `old` differ at one place only. Who corrects something leaves no doubt that it is
/// the value which was wrong.
pub fn place(new: &Reading, old: &Reading, d: &Difference, section: Section, lexicon: &Lexicon) -> Place {
    match Spot::of(new, old, d, section).meant(lexicon) {
        Place::Unclear if new.corrects() => Place::Single,
        other => other,
    }
}

/// The place where two texts differ, and what the words before it tell of it.
struct Spot<'a> {
    new: &'a Reading,
    old: &'a Reading,
    d: &'a Difference,
    section: Section,
    /// The words before it.
    prefix: &'a [usize],
    /// Whether a property is named before it.
    attribute: bool,
    /// Whether the new text tells of a change.
    marked: bool,
}

impl<'a> Spot<'a> {
    fn of(new: &'a Reading, old: &'a Reading, d: &'a Difference, section: Section) -> Self {
        let prefix = &new.core[..d.before];
        let attribute = prefix.iter().any(|i| new.cues[*i] & PROPERTY != 0);
        let marked = new.has(Cue::Marker) || new.corrects();
        Self { new, old, d, section, prefix, attribute, marked }
    }

    fn has(&self, cue: Cue) -> bool {
        self.prefix.iter().any(|i| self.new.is(*i, cue))
    }

    /// Whether something of both texts differs.
    fn differ<T: PartialEq>(&self, of: impl Fn(&Reading, &Range<usize>) -> T) -> bool {
        of(self.new, &self.d.new) != of(self.old, &self.d.old)
    }

    fn meant(&self, lexicon: &Lexicon) -> Place {
        if self.is_no_value() || self.is_of_another() || self.is_part_of_a_name() || self.adds_up() {
            return Place::Several;
        }
        if self.has(Cue::Many) {
            return self.of_many(lexicon);
        }
        // `free for children`, `no longer free for students`: what is denied is no other value.
        if self.differ(|r, at| at.clone().take_while(|i| r.words[*i].says()).any(|i| r.is(i, Cue::Negation))) {
            return Place::Several;
        }
        match quantities(self.new, self.old, self.d) {
            Some(true) if self.attribute || self.marked || self.told_beyond_names() >= 2 => Place::Single,
            Some(true) => Place::Unclear,
            Some(false) => Place::Several,
            None if self.does_the_same() => Place::Single,
            // What stands before further content may be the thing concerned, not its value: `cache of api: …`, `cache of
            // shop: …`.
            None if self.goes_on() => Place::Several,
            None => self.behind_its_word(),
        }
    }

    /// Nothing before it tells what it is, or it is a statement rather than a value.
    fn is_no_value(&self) -> bool {
        let (new, old, d) = (self.new, self.old, self.d);
        let relation = Cue::Copula.bit() | Cue::Many.bit();
        let relates =
            |r: &Reading, at: &Range<usize>| at.clone().any(|i| r.cues[i] & relation != 0 && !r.words[i].quoted);
        self.prefix.is_empty()
            || d.new.len() > 14
            || d.old.len() > 14
            || relates(new, &d.new)
            || relates(old, &d.old)
            || new.has(Cue::Measure)
    }

    /// Both hold: a kind and its name, values of different scopes or relations.
    fn is_of_another(&self) -> bool {
        let (new, old) = ((self.new, &self.d.new), (self.old, &self.d.old));
        kind_and_name(new, old) || scopes_differ(new, old) || relations_differ(new, old)
    }

    /// What is said follows: `Ticket 101 is blocked`, `Ticket 102 is blocked`.
    fn is_part_of_a_name(&self) -> bool {
        let (new, at) = (self.new, &self.d.new);
        let said = any!(Copula | Many | Verb | Passive);
        let relates = |mut words: Range<usize>| words.any(|i| new.cues[i] & said != 0 && !new.is(i, Cue::Filler));
        !self.attribute && relates(at.end..new.head) && !relates(new.lead..at.start)
    }

    /// Another value beside the first: one more (`also`), a further prohibition.
    fn adds_up(&self) -> bool {
        // `into a vault, never into notes` forbids nothing of the vault.
        let denied = |r: &Reading, at: &Range<usize>| r.segment(at.start).any(|i| r.is(i, Cue::Negation));
        let prohibitions = self.new.negated
            && self.old.negated
            && !self.marked
            && self.section != Section::Context
            && (denied(self.new, &self.d.new) || denied(self.old, &self.d.old));
        prohibitions || self.new.has(Cue::Additive) && !self.attribute
    }

    /// Whether content follows; not what is denied behind a pause (`into a vault, never into notes`).
    fn goes_on(&self) -> bool {
        let (new, from) = (self.new, self.d.new.end);
        let denied = (from..new.head).find(|i| new.is(*i, Cue::Negation) && new.after_pause(*i));
        new.has_content(from..denied.unwrap_or(new.head))
    }

    fn content(&self) -> impl Iterator<Item = usize> {
        self.prefix.iter().copied().filter(|i| self.new.is_content(*i))
    }

    /// How many words before it tell something and are no name.
    fn told_beyond_names(&self) -> usize {
        let r = self.new;
        let (glyphs, words): (Vec<_>, Vec<_>) = self.content().partition(|i| r.words[*i].kind == Kind::Glyph);
        let common = |i: &&usize| !r.objects.contains(&r.words[**i].stem) && !r.words[**i].capital || **i == 0;
        // Two characters make a word, about.
        glyphs.len() / 2 + words.iter().filter(common).count()
    }

    /// 用中文回复, 用英文回复: in Chinese what is done follows the means, and both are to do the same.
    fn does_the_same(&self) -> bool {
        let (new, old, d) = (self.new, self.old, self.d);
        let means = self.prefix.last().is_some_and(|i| new.words[*i].kind == Kind::Glyph && new.is(*i, Cue::Means));
        let tails = d.new.clone().rev().zip(d.old.clone().rev());
        let common = tails.take_while(|(a, b)| new.words[*a].hash == old.words[*b].hash).count();
        let short = |at: &Range<usize>| at.len().saturating_sub(common) <= 4;
        let wish = means && self.section == Section::Preferences;
        wish && short(&d.new) && short(&d.old) && (common >= 2 || self.goes_on())
    }

    /// What the word right before it tells, at the end of a text.
    fn behind_its_word(&self) -> Place {
        let (new, long) = (self.new, self.prefix.len() >= 3);
        let Some(last) = self.prefix.last().copied() else { return Place::Several };
        if new.is(last, Cue::Copula) {
            let normative = new.is(last, Cue::Normative) && new.hits(Cue::Normative).any(|h| h.to == last + 1);
            return match () {
                () if self.attribute || normative || self.marked => Place::Single,
                // Of a person or thing many things can be said.
                () if self.content().count() < 2 => Place::Several,
                () => Place::Unclear,
            };
        }
        // `99.9 percent for X`, `the second copy of X`: what it is said of.
        if new.is(last, Cue::Whose) {
            return Place::Several;
        }
        let told = self.told_beyond_names();
        if new.is(last, Cue::Preposition) {
            let decided = self.section == Section::Decisions && self.d.new.len() <= 4 && told >= 1;
            return if told >= 2 || self.marked || decided { Place::Single } else { Place::Unclear };
        }
        // `The wall is painted teal`, `… is now painted ochre`: a state that changed.
        if long && (self.attribute && told >= 2 || self.marked && self.has(Cue::Copula)) {
            return Place::Single;
        }
        // `I no longer drink`, `I no longer smoke`: nothing is named that could have a value.
        let named = self.prefix.len() >= 2 && self.content().next().is_some();
        if named && self.marked { Place::Unclear } else { Place::Several }
    }

    /// Relations of many values: a choice of the same sort, or a topic that uses one means.
    fn of_many(&self, lexicon: &Lexicon) -> Place {
        let (new, old, d) = (self.new, self.old, self.d);
        let relation = self.prefix.iter().position(|i| new.is(*i, Cue::Many)).unwrap_or(0);
        let at = self.prefix[relation];
        let said = |r: &Reading, at: &Range<usize>| -> Vec<u32> {
            r.content_in(at.clone()).map(|i| r.words[i].stem).collect()
        };
        let (a, b) = (said(new, &d.new), said(old, &d.old));
        let shares = a.iter().any(|w| b.contains(w));
        // `has no cache at all`, `has a Redis cache`: none of a thing excludes one.
        if shares && (new.is(at, Cue::Choice) || self.differ(|r, at| r.is(at.start, Cue::Negation))) {
            return Place::Single;
        }
        let exact = |r: &Reading, at: &Range<usize>| at.clone().any(|i| r.is_number(i));
        let both_exact = exact(new, &d.new) && exact(old, &d.old);
        if relation + 1 < self.prefix.len() && both_exact {
            return Place::Single;
        }
        // `has 16 GB of RAM`, `has 32 GB of RAM`: so many of one thing.
        if d.new.len() == 1 && d.old.len() == 1 && both_exact && self.goes_on() {
            return if new.is_past() { Place::Several } else { Place::Single };
        }
        if new.is(at, Cue::Means) {
            // `We use Jenkins for CI`, `We use Buildkite for CI now`.
            if (d.new.end..new.head).any(|i| new.is(i, Cue::Scope)) {
                return if self.marked { Place::Single } else { Place::Unclear };
            }
            let topical = relation > 0 && lexicon.scan(&new.words[self.prefix[0]..at]).2 != 0;
            if topical && !new.has(Cue::Own) {
                return Place::Single;
            }
        }
        if self.marked { Place::Unclear } else { Place::Several }
    }
}

/// When both sides are numbers, dates or the like: whether of the same sort.
fn quantities(new: &Reading, old: &Reading, d: &Difference) -> Option<bool> {
    match (new.sort(d.new.clone()), old.sort(d.old.clone())) {
        (Sort::Name, Sort::Name) => None,
        (Sort::Number, Sort::Number) => Some(new.scope_of(d.new.clone()) == old.scope_of(d.old.clone())),
        (a, b) => Some(a == b),
    }
}
