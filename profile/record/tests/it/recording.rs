//! Recorded rows against the machine's own counters, the image's code, and calling contexts.

use std::collections::BTreeMap;

use isa::{MachineConfig, UartKind, op};
use jopizer::disassemble::{LinkedInstruction, disassemble};
use jopizer::symbols::MethodSymbol;
use jopizer::{LinkProgram, Linked};
use microcode::{Build, jvm};
use record::{Annotation, Code, Figures, Grain, Limits, Recorded, RecordedMachine, Vertical};
use run::MachineRun;
use runtime::sources::SourcePath;
use sim_core::{Machine, Probe, Statistics};

use crate::support::{finished, recording};

fn link(name: &str, length: &str) -> Linked {
    let program = runtime::programs::find(name).expect("an embedded program");
    let options = program.options(&[length.to_owned()]);
    jopizer::link(&options).expect("an embedded program links")
}

fn machine(linked: &Linked, config: &MachineConfig) -> Machine {
    Machine::new(config, &jvm(Build::Jop), &linked.image.words).expect("the program fits")
}

fn record(linked: &Linked, config: &MachineConfig, grain: Grain) -> (Vertical, Statistics) {
    let symbols = Some(&linked.symbols);
    let recording = recording(grain, &Limits::default(), (&linked.image.words, symbols));
    let recording = recording.expect("no limits mean something");
    let mut run = RecordedMachine::new(machine(linked, config), recording, symbols);
    let Ok(_) = ::run::alone(&mut run, u64::MAX);
    let statistics = *run.statistics();
    let vertical = Vertical::new(
        Recorded::default(),
        finished(run.recording),
        (&linked.image, symbols),
        &jvm(Build::Jop),
    );
    (vertical, statistics)
}

fn total(vertical: &Vertical) -> Figures {
    let mut total = Figures::default();
    for row in &vertical.rows {
        total.add(&row.figures);
    }
    total
}

/// Methods that ran, with their code beside what it took.
fn annotations<'a>(
    linked: &'a Linked,
    vertical: &'a Vertical,
) -> impl Iterator<Item = (&'a MethodSymbol, Annotation)> {
    let sources = SourcePath::default();
    linked.symbols.methods.iter().filter_map(move |method| {
        let source = linked.symbols.source(method, &sources);
        let annotation = Annotation::new(vertical, method.address, source.as_ref())?;
        Some((method, annotation))
    })
}

/// Machines whose waits differ: slow memory, a tiny method cache, a timed UART.
fn machines() -> [MachineConfig; 3] {
    let usual = MachineConfig::default();
    [
        usual.clone(),
        MachineConfig {
            ram_cnt: 5,
            jpc_width: 11,
            block_bits: 3,
            ..usual.clone()
        },
        MachineConfig {
            uart: UartKind::Timed,
            ..usual
        },
    ]
}

#[test]
fn counts_add_up_to_the_statistics_of_the_run() {
    let linked = link("producer-consumer", "2");
    for config in machines() {
        let (vertical, statistics) = record(&linked, &config, Grain::Bytecode);
        let total = total(&vertical);
        assert_eq!(total.cycles, statistics.cycles);
        assert_eq!(total.stalls, statistics.stalls);
        let (mut entries, mut bytecodes) = (0, 0);
        for row in &vertical.rows {
            match row.code {
                Code::Dispatch {
                    opcode: op::SYS_INT | op::SYS_EXC,
                    ..
                } => entries += row.figures.executions,
                Code::Bytecode { .. } => bytecodes += row.figures.executions,
                // Counted at its place.
                Code::Dispatch { .. } | Code::Start => {}
            }
        }
        assert_eq!(entries, statistics.interrupts + statistics.exceptions);
        assert_eq!(bytecodes, statistics.bytecodes);
    }
}

