//! The rows as a page for a browser, with the reasons of the misses on the machine's own cache.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::sync::atomic::AtomicBool;

use cache_sweep::invoke_trace::LoadTime;
use cache_sweep::{
    Description, MethodMisses, MissAnalysis, PairMisses, Path, SweepRow, Workload, analyse_misses,
    record,
};
use isa::MachineConfig;
use jopizer::Symbols;
use method_cache::replay::{self, Shape};
use pages::{CacheMethod, CacheRow, CacheRun};

use crate::errors::Error;
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
                let (_, trace) = record(swept, &machine, false, Vec::new(), stop)?;
                run(
                    &swept.program.name,
                    &machine,
                    trace.as_slice(),
                    symbols.as_ref(),
                    stop,
                )?
            }
            Workload::Trace(path) => {
                let machine = super::workloads::machine_of(path)?;
                let failed = |reason| Error::Read {
                    path: path.clone(),
                    reason,
                };
                let trace = BufReader::new(File::open(path).map_err(failed)?);
                run(&path.display().to_string(), &machine, trace, None, stop)?
            }
        };
        runs.extend(run);
    }
    Ok(runs)
}

fn run(
    name: &str,
    machine: &MachineConfig,
    trace: impl Read,
    symbols: Option<&Symbols>,
    stop: &AtomicBool,
) -> Result<Option<RunMisses>, Error> {
    let organisation = replay::organisation_of(machine.method_cache);
    let (Some(organisation), Ok(geometry)) = (organisation, machine.geometry()) else {
        return Ok(None);
    };
    let time = LoadTime::of(machine);
    let analysis = analyse_misses(trace, organisation, Shape::of(geometry), time, stop)?;
    let cache = format!(
        "{}, {} bytes in {} blocks, ram_cnt {}",
        organisation.name(),
        geometry.words() * 4,
        geometry.blocks(),
        machine.ram_cnt
    );
    Ok(analysis.map(|analysis| named(name, cache, geometry.words(), analysis, symbols)))
}

fn named(
    name: &str,
    cache: String,
    words: u32,
    analysis: MissAnalysis,
    symbols: Option<&Symbols>,
) -> RunMisses {
    let named = |misses: MethodMisses| {
        let method = symbols.and_then(|symbols| symbols.method_at(misses.address));
        let name = method.map_or_else(
            || format!("(code at word {})", misses.address),
            ToString::to_string,
        );
        CacheMethod { name, misses }
    };
    CacheRun {
        name: name.to_owned(),
        cache,
        words,
        methods: analysis.methods.into_iter().map(named).collect(),
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
