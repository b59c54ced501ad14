//! Bounds on one of several cores, which waits for the arbiter and for locks (spec 07).
//!
//! ```text
//!   costs of one core ──▶ table: each access waits as long as it ever may ──▶ the usual analysis ──▶ worst alignment
//!          │
//!          └───────────▶ phase_walk: under TDMA, when each path ends by the phase in which it begins ──▶ with phases
//! ```
//!
//! Nothing in a core can make a later access end earlier: microcode runs in order, and no arbiter serves a later request of a core before an
//! earlier one. So a core that waits longer for an access is never ahead of one that waits less, and delays add up to a bound.
//!
//! | arbiter | longest delay of an access |
//! |---|---|
//! | TDMA | from the first cycle of the own slot in which it cannot begin to the next slot |
//! | round robin | one access of each other core |
//! | fair | one access of each other core and a cycle, or a whole load of a method, whose reads keep the turn |
//! | fixed priority | none for core 0 but the access or load under way; the others may wait for ever |

pub(crate) mod arbiter;
pub(crate) mod locks;
pub(crate) mod path;
pub(crate) mod phases;
pub(crate) mod share;
mod table;

use std::sync::OnceLock;

use cost_model::{EvaluatedPath, EvaluatedTable, MemoryTiming};
use isa::{ArbiterKind, LockUnitKind, MachineConfig, Processors, op};

use self::arbiter::{Turn, Waits};
use self::locks::{LockWaits, Section};
use self::path::{end, stops};
use crate::error::WcetError;
use crate::program::Program;

pub use self::arbiter::{longest_operation, longest_waits};

/// One of several cores.
#[derive(Debug)]
pub struct OnCores {
    pub(crate) processors: Processors,
    pub(crate) memory: MemoryTiming,
    /// Longest delays of an access.
    pub(crate) waits: Waits,
    /// Cycles from the begin of a time slot of the core to that of the call, if they are known.
    pub(crate) phase: Option<u64>,
    /// Longest time for which another core holds a lock, from the program.
    pub(crate) section: OnceLock<Result<Section, WcetError>>,
}

impl OnCores {
    /// Core `core` of a machine, which runs a program with the others.
    ///
    /// # Errors
    /// If nothing bounds what an access of the core waits.
    pub fn new(
        machine: &MachineConfig,
        processors: Processors,
        core: u8,
        program: &Program<'_>,
    ) -> Result<Self, WcetError> {
        if core >= processors.cores {
            return Err(WcetError::Cores(format!(
                "core {core} does not exist: 0 to {}",
                processors.cores - 1
            )));
        }
        check(machine, processors, core)?;
        let memory = MemoryTiming::of_machine(machine)
            .map_err(|error| WcetError::Cores(error.to_string()))?;
        let longest = program.methods().map(|method| method.words).max();
        Ok(Self {
            processors,
            memory,
            waits: longest_waits(processors, memory, longest.unwrap_or(0)),
            phase: None,
            section: OnceLock::new(),
        })
    }

    /// The same for calls that begin so many cycles after a time slot of the core does, where that is known.
    ///
    /// # Errors
    /// If there are no time slots, or the next round of them has begun by then.
    pub fn beginning(self, phase: Option<u64>) -> Result<Self, WcetError> {
        let Some(cycles) = phase else {
            return Ok(self);
        };
        let refused =
            |problem: String| Err(WcetError::Cores(format!("phase = {cycles}: {problem}")));
        match Turn::of(self.processors) {
            None => refused("only arbiter = \"tdma\" has phases; leave it out".to_owned()),
            Some(Turn { period, .. }) if cycles >= period => refused(format!(
                "slots repeat after {period} cycles; write 0 to {}",
                period - 1
            )),
            Some(_) => Ok(Self { phase, ..self }),
        }
    }

    /// Cycles of a bytecode that takes this path, dispatched so many cycles after a time slot of the core begins; none without slots. The path
    /// takes no lock and loads no method.
    #[must_use]
    pub fn cycles_of(&self, path: &EvaluatedPath, phase: u64) -> Option<u64> {
        let turn = Turn::of(self.processors)?;
        let stops = stops(path, self.memory, LockWaits::default());
        Some(end(path, &stops, 1, turn, phase) - phase)
    }

    /// The bound of calls with these for each phase of the begin.
    pub(crate) fn of_phases(&self, phases: &[u64]) -> u64 {
        match self.phase {
            Some(phase) => phases[phase as usize],
            None => phases.iter().copied().max().unwrap_or(0),
        }
    }

    /// Longest delay of a read, and of a write. Unit: cycles.
    #[must_use]
    pub fn longest(&self) -> (u64, u64) {
        (self.waits.read, self.waits.write)
    }

    /// Returns true if other cores may hold the lock that a core asks for.
    pub(crate) fn has_locks(&self) -> bool {
        self.processors.cores > 1 && self.processors.lock_unit != LockUnitKind::None
    }

    /// Waits of locks, where the other cores hold them for so many cycles.
    pub(crate) fn locks(&self, section: u64) -> LockWaits {
        if !self.has_locks() {
            return LockWaits::default();
        }
        let operation = longest_operation(self.processors.cores);
        let others = u64::from(self.processors.cores) - 1;
        LockWaits {
            lock: operation.saturating_add(others.saturating_mul(section)),
            unlock: operation,
        }
    }

    /// Refuses a table without the bus accesses of its bytecodes.
    pub(crate) fn check_costs(costs: &EvaluatedTable) -> Result<(), WcetError> {
        let rows = [op::GETFIELD, op::PUTFIELD, op::IALOAD, op::IASTORE];
        let mut rows = rows
            .map(|opcode| &costs.bytecodes[usize::from(opcode)].usual)
            .into_iter();
        match rows.all(|path| !path.accesses.is_empty()) {
            true => Ok(()),
            false => Err(WcetError::Cores(
                "the cost table does not tell which bytecodes access the memory; take that of the microcode".to_owned(),
            )),
        }
    }
}

/// Refuses machines on which an access may wait for ever, or is not what the table has.
fn check(machine: &MachineConfig, processors: Processors, core: u8) -> Result<(), WcetError> {
    let problem = match processors.arbiter {
        ArbiterKind::FixedPriority if core > 0 => format!(
            "arbiter = \"fixed-priority\": core {core} may wait for ever while those before it use the memory; \
             take another arbiter"
        ),
        ArbiterKind::FixedPriority => {
            "arbiter = \"fixed-priority\": words that are read do not stay, so Java does not run; \
             take another arbiter"
                .to_owned()
        }
        ArbiterKind::Tdma(slots) if slots.is_too_short_for(machine) => format!(
            "read_gap = {}, write_gap = {}: accesses meet a busy memory and have no bound; leave out slot and gaps, \
             or make them longer",
            slots.read_gap, slots.write_gap
        ),
        _ => return Ok(()),
    };
    Err(WcetError::Cores(problem))
}
