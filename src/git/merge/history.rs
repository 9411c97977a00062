//! The history: the union of both sides' blocks by time; a run that both sides have comes once.

use super::units::{self, Unit, join};

/// Merges three versions of a month of history. What stands before the first block is merged as text.
pub fn merge(base: &[u8], ours: &[u8], theirs: &[u8]) -> Vec<u8> {
    // Blocks are only ever added: a side that lost its end was cut off, it took nothing out.
    let was_cut_off = |side: &[u8]| side.len() < base.len() && base.starts_with(side);
    match (was_cut_off(ours), was_cut_off(theirs)) {
        (true, true) => return base.to_vec(),
        (true, false) => return theirs.to_vec(),
        (false, true) => return ours.to_vec(),
        (false, false) => {}
    }
    // Of two states of one block the longer is the later: `written` is added when it took effect.
    let mut merged = units::merge(&cut(base), &cut(ours), &cut(theirs), |a, b| {
        if (a.bytes.len(), &a.bytes) >= (b.bytes.len(), &b.bytes) { a.clone() } else { b.clone() }
    });
    merged.sort_by(|a, b| (&a.order, &a.name).cmp(&(&b.order, &b.name)));
    for unit in &mut merged {
        if unit.name.is_some() && !unit.bytes.ends_with(b"\n") {
            unit.bytes.push(b'\n');
        }
    }
    let last = merged.len().saturating_sub(1);
    for (i, unit) in merged.iter_mut().enumerate() {
        if unit.name.is_some() {
            while unit.bytes.ends_with(b"\n\n") {
                unit.bytes.pop();
            }
            if i < last {
                unit.bytes.push(b'\n');
            }
        }
    }
    join(&merged)
}

/// Blocks, each from its heading to the next; named by their `end` line, else by all their text.
fn cut(bytes: &[u8]) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut block: Vec<u8> = Vec::new();
    let mut inside = false;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        if line.starts_with(b"## ") {
            finish(&mut units, &mut block, inside);
            inside = true;
        }
        if inside {
            block.extend_from_slice(line);
        } else {
            units.push(Unit::line(line));
        }
    }
    finish(&mut units, &mut block, inside);
    units
}

fn finish(units: &mut Vec<Unit>, block: &mut Vec<u8>, inside: bool) {
    if inside {
        let text = String::from_utf8_lossy(block).into_owned();
        let heading = text.lines().next().unwrap_or("").strip_prefix("## ").unwrap_or("").to_owned();
        let end = text.lines().find_map(|l| l.strip_prefix("- end ")).and_then(|e| e.split([',', '.']).next());
        let name = end.map_or_else(|| text.clone(), |id| format!("run {id}"));
        let order = heading.split(" · ").next().and_then(crate::history::read::read_at);
        let order = order.map_or_else(|| heading.clone(), |at| at.to_utc().format("%Y-%m-%d %H:%M:%S").to_string());
        units.push(Unit::named(name, order, block));
        block.clear();
    }
}
