//! One method, one figure: every view of a run charges a cycle to the same method.

use std::collections::BTreeMap;

use cross_profile::context_names::START;
use cross_profile::{Charge, Profile, Provenance};
use isa::{MachineConfig, Stop};
use jopizer::{LinkProgram, Linked};
use microcode::{Build, jvm};
use record::{Annotation, Code, Grain, Limits, Recorded, Vertical};
use run::MachineRun;
use run::probes::CollectionProbe;
use sim_core::{Machine, Statistics};
use superblock::BlockMachine;

use crate::support::{finished, recording};

/// One run, as every recorder sees it.
struct Views {
    linked: Linked,
    contexts: Profile,
    vertical: Vertical,
    statistics: Statistics,
}

impl Views {
    fn of(name: &str, length: u32) -> Self {
        let config = MachineConfig::default();
        let program = runtime::programs::find(name).expect("an embedded program");
        let linked = program.link(length, config.memory_words).expect("it links");
        let machine =
            || Machine::new(&config, &jvm(Build::Jop), &linked.image.words).expect("it fits");
        let symbols = Some(&linked.symbols);
        let contexts = record::machine::contexts(&linked.image.words, symbols);
        let probe = (Statistics::default(), contexts);
        let mut run = MachineRun::new(machine(), probe);
        let Ok(_) = run::alone(&mut run, u64::MAX);
        let (statistics, contexts) = run.probe;
        let mut recording = recording(
            Grain::Bytecode,
            &Limits::default(),
            (&linked.image.words, symbols),
        )
        .expect("no limits mean something");
        let mut again = BlockMachine::new(machine());
        let mut seen = (Statistics::default(), CollectionProbe::new(symbols));
        while recording.run(&mut again, statistics.cycles, &mut seen) != Stop::Limit {}
        let vertical = Vertical::new(
            Recorded::default(),
            finished(recording),
            (&linked.image, symbols),
            &jvm(Build::Jop),
        );
        Self {
            contexts: contexts.finish().into_profile(Provenance::default()),
            vertical,
            statistics,
            linked,
        }
    }

    /// Own cycles of each method by name, as calling contexts have them.
    fn by_context(&self) -> BTreeMap<String, u64> {
        let figures = self.contexts.methods.iter().zip(self.contexts.by_method());
        let figures = figures.filter(|(_, figures)| figures.self_cycles != 0);
        figures
            .map(|(name, figures)| (name.clone(), figures.self_cycles))
            .collect()
    }

    /// The same, as lines of code have them, with what the virtual machine took to call the method.
    fn by_place(&self) -> BTreeMap<String, u64> {
        let methods = self.linked.symbols.methods.iter();
        let annotations =
            methods.filter_map(|method| Annotation::new(&self.vertical, method.address, None));
        let cycles = annotations.map(|method| {
            let lines = method.lines.iter().map(|line| line.figures.cycles);
            let dispatches = method.dispatches.iter();
            let dispatches = dispatches.map(|(_, figures)| figures.cycles);
            (
                method.method.name.clone(),
                lines.chain(dispatches).sum::<u64>(),
            )
        });
        cycles.filter(|(_, cycles)| *cycles != 0).collect()
    }

    /// The same, as the levels of a recording have them.
    fn by_row(&self) -> BTreeMap<String, u64> {
        let symbols = &self.linked.symbols;
        let methods = self.vertical.by_method().into_iter();
        let methods = methods.filter_map(|(method, figures)| {
            Some((symbols.method_at(method?)?.to_string(), figures.cycles))
        });
        methods.filter(|(_, cycles)| *cycles != 0).collect()
    }

    /// Cycles from reset to the first bytecode.
    fn reset(&self) -> u64 {
        let mut rows = self.vertical.rows.iter();
        let start = rows.find(|row| row.code == Code::Start);
        start.expect("a start").figures.cycles
    }
}

/// The method that the microcode starts, which runs in no frame.
fn is_boot(name: &str) -> bool {
    name.starts_with("com.jopdesign.sys.Startup.boot(")
}

#[test]
fn a_method_has_the_same_cycles_in_every_view() {
    // Integer division, tables of switches, double arithmetic and allocation in Java; exceptions.
    for (name, length) in [
        ("motor", 2),
        ("lift", 2),
        ("double-fft", 1),
        ("gc-stress", 1),
    ] {
        let views = Views::of(name, length);
        let (contexts, places, rows) = (views.by_context(), views.by_place(), views.by_row());
        assert!(contexts.len() > 20);
        for (method, cycles) in &contexts {
            if method != START {
                assert_eq!(
                    places.get(method),
                    Some(cycles),
                    "{name}: {method} annotated"
                );
                assert_eq!(rows.get(method), Some(cycles), "{name}: {method} by rows");
            }
        }
        let others = places
            .keys()
            .filter(|method| !contexts.contains_key(*method));
        assert!(others.clone().all(|method| is_boot(method)), "{others:?}");
        assert_eq!(places, rows, "{name}");
        // What has no frame is the start from reset and the method that it goes to.
        let start = places.iter().filter(|(method, _)| is_boot(method));
        let boot: u64 = start.map(|(_, cycles)| cycles).sum();
        assert_eq!(contexts[START], views.reset() + boot, "{name}");
    }
}

#[test]
fn with_threads_places_and_rows_agree_and_contexts_have_the_same_sum() {
    let views = Views::of("producer-consumer", 2);
    let (contexts, places) = (views.by_context(), views.by_place());
    assert_eq!(places, views.by_row());
    let sum = |cycles: &BTreeMap<String, u64>| cycles.values().sum::<u64>();
    assert_eq!(sum(&contexts), sum(&places) + views.reset());
    // Contexts lose the frames of a thread at some switches, and what it does then is in `(start)`.
    let differ = |(name, cycles): &(&String, &u64)| contexts.get(*name) != Some(*cycles);
    let moved: u64 = places
        .iter()
        .filter(differ)
        .map(|(name, cycles)| cycles.abs_diff(contexts.get(name).copied().unwrap_or(0)))
        .sum();
    assert!(moved / 2 < sum(&places) / 10, "{moved}");
}

#[test]
fn the_stalls_of_a_run_are_the_waits_of_its_contexts() {
    let views = Views::of("lift", 2);
    let mut charges = [0; Charge::COUNT];
    for thread in &views.contexts.threads {
        for context in thread.tree.contexts() {
            for (sum, cycles) in charges.iter_mut().zip(context.cycles) {
                *sum += cycles;
            }
        }
    }
    let of = |charge: Charge| charges[charge as usize];
    let stalls = views.statistics.stalls;
    let loads = of(Charge::LoadOnInvoke) + of(Charge::LoadOnReturn);
    assert_eq!(loads, stalls.method_load);
    // Monitors have their own charge, stalls included.
    let waits = of(Charge::MemoryRead) + of(Charge::MemoryWrite);
    let in_monitors = stalls.total() - stalls.method_load - waits;
    assert!(in_monitors <= of(Charge::Synchronisation), "{in_monitors}");
    assert!(in_monitors < waits / 100);
}
