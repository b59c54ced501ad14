//! Recordings, checked against the profile of the whole run.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use cross_profile::{ContextId, Profile, Provenance, Service};
use isa::{MachineConfig, Output, Stop, op};
use jopizer::{LinkOptions, LinkProgram, Linked, link};
use microcode::{Build, Program, jvm};
use record::{
    Code, Figures, Grain, Limits, LimitsError, Moment, Pattern, Recorded, Vertical, VerticalRow,
    file, operations, service_costs,
};
use run::probes::CollectionProbe;
use run::{End, MachineRun};
use runtime::programs::find;
use sim_core::{Machine, Statistics};
use superblock::BlockMachine;

use crate::support::{Rowed, finished, recording};

const MOST: u64 = 10_000_000;

struct Run {
    linked: Linked,
    program: Program,
}

impl Run {
    fn of(name: &str, length: u32) -> Self {
        Self {
            linked: find(name).unwrap().link(length, 1 << 18).unwrap(),
            program: jvm(Build::Jop),
        }
    }

    /// A program that marks regions.
    fn of_regions() -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cli/tests/cmd/region.in");
        let options = LinkOptions {
            memory_words: 1 << 18,
            ..LinkOptions::new("Regions".to_owned(), vec![folder.into()])
        };
        Self {
            linked: link(&options).unwrap(),
            program: jvm(Build::Jop),
        }
    }

    fn machine(&self) -> Machine {
        Machine::new(
            &MachineConfig::default(),
            &self.program,
            &self.linked.image.words,
        )
        .unwrap()
    }

    /// The profile of the whole run, by the probe that knows no limits.
    fn whole(&self) -> Profile {
        let probe = record::machine::contexts(&self.linked.image.words, Some(&self.linked.symbols));
        let mut machine = MachineRun::new(self.machine(), probe);
        let Ok(end) = run::alone(&mut machine, MOST);
        assert!(matches!(end, End::Exit(_)), "{end:?}");
        machine.probe.finish().into_profile(Provenance::default())
    }

    /// The recording, which is the same whether the rest of the run goes as superblocks or not.
    fn recorded(&self, grain: Grain, limits: &Limits) -> (Profile, Vec<VerticalRow>) {
        let mut reference = BlockMachine::reference(self.machine());
        let expected = self.recorded_on(&mut reference, grain, limits);
        let mut engine = BlockMachine::new(self.machine());
        let found = self.recorded_on(&mut engine, grain, limits);
        assert_eq!(expected.2, found.2, "counters with {limits:?}");
        assert_eq!(expected.0, found.0, "contexts with {limits:?}");
        assert!(expected.1 == found.1, "rows with {limits:?}");
        let needs_no_whole_run = !limits.is_all();
        assert_eq!(engine.block_cycles() > 0, needs_no_whole_run, "{limits:?}");
        (found.0, found.1)
    }

    fn recorded_on(
        &self,
        machine: &mut BlockMachine,
        grain: Grain,
        limits: &Limits,
    ) -> (Profile, Vec<VerticalRow>, Statistics) {
        let (recording, statistics) = self.ended(machine, grain, limits);
        let (profile, rows) = finished(recording);
        (profile, rows, statistics)
    }

    /// The recording when the program has ended, and counters.
    fn ended(
        &self,
        machine: &mut BlockMachine,
        grain: Grain,
        limits: &Limits,
    ) -> (Rowed, Statistics) {
        let symbols = Some(&self.linked.symbols);
        let mut recording = recording(grain, limits, (&self.linked.image.words, symbols)).unwrap();
        let mut also = (Statistics::default(), CollectionProbe::new(symbols));
        // In slices, as a session does it.
        loop {
            let cycle = machine.machine().state.cycle;
            assert!(cycle < MOST);
            let limit = cycle + 10_000;
            let stop = recording.run(machine, limit, &mut also);
            if let Stop::Output(Output::Exit(_)) = stop {
                break;
            }
        }
        (recording, also.0)
    }
}

fn sum(rows: &[VerticalRow]) -> Figures {
    let mut sum = Figures::default();
    for row in rows {
        sum.add(&row.figures);
    }
    sum
}

fn pattern(name: &str) -> Vec<Pattern> {
    vec![Pattern(name.to_owned())]
}

