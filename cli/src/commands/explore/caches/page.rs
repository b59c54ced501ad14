//! The rows as a page for a browser, with the reasons of the misses on the machine's own cache.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use cache_sweep::{
    Description, MethodMisses, MissAnalysis, PairMisses, Path, SweepRow, Workload, own_misses,
    record,
};
use isa::{Geometry, MachineConfig};
use jopizer::Symbols;
use lookups::Header;
use pages::{CacheMethod, CacheRow, CacheRun};

use crate::output::cache_name::{cache_name, unnamed};
use crate::output::errors::Error;
use run::Fingerprint;

/// The misses of one program.
pub(super) type RunMisses = CacheRun<MethodMisses, PairMisses>;

/// The misses of each program on its first memory, on the method cache that the machine's configuration has.
pub(super) fn misses(
    machine: &MachineConfig,
    workloads: &[Workload],
    symbols: &[Option<Symbols>],
    stop: &AtomicBool,
) -> Result<Vec<RunMisses>, Error> {
    let mut runs = Vec::new();
    for (workload, symbols) in workloads.iter().zip(symbols) {
        let run = match workload {
            Workload::Program(swept, memories) => {
                let machine = memories
                    .first()
                    .map_or_else(|| machine.clone(), |memory| memory.on(machine));
                let (_, lookups) = record(swept, &machine, false, Vec::new(), stop)?;
                let found = own_misses(lookups.as_slice(), &machine, stop)?;
                let name = |address| {
                    let method = symbols.as_ref()?.method_at(address)?;
                    Some(method.to_string())
                };
                found.map(|found| named(&swept.program.name, &machine, found, name))
            }
            Workload::Recorded(recorded) => {
                let Header {
                    machine, methods, ..
                } = recorded.header()?;
                let found = own_misses(recorded.open()?, &machine, stop)?;
                let name = |address| methods.get(&address).cloned();
                let title = recorded.path.display().to_string();
                found.map(|found| named(&title, &machine, found, name))
            }
        };
        runs.extend(run);
    }
    Ok(runs)
}

fn named(
    title: &str,
    machine: &MachineConfig,
    analysis: MissAnalysis,
    name: impl Fn(u32) -> Option<String>,
) -> RunMisses {
    let methods = analysis.methods.into_iter().map(|misses| CacheMethod {
        name: name(misses.address).unwrap_or_else(|| unnamed(misses.address)),
        misses,
    });
    CacheRun {
        name: title.to_owned(),
        cache: format!("{}, ram_cnt {}", cache_name(machine), machine.ram_cnt),
        words: machine.geometry().map_or(0, Geometry::words),
        methods: methods.collect(),
        pairs: analysis.pairs,
        window: analysis.window,
        lookups: analysis.lookups,
    }
}

/// The rows whose path is assumed, by program and organisation.
fn assumptions(rows: &[CacheRow<&SweepRow>]) -> Option<(String, String)> {
    let assumed = rows.iter().filter(|row| row.row.path == Path::Assumed);
    let assumed: BTreeSet<String> = assumed
        .map(|CacheRow { row, .. }| format!("{} on {}", row.program, row.organisation))
        .collect();
    let assumed: Vec<String> = assumed.into_iter().collect();
    (!assumed.is_empty()).then(|| {
        let text = format!(
            "{}: the program sees time, and its path is taken to be that of the recorded run; these rows have a front of their own",
            assumed.join(", ")
        );
        ("assumed, not exact".to_owned(), text)
    })
}

/// The organisations that no hardware has.
fn studied(rows: &[SweepRow]) -> Option<(String, String)> {
    let studied = rows.iter().filter(|row| !row.has_hardware());
    let names: BTreeSet<&str> = studied.map(|row| row.organisation.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty()).then(|| ("no hardware has".to_owned(), names.join(", ")))
}

/// The page of all rows, which have their front.
pub(super) fn html(
    description: &Description,
    given: &[SweepRow],
    runs: &[RunMisses],
) -> Result<String, Error> {
    let rows: Vec<CacheRow<&SweepRow>> = given
        .iter()
        .map(|row| CacheRow {
            pareto: row.pareto,
            row,
        })
        .collect();
    let studied = studied(given);
    let names: Vec<&str> = description
        .workloads
        .iter()
        .map(|workload| workload.program.as_str())
        .collect();
    let machine = Fingerprint::of_machine(&description.machine);
    let mut facts = vec![("machine".to_owned(), machine.digits().to_owned())];
    for workload in &description.workloads {
        let program = &workload.program;
        facts.push((format!("image of {program}"), workload.image.clone()));
        facts.push((
            format!("microcode of {program}"),
            workload.microcode.clone(),
        ));
    }
    facts.extend(studied);
    facts.extend(assumptions(&rows));
    let page = pages::caches(&names.join(", "), &facts, &rows, runs);
    page.map_err(Error::refused)
}
