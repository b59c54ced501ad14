//! Rows of one core, out of a trace of several.

use std::collections::BTreeSet;

/// The heading of the column with the core.
const CORE: &str = "core";

/// The cores that a trace has; none if it is of one core.
pub(super) fn cores(text: &str) -> Vec<u8> {
    let Some(place) = place(text) else {
        return Vec::new();
    };
    let numbers = text.lines().skip(1);
    let numbers = numbers.filter_map(|line| line.split(',').nth(place)?.parse().ok());
    numbers.collect::<BTreeSet<u8>>().into_iter().collect()
}

/// The heading and the rows of one core.
pub(super) fn rows_of(text: &str, core: u8) -> Vec<u8> {
    let place = place(text).unwrap_or_default();
    let of_core = |line: &&str| line.split(',').nth(place) == Some(core.to_string().as_str());
    let lines = text.lines();
    let kept = lines
        .clone()
        .take(1)
        .chain(lines.skip(1).filter(of_core))
        .flat_map(|line| [line, "\n"]);
    kept.collect::<String>().into_bytes()
}

fn place(text: &str) -> Option<usize> {
    let head = text.lines().next()?;
    head.split(',').position(|column| column == CORE)
}
