//! Variants of the instruction set: which bytecodes are in microcode or hardware, and what they take.

use cost_model::{
    Carrier, CostTable, EvaluatedTable, Latencies, RowChange, TableError, TimingError, derive,
    derive_with, derived_costs,
};
use isa::MachineConfig;
use microcode::Build;
use run::Microcode;
use serde::{Deserialize, Serialize};

/// An instruction set with its costs.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The microcode that a machine runs, and that the costs are derived from.
    pub microcode: Microcode,
    /// The build of ours that the microcode is, with bytecodes moved or not; none for another's microcode.
    pub build: Option<Build>,
    /// Rows that differ from the derived ones; with any, the instruction set is one that no microcode here has.
    pub changes: Vec<RowChange>,
    table: CostTable,
}

/// What distinguishes a variant from others of its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantDescription {
    /// Its name.
    pub name: String,
    /// SHA-256 of the microcode.
    pub microcode: String,
    /// The changed rows.
    pub changes: Vec<String>,
    /// Number of the variants with the same microcode and the same carriers: they share their runs.
    pub(crate) class: usize,
}

impl Variant {
    /// The microcode's own costs, with changes.
    ///
    /// # Errors
    /// When a changed row does not exist, or the result is no table.
    pub fn new(
        name: impl Into<String>,
        microcode: Microcode,
        build: Option<Build>,
        changes: Vec<RowChange>,
    ) -> Result<Self, TableError> {
        let derived = derive(&microcode.program, &microcode.name);
        let table = changed(&changes, derived)?;
        Ok(Self {
            name: name.into(),
            microcode,
            build,
            changes,
            table,
        })
    }

    /// Costs as formulas.
    #[must_use]
    pub fn table(&self) -> &CostTable {
        &self.table
    }

    /// Returns true if the microcode has these costs, so that the machine takes them.
    #[must_use]
    pub fn is_real(&self) -> bool {
        self.changes.is_empty()
    }

    /// Costs in cycles for the memory of a machine; of a real instruction set the very table of the fast engine.
    ///
    /// # Errors
    /// When no formula knows the memory.
    pub fn costs(&self, machine: &MachineConfig) -> Result<EvaluatedTable, TimingError> {
        if self.is_real() {
            return derived_costs(machine, &self.microcode.program);
        }
        match self.table.for_machine(machine) {
            Err(TimingError::Sram16TooFast) => {
                let latencies = Latencies::of_fastest_sram16();
                let derived = derive_with(&self.microcode.program, "", &latencies);
                let Ok(table) = changed(&self.changes, derived) else {
                    return Err(TimingError::Sram16TooFast);
                };
                Ok(table.evaluate(Latencies::FASTEST_SRAM16))
            }
            costs => costs,
        }
    }

    fn carriers(&self) -> Vec<Carrier> {
        self.table.bytecodes.iter().map(|row| row.carrier).collect()
    }
}

/// Descriptions of all variants.
pub(crate) fn describe(variants: &[Variant]) -> Vec<VariantDescription> {
    let key = |variant: &Variant| {
        let microcode = variant.microcode.identity().sha256.digits().to_owned();
        (microcode, variant.carriers())
    };
    let keys: Vec<_> = variants.iter().map(key).collect();
    variants
        .iter()
        .zip(&keys)
        .map(|(variant, key)| VariantDescription {
            name: variant.name.clone(),
            microcode: key.0.clone(),
            changes: variant.changes.iter().map(ToString::to_string).collect(),
            class: keys.iter().position(|other| other == key).unwrap_or(0),
        })
        .collect()
}

fn changed(changes: &[RowChange], table: CostTable) -> Result<CostTable, TableError> {
    if changes.is_empty() {
        return Ok(table);
    }
    RowChange::apply_all(changes, table)
}
