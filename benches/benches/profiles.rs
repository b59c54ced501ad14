//! What recording calling contexts costs the fast engine (elements are bytecodes), and trees of many contexts (elements are
//! contexts).

use benches::run_fast;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use cross_profile::{
    Charge, MethodId, Profile, Provenance, Recorder, Service, ThreadProfile, file,
};
use fast_engine::{Engine, NoProbe};
use isa::MachineConfig;
use jopizer::LinkProgram;
use microcode::Build;
use record::fast::FastContexts;

/// Programs with few calls, with many, and with many contexts.
const PROGRAMS: [&str; 6] = [
    "sieve",
    "bubble-sort",
    "lift",
    "udpip",
    "dispatch",
    "red-black-tree",
];

fn profiles(c: &mut Criterion) {
    let config = MachineConfig::default();
    for name in PROGRAMS {
        let program = runtime::programs::find(name).expect("an embedded program");
        let linked = program
            .link(program.length, config.memory_words)
            .expect("it links");
        let new = fast_engine::Engine::with_derived_costs(&config, Build::Jop, &linked.image.words);
        let new = new.expect("an engine");
        let mut ran = new.clone();
        run_fast(&mut ran, &mut NoProbe);
        let mut group = c.benchmark_group("profiles");
        group.sample_size(10);
        group.throughput(Throughput::Elements(ran.counters().bytecodes));
        group.bench_function(BenchmarkId::new("without", name), |b| {
            let run = |engine: &mut Engine| run_fast(engine, &mut NoProbe);
            b.iter_batched_ref(|| new.clone(), run, BatchSize::LargeInput);
        });
        group.bench_function(BenchmarkId::new("recorded", name), |b| {
            let with_probe = || {
                let mut engine = new.clone();
                let probe = record::fast::events(&mut engine, Some(&linked.symbols));
                (engine, probe)
            };
            let run = |(engine, probe): &mut (Engine, FastContexts)| run_fast(engine, probe);
            b.iter_batched_ref(with_probe, run, BatchSize::LargeInput);
        });
    }
}

/// Contexts of a large tree.
const CONTEXTS: u32 = 1 << 20;

/// Calls along a tree in which every method calls two others.
fn calls(recorder: &mut Recorder, depth: u32, method: u32) {
    if depth == 0 {
        return;
    }
    for callee in [2 * method, 2 * method + 1] {
        recorder.enter(MethodId(callee % 1000), Service::Program, depth);
        recorder.charge(Charge::Execute, 10);
        calls(recorder, depth - 1, callee);
        recorder.resume(depth + 1);
    }
}

fn large_profile() -> Profile {
    let mut recorder = Recorder::new(MethodId(0));
    calls(&mut recorder, CONTEXTS.ilog2() - 1, 1);
    let tree = recorder.into_trees().remove(0);
    let name = "main".to_owned();
    Profile {
        provenance: Provenance::default(),
        methods: (0..1000).map(|number| format!("m{number}")).collect(),
        bytecodes: Vec::new(),
        flat: false,
        threads: vec![ThreadProfile { name, tree }],
    }
}

fn trees(c: &mut Criterion) {
    let profile = large_profile();
    let mut bytes = Vec::new();
    file::write(&profile, &mut bytes).expect("memory takes it");
    println!(
        "{} contexts: {} bytes in memory, {} in the file",
        profile.contexts(),
        profile.memory_bytes(),
        bytes.len()
    );
    let mut group = c.benchmark_group("trees");
    group.sample_size(10);
    group.throughput(Throughput::Elements(profile.contexts() as u64));
    group.bench_function("record", |b| b.iter(large_profile));
    group.bench_function("write", |b| {
        b.iter(|| file::write(&profile, std::io::sink()));
    });
    group.bench_function("read", |b| b.iter(|| file::read(&bytes)));
    group.bench_function("methods", |b| b.iter(|| profile.by_method()));
    group.bench_function("hottest", |b| {
        b.iter(|| profile.threads[0].tree.hottest(100));
    });
}

criterion_group!(benches, profiles, trees);
criterion_main!(benches);