/// Methods with their own figures: calls, bytecodes, cycles.
fn methods(profile: &Profile) -> BTreeMap<&str, [u64; 3]> {
    let figures = profile.methods.iter().zip(profile.by_method());
    figures
        .map(|(name, figures)| {
            (
                &**name,
                [figures.calls, figures.bytecodes, figures.self_cycles],
            )
        })
        .filter(|(name, figures)| *figures != [0; 3] && *name != "(start)")
        .collect()
}

/// Contexts as chains of names behind the name of their thread, with calls, bytecodes and cycles.
fn contexts(profile: &Profile) -> BTreeMap<String, [u64; 3]> {
    let mut found = BTreeMap::new();
    for thread in &profile.threads {
        let mut chains = vec![thread.name.clone()];
        for context in &thread.tree.contexts()[1..] {
            let name = profile.name(context.method);
            let chain = format!("{};{name}", chains[context.parent.0 as usize]);
            let own = [context.calls, context.bytecodes, context.self_cycles()];
            // One chain may have been called for several services.
            let sum: &mut [u64; 3] = found.entry(chain.clone()).or_default();
            for (sum, own) in sum.iter_mut().zip(own) {
                *sum += own;
            }
            chains.push(chain);
        }
    }
    found
}

fn region(name: &str) -> Limits {
    Limits {
        regions: vec![name.to_owned()],
        ..Limits::default()
    }
}

#[test]
fn a_recorded_region_is_that_part_of_the_whole_run() {
    let run = Run::of_regions();
    let whole = run.whole();
    for name in ["filter", "inner", "unstopped", "thrown"] {
        let part = whole.below(&format!("(region {name})")).unwrap();
        let (recorded, _) = run.recorded(Grain::Method, &region(name));
        assert_eq!(contexts(&recorded), contexts(&part), "{name}");
    }
}

/// Contexts without cycles.
fn calls(profile: &Profile) -> BTreeMap<String, [u64; 2]> {
    let contexts = contexts(profile).into_iter();
    contexts
        .map(|(chain, [calls, bytecodes, _])| (chain, [calls, bytecodes]))
        .collect()
}

#[test]
fn a_region_of_one_of_two_threads_keeps_its_frames_over_every_switch() {
    let run = Run::of_regions();
    let whole = run.whole();
    for name in ["other", "while it runs"] {
        let part = whole.below(&format!("(region {name})")).unwrap();
        let (recorded, _) = run.recorded(Grain::Method, &region(name));
        // The bytecode that switches to the thread is not recorded, as recording turns at the dispatch after it.
        let without_switches = |profile: &Profile| {
            let mut contexts = calls(profile);
            let is_switch = |chain: &str| chain.contains("Scheduler.transfer");
            contexts.retain(|chain, _| !is_switch(chain));
            contexts
        };
        assert_eq!(
            without_switches(&recorded),
            without_switches(&part),
            "{name}"
        );
        let lost = part.total_cycles() - recorded.total_cycles();
        assert!(lost * 50 < part.total_cycles(), "{name}: {lost}");
    }
}

#[test]
fn recording_that_begins_in_regions_of_two_threads_records_nothing_outside_of_them() {
    let run = Run::of_regions();
    let whole = run.whole();
    let thread = &whole.threads[1];
    let is_other = |id: &ContextId| whole.name(thread.tree.context(*id).method) == "(region other)";
    let other = thread.tree.ids().find(is_other).unwrap();
    let times = thread.tree.call_times(other).unwrap();
    for share in [3, 2] {
        let from = times.worst_end - (times.worst_end - times.worst_begin) / share;
        let limits = Limits {
            regions: vec!["other".to_owned(), "while it runs".to_owned()],
            from: Some(Moment::Cycle(from)),
            ..Limits::default()
        };
        let (recorded, _) = run.recorded(Grain::Method, &limits);
        let regions = ["main;(region while it runs)", "thread 1;(region other)"];
        let mut seen = [false; 2];
        for (chain, figures) in contexts(&recorded) {
            let place = regions.iter().position(|region| chain.starts_with(region));
            assert!(place.is_some() || figures == [0; 3], "{chain} {figures:?}");
            seen[place.unwrap_or(0)] |= place.is_some();
        }
        assert_eq!(seen, [true; 2], "the last {share}th of the region");
        for thread in &recorded.threads {
            let root = thread.tree.contexts()[0].self_cycles();
            assert!(root < 100, "{}: {root} cycles in no region", thread.name);
        }
    }
}

#[test]
fn an_image_without_symbols_has_no_regions_to_choose() {
    let recording = recording(Grain::Method, &region("filter"), (&[], None));
    assert_eq!(recording.err(), Some(LimitsError::NoSymbols));
}

