//! Engines as a run sees them: the machine, the fast engine, and any other that counts the same cycles.
//!
//! ```text
//!   feed ---> +--------+ ---> Stop::Output    one byte, word or exit status, in the cycle in which it leaves
//!             | engine |
//!  limit ---> +--------+ ---> Stop::Limit     the cycle counter has reached the limit, or passed it
//! ```
//!
//! An engine never decides that a program has ended; [`crate::Ending`] does.

use isa::Stop;
use sim_core::{MachineState, Statistics};

use crate::counters::Counters;
use crate::end::End;
use crate::probes::CollectionProbe;

/// Engines that execute a program.
pub trait Engine {
    /// Errors for images that the engine cannot execute.
    type Fault;

    /// Runs until something leaves or the cycle counter reaches `limit`.
    ///
    /// # Errors
    /// When the program does what the engine cannot execute.
    fn run(&mut self, limit: u64) -> Result<Stop, Self::Fault>;

    /// After an output that ended the run: whatever went on beyond it is as it was in that cycle.
    fn settle(&mut self) {}

    /// Clock cycles since reset. An engine of bytecodes may be past the limit that it was given.
    fn cycle(&self) -> u64;

    /// Clock cycles of a run that ended so.
    fn cycles(&self, end: End) -> u64;

    /// Appends bytes to what the UART receives.
    fn feed(&mut self, bytes: &[u8]);

    /// The same of bytes that tell the program, which waits, that its input has ended.
    fn end_input(&mut self, bytes: &[u8]) {
        self.feed(bytes);
    }

    /// Memory and stack between two bytecodes or in the middle of one; none if the engine does not show them.
    fn view(&self) -> Option<View<'_>> {
        None
    }

    /// Bytes that a timed UART still holds when the program has ended.
    fn empty_uart(&mut self) -> Vec<u8>;
}

/// A look at a program that runs.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// Main memory.
    pub memory: &'a [u32],
    /// Stack RAM; its two top elements may still be in registers.
    pub stack: &'a [u32],
    /// Stack RAM address of the running method's local 0.
    pub locals: u32,
    /// Bytes of the host are on their way to the program.
    pub has_input: bool,
}

impl<'a> View<'a> {
    /// That of the machine.
    #[must_use]
    pub fn of(state: &'a MachineState) -> Self {
        Self {
            memory: state.memory_system.memory.words.as_slice(),
            stack: &state.stack.ram,
            locals: state.stack.vp(),
            has_input: state.memory_system.io.uart.has_input(),
        }
    }

    /// A word of main memory; 0 outside of it.
    #[must_use]
    pub fn word(&self, address: u32) -> u32 {
        self.memory.get(address as usize).copied().unwrap_or(0)
    }
}

/// An engine that counts for a report.
pub trait Counted: Engine {
    /// Counters of a run with this ending.
    fn counters(&self, end: End) -> Counters;

    /// Part of the cycles that ran as superblocks, 0 to 1; none for an engine without.
    fn block_share(&self) -> Option<f64> {
        None
    }

    /// Its state in a checkpoint; none if it cannot be saved.
    fn saved(&self) -> Option<Saved<'_>> {
        None
    }
}

/// State of an engine in a checkpoint.
#[derive(Debug, Clone, Copy)]
pub struct Saved<'a> {
    /// Registers and memories.
    pub state: &'a MachineState,
    /// Counters.
    pub statistics: &'a Statistics,
    /// Figures of the collector.
    pub collections: &'a CollectionProbe,
}
