//! Notes beside a comparison: methods that the program does not have, and a profile of another class library.

use cross_profile::compare::Pair;
use cross_profile::{Fold, Origin, Profile};
use validation::{Case, ProfilePrediction, Score};

use crate::output::console::Console;
use crate::output::table::counted;

/// Methods that a line names.
const NAMED: usize = 3;

/// Prints all notes.
pub(super) fn print(cases: &[Case], profiles: &[ProfilePrediction], console: Console) {
    let scores = || cases.iter().flat_map(|case| &case.predictions);
    for score in scores() {
        tell_unknown_methods(score, console);
    }
    for score in scores() {
        tell_moved_methods(score, console);
    }
    for case in cases {
        for (given, score) in profiles.iter().zip(&case.predictions) {
            tell_other_library(&given.profile, score, console);
        }
    }
}

fn tell_unknown_methods(score: &Score, console: Console) {
    if !score.unknown_methods.is_empty() {
        let unknown = score.unknown_methods.iter().map(String::as_str);
        console.note(&format!(
            "jop: note: {}: the program does not have {}",
            score.prediction,
            named(unknown),
        ));
    }
}

fn tell_moved_methods(score: &Score, console: Console) {
    if let Some((theirs, ours)) = score.moved_methods.first() {
        console.note(&format!(
            "jop: note: {}: {} of the library {} known by class and method, as `{theirs}` for `{ours}`",
            score.prediction,
            counted(score.moved_methods.len() as u64, "method"),
            match score.moved_methods.len() {
                1 => "is",
                _ => "are",
            },
        ));
    }
}

/// A profile that was made on another library than the program's, and what makes the comparison fair.
fn tell_other_library(profile: &Profile, score: &Score, console: Console) {
    let Some(library) = other_library(profile, score) else {
        return;
    };
    let folded = match (score.folded, profile.flat) {
        (Fold::All, _) | (_, true) => "",
        _ => "; `--fold all` charges the library to its callers on both sides",
    };
    console.note(&format!(
        "jop: note: {}: made on {library}, and the program has Joplab's: `jop cross run --library target` makes a profile on that{folded}",
        score.prediction
    ));
}

/// The library of a profile, if it is not Joplab's.
fn other_library(profile: &Profile, score: &Score) -> Option<String> {
    let engine = &profile.provenance.engine;
    let has = |option: &str| engine.split(", ").any(|it| it == option);
    if has("cross") && has("library host") {
        return Some(match has("cover jdk") {
            true => "the JDK's library".to_owned(),
            false => "the host's library, whose cycles are missing".to_owned(),
        });
    }
    let mut unknown = score.unknown_methods.iter();
    let first = unknown.find(|name| Origin::of(name) == Origin::Library)?;
    Some(format!("another library, with `{first}`"))
}

/// How many methods have no true cycle, and which, those with the most predicted cycles first.
pub(super) fn without_truth(by_method: &[Pair<String>]) -> String {
    let mut pairs: Vec<_> = by_method
        .iter()
        .filter(|pair| pair.truth == 0 && pair.predicted != 0)
        .collect();
    pairs.sort_by(|a, b| {
        let order = b.predicted.cmp(&a.predicted);
        order.then_with(|| a.what.cmp(&b.what))
    });
    let verb = match pairs.len() {
        1 => "has",
        _ => "have",
    };
    let names = named(pairs.into_iter().map(|pair| pair.what.as_str()));
    format!("{names} {verb} no true cycle")
}

/// Methods by name; the first of many, and how many more.
fn named<'a>(methods: impl ExactSizeIterator<Item = &'a str>) -> String {
    let count = methods.len();
    let names: Vec<String> = methods
        .take(NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = (count > NAMED).then(|| format!("{} more", count - NAMED));
    let mut all: Vec<String> = names.into_iter().chain(more).collect();
    match (all.pop(), all.is_empty()) {
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", all.join(", ")),
        (None, _) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_methods_are_named_and_many_are_counted_beyond_the_first() {
        assert_eq!(named(["a"].into_iter()), "`a`");
        assert_eq!(named(["a", "b"].into_iter()), "`a` and `b`");
        let many = named(["a", "b", "c", "d", "e"].into_iter());
        assert_eq!(many, "`a`, `b`, `c` and 2 more");
    }
}
