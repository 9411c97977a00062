//! Composing: lines, a template and a budget become a context. Whatever is asked for, the whole
//! output is within the budget: headings, remarks and the count of what was left out included.

use std::cell::OnceCell;

use super::blank::Blank;
use super::fit::{Pool, fit};
use super::line::{Item, Part};
use super::plan::{Format, Limit, Plan};
use super::template::Template;
use crate::memory::Settings;
use crate::tokens;

/// Said at the head of every context that says anything: memory is not in command.
pub const BACKGROUND: &str = crate::stream::markers::OPENING;

/// A context, ready to print.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Context {
    /// The text, with a line end at its end; empty when not even one line is within the budget.
    pub text: String,
    /// About how many tokens it is.
    pub tokens: usize,
    /// Which lines are in it, by position.
    pub kept: Vec<bool>,
    /// What the user should know, in a sentence.
    pub notice: Option<String>,
}

/// All that a context may hold.
#[derive(Debug)]
pub struct Draft<'a> {
    plan: &'a Plan,
    settings: &'a Settings,
    template: &'a Template,
    parts: Vec<Part>,
    /// The lines, part by part in the order of [`Part`], each part in the order of print.
    pub items: Vec<Item>,
    /// What a section says that has no line.
    pub blank: Blank,
    printed: Vec<String>,
    available: usize,
    /// What each line takes, once somebody asked.
    costs: OnceCell<Vec<usize>>,
}

impl<'a> Draft<'a> {
    /// Lines to choose from.
    pub fn new(items: Vec<Item>, plan: &'a Plan, settings: &'a Settings, template: &'a Template) -> Self {
        let wanted = [
            (Part::LongTerm, !plan.sections.is_empty() || plan.notes || plan.profile),
            (Part::Session, plan.session.is_some()),
            (Part::Recent, plan.recent),
            (Part::Relevant, plan.query.is_some()),
        ];
        let reserve = settings.tokens.reserve.clamp(0.0, 0.9);
        let factor = settings.tokens.factor;
        let factor = if factor.is_finite() && factor > 0.0 { factor } else { 1.0 };
        Self {
            plan,
            settings,
            template,
            parts: wanted.into_iter().filter(|(_, wanted)| *wanted).map(|(part, _)| part).collect(),
            printed: items.iter().map(|item| item.line.print(plan.format)).collect(),
            items,
            blank: Blank::default(),
            costs: OnceCell::new(),
            available: (plan.budget as f64 * 100.0 * (1.0 - reserve) / factor) as usize,
        }
    }

    /// The context with every line in it, if that is within the budget.
    pub fn whole(&self) -> Option<Context> {
        // Lines far beyond the budget need no rendering to see that. Within a text a line may take less than
        // by itself, though never a token less; what a host counts beside tokens does not add up line by line.
        let least = || self.costs().iter().map(|cost| cost.saturating_sub(100)).sum::<usize>();
        if self.plan.limit.is_none() && least() > self.available {
            return None;
        }
        let kept = vec![true; self.items.len()];
        let text = self.render(&kept, !self.items.is_empty());
        let centi = tokens::estimate_centi(&text);
        (self.cost(&text, centi) <= self.available).then(|| self.context(text, centi, kept))
    }

    /// The context with the lines of the highest value in it.
    pub fn fitted(&self) -> Context {
        let mut kept = self.choose();
        while kept.contains(&true) {
            let text = self.render(&kept, true);
            let centi = tokens::estimate_centi(&text);
            let excess = self.cost(&text, centi).saturating_sub(self.available);
            if excess == 0 {
                return self.context(text, centi, kept);
            }
            self.drop_least(&mut kept, excess);
        }
        let notice = format!("a budget of {} tokens has no room for a line of memory", self.plan.budget);
        let short = [self.render(&kept, false), self.in_a_word()];
        let fits = |text: String| {
            let centi = tokens::estimate_centi(&text);
            (self.cost(&text, centi) <= self.available).then_some((text, centi))
        };
        let (text, centi) = short.into_iter().find_map(fits).unwrap_or_default();
        Context { notice: Some(notice), ..self.context(text, centi, kept) }
    }

    /// The parts were costed apart; should they cost more together, the lines of the least value go.
    fn drop_least(&self, kept: &mut [bool], excess: usize) {
        let mut order: Vec<usize> = (0..kept.len()).filter(|&i| kept[i]).collect();
        order.sort_by(|&a, &b| self.items[a].value.total_cmp(&self.items[b].value).then(b.cmp(&a)));
        let mut freed = 0;
        for i in order {
            if freed >= excess {
                return;
            }
            kept[i] = false;
            freed += self.costs()[i];
        }
    }

    /// What each line takes with what ends it.
    fn costs(&self) -> &[usize] {
        let end = if self.plan.format == Format::Json { "," } else { "\n" };
        let mut text = String::new();
        let cost = |line: &String| {
            text.clear();
            text.extend([line.as_str(), end]);
            self.cost(&text, tokens::estimate_centi(&text))
        };
        self.costs.get_or_init(|| self.printed.iter().map(cost).collect())
    }

