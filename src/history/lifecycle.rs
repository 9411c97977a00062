//! The life of an entry: confidence, decay, value, expiry.
//!
//! All pure. `docs/lifecycle.md` gives the formulas with their sources. The signs are what property
//! tests hold: value falls with age, rises with uses and with confidence.

use super::weights::Weight;
use crate::memory::settings::Decay;
use crate::stream::Fields;
use crate::time::Day;

/// Entries with more uses than this do not decay.
const SETTLED_USES: u32 = 2;

/// Days of a month, as far as decay is concerned.
const MONTH: i64 = 30;

/// Days since the entry was last stated or confirmed; never negative.
pub fn age(entry: impl Into<Weight>, today: Day) -> i64 {
    today.since(entry.into().stated).max(0)
}

/// Confidence as it stands today, 0…1: `confidence × factor^months`, where `months` are the whole
/// months (of 30 days) by which the age exceeds `decay.max-age-days`; only while the entry was
/// used at most twice.
pub fn confidence(entry: impl Into<Weight>, today: Day, decay: &Decay) -> f64 {
    let entry = entry.into();
    confidence_at(entry, age(entry, today), decay)
}

/// The same at an age in days.
pub fn confidence_at(entry: Weight, age: i64, decay: &Decay) -> f64 {
    if entry.uses > SETTLED_USES {
        return entry.confidence.clamp(0.0, 1.0);
    }
    let late = age - decay.max_age_days.max(0);
    let confidence = entry.confidence.clamp(0.0, 1.0);
    if late < MONTH {
        return confidence;
    }
    let months = i32::try_from(late / MONTH).unwrap_or(i32::MAX);
    confidence * decay.factor.clamp(0.0, 1.0).powi(months)
}

/// What keeping the entry is worth: `confidence × (uses + 1) × exp(−λ · age in days)`.
pub fn value(entry: impl Into<Weight>, today: Day, decay: &Decay) -> f64 {
    let entry = entry.into();
    let age = age(entry, today);
    worth(entry, confidence_at(entry, age, decay), age, decay)
}

/// The same where its age in days, and its confidence at that age, are known.
pub fn worth(entry: Weight, confidence: f64, age: i64, decay: &Decay) -> f64 {
    let fading = (-decay.lambda.max(0.0) * age as f64).exp();
    confidence * f64::from(entry.uses.saturating_add(1)) * fading
}

/// Whether the `until` of an entry has passed: it holds up to and including that day.
pub fn is_expired(fields: &Fields, today: Day) -> bool {
    fields.get("until").and_then(Day::parse).is_some_and(|until| until < today)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(confidence: f64, uses: u32, stated: Day) -> Weight {
        Weight::new(confidence, uses, stated)
    }

    fn day(n: i64) -> Day {
        Day::parse("2025-01-01").unwrap().plus(n)
    }

    #[test]
    fn decay_begins_a_month_after_the_maximum_age_and_spares_what_is_used() {
        let decay = Decay::default();
        for (age, uses, expected) in
            [(0, 0, 0.8), (180, 0, 0.8), (209, 0, 0.8), (210, 0, 0.72), (240, 2, 0.648), (240, 3, 0.8)]
        {
            let found = confidence(entry(0.8, uses, day(0)), day(age), &decay);
            assert!((found - expected).abs() < 1e-9, "age {age}, uses {uses}: {found}");
        }
    }

    #[test]
    fn an_entry_holds_through_its_last_day() {
        let mut fields = Fields::default();
        fields.set("until", day(5).to_string());
        assert!(!is_expired(&fields, day(5)) && is_expired(&fields, day(6)));
    }

    proptest! {
        #[test]
        fn value_falls_with_age_and_rises_with_uses_and_confidence(
            c in 0.0f64..=1.0, more in 0.0f64..=1.0, uses in 0u32..50, days in 0i64..3000, older in 0i64..3000,
        ) {
            let decay = Decay::default();
            let today = day(days);
            let it = value(entry(c, uses, day(0)), today, &decay);
            prop_assert!(value(entry(c, uses, day(0)), today.plus(older), &decay) <= it);
            prop_assert!(value(entry(c, uses + 1, day(0)), today, &decay) >= it);
            prop_assert!(value(entry(c.max(more), uses, day(0)), today, &decay) >= it);
            let now = confidence(entry(c, uses, day(0)), today, &decay);
            prop_assert!((0.0..=1.0).contains(&now) && now <= c);
        }
    }
}
