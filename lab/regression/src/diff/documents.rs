//! Run reports and goldens: values under dotted names.

use crate::check::Golden;
use serde_json::Value;

use crate::diff::artefact::Kind;
use crate::diff::difference::{Difference, Total, by_name, totals};

/// Figures that differ between runs and between computers.
const HOST: &str = "host.";

/// Two run reports: figures are counters, and stalls by cause.
pub(crate) fn compare(a: &Value, b: &Value, context: usize) -> Difference {
    let (a, b) = (flat(a), flat(b));
    let mut figures = section("whole run", "statistics.", &a, &b);
    let stalls = "statistics.stalls.";
    figures.retain(|total| !total.name.starts_with("stalls."));
    figures.extend(section("stalls by cause", stalls, &a, &b));
    difference(Kind::RunReport, a, b, context).with_totals(figures)
}

/// Two goldens of `jop check`: figures are those of its tables.
pub(crate) fn compare_goldens(a: &Golden, b: &Golden, context: usize) -> Difference {
    let (a, b) = (flat_golden(a), flat_golden(b));
    let figures = [
        ("whole run", "total."),
        ("by cause", "causes."),
        ("by method", "methods."),
        ("by bytecode", "bytecodes."),
        ("calls", "calls."),
        ("executions", "dispatches."),
        ("method cache", "cache."),
    ];
    let figures = figures
        .into_iter()
        .flat_map(|(name, prefix)| section(name, prefix, &a, &b));
    let figures = figures.collect();
    difference(Kind::Golden, a, b, context).with_totals(figures)
}

fn difference(kind: Kind, a: Flat, b: Flat, context: usize) -> Difference {
    let cells = |side: Flat| side.into_iter().map(|(name, value)| (name, vec![value]));
    let pairs = by_name(cells(a), cells(b));
    Difference::of(kind, vec!["A/B".to_owned()], &pairs, context)
}

/// Dotted names with values, in the order of the document.
type Flat = Vec<(String, String)>;

fn flat(value: &Value) -> Flat {
    let mut all = Flat::new();
    add(String::new(), value, &mut all);
    all.retain(|(name, _)| !name.starts_with(HOST));
    all
}

fn flat_golden(golden: &Golden) -> Flat {
    let run = &golden.measured;
    let origin = [
        ("outcome", &run.outcome),
        ("sha256.configuration", &run.hashes.configuration),
        ("sha256.image", &run.hashes.image),
        ("sha256.microcode", &run.hashes.microcode),
    ];
    let origin = origin.map(|(name, value)| (name.to_owned(), value.clone()));
    let figures = run
        .figures
        .iter()
        .map(|(section, name, amount)| (format!("{}.{name}", section.name()), amount.to_string()));
    origin.into_iter().chain(figures).collect()
}

fn add(name: String, value: &Value, all: &mut Flat) {
    let below = |key: &str| {
        if name.is_empty() {
            key.to_owned()
        } else {
            format!("{name}.{key}")
        }
    };
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                add(below(key), value, all);
            }
        }
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                add(below(&place.to_string()), value, all);
            }
        }
        // Earlier reports leave out what is missing.
        Value::Null => {}
        Value::String(text) => all.push((name, text.clone())),
        other => all.push((name, other.to_string())),
    }
}

/// Whole numbers below a prefix.
fn section(section: &'static str, prefix: &str, a: &Flat, b: &Flat) -> Vec<Total> {
    let figures = |side: &Flat| -> Vec<(String, u64)> {
        let below = side.iter().filter_map(|(name, value)| {
            Some((name.strip_prefix(prefix)?.to_owned(), value.parse().ok()?))
        });
        below.collect()
    };
    totals(section, figures(a), figures(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_time_of_the_host_makes_no_difference() {
        let report =
            |seconds: f64| json!({"statistics": {"cycles": 7}, "host": {"seconds": seconds}});
        assert!(compare(&report(1.0), &report(2.0), 3).is_none());
    }

    #[test]
    fn a_key_that_is_null_is_one_that_is_left_out() {
        let earlier = json!({"statistics": {"cycles": 7}});
        let later = json!({"statistics": {"cycles": 7, "stalls": null}, "output": null});
        assert!(compare(&earlier, &later, 3).is_none());
    }

    #[test]
    fn counters_and_stalls_are_totals_of_their_own() {
        let report = |cycles: u64, read: u64| json!({"statistics": {"cycles": cycles, "stalls": {"read": read, "write": 1}}});
        let difference = compare(&report(10, 2), &report(14, 6), 3);
        let totals: Vec<_> = difference
            .totals
            .iter()
            .map(|total| (total.section, total.name.as_str(), total.a, total.b))
            .collect();
        assert_eq!(
            totals,
            [
                ("whole run", "cycles", 10, 14),
                ("stalls by cause", "read", 2, 6)
            ]
        );
        let first = difference.first.unwrap();
        assert_eq!(first.rows[first.at].place, "statistics.cycles");
    }
}
