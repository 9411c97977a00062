//! Exact counts, by the tokenizer `o200k_base` itself: only in builds with the feature `exact`, since its
//! tables are large and slow to load.

/// How many tokens a text is; none in a build without the tokenizer.
#[cfg(feature = "exact")]
pub fn count(text: &str) -> Option<usize> {
    Some(tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len())
}

/// How many tokens a text is; none in a build without the tokenizer.
#[cfg(not(feature = "exact"))]
pub fn count(_: &str) -> Option<usize> {
    None
}

#[cfg(all(test, feature = "exact"))]
mod tests {
    use super::*;

    #[test]
    fn the_tokenizer_counts() {
        assert_eq!(count("Reports are tables by default."), Some(6));
        assert_eq!(count(""), Some(0));
    }
}
