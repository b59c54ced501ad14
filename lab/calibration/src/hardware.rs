//! The two sides of a benchmark: cycles from the machine, in place of a board, and counts from the fast engine.

use std::convert::Infallible;

use cost_model::{Atom, Latencies, MemoryTiming, RowId, TimingError};
use fast_engine::{Engine, EngineError, Executed, Fault, Place, Probe};
use isa::{MachineConfig, Output, UartKind};
use microcode::{Build, Program};
use run::{End, FastRun, Guest, Limits, MachineRun, Silent};
use sim_core::{Machine, MachineError, NoProbe};

use crate::board::Benchmark;
use crate::counts::{Counter, Counts};
use crate::unit_costs::unit_costs;

/// A benchmark takes some thousand cycles, and the bytes that it sends over a timed UART some million.
const CYCLE_LIMIT: u64 = 100_000;
/// Words of memory that benchmarks need.
const MEMORY_WORDS: u32 = 16_384;

/// Subject of a calibration: a machine with its microcode, and the checks of the bytecodes, which counting needs.
#[derive(Debug, Clone, Copy)]
pub struct Hardware<'a> {
    /// The machine.
    pub config: &'a MachineConfig,
    /// Its microcode, of which only the machine makes use.
    pub program: &'a Program,
    /// Checks that the bytecodes make.
    pub build: Build,
}

/// A benchmark that did not give a number.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The machine refused configuration or image.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine cannot execute it.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The engine, which counts, cannot replace the machine.
    #[error("atoms are counted on the fast engine: {0}")]
    NoEngine(#[from] fast_engine::ConfigError),
    /// There is no such memory.
    #[error(transparent)]
    Memory(#[from] TimingError),
    /// The program did not answer.
    #[error("benchmark {0} gave no number within {CYCLE_LIMIT} cycles")]
    NoAnswer(String),
}

/// A benchmark has ended when it has sent a line.
const ANSWERED: Limits<'static> = Limits {
    max_cycles: CYCLE_LIMIT,
    until: Some("\n"),
    interrupted: None,
};

impl Hardware<'_> {
    /// Cycles of a benchmark, read from the machine's counter.
    ///
    /// # Errors
    /// When the machine cannot be, or the program sends no number.
    pub fn measure(&self, benchmark: &Benchmark) -> Result<u64, RunError> {
        let config = self.for_benchmarks();
        let machine = Machine::new(&config, self.program, &benchmark.image)?;
        let mut text = String::new();
        let mut run = MachineRun::new(machine, NoProbe);
        let mut sink = |output| {
            if let Output::Uart(byte) = output {
                text.push(byte.into());
            }
            Ok::<(), Infallible>(())
        };
        let Ok(end) = run::to_end(Guest::trusted(), &mut run, &mut sink, &ANSWERED);
        let no_answer = || RunError::NoAnswer(benchmark.name.clone());
        if end != End::Until {
            return Err(no_answer());
        }
        let digits = text.trim_end().strip_prefix("0x").ok_or_else(no_answer)?;
        u64::from_str_radix(digits, 16).map_err(|_| no_answer())
    }

    /// Count of each atom between the two readings of the counter.
    ///
    /// # Errors
    /// When the engine cannot be such a machine, or cannot execute the program.
    pub fn count(&self, benchmark: &Benchmark) -> Result<Counts, RunError> {
        let config = self.for_benchmarks();
        fast_engine::check_machine(&config)?;
        let config = MachineConfig {
            uart: UartKind::Instant,
            ..config
        };
        let stack_ram = &self.program.stack_ram;
        let engine = Engine::new(
            &config,
            self.build,
            unit_costs(),
            &benchmark.image,
            stack_ram,
        )?;
        let mut run = FastRun::new(engine, Window::of(benchmark));
        let end = run::to_end(Guest::trusted(), &mut run, &mut Silent, &ANSWERED)?;
        let counted = run.probe.counted.filter(|_| end == End::Until);
        counted.ok_or_else(|| RunError::NoAnswer(benchmark.name.clone()))
    }

    fn for_benchmarks(&self) -> MachineConfig {
        MachineConfig {
            memory_words: MEMORY_WORDS.min(self.config.memory_words),
            ..self.config.clone()
        }
    }

    /// Wait states of its memory, as tables know them.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn memory(&self) -> Result<MemoryTiming, TimingError> {
        let kind = self.config.memory;
        match MemoryTiming::of(kind, self.config.ram_cnt) {
            Err(TimingError::Sram16TooFast) => Ok(Latencies::FASTEST_SRAM16),
            timing => timing,
        }
    }
}

/// Keeps what happens from the first reading of the counter to the second.
struct Window<'a> {
    benchmark: &'a Benchmark,
    kept: Option<Vec<Executed>>,
    counted: Option<Counts>,
}

impl<'a> Window<'a> {
    fn of(benchmark: &'a Benchmark) -> Self {
        Self {
            benchmark,
            kept: benchmark.start.is_none().then(Vec::new),
            counted: None,
        }
    }

    fn is_at(executed: &Executed, place: Place) -> bool {
        matches!(executed.path.row, RowId::Bytecode(_)) && executed.place == place
    }
}

impl Probe for Window<'_> {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &Executed) {
        let (start, end) = (self.benchmark.start, self.benchmark.end);
        if start.is_some_and(|start| Self::is_at(executed, start)) {
            self.kept = Some(Vec::new());
        }
        if Self::is_at(executed, end)
            && let Some(kept) = self.kept.take()
        {
            self.counted = Some(count_all(&kept, end, &self.benchmark.sequence));
        }
        if let Some(kept) = &mut self.kept {
            kept.push(*executed);
        }
    }
}

/// Counts; `sequence` is one atom wherever its bytecodes follow each other.
fn count_all(all: &[Executed], end: Place, sequence: &[u8]) -> Counts {
    let mut counter = Counter::default();
    let mut times = 0;
    let mut rest = all;
    while let Some((first, others)) = rest.split_first() {
        let opcodes = rest.iter().map(|executed| executed.path.row);
        let wanted = sequence.iter().map(|opcode| RowId::Bytecode(*opcode));
        let matches = !sequence.is_empty()
            && rest.len() >= sequence.len()
            && opcodes.zip(wanted).all(|(found, wanted)| found == wanted);
        if matches {
            times += 1;
            rest = &rest[sequence.len()..];
        } else {
            counter.note(first);
            rest = others;
        }
    }
    let mut counts = counter.counts_at(end);
    counts.add(Atom::Sequence(sequence.to_vec()), times);
    counts
}
