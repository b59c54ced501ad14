//! Phases: windows in which a program does the same mix of work.
//!
//! The mix of a window is the part of its cycles that each method takes in itself. Windows are taken in their order: one
//! belongs to the phase whose first windows it is nearest to, or begins a new one if all are too far. The distance of two
//! mixes is the part of the cycles that would have to move to other methods: 0 to 1. This is how basic-block vectors find phases
//! (Sherwood, Sair, Calder: Phase Tracking and Prediction, ISCA 2003), with methods in place of blocks.

use std::collections::BTreeMap;

use crate::metrics::Metrics;
use crate::window::Window;

/// Distance from which on a mix is another one.
pub const DISTANCE: f64 = 0.5;

/// One phase.
#[derive(Debug, Clone, PartialEq)]
pub struct Phase {
    /// Its windows, by place.
    pub windows: Vec<usize>,
    /// Stretches of windows that follow each other.
    pub stretches: u64,
    /// Cycles of all its windows.
    pub cycles: u64,
    /// The methods with the most cycles of their own, the largest first: place in the profile's names, cycles.
    pub methods: Vec<(usize, u64)>,
}

/// The phases of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Phases {
    /// Phases in the order of their first windows.
    pub phases: Vec<Phase>,
    /// The phase of each window.
    pub of_window: Vec<usize>,
}

/// Parts of cycles by method; they add up to 1, or to 0 without cycles.
type Mix = BTreeMap<usize, f64>;

impl Phases {
    /// Divides the windows of a recording. A mix is another one from `distance` on.
    #[must_use]
    pub fn of(metrics: &Metrics, distance: f64) -> Self {
        let cycles: Vec<BTreeMap<usize, u64>> = metrics
            .windows()
            .iter()
            .map(|window| by_method(metrics, window))
            .collect();
        let of_window = assign(&cycles, distance);
        let count = of_window.iter().max().map_or(0, |last| last + 1);
        let phases = (0..count)
            .map(|phase| summary(phase, &of_window, &cycles))
            .collect();
        Self { phases, of_window }
    }
}

fn by_method(metrics: &Metrics, window: &Window) -> BTreeMap<usize, u64> {
    let mut methods = BTreeMap::new();
    for cell in &window.cells {
        let tree = &metrics.profile.threads[cell.thread as usize].tree;
        let method = tree.context(cell.context).method.0 as usize;
        *methods.entry(method).or_insert(0) += cell.figures.cycles();
    }
    methods.retain(|_, cycles| *cycles != 0);
    methods
}

fn assign(windows: &[BTreeMap<usize, u64>], distance: f64) -> Vec<usize> {
    // Of each phase the cycles of all its windows so far: the mean of their mixes by cycles.
    let mut sums: Vec<BTreeMap<usize, u64>> = Vec::new();
    let mut of_window = Vec::with_capacity(windows.len());
    for window in windows {
        let own = mix(window);
        let distances = sums.iter().map(|sum| apart(&own, &mix(sum)));
        let nearest = distances
            .enumerate()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|(_, apart)| *apart < distance);
        let phase = nearest.map_or(sums.len(), |(phase, _)| phase);
        if phase == sums.len() {
            sums.push(BTreeMap::new());
        }
        for (method, cycles) in window {
            *sums[phase].entry(*method).or_insert(0) += cycles;
        }
        of_window.push(phase);
    }
    of_window
}

fn mix(cycles: &BTreeMap<usize, u64>) -> Mix {
    let all: u64 = cycles.values().sum();
    let part = |cycles: u64| cycles as f64 / all.max(1) as f64;
    cycles
        .iter()
        .map(|(method, own)| (*method, part(*own)))
        .collect()
}

/// Half of the differences, as what one mix has more of, it has less of elsewhere.
fn apart(a: &Mix, b: &Mix) -> f64 {
    let of = |mix: &Mix, method: &usize| mix.get(method).copied().unwrap_or(0.0);
    let ours: f64 = a
        .iter()
        .map(|(method, part)| (part - of(b, method)).abs())
        .sum();
    let only_theirs: f64 = b
        .iter()
        .filter(|(it, _)| !a.contains_key(it))
        .map(|(_, part)| part)
        .sum();
    (ours + only_theirs) / 2.0
}

fn summary(phase: usize, of_window: &[usize], cycles: &[BTreeMap<usize, u64>]) -> Phase {
    let is_own = |place: &usize| of_window[*place] == phase;
    let windows: Vec<usize> = (0..of_window.len()).filter(is_own).collect();
    let begins = |place: &&usize| **place == 0 || of_window[**place - 1] != phase;
    let mut sums: BTreeMap<usize, u64> = BTreeMap::new();
    for (method, cycles) in windows.iter().flat_map(|place| &cycles[*place]) {
        *sums.entry(*method).or_insert(0) += cycles;
    }
    let mut methods: Vec<(usize, u64)> = sums.into_iter().collect();
    methods.sort_by_key(|(method, cycles)| (std::cmp::Reverse(*cycles), *method));
    Phase {
        stretches: windows.iter().filter(begins).count() as u64,
        cycles: methods.iter().map(|(_, cycles)| cycles).sum(),
        windows,
        methods,
    }
}
