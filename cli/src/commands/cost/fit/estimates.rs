//! Fitted prices as estimates, of which a cost table is made.

use calibration::Estimate;
use cost_model::Atom;
use vectors::SystemVector;

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

fn table_atoms(atom: &Atom) -> Vec<Atom> {
    match atom {
        Atom::Path(path) => Atom::ways(*path),
        Atom::FurtherRun(_) | Atom::LoadOn(_) | Atom::LoadedWord => vec![atom.clone()],
        _ => Vec::new(),
    }
}
