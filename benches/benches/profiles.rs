//! What recording calling contexts costs the fast engine; elements are bytecodes.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fast_engine::{Engine, NoProbe, Output, Probe, Stop};
use fast_profile::ContextProbe;
use microcode::Build;
use sim_core::MachineConfig;

/// Programs with few calls, with many, and with many contexts.
const PROGRAMS: [&str; 6] = [
    "sieve",
    "bubble-sort",
    "lift",
    "udpip",
    "dispatch",
    "red-black-tree",
];

fn run<P: Probe>(engine: &mut Engine, probe: &mut P) {
    while let Ok(Stop::Output(output)) = engine.run(u64::MAX, probe) {
        if let Output::Exit(_) = output {
            return;
        }
    }
}

fn profiles(c: &mut Criterion) {
    let config = MachineConfig::default();
    for name in PROGRAMS {
        let program = embedded_programs::find(name).expect("an embedded program");
        let linked = program
            .link(program.length, config.memory_words)
            .expect("it links");
        let new = fast_machine::engine(&config, Build::Jop, &linked.image.words);
        let new = new.expect("an engine");
        let mut ran = new.clone();
        run(&mut ran, &mut NoProbe);
        let mut group = c.benchmark_group("profiles");
        group.sample_size(10);
        group.throughput(Throughput::Elements(ran.counters().bytecodes));
        group.bench_function(BenchmarkId::new("without", name), |b| {
            let run = |engine: &mut Engine| run(engine, &mut NoProbe);
            b.iter_batched_ref(|| new.clone(), run, BatchSize::LargeInput);
        });
        group.bench_function(BenchmarkId::new("recorded", name), |b| {
            let with_probe = || {
                let mut engine = new.clone();
                let probe = ContextProbe::new(&mut engine, Some(&linked.symbols));
                (engine, probe)
            };
            let run = |(engine, probe): &mut (Engine, ContextProbe)| run(engine, probe);
            b.iter_batched_ref(with_probe, run, BatchSize::LargeInput);
        });
    }
}

criterion_group!(benches, profiles);
criterion_main!(benches);
