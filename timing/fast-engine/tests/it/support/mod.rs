//! Runs an image on the machine and on the engine and tells what differs.

use std::sync::Mutex;

use cost_model::{EvaluatedTable, RowId};
use fast_engine::{Engine, NoProbe};
use isa::{MachineConfig, MemoryKind, Output, Sender};
use microcode::Build;
use sim_core::{Machine, Statistics};
use superblock::BlockMachine;

/// Scratch words of the microcode in the stack RAM, which the engine does not keep.
const SCRATCH: std::ops::Range<usize> = 6..30;
/// Cycles after its bytecode's last one in which a write has reached the memory.
const LONGEST_WRITE: u64 = 40;
/// Cycles from the limit within which a bytecode that is dispatched before it has done all but wait.
const LONGEST_BYTECODE: u64 = 20_000;

/// What a table is evaluated for: a build, and a memory with its `ram_cnt`.
type MemoryOfBuild = (Build, MemoryKind, u8);

/// The costs derived from the microcode, once for each machine.
fn costs(build: Build, kind: MemoryKind, ram_cnt: u8) -> EvaluatedTable {
    static TABLES: Mutex<Vec<(MemoryOfBuild, EvaluatedTable)>> = Mutex::new(Vec::new());
    let key = (build, kind, ram_cnt);
    let known = |tables: &[(MemoryOfBuild, EvaluatedTable)]| {
        let mut tables = tables.iter();
        tables
            .find(|table| table.0 == key)
            .map(|table| table.1.clone())
    };
    if let Some(table) = known(&TABLES.lock().expect("no panic before")) {
        return table;
    }
    let table =
        cost_model::evaluated(&microcode::jvm(build), kind, ram_cnt).expect("a memory that exists");
    TABLES
        .lock()
        .expect("no panic before")
        .push((key, table.clone()));
    table
}

/// The costs of a machine, derived from the microcode.
pub(crate) fn costs_of(config: &MachineConfig, build: Build) -> EvaluatedTable {
    let kind = config.memory;
    costs(build, kind, config.ram_cnt)
}

/// The engine with the costs derived from the microcode.
pub(crate) fn engine(config: &MachineConfig, build: Build, image: &[u32]) -> Engine {
    engine_with(config, build, image, costs_of(config, build))
}

/// The engine with other costs.
pub(crate) fn engine_with(
    config: &MachineConfig,
    build: Build,
    image: &[u32],
    costs: EvaluatedTable,
) -> Engine {
    let stack_ram = microcode::jvm(build).stack_ram;
    Engine::new(config, build, costs, image, &stack_ram)
        .expect("a machine and a program that exist")
}

