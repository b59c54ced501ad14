//! The harness of big programs: what it is asked for, and its lines.

use super::slow_down::PLAIN;
use super::timed::{BIG, TimedVariant};

/// What a name ends with if the variant is measured once more.
const AGAIN: &str = "-again";
/// What the harness calls a variant.
fn word(index: usize) -> String {
    format!("variant-{index}")
}

/// All that the harness shall measure, beside the plain program.
pub(super) fn kinds() -> String {
    let mut kinds = vec![format!("{PLAIN}{AGAIN}")];
    for (index, variant) in BIG.iter().enumerate() {
        let options = variant.options.join(" ");
        kinds.push(format!("{}={options}", word(index)));
        if variant.is_twice {
            kinds.push(format!("{}{AGAIN}={options}", word(index)));
        }
    }
    kinds.join(",")
}

/// Seconds of a line of the harness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Figures {
    pub(super) plain_cpu: f64,
    pub(super) cpu: f64,
    pub(super) plain_wall: f64,
    pub(super) wall: f64,
}

/// A line of the harness, without its program.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// The second plain machine.
    Plain(Figures),
    Variant(&'static TimedVariant, Figures),
    Again(&'static TimedVariant, Figures),
    /// It was left out, or failed.
    Skipped(&'a str),
    /// It has no figures.
    Unknown(&'a str),
    Other,
}

pub(super) fn parse(line: &str) -> Line<'_> {
    if line.contains(": skipped") || line.contains(": failed") || line.ends_with(" DIFFER") {
        return Line::Skipped(line);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_, kind, figures @ ..] = &words[..] else {
        return Line::Other;
    };
    let named = kind.strip_suffix(AGAIN).unwrap_or(kind);
    let variant = BIG.iter().enumerate();
    let variant = variant
        .filter(|(index, _)| word(*index) == named)
        .map(|(_, it)| it)
        .next();
    if variant.is_none() && (named, *kind == named) != (PLAIN, false) {
        return Line::Other;
    }
    let number = |place: usize| {
        let number = figures.get(place)?.parse().ok();
        number.filter(|it: &f64| *it > 0.0)
    };
    let figures = || {
        Some(Figures {
            plain_cpu: number(0)?,
            cpu: number(1)?,
            plain_wall: number(3)?,
            wall: number(4)?,
        })
    };
    match (figures(), variant) {
        (None, _) => Line::Unknown(line),
        (Some(figures), None) => Line::Plain(figures),
        (Some(figures), Some(variant)) if *kind == named => Line::Variant(variant, figures),
        (Some(figures), Some(variant)) => Line::Again(variant, figures),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_figures_and_what_the_harness_leaves_out_are_named() {
        for line in [
            "Ecj plain-again NaN 1.0 2.0 1.0 1.0",
            "Ecj variant-1 0.400 1.0 2.5",
            "Ecj variant-0-again 0,4 1,0 2,5 1,0 1,0",
        ] {
            assert_eq!(parse(line), Line::Unknown(line));
        }
        let line =
            "Fop: skipped, there is no /usr/share/java/fop.jar; Debian has it in libfop-java";
        assert_eq!(parse(line), Line::Skipped(line));
        let line = "Fop variant-0 0.400 1.000 2.50 0.5 1.1 2.20 9 1 1 0.1  DIFFER";
        assert_eq!(parse(line), Line::Skipped(line));
    }

    #[test]
    fn the_harness_gets_every_variant_by_a_word_and_its_options() {
        let first = BIG[0].options.join(" ");
        let kinds = kinds();
        assert!(kinds.starts_with(&format!(
            "plain-again,variant-0={first},variant-0-again={first}"
        )));
        assert_eq!(kinds.split(',').count(), 2 + BIG.len());
    }
}
