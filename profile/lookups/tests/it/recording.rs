//! Runs of the embedded demonstration, recorded: what the trace says is what the machine did.

use std::collections::BTreeMap;
use std::io;

use isa::address::system;
use isa::{MachineConfig, MemoryKind, op};
use jopizer::LinkOptions;
use lookups::{
    Condenser, Header, LoadTime, Reader, Recorder, Summary, Symbol, TimeCause, main_address,
};
use method_cache::OrganisationKind;
use method_cache::replay::CallKind;
use microcode::{Build, jvm};
use run::{BlockRun, Engine as _};
use sim_core::{Machine, Statistics};

fn image(main_class: &str) -> Vec<u32> {
    let linked = jopizer::link(&LinkOptions::new(main_class, [])).expect("an embedded program");
    linked.image.words
}

fn header(machine: &MachineConfig, runs: bool) -> Header {
    Header {
        program: "test".to_owned(),
        image: String::new(),
        microcode: String::new(),
        machine: machine.clone(),
        runs,
        methods: BTreeMap::new(),
    }
}

/// Runs to the exit, in superblocks and cycle by cycle, with the same trace; gives it and what the machine's own statistics
/// say.
fn record(image: &[u32], build: Build, header: &Header) -> (Summary, Vec<u8>, Statistics) {
    let [blocks, reference] = [false, true].map(|on_reference| {
        let machine = Machine::new(&header.machine, &jvm(build), image).expect("a machine");
        let recorder = Recorder::new(Vec::new(), header, main_address(image)).expect("a header");
        let mut run = BlockRun::new(machine, (Statistics::default(), recorder));
        if on_reference {
            run = run.on_reference();
        }
        let Ok(_) = run::alone(&mut run, 20_000_000);
        let cycles = run.cycle();
        let (statistics, recorder) = run.probe;
        let (summary, bytes) = recorder.finish(cycles).expect("a trace in memory");
        (summary, bytes, statistics)
    });
    assert_eq!(blocks, reference);
    blocks
}

fn small(memory: MemoryKind, ram_cnt: u8) -> MachineConfig {
    MachineConfig {
        memory,
        ram_cnt,
        jpc_width: 11,
        ..MachineConfig::default()
    }
}

#[test]
fn every_stall_of_every_memory_is_that_of_the_formula_and_no_path_depends_on_the_cache() {
    let image = image("demo.Demo");
    // With no more than one wait state a bounds exception comes up to two bytecodes late, so these runs differ.
    let mut paths = BTreeMap::new();
    for memory in [MemoryKind::Sram32, MemoryKind::Sram16, MemoryKind::Ssram32] {
        for ram_cnt in [1, 2, 3, 4, 7, 10, 14] {
            for method_cache in [OrganisationKind::Fifo, OrganisationKind::OneBlock] {
                let config = MachineConfig {
                    method_cache,
                    ..small(memory, ram_cnt)
                };
                if config.check().is_err() {
                    continue;
                }
                let (summary, _, statistics) = record(&image, Build::Jop, &header(&config, false));
                assert_eq!(
                    summary.unexplained, 0,
                    "{memory:?} {ram_cnt} {method_cache:?}"
                );
                assert_eq!(summary.load_stalls, statistics.stalls.method_load);
                assert_eq!(summary.cycles, statistics.cycles);
                assert_eq!(summary.bytecodes, statistics.bytecodes);
                assert_eq!(summary.lookups, statistics.method_lookups);
                let late = memory != MemoryKind::Sram16 && ram_cnt <= 2;
                let key = if late {
                    (Some(memory as u8), ram_cnt)
                } else {
                    (None, 0)
                };
                let path = paths.entry(key).or_insert(summary.fingerprint);
                assert_eq!(
                    *path, summary.fingerprint,
                    "{memory:?} {ram_cnt} {method_cache:?}"
                );
            }
        }
    }
    assert!((3..=4).contains(&paths.len()), "{paths:?}");
}

#[test]
fn hidden_cycles_are_those_of_the_microcode_and_returns_lead_back_to_callers() {
    let header = header(&small(MemoryKind::Sram32, 2), false);
    for build in [Build::Jop, Build::Strict] {
        let (summary, bytes, _) = record(&image("demo.Demo"), build, &header);
        assert_eq!(summary.first_time_use, None);
        let mut trace = Reader::new(&bytes[..]).expect("a trace");
        let mut callers = Vec::new();
        let (mut running, mut returns, mut led_back) = (0, 0_u64, 0_u64);
        while let Some(numbers) = trace.next_block().expect("no damage").map(<[u32]>::to_vec) {
            for number in numbers {
                let Symbol::Lookup {
                    address,
                    kind,
                    hidden,
                    ..
                } = trace.dictionary()[number as usize]
                else {
                    panic!("only lookups are recorded");
                };
                match kind {
                    CallKind::Invoke => {
                        assert_eq!(hidden, 37);
                        callers.push(running);
                    }
                    CallKind::Return => {
                        assert!((9..=11).contains(&hidden), "{hidden}");
                        returns += 1;
                        led_back += u64::from(callers.pop() == Some(address));
                    }
                }
                running = address;
            }
        }
        assert_eq!(trace.summary(), Some(&summary));
        // A thrown exception unwinds frames without returns.
        assert!(
            returns > 1000 && led_back * 10 > returns * 9,
            "{led_back} of {returns}"
        );
    }
}