    fn context(&self, text: String, centi: usize, kept: Vec<bool>) -> Context {
        Context { tokens: tokens::scaled(centi, &self.settings.tokens), text, kept, notice: None }
    }

    /// What a text of so many hundredths of a token takes of `available`: by tokens or by the host's limit,
    /// whichever is the tighter.
    fn cost(&self, text: &str, tokens: usize) -> usize {
        let share = |used: usize, limit: usize| (used * self.available).div_ceil(limit.max(1));
        match self.plan.limit {
            None => tokens,
            Some(Limit::Characters(limit)) => tokens.max(share(text.chars().count(), limit)),
            Some(Limit::Bytes(limit)) => tokens.max(share(text.len(), limit)),
        }
    }

    /// The lines of the highest value in each part, within its share.
    fn choose(&self) -> Vec<bool> {
        let nothing = vec![false; self.items.len()];
        let frame = self.render(&nothing, true);
        let frame = self.cost(&frame, tokens::estimate_centi(&frame));
        let room = self.available.saturating_sub(frame);
        let ranges = [Part::Profile, Part::LongTerm, Part::Session, Part::Recent, Part::Relevant].map(|part| {
            let from = self.items.iter().position(|i| i.part == part).unwrap_or(0);
            (part, from..from + self.items.iter().filter(|i| i.part == part).count())
        });
        let pools: Vec<Pool> = ranges
            .iter()
            .map(|(part, range)| {
                let (weight, cap) = self.share(*part);
                let lines = range.clone().map(|i| (self.costs()[i], self.items[i].value.min(f64::MAX)));
                Pool { weight, cap, lines: lines.collect() }
            })
            .collect();
        let chosen = fit(&pools, room);
        let mut kept = nothing;
        for ((_, range), chosen) in ranges.into_iter().zip(chosen) {
            kept[range].copy_from_slice(&chosen);
        }
        kept
    }

    /// Weight and cap of a part, in hundredths of a token.
    fn share(&self, part: Part) -> (f64, usize) {
        let inject = &self.settings.inject;
        let share = inject.share.clamp(0.01, 0.99);
        let capped = |tokens: usize| tokens.saturating_mul(100);
        match part {
            Part::Profile => (0.2, capped(inject.profile_tokens)),
            Part::LongTerm => (share, usize::MAX),
            Part::Session => (0.3, capped(inject.session_tokens)),
            Part::Recent => (1.0 - share, usize::MAX),
            Part::Relevant if self.plan.recall => (1.0, usize::MAX),
            Part::Relevant => (0.3, capped(inject.for_tokens)),
        }
    }

    /// How many lines of a part are left out.
    fn missing(&self, part: Part, kept: &[bool]) -> usize {
        self.items.iter().zip(kept).filter(|(item, kept)| item.part.name() == part.name() && !**kept).count()
    }

    /// The command that shows what was left out of a part.
    fn command(&self, part: Part, kept: &[bool]) -> String {
        match part {
            Part::Profile => "alluvium profile".to_owned(),
            Part::LongTerm => "alluvium show sediment".to_owned(),
            Part::Session => "alluvium session show".to_owned(),
            Part::Recent => {
                let left = self.items.iter().zip(kept).filter(|(item, kept)| item.part == part && !**kept);
                let days = || left.clone().filter_map(|(item, _)| item.line.day);
                match (days().min(), days().max()) {
                    (Some(from), Some(to)) if from < to => format!("alluvium show {from}..{to}"),
                    (day, _) => format!("alluvium show {}", day.unwrap_or(self.plan.today)),
                }
            }
            Part::Relevant => "alluvium search".to_owned(),
        }
    }

    /// The list of a part: its lines, and how many were left out.
    fn list(&self, part: Part, kept: &[bool]) -> String {
        let own = || self.items.iter().zip(&self.printed).zip(kept).filter(|((i, _), _)| i.part.name() == part.name());
        let mut lines: Vec<&str> = own().filter(|(_, kept)| **kept).map(|((_, printed), _)| printed.as_str()).collect();
        let missing = self.missing(part, kept);
        // What was searched for is a choice of the best anyway: there is always more.
        let more = match missing {
            0 if own().next().is_none() => match part {
                Part::Profile | Part::LongTerm => self.blank.long_term,
                Part::Session => self.blank.session,
                Part::Recent => self.blank.recent,
                Part::Relevant => self.blank.relevant,
            }
            .to_owned(),
            0 => String::new(),
            _ if part == Part::Relevant && !lines.is_empty() => String::new(),
            n if self.plan.format == Format::Xml => {
                format!("<more count=\"{n}\" show=\"{}\"/>", self.command(part, kept))
            }
            n => format!("(+{n} not shown: {})", self.command(part, kept)),
        };
        if !more.is_empty() {
            // In Markdown a line right below an item would be a part of it.
            lines.extend((self.plan.format == Format::Markdown && !lines.is_empty()).then_some(""));
            lines.push(&more);
        }
        lines.join("\n")
    }

