//! Recorded counts against the machine's own, the image's code, and calling-context profiles.

use std::collections::BTreeMap;

use cross_profile::Provenance;
use isa::{MachineConfig, UartKind, op};
use jopizer::LinkProgram;
use jopizer::Linked;
use jopizer::disassemble::disassemble;
use microcode::{Build, jvm};
use record::machine::ContextProbe;
use record::{Annotation, Detail, InstructionProfile, Recorder, Site};
use run::{Ending, MachineRun};
use runtime::sources::SourcePath;
use sim_core::{Machine, Probe, Statistics};

fn link(name: &str, length: &str) -> Linked {
    let program = runtime::programs::find(name).expect("an embedded program");
    let options = program.options(&[length.to_owned()]);
    jopizer::link(&options).expect("an embedded program links")
}

fn run<P: Probe>(linked: &Linked, config: &MachineConfig, probe: P) -> P {
    let machine =
        Machine::new(config, &jvm(Build::Jop), &linked.image.words).expect("the program fits");
    let mut run = MachineRun::new(machine, probe);
    let Ok(_) = ::run::drive_silently(&mut run, &mut Ending::of_program(false));
    run.probe
}

fn record(
    linked: &Linked,
    config: &MachineConfig,
    detail: Detail,
) -> (InstructionProfile, Statistics) {
    let probe = (Recorder::new(config, detail), Statistics::default());
    let (recorder, statistics) = run(linked, config, probe);
    (recorder.finish(), statistics)
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
        let (profile, statistics) = record(&linked, &config, Detail::Bytecodes);
        let total = profile.total();
        assert_eq!(total.cycles, statistics.cycles);
        assert_eq!(total.stalls(), statistics.stalls);
        let (mut entries, mut bytecodes) = (0, 0);
        for (site, counts) in &profile.sites {
            match site {
                Site::Dispatch {
                    opcode: op::SYS_INT | op::SYS_EXC,
                    ..
                } => entries += counts.executions,
                Site::Bytecode { .. } => bytecodes += counts.executions,
                // Counted at its place.
                Site::Dispatch { .. } | Site::Start => {}
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
            let (profile, _) = record(&linked, &config, Detail::Bytecodes);
            for method in profile.by_method().keys() {
                let symbol = linked.symbols.method_at(*method).expect("a method");
                assert_eq!(symbol.address, *method);
                let listing = disassemble(&linked.image, &linked.symbols, symbol);
                let starts: Vec<u32> = listing.instructions.iter().map(|code| code.pc).collect();
                for (offset, _) in profile.of_method(*method) {
                    assert!(starts.contains(&offset), "{symbol} at {offset}");
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
    let probe = (Recorder::new(&config, Detail::Bytecodes), Uses([0; 256]));
    let (recorder, uses) = run(&linked, &config, probe);
    let profile = recorder.finish();
    let mut counted = [0; 256];
    for method in &linked.symbols.methods {
        let annotation = Annotation::new(&profile, &linked.image, &linked.symbols, method, None);
        for instruction in annotation.instructions {
            counted[usize::from(instruction.code.opcode)] += instruction.counts.executions;
        }
    }
    assert_eq!(counted, uses.0);
}

#[test]
fn calls_are_those_of_the_calling_context_profile() {
    let linked = link("recursion", "1");
    let config = MachineConfig::default();
    let contexts = ContextProbe::new(&linked.image.words, Some(&linked.symbols));
    let probe = (Recorder::new(&config, Detail::Bytecodes), contexts);
    let (recorder, contexts) = run(&linked, &config, probe);
    let (profile, contexts) = (recorder.finish(), contexts.finish());
    let contexts = contexts.into_profile(Provenance::default());
    let names = contexts.methods.iter().zip(contexts.by_method());
    let expected: BTreeMap<&str, u64> = names
        .filter(|(_, figures)| figures.calls > 0)
        .map(|(name, figures)| (name.as_str(), figures.calls))
        .collect();
    for method in &linked.symbols.methods {
        let calls = profile.calls.get(&method.address).copied().unwrap_or(0);
        let name = method.to_string();
        // The microcode starts it without a call.
        let started = u64::from(method.name == "boot" && method.class.ends_with(".Startup"));
        let called = expected.get(&*name).copied().unwrap_or(0);
        assert_eq!(calls, called + started, "{name}");
    }
}

#[test]
fn microcode_addresses_add_up_to_their_bytecodes() {
    let linked = link("recursion", "1");
    let (profile, _) = record(&linked, &MachineConfig::default(), Detail::Microcode);
    let mut sums: BTreeMap<Site, (u64, u64)> = BTreeMap::new();
    for ((site, _), counts) in &profile.microcode {
        let sum = sums.entry(*site).or_default();
        sum.0 += counts.cycles;
        sum.1 += counts.stalls;
    }
    let taken = profile.sites.iter().filter(|(_, counts)| counts.cycles > 0);
    assert_eq!(sums.len(), taken.clone().count());
    for (site, counts) in taken {
        let sum = (counts.cycles, counts.stalls().total());
        assert_eq!(sums.get(site), Some(&sum), "{site:?}");
    }
}

#[test]
fn a_bytecode_of_one_word_has_one_microcode_address() {
    let linked = link("recursion", "1");
    let (profile, _) = record(&linked, &MachineConfig::default(), Detail::Microcode);
    let mut seen = 0;
    for method in &linked.symbols.methods {
        let listing = disassemble(&linked.image, &linked.symbols, method);
        // iload_0 to iload_3 are one microinstruction each.
        let loads = listing
            .instructions
            .iter()
            .filter(|code| (op::ILOAD_0..=op::ILOAD_3).contains(&code.opcode));
        for code in loads {
            let site = Site::Bytecode {
                method: method.address,
                offset: code.pc,
            };
            let words = profile.microcode.range((site, 0)..=(site, u16::MAX));
            let words: Vec<u16> = words.map(|((_, address), _)| *address).collect();
            if profile.sites.contains_key(&site) {
                assert_eq!(
                    words,
                    [jvm(Build::Jop).jump_table.bytecodes[usize::from(code.opcode)]]
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_lines_of_a_method_add_up_to_it_and_begin_with_its_declaration() {
    let linked = link("recursion", "1");
    let (profile, _) = record(&linked, &MachineConfig::default(), Detail::Bytecodes);
    let sources = SourcePath::default();
    for method in &linked.symbols.methods {
        let source = linked.symbols.source(method, &sources);
        let annotation = Annotation::new(
            &profile,
            &linked.image,
            &linked.symbols,
            method,
            source.as_ref(),
        );
        let called = annotation.dispatches.iter();
        let called: u64 = called.map(|(_, counts)| counts.cycles).sum();
        let lines: u64 = annotation.lines.iter().map(|line| line.counts.cycles).sum();
        assert_eq!(called + lines, annotation.counts.cycles, "{method}");
        let code = annotation.instructions.iter();
        let code: u64 = code.map(|instruction| instruction.counts.cycles).sum();
        assert_eq!(called + code, annotation.counts.cycles, "{method}");
        if method.class == "kernel.Recursion" && method.name == "main" {
            let first = annotation.lines[0].text.as_deref().unwrap_or_default();
            assert!(first.contains("void main("), "{first}");
        }
    }
}
