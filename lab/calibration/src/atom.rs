//! Atoms: what a program is counted in and a system is priced in.

use std::fmt;

use cost_model::{PathId, RowId, Scenario};
use isa::Bytecode;
use serde::{Serialize, Serializer};

/// One kind of event that costs cycles.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A bytecode or an entry in a scenario, without the load of a method; one run of its loop, if it has one.
    Path(PathId),
    /// A conditional branch.
    Branch {
        /// Opcode.
        opcode: u8,
        /// True if it was taken.
        taken: bool,
    },
    /// Each further run of the loop of a path.
    FurtherRun(PathId),
    /// Constant cycles of a load that is not hidden, by the caller of the load; negative, as much runs in parallel.
    Load(RowId),
    /// Each word of such a load.
    LoadedWord,
    /// Bytecodes one after the other: a pair or a basic block, as a whole.
    Sequence(Vec<u8>),
}

impl Atom {
    /// A bytecode as it usually happens.
    #[must_use]
    pub fn bytecode(opcode: u8) -> Self {
        Self::in_scenario(opcode, Scenario::Usual)
    }

    /// A bytecode in a scenario.
    #[must_use]
    pub fn in_scenario(opcode: u8, scenario: Scenario) -> Self {
        let row = RowId::Bytecode(opcode);
        Self::Path(PathId { row, scenario })
    }

    /// Returns true if it may be negative, as part of a price that is not.
    #[must_use]
    pub fn may_be_negative(&self) -> bool {
        matches!(self, Self::Load(_))
    }
}

/// Returns true if a bytecode is a branch on a condition.
#[must_use]
pub fn is_conditional_branch(opcode: u8) -> bool {
    Bytecode::of(opcode).is_conditional_branch()
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => f.write_str(&name_of_path(*path)),
            Self::Branch { opcode, taken } => {
                let how = if *taken { "taken" } else { "not-taken" };
                write!(f, "{} {how}", name(*opcode))
            }
            Self::FurtherRun(path) => write!(f, "{} further-run", name_of_path(*path)),
            Self::Load(row) => write!(f, "load on {}", name_of_row(*row)),
            Self::LoadedWord => f.write_str("loaded word"),
            Self::Sequence(opcodes) => {
                let names: Vec<_> = opcodes.iter().map(|opcode| name(*opcode)).collect();
                f.write_str(&names.join("+"))
            }
        }
    }
}

impl Serialize for Atom {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn name(opcode: u8) -> &'static str {
    Bytecode::of(opcode).name()
}

/// The name of a row.
pub(crate) fn name_of_row(row: RowId) -> &'static str {
    match row {
        RowId::Bytecode(opcode) => name(opcode),
        RowId::Interrupt => "interrupt",
        RowId::Exception => "exception",
        RowId::Reset => "reset",
    }
}

fn name_of_path(path: PathId) -> String {
    let row = name_of_row(path.row);
    match path.scenario {
        Scenario::Usual => row.to_owned(),
        scenario => format!("{row} {scenario}"),
    }
}

#[cfg(test)]
mod tests {
    use isa::op;

    use super::*;

    #[test]
    fn names_tell_atoms_apart() {
        let taken = Atom::Branch {
            opcode: op::IFEQ,
            taken: true,
        };
        let shift = Atom::in_scenario(op::LSHL, Scenario::ByZero);
        let load = Atom::Load(RowId::Bytecode(op::INVOKESTATIC));
        let pair = Atom::Sequence(vec![op::IADD, op::ISUB]);
        let names = [taken, shift, load, pair].map(|atom| atom.to_string());
        assert_eq!(
            names,
            [
                "ifeq taken",
                "lshl by-0",
                "load on invokestatic",
                "iadd+isub"
            ]
        );
    }
}
