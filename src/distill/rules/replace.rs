//! What follows from a change: the entry's new text, the entries that said the same in other words, withdrawals.

use std::ops::Range;

use super::claim::Claim;
use super::compare::{difference, shared, shared_edge};
use super::index::Known;
use super::lexicon::Cue;
use super::matcher::{Decision, Matcher};
use super::naming::naming;
use super::reading::{COPULA, Reading};
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::history::fold::Gone;

impl Matcher<'_> {
    /// Whether claim and entry may be about the same thing at all: no different topics, no different objects.
    pub(super) fn may_meet(&self, claim: &Claim<'_>, known: &Known) -> bool {
        match (&claim.topic, &known.topic) {
            (Some(a), Some(b)) if a != b => return false,
            _ => {}
        }
        let about =
            |named: &[u32], r: &Reading| named.iter().copied().filter(|o| !r.objects.contains(o)).collect::<Vec<_>>();
        let (a, b) = (about(&claim.objects, &claim.reading), about(&known.objects, &known.reading));
        a.is_empty() || b.is_empty() || a.iter().any(|o| b.contains(o))
    }

    /// Why a record must not be learned: a person deleted what it says, or it was withdrawn since.
    pub(super) fn blocked(&self, claim: &Claim<'_>, board: &Board) -> Option<String> {
        if board.gone.is_empty() || self.index.worded(claim.reading.norm).next().is_some() {
            return None;
        }
        let (id, state) = self.index.left(claim.reading.norm).find_map(|id| board.gone.get_key_value(id))?;
        match &state.gone {
            Some((Gone::Rejected, on)) if claim.day() <= *on => {
                Some(format!("{id} said the same and was deleted by hand on {on}"))
            }
            Some((Gone::Removed(reason), _)) if reason.starts_with("withdrawn") || reason.starts_with("ended") => {
                let until = state.versions.last().and_then(|v| v.until)?;
                (claim.day() < until).then(|| format!("{id} said the same and was withdrawn on {until}"))
            }
            _ => None,
        }
    }

    /// Whether the new text says the same as the entry and more besides.
    pub(super) fn says_more(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let frames = |r: &Reading| r.frames.iter().filter(|f| f.class != COPULA).count();
        claim.reading.text.len() > known.reading.text.len() && frames(&claim.reading) > frames(&known.reading)
    }

    /// Whether two texts share a value at an edge.
    pub(super) fn same_value(&self, claim: &Claim<'_>, known: &Known) -> bool {
        for (_, value, group) in self.index.alternatives.stated(&claim.reading, &claim.objects) {
            if known.states(value).is_some() {
                return true;
            }
            if group.iter().any(|v| known.states(v).is_some()) {
                return false;
            }
        }
        difference(&claim.reading, &known.reading).is_none() && shared_edge(&claim.reading, &known.reading).is_some()
    }

    /// The update of an entry of which only a part changed: the rest survives.
    pub(super) fn halved(&self, claim: &Claim<'_>, known: &Known, why: String) -> Change {
        for frame in &claim.reading.frames {
            let theirs = known.reading.frames.iter().find(|f| (f.class, f.subject) == (frame.class, frame.subject));
            if let Some(theirs) = theirs.filter(|_| known.reading.frames.len() > claim.reading.frames.len()) {
                let articled = claim.reading.is(frame.value.start, Cue::Article);
                let text =
                    substituted(&known.reading, &theirs.value, claim.reading.shown(frame.value.clone()), articled);
                return claim.update(known, &text, why);
            }
        }
        claim.update(known, &claim.reading.text, why)
    }

    /// A new value: the entry's text, and what becomes of the others that stated the old one.
    pub(super) fn replaced<'k>(
        &self,
        claim: &Claim<'_>,
        known: &Known,
        old: Range<usize>,
        new: Range<usize>,
        others: impl Iterator<Item = &'k Known>,
        why: String,
    ) -> Vec<Change> {
        if claim.day() < known.stated {
            return vec![claim.update(known, &claim.reading.text, why)];
        }
        let more = known.reading.frames.len() > claim.reading.frames.len()
            && known.reading.clauses.len() > 1
            && has_facts_beside(&known.reading, &old);
        let text = if more {
            substituted(
                &known.reading,
                &old,
                claim.reading.shown(new.clone()),
                claim.reading.is(new.start, Cue::Article),
            )
        } else {
            claim.reading.text.clone()
        };
        let mut companions: Vec<&Known> = others.filter(|k| k.id != known.id).collect();
        let stems = known.reading.stems(old.clone());
        for other in self.stating(&stems) {
            if other.id != known.id
                && !companions.iter().any(|c| c.id == other.id)
                && other.states(&claim.reading.stems(new.clone())).is_none()
                && self.speaks_of_the_same(&known.reading, &known.objects, &old, other, &stems, false)
            {
                companions.push(other);
            }
        }
        let mut changes = vec![claim.update(known, &text, why)];
        changes.extend(self.merged_as(claim, known, &text, companions.into_iter()));
        changes
    }

    /// Entries that state a run of stems, found by its rarest word.
    fn stating<'s>(&'s self, stems: &'s [u32]) -> impl Iterator<Item = &'s Known> + 's {
        let rarest = stems.iter().copied().filter(|w| self.index.count(*w) > 0).min_by_key(|w| self.index.count(*w));
        rarest.into_iter().flat_map(|w| self.index.with_word(w)).filter(|k| k.states(stems).is_some())
    }

    /// A value that is known to exclude the one of an entry about the same thing.
    pub(super) fn by_alternative(&self, claim: &Claim<'_>) -> Decision {
        let (known, old, new) =
            self.excluded(claim).into_iter().max_by_key(|(k, ..)| (k.section == claim.section, k.stated))?;
        let why = format!(
            "“{}” took the place of “{}” before",
            claim.reading.shown(new.clone()),
            known.reading.shown(old.clone())
        );
        Some(Ok(self.replaced(claim, known, old, new, std::iter::empty(), why)))
    }

    /// Entries about the same thing whose value is known to exclude one that the claim states.
    fn excluded<'s>(&'s self, claim: &'s Claim<'_>) -> Vec<(&'s Known, Range<usize>, Range<usize>)> {
        let mut found: Vec<(&'s Known, Range<usize>, Range<usize>)> = Vec::new();
        if claim.reading.is_past() || claim.reading.has(Cue::Measure) || !self.rules.similarity {
            return found;
        }
        // An entry that was written as a change tells plainly of what it is the value.
        if let Some(frame) = claim.reading.frames.first().filter(|f| f.functional) {
            let value = claim.reading.stems(frame.value.clone());
            let mine = claim.reading.aspects_without(&frame.value, &self.rules.lexicon);
            let objects: Vec<u32> = claim.objects.iter().copied().filter(|o| !value.contains(o)).collect();
            for known in self.index.all().filter(|k| k.aspects != 0 && k.aspects == mine && !objects.is_empty()) {
                let Some(old) = known.naming.as_ref().and_then(|n| n.new.clone()) else { continue };
                let theirs = known.reading.stems(old.clone());
                let rest: Vec<u32> = known.objects.iter().copied().filter(|o| !theirs.contains(o)).collect();
                if rest == objects && theirs != value && known.stated <= claim.day() && self.may_meet(claim, known) {
                    found.push((known, old, frame.value.clone()));
                }
            }
        }
        for (new, value, group) in self.index.alternatives.stated(&claim.reading, &claim.objects) {
            let denied =
                (0..claim.reading.words.len()).any(|i| !new.contains(&i) && claim.reading.is(i, Cue::Negation));
            if denied || !claim.reading.at_edge(&new) {
                continue;
            }
            for other in group.iter().filter(|v| *v != value) {
                for known in self.stating(other) {
                    let Some(old) = known.states(other) else { continue };
                    let related = self.may_meet(claim, known)
                        && known.states(value).is_none()
                        && known.stated <= claim.day()
                        && (difference(&claim.reading, &known.reading)
                            .is_some_and(|d| known.reading.stems(d.old) == *other)
                            || self.speaks_of_the_same(&claim.reading, &claim.objects, &new, known, other, false));
                    if related && !found.iter().any(|(k, ..): &(&'s Known, _, _)| k.id == known.id) {
                        found.push((known, old, new.clone()));
                    }
                }
            }
        }
        found
    }

    /// When an entry is stated (again or anew), others whose value is known to exclude it go with it.
    pub(super) fn sweep(&self, claim: &Claim<'_>, changes: &mut Vec<Change>) {
        let Some(first) = changes.first() else { return };
        let (id, text) = match &first.what {
            What::Seen { id, fuller } => (id, fuller.clone()),
            What::Update { id, text, .. } => (id, Some(text.clone())),
            _ => return,
        };
        let Some(into) = self.index.get(id) else { return };
        let taken: Vec<_> = changes
            .iter()
            .filter_map(|c| if let What::Merge { from, .. } = &c.what { Some(from.clone()) } else { None })
            .flatten()
            .collect();
        let stale =
            self.excluded(claim).into_iter().map(|(k, ..)| k).filter(|k| k.id != into.id && !taken.contains(&k.id));
        let text = text.unwrap_or_else(|| into.reading.text.clone());
        let merge = self.merged_as(claim, into, &text, stale);
        changes.extend(merge);
    }

    /// Whether an entry that states the same old value does so of the same thing: the same objects, and an aspect
    /// or a topic word in common, or a value long enough to be a sentence of its own.
    fn speaks_of_the_same(
        &self,
        r: &Reading,
        objects: &[u32],
        old: &Range<usize>,
        other: &Known,
        stems: &[u32],
        named: bool,
    ) -> bool {
        let Some(place) = other.states(stems) else { return false };
        if !other.loose {
            return false;
        }
        let mine = r.stems(old.clone());
        let outside = |objects: &[u32]| -> Vec<u32> {
            objects.iter().copied().filter(|o| !stems.contains(o) && !mine.contains(o)).collect()
        };
        if outside(objects) != outside(&other.objects) {
            return false;
        }
        if self.subjects_differ(r, &other.reading) {
            return false;
        }
        let lexicon = &self.rules.lexicon;
        let (a, b) = (r.aspects_without(old, lexicon), other.reading.aspects_without(&place, lexicon));
        if a != 0 && b != 0 && a & b == 0 {
            return false;
        }
        if a & b != 0 {
            return true;
        }
        let long = other.reading.content_in(place.clone()).count() >= 2;
        if long && (named || other.reading.at_edge(&place)) {
            return true;
        }
        // Who or what is spoken of is no topic: both may say quite different things of it.
        let sole = r.frames.iter().filter(|f| f.about.len() == 1 && !named).flat_map(|f| f.about.iter().copied());
        let names = r.words.iter().filter(|w| w.capital).map(|w| w.stem);
        let spoken: Vec<u32> = sole.chain(names).collect();
        let topical = |w: &u32| !stems.contains(w) && !objects.contains(w) && !spoken.contains(w);
        let mine: Vec<u32> = r.content.iter().copied().filter(topical).collect();
        let theirs: Vec<u32> = other.reading.content.iter().copied().filter(topical).collect();
        let past = other.reading.is_past();
        if shared(&mine, &theirs) > 0 {
            return !past;
        }
        let liking = other
            .reading
            .hits(Cue::Many)
            .any(|h| !other.reading.is(h.from, Cue::Means) && !other.reading.is(h.from, Cue::Choice));
        named && !past && !liking && other.reading.at_edge(&place)
    }

    /// Merges others into an entry, as far as that is allowed.
    pub(super) fn merged<'k>(
        &self,
        claim: &Claim<'_>,
        into: &Known,
        others: impl Iterator<Item = &'k Known>,
    ) -> Option<Change> {
        self.merged_as(claim, into, &claim.reading.text, others)
    }

    fn merged_as<'k>(
        &self,
        claim: &Claim<'_>,
        into: &Known,
        text: &str,
        others: impl Iterator<Item = &'k Known>,
    ) -> Option<Change> {
        let from: Vec<_> =
            others.filter(|k| k.loose && k.stated <= claim.day() && k.id != into.id).map(|k| k.id.clone()).collect();
        if from.is_empty() || claim.day() < into.stated {
            return None;
        }
        let why = format!(
            "{} stated the old value in other words",
            from.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        );
        Some(claim.change(What::Merge { into: into.id.clone(), from, text: text.to_owned() }, why))
    }

    /// The text names the value that it replaces.
    pub(super) fn by_naming(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        let n = naming(r)?;
        let stems = r.stems(n.old.clone());
        if stems.is_empty() {
            return None;
        }
        let rest = without(r, &[Some(n.old.clone()), n.new.clone()]);
        let objects: Vec<u32> = {
            let spoken = |range: &Range<usize>| range.clone().map(|i| r.words[i].stem).collect::<Vec<_>>();
            let values: Vec<u32> = spoken(&n.old).into_iter().chain(n.new.iter().flat_map(spoken)).collect();
            claim.objects.iter().copied().filter(|o| !values.contains(o)).collect()
        };
        let new_stems = n.new.clone().map(|new| r.stems(new)).unwrap_or_default();
        let mut concerned: Vec<(usize, &Known)> = Vec::new();
        for known in self.stating(&stems) {
            let states_new = !new_stems.is_empty() && new_stems != stems && known.states(&new_stems).is_some();
            if states_new || !self.may_meet(claim, known) || !self.names_subject(claim, known) {
                continue;
            }
            let slot = self.same_slot(r, &known.reading);
            if slot || self.speaks_of_the_same(&rest, &objects, &(0..0), known, &stems, true) {
                let weight = shared(&rest.content, &known.reading.content) * 2
                    + usize::from(slot) * 10
                    + usize::from(known.section == claim.section);
                concerned.push((weight, known));
            }
        }
        concerned
            .sort_by(|a, b| b.0.cmp(&a.0).then_with(|| b.1.stated.cmp(&a.1.stated)).then_with(|| a.1.id.cmp(&b.1.id)));
        let old = r.shown(n.old.clone());
        let Some(new) = n.new.clone() else {
            let (_, known) = concerned.first()?;
            return Some(Ok(vec![claim.update(known, &r.text, format!("takes back “{old}”"))]));
        };
        let fresh = r.shown(new.clone());
        let why = format!("names what changed: “{old}” → “{fresh}”");
        if let Some((_, known)) = concerned.first().copied() {
            let place = known.states(&stems)?;
            let articled = r.is(n.old.start, Cue::Article) || r.is(new.start, Cue::Article);
            let text = if known.naming.is_some() {
                r.text.clone()
            } else {
                substituted(&known.reading, &place, fresh, articled)
            };
            let mut changes = vec![claim.update(known, &text, why)];
            changes.extend(self.merged_as(claim, known, &text, concerned[1..].iter().map(|(_, k)| *k)));
            return Some(Ok(changes));
        }
        // Nothing states the old value: the slot may hold another one, or the new one already.
        for frame in r.frames.iter().take(1) {
            if let Some(known) = self.index.in_slot((frame.class, frame.subject)).find(|k| self.may_meet(claim, k)) {
                return Some(Ok(vec![claim.update(known, &r.text, format!("{why}, of the same subject"))]));
            }
        }
        for known in self.stating(&new_stems) {
            if self.may_meet(claim, known)
                && self.speaks_of_the_same(&rest, &objects, &(0..0), known, &new_stems, false)
            {
                return Some(Ok(vec![claim.seen(known, format!("names “{fresh}” again as what holds"))]));
            }
        }
        Some(Ok(vec![claim.add(format!("{why}; the old value was not known"))]))
    }

    /// Where the claim's subject is a name, the entry bears it too.
    fn names_subject(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let Some(frame) = claim.reading.frames.first() else { return true };
        let single = frame.about.len() == 1 && frame.class != COPULA || frame.about.len() == 1;
        let theirs = known.reading.frames.first();
        !single || !theirs.is_some_and(|t| t.about.len() == 1 && t.about != frame.about && t.class == frame.class)
    }

    fn same_slot(&self, a: &Reading, b: &Reading) -> bool {
        a.frames.iter().any(|f| b.frames.iter().any(|g| (f.class, f.subject) == (g.class, g.subject)))
    }

    /// Whether the subjects of two texts each name something that the other text does not.
    fn subjects_differ(&self, a: &Reading, b: &Reading) -> bool {
        let own = |r: &Reading, other: &Reading| {
            r.frames.first().is_some_and(|f| {
                f.about.iter().any(|w| {
                    !other.content.contains(w) && !self.rules.lexicon.is_aspect(*w) && !r.attributes.contains(w)
                })
            })
        };
        own(a, b) && own(b, a)
    }

    /// Whether a text takes something back.
    pub(super) fn is_withdrawal(&self, claim: &Claim<'_>) -> bool {
        claim.reading.has(Cue::Withdraw)
    }

    /// Whether a withdrawal says nothing but what it withdraws.
    pub(super) fn is_hollow_by_itself(&self, claim: &Claim<'_>) -> bool {
        naming(&claim.reading).is_none_or(|n| {
            n.new.is_none() || claim.reading.content_in(n.old).all(|i| claim.reading.is(i, Cue::Hollow))
        })
    }

    /// Whether a text says nothing beyond ending an entry.
    pub(super) fn is_hollow(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let r = &claim.reading;
        let said = (0..r.words.len()).filter(|i| r.words[*i].says() && !r.is(*i, Cue::Hollow));
        let mut own = said.flat_map(|i| r.content_in(i..i + 1)).map(|i| r.words[i].stem);
        own.all(|w| known.reading.content.contains(&w))
    }

    /// Something is dropped: a text that names a value states so; one that names a topic only removes.
    pub(super) fn withdrawal(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        if !self.is_withdrawal(claim) || !self.is_hollow_by_itself(claim) {
            return None;
        }
        let topic: Vec<u32> = {
            let head = (0..r.words.len()).filter(|i| r.words[*i].says() && !r.is(*i, Cue::Hollow));
            let mut words: Vec<u32> = head.flat_map(|i| r.content_in(i..i + 1)).map(|i| r.words[i].stem).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        if topic.is_empty() {
            return None;
        }
        let mut best: Vec<(usize, &Known)> = Vec::new();
        for known in self.index.all() {
            let stated = values(known);
            let objects = claim.objects.iter().all(|o| known.objects.contains(o) || known.reading.content.contains(o))
                && known
                    .objects
                    .iter()
                    .all(|o| claim.objects.contains(o) || stated.contains(o) || known.reading.at_tail(*o));
            if !objects || !self.may_meet(claim, known) {
                continue;
            }
            let covered = shared(&topic, &known.reading.content);
            let (mine, theirs) = (r.aspects, known.reading.aspects);
            let aspect = mine != 0 && (mine == theirs || (mine.count_ones() == 1 && mine & theirs != 0));
            // Words that are no aspect name the thing concerned: the entry bears them all.
            let lexicon = &self.rules.lexicon;
            let specific = topic.iter().all(|w| known.reading.content.contains(w) || lexicon.is_aspect(*w));
            if covered == topic.len() || (aspect && specific && covered >= claim.objects.len()) {
                best.push((covered, known));
            }
        }
        let most = best.iter().map(|(n, _)| *n).max()?;
        best.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| b.1.stated.cmp(&a.1.stated)).then_with(|| a.1.id.cmp(&b.1.id)));
        let (_, first) = best[0];
        let named = values(first);
        if topic.iter().any(|w| named.contains(w)) && most == topic.len() {
            return Some(Ok(vec![claim.update(first, &r.text, "takes back a value that it names")]));
        }
        // Removed: those that cover the topic best, and those that state the same value in other words.
        let mut gone: Vec<&Known> = best.iter().filter(|(n, _)| *n == most).map(|(_, k)| *k).collect();
        for (_, other) in &best {
            let same = gone.iter().any(|k| shared_edge(&k.reading, &other.reading).is_some());
            if same && !gone.iter().any(|k| k.id == other.id) {
                gone.push(other);
            }
        }
        Some(Ok(gone.into_iter().map(|k| claim.remove(k, "withdraws it".to_owned(), "withdrawn")).collect()))
    }

    /// Whether an entry says the same as the claim in other words: why, and whether the fuller wording may stay.
    pub(super) fn says_same(&self, claim: &Claim<'_>, known: &Known) -> Option<(String, bool)> {
        let (r, k) = (&claim.reading, &known.reading);
        // All content of one in the other, nothing exact left over.
        let (small, large) = if r.content.len() <= k.content.len() { (r, k) } else { (k, r) };
        let common = shared(&small.content, &large.content);
        if common == small.content.len() && common >= 2 && r.frames.len() <= 1 && k.frames.len() <= 1 {
            let left = (0..large.words.len())
                .filter(|i| large.words[*i].says() && !small.words.iter().any(|w| w.stem == large.words[*i].stem));
            let harmless = left.clone().all(|i| {
                !matches!(large.words[i].kind, super::words::Kind::Number | super::words::Kind::Code)
                    && !large.is(i, Cue::Negation)
                    && !large.objects.contains(&large.words[i].stem)
            });
            let order = small.core().iter().map(|i| small.words[*i].stem).eq(large
                .core()
                .iter()
                .map(|i| large.words[*i].stem)
                .filter(|w| small.words.iter().any(|s| s.stem == *w)));
            if harmless && order && left.count() <= 4 {
                return Some(("the same, with fewer or more words".to_owned(), true));
            }
        }
        if self.subjects_differ(r, k) {
            return None;
        }
        let (a, b) = shared_edge(r, k)?;
        let outside = |objects: &[u32], r: &Reading, range: &Range<usize>| -> Vec<u32> {
            let inside: Vec<u32> = range.clone().map(|i| r.words[i].stem).collect();
            objects.iter().copied().filter(|o| !inside.contains(o)).collect()
        };
        if outside(&claim.objects, r, &a) != outside(&known.objects, k, &b) {
            return None;
        }
        let lexicon = &self.rules.lexicon;
        let (x, y) = (r.aspects_without(&a, lexicon), k.aspects_without(&b, lexicon));
        let exact = |r: &Reading, value: &Range<usize>| {
            (0..r.words.len()).any(|i| !value.contains(&i) && r.words[i].kind == super::words::Kind::Number)
        };
        let rare = r.content_in(a.clone()).count() >= 2
            || r.is_exact(a.clone())
            || a.clone().any(|i| r.words[i].capital && i > 0)
            || x & y != 0;
        if x & y != 0 && x.count_ones() <= 2 && rare && !exact(r, &a) && !exact(k, &b) && !r.is_past() && !k.is_past() {
            return Some((format!("the same aspect and value: “{}”", r.shown(a)), false));
        }
        None
    }
}

