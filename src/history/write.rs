//! Writing a run as a block of Markdown.