/// Course of a run.
struct Run {
    outputs: Vec<Output>,
    cycles: u64,
    counts: [(&'static str, u64); 6],
    memory: Vec<u32>,
    stack: Vec<u32>,
}

/// Runs the engine to its end or to `limit`; on a fault the text of it.
fn run_engine<P: fast_engine::Probe>(
    mut engine: Engine,
    limit: u64,
    probe: &mut P,
) -> Result<Run, String> {
    let mut outputs: Vec<Output> = Vec::new();
    while let isa::Stop::Output(output) = engine
        .run(limit, probe)
        .map_err(|fault| fault.to_string())?
    {
        outputs.push(output);
        if let Output::Exit(_) = output {
            break;
        }
    }
    outputs.extend(engine.empty_uart().into_iter().map(Output::Uart));
    let counters = engine.counters();
    Ok(Run {
        outputs,
        cycles: engine.cycles(),
        counts: [
            ("bytecodes", counters.bytecodes),
            ("interrupts", counters.interrupts),
            ("exceptions", counters.exceptions),
            ("lookups", counters.method_lookups),
            ("hits", counters.method_hits),
            ("words loaded", counters.method_words_loaded),
        ],
        memory: engine.memory().to_vec(),
        stack: engine.stack_ram().to_vec(),
    })
}

/// How the machine runs: [`BlockMachine::reference`], every cycle of it, or [`BlockMachine::new`], its superblocks, which
/// `superblock-kit` holds to the same states.
type Way = fn(Machine) -> BlockMachine;

/// Runs the machine to its end, or through cycle `limit`.
fn run_machine(
    way: Way,
    host: &Host,
    config: &MachineConfig,
    build: Build,
    image: &[u32],
    limit: u64,
) -> Run {
    let mut machine = Machine::new(config, &microcode::jvm(build), image)
        .expect("a machine and a program that exist");
    let uart = &mut machine.state.memory_system.io.uart;
    uart.set_sender(host.sender);
    uart.feed(&host.input);
    let mut machine = way(machine);
    let mut probe = (Statistics::default(), sim_core::NoProbe);
    let mut outputs: Vec<Output> = Vec::new();
    while let isa::Stop::Output(output) = machine.run(limit, &mut probe) {
        outputs.push(output);
        if let Output::Exit(_) = output {
            break;
        }
    }
    // The processor goes on while the UART sends what it holds.
    let mut later = machine.machine().clone();
    outputs.extend(later.empty_uart().into_iter().map(Output::Uart));
    let (statistics, state) = (probe.0, &machine.machine().state);
    Run {
        outputs,
        cycles: statistics.cycles,
        counts: [
            ("bytecodes", statistics.bytecodes),
            ("interrupts", statistics.interrupts),
            ("exceptions", statistics.exceptions),
            ("lookups", statistics.method_lookups),
            ("hits", statistics.method_hits),
            ("words loaded", statistics.method_words_loaded),
        ],
        memory: state.memory_system.memory.words.as_slice().to_vec(),
        stack: state.stack.ram.clone(),
    }
}

/// What the host sends to the UART.
#[derive(Debug, Clone, Default)]
pub(crate) struct Host {
    pub(crate) input: Vec<u8>,
    pub(crate) sender: Sender,
}

/// What differs between engine and machine at the end of a program, or once the engine has come to `limit`.
pub(crate) fn difference(
    config: &MachineConfig,
    build: Build,
    image: &[u32],
    limit: u64,
) -> Option<String> {
    difference_with(&Host::default(), config, build, image, limit)
}

/// The same with superblocks, for programs of many cycles.
pub(crate) fn difference_of_long(
    config: &MachineConfig,
    build: Build,
    image: &[u32],
    limit: u64,
) -> Option<String> {
    let host = Host::default();
    difference_from(BlockMachine::new, &host, (config, build, image), limit)
}

/// The same with a host that sends.
pub(crate) fn difference_with(
    host: &Host,
    config: &MachineConfig,
    build: Build,
    image: &[u32],
    limit: u64,
) -> Option<String> {
    difference_from(BlockMachine::reference, host, (config, build, image), limit)
}

fn difference_from(
    way: Way,
    host: &Host,
    (config, build, image): (&MachineConfig, Build, &[u32]),
    limit: u64,
) -> Option<String> {
    let mut quick = engine(config, build, image);
    quick.set_sender(host.sender);
    quick.feed(&host.input);
    let quick = match run_engine(quick, limit, &mut NoProbe) {
        Ok(run) => run,
        Err(fault) => return Some(fault),
    };
    // A delay whose time has passed lasts 2^32 cycles: the machine would take minutes to see the end of it.
    let waits = quick.cycles > limit.saturating_add(LONGEST_BYTECODE);
    let most = quick.cycles.min(limit.saturating_add(LONGEST_BYTECODE));
    let mut exact = run_machine(way, host, config, build, image, most);
    if waits && exact.cycles == most {
        exact.cycles = quick.cycles;
    }
    let mut outputs = quick.outputs.iter();
    let ended = outputs.any(|output| matches!(output, Output::Exit(_)));
    if !ended {
        // The program goes on while the UART of the machine sends what it holds.
        exact.outputs.truncate(quick.outputs.len());
    }
    if !ended && quick.memory != exact.memory {
        let later = run_machine(way, host, config, build, image, most + LONGEST_WRITE);
        let words = exact.memory.iter_mut().zip(&later.memory);
        for ((word, later), quick) in words.zip(&quick.memory) {
            if later == quick {
                *word = *later;
            }
        }
    }
    let differs = compare(&quick, &exact, ended)?;
    let place = first_other_dispatch(config, build, image, most);
    Some(format!("{differs}; {place}"))
}

/// What differs between the quick loop and exact steps.
pub(crate) fn difference_of_ways(engine: &Engine, limit: u64) -> Option<String> {
    let quick = run_engine(engine.clone(), limit, &mut NoProbe);
    let exact = run_engine(engine.clone(), limit, &mut Dispatches::default());
    match (&quick, &exact) {
        (Ok(quick), Ok(exact)) => compare(quick, exact, true),
        (Err(quick), Err(exact)) if quick == exact => None,
        (quick, exact) => Some(format!(
            "{:?} for {:?}",
            quick.as_ref().err(),
            exact.as_ref().err()
        )),
    }
}

/// Dispatches of bytecodes and entries: cycle, and the opcode or 256 and 257 for interrupt and exception.
#[derive(Default)]
struct Dispatches(Vec<(u64, u32)>);

impl sim_core::Probe for Dispatches {
    fn dispatch(&mut self, cycle: u64, _jpc: u32, bytecode: u8) {
        self.0.push((cycle, bytecode.into()));
    }

    fn entry(&mut self, cycle: u64, entry: sim_core::probe::Entry) {
        let exception = entry == sim_core::probe::Entry::Exception;
        self.0.push((cycle, 256 + u32::from(exception)));
    }
}

impl fast_engine::Probe for Dispatches {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &fast_engine::Executed) {
        let number = match executed.path.row {
            RowId::Bytecode(opcode) => opcode.into(),
            RowId::Interrupt => 256,
            RowId::Exception => 257,
            RowId::Reset => return,
        };
        self.0.push((executed.cycle, number));
    }
}

/// State of the machine after the engine's exact steps.
fn first_other_dispatch(config: &MachineConfig, build: Build, image: &[u32], limit: u64) -> String {
    let (mut ours, mut theirs) = (Dispatches::default(), Dispatches::default());
    let mut quick = engine(config, build, image);
    while let Ok(isa::Stop::Output(output)) = quick.run(limit, &mut ours) {
        if let Output::Exit(_) = output {
            break;
        }
    }
    let mut exact = Machine::new(config, &microcode::jvm(build), image).expect("a machine");
    while let isa::Stop::Output(output) = exact.run(limit, &mut theirs) {
        if let Output::Exit(_) = output {
            break;
        }
    }
    let mut pairs = ours.0.iter().zip(&theirs.0);
    let Some(first) = pairs.position(|(ours, theirs)| ours != theirs) else {
        return "every dispatch agrees in exact steps".to_owned();
    };
    let from = first.saturating_sub(6);
    format!(
        "dispatches {:?} for {:?}",
        &ours.0[from..=first],
        &theirs.0[from..=first]
    )
}

fn compare(quick: &Run, exact: &Run, ended: bool) -> Option<String> {
    let first = |quick: &[u32], exact: &[u32], skip: std::ops::Range<usize>| {
        (0..exact.len()).find(|i| !skip.contains(i) && quick[*i] != exact[*i])
    };
    if quick.cycles != exact.cycles {
        return Some(format!("{} cycles for {}", quick.cycles, exact.cycles));
    }
    if quick.outputs != exact.outputs {
        return Some("other output".to_owned());
    }
    let counts = quick.counts.iter().zip(&exact.counts);
    if let Some((ours, theirs)) = counts.clone().find(|(ours, theirs)| ours != theirs) {
        return Some(format!("{} {} for {}", ours.1, ours.0, theirs.1));
    }
    if let Some(word) = first(&quick.memory, &exact.memory, 0..0) {
        let (ours, theirs) = (quick.memory[word], exact.memory[word]);
        return Some(format!("memory word {word} is {ours} for {theirs}"));
    }
    // A program that was stopped has microinstructions under way; at its end it is in the middle of a write.
    let word = first(&quick.stack, &exact.stack, SCRATCH).filter(|_| ended)?;
    let (ours, theirs) = (quick.stack[word], exact.stack[word]);
    Some(format!("stack RAM word {word} is {ours} for {theirs}"))
}
