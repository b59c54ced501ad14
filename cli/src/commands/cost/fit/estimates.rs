//! Fitted prices as estimates, of which a cost table is made.

use calibration::{Estimate, is_conditional_branch};
use cost_model::{RowId, Scenario};
use vectors::{Atom, SystemVector};

/// Prices as a table has them; calls of the library and routines as a whole have no row.
pub(super) fn of(system: &SystemVector) -> Vec<Estimate> {
    let estimates = system.prices.iter().flat_map(|price| {
        let atoms = table_atoms(&price.atom).into_iter();
        atoms.map(|atom| Estimate {
            atom,
            cycles: Some(price.cycles),
            interval: None,
            occurrences: price.occurrences as u64,
            problem: price.problem.clone(),
        })
    });
    estimates.collect()
}

fn table_atoms(atom: &Atom) -> Vec<calibration::Atom> {
    match atom {
        Atom::Path(path) => match path.row {
            RowId::Bytecode(opcode)
                if is_conditional_branch(opcode) && path.scenario == Scenario::Usual =>
            {
                let way = |taken| calibration::Atom::Branch { opcode, taken };
                vec![way(true), way(false)]
            }
            _ => vec![calibration::Atom::Path(*path)],
        },
        Atom::FurtherRun(path) => vec![calibration::Atom::FurtherRun(*path)],
        Atom::LoadOn(row) => vec![calibration::Atom::Load(*row)],
        Atom::LoadedWord => vec![calibration::Atom::LoadedWord],
        _ => Vec::new(),
    }
}