#[test]
fn the_end_of_a_region_ends_no_region_around_it_and_no_recorded_call() {
    let run = Run::of_regions();
    let whole = run.whole();
    // `inner` ends in the middle of `filter`.
    let both = Limits {
        regions: vec!["filter".to_owned(), "inner".to_owned()],
        ..Limits::default()
    };
    let part = whole.below("(region filter)").unwrap();
    let (recorded, _) = run.recorded(Grain::Method, &both);
    assert_eq!(
        contexts(&recorded),
        contexts(&part),
        "inner is within filter"
    );
    let below = Limits {
        below: pattern("Regions.main"),
        ..both
    };
    let part = whole.below("Regions.main").unwrap();
    let (recorded, _) = run.recorded(Grain::Method, &below);
    assert_eq!(recorded.total_cycles(), part.total_cycles());
}

#[test]
fn without_limits_the_contexts_are_those_of_the_whole_run_on_every_grain() {
    let run = Run::of("udpip", 1);
    let whole = run.whole();
    for grain in Grain::ALL {
        assert!(
            run.recorded(grain, &Limits::default()).0 == whole,
            "{}",
            grain.name()
        );
    }
}

#[test]
fn the_cycles_of_every_level_are_those_of_the_level_below() {
    let run = Run::of("producer-consumer", 5);
    let (profile, rows) = run.recorded(Grain::Microinstruction, &Limits::default());
    assert_eq!(sum(&rows).cycles, profile.total_cycles());
    for row in &rows {
        let mut words = Figures::default();
        for word in &row.words {
            words.add(&word.figures);
        }
        assert_eq!(words.cycles, row.figures.cycles, "{:?}", row.code);
        assert_eq!(words.stalls, row.figures.stalls, "{:?}", row.code);
        assert_eq!(
            words.cycles,
            words.executions + words.stalls.total(),
            "{:?}",
            row.code
        );
    }
}

#[test]
fn a_narrow_recording_leaves_the_rest_of_the_run_to_superblocks() {
    let run = Run::of("lift", 60);
    let limits = Limits {
        only: pattern("lift.Plant.moveDoor"),
        ..Limits::default()
    };
    let mut machine = BlockMachine::new(run.machine());
    let (profile, _, statistics) = run.recorded_on(&mut machine, Grain::Method, &limits);
    let recorded = profile.total_cycles();
    assert!(recorded > 0);
    let elsewhere = statistics.cycles - machine.block_cycles();
    // Each slice and each hand-over takes the reference some hundred cycles; a slice here is short.
    assert!(
        elsewhere < recorded + statistics.cycles / 20,
        "{elsewhere} of {}",
        statistics.cycles
    );
}

#[test]
fn every_opcode_has_the_dispatches_and_cycles_of_the_profile() {
    let run = Run::of("double-fft", 1);
    let (profile, rows) = run.recorded(Grain::Bytecode, &Limits::default());
    let mut uses = [(0, 0); 256];
    for row in &rows {
        if let Code::Bytecode { opcode, .. } = row.code {
            uses[usize::from(opcode)].0 += row.figures.executions;
        }
        // A bytecode carried out in Java is executed at its place, and its routine has the cycles.
        if let Code::Bytecode { opcode, .. } | Code::Dispatch { opcode, .. } = row.code {
            uses[usize::from(opcode)].1 += row.figures.cycles;
        }
    }
    // The last bytecode, which ends the run, has had another cycle: rows and contexts cut a bytecode at its two ends.
    for (opcode, own) in profile
        .bytecodes
        .iter()
        .enumerate()
        .take(usize::from(op::SYS_INT))
    {
        let (count, cycles) = uses[opcode];
        assert_eq!(count, own.count, "opcode {opcode}");
        assert!(
            own.cycles.abs_diff(cycles) <= 1,
            "opcode {opcode}: {cycles}, {}",
            own.cycles
        );
    }
}

#[test]
fn a_method_alone_is_recorded_with_what_it_has_in_the_whole_run() {
    let run = Run::of("lift", 4);
    let whole = run.whole();
    let limits = Limits {
        only: pattern("lift.Door"),
        ..Limits::default()
    };
    let (profile, rows) = run.recorded(Grain::Bytecode, &limits);
    let mut expected = methods(&whole);
    expected.retain(|name, _| name.starts_with("lift.Door."));
    let mut found = methods(&profile);
    // What they call is there with its calls alone.
    found.retain(|name, _| name.starts_with("lift.Door."));
    assert_eq!(found, expected);
    assert_eq!(sum(&rows).cycles, profile.total_cycles());
}

