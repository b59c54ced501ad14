//! A Java program that reads from the timed UART, on both engines, at the lowest and the highest usual baud rate.

use fast_engine::Engine;
use isa::{MachineConfig, Output, Sender, SenderParity, Stop, UartKind};
use jopizer::{LinkOptions, Linked, link};
use microcode::Build;
use run::{FastRun, Guest, Limits, MachineRun, to_end};
use sim_core::{Machine, NoProbe};

/// Cycles after which the program waits for what will not come.
const LIMIT: u64 = 20_000_000;
/// Cycle in which the program waits for a line.
const READS: u64 = 1_000_000;
const LINE: &str = "jop reads ~!";

fn linked(arguments: &[&str]) -> Linked {
    let options = LinkOptions {
        arguments: arguments.iter().map(|text| (*text).to_owned()).collect(),
        ..LinkOptions::new("ReadLine", [tests::path("serial")])
    };
    link(&options).expect("tests/serial/ReadLine.class")
}

fn config(uart_baud: u32) -> MachineConfig {
    MachineConfig {
        uart: UartKind::Timed,
        uart_baud,
        ..MachineConfig::default()
    }
}

/// Cycles up to the exit and what was printed.
type Outcome = (u64, String);

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

fn on_the_machine(linked: &Linked, config: &MachineConfig, host: (&str, Sender)) -> Outcome {
    let mut machine = machine(linked, config);
    let uart = &mut machine.state.memory_system.io.uart;
    uart.set_sender(host.1);
    uart.feed(host.0.as_bytes());
    finish(machine)
}

fn machine(linked: &Linked, config: &MachineConfig) -> Machine {
    let words = &linked.image.words;
    Machine::new(config, &microcode::jvm(Build::Jop), words).expect("a machine")
}

fn finish(machine: Machine) -> Outcome {
    run_to_its_end(&mut MachineRun::new(machine, NoProbe))
}

/// Cycles of the run, and everything printed: with what the UART still holds at the end.
fn run_to_its_end<E: run::Engine<Fault: std::fmt::Debug>>(engine: &mut E) -> Outcome {
    let mut bytes = Vec::new();
    let mut sink = |output| {
        if let Output::Uart(byte) = output {
            bytes.push(byte);
        }
        Ok::<(), E::Fault>(())
    };
    let limits = Limits::cycles(LIMIT);
    to_end(Guest::trusted(), engine, &mut sink, &limits).expect("no fault");
    let cycles = engine.cycle();
    bytes.extend(engine.empty_uart());
    (cycles, text(bytes))
}

fn on_the_fast_engine(linked: &Linked, config: &MachineConfig, host: (&str, Sender)) -> Outcome {
    let words = &linked.image.words;
    let mut engine = Engine::with_derived_costs(config, Build::Jop, words).expect("a machine");
    engine.set_sender(host.1);
    engine.feed(host.0.as_bytes());
    run_to_its_end(&mut FastRun::new(engine, fast_engine::NoProbe))
}

/// What both engines print, in the same number of cycles.
fn printed(arguments: &[&str], baud: u32, input: &str, sender: Sender) -> String {
    let (linked, config) = (linked(arguments), config(baud));
    let exact = on_the_machine(&linked, &config, (input, sender));
    let quick = on_the_fast_engine(&linked, &config, (input, sender));
    assert_eq!(quick, exact, "{arguments:?} at {baud} baud");
    assert!(exact.0 < LIMIT, "{arguments:?} at {baud} baud: no end");
    exact.1
}

#[test]
fn a_line_arrives_at_both_rates_with_each_parity_mode() {
    for baud in [115_200, 4_000_000] {
        for mode in ["0", "1", "2", "3"] {
            let printed = printed(&[mode], baud, &format!("{LINE}\n"), Sender::default());
            assert_eq!(
                printed,
                format!("read {LINE}\n"),
                "mode {mode}, {baud} baud"
            );
        }
    }
}

#[test]
fn a_line_with_the_wrong_parity_arrives_and_is_reported_in_the_modes_that_check() {
    for (mode, parity, reported) in [
        ("1", SenderParity::Even, true),
        ("3", SenderParity::Odd, true),
        ("2", SenderParity::Odd, false),
        ("1", SenderParity::Odd, false),
        ("3", SenderParity::Even, false),
    ] {
        let sender = Sender {
            parity,
            ..Sender::default()
        };
        let mut machine = machine(&linked(&[mode]), &config(115_200));
        // A byte that came before the mode is set would be taken for something else.
        assert_eq!(machine.run(READS, &mut NoProbe), Stop::Limit);
        let uart = &mut machine.state.memory_system.io.uart;
        uart.set_sender(sender);
        uart.feed(format!("{LINE}\n").as_bytes());
        let (_, printed) = finish(machine);
        let ending = if reported { ", parity error\n" } else { "\n" };
        assert!(
            printed.ends_with(&format!("{LINE}{ending}")),
            "{mode} {parity}: {printed}"
        );
    }
}

#[test]
fn an_overrun_keeps_the_first_bytes_and_loses_the_rest() {
    for baud in [115_200, 4_000_000] {
        let ignoring = Sender {
            heeds_rts: false,
            ..Sender::default()
        };
        let printed = printed(&["0", "4000"], baud, LINE, ignoring);
        assert_eq!(printed, "read jo\n", "{baud} baud");
    }
}

#[test]
fn a_host_that_heeds_rts_waits_after_the_first_byte() {
    for baud in [115_200, 4_000_000] {
        let printed = printed(&["0", "4000"], baud, LINE, Sender::default());
        assert_eq!(printed, "read j\n", "{baud} baud");
    }
}
