//! Recall: finding what matters to a question, in text, without an index to operate.