#[test]
fn a_method_with_what_it_calls_is_recorded_as_that_part_of_the_whole_run() {
    let run = Run::of("udpip", 1);
    let whole = run.whole();
    let name = "udpip.Ip.receive";
    let name = if whole.methods.iter().any(|method| method.starts_with(name)) {
        name.to_owned()
    } else {
        let busiest = whole.methods.iter().zip(whole.by_method());
        let busiest =
            busiest.filter(|(name, figures)| name.starts_with("udpip.") && figures.calls > 1);
        let (name, _) = busiest
            .max_by_key(|(_, figures)| figures.inclusive_cycles)
            .unwrap();
        name.clone()
    };
    let limits = Limits {
        below: pattern(&name),
        ..Limits::default()
    };
    let (profile, rows) = run.recorded(Grain::Bytecode, &limits);
    let part = whole.below(&name).unwrap();
    assert_eq!(methods(&profile), methods(&part));
    assert_eq!(profile.contexts(), part.contexts());
    assert_eq!(sum(&rows).cycles, profile.total_cycles());
}

#[test]
fn a_thread_is_recorded_with_the_cycles_that_it_has_in_the_whole_run() {
    let run = Run::of("producer-consumer", 5);
    let whole = run.whole();
    let limits = Limits {
        threads: vec!["thread 1".to_owned()],
        ..Limits::default()
    };
    let (profile, _) = run.recorded(Grain::Method, &limits);
    let cycles = |profile: &Profile| -> Vec<u64> {
        let threads = profile.threads.iter();
        threads.map(|thread| thread.tree.total_cycles()).collect()
    };
    let (all, one) = (cycles(&whole), cycles(&profile));
    // Recording turns at the dispatch behind a switch, some cycles later than the profile.
    assert!(one[1].abs_diff(all[1]) * 20 < all[1], "{one:?} of {all:?}");
    assert!(one[0] * 20 < all[0], "{one:?} of {all:?}");
}

#[test]
fn two_windows_that_meet_have_the_cycles_of_the_whole_run() {
    let run = Run::of("sieve", 1);
    let whole = run.whole();
    let middle = whole.total_cycles() / 2;
    let window = |from, to| Limits {
        from,
        to,
        ..Limits::default()
    };
    let (before, rows_before) =
        run.recorded(Grain::Bytecode, &window(None, Some(Moment::Cycle(middle))));
    let (behind, rows_behind) =
        run.recorded(Grain::Bytecode, &window(Some(Moment::Cycle(middle)), None));
    assert_eq!(
        before.total_cycles() + behind.total_cycles(),
        whole.total_cycles()
    );
    assert_eq!(
        sum(&rows_before).cycles + sum(&rows_behind).cycles,
        whole.total_cycles()
    );
    assert!(before.total_cycles().abs_diff(middle) < 100);
}

#[test]
fn markers_are_calls_of_methods() {
    let run = Run::of("lift", 4);
    let whole = run.whole();
    let (name, figures) = whole
        .methods
        .iter()
        .zip(whole.by_method())
        .filter(|(name, figures)| name.starts_with("lift.") && figures.calls == 4)
        .max_by_key(|(_, figures)| figures.inclusive_cycles)
        .expect("a method is called once in each of four steps");
    let limits = Limits {
        from: Some(format!("{name}#2").parse().unwrap()),
        to: Some(format!("{name}#2").parse().unwrap()),
        ..Limits::default()
    };
    let (profile, _) = run.recorded(Grain::Method, &limits);
    // From the second call to the second one behind it, whose call is the last bytecode.
    assert_eq!(methods(&profile)[&**name][0], 3, "{name} {figures:?}");
}

