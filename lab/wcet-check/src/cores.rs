//! Bounds on one of several cores held against the machine, while the other cores load the memory.
//!
//! ```text
//!   random program + Load ──▶ core 0 runs the program; at a random cycle it starts the others, which run Load for ever
//!                                  │
//!                                  └──▶ every call of core 0 ≤ its bound
//! ```

mod watch;

use std::collections::BTreeMap;
use std::time::Instant;

use isa::{
    ArbiterKind, LockUnitKind, MachineConfig, MemoryKind, OrganisationKind, Processors, Slots,
};
use jopizer::{LinkProgram, Linked};
use microcode::Build;
use runtime::programs::EmbeddedProgram;
use sim_core::cmp::Multiprocessor;
use wcet::{Analyser, BoundSource, Bounds, CachePolicy, Exceptions, OnCores, Options, Program};

use self::watch::{Core, First};
use crate::calls::Calls;
use crate::check::{Checked, Machine};
use crate::generated::{bounds_of, is_generated, link};
use crate::random::{Generated, program};

/// Text of the class that the other cores run.
const LOAD: &str = include_str!("cores/Load.java");
/// The same, which holds a lock that the bounded class takes.
const LOCKED: [(&str, &str); 2] = [
    ("Load", include_str!("cores/Held.java")),
    ("R0", include_str!("cores/R0.java")),
];
/// Calls of core 0, with 300 sections.
const LOCKED_MAIN: &str = "public final class Main {\n    public static void main(String[] args) {\n        Load.field = Load.start() + R0.run(300);\n    }\n}\n";
/// Cycles of a long run, those of all cores together.
pub const LONG: u64 = 24_000_000;
/// Cycles before which the others begin, at random.
const MOST_LEAD: u64 = 1_000;

/// Several cores with a memory.
#[derive(Debug, Clone)]
pub struct Case {
    /// Name in tables.
    pub name: String,
    /// Each core, with costs without delays.
    pub machine: Machine,
    /// How many there are, and their arbiter.
    pub processors: Processors,
}

/// Two, four and eight cores with each arbiter that has a bound, on several memories in turn.
///
/// # Errors
/// If no formula knows a memory; all of these have one.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (memory, ram_cnt) in [
        (MemoryKind::Sram32, 2),
        (MemoryKind::Ssram32, 3),
        (MemoryKind::Sram16, 2),
        (MemoryKind::Sram32, 1),
    ] {
        let method_cache = match ram_cnt {
            1 => OrganisationKind::OneBlock,
            _ => OrganisationKind::Fifo,
        };
        let config = MachineConfig {
            memory,
            ram_cnt,
            method_cache,
            jpc_width: 11,
            block_bits: 3,
            ..MachineConfig::default()
        };
        let fitting = Slots::fitting(&config);
        let long = Slots {
            slot: 2 * fitting.slot + 1,
            ..fitting
        };
        let arbiters = [
            ArbiterKind::Tdma(fitting),
            ArbiterKind::RoundRobin,
            ArbiterKind::Fair,
            ArbiterKind::Tdma(long),
        ];
        for arbiter in arbiters {
            for cores in [2, 4, 8] {
                cases.push(case(&config, arbiter, cores)?);
            }
        }
    }
    Ok(cases)
}

/// So many cores with an arbiter.
///
/// # Errors
/// If no formula knows the memory.
pub fn case(config: &MachineConfig, arbiter: ArbiterKind, cores: u8) -> Result<Case, String> {
    let slot = arbiter
        .slots()
        .map_or(String::new(), |it| format!(" {}", it.slot));
    let name = format!(
        "{cores} cores, {}{slot}, {:?} ram_cnt {}",
        arbiter.name(),
        config.memory,
        config.ram_cnt
    );
    let machine = Machine::new(&name, config.clone(), Build::Jop, CachePolicy::Analysis);
    Ok(Case {
        name,
        machine: machine.map_err(|error| error.to_string())?,
        processors: Processors {
            cores,
            arbiter,
            lock_unit: LockUnitKind::Ihlu,
        },
    })
}

/// Holds the methods of a random program of so many classes against their bounds on several cores, in a run of so many cycles of all cores.
///
/// # Errors
/// If there is no JDK, or if compiler, linker or machine refuse the program.
pub fn check_cores(
    (seed, classes): (u64, usize),
    case: &Case,
    most_cycles: u64,
) -> Result<Vec<Checked>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut generated = program(seed, classes);
    generated.classes.push(("Load".to_owned(), LOAD.to_owned()));
    generated.main = generated
        .main
        .replace("int sum = 0;", "int sum = Load.start();");
    let linked = link(folder.path(), &generated)?;
    let image = Program::new(&linked.image, &linked.symbols).map_err(|error| error.to_string())?;
    let bounds = bounds_of(&generated)?;
    let seen = calls_of(&linked, case, most_cycles, Some(seed))?;
    let mut bounds = bounds;
    // The others take no lock.
    let sections = bounds.add("[cores]\nsection = 0", "Load", BoundSource::Runtime);
    sections.map_err(|error| error.to_string())?;
    bounds_on(
        &image,
        case,
        (&bounds, &case.processors),
        &seen,
        is_generated,
    )
}

