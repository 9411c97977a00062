//! Cutting a conversation to a limit: system messages and the latest user message stay, then the
//! newest units as far as they fit, whole or not at all.
//!
//! Nothing is skipped to reach an older unit, so what is kept is the end of the conversation without
//! holes; only the latest user message may stand apart from it, when the calls after it are too many.

use std::borrow::Cow;

use super::count;
use super::edit;
use super::list::List;
use super::message::{Message, Role};
use super::pair::{self, Pairs, Unit};
use super::raw;
use super::repair::{self, Note, Repaired, Unanswered};
use super::shape::Shape;
use super::summary;

/// How to trim.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The shape; recognised when absent.
    pub shape: Option<Shape>,
    /// The most tokens of the whole output.
    pub limit: Option<usize>,
    /// The most messages, system messages aside.
    pub keep_last: Option<usize>,
    /// A summary of what came before, as text.
    pub summary: Option<String>,
    /// Whether long results of units that do not fit become placeholders.
    pub shrink: bool,
    /// Calls without an answer.
    pub unanswered: Unanswered,
    /// Estimated tokens are multiplied by this.
    pub factor: f64,
}

/// What became of a conversation.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// The shape.
    pub shape: Shape,
    /// Messages in the input.
    pub messages: usize,
    /// Messages of the input that are in the output.
    pub kept: usize,
    /// Tokens of the input, about.
    pub tokens_before: usize,
    /// Tokens of the output, about.
    pub tokens: usize,
    /// The limit.
    pub limit: Option<usize>,
    /// Indices of the messages that were dropped to fit.
    pub dropped: Vec<usize>,
    /// Results that became placeholders.
    pub shrunk: Vec<Shrunk>,
    /// What had to be put right.
    pub repaired: Vec<Note>,
}

/// A result that became a placeholder.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Shrunk {
    /// The index of its message in the input.
    pub message: usize,
    /// The id of its call.
    pub id: Option<String>,
    /// About how many tokens it was.
    pub tokens: usize,
}

/// Why a conversation cannot be trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// What must stay is larger than the limit; tokens of both.
    TooLarge {
        /// Tokens of what must stay.
        needed: usize,
        /// The limit.
        limit: usize,
    },
    /// There is no user message, and the shape's API wants one first.
    NoUser,
}

/// The output, in pieces of the source and pieces of its own, and the report.
#[derive(Debug)]
pub struct Trimmed<'a> {
    /// The output.
    pub text: Vec<Cow<'a, str>>,
    /// The report.
    pub report: Report,
}

/// A unit with what it costs, in hundredths of a token.
struct Priced {
    unit: Unit,
    whole: usize,
    user: bool,
    begins: bool,
    system: bool,
    gone: bool,
    messages: usize,
}

/// Trims a conversation.
///
/// # Errors
/// [`Refusal`], when no valid conversation fits.
pub fn trim<'a>(list: &List<'a>, options: &Options) -> Result<Trimmed<'a>, Refusal> {
    let shape = options.shape.or(list.hint).unwrap_or_else(|| Shape::recognise(list.messages.iter().copied()));
    let messages: Vec<Message<'_>> = list.messages.iter().map(|raw| shape.read(raw)).collect();
    let pairs = pair::pair(&messages, list.held);
    let units = pair::units(&messages, &pairs, shape);
    let repaired = repair::repair(&messages, &pairs, &units, shape, options.unanswered);
    let units = pair::bound(units, &messages);
    let mut work = Work { list, shape, options, messages, pairs, repaired, priced: Vec::new(), shrunk: Vec::new() };
    work.price(units);
    let summary = work.summary();
    let fixed = list.around.iter().map(|raw| count::value(raw)).sum::<usize>();
    let (fates, used) = work.choose(fixed + summary.as_ref().map_or(0, |s| count::message(&s.text)))?;
    Ok(work.write(&fates, fixed, used, summary))
}

/// The summary's message and the place that it takes.
struct Summary {
    text: String,
    /// The unit before which it stands.
    at: usize,
}

struct Work<'l, 'a> {
    list: &'l List<'a>,
    shape: Shape,
    options: &'l Options,
    messages: Vec<Message<'a>>,
    pairs: Pairs,
    repaired: Repaired,
    priced: Vec<Priced>,
    shrunk: Vec<Shrunk>,
}

