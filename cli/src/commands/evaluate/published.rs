//! Figures that others have published, to be shown next to those of the run.

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

/// Published slow-downs of CProf: the least and the largest factor, and the geometric means of its configurations.
pub(super) const SLOWDOWN_NOTE: &str = "CProf as published: 1.33 to 13.86 times, geometric means 3.27 to 4.29, on a server JVM. Only the big programs compare with it: embedded programs \
     are short whole processes, most of which is the start of the JVM and of `jop cross run`.";
