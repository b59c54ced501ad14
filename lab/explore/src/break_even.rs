//! Break-even: how many cycles a bytecode may take in microcode or hardware before its Java method is better.

use std::sync::atomic::AtomicBool;

use cost_model::{Carrier, EvaluatedTable, RowId};
use isa::MachineConfig;
use microcode::Build;
use rayon::prelude::*;
use run::{Counted as _, End, FastRun, Program};

use crate::error::ExploreError;
use crate::means::{Means, means};
use crate::recording::{Basis, Recording, drive, engine};
use crate::variant::Variant;

/// What a bytecode that a Java method implements costs a program.
#[derive(Debug, Clone, PartialEq)]
pub struct BreakEven {
    /// Name of the bytecode.
    pub bytecode: String,
    /// Times that the program executes it.
    pub executions: u64,
    /// Cycles of the program.
    pub cycles: u64,
    /// Cycles of the program if the bytecode took none. What it saves in the method cache is part of the difference.
    pub cycles_without: u64,
}

impl BreakEven {
    /// Cycles that the bytecode may take in microcode or hardware until nothing is gained.
    #[must_use]
    pub fn break_even(&self) -> f64 {
        self.saved_at_most() as f64 / self.executions.max(1) as f64
    }

    /// Cycles that are gained if it takes none.
    #[must_use]
    pub fn saved_at_most(&self) -> u64 {
        self.cycles.saturating_sub(self.cycles_without)
    }
}

/// Every bytecode that a Java method implements and that the program executes, the one that could save most first. Each takes a
/// run of the fast engine with that bytecode in microcode. Also gives how the program ends.
///
/// # Errors
/// When the program cannot run on the fast engine.
pub fn break_even(
    program: &Program,
    machine: &MachineConfig,
    variant: &Variant,
    max_cycles: u64,
    stop: &AtomicBool,
) -> Result<(Vec<BreakEven>, End), ExploreError> {
    let cycles = |variant: &Variant| -> Result<(u64, End), ExploreError> {
        let (build, costs) = of_engine(program, variant, machine)?;
        let mut run = FastRun::usual(engine(program, variant, machine, (build, &costs))?);
        let end = drive(&mut run, program, max_cycles, stop, |_| ())?;
        Ok((run.counters(end).cycles, end))
    };
    let (all, end) = cycles(variant)?;
    let executed = executed(program, machine, variant, max_cycles, stop)?;
    let found = executed.par_iter().map(|(name, executions)| {
        let without = in_microcode(variant, name)?;
        Ok(BreakEven {
            bytecode: name.clone(),
            executions: *executions,
            cycles: all,
            // The table has no bytecode of no cycles, so it takes one.
            cycles_without: cycles(&without)?.0.saturating_sub(*executions),
        })
    });
    let found: Result<Vec<BreakEven>, ExploreError> = found.collect();
    let mut found = found?;
    found.sort_by_key(|row| std::cmp::Reverse(row.saved_at_most()));
    Ok((found, end))
}

/// Bytecodes that run in Java, with their executions.
fn executed(
    program: &Program,
    machine: &MachineConfig,
    variant: &Variant,
    max_cycles: u64,
    stop: &AtomicBool,
) -> Result<Vec<(String, u64)>, ExploreError> {
    let (build, costs) = of_engine(program, variant, machine)?;
    let engine = engine(program, variant, machine, (build, &costs))?;
    let recording = Recording::on_engine(program, engine, &costs, machine, max_cycles, stop)?;
    let Basis::Paths(paths) = &recording.basis else {
        return Ok(Vec::new());
    };
    let rows = variant.table().bytecodes.iter();
    let in_java = rows.filter(|row| row.carrier == Carrier::Java);
    let counted = in_java.map(|row| {
        let id = row.opcode.map(RowId::Bytecode);
        let counts = paths.counts.iter();
        let own = counts.filter(|count| Some(count.path.row) == id);
        (row.name.clone(), own.map(|count| count.times).sum())
    });
    Ok(counted.filter(|(_, times)| *times > 0).collect())
}

/// Build and costs of the fast engine, which has to stand for the variant: only it has bytecodes in no time.
fn of_engine(
    program: &Program,
    variant: &Variant,
    machine: &MachineConfig,
) -> Result<(Build, Box<EvaluatedTable>), ExploreError> {
    match means(program, variant, machine) {
        Means::Engine { build, costs } => Ok((build, costs)),
        Means::Nothing(reason) => Err(ExploreError::NoMeans(reason)),
        Means::Machine => {
            fast_engine::check_machine(machine)?;
            Err(ExploreError::NoMeans(
                "the fast engine cannot stand for the microcode, which executes a bytecode of the program in another way than ours".to_owned(),
            ))
        }
    }
}

/// The variant with one bytecode more in microcode, in one cycle.
fn in_microcode(variant: &Variant, bytecode: &str) -> Result<Variant, ExploreError> {
    let changes = [
        format!("{bytecode}.carrier=microcode"),
        format!("{bytecode}=1"),
    ];
    let mut all = variant.changes.clone();
    for change in changes {
        all.push(change.parse().unwrap_or_default());
    }
    let name = format!("{bytecode} in microcode");
    Variant::new(name, variant.microcode.clone(), variant.build, all).map_err(ExploreError::Table)
}