/// The content words of an entry's values.
fn values(known: &Known) -> Vec<u32> {
    let r = &known.reading;
    r.frames.iter().flat_map(|f| r.content_in(f.value.clone())).map(|i| r.words[i].stem).collect()
}

/// Whether a text states something beside the clause in which a value stands.
fn has_facts_beside(r: &Reading, value: &Range<usize>) -> bool {
    r.frames.iter().any(|f| {
        let clause = |at: usize| r.clauses.iter().position(|c| c.contains(&at));
        clause(f.value.start) != clause(value.start)
            && (f.class != COPULA || f.functional)
            && !r.clauses.iter().any(|c| c.contains(&f.value.start) && r.is(c.start, Cue::Label))
    })
}

/// A text with another value in place of one; explanations behind a semicolon belonged to the old value and go.
fn substituted(r: &Reading, value: &Range<usize>, fresh: &str, articled: bool) -> String {
    let mut from = r.words[value.start].start as usize;
    let to = r.words[value.end - 1].end as usize;
    // An article belongs to the value that it stands before.
    if articled && let Some(before) = value.start.checked_sub(1).filter(|i| r.is(*i, Cue::Article)) {
        from = r.words[before].start as usize;
    }
    let head = r.words.get(r.head).map_or(r.text.len(), |w| w.start as usize);
    let keep = if value.start < r.head && !has_facts_beside_head(r) { head.max(to) } else { r.text.len() };
    format!("{}{fresh}{}", &r.text[..from], r.text[to..keep].trim_end())
}