#[test]
fn every_count_is_at_a_bytecode_of_a_method() {
    for (name, length) in [("producer-consumer", "2"), ("lift", "2")] {
        let linked = link(name, length);
        for config in machines() {
            let (vertical, _) = record(&linked, &config, Grain::Bytecode);
            for address in vertical.by_method().keys().flatten() {
                let symbol = linked.symbols.method_at(*address).expect("a method");
                assert_eq!(symbol.address, *address);
                let listing = disassemble(&linked.image, &linked.symbols, symbol);
                let starts: Vec<u32> = listing.instructions.iter().map(|code| code.pc).collect();
                for row in vertical.rows_of(*address) {
                    if let Code::Bytecode { offset, .. } = row.code {
                        assert!(starts.contains(&offset), "{symbol} at {offset}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_bytecodes_dispatched_are_those_of_the_image() {
    struct Uses([u64; 256]);
    impl Probe for Uses {
        fn dispatch(&mut self, _cycle: u64, _jpc: u32, bytecode: u8) {
            self.0[usize::from(bytecode)] += 1;
        }
    }
    let linked = link("recursion", "1");
    let config = MachineConfig::default();
    let (vertical, _) = record(&linked, &config, Grain::Bytecode);
    let mut run = MachineRun::new(machine(&linked, &config), Uses([0; 256]));
    let Ok(_) = ::run::alone(&mut run, u64::MAX);
    let mut counted = [0; 256];
    for (_, annotation) in annotations(&linked, &vertical) {
        for instruction in annotation.instructions {
            counted[usize::from(instruction.code.1)] += instruction.figures.executions;
        }
    }
    assert_eq!(counted, run.probe.0);
}

/// Returns true if a loop of the method begins with its first bytecode.
fn branches_to_its_begin(code: &[LinkedInstruction]) -> bool {
    code.iter().any(|code| {
        let is_branch = matches!(
            code.opcode,
            op::IFEQ..=op::GOTO | op::IFNULL | op::IFNONNULL
        );
        is_branch && code.operands == "0"
    })
}

#[test]
fn calls_are_those_of_the_calling_context_profile() {
    let linked = link("recursion", "1");
    let (vertical, _) = record(&linked, &MachineConfig::default(), Grain::Bytecode);
    let mut compared = 0;
    for (method, annotation) in annotations(&linked, &vertical) {
        let name = method.to_string();
        let calls = annotation.figures.executions;
        let place = vertical.profile.methods.iter().position(|it| *it == name);
        let of_profile = place.map_or(0, |place| vertical.profile.by_method()[place].calls);
        assert_eq!(calls, of_profile, "{name}");
        let listing = disassemble(&linked.image, &linked.symbols, method);
        if branches_to_its_begin(&listing.instructions) {
            continue;
        }
        // The microcode starts it without a call.
        let started = u64::from(method.name == "boot" && method.class.ends_with(".Startup"));
        let begun = annotation.instructions[0].figures.executions;
        assert_eq!(begun, calls + started, "{name}");
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn microcode_addresses_add_up_to_their_bytecodes() {
    let linked = link("recursion", "1");
    let config = MachineConfig::default();
    let (vertical, statistics) = record(&linked, &config, Grain::Microinstruction);
    let mut by_address: BTreeMap<u16, Figures> = BTreeMap::new();
    for row in &vertical.rows {
        let mut sum = Figures::default();
        for word in &row.words {
            sum.add(&word.figures);
            let figures = by_address.entry(word.address).or_default();
            figures.add(&word.figures);
        }
        let (expected, own) = (&row.figures, &sum);
        assert_eq!(own.cycles, expected.cycles, "{:?}", row.code);
        assert_eq!(own.stalls, expected.stalls, "{:?}", row.code);
    }
    let cycles: u64 = by_address.values().map(|figures| figures.cycles).sum();
    assert_eq!(cycles, statistics.cycles);
    let (bytecodes, _) = record(&linked, &config, Grain::Bytecode);
    let without_words = |vertical: &Vertical| -> Vec<(Code, Figures)> {
        let rows = vertical.rows.iter();
        rows.map(|row| (row.code, row.figures)).collect()
    };
    assert_eq!(without_words(&vertical), without_words(&bytecodes));
}

#[test]
fn a_bytecode_of_one_word_has_one_microcode_address() {
    let linked = link("recursion", "1");
    let config = MachineConfig::default();
    let (vertical, _) = record(&linked, &config, Grain::Microinstruction);
    let mut seen = 0;
    for row in &vertical.rows {
        // iload_0 to iload_3 are one microinstruction each.
        if let Code::Bytecode {
            opcode: opcode @ op::ILOAD_0..=op::ILOAD_3,
            ..
        } = row.code
        {
            let words: Vec<u16> = row.words.iter().map(|word| word.address).collect();
            let table = jvm(Build::Jop).jump_table;
            assert_eq!(words, [table.bytecodes[usize::from(opcode)]]);
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_lines_of_a_method_add_up_to_it_and_begin_with_its_declaration() {
    let linked = link("recursion", "1");
    let (vertical, _) = record(&linked, &MachineConfig::default(), Grain::Bytecode);
    let mut methods = 0;
    for (method, annotation) in annotations(&linked, &vertical) {
        let called = annotation.dispatches.iter();
        let called: u64 = called.map(|(_, figures)| figures.cycles).sum();
        let lines = annotation.lines.iter();
        let lines: u64 = lines.map(|line| line.figures.cycles).sum();
        assert_eq!(called + lines, annotation.figures.cycles, "{method}");
        let code = annotation.instructions.iter();
        let code: u64 = code.map(|instruction| instruction.figures.cycles).sum();
        assert_eq!(called + code, annotation.figures.cycles, "{method}");
        if method.class == "kernel.Recursion" && method.name == "main" {
            let first = annotation.lines[0].text.as_deref().unwrap_or_default();
            assert!(first.contains("void main("), "{first}");
        }
        methods += 1;
    }
    assert!(methods > 20, "{methods}");
}
