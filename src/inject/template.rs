//! Templates: text with `{{holes}}`, and stretches between `{{#section}}` and `{{/section}}` that
//! stand only where that section is wanted.

use std::path::Path;

use super::plan::Order;
use crate::error::{Error, Result};

/// The holes that a template may have.
const HOLES: [&str; 6] = ["background", "long-term", "session", "recent", "relevant", "day"];

/// The sections that may be conditional.
const SECTIONS: [&str; 5] = ["background", "long-term", "session", "recent", "relevant"];

/// A template, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Hole(String),
    Section(String, Vec<Piece>),
}

impl Template {
    /// Reads a template. `path` is named where it is wrong.
    ///
    /// # Errors
    /// An unknown hole or section, one that is not closed, a section within a section.
    pub fn parse(text: &str, path: &Path) -> Result<Self> {
        let mut pieces = Vec::new();
        let mut open: Option<(String, usize, Vec<Piece>)> = None;
        let mut rest = text;
        let mut line = 1;
        while let Some(at) = rest.find("{{") {
            let (before, tag) = rest.split_at(at);
            line += before.matches('\n').count();
            let here = line;
            let wrong = |what: String, known: &[&str]| {
                Error::new(format!("{}:{here}: {what}", path.display())).hint(format!("known are {}", known.join(", ")))
            };
            let Some(end) = tag.find("}}").filter(|end| !tag[..*end].contains('\n')) else {
                return Err(wrong("a hole is not closed with `}}`".to_owned(), &HOLES));
            };
            let name = tag[2..end].trim();
            let mut after = &tag[end + 2..];
            let mut before = before;
            if name.starts_with(['#', '/']) {
                // A line that holds nothing else goes with its line end.
                let alone = before.rsplit('\n').next().is_none_or(|l| l.trim().is_empty());
                let tail = after.trim_start_matches([' ', '\t']);
                if alone && (tail.starts_with('\n') || tail.starts_with("\r\n") || tail.is_empty()) {
                    before = before.trim_end_matches([' ', '\t']);
                    after = tail.strip_prefix("\r\n").or_else(|| tail.strip_prefix('\n')).unwrap_or(tail);
                    line += usize::from(!tail.is_empty());
                }
            }
            let level = open.as_mut().map_or(&mut pieces, |(_, _, inner)| inner);
            if !before.is_empty() {
                level.push(Piece::Text(before.to_owned()));
            }
            if let Some(section) = name.strip_prefix('#') {
                if !SECTIONS.contains(&section) {
                    return Err(wrong(format!("unknown section `{section}`"), &SECTIONS));
                }
                if open.is_some() {
                    return Err(wrong(format!("section `{section}` begins inside another"), &SECTIONS));
                }
                open = Some((section.to_owned(), here, Vec::new()));
            } else if let Some(section) = name.strip_prefix('/') {
                match open.take() {
                    Some((name, _, inner)) if name == section => pieces.push(Piece::Section(name, inner)),
                    _ => return Err(wrong(format!("section `{section}` ends and was not begun"), &SECTIONS)),
                }
            } else if HOLES.contains(&name) {
                level.push(Piece::Hole(name.to_owned()));
            } else {
                return Err(wrong(format!("unknown hole `{name}`"), &HOLES));
            }
            rest = after;
        }
        if let Some((name, at, _)) = open {
            return Err(Error::new(format!("{}:{at}: section `{name}` is not closed", path.display()))
                .hint(format!("close it with {{{{/{name}}}}}")));
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Self(pieces))
    }

    /// Fills the template. A section for which `fill` has nothing is left out with all that is in it.
    pub fn render<'f>(&self, order: Order, fill: &impl Fn(&str) -> Option<&'f str>) -> String {
        let mut out = String::new();
        let at = |wanted: &str| self.0.iter().position(|p| matches!(p, Piece::Section(name, _) if name == wanted));
        let swap = match (order, at("long-term"), at("recent")) {
            (Order::StreamFirst, Some(a), Some(b)) => Some((a, b)),
            _ => None,
        };
        for i in 0..self.0.len() {
            let i = match swap {
                Some((a, b)) if i == a => b,
                Some((a, b)) if i == b => a,
                _ => i,
            };
            match &self.0[i] {
                Piece::Section(name, inner) => {
                    if fill(name).is_some() {
                        inner.iter().for_each(|piece| print(piece, fill, &mut out));
                    }
                }
                piece => print(piece, fill, &mut out),
            }
        }
        out
    }
}

fn print<'f>(piece: &Piece, fill: &impl Fn(&str) -> Option<&'f str>, out: &mut String) {
    match piece {
        Piece::Text(text) => out.push_str(text),
        Piece::Hole(name) => out.push_str(fill(name).unwrap_or_default()),
        Piece::Section(..) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{{#background}}\n{{background}}\n\n{{/background}}\n{{#long-term}}\n[L]\n{{long-term}}\n{{/long-term}}\n{{#recent}}\n[R]\n{{recent}}\n{{/recent}}\n";

    fn parse(text: &str) -> Result<Template> {
        Template::parse(text, Path::new("templates/inject.txt"))
    }

    #[test]
    fn sections_that_are_not_wanted_leave_no_trace() {
        let template = parse(TEXT).unwrap();
        let fill = |name: &str| (name == "recent").then_some("- x");
        assert_eq!(template.render(Order::SedimentFirst, &fill), "[R]\n- x\n");
    }

    #[test]
    fn the_order_changes_places() {
        let template = parse(TEXT).unwrap();
        let fill = |name: &str| (name != "background").then_some("- x");
        assert_eq!(template.render(Order::SedimentFirst, &fill), "[L]\n- x\n[R]\n- x\n");
        assert_eq!(template.render(Order::StreamFirst, &fill), "[R]\n- x\n[L]\n- x\n");
    }

    #[test]
    fn what_is_filled_in_is_not_read_again() {
        let template = parse("{{recent}}").unwrap();
        assert_eq!(template.render(Order::SedimentFirst, &|_| Some("{{day}}")), "{{day}}");
    }

    #[test]
    fn mistakes_name_file_and_line() {
        for (text, message) in [
            ("a\n{{nothing}}", "templates/inject.txt:2: unknown hole `nothing`"),
            ("a\n\n{{recent", "templates/inject.txt:3: a hole is not closed with `}}`"),
            ("{{#what}}", "templates/inject.txt:1: unknown section `what`"),
            ("\n{{#recent}}\n", "templates/inject.txt:2: section `recent` is not closed"),
            ("{{/recent}}", "templates/inject.txt:1: section `recent` ends and was not begun"),
            ("{{#recent}}{{#session}}", "templates/inject.txt:1: section `session` begins inside another"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
    }
}
