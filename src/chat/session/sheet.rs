//! The file of a session: front matter that says how far the conversation was read, and the summary.

use std::fmt;

/// A session's file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// How often the summary was made, from 1.
    pub version: usize,
    /// Messages that the summary covers.
    pub end: usize,
    /// Rounds that it covers; a round begins with a person's message.
    pub rounds: usize,
    /// When it was made, RFC 3339.
    pub updated: String,
    /// A digest of the messages that it covers.
    pub digest: String,
    /// The day on which the conversation ended, if it did.
    pub ended: Option<String>,
    /// Other lines of the front matter; they are a person's.
    pub others: Vec<String>,
    /// The summary.
    pub body: String,
}

impl Sheet {
    /// Reads a sheet.
    ///
    /// # Errors
    /// What is wrong, when the front matter does not say how far the conversation was read.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let rest = text.strip_prefix("---\n").ok_or("it has no front matter")?;
        let (matter, body) = rest
            .split_once("\n---\n")
            .or_else(|| rest.strip_suffix("\n---").map(|matter| (matter, "")))
            .ok_or("its front matter does not end")?;
        let mut sheet = Self { body: body.trim_start_matches('\n').to_owned(), ..Self::default() };
        for line in matter.lines() {
            let (key, value) = line.split_once(':').map_or((line, ""), |(k, v)| (k, v.trim()));
            let number = || value.parse::<usize>().map_err(|_| format!("`{key}` is no number"));
            match key {
                "version" => sheet.version = number()?,
                "end" => sheet.end = number()?,
                "rounds" => sheet.rounds = number()?,
                "updated" => value.clone_into(&mut sheet.updated),
                "digest" => value.clone_into(&mut sheet.digest),
                "ended" => sheet.ended = Some(value.to_owned()),
                _ => sheet.others.push(line.to_owned()),
            }
        }
        Ok(sheet)
    }
}

/// As it stands in the file.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "---\nversion: {}\nend: {}\nrounds: {}", self.version, self.end, self.rounds)?;
        writeln!(f, "updated: {}\ndigest: {}", self.updated, self.digest)?;
        if let Some(day) = &self.ended {
            writeln!(f, "ended: {day}")?;
        }
        self.others.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f, "---\n\n{}", self.body.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_reads_back_and_keeps_a_persons_lines() {
        let text = "---\nversion: 2\nend: 40\nrounds: 20\nupdated: 2025-03-14T09:14:00+01:00\ndigest: 00ff\ntitle: mine\n---\n\n## Decisions\n\n- One.\n";
        let sheet = Sheet::read(text).unwrap();
        assert_eq!((sheet.version, sheet.end, sheet.others.as_slice()), (2, 40, &["title: mine".to_owned()][..]));
        assert_eq!(sheet.to_string(), text);
    }

    #[test]
    fn what_is_no_sheet_says_why() {
        assert_eq!(Sheet::read("hello").unwrap_err(), "it has no front matter");
        assert_eq!(Sheet::read("---\nend: 4\n").unwrap_err(), "its front matter does not end");
        assert_eq!(Sheet::read("---\nend: x\n---\n").unwrap_err(), "`end` is no number");
    }
}
