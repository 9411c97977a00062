//! Counting tokens: an estimate by runs of one class of characters, fitted to `o200k_base`.

/// About how many tokens a text is, in hundredths of a token.
pub fn estimate_centi(_text: &str) -> usize {
    unimplemented!("helper E")
}