#[test]
fn a_moment_that_never_comes_is_named_with_what_there_was_instead() {
    let run = Run::of("lift", 4);
    let unmet = |from: Option<&str>, to: Option<&str>| {
        let moment = |text: Option<&str>| text.map(|text| text.parse().unwrap());
        let limits = Limits {
            from: moment(from),
            to: moment(to),
            ..Limits::default()
        };
        let mut machine = BlockMachine::new(run.machine());
        let (recording, _) = run.ended(&mut machine, Grain::Method, &limits);
        recording.unmet(&limits).map(|unmet| unmet.to_string())
    };
    let step = |number: u64| format!("lift.Plant.step#{number}");
    assert_eq!(unmet(Some(&step(4)), None), None);
    assert_eq!(unmet(None, Some(&step(4))), None);
    assert_eq!(unmet(Some("1_000"), Some("1_000_000_000")), None);
    let never = |option: &str, number: u64, seen: u64| {
        let moment = format!("call {number} of lift.Plant.step");
        Some(format!("{option}: {moment} never came: there were {seen}"))
    };
    assert_eq!(unmet(Some(&step(5)), None), never("--from", 5, 4));
    assert_eq!(unmet(None, Some(&step(5))), never("--to", 5, 4));
    // The end is counted from the begin on, and of a recording that never began the begin is told.
    assert_eq!(unmet(Some(&step(3)), Some(&step(2))), never("--to", 2, 1));
    assert_eq!(unmet(Some(&step(7)), Some(&step(9))), never("--from", 7, 4));
    assert_eq!(
        unmet(None, Some("bytecode:dmul#2")),
        Some("--to: execution 2 of dmul never came: there were 0".to_owned())
    );
}

#[test]
fn of_every_third_call_the_calls_are_a_third() {
    let run = Run::of("lift", 6);
    let whole = run.whole();
    let figures = whole.methods.iter().zip(whole.by_method());
    let (name, all) = figures
        .filter(|(name, figures)| name.starts_with("lift.") && figures.calls >= 6)
        .max_by_key(|(_, figures)| figures.inclusive_cycles)
        .unwrap();
    let limits = Limits {
        below: pattern(name),
        every: 3,
        ..Limits::default()
    };
    let (profile, _) = run.recorded(Grain::Method, &limits);
    assert_eq!(
        methods(&profile)[&**name][0],
        all.calls.div_ceil(3),
        "{name}"
    );
}

#[test]
fn services_and_the_program_add_up_to_the_run() {
    let profile = Run::of("gc-stress", 1).whole();
    let services: u64 = service_costs(&profile)
        .iter()
        .map(|costs| costs.services())
        .sum();
    let trees = profile
        .threads
        .iter()
        .flat_map(|thread| thread.tree.contexts());
    let program: u64 = trees
        .filter(|context| context.service == Service::Program)
        .map(|context| context.self_cycles())
        .sum();
    assert_eq!(services + program, profile.total_cycles());
    assert!(services > 0);
}

#[test]
fn a_double_addition_is_a_bytecode_and_a_routine() {
    let profile = Run::of("double-fft", 1).whole();
    let operations = operations(&profile);
    let add = operations
        .iter()
        .find(|operation| operation.bytecode == "dadd")
        .unwrap();
    assert_eq!(add.dispatches, add.calls);
    assert!(add.routine.starts_with("com.jopdesign.sys.JVM.f_dadd("));
    let (name, figures) = profile
        .methods
        .iter()
        .zip(profile.by_method())
        .find(|(name, _)| **name == add.routine)
        .unwrap();
    assert_eq!(
        add.cycles + add.routine_cycles,
        figures.inclusive_cycles,
        "{name}"
    );
}

#[test]
fn what_is_written_reads_the_same_and_what_is_damaged_is_refused() {
    let run = Run::of("sieve", 1);
    let limits = Limits {
        below: pattern("kernel.Sieve"),
        ..Limits::default()
    };
    let recording = run.recorded(Grain::Microinstruction, &limits);
    let recorded = Recorded {
        grain: Grain::Microinstruction,
        limits,
        run_cycles: 1,
        ..Recorded::default()
    };
    let linked = &run.linked;
    let vertical = Vertical::new(
        recorded,
        recording,
        (&linked.image, Some(&linked.symbols)),
        &run.program,
    );
    let mut bytes = Vec::new();
    file::write(&vertical, &mut bytes).unwrap();
    assert!(file::read(&bytes).unwrap() == vertical);
    for length in [0, 10, bytes.len() / 4, bytes.len() / 2, bytes.len() - 2] {
        assert!(file::read(&bytes[..length]).is_err(), "{length} bytes");
    }
    let without_end = &bytes[..bytes.len() - 1];
    assert!(
        !::recording::Recording::read(without_end)
            .unwrap()
            .is_whole()
    );
    for place in (0..bytes.len() - 1).step_by(bytes.len() / 40) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        assert!(file::read(&changed).is_err(), "{place}");
    }
}