#[test]
fn the_runs_between_lookups_cover_the_bytecodes_executed() {
    let header = header(&small(MemoryKind::Sram32, 2), true);
    let (summary, bytes, statistics) = record(&image("demo.Demo"), Build::Jop, &header);
    let mut trace = Reader::new(&bytes[..]).expect("a trace");
    let mut condenser = Condenser::new();
    let (mut words, mut stays, mut runs) = (0_u64, 0, 0);
    while condenser.read(&mut trace).expect("no damage") {
        let chunk = condenser.chunk();
        words += chunk
            .fetches
            .iter()
            .map(|fetch| u64::from(fetch.words))
            .sum::<u64>();
        runs += chunk.fetches.len() as u64;
        stays += chunk.stays.len() as u64;
    }
    stays += condenser.chunk().stays.len() as u64;
    assert_eq!(stays, summary.lookups);
    assert_eq!(runs, summary.runs);
    assert_eq!(condenser.counts().iter().sum::<u64>(), stays);
    // A bytecode has one to five bytes, and a run ends in at most two words that it shares with others.
    assert!(words * 4 >= statistics.bytecodes && words <= statistics.bytecodes * 2 + runs * 2);
    for stay in condenser.table().stays() {
        let bytes = condenser.table().mask(stay);
        assert!(bytes.len() as u32 * 64 < stay.call.length * 4 + 64);
    }
    // An exception that takes the place of the first bytecode leaves a stay without one.
    let all = condenser.table().stays();
    let idle = all
        .iter()
        .filter(|stay| condenser.table().mask(stay).is_empty())
        .count();
    assert!(idle * 20 < all.len(), "{idle} of {}", all.len());
}

#[test]
fn a_clock_read_is_recorded_with_its_place() {
    // The demonstration never asks for the time; an image whose main does is made of natives alone.
    let header = header(&small(MemoryKind::Sram32, 2), false);
    let image = image("demo.Demo");
    let main = main_address(&image).expect("a main");
    let mut recorder = Recorder::new(io::sink(), &header, Some(main)).expect("a sink");
    for (address, in_main) in [(main + 1, false), (main, true)] {
        look_up(&mut recorder, address);
        read(&mut recorder, system::MICROSECOND_COUNTER, 70);
        read(&mut recorder, system::INTERRUPT_NUMBER, 71);
        let known = recorder_first(&recorder);
        assert_eq!(known, (TimeCause::MicrosecondCounter, address, 4, in_main));
    }
    let (summary, _) = recorder.finish(1000).expect("a sink");
    assert_eq!(summary.time_uses, 2);
}

#[test]
fn a_short_branch_that_is_taken_leaves_out_the_bytes_that_it_skips() {
    use sim_core::Probe as _;
    let header = header(&small(MemoryKind::Sram32, 2), true);
    let mut recorder = Recorder::new(Vec::new(), &header, None).expect("memory");
    look_up(&mut recorder, 100);
    // ifeq, not taken; iconst_1; goto over iconst_0; istore_0.
    for (byte, bytecode) in [
        (5, op::IFEQ),
        (8, op::ICONST_1),
        (9, op::GOTO),
        (13, op::ISTORE_0),
    ] {
        recorder.dispatch(60, 256 + byte, bytecode);
    }
    let (_, bytes) = recorder.finish(100).expect("memory");
    let mut trace = Reader::new(&bytes[..]).expect("a trace");
    let numbers = trace.next_block().expect("a block").map(<[u32]>::to_vec);
    let symbols = numbers.expect("symbols").into_iter();
    let runs: Vec<_> = symbols
        .map(|number| trace.dictionary()[number as usize])
        .filter(|symbol| matches!(symbol, Symbol::Run { .. }))
        .collect();
    let expected = [(0, 11), (13, 13)].map(|(first, last)| Symbol::Run { first, last });
    assert_eq!(runs, expected);
}

type Probe<W = io::Sink> = Recorder<W>;

/// A lookup with its microcode, and the dispatch of the bytecode at byte 4.
fn look_up<W: io::Write>(recorder: &mut Probe<W>, address: u32) {
    use sim_core::Probe as _;
    use sim_core::decode::MemoryOp;
    use sim_core::probe::MethodLookup;
    recorder.memory_op(10, MemoryOp::MethodLoad);
    recorder.lookup(
        13,
        MethodLookup {
            address,
            length: 5,
            hit: true,
            start_word: 64,
        },
    );
    recorder.wait(47);
    recorder.dispatch(50, 256, op::NOP);
    recorder.dispatch(51, 260, op::JOPSYS_RD);
}

fn read(recorder: &mut Probe, address: u32, cycle: u64) {
    use sim_core::Probe as _;
    use sim_core::simpcon::{ADDRESS_MASK, Command};
    let command = Command {
        rd: true,
        address: address & ADDRESS_MASK,
        ..Command::IDLE
    };
    recorder.transaction(cycle, &command);
}

fn recorder_first(recorder: &Probe) -> (TimeCause, u32, u32, bool) {
    let first = recorder
        .summary()
        .first_time_use
        .as_ref()
        .expect("a clock read");
    (first.cause, first.method, first.offset, first.in_main)
}

#[test]
fn sixteen_bit_memory_of_one_cycle_loads_a_word_in_three() {
    let time = LoadTime::of(&small(MemoryKind::Sram16, 1));
    assert_eq!([time.miss(1), time.miss(2)], [11, 14]);
    let time = LoadTime::of(&small(MemoryKind::Sram32, 1));
    assert_eq!([time.miss(1), time.miss(2)], [10, 12]);
    assert_eq!(time.stall(true, 9, 37) + time.stall(false, 9, 37), 0);
    assert_eq!(time.stall(true, 9, 3), 1);
    assert_eq!(time.stall(false, 0, 6), 2050);
}