impl<'a> Work<'_, 'a> {
    fn price(&mut self, units: Vec<Unit>) {
        for unit in units {
            let alive: Vec<usize> = unit.members.iter().copied().filter(|m| !self.repaired.changes[*m].gone).collect();
            let first = &self.messages[unit.members[0]];
            let held = |m: &usize| self.pairs.elsewhere.contains(&(*m, None));
            let system =
                first.role == Role::System || summary::is_ours(first, self.shape) || unit.members.iter().any(held);
            let answered =
                |m: usize| (0..self.messages[m].answers.len()).any(|a| self.pairs.call_of.contains_key(&(m, a)));
            let user = !system && alive.iter().any(|m| self.messages[*m].is_from_user());
            self.priced.push(Priced {
                whole: alive.iter().map(|m| count::message(&self.written(*m))).sum::<usize>()
                    + self.after(&unit).map(|text| count::message(text)).sum::<usize>(),
                begins: user && unit.members.len() == 1 && !answered(unit.members[0]),
                user,
                system,
                gone: alive.is_empty(),
                messages: alive.len() + self.after(&unit).count(),
                unit,
            });
        }
    }

    /// The messages that are added behind those of a unit.
    fn after(&self, unit: &Unit) -> impl Iterator<Item = &String> {
        unit.members.iter().filter_map(|m| self.repaired.after.get(m)).flatten()
    }

    fn written(&self, m: usize) -> Cow<'a, str> {
        edit::write(&self.messages, &self.repaired.changes, m)
    }

    /// The summary goes where an older one is, else behind the system messages at the beginning.
    fn summary(&self) -> Option<Summary> {
        let text = self.options.summary.as_ref()?;
        let old = self.priced.iter().position(|p| summary::is_ours(&self.messages[p.unit.members[0]], self.shape));
        let lead = self.priced.iter().take_while(|p| p.system).count();
        let like = self.messages.iter().find(|m| m.role == Role::System).or(self.messages.first());
        let text = self.shape.system(&summary::write(text), like.map(|m| m.raw));
        Some(Summary { text, at: old.unwrap_or(lead) })
    }

    /// Which units go into the output, and what it costs in hundredths of a token.
    fn choose(&mut self, fixed: usize) -> Result<(Vec<bool>, usize), Refusal> {
        let limit = self
            .options
            .limit
            .map_or(usize::MAX, |tokens| (tokens as f64 * 100.0 / self.options.factor.max(f64::MIN_POSITIVE)) as usize);
        let replaced = self.options.summary.is_some();
        let mut kept: Vec<bool> = self
            .priced
            .iter()
            .map(|p| p.system && !(replaced && summary::is_ours(&self.messages[p.unit.members[0]], self.shape)))
            .collect();
        let user = self.priced.iter().rposition(|p| p.user && !p.gone);
        if let Some(user) = user {
            kept[user] = true;
            if let Some(begin) = self.priced[..=user].iter().rposition(|p| p.begins) {
                kept[begin] = true;
            }
        }
        let begins = self.priced.iter().zip(&kept).any(|(p, kept)| *kept && p.begins);
        if self.shape.begins_with_user() && !begins && self.priced.iter().any(|p| !p.system && !p.gone) {
            return Err(Refusal::NoUser);
        }
        let must = kept.clone();
        let cost = |work: &Self, kept: &[bool]| {
            fixed + work.priced.iter().zip(kept).filter(|(_, kept)| **kept).map(|(p, _)| p.whole).sum::<usize>()
        };
        let mut used = cost(self, &kept);
        for u in (0..kept.len()).filter(|u| must[*u]) {
            if used > limit && self.options.shrink {
                used -= self.shrink(u, used - limit, true);
            }
        }
        if used > limit {
            let tokens = |centi: usize| (centi as f64 * self.options.factor / 100.0).ceil() as usize;
            return Err(Refusal::TooLarge { needed: tokens(used), limit: self.options.limit.unwrap_or(0) });
        }
        let mut count: usize =
            self.priced.iter().zip(&kept).filter(|(p, kept)| **kept && !p.system).map(|(p, _)| p.messages).sum();
        for u in (0..kept.len()).rev() {
            let unit = &self.priced[u];
            if kept[u] || unit.system || unit.gone {
                continue;
            }
            if self.options.keep_last.is_some_and(|most| count + unit.messages > most) {
                break;
            }
            let over = (used + unit.whole).saturating_sub(limit);
            let saved = if over > 0 && self.options.shrink { self.shrink(u, over, false) } else { 0 };
            if saved < over {
                break;
            }
            used += self.priced[u].whole;
            count += self.priced[u].messages;
            kept[u] = true;
        }
        // A conversation begins with a user: what stands before the first kept one goes, unless nobody speaks.
        if begins {
            for u in 0..kept.len() {
                let unit = &self.priced[u];
                if unit.begins && kept[u] {
                    break;
                }
                kept[u] &= unit.system || must[u];
            }
        }
        let used = cost(self, &kept);
        self.shrunk
            .retain(|s| self.priced.iter().zip(&kept).any(|(p, kept)| *kept && p.unit.members.contains(&s.message)));
        Ok((kept, used))
    }

    /// Makes placeholders of a unit's longest results until `over` is saved; what was saved, or nothing
    /// when that is not enough and `partly` does not allow it.
    fn shrink(&mut self, u: usize, over: usize, partly: bool) -> usize {
        let mut long: Vec<(usize, usize, usize, String)> = Vec::new(); // saved, message, answer, placeholder
        for &m in &self.priced[u].unit.members {
            for (a, answer) in self.messages[m].answers.iter().enumerate() {
                let (Some(content), true) = (answer.content, self.pairs.call_of.contains_key(&(m, a))) else {
                    continue;
                };
                let tokens = count::value(content);
                let id = answer.id.as_ref().map_or(String::new(), |id| format!("; call {}", id.text));
                let text = self.shape.placeholder(&format!(
                    "[result left out to save space: about {} tokens{id}]",
                    tokens.div_ceil(100)
                ));
                let saved = tokens.saturating_sub(count::value(&text));
                if saved > 0 && tokens >= SHORT {
                    long.push((saved, m, a, text));
                }
            }
        }
        long.sort_by_key(|(saved, m, a, _)| (std::cmp::Reverse(*saved), *m, *a));
        if !partly && long.iter().map(|(saved, ..)| saved).sum::<usize>() < over {
            return 0;
        }
        let mut sum = 0;
        for (saved, m, a, text) in long {
            if sum >= over {
                break;
            }
            let answer = &self.messages[m].answers[a];
            let Some(content) = answer.content else { continue };
            self.shrunk.push(Shrunk {
                message: m,
                id: answer.id.as_ref().map(|id| id.text.clone()),
                tokens: count::value(content).div_ceil(100),
            });
            self.repaired.changes[m].edits.push((raw::range(self.messages[m].raw, content), text));
            sum += saved;
        }
        self.priced[u].whole -= sum;
        sum
    }
}

