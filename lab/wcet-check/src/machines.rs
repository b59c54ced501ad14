//! Machines of the comparison, and programs on them.

use std::collections::BTreeMap;

use isa::{MachineConfig, OrganisationKind};
use jopizer::{LinkProgram, Linked};
use microcode::Build;
use runtime::programs::EmbeddedProgram;
use wcet::{Bounds, CachePolicy, LoopId, Program};

use crate::check::{Checked, Machine, check};
use crate::runs::{ObserveError, Watched, calls_of, loops_of};

/// Cycles after which a run is stopped.
const MOST_CYCLES: u64 = 400_000_000;

/// Cache off, 4 KB FIFO and 8 KB LRU, each with fast and slow memory.
///
/// # Errors
/// If no formula knows a memory; all of these have one.
pub fn machines(build: Build) -> Result<Vec<Machine>, cost_model::TimingError> {
    let mut machines = Vec::new();
    let lru = "lru".parse().unwrap_or(OrganisationKind::Fifo);
    for ram_cnt in [2, 5] {
        let kinds = [
            (
                "off",
                OrganisationKind::OneBlock,
                12,
                4,
                CachePolicy::AlwaysMiss,
            ),
            (
                "fifo-4k",
                OrganisationKind::Fifo,
                12,
                4,
                CachePolicy::Analysis,
            ),
            ("lru-8k", lru, 13, 5, CachePolicy::Analysis),
        ];
        for (name, method_cache, jpc_width, block_bits, cache) in kinds {
            let config = MachineConfig {
                ram_cnt,
                method_cache,
                jpc_width,
                block_bits,
                ..MachineConfig::default()
            };
            let name = format!("{name}, ram_cnt {ram_cnt}");
            machines.push(Machine::new(&name, config, build, cache)?);
        }
    }
    Ok(machines)
}

/// Methods of an embedded program, by their calls in a run of its length, and loops as the run shows them where `observes`.
///
/// # Errors
/// If the program does not run on the machine.
pub fn embedded(
    program: &EmbeddedProgram,
    length: u32,
    machine: &Machine,
    observes: bool,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Checked>, String> {
    let linked = program
        .link(length, machine.config.memory_words)
        .map_err(|error| error.to_string())?;
    let Linked { image, symbols, .. } = &linked;
    let of_image = Program::new(image, symbols).map_err(|error| error.to_string())?;
    let watched = Watched {
        image,
        symbols,
        config: &machine.config,
        build: machine.build,
        most_cycles: MOST_CYCLES,
    };
    let failed = |error: ObserveError| error.to_string();
    let seen = calls_of(&watched).map_err(failed)?;
    let observed: BTreeMap<LoopId, u64> = match observes {
        true => loops_of(&watched, &of_image).map_err(failed)?,
        false => BTreeMap::new(),
    };
    let bounds = Bounds::of_runtime();
    Ok(check(&of_image, machine, &bounds, &observed, &seen, wanted))
}
