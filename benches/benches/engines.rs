//! Machine and fast engine on the same programs; elements are bytecodes, and once more simulated clock cycles.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fast_engine::{Engine, NoProbe};
use isa::MachineConfig;
use jopizer::LinkProgram;
use microcode::{Build, jvm};
use sim_core::Machine;

/// Programs of different kinds: control code, objects, arithmetic, arrays.
const PROGRAMS: [&str; 4] = ["lift", "udpip", "sieve", "bubble-sort"];

fn engine(config: &MachineConfig, image: &[u32]) -> Engine {
    Engine::with_derived_costs(config, Build::Jop, image).expect("an engine")
}

fn run(engine: &mut Engine) {
    benches::run_fast(engine, &mut NoProbe);
}

fn engines(c: &mut Criterion) {
    let config = MachineConfig::default();
    for name in PROGRAMS {
        let program = runtime::programs::find(name).expect("an embedded program");
        let linked = program
            .link(program.length, config.memory_words)
            .expect("it links");
        let image = &linked.image.words;
        let (new, machine) = (
            engine(&config, image),
            Machine::new(&config, &jvm(Build::Jop), image).expect("a machine"),
        );
        let mut ran = new.clone();
        run(&mut ran);
        for (unit, elements) in [
            ("bytecodes", ran.counters().bytecodes),
            ("cycles", ran.cycles()),
        ] {
            let mut group = c.benchmark_group(format!("engines/{unit}"));
            group.sample_size(10);
            group.throughput(Throughput::Elements(elements));
            group.bench_function(BenchmarkId::new("fast", name), |b| {
                b.iter_batched_ref(|| new.clone(), run, criterion::BatchSize::LargeInput);
            });
            group.bench_function(BenchmarkId::new("machine", name), |b| {
                let run = |machine: &mut Machine| benches::run_to_exit(machine);
                b.iter_batched_ref(|| machine.clone(), run, criterion::BatchSize::LargeInput);
            });
        }
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