/// Results below this many hundredths of a token are never made placeholders.
const SHORT: usize = 5000;

impl<'a> Work<'_, 'a> {
    fn write(mut self, kept: &[bool], fixed: usize, used: usize, summary: Option<Summary>) -> Trimmed<'a> {
        let mut pieces: Vec<Cow<'a, str>> = Vec::new();
        let (mut present, mut dropped) = (Vec::new(), Vec::new());
        let before = fixed + self.messages.iter().map(|m| count::message(m.raw)).sum::<usize>();
        let mut summary = summary;
        for (u, priced) in self.priced.iter().enumerate() {
            if let Some(summary) = summary.take_if(|s| s.at == u) {
                pieces.push(summary.text.into());
            }
            if !kept[u] {
                let alive = priced.unit.members.iter().filter(|m| !self.repaired.changes[**m].gone);
                dropped.extend(alive.copied());
                continue;
            }
            for &m in &priced.unit.members {
                if !self.repaired.changes[m].gone {
                    present.push(m);
                    pieces.push(self.written(m));
                }
                pieces.extend(self.repaired.after.remove(&m).into_iter().flatten().map(Cow::Owned));
            }
        }
        pieces.extend(summary.take().map(|s| Cow::Owned(s.text)));
        let whole = pieces.iter().all(|p| matches!(p, Cow::Borrowed(_)))
            && present.iter().copied().eq(0..self.messages.len())
            && self.list.torn.is_none();
        let source = self.list.source;
        let text = if whole {
            vec![Cow::Borrowed(source)]
        } else {
            let mut text = vec![Cow::Borrowed(&source[..self.list.range.start])];
            for (n, piece) in pieces.into_iter().enumerate() {
                if n > 0 {
                    text.push(Cow::Borrowed(self.list.separator));
                }
                text.push(piece);
            }
            if self.list.torn.is_some() {
                text.push(Cow::Borrowed("\n"));
            }
            text.push(Cow::Borrowed(&source[self.list.range.end..]));
            text
        };
        present.sort_unstable();
        dropped.sort_unstable();
        self.repaired.notes.retain(|n| self.repaired.changes[n.message].gone || !dropped.contains(&n.message));
        self.shrunk.sort_by_key(|s| s.message);
        let tokens = |centi: usize| (centi as f64 * self.options.factor / 100.0).ceil() as usize;
        let report = Report {
            shape: self.shape,
            messages: self.messages.len(),
            kept: present.len(),
            tokens_before: tokens(before),
            tokens: tokens(used),
            limit: self.options.limit,
            dropped,
            shrunk: self.shrunk,
            repaired: self.repaired.notes,
        };
        Trimmed { text, report }
    }
}
