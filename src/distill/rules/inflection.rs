//! Regular forms of English verbs, so that a list names each verb once.

/// The present forms and the past ones of `base`, or of `base / past / participle` where the verb is irregular.
pub fn forms(verb: &str) -> (Vec<String>, Vec<String>) {
    let mut given = verb.split('/').map(str::trim);
    let base = given.next().unwrap_or_default();
    let irregular: Vec<String> = given.map(str::to_owned).collect();
    let bytes = base.as_bytes();
    let vowel = |b: u8| matches!(b, b'a' | b'e' | b'i' | b'o' | b'u');
    // `drop`, `dropped`.
    let doubled = match bytes {
        [.., a, b, c] => bytes.len() <= 4 && !vowel(*a) && vowel(*b) && !vowel(*c) && !matches!(c, b'w' | b'x' | b'y'),
        _ => false,
    };
    let (stem, third, past) = match (base.strip_suffix('e'), base.strip_suffix('y')) {
        (Some(stem), _) => (stem.to_owned(), format!("{base}s"), format!("{base}d")),
        (_, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => {
            (base.to_owned(), format!("{stem}ies"), format!("{stem}ied"))
        }
        _ if doubled => {
            let stem = format!("{base}{}", &base[base.len() - 1..]);
            (stem.clone(), format!("{base}s"), format!("{stem}ed"))
        }
        _ if base.ends_with(['s', 'x', 'z']) || base.ends_with("sh") || base.ends_with("ch") || base.ends_with('o') => {
            (base.to_owned(), format!("{base}es"), format!("{base}ed"))
        }
        _ => (base.to_owned(), format!("{base}s"), format!("{base}ed")),
    };
    let past = if irregular.is_empty() { vec![past] } else { irregular };
    let present = [base.to_owned(), third, format!("{stem}ing")];
    (present.into_iter().filter(|form| !past.contains(form)).collect(), past)
}

#[cfg(test)]
mod tests {
    use super::forms;

    #[test]
    fn regular_forms_are_made_and_irregular_ones_taken() {
        for (verb, present, past) in [
            ("raise", "raise raises raising", "raised"),
            ("drop", "drop drops dropping", "dropped"),
            ("push", "push pushes pushing", "pushed"),
            ("delay", "delay delays delaying", "delayed"),
            ("modify", "modify modifies modifying", "modified"),
            ("cut / cut", "cuts cutting", "cut"),
            ("grow / grew / grown", "grow grows growing", "grew grown"),
        ] {
            let (a, b) = forms(verb);
            assert_eq!((a.join(" ").as_str(), b.join(" ").as_str()), (present, past));
        }
    }
}
