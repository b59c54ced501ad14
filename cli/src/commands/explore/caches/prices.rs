//! Other prices of bytecodes in a sweep: what they add to a program is the same with every method cache.

use cache_sweep::{Path, Source, SweepRow, Swept, Workload};
use cost_model::{EvaluatedLoad, EvaluatedTable, derived_costs};
use isa::MachineConfig;
use microcode::Build;
use run::{Counted as _, Counters, FastRun, Limits, Setup, Silent};

use super::super::arguments::Arguments;
use crate::args::engine::built;
use crate::output::errors::Error;

/// Refuses what knows only the prices of the machine.
pub(super) fn check(arguments: &Arguments) -> Result<(), Error> {
    let given = [
        ("--verify", arguments.work.verify.is_some()),
        ("--merge", !arguments.division.merge.is_empty()),
        (
            "a recording of lookups",
            arguments.workload.recordings().next().is_some(),
        ),
    ];
    let mut given = given.into_iter().filter(|(_, is_given)| *is_given);
    match given.next().filter(|_| arguments.table.is_given()) {
        Some((what, _)) => Err(Error::Input(format!(
            "{what} has the prices of the machine; leave it out, or --table and --set"
        ))),
        None => Ok(()),
    }
}

/// Adds to each row what its program costs more, or takes what it costs less.
pub(super) fn apply(
    arguments: &Arguments,
    workloads: &[Workload],
    rows: &mut [SweepRow],
) -> Result<(), Error> {
    if !arguments.table.is_given() {
        return Ok(());
    }
    let sees_time = |row: &&SweepRow| row.source == Source::Machine || row.path == Path::Assumed;
    if let Some(row) = rows.iter().find(sees_time) {
        return Err(Error::Input(format!(
            "{}: it reads a clock, waits for time or takes interrupts, so other prices may lead it another way; leave out --table and --set",
            row.program
        )));
    }
    let machine = arguments.machine.machine()?;
    for workload in workloads {
        let Workload::Program(swept, points) = workload else {
            continue;
        };
        for point in points {
            let more = difference(arguments, swept, point.on(&machine))?;
            let same = |row: &&mut SweepRow| {
                (&row.program, row.memory, row.ram_cnt)
                    == (&swept.program.name, point.memory, point.ram_cnt)
            };
            for row in rows.iter_mut().filter(same) {
                let cycles = i128::from(row.cycles) + more;
                row.cycles = u64::try_from(cycles).unwrap_or(0);
            }
        }
    }
    Ok(())
}

/// Cycles that a program takes more on these prices, on the cache of one machine.
fn difference(arguments: &Arguments, swept: &Swept, machine: MachineConfig) -> Result<i128, Error> {
    let setup = Setup {
        program: swept.program.clone(),
        machine,
        microcode: swept.microcode.clone(),
    };
    let name = arguments.table.name();
    let before = counters(&setup, swept.max_cycles, |_| Ok(None))?;
    let after = counters(&setup, swept.max_cycles, |build| {
        let costs = arguments.table.load(build)?.for_machine(&setup.machine);
        let costs = costs.map_err(Error::at(&name))?;
        let own = derived_costs(&setup.machine, &setup.microcode.program);
        same_waits(&own.map_err(Error::refused)?, &costs)?;
        Ok(Some(costs))
    })?;
    if (before.method_lookups, before.bytecodes) != (after.method_lookups, after.bytecodes) {
        return Err(Error::Input(format!(
            "{}: with {name} the program executes other bytecodes, and looks up other methods; --org all with --carrier in place of --caches explores that",
            swept.program.name
        )));
    }
    Ok(i128::from(after.cycles) - i128::from(before.cycles))
}

/// Refuses a table in which loads of methods wait otherwise: that is another sum with each cache.
fn same_waits(own: &EvaluatedTable, given: &EvaluatedTable) -> Result<(), Error> {
    let waits = |load: &Option<EvaluatedLoad>| {
        load.map(|it| (it.hidden, it.hit_stall, it.fixed, it.per_word))
    };
    for (own, given) in own.bytecodes.iter().zip(&given.bytecodes) {
        if waits(&own.usual.load) != waits(&given.usual.load) {
            return Err(Error::Input(
                "the table calls or loads methods otherwise, which is another sum with each cache; --org all with --cost or --carrier in place of --caches explores it"
                    .to_owned(),
            ));
        }
    }
    Ok(())
}

/// Counters of a run on the fast engine.
fn counters(
    setup: &Setup,
    max_cycles: u64,
    costs: impl FnOnce(Build) -> Result<Option<EvaluatedTable>, Error>,
) -> Result<Counters, Error> {
    let mut run = FastRun::new(built(setup, costs)?, fast_engine::NoProbe);
    let limits = Limits::cycles(max_cycles);
    let end = run::to_end(&setup.program, &mut run, &mut Silent, &limits)?;
    Ok(run.counters(end))
}
