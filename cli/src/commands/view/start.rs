//! Where the page of a program begins: the cycle of a method's first call, and a machine that has its input.

use std::str::FromStr;

use run::checkpoint::{Checkpoint, RunState};
use run::probes::CollectionProbe;
use run::{Program, Setup};
use sim_core::cmp::{CmpProbe, Multiprocessor};
use sim_core::probe::{MethodLookup, Probe};
use sim_core::{Machine, Statistics};

use crate::args::{method_names, quantity};
use crate::output::errors::Error;
use crate::output::table::thousands;

/// Cycles after which a method counts as never called: seconds of the host.
const MOST_CYCLES: u64 = 100_000_000;

/// A place in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Cycle(u64),
    /// The first call of a method.
    Method(String),
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("reset") {
            return Ok(Self::Cycle(0));
        }
        match text.starts_with(|first: char| first.is_ascii_digit()) {
            true => quantity::cycles(text).map(Self::Cycle),
            false => Ok(Self::Method(text.to_owned())),
        }
    }
}

/// The cycle of the first bytecode of a method, of `main` without a name; none where the image has no symbols.
pub(super) fn cycle_of(setup: &Setup, place: Option<&Place>) -> Result<Option<u64>, Error> {
    let program = &setup.program;
    let name = match place {
        Some(Place::Cycle(cycle)) => return Ok(Some(*cycle)),
        Some(Place::Method(name)) => Some(name),
        None => None,
    };
    let Some(address) = called(program, name)? else {
        return Ok(None);
    };
    let mut machine = machine(setup)?;
    let mut watch = FirstCall::of(address);
    while machine.state.cycle < MOST_CYCLES && watch.begins.is_none() {
        if let Some(isa::Output::Exit(_)) = machine.step(&mut watch) {
            break;
        }
    }
    match (watch.begins, name) {
        (None, Some(name)) => Err(not_called(
            program,
            &format!("`{name}`"),
            machine.state.cycle,
        )),
        (found, _) => Ok(found),
    }
}

/// The address of a method, of `main` without a name; none where the image has no symbols.
pub(super) fn called(program: &Program, name: Option<&String>) -> Result<Option<u32>, Error> {
    let (symbols, method) = match (&program.symbols, name) {
        (None, None) => return Ok(None),
        (None, Some(name)) => {
            return Err(Error::Input(format!(
                "{program}: no symbols, so `{name}` has no place; give --at a cycle"
            )));
        }
        (Some(symbols), Some(name)) => (symbols, Some(method_names::only(symbols, name)?)),
        (Some(symbols), None) => (
            symbols,
            symbols.methods_named(&symbols.main_class, "main").next(),
        ),
    };
    let method = method.filter(|_| !symbols.methods.is_empty());
    Ok(method.map(|it| it.address))
}

pub(super) fn not_called(program: &Program, what: &str, cycle: u64) -> Error {
    Error::Input(format!(
        "{program}: {what} is not called in the first {} cycles; give --at a cycle",
        thousands(cycle)
    ))
}

/// The cycle in which the other cores are told to start, if they are.
pub(super) fn signal(mut machine: Multiprocessor) -> Option<u64> {
    let mut watch = OnCores::new(&machine, 0);
    while !machine.is_signalled() && watch.goes_on(&machine) {
        machine.step(&mut watch);
    }
    machine.is_signalled().then_some(machine.cycle())
}

/// The cycle of the first bytecode of a core's first call of a method, or the cycle up to which there was none.
pub(super) fn first_call_of(
    mut machine: Multiprocessor,
    address: u32,
    core: usize,
) -> Result<u64, u64> {
    let mut watch = OnCores::new(&machine, address);
    while watch.cores[core].begins.is_none() && watch.goes_on(&machine) {
        machine.step(&mut watch);
    }
    watch.cores[core].begins.ok_or(machine.cycle())
}

/// Waits for a method on each core.
struct OnCores {
    cores: Vec<FirstCall>,
    has_ended: bool,
}

impl OnCores {
    fn new(machine: &Multiprocessor, address: u32) -> Self {
        let cores = machine.cpus.iter().map(|_| FirstCall::of(address));
        Self {
            cores: cores.collect(),
            has_ended: false,
        }
    }

    fn goes_on(&self, machine: &Multiprocessor) -> bool {
        machine.cycle() < MOST_CYCLES && !self.has_ended
    }
}

impl CmpProbe for OnCores {
    type Cpu = FirstCall;

    fn cpu(&mut self, cpu: usize) -> &mut FirstCall {
        &mut self.cores[cpu]
    }

    fn output(&mut self, _cycle: u64, cpu: usize, output: isa::Output) {
        self.has_ended |= cpu == 0 && matches!(output, isa::Output::Exit(_));
    }
}

/// The machine before its first cycle, with its input.
fn machine(setup: &Setup) -> Result<Machine, Error> {
    let program = &setup.program;
    let microcode = &setup.microcode.program;
    let mut machine = Machine::new(&setup.machine, microcode, &program.image.words)?;
    if let Some(input) = &program.input {
        machine.state.memory_system.io.uart.feed(input);
    }
    Ok(machine)
}

/// The bytes of a checkpoint of the first cycle.
pub(super) fn checkpoint(setup: &Setup) -> Result<Vec<u8>, Error> {
    let subject = setup.subject();
    let checkpoint = Checkpoint {
        run: RunState {
            statistics: Statistics::default().into(),
            collections: CollectionProbe::new(subject.symbols.as_ref()),
            printed: 0,
            diagnostics: 0,
            tail: Vec::new(),
            trace: Vec::new(),
            exit_line_ends: None,
        },
        state: machine(setup)?.state,
        subject,
    };
    let name = &setup.program.name;
    checkpoint.to_bytes().map_err(Error::at(name))
}

/// Waits for a method, then for its first bytecode.
struct FirstCall {
    address: u32,
    is_called: bool,
    begins: Option<u64>,
}

impl FirstCall {
    /// Of the method at this address.
    fn of(address: u32) -> Self {
        Self {
            address,
            is_called: false,
            begins: None,
        }
    }
}

impl Probe for FirstCall {
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.is_called |= lookup.address == self.address;
    }

    fn dispatch(&mut self, cycle: u64, _jpc: u32, _bytecode: u8) {
        if self.is_called && self.begins.is_none() {
            // The bytecode is dispatched at the end of the cycle.
            self.begins = Some(cycle + 1);
        }
    }
}
