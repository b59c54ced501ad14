//! Fitted prices as estimates, of which a cost table is made.

use std::collections::{BTreeMap, BTreeSet};

use calibration::{Estimate, Reason};
use cost_model::{Atom, PathId, RowId, Scenario};
use vectors::SystemVector;

/// Prices as a table has them; calls of the library and routines as a whole have no row. What nothing measured has is as the prior's
/// table has it, or without cycles.
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
    let mut estimates: Vec<Estimate> = estimates.collect();
    let known: BTreeSet<_> = estimates.iter().map(|it| it.atom.clone()).collect();
    let unseen = system.unseen.iter();
    let assumed = unseen.flat_map(|it| it.prices.iter().map(|of| (of, it.level)));
    // A row without a scenario takes its usual path.
    let assumed = assumed.filter(|(it, _)| match &it.atom {
        Atom::Path(path) | Atom::FurtherRun(path) => path.scenario == Scenario::Usual,
        _ => true,
    });
    let mut assumed: BTreeMap<_, f64> = assumed
        .flat_map(|(it, level)| {
            table_atoms(&it.atom)
                .into_iter()
                .map(move |atom| (atom, level * it.price.relative))
        })
        .collect();
    let entries = [RowId::Interrupt, RowId::Exception, RowId::Reset];
    let rows = (0..=u8::MAX).map(RowId::Bytecode).chain(entries);
    let usual = rows.flat_map(|row| {
        table_atoms(&Atom::Path(PathId {
            row,
            scenario: Scenario::Usual,
        }))
    });
    let all: BTreeSet<_> = usual.chain(assumed.keys().cloned()).collect();
    let others = all.difference(&known);
    estimates.extend(others.map(|atom| Estimate {
        atom: atom.clone(),
        cycles: assumed.remove(atom),
        interval: None,
        occurrences: 0,
        problem: Some(Reason::Never),
    }));
    estimates
}

fn table_atoms(atom: &Atom) -> Vec<Atom> {
    match atom {
        Atom::Path(path) => Atom::ways(*path),
        Atom::FurtherRun(_) | Atom::LoadOn(_) | Atom::LoadedWord => vec![atom.clone()],
        _ => Vec::new(),
    }
}
