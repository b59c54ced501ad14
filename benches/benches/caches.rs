//! Method caches replayed: lookups per second of each organisation, and how that grows with the number of blocks;
//! elements are lookups. And what recording costs the machine; elements are clock cycles.

use benches::{machine_with, run_to_exit, run_with};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use isa::MachineConfig;
use jopizer::LinkProgram;
use lookups::{Condenser, Header, Reader, Recorder};
use method_cache::Geometry;
use method_cache::replay::{Axes, Chunk, Fetch, ORGANISATIONS, Organisation, Shape, Stays};
use sim_core::Machine;
use std::collections::BTreeMap;

/// The stays and fetches of a run, all in memory.
struct Run {
    stays: Vec<u32>,
    fetches: Vec<Fetch>,
    table: Stays,
}

fn header(machine: &MachineConfig, runs: bool) -> Header {
    Header {
        program: String::new(),
        image: String::new(),
        microcode: String::new(),
        machine: machine.clone(),
        runs,
        methods: BTreeMap::new(),
    }
}

/// Runs a machine to its end; gives the trace.
fn record(machine: &mut Machine, runs: bool) -> Vec<u8> {
    let header = header(machine.config(), runs);
    let mut recorder = Recorder::new(Vec::new(), &header, None).expect("memory");
    let cycles = run_with(machine, &mut recorder);
    recorder.finish(cycles).expect("memory").1
}

fn lift() -> Machine {
    let config = MachineConfig::default();
    let lift = runtime::programs::find("lift").expect("an embedded program");
    let linked = lift
        .link(lift.length, config.memory_words)
        .expect("it links");
    let microcode = microcode::jvm(microcode::Build::Jop);
    Machine::new(&config, &microcode, &linked.image.words).expect("a machine")
}

fn run_of_lift() -> Run {
    let trace = record(&mut lift(), true);
    let mut trace = Reader::new(&trace[..]).expect("a trace");
    let mut condenser = Condenser::new();
    let (mut stays, mut fetches) = (Vec::new(), Vec::new());
    let mut more = true;
    while more {
        more = condenser.read(&mut trace).expect("no damage");
        stays.extend_from_slice(condenser.chunk().stays);
        fetches.extend_from_slice(condenser.chunk().fetches);
    }
    Run {
        stays,
        fetches,
        table: condenser.table().clone(),
    }
}

fn replay(organisation: &dyn Organisation, shapes: &[Shape], run: &Run) -> usize {
    let chunk = Chunk {
        stays: &run.stays,
        fetches: &run.fetches,
        table: &run.table,
    };
    let mut passes = organisation.passes(shapes);
    passes.iter_mut().for_each(|pass| pass.feed(&chunk));
    passes.iter().map(|pass| pass.tallies().len()).sum()
}

fn organisations(c: &mut Criterion) {
    let run = run_of_lift();
    let mut group = c.benchmark_group("replay");
    group
        .sample_size(20)
        .throughput(Throughput::Elements(run.stays.len() as u64));
    for organisation in ORGANISATIONS {
        for block_bits in [0, 2, 4, 6, 8] {
            let Ok(geometry) = Geometry::new(14, block_bits) else {
                continue;
            };
            let shape = Shape::of(geometry);
            // The two-block cache has one size, in which the long methods of this program run as they may.
            let counts_blocks = matches!(organisation.axes(), Axes::Blocks | Axes::Lines);
            if counts_blocks || block_bits == 0 {
                let id = BenchmarkId::new(organisation.name(), 1 << block_bits);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| replay(*organisation, &[shape], &run));
                });
            }
        }
    }
    let shapes: Vec<Shape> = (10..=16)
        .filter_map(|width| Geometry::new(width, width - 6).ok())
        .map(Shape::of)
        .collect();
    group.throughput(Throughput::Elements(
        (run.stays.len() * shapes.len()) as u64,
    ));
    group.bench_function("lru/7 sizes in one pass", |bencher| {
        bencher.iter(|| replay(&method_cache::replay::Lru, &shapes, &run));
    });
    group.finish();
}

fn recording(c: &mut Criterion) {
    let machine = machine_with("demo.Demo").expect("an embedded program links");
    let cycles = run_to_exit(&mut machine.clone());
    let mut group = c.benchmark_group("recording");
    group
        .sample_size(20)
        .throughput(Throughput::Elements(cycles));
    group.bench_function("nothing", |bencher| {
        bencher.iter(|| run_to_exit(&mut machine.clone()));
    });
    group.bench_function("lookups", |bencher| {
        bencher.iter(|| record(&mut machine.clone(), false).len());
    });
    group.bench_function("lookups and bytecodes", |bencher| {
        bencher.iter(|| record(&mut machine.clone(), true).len());
    });
    group.finish();
}

criterion_group!(benches, organisations, recording);
criterion_main!(benches);
