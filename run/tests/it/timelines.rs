//! Going back and forth on a timeline: states are those of a straight run, input comes again, output comes once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::support::{echo, machine, microcode, program, start};
use isa::{Output, Stop};
use proptest::prelude::*;
use run::checkpoint::{Moment, Timeline, Watcher};
use sim_core::{Machine, MachineState, NoProbe, Probe, Statistics};

const CONFIG: &str = "memory_words = 32_768";
/// Snapshots of so small a memory: eight.
const TIGHT: usize = 1;

fn sorting() -> Machine {
    let config = machine(CONFIG);
    start(&program("quick-sort", 1, &config), &config).machine
}

fn timeline(machine: Machine) -> Timeline<Statistics> {
    Timeline::new(machine, Statistics::default(), TIGHT)
}

/// A straight run to a cycle, its statistics and what it printed.
fn straight(mut machine: Machine, cycle: u64) -> (Machine, Statistics, Vec<Output>) {
    let mut statistics = Statistics::default();
    let mut outputs = Vec::new();
    while let Stop::Output(output) = machine.run(cycle, &mut statistics) {
        outputs.push(output);
    }
    (machine, statistics, outputs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn wherever_one_goes_the_machine_is_that_of_a_straight_run(
        cycles in prop::collection::vec(0u64..300_000, 1..6),
    ) {
        let mut timeline = timeline(sorting());
        for cycle in cycles {
            prop_assert_eq!(timeline.goto(cycle), Moment::Limit);
            let (machine, statistics, outputs) = straight(sorting(), cycle);
            prop_assert!(timeline.machine().state == machine.state);
            prop_assert_eq!(*timeline.probe(), statistics);
            let seen: Vec<_> = timeline.outputs().iter().map(|(_, output)| *output).collect();
            prop_assert_eq!(seen, outputs);
        }
    }
}

#[test]
fn one_cycle_back_is_the_state_before() {
    let mut timeline = timeline(sorting());
    timeline.goto(150_000);
    let before = timeline.machine().state.clone();
    timeline.goto(150_001);
    timeline.goto(timeline.cycle() - 1);
    assert!(timeline.machine().state == before);
}

#[test]
fn snapshots_are_as_many_as_the_budget_allows() {
    let config = machine(CONFIG);
    let mut timeline = timeline(start(&program("sieve", 1, &config), &config).machine);
    for _ in 0..2 {
        timeline.run(u64::MAX, &mut NoProbe);
        assert!(timeline.cycle() > 600_000);
        assert_eq!(timeline.snapshots(), 8);
        timeline.goto(0);
    }
}

#[test]
fn the_program_ends_once_and_its_end_can_be_gone_to_again() {
    let mut timeline = timeline(sorting());
    assert_eq!(timeline.run(u64::MAX, &mut NoProbe), Moment::End);
    let end = timeline.cycle();
    let outputs = timeline.recorded_outputs().to_vec();
    assert_eq!(outputs.last(), Some(&(end, Output::Exit(0))));
    timeline.goto(end / 2);
    assert!(timeline.outputs().len() < outputs.len());
    assert_eq!(timeline.goto(u64::MAX), Moment::End);
    assert_eq!((timeline.cycle(), timeline.end()), (end, Some(end)));
    assert_eq!(timeline.recorded_outputs(), outputs);
}

#[test]
fn before_the_first_cycle_there_is_nothing() {
    let (machine, _, _) = straight(sorting(), 1000);
    let mut timeline = timeline(machine);
    timeline.goto(2000);
    assert_eq!(timeline.goto(10), Moment::Start);
    assert_eq!((timeline.cycle(), timeline.first()), (1000, 1000));
}

/// Stops where a bytecode is dispatched, in every so many cycles.
struct Dispatches {
    seen: bool,
    from: u64,
    to: u64,
}

impl Probe for Dispatches {
    fn dispatch(&mut self, _cycle: u64, _jpc: u32, _bytecode: u8) {
        self.seen = true;
    }
}

impl Watcher<Statistics> for Dispatches {
    fn stops(&mut self, state: &MachineState, _statistics: &Statistics) -> bool {
        std::mem::take(&mut self.seen) && (self.from..self.to).contains(&state.cycle)
    }
}

#[test]
fn running_back_stops_where_running_forward_had_stopped_last() {
    let mut timeline = timeline(sorting());
    // Far from the present, so that snapshots in between have nothing to stop at.
    let mut watcher = Dispatches {
        seen: false,
        from: 100_000,
        to: 100_100,
    };
    let mut stops = Vec::new();
    while timeline.run(900_000, &mut watcher) == Moment::Watched {
        stops.push(timeline.cycle());
    }
    assert!(stops.len() > 5);
    while let Some(expected) = stops.pop() {
        assert_eq!(timeline.run_back(&mut watcher), Moment::Watched);
        assert_eq!(timeline.cycle(), expected);
    }
    assert_eq!(timeline.run_back(&mut watcher), Moment::Start);
    assert_eq!(timeline.cycle(), 0);
}

fn echoing() -> Machine {
    let config = machine(CONFIG);
    let linked = echo(&config);
    Machine::new(&config, &microcode(), &linked.image.words).unwrap()
}

fn printed(timeline: &Timeline<Statistics>) -> String {
    let bytes = timeline
        .outputs()
        .iter()
        .filter_map(|(_, output)| match output {
            Output::Uart(byte) => Some(char::from(*byte)),
            _ => None,
        });
    bytes.collect()
}

#[test]
fn input_comes_again_in_the_cycle_in_which_it_came() {
    let mut timeline = timeline(echoing());
    timeline.goto(200_000);
    timeline.feed(b"to be");
    timeline.goto(333_333);
    timeline.feed(b", or not");
    timeline.feed(b".");
    assert_eq!(timeline.run(u64::MAX, &mut NoProbe), Moment::End);
    let (end, text) = (timeline.cycle(), printed(&timeline));
    assert_eq!(text, "TO BE, OR NOT\n");
    let state = timeline.machine().state.clone();
    for back in [100, 333_332, 333_333, 333_334, 200_000] {
        timeline.goto(back);
        assert_eq!(timeline.goto(u64::MAX), Moment::End);
        assert_eq!((timeline.cycle(), printed(&timeline)), (end, text.clone()));
        assert!(timeline.machine().state == state);
    }
}

#[test]
fn input_in_the_past_makes_another_future() {
    let mut timeline = timeline(echoing());
    timeline.goto(200_000);
    timeline.feed(b"yes.");
    assert_eq!(timeline.run(u64::MAX, &mut NoProbe), Moment::End);
    assert_eq!(printed(&timeline), "YES\n");
    timeline.goto(150_000);
    timeline.feed(b"no.");
    assert_eq!(timeline.end(), None);
    assert_eq!(timeline.goto(u64::MAX), Moment::End);
    assert_eq!(printed(&timeline), "NO\n");
}
