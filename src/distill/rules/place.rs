//! Whether a place where two texts differ holds one value at a time.

use std::ops::Range;

use super::compare::Difference;
use super::cue::Cue;
use super::lexicon::Lexicon;
use super::reading::Reading;
use super::sort::{Sort, kind_and_name};
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
    match of_one_value(new, old, d, section, lexicon) {
        Place::Unclear if new.corrects() => Place::Single,
        other => other,
    }
}

fn of_one_value(new: &Reading, old: &Reading, d: &Difference, section: Section, lexicon: &Lexicon) -> Place {
    let core = &new.core;
    let prefix = &core[..d.before];
    if prefix.is_empty() || d.new.len() > 14 || d.old.len() > 14 {
        return Place::Several;
    }
    let relation: super::cue::Cues = Cue::Copula.bit() | Cue::Many.bit();
    let relates =
        |r: &Reading, range: &Range<usize>| range.clone().any(|i| r.cues[i] & relation != 0 && !r.words[i].quoted);
    if relates(new, &d.new) || relates(old, &d.old) || new.has(Cue::Measure) {
        return Place::Several;
    }
    if kind_and_name((new, &d.new), (old, &d.old)) {
        return Place::Several;
    }
    let has = |cue: Cue| prefix.iter().any(|i| new.is(*i, cue));
    let content = prefix.iter().filter(|i| new.content_in(**i..**i + 1).next().is_some());
    let glyph = |i: usize| new.words[i].kind == Kind::Glyph;
    let glyphs = content.clone().filter(|i| glyph(**i)).count();
    // Two characters make a word, about.
    let beyond_objects = glyphs / 2
        + content
            .clone()
            .filter(|i| !glyph(**i))
            .filter(|i| !new.objects.contains(&new.words[**i].stem) && !new.words[**i].capital || **i == 0)
            .count();
    let last = prefix[prefix.len() - 1];
    let marked = new.has(Cue::Marker) || new.corrects();
    let attribute = has(Cue::Attribute) || has(Cue::Functional);
    let scopes = (new.scope_of(d.new.clone()), old.scope_of(d.old.clone()));
    if !scopes.0.is_empty() && !scopes.1.is_empty() && scopes.0 != scopes.1 {
        return Place::Several;
    }
    if new.has(Cue::Additive) && !attribute {
        return Place::Several;
    }
    // What is said follows: the place is a part of the subject's name (`Ticket 101 is blocked`, `Ticket 102 is blocked`).
    let said = Cue::Copula.bit() | Cue::Many.bit() | Cue::Verb.bit() | Cue::Passive.bit();
    let relates = |mut words: Range<usize>| words.any(|i| new.cues[i] & said != 0 && !new.is(i, Cue::Filler));
    if relates(d.new.end..new.head) && !relates(new.lead..d.new.start) && !attribute {
        return Place::Several;
    }
    // Prohibitions add up.
    if new.negated && old.negated && !marked && section != Section::Context {
        return Place::Several;
    }
    if has(Cue::Many) {
        return many(new, old, d, prefix, marked, lexicon);
    }
    // `free for children`, `no longer free for students`: what is denied is no other value.
    let denies = |r: &Reading, range: &Range<usize>| {
        range.clone().take_while(|i| r.words[*i].says()).any(|i| r.is(i, Cue::Negation))
    };
    if denies(new, &d.new) != denies(old, &d.old) {
        return Place::Several;
    }
    if let Some(same_sort) = quantities(new, old, d) {
        let certain = same_sort && (attribute || beyond_objects >= 2 || marked);
        return if certain {
            Place::Single
        } else if same_sort {
            Place::Unclear
        } else {
            Place::Several
        };
    }
    // `用中文回复`: in Chinese what is done follows the means.
    let means = new.words[last].kind == Kind::Glyph && new.is(last, Cue::Means) && section == Section::Preferences;
    // 中文回复, 英文回复: both are to do the same.
    let tails = d.new.clone().rev().zip(d.old.clone().rev());
    let common = tails.take_while(|(a, b)| new.words[*a].hash == old.words[*b].hash).count();
    let rest = |range: &Range<usize>| range.len().saturating_sub(common) <= 4;
    let does = common >= 2 || new.content_in(d.new.end..new.head).next().is_some();
    if means && rest(&d.new) && rest(&d.old) && does {
        return Place::Single;
    }
    // What stands before further content may be the thing concerned, not its value: `cache of api: …`, `cache of shop: …`.
    if new.content_in(d.new.end..new.head).next().is_some() {
        return Place::Several;
    }
    if new.is(last, Cue::Copula) {
        let normative = new.is(last, Cue::Normative) && new.hits(Cue::Normative).any(|h| h.to == last + 1);
        return match () {
            () if attribute || normative || marked => Place::Single,
            // Of a person or thing many things can be said.
            () if content.clone().count() < 2 => Place::Several,
            () => Place::Unclear,
        };
    }
    // `99.9 percent for X`, `the second copy of X`: what it is said of.
    if new.is(last, Cue::Whose) {
        return Place::Several;
    }
    if new.is(last, Cue::Preposition) {
        let decided = section == Section::Decisions && d.new.len() <= 4 && beyond_objects >= 1;
        return if beyond_objects >= 2 || marked || decided { Place::Single } else { Place::Unclear };
    }
    if attribute && beyond_objects >= 2 && prefix.len() >= 3 {
        return Place::Single;
    }
    // `The wall is painted teal`, `… is now painted ochre`: a state that changed.
    if marked && prefix.len() >= 3 && has(Cue::Copula) {
        return Place::Single;
    }
    // `I no longer drink`, `I no longer smoke`: nothing is named that could have a value.
    let named = content.clone().next().is_some();
    if prefix.len() >= 2 && marked && named { Place::Unclear } else { Place::Several }
}

