//! Phases of programs whose work changes.

use isa::MachineConfig;
use metrics::{Every, Phases, phases::DISTANCE};

use crate::support::{Subject, link};

#[test]
fn phases_divide_the_windows_and_their_cycles() {
    let linked = link("lift");
    let subject = Subject::of(&linked, MachineConfig::default());
    let (metrics, statistics, _) = subject.windows(&Every::Cycles(10_000), u64::MAX, false);
    let found = Phases::of(&metrics, DISTANCE);
    assert_eq!(found.of_window.len(), metrics.windows().len());
    assert!(found.phases.len() > 1);
    assert_eq!(
        found.phases.iter().map(|it| it.cycles).sum::<u64>(),
        statistics.cycles
    );
    let mut windows: Vec<usize> = found
        .phases
        .iter()
        .flat_map(|it| it.windows.clone())
        .collect();
    windows.sort_unstable();
    assert_eq!(windows, (0..metrics.windows().len()).collect::<Vec<_>>());
    for (phase, it) in found.phases.iter().enumerate() {
        assert!(
            it.windows
                .iter()
                .all(|window| found.of_window[*window] == phase)
        );
        let starts = it
            .windows
            .iter()
            .filter(|at| **at == 0 || found.of_window[**at - 1] != phase);
        assert_eq!(starts.count() as u64, it.stretches);
    }
}

#[test]
fn every_mix_is_one_phase_at_the_largest_distance() {
    let linked = link("demo.Demo");
    let subject = Subject::of(&linked, MachineConfig::default());
    let (metrics, ..) = subject.windows(&Every::Cycles(2_000), u64::MAX, false);
    assert_eq!(Phases::of(&metrics, 1.01).phases.len(), 1);
    let fine = Phases::of(&metrics, 0.01).phases.len();
    assert!(fine > Phases::of(&metrics, 0.5).phases.len());
}
