//! Figures that others have published, and aims of this project, to be shown next to those of the run.

use super::result::{Accuracy, Mean, PublishedError, PublishedFactor, SlowDown};
use super::timed::{APP_CACHE, APP_HITS, CLOSED_CACHE, CLOSED_HITS, JDK_CACHE, JDK_HITS};
use super::variants::CacheState;

/// Clock cycles that a simulation of the RTL executes in a second.
pub(super) const RTL_CYCLES_PER_SECOND: f64 = 3_100.0;

/// Published error of a predictor of execution times. Unit: percent, absolute; the smallest and the largest figure.
pub(super) struct Predictor {
    pub(super) name: &'static str,
    pub(super) compared_with: &'static str,
    pub(super) least: f64,
    pub(super) most: f64,
}

pub(super) const PREDICTORS: [Predictor; 6] = [
    predictor(
        "CProf, cache simulated",
        "JOP, 4 KB method cache",
        0.04,
        1.81,
    ),
    predictor("CProf, without a cache", "JOP, no method cache", 0.8, 4.8),
    predictor("JopSim (2007)", "JOP", 11.0, 102.0),
    predictor("uiCA", "x86, BHive basic blocks", 1.0, 1.0),
    predictor(
        "other predictors of basic blocks",
        "x86, BHive basic blocks",
        9.0,
        36.0,
    ),
    predictor("gem5, detailed models", "hardware", 7.0, 17.0),
];

const fn predictor(
    name: &'static str,
    compared_with: &'static str,
    least: f64,
    most: f64,
) -> Predictor {
    Predictor {
        name,
        compared_with,
        least,
        most,
    }
}

/// Errors of CProf against the hardware: state of the cache, program, its cycles there, error in percent, and the embedded program of
/// the same kind.
const ERRORS: [(CacheState, &str, u64, f64, &str); 6] = [
    (CacheState::Off, "Kfl", 71_100_000, 2.5, "motor"),
    (CacheState::Off, "UdpIp", 137_800_000, 0.8, "udpip"),
    (CacheState::Off, "Lift", 59_900_000, 4.8, "lift"),
    (CacheState::Simulated, "Kfl", 50_230_000, -0.04, "motor"),
    (CacheState::Simulated, "UdpIp", 113_200_000, -1.81, "udpip"),
    (CacheState::Simulated, "Lift", 52_820_000, -0.38, "lift"),
];

/// The predictions that stand beside them.
const EXACT: &str = "cross, our library";
const CONSTANT: &str = "cross, our library, 200 per Java bytecode";

pub(super) const ERRORS_NOTE: &str = "Errors in total, in percent. CProf's are against the hardware, and those without a cache as sizes; ours are against our machine, of programs of the same kind that are \
     ours, with routines run (`exact`) and at 200 cycles each (`constant`). Other points of the published tables are not known here.";

/// Published errors beside those of this run.
pub(super) fn errors(accuracy: &[Accuracy]) -> Vec<PublishedError> {
    let row = |(cache, published_program, cycles, percent, program): &(_, &str, _, _, &str)| {
        let own = |row: &&Accuracy| row.cache == *cache && row.program == *program;
        let truth = accuracy.iter().find(own)?.truth;
        let error = |prediction: &str| {
            let mut rows = accuracy.iter().filter(own);
            let row = rows.find(|row| row.prediction == prediction)?;
            row.error.map(|error| 100.0 * error)
        };
        Some(PublishedError {
            cache: *cache,
            published_program: (*published_program).to_owned(),
            published_cycles: *cycles,
            published_percent: *percent,
            program: (*program).to_owned(),
            cycles: truth,
            exact_percent: error(EXACT),
            constant_percent: error(CONSTANT),
        })
    };
    ERRORS.iter().filter_map(row).collect()
}

/// Slow-downs of CProf over all programs and configurations.
const LEAST: f64 = 1.33;
const MOST: f64 = 13.86;
const LEAST_MEAN: f64 = 3.27;
const MOST_MEAN: f64 = 4.29;

pub(super) const FACTORS_NOTE: &str = "CProf as published: 1.33 to 13.86 times, geometric means 3.27 to 4.29, on a server JVM of 2009. Of single programs, in tables and pictures, no \
     point is known here: a dash. The means are those of its configurations, the least and the greatest.";

/// Published slow-downs beside those of the big programs of this run.
pub(super) fn factors(rows: &[SlowDown], means: &[Mean]) -> Vec<PublishedFactor> {
    let point = |point: &str, variant: &str, published_factor, factor| PublishedFactor {
        point: point.to_owned(),
        variant: variant.to_owned(),
        published_factor,
        factor,
    };
    let big = rows.iter().filter(|row| row.suite == "big");
    let mut points: Vec<PublishedFactor> = big
        .map(|row| point(&row.program, &row.variant, None, row.factor))
        .collect();
    let means = || means.iter().filter(|mean| mean.suite == "big");
    for (name, published, value) in [
        (
            "least",
            LEAST,
            (|mean| mean.least_factor) as fn(&Mean) -> f64,
        ),
        ("most", MOST, |mean| mean.most_factor),
        ("least geometric mean", LEAST_MEAN, |mean| mean.factor),
        ("greatest geometric mean", MOST_MEAN, |mean| mean.factor),
    ] {
        points.extend(means().map(|mean| point(name, &mean.variant, Some(published), value(mean))));
    }
    points
}

/// Geometric means that this project wants to stay below.
const AIMS: [(&str, &str, f64); 6] = [
    ("embedded", CLOSED_HITS, 2.0),
    ("embedded", CLOSED_CACHE, 2.7),
    ("big", APP_HITS, 2.5),
    ("big", APP_CACHE, 3.5),
    ("big", JDK_HITS, 3.3),
    ("big", JDK_CACHE, 5.0),
];
/// And the factor of any embedded program.
const MOST_EMBEDDED: f64 = 4.5;

/// What the mean of a variant shall be at most.
pub(super) fn aim(suite: &str, variant: &str) -> Option<f64> {
    let found = AIMS.iter().find(|it| (it.0, it.1) == (suite, variant));
    found.map(|(_, _, aim)| *aim)
}

/// What is said below the means.
pub(super) fn means_note() -> String {
    format!(
        "An aim is the mean that the processor's time shall have at most; no embedded program shall be above {MOST_EMBEDDED}. Running: without what a short run takes, \
         the start of the JVM and of `jop cross run`."
    )
}

#[cfg(test)]
mod tests {
    use super::super::timed::{BIG, CLOSED};
    use super::super::variants::CROSS;
    use super::*;

    #[test]
    fn every_timed_variant_has_an_aim_and_every_aim_a_variant() {
        let timed = [("embedded", CLOSED), ("big", BIG)];
        let mut count = 0;
        for (suite, variants) in timed {
            for variant in variants {
                assert!(aim(suite, variant.name).is_some(), "{}", variant.name);
                count += 1;
            }
        }
        assert_eq!(count, AIMS.len());
        assert_eq!(aim("big", CLOSED_HITS), None);
    }

    #[test]
    fn published_errors_stand_beside_predictions_that_are_made() {
        for (state, _, _, _, program) in ERRORS {
            assert!(runtime::programs::find(program).is_some(), "{program}");
            let mut own = CROSS.iter().filter(|variant| variant.state == state);
            assert!(own.any(|variant| variant.name == EXACT));
        }
        let names: Vec<&str> = CROSS.iter().map(|variant| variant.name).collect();
        assert!(names.contains(&CONSTANT));
    }
}