/// Relations of many values: a choice of the same sort, or a topic that uses one means.
fn many(new: &Reading, old: &Reading, d: &Difference, prefix: &[usize], marked: bool, lexicon: &Lexicon) -> Place {
    let relation = prefix.iter().position(|i| new.is(*i, Cue::Many)).unwrap_or(0);
    let at = prefix[relation];
    let sorts = |r: &Reading, range: &Range<usize>| -> Vec<u32> {
        r.content_in(range.clone()).map(|i| r.words[i].stem).collect()
    };
    let (a, b) = (sorts(new, &d.new), sorts(old, &d.old));
    if new.is(at, Cue::Choice) && a.iter().any(|w| b.contains(w)) {
        return Place::Single;
    }
    // `has no cache at all`, `has a Redis cache`: none of a thing excludes one.
    let none = |r: &Reading, range: &Range<usize>| r.is(range.start, Cue::Negation);
    if none(new, &d.new) != none(old, &d.old) && a.iter().any(|w| b.contains(w)) {
        return Place::Single;
    }
    let exact = |r: &Reading, range: &Range<usize>| range.clone().any(|i| r.is_number(i));
    if relation + 1 < prefix.len() && exact(new, &d.new) && exact(old, &d.old) {
        return Place::Single;
    }
    // `has 16 GB of RAM`, `has 32 GB of RAM`: so many of one thing.
    let counted = |r: &Reading, range: &Range<usize>| range.len() == 1 && exact(r, range);
    if counted(new, &d.new) && counted(old, &d.old) && new.content_in(d.new.end..new.head).next().is_some() {
        return if new.is_past() { Place::Several } else { Place::Single };
    }
    // `We use Jenkins for CI`, `We use Buildkite for CI now`.
    let purpose = (d.new.end..new.head).any(|i| new.is(i, Cue::Scope));
    if new.is(at, Cue::Means) && purpose {
        return if marked { Place::Single } else { Place::Unclear };
    }
    if new.is(at, Cue::Means) && relation > 0 {
        let subject = prefix[0]..at;
        let (_, _, aspects) = lexicon.scan(&new.words[subject.clone()]);
        let topical = aspects != 0 && !new.has(Cue::Own);
        if topical {
            return Place::Single;
        }
    }
    if marked { Place::Unclear } else { Place::Several }
}

/// When both sides are numbers, dates or the like: whether of the same sort.
fn quantities(new: &Reading, old: &Reading, d: &Difference) -> Option<bool> {
    match (new.sort(d.new.clone()), old.sort(d.old.clone())) {
        (Sort::Name, Sort::Name) => None,
        (Sort::Number, Sort::Number) => Some(new.scope_of(d.new.clone()) == old.scope_of(d.old.clone())),
        (a, b) => Some(a == b),
    }
}
