//! Our block in a person's Markdown: between two comments, on lines of their own.

const BEGIN: &str = "<!-- alluvium:begin v1 -->";
/// How the line before our block begins, in whatever version.
pub const BEGINS: &str = "<!-- alluvium:begin";
/// The line behind it.
pub const END: &str = "<!-- alluvium:end -->";

/// The instructions for hosts that read no skills.
const INSTRUCTIONS: &str = include_str!("../../../templates/AGENTS.md");

/// The text with our block in it: in its old place, else at the end. `Err` says why it is refused.
pub fn install(text: &str) -> Result<String, String> {
    let block = format!("{BEGIN}\n{INSTRUCTIONS}{END}\n");
    let block = if text.contains("\r\n") { block.replace('\n', "\r\n") } else { block };
    Ok(match find(text)? {
        Some((begin, end)) => format!("{}{block}{}", &text[..begin], &text[end..]),
        None if text.is_empty() => block,
        None => {
            let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
            let open = if text.ends_with('\n') { "" } else { line_end };
            format!("{text}{open}{line_end}{block}")
        }
    })
}

/// The text without our block and the blank line above it.
pub fn uninstall(text: &str) -> Result<String, String> {
    let Some((begin, end)) = find(text)? else { return Ok(text.to_owned()) };
    let above = &text[..begin];
    let blank = ["\r\n", "\n"].iter().find_map(|e| above.strip_suffix(e).filter(|rest| rest.ends_with('\n')));
    Ok(format!("{}{}", blank.unwrap_or(above), &text[end..]))
}

/// Where the block stands, its last line end included.
fn find(text: &str) -> Result<Option<(usize, usize)>, String> {
    let (mut begin, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.starts_with(BEGINS) {
            if begin.is_some() {
                return Err(format!("`{BEGINS}` stands twice in it"));
            }
            begin = Some(at);
        }
        at += line.len();
        if let (END, Some(begin)) = (bare, begin) {
            return Ok(Some((begin, at)));
        }
    }
    match begin {
        Some(_) => Err(format!("`{BEGIN}` stands in it without `{END}`")),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_comes_and_goes_without_a_trace() {
        for text in ["", "# Mine\n\nText.\n", "# Mine\r\n\r\nText.\r\n", "# Mine\n\n"] {
            let with = install(text).unwrap();
            assert!(with.starts_with(text) && with.contains("alluvium inject"));
            assert_eq!(install(&with).unwrap(), with);
            assert_eq!(uninstall(&with).unwrap(), text);
        }
        let old = "a\n<!-- alluvium:begin v0 -->\nold\n<!-- alluvium:end -->\nb\n";
        assert_eq!(install(old).unwrap(), format!("a\n{}b\n", install("").unwrap()));
        assert_eq!(uninstall(old).unwrap(), "a\nb\n");
        assert!(install("x\n<!-- alluvium:begin v1 -->\n").unwrap_err().contains("without"));
    }
}
