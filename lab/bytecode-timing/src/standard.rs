//! Other microcode: whether the fast engine, which executes bytecodes as ours does, may stand for it.
//!
//! ```text
//! entry ----> words like ours on all ways -------------------------------------> standard
//!       `---> else: costs derived, each branch both ways; paths like ours
//!             and scenes ----> machine with this microcode ------+
//!                        `---> fast engine with derived costs ---+--> the same -> standard
//! ```
//!
//! The scenes of an entry are the measured cases, arrays with indices of all kinds, and random operands where the entry touches
//! nothing but the stack. They have to run every word on the paths of its row in the cost table. Compared are cycles, memory, the
//! registers of the stack and all of its RAM: what microcode leaves above the top shows in uninitialised locals, which the
//! collector scans.

mod bench;
mod compare;
mod paths;
mod trials;

use cost_model::{CostRow, CostTable, EvaluatedTable, TimingError};
use isa::MachineConfig;
use jopizer::structure::Structure;
use microcode::{Build, Entry, Program, differences};
use run::Microcode;

use self::bench::Bench;
use compare::Reached;

/// Microcode that does what a build of ours does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standard {
    /// The build.
    pub build: Build,
    /// Bytecodes with other words than ours that the program does not use: nothing is known of them.
    pub unknown: Vec<u8>,
}

/// Why the fast engine cannot stand for a microcode.
#[derive(Debug, thiserror::Error)]
pub enum NotStandard {
    /// An entry does something else than ours.
    #[error("{difference}; {reason}")]
    Entry {
        /// Its first word that is not ours.
        difference: microcode::NotStandard,
        /// Effect of that.
        reason: String,
    },
    /// The memory has no costs.
    #[error(transparent)]
    Memory(#[from] TimingError),
}

impl Standard {
    /// Leaves the unknown bytecodes without cycles, so that no program executes them.
    pub fn withdraw_unknown(&self, costs: &mut EvaluatedTable) {
        for opcode in &self.unknown {
            costs.withdraw(*opcode, NOT_COMPARED);
        }
    }
}

/// Why a bytecode that the code of an image does not show has no cycles.
const NOT_COMPARED: &str = "its words are not those of our microcode, and nothing in the image showed that it is used, so it was not compared with ours";

/// The judge of everything that runs a program on the fast engine: the build of ours that a microcode stands for.
///
/// # Errors
/// As for [`standard()`]; a build of ours is always standard.
pub fn standard_for(
    config: &MachineConfig,
    microcode: &Microcode,
    program: &run::Program,
) -> Result<Standard, NotStandard> {
    if let Some(build) = microcode.build {
        let unknown = Vec::new();
        return Ok(Standard { build, unknown });
    }
    // Code that cannot be found may use all bytecodes.
    let used = match Structure::of(&program.image) {
        Ok(structure) => structure.bytecodes,
        Err(_) => (0..=u8::MAX).collect(),
    };
    standard(config, &microcode.program, &used)
}

/// Compares the entries of a microcode that a program with these bytecodes comes to with ours, on a machine.
///
/// # Errors
/// With the first entry that does not do what ours does, in cycles that the cost model derives.
pub fn standard(
    config: &MachineConfig,
    program: &Program,
    used: &[u8],
) -> Result<Standard, NotStandard> {
    let of = |build| Candidate::new(program, build, used);
    let mut candidates = [Build::Jop, Build::Strict].map(of);
    candidates.sort_by_key(|candidate| candidate.asked.len());
    let [nearest, other] = candidates;
    let result = nearest.check(config, program);
    result.or_else(|error| other.check(config, program).map_err(|_| error))
}

/// A build of ours, and what differs from it.
struct Candidate {
    build: Build,
    /// In entries that the program comes to.
    asked: Vec<microcode::NotStandard>,
    /// In other bytecodes.
    unknown: Vec<u8>,
}

impl Candidate {
    fn new(program: &Program, build: Build, used: &[u8]) -> Self {
        let mut candidate = Self {
            build,
            asked: Vec::new(),
            unknown: Vec::new(),
        };
        for difference in differences(program, build) {
            match difference.entry {
                Entry::Bytecode(opcode) if !used.contains(&opcode) => {
                    candidate.unknown.push(opcode);
                }
                _ => candidate.asked.push(difference),
            }
        }
        candidate
    }

    fn check(self, config: &MachineConfig, program: &Program) -> Result<Standard, NotStandard> {
        if !self.asked.is_empty() {
            let bench = Bench::new(config, program, self.build)?;
            for difference in self.asked {
                let checked = check(&bench, difference.entry);
                checked.map_err(|reason| NotStandard::Entry { difference, reason })?;
            }
        }
        Ok(Standard {
            build: self.build,
            unknown: self.unknown,
        })
    }
}

/// Compares an entry with ours.
///
/// # Errors
/// With what it does otherwise.
fn check(bench: &Bench<'_>, entry: Entry) -> Result<(), String> {
    let [row, ours] = [&bench.derived, &bench.derived_of_ours].map(|table| row(table, entry));
    paths::check_derived(row)?;
    paths::compare(row, ours, bench.timing)?;
    let mut reached = Reached::default();
    // They come first, as their messages have the operands.
    if let Entry::Bytecode(opcode) = entry
        && trials::are_possible(opcode, row)
    {
        trials::run(bench, opcode, &mut reached)?;
    }
    for scene in bench.scenes(entry) {
        bench.compare(scene, &mut reached)?;
    }
    match reached.first_missing(row) {
        None => Ok(()),
        Some(address) => Err(format!(
            "no operands are known with which the machine comes to its word {address}"
        )),
    }
}

/// The row of an entry.
fn row(table: &CostTable, entry: Entry) -> &CostRow {
    match entry {
        Entry::Reset => &table.reset,
        Entry::Interrupt => &table.interrupt,
        Entry::Exception => &table.exception,
        Entry::Bytecode(opcode) => &table.bytecodes[usize::from(opcode)],
    }
}
