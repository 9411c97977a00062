//! The text format of Prometheus, for the textfile collector of its node exporter: a help line, a
//! type line, then one sample a line.

use std::fmt::Write as _;

/// Samples as text. Names begin with `alluvium_`; a space is a label.
pub(super) struct Metrics<'s> {
    /// What was written so far.
    pub text: String,
    space: Option<&'s str>,
}

impl<'s> Metrics<'s> {
    /// Nothing yet, for a memory or a space.
    pub fn of(space: Option<&'s str>) -> Self {
        Self { text: String::new(), space }
    }

    /// A gauge without a further label.
    pub fn one(&mut self, name: &str, help: &str, value: f64) {
        self.gauge(name, help, [(None, value)]);
    }

    /// A gauge with a sample for each value of a label.
    pub fn gauge<'l>(
        &mut self,
        name: &str,
        help: &str,
        samples: impl IntoIterator<Item = (Option<(&'l str, &'l str)>, f64)>,
    ) {
        self.family(name, help, "gauge", samples);
    }

    /// A counter: it only grows.
    pub fn counter<'l>(
        &mut self,
        name: &str,
        help: &str,
        samples: impl IntoIterator<Item = (Option<(&'l str, &'l str)>, f64)>,
    ) {
        self.family(name, help, "counter", samples);
    }

    fn family<'l>(
        &mut self,
        name: &str,
        help: &str,
        sort: &str,
        samples: impl IntoIterator<Item = (Option<(&'l str, &'l str)>, f64)>,
    ) {
        let _ = write!(self.text, "# HELP alluvium_{name} {help}\n# TYPE alluvium_{name} {sort}\n");
        for (label, value) in samples {
            let labels: Vec<String> = self
                .space
                .map(|s| ("space", s))
                .into_iter()
                .chain(label)
                .map(|(key, value)| format!("{key}=\"{}\"", escape(value)))
                .collect();
            let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
            let _ = writeln!(self.text, "alluvium_{name}{labels} {value}");
        }
    }
}

/// Backslash, quote and line end are all that the format escapes.
fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped_and_the_space_comes_first() {
        let mut metrics = Metrics::of(Some("acme/ana"));
        metrics.gauge("records", "Records.", [(Some(("kind", "a\"b\\c\nd")), 2.0)]);
        assert_eq!(
            metrics.text,
            "# HELP alluvium_records Records.\n# TYPE alluvium_records gauge\n\
             alluvium_records{space=\"acme/ana\",kind=\"a\\\"b\\\\c\\nd\"} 2\n"
        );
    }
}
