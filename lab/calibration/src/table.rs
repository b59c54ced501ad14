//! A cost table of what was estimated.

use std::collections::BTreeMap;

use cost_model::{
    Atom, CostTable, Formula, Load, MethodLoad, Path, PathId, RowId, Scenario, Symbol, Underivable,
};

use crate::calibrate::Estimate;
use crate::unit_costs::blank_table;

/// Cycles of the atoms of a table; formulas of wait states, or numbers for one memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prices {
    /// All but loads.
    pub(crate) atoms: BTreeMap<Atom, Formula>,
    /// Cycles of a load, without parallel work, as a function of the words `n` and of wait states.
    pub(crate) load: Formula,
    /// Cycles that run beside a load, by what asked for the method.
    pub(crate) hidden: BTreeMap<RowId, u32>,
    /// Reasons why an atom has no price.
    pub(crate) missing: BTreeMap<Atom, String>,
}

/// The table in whole cycles; the larger figure of a branch.
#[must_use]
pub fn table_of(estimates: &[Estimate], provenance: &str) -> CostTable {
    let mut prices = Prices::default();
    let mut starts = BTreeMap::new();
    let mut word = 0;
    for estimate in estimates {
        let problem = || {
            estimate
                .problem
                .as_ref()
                .map_or_else(String::new, ToString::to_string)
        };
        match (&estimate.atom, estimate.cycles) {
            (Atom::LoadOn(row), Some(cycles)) => _ = starts.insert(*row, whole(cycles)),
            (Atom::LoadedWord, Some(cycles)) => word = whole(cycles).max(0),
            (Atom::Sequence(_), _) => {}
            (atom, Some(cycles)) => {
                let price = Formula::constant(whole(cycles).max(0));
                prices.atoms.insert(atom.clone(), price);
            }
            (atom, None) => _ = prices.missing.insert(atom.clone(), problem()),
        }
    }
    // Only the difference of a load's fixed part and what runs beside it can be seen: the fixed part is as small as it can be.
    let fixed = starts.values().copied().max().unwrap_or(0).max(0);
    let hides = |start: i64| u32::try_from(fixed - start).unwrap_or(0);
    prices.hidden = starts
        .iter()
        .map(|(row, start)| (*row, hides(*start)))
        .collect();
    prices.load =
        Formula::constant(fixed) + Formula::constant(word) * Formula::symbol(Symbol::Words);
    priced(&prices, provenance)
}

fn whole(cycles: f64) -> i64 {
    cycles.round() as i64
}

/// The table with these prices.
pub(crate) fn priced(prices: &Prices, provenance: &str) -> CostTable {
    let mut table = blank_table(&Formula::default());
    table.provenance.microcode = provenance.to_owned();
    table.method_load = MethodLoad {
        hit: Formula::default(),
        miss: prices.load.clone(),
    };
    for (id, row) in RowId::all().zip(table.all_rows_mut()) {
        row.paths.clear();
        for &scenario in Scenario::ALL {
            let id = PathId { row: id, scenario };
            match prices.path(id) {
                Some(path) => row.paths.push(path),
                None => row.underivable.extend(prices.reason(id)),
            }
        }
    }
    table
}

impl Prices {
    fn path(&self, id: PathId) -> Option<Path> {
        let once = self.once(id)?;
        let further = self.atoms.get(&Atom::FurtherRun(id));
        let cycles = match further {
            Some(each) => once - each.clone() + each.clone() * Formula::symbol(Symbol::Count),
            None => once,
        };
        let hidden = self.hidden.get(&id.row);
        Some(Path {
            load: hidden.map(|hidden| Load {
                hidden: *hidden,
                at: Formula::default(),
            }),
            ..Path::of_cycles(id.scenario, cycles)
        })
    }

    /// Cycles of a path, with one run of its loop. A table has one figure for a branch: that of the dearer way.
    fn once(&self, id: PathId) -> Option<Formula> {
        let Some(opcode) = id.branch() else {
            return self.atoms.get(&Atom::Path(id)).cloned();
        };
        let way = |taken| self.atoms.get(&Atom::Branch { opcode, taken });
        match (way(true), way(false)) {
            (Some(one), Some(other)) => Some(one.larger_of(other)),
            (one, other) => one.or(other).cloned(),
        }
    }

    fn reason(&self, id: PathId) -> Option<Underivable> {
        let atom = Atom::ways(id).pop()?;
        let reason = self.missing.get(&atom)?.clone();
        Some(Underivable {
            scenario: id.scenario,
            reason,
        })
    }
}
