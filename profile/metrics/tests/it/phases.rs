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

#[test]
fn mixes_without_a_common_method_are_as_far_apart_as_can_be() {
    let linked = link("demo.Demo");
    let subject = Subject::of(&linked, MachineConfig::default());
    let (metrics, ..) = subject.windows(&Every::Cycles(50), u64::MAX, false);
    let found = Phases::of(&metrics, 1.0);
    assert!(found.phases.len() > 1);
    let first = |phase: usize| -> Vec<usize> {
        let window = &metrics.windows()[found.phases[phase].windows[0]];
        let tree = |cell: &metrics::Cell| &metrics.profile.threads[cell.thread as usize].tree;
        let worked = window.cells.iter().filter(|it| it.figures.cycles() > 0);
        worked
            .map(|it| tree(it).context(it.context).method.0 as usize)
            .collect()
    };
    // Whatever shares a method with a phase is nearer to it than 1.
    for phase in 1..found.phases.len() {
        let before: Vec<usize> = (0..phase).flat_map(first).collect();
        assert!(first(phase).iter().all(|it| !before.contains(it)));
    }
}
