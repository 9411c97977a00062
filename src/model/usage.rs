//! What asking cost: tokens, as the provider counted them, and money where prices are set.

use std::fmt;

use serde_json::Value;

use crate::error::{ErrorKind, Result};
use crate::history::{History, Run};
use crate::memory::settings::Model;
use crate::memory::{Memory, files};
use crate::time::Now;

/// Tokens that a provider counted, over one or more questions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Usage {
    /// Tokens sent, cached ones included.
    pub input: u64,
    /// Tokens of the replies, reasoning included.
    pub output: u64,
    /// Of those sent, the ones that a cache served.
    pub cached: u64,
}

impl Usage {
    /// Adds another one.
    pub fn add(&mut self, other: Self) {
        self.input += other.input;
        self.output += other.output;
        self.cached += other.cached;
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What it cost at the prices of the settings (for a million tokens each), if they are set.
    pub fn cost(&self, settings: &Model) -> Option<f64> {
        let (price_in, price_out) = (settings.price_in?, settings.price_out?);
        let price_cached = settings.price_cached.unwrap_or(price_in);
        let fresh = self.input.saturating_sub(self.cached) as f64;
        Some((fresh * price_in + self.cached as f64 * price_cached + self.output as f64 * price_out) / 1e6)
    }

    /// Finds it in what a history heading has in brackets: `openai gpt-x, tokens 812 in, 96 out, 512 cached`.
    pub fn of_detail(detail: &str) -> Option<Self> {
        let (_, counts) = detail.rsplit_once(", tokens ")?;
        let mut usage = Self::default();
        for part in counts.split(", ") {
            let (count, what) = part.split_once(' ')?;
            let count = count.parse().ok()?;
            match what {
                "in" => usage.input = count,
                "out" => usage.output = count,
                "cached" => usage.cached = count,
                _ => return None,
            }
        }
        Some(usage)
    }
}

/// `tokens 812 in, 96 out, 512 cached`; what is cached only where something is.
impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tokens {} in, {} out", self.input, self.output)?;
        if self.cached > 0 { write!(f, ", {} cached", self.cached) } else { Ok(()) }
    }
}

/// Notes in the history what a command other than `distill` used up. Nothing is noted where nothing was
/// used, and while another process distills.
///
/// # Errors
/// When the history cannot be written.
pub fn note(memory: &Memory, now: &Now, verb: &str, model: &str, usage: Usage) -> Result<()> {
    if usage.is_empty() {
        return Ok(());
    }
    let lock = match memory.lock_distill() {
        Ok(lock) => lock,
        Err(error) if error.kind() == ErrorKind::Busy => return Ok(()),
        Err(error) => return Err(error),
    };
    let history = History::load(memory)?;
    // A history that is lost must look lost: the next distillation takes old records as read by that.
    let sediment = || files::read(&memory.sediment_file()).map(Option::unwrap_or_default);
    if !history.exists && sediment()?.windows(2).any(|bytes| bytes == b" ^") {
        return Ok(());
    }
    let at = now.utc.with_timezone(&now.offset);
    history.append(memory, &lock, &mut Run::new(at, verb, &format!("{model}, {usage}"), Vec::new()))
}

/// A count at a path of keys; 0 where there is none.
pub(super) fn count(value: &Value, path: &[&str]) -> u64 {
    path.iter().try_fold(value, |v, key| v.get(key)).and_then(Value::as_u64).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_heading_says_reads_back() {
        for usage in [Usage { input: 812, output: 96, cached: 512 }, Usage { input: 1, output: 2, cached: 0 }] {
            assert_eq!(Usage::of_detail(&format!("openai gpt, x, {usage}")), Some(usage));
        }
        for detail in ["rules", "openai gpt-x", "x, tokens many in"] {
            assert_eq!(Usage::of_detail(detail), None, "{detail}");
        }
    }

    #[test]
    fn cached_tokens_have_a_price_of_their_own() {
        let usage = Usage { input: 1_000_000, output: 100_000, cached: 500_000 };
        let mut settings = Model { price_in: Some(2.0), price_out: Some(10.0), ..Model::default() };
        assert_eq!(usage.cost(&settings), Some(3.0));
        settings.price_cached = Some(0.2);
        assert_eq!(usage.cost(&settings), Some(2.1));
        settings.price_out = None;
        assert_eq!(usage.cost(&settings), None);
    }
}