fn has_facts_beside_head(r: &Reading) -> bool {
    r.frames.iter().any(|f| {
        f.value.start >= r.head
            && (f.class != COPULA || f.functional)
            && !r.clauses.iter().any(|c| c.contains(&f.value.start) && r.is(c.start, Cue::Label))
    })
}

/// A reading without some of its words: what is left tells what it is about.
fn without(r: &Reading, ranges: &[Option<Range<usize>>]) -> Reading {
    let keep: Vec<usize> =
        (0..r.words.len()).filter(|i| !ranges.iter().flatten().any(|range| range.contains(i))).collect();
    let change = Cue::Marker.bit()
        | Cue::Old.bit()
        | Cue::New.bit()
        | Cue::From.bit()
        | Cue::End.bit()
        | Cue::Correction.bit()
        | Cue::Label.bit()
        | Cue::OldBefore.bit();
    let mut rest = Reading { text: r.text.clone(), ..Reading::default() };
    for i in keep {
        if r.cues[i] & change == 0 {
            rest.words.push(r.words[i]);
            rest.cues.push(r.cues[i]);
        }
    }
    rest.content = rest.content_in(0..rest.words.len()).map(|i| rest.words[i].stem).collect();
    rest.content.sort_unstable();
    rest.content.dedup();
    rest.aspects = r.aspects;
    rest.frames = r.frames.iter().take(1).cloned().collect();
    rest.attributes.clone_from(&r.attributes);
    rest
}
