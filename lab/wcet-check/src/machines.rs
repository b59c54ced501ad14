//! Machines of the comparison, and programs on them.

use std::collections::BTreeMap;

use isa::{MachineConfig, OrganisationKind};
use jopizer::{LinkProgram, Linked};
use microcode::Build;
use runtime::programs::EmbeddedProgram;
use wcet::{Bounds, CachePolicy, LoopId, Program, WcetError};

use crate::check::{Checked, Machine, check};
use crate::runs::{ObserveError, Watched, loops_of, shown_of};

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

/// Repetitions of loops in a run, by method and byte offset: other links of the program have other addresses.
#[derive(Debug, Clone, Default)]
pub struct ObservedLoops(BTreeMap<(Code, u32), u64>);

/// A method by its name and the bytes of its code: in other code the loop at an offset would be another one.
type Code = (String, u32);

/// The code of each method, by its address.
fn codes(linked: &Linked) -> BTreeMap<u32, Code> {
    let methods = linked.symbols.methods.iter();
    let codes = methods.map(|it| (it.address, (it.to_string(), it.bytes)));
    codes.collect()
}

impl ObservedLoops {
    /// Loops of a link of the same program.
    fn of_link(&self, linked: &Linked) -> BTreeMap<LoopId, u64> {
        let codes = codes(linked).into_iter();
        let addresses: BTreeMap<Code, u32> = codes.map(|(address, code)| (code, address)).collect();
        let loops = self.0.iter().filter_map(|((method, offset), most)| {
            Some(((*addresses.get(method)?, *offset), *most))
        });
        loops.collect()
    }
}

fn link(program: &EmbeddedProgram, length: u32, machine: &Machine) -> Result<Linked, String> {
    program
        .link(length, machine.config.memory_words)
        .map_err(|error| error.to_string())
}

/// Loops of an embedded program in a run of its length.
///
/// # Errors
/// If the program does not run on the machine.
pub fn observe(
    program: &EmbeddedProgram,
    length: u32,
    machine: &Machine,
) -> Result<ObservedLoops, String> {
    let linked = link(program, length, machine)?;
    let of_image =
        Program::new(&linked.image, &linked.symbols).map_err(|error| error.to_string())?;
    let loops = loops_of(&Watched::on(machine, &linked, MOST_CYCLES), &of_image);
    let loops = loops.map_err(|error: ObserveError| error.to_string())?;
    let names = codes(&linked);
    let named = loops.into_iter().filter_map(|((address, offset), most)| {
        Some(((names.get(&address)?.clone(), offset), most))
    });
    Ok(ObservedLoops(named.collect()))
}

/// Methods of an embedded program, by their calls in a run of its length; loops that nothing else bounds are as observed.
///
/// # Errors
/// If the program does not run on the machine.
pub fn embedded(
    program: &EmbeddedProgram,
    length: u32,
    machine: &Machine,
    observed: &ObservedLoops,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Checked>, String> {
    let linked = link(program, length, machine)?;
    let refused = |error: WcetError| error.to_string();
    let of_image = Program::new(&linked.image, &linked.symbols).map_err(refused)?;
    let mut bounds = Bounds::of_runtime().map_err(refused)?;
    bounds.add_programs().map_err(refused)?;
    let observed = observed.of_link(&linked);
    let shown = shown_of(
        &Watched::on(machine, &linked, MOST_CYCLES),
        &of_image,
        machine,
        &bounds,
    )?;
    Ok(check(
        &of_image, machine, &bounds, &observed, &shown, wanted,
    ))
}
