//! Cycles of the bytecodes that are implemented in Java, counted while `timing.Timing` (in `runtime/timing`) runs.
//!
//! The program prints `bytecode: operands` and then executes the bytecode three times in one of its methods. Counted are the
//! cycles from the bytecode's dispatch to the next one in the method that printed, as for the bytecodes of the microcode. So
//! an `athrow` ends in its handler, and `sys_exc` is everything from the exception request to the handler's first bytecode.

use std::collections::HashSet;
use std::convert::Infallible;

use isa::{Bytecode, MachineConfig, Output, op};
use jopizer::{LinkError, LinkOptions, Symbols};
use microcode::Build;
use run::{End, Guest, Limits, MachineRun};
use serde::Serialize;
use sim_core::probe::{Entry, MethodLookup};
use sim_core::{Machine, MachineError, Probe};

const PROGRAM: &str = "timing.Timing";
const PACKAGE: &str = "timing.";
/// Classes of the package that help the others.
const HELPERS: [&str; 2] = ["timing.Timing", "timing.Fill"];
/// Executions of a case: one to load the methods, one with a warm cache, one with a cold one.
const RUNS: usize = 3;
const CYCLE_LIMIT: u64 = 100_000_000;

/// Cycles of a bytecode on some operands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JavaRow {
    /// Opcode; `SYS_INT` and `SYS_EXC` are the interrupt and the exception entry.
    pub opcode: u8,
    /// Name of the bytecode.
    pub name: &'static str,
    /// Its operands.
    pub operands: String,
    /// Cycles when its methods were in the method cache before, as far as they fit.
    pub warm: u64,
    /// Cycles when no method but the caller was.
    pub cold: u64,
}

/// A measurement that failed.
#[derive(Debug, thiserror::Error)]
pub enum JavaError {
    /// The program does not link.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The machine refused configuration or image.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The program names no bytecode or executes it too seldom.
    #[error("{PROGRAM}, case `{0}`: {1}; look at runtime/timing")]
    Case(String, &'static str),
    /// The program does not end.
    #[error("{PROGRAM} does not end within {CYCLE_LIMIT} cycles")]
    NoEnd,
}

/// The machine executes everything.
impl From<Infallible> for JavaError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// Measures on the default machine, in order of opcodes.
///
/// # Errors
/// When the program that the cases are in does not do its part.
pub fn measure_java(build: Build) -> Result<Vec<JavaRow>, JavaError> {
    let linked = jopizer::link(&LinkOptions::new(PROGRAM, []))?;
    let program = microcode::jvm(build);
    let machine = Machine::new(&MachineConfig::default(), &program, &linked.image.words)?;
    let mut run = MachineRun::new(machine, Counter::new(&linked.symbols));
    let mut rows = Vec::new();
    loop {
        let mut line = String::new();
        let line_ends = Limits {
            until: Some("\n"),
            ..Limits::cycles(CYCLE_LIMIT)
        };
        let mut sink = |output| match output {
            Output::Uart(byte) => {
                line.push(byte.into());
                Ok(())
            }
            Output::Exit(0) => Ok(()),
            _ => Err(JavaError::NoEnd),
        };
        let end = run::to_end(Guest::trusted(), &mut run, &mut sink, &line_ends)?;
        rows.extend(run.probe.finish_case()?);
        match end {
            End::Until => run
                .probe
                .start_case(line.trim_end_matches('\n').to_owned())?,
            End::Exit(_) => break,
            _ => return Err(JavaError::NoEnd),
        }
    }
    rows.sort_by_key(|row| row.opcode);
    Ok(rows)
}

/// Counts the cycles of one case after the other.
struct Counter {
    /// Methods with cases, by the address of their code.
    methods: HashSet<u32>,
    /// The running method, if it is one of them.
    current: Option<u32>,
    case: Option<Case>,
}

struct Case {
    line: String,
    opcode: u8,
    /// The method in which an execution ends.
    home: Option<u32>,
    start: Option<u64>,
    cycles: Vec<u64>,
}

impl Counter {
    fn new(symbols: &Symbols) -> Self {
        let methods = symbols.methods.iter().filter(|method| {
            method.class.starts_with(PACKAGE) && !HELPERS.contains(&method.class.as_str())
        });
        Self {
            methods: methods.map(|method| method.address).collect(),
            current: None,
            case: None,
        }
    }

    fn start_case(&mut self, line: String) -> Result<(), JavaError> {
        let name = line.split(':').next().unwrap_or_default();
        let Some(opcode) = Bytecode::named(name).map(Bytecode::code) else {
            return Err(JavaError::Case(line, "no bytecode has this name"));
        };
        self.case = Some(Case {
            line,
            opcode,
            home: None,
            start: None,
            cycles: Vec::new(),
        });
        Ok(())
    }

    fn finish_case(&mut self) -> Result<Option<JavaRow>, JavaError> {
        let Some(case) = self.case.take() else {
            return Ok(None);
        };
        let [_, warm, cold] = case.cycles[..] else {
            let problem = "the bytecode was not executed three times";
            return Err(JavaError::Case(case.line, problem));
        };
        let operands = case
            .line
            .split_once(": ")
            .map_or("", |(_, operands)| operands);
        Ok(Some(JavaRow {
            opcode: case.opcode,
            name: Bytecode::of(case.opcode).name(),
            operands: operands.to_owned(),
            warm,
            cold,
        }))
    }

    /// Something that may begin an execution: of `opcode`, in a method with cases.
    fn begins(&mut self, cycle: u64, opcode: u8) {
        if let (Some(case), Some(_)) = (&mut self.case, self.current)
            && case.opcode == opcode
            && case.cycles.len() < RUNS
        {
            case.start = Some(cycle);
        }
    }
}

impl Probe for Counter {
    fn dispatch(&mut self, cycle: u64, _jpc: u32, bytecode: u8) {
        if let Some(case) = &mut self.case
            && let Some(start) = case.start
            && self.current == case.home
        {
            case.cycles.push(cycle - start);
            case.start = None;
        }
        self.begins(cycle, bytecode);
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        let opcode = match entry {
            Entry::Interrupt => op::SYS_INT,
            Entry::Exception => op::SYS_EXC,
        };
        self.begins(cycle, opcode);
    }

    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        let address = lookup.address;
        self.current = self.methods.contains(&address).then_some(address);
        if let (Some(case), Some(home)) = (&mut self.case, self.current) {
            case.home.get_or_insert(home);
        }
    }
}