/// Holds methods that take a lock against their bounds, while the other cores take it, too.
///
/// # Errors
/// As [`check_cores`].
pub fn check_locks(seed: u64, case: &Case, most_cycles: u64) -> Result<Vec<Checked>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let generated = Generated {
        main: LOCKED_MAIN.to_owned(),
        classes: LOCKED
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .to_vec(),
        bounds: "[loops]\n\"R0.run\" = 300\n".to_owned(),
        ..Generated::default()
    };
    let linked = link(folder.path(), &generated)?;
    let image = Program::new(&linked.image, &linked.symbols).map_err(|error| error.to_string())?;
    let bounds = bounds_of(&generated)?;
    let seen = calls_of(&linked, case, most_cycles, Some(seed))?;
    bounds_on(
        &image,
        case,
        (&bounds, &case.processors),
        &seen,
        is_generated,
    )
}

/// Holds the own methods of an embedded program on core 0 against their bounds, while the others wait; `believed` are the processors of bounds.
///
/// # Errors
/// If the program does not run.
pub fn check_embedded(
    program: &EmbeddedProgram,
    case: &Case,
    believed: &Processors,
) -> Result<Vec<Checked>, String> {
    let machine = &case.machine;
    let linked = program.link(program.length, machine.config.memory_words);
    let linked = linked.map_err(|error| error.to_string())?;
    let image = Program::new(&linked.image, &linked.symbols).map_err(|error| error.to_string())?;
    let mut bounds = Bounds::of_runtime().map_err(|error| error.to_string())?;
    bounds.add_programs().map_err(|error| error.to_string())?;
    let seen = calls_of(&linked, case, LONG, None)?;
    let own = |name: &str| !name.starts_with("java.") && !name.starts_with("com.jopdesign.");
    bounds_on(&image, case, (&bounds, believed), &seen, own)
}

/// Least and most cycles of the bytecodes of core 0 that call nothing, by the phase of the time slots in which they are dispatched.
pub type ByPhase = BTreeMap<(u8, u64), (u64, u64)>;

/// Bytecodes of an embedded program on core 0, while the others wait.
///
/// # Errors
/// If the program does not run.
pub fn bytecodes_of(program: &EmbeddedProgram, case: &Case) -> Result<ByPhase, String> {
    let linked = program.link(program.length, case.machine.config.memory_words);
    let linked = linked.map_err(|error| error.to_string())?;
    let (mut machine, period) = built(&linked, case)?;
    let mut probe = First::new(Core::new(&linked.symbols, 0, period));
    machine.run(LONG / u64::from(case.processors.cores), &mut probe);
    Ok(probe.bytecodes())
}

/// The cores in their first cycle, and the period of the time slots; 0 without.
fn built(linked: &Linked, case: &Case) -> Result<(Multiprocessor, u64), String> {
    let program = microcode::jvm(case.machine.build);
    let config = (&case.machine.config, &case.processors);
    let built = Multiprocessor::new(config, &program, &linked.image.words);
    let machine = built.map_err(|error| error.to_string())?;
    let slots = case.processors.arbiter.slots();
    let period = slots.map_or(0, |slots| {
        u64::from(slots.slot) * u64::from(case.processors.cores)
    });
    Ok((machine, period))
}

/// Calls of core 0, with a seed under load from the others.
fn calls_of(
    linked: &Linked,
    case: &Case,
    most_cycles: u64,
    seed: Option<u64>,
) -> Result<Calls, String> {
    let (mut machine, period) = built(linked, case)?;
    let limit = most_cycles / u64::from(case.processors.cores);
    let Some(seed) = seed else {
        let mut probe = First::new(Core::new(&linked.symbols, 0, period));
        machine.run(limit, &mut probe);
        return Ok(probe.calls());
    };
    let method = |name: &'static str| {
        let mut named = linked.symbols.methods_named("Load", name);
        named
            .next()
            .ok_or_else(|| format!("Load.{name} is not linked"))
    };
    let (start, forever) = (method("start")?, method("forever")?);
    let mut probe = First::new(Core::new(&linked.symbols, start.address, period));
    while !probe.has_started() && machine.cycle() < limit {
        machine.step(&mut probe);
    }
    let lead = fastrand::Rng::with_seed(seed).u64(0..MOST_LEAD);
    let begin = machine.cycle() + lead;
    machine.run(begin, &mut probe);
    let boot = machine.memory.words.read(1);
    machine.memory.words.write(boot, forever.structs[0]);
    machine.cpus[0].state.memory_system.io.system.signal = true;
    machine.run(begin + limit, &mut probe);
    Ok(probe.calls())
}

fn bounds_on(
    image: &Program<'_>,
    case: &Case,
    (bounds, processors): (&Bounds, &Processors),
    calls: &Calls,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Checked>, String> {
    let machine = &case.machine;
    let refused = |error: wcet::WcetError| error.to_string();
    let cores = OnCores::new(&machine.config, *processors, 0, image).map_err(refused)?;

    let analyser = Analyser::new(image, &machine.costs);
    let options = Options {
        bounds: bounds.clone(),
        cache: machine.cache,
        exceptions: Exceptions::Exclude,
        cores: Some(&cores),
        ..Options::new(&machine.config, &machine.costs).map_err(refused)?
    };
    let named = calls
        .methods
        .iter()
        .map(|(method, seen)| (*method, image.name(*method), *seen));
    let checked = named
        .filter(|(_, name, _)| wanted(name))
        .map(|(method, name, seen)| {
            let start = Instant::now();
            let bound = analyser.bound(method, &options);
            Checked {
                method,
                name,
                seen,
                phases: calls.phases_of(method),
                bound,
                time: start.elapsed(),
            }
        });
    Ok(checked.collect())
}