    fn render(&self, kept: &[bool], background: bool) -> String {
        if self.plan.format == Format::Json {
            return self.json(kept, background);
        }
        let lists: Vec<(&str, String)> = self.parts.iter().map(|p| (p.name(), self.list(*p, kept))).collect();
        let day = self.plan.today.to_string();
        let mut text = self.template.render(self.plan.order, &|name| match name {
            "background" => background.then_some(BACKGROUND),
            "day" => Some(&day),
            _ => lists.iter().find(|(part, _)| *part == name).map(|(_, list)| list.as_str()),
        });
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    fn json(&self, kept: &[bool], background: bool) -> String {
        let mut object = serde_json::Map::new();
        object.insert("day".into(), self.plan.today.to_string().into());
        if background {
            object.insert("background".into(), BACKGROUND.into());
        }
        for part in &self.parts {
            let lines: Vec<serde_json::Value> = self
                .items
                .iter()
                .zip(kept)
                .filter(|(item, kept)| item.part.name() == part.name() && **kept)
                .map(|(item, _)| item.line.json())
                .collect();
            let mut section = serde_json::Map::new();
            section.insert("lines".into(), lines.into());
            let missing = self.missing(*part, kept);
            if missing > 0 {
                section.insert("left-out".into(), missing.into());
                section.insert("show".into(), self.command(*part, kept).into());
            }
            object.insert(part.name().into(), section.into());
        }
        // `<\/` is `</` to a reader of JSON and cannot close a tag that somebody puts around it.
        let text = serde_json::Value::from(object).to_string();
        format!("{}\n", text.replace("</", "<\\/").replace("<!", "\\u003c!"))
    }

    /// The shortest thing to say.
    fn in_a_word(&self) -> String {
        match self.plan.format {
            Format::Json => "{}\n".to_owned(),
            Format::Xml => "<memory/>\n".to_owned(),
            Format::Text | Format::Markdown => format!("(memory: {} lines not shown)\n", self.items.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use crate::inject::line::{Line, Why};
    use crate::inject::neutral;
    use crate::inject::plan::Order;
    use crate::sediment::Section;
    use crate::time::{Day, Days};

    fn template(format: Format) -> Template {
        let text = match format {
            Format::Text | Format::Json => include_str!("../../templates/inject.txt"),
            Format::Markdown => include_str!("../../templates/inject.md"),
            Format::Xml => include_str!("../../templates/inject.xml"),
        };
        Template::parse(text, Path::new("inject")).unwrap()
    }

    fn plan(budget: usize, format: Format, limit: Option<Limit>) -> Plan {
        let today = Day::parse("2025-03-14").unwrap();
        Plan {
            today,
            budget,
            limit,
            format,
            order: Order::SedimentFirst,
            sections: Section::ALL.to_vec(),
            notes: true,
            profile: true,
            recent: true,
            days: Days { from: Some(today), to: Some(today) },
            open_ends_before: None,
            kinds: Vec::new(),
            todos_from: None,
            query: Some("x".into()),
            recall: false,
            as_of: None,
            session: Some("x".into()),
            cite: false,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Random memories, budgets, formats and host limits: never over, and what is shown is whole.
        #[test]
        fn no_context_is_over_its_budget(
            lines in prop::collection::vec((0usize..5, "\\PC{0,80}|[a-z ]{0,300}|[字あ한й👍🏽]{0,40}", 0f64..2.0), 0..60),
            budget in 0usize..1500,
            format in prop::sample::select(vec![Format::Text, Format::Markdown, Format::Json, Format::Xml]),
            limit in prop::option::of((100usize..4000, any::<bool>())),
        ) {
            let settings = Settings::default();
            let limit = limit.map(|(n, bytes)| if bytes { Limit::Bytes(n) } else { Limit::Characters(n) });
            let plan = plan(budget, format, limit);
            let template = template(format);
            let parts = [Part::Profile, Part::LongTerm, Part::Session, Part::Recent, Part::Relevant];
            let mut items: Vec<Item> = lines.into_iter().map(|(part, text, value)| Item {
                part: parts[part],
                line: Line { kind: "note".into(), text: neutral::line(&text).into_owned(), ..Line::default() },
                value,
                place: String::new(),
                why: Why::Unweighed,
                entry: None,
            }).collect();
            items.sort_by_key(|item| item.part);
            let draft = Draft::new(items, &plan, &settings, &template);
            let context = draft.whole().unwrap_or_else(|| draft.fitted());
            prop_assert!(context.tokens <= budget);
            match limit {
                Some(Limit::Bytes(n)) => prop_assert!(context.text.len() <= n),
                Some(Limit::Characters(n)) => prop_assert!(context.text.chars().count() <= n),
                None => {}
            }
            for (printed, _) in draft.printed.iter().zip(&context.kept).filter(|(_, kept)| **kept) {
                prop_assert!(format == Format::Json || context.text.contains(printed.trim_end()));
            }
        }
    }
}
