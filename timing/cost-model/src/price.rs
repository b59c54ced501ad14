//! Prices of atoms in a table.

use isa::op;

use crate::atom::Atom;
use crate::evaluate::{EvaluatedPath, EvaluatedTable};
use crate::path_id::{PathId, RowId};
use crate::scenario::Scenario;
use crate::table::{Carrier, CostTable};

impl CostTable {
    /// Cycles of an atom of an application, where `costs` is this table on a memory; none if the table has nothing of the kind.
    #[must_use]
    pub fn price(&self, costs: &EvaluatedTable, atom: &Atom) -> Option<u32> {
        let known = |path: PathId| self.path(path).map(|_| costs.path(path));
        Some(match atom {
            Atom::Path(path) => known(*path)?.cycles,
            Atom::Branch { opcode, .. } => known(PathId::usual(RowId::Bytecode(*opcode)))?.cycles,
            Atom::FurtherRun(path) => known(*path)?.cycles_per_count,
            Atom::Load { on, words } => known(*on)?.load?.miss(*words),
            Atom::Hit { .. } => 0,
            Atom::End(path) => known(*path)?.until_output(),
            Atom::DeviceCycle => 1,
            Atom::Routine(opcode) => {
                let row = costs.row(RowId::Bytecode(*opcode));
                (row.carrier == Carrier::Microcode).then_some(row.usual.cycles)?
            }
            Atom::Library(_) | Atom::LoadOn(_) | Atom::LoadedWord | Atom::Sequence(_) => {
                return None;
            }
        })
    }
}

impl EvaluatedTable {
    /// Cycles of an atom that can be estimated; none if the table has nothing of the kind. The constant part of a load may be negative.
    #[must_use]
    pub fn cycles_of(&self, atom: &Atom) -> Option<f64> {
        let usual = |opcode: &u8| f64::from(self.row(RowId::Bytecode(*opcode)).usual.cycles);
        Some(match atom {
            Atom::Path(path) => {
                let row = self.row(path.row);
                let known = path.scenario != Scenario::Usual || row.underivable.is_none();
                known.then(|| self.path(*path).cycles.into())?
            }
            Atom::Branch { opcode, .. } => usual(opcode),
            Atom::FurtherRun(path) => self.path(*path).cycles_per_count.into(),
            Atom::LoadOn(row) => {
                let load = self.row(*row).usual.load?;
                // What a hit waits for is in the cycles of the path.
                f64::from(load.fixed) - f64::from(load.hidden) - f64::from(load.hit_stall)
            }
            Atom::LoadedWord => {
                let call = self.row(RowId::Bytecode(op::INVOKESTATIC));
                call.usual.load?.per_word.into()
            }
            Atom::Sequence(opcodes) => opcodes.iter().map(usual).sum(),
            _ => return None,
        })
    }
}

impl EvaluatedPath {
    /// Cycles up to the write that ends a program; all of them if the table does not have its cycle.
    #[must_use]
    pub fn until_output(&self) -> u32 {
        let access = self.accesses.last();
        access.map_or(self.cycles, |access| access.at + 1)
    }
}
