//! Several processors on a timeline: each is that of a straight run, wherever one goes.

use isa::{MachineConfig, System};
use microcode::Build;
use run::checkpoint::{Moment, Timeline, Watcher};
use sim_core::cmp::Multiprocessor;
use sim_core::{MachineState, NoProbe, Probe, Statistics};

use crate::support::program;

/// Snapshots of so small a memory: eight.
const TIGHT: usize = 1;

fn processors() -> Multiprocessor {
    let system = System::from_toml("cores = 3\narbiter = \"fair\"").expect("a machine");
    let machine = MachineConfig::default();
    let image = program("producer-consumer", 5, &machine).image.words;
    let processors = system.processors.expect("several");
    let microcode = microcode::jvm(Build::Jop);
    Multiprocessor::new((&machine, &processors), &microcode, &image).expect("processors")
}

fn timeline() -> Timeline<Statistics> {
    Timeline::several(processors(), |_| Statistics::default(), TIGHT)
}

#[test]
fn wherever_one_goes_each_core_is_that_of_a_straight_run() {
    let mut timeline = timeline();
    for (cycle, chosen) in [(150_000, 1), (40_000, 2), (39_999, 0), (140_001, 1), (7, 2)] {
        timeline.choose(chosen);
        assert_eq!(timeline.goto(cycle), Moment::Limit);
        assert_eq!((timeline.cycle(), timeline.core()), (cycle, chosen));
        let mut straight = processors();
        straight.run(cycle, &mut NoProbe);
        for core in 0..3 {
            timeline.choose(core);
            let words = &mut straight.memory.words;
            let port = &mut straight.cpus[core].state.memory_system.memory;
            port.swap_words(words);
            let wanted = &straight.cpus[core].state;
            assert!(timeline.machine().state == *wanted, "{cycle}, core {core}");
            let port = &mut straight.cpus[core].state.memory_system.memory;
            port.swap_words(&mut straight.memory.words);
        }
    }
}

/// Stops where processor 2 has executed a multiple of so many microinstructions.
struct OfOther(u64);

impl Probe for OfOther {}

impl Watcher<Statistics> for OfOther {
    fn stops(&mut self, _state: &MachineState, _probe: &Statistics) -> bool {
        false
    }

    fn wants_others(&self) -> bool {
        true
    }

    fn stops_other(&mut self, state: &MachineState, probe: &Statistics) -> bool {
        let is_third = state
            .memory_system
            .io
            .system
            .lock()
            .is_some_and(|it| it.cpu_id == 2);
        is_third && probe.microinstructions.is_multiple_of(self.0)
    }
}

#[test]
fn a_core_that_stops_a_run_is_chosen_in_both_directions() {
    let mut timeline = timeline();
    let mut watcher = OfOther(50_000);
    timeline.goto(10_000);
    assert_eq!(timeline.run(u64::MAX, &mut watcher), Moment::Watched);
    let (first, core) = (timeline.cycle(), timeline.core());
    assert_eq!(core, 2);
    timeline.choose(0);
    timeline.goto(first + 1000);
    assert_eq!(timeline.core(), 0);
    assert_eq!(timeline.run_back(&mut watcher), Moment::Watched);
    assert_eq!(
        (timeline.core(), timeline.probe().microinstructions),
        (2, 50_000)
    );
}
