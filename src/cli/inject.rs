//! `alluvium inject`: print the context for an agent's prompt.

use std::path::PathBuf;

use super::{Context, Ui};
use crate::error::{Ended, Result};
use crate::inject::{Format, Injected, Order, Request, Why, inject};
use crate::memory::files;
use crate::recall::track;

/// Print the context for an agent's prompt
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium inject                                  the context for today
  alluvium inject --task continue --budget 1000
  alluvium inject --for 'which database does project-a use?' --cite
  alluvium inject --host claude --format markdown --output CLAUDE.memory.md")]
pub struct Inject {
    /// What the context is for: simple, continue, review, recall, or a task of the settings
    #[arg(long, value_name = "NAME")]
    task: Option<String>,
    /// Add what memory holds on this text
    #[arg(long = "for", value_name = "TEXT", allow_hyphen_values = true)]
    query: Option<String>,
    /// Tokens of the whole output, headings and notices included
    #[arg(long, value_name = "N")]
    budget: Option<usize>,
    /// Days of recent activity: a day, `-3d`, `2025-03-01..2025-03-14`
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    date: Option<String>,
    /// What was known on this day
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    as_of: Option<String>,
    /// What stands first [default: sediment-first]
    #[arg(long, value_name = "ORDER")]
    order: Option<OrderArg>,
    /// Stay below what this host cuts off: claude, codex, copilot, cursor, gemini, goose
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FormatArg,
    /// Only these sections: sediment, preferences, context, decisions, lessons, procedures, notes, profile, session, stream, relevant
    #[arg(long = "section", value_name = "NAME", value_delimiter = ',')]
    sections: Vec<String>,
    /// Include the summary of this conversation
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// End each line with the record it rests on
    #[arg(long)]
    cite: bool,
    /// Say on standard error why each line is in or out
    #[arg(long)]
    explain: bool,
    /// Write to this file instead, if its content changes
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum OrderArg {
    SedimentFirst,
    StreamFirst,
}

#[derive(Debug, Clone, Copy, PartialEq, clap::ValueEnum)]
enum FormatArg {
    Text,
    #[value(alias = "md")]
    Markdown,
    Json,
    Xml,
}

impl Inject {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        let now = context.clock(&memory)?.now()?;
        let format = match self.format {
            _ if ui.wants_json() => Format::Json,
            FormatArg::Text => Format::Text,
            FormatArg::Markdown => Format::Markdown,
            FormatArg::Json => Format::Json,
            FormatArg::Xml => Format::Xml,
        };
        let request = Request {
            task: self.task,
            query: self.query,
            budget: self.budget,
            date: self.date,
            as_of: self.as_of,
            order: self.order.map(|order| match order {
                OrderArg::SedimentFirst => Order::SedimentFirst,
                OrderArg::StreamFirst => Order::StreamFirst,
            }),
            host: self.host,
            format,
            sections: self.sections,
            cite: self.cite,
            session: self.session,
        };
        let injected = inject(&memory, &request, &now)?;
        match &self.output {
            None => ui.answer(&injected.context.text)?,
            Some(path) => {
                let path = context.env.cwd.join(path);
                files::replace(&path, injected.context.text.as_bytes())?;
            }
        }
        track(&memory, &injected.returned, &now)?;
        report(&injected, self.explain, ui);
        // The process ends here: to take hundreds of lines apart before would be work for nothing.
        std::mem::forget((injected, memory));
        Ok(Ended::Done)
    }
}

/// What is said beside the context, on standard error.
fn report(injected: &Injected, explain: bool, ui: &mut Ui) {
    if let Some(notice) = &injected.context.notice {
        ui.status(notice);
    }
    for notice in &injected.notices {
        ui.status(notice);
    }
    match injected.problems.as_slice() {
        [] => {}
        [one] => ui.status(&format!("warning: {one}")),
        [first, rest @ ..] => ui.status(&format!("warning: {first} (and {} more; see `alluvium doctor`)", rest.len())),
    }
    if explain {
        for line in explanation(injected) {
            ui.status(&line);
        }
    }
}

fn explanation(injected: &Injected) -> Vec<String> {
    let shown = injected.items.iter().zip(&injected.context.kept).map(|(item, kept)| {
        let value = if item.value.is_finite() { format!("{:.3}", item.value) } else { "-".to_owned() };
        let why = match (kept, &item.why) {
            (true, Why::Unweighed) => "everything fits".to_owned(),
            (true, why) => why.to_string(),
            (false, Why::Unweighed) => "no room".to_owned(),
            (false, why) => format!("no room; {why}"),
        };
        format!("{} {value} {} {} ({why})", if *kept { "in " } else { "out" }, item.place, item.line.text)
    });
    let out = injected.left_out.iter().map(|l| format!("out - {} {} ({})", l.place, l.text, l.reason));
    shown.chain(out).collect()
}
