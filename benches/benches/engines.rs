//! Machine and fast engine on the same programs; elements are bytecodes, and once more simulated clock cycles.

use cost_model::MemoryKind;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fast_engine::{Checks, Engine, EngineConfig, NoProbe, Output, Stop, UartKind};
use jopizer::LinkProgram;
use microcode::{Build, jvm};
use sim_core::{Machine, MachineConfig};

/// Programs of different kinds: control code, objects, arithmetic, arrays.
const PROGRAMS: [&str; 4] = ["lift", "udpip", "sieve", "bubble-sort"];

fn engine(config: &MachineConfig, image: &[u32]) -> Engine {
    let microcode = jvm(Build::Jop);
    let engine = EngineConfig {
        clk_freq_hz: config.clk_freq_hz,
        memory_words: config.memory_words,
        spm_width: config.spm_width,
        method_cache: config.method_cache,
        jpc_width: config.jpc_width,
        block_bits: config.block_bits,
        object_cache: config.object_cache,
        ram_width: config.ram_width,
        uart: UartKind::Instant,
        checks: Checks::Hardware,
    };
    let costs = cost_model::evaluated(&microcode, MemoryKind::Sram32, config.ram_cnt)
        .expect("a memory that exists");
    Engine::new(&engine, costs, image, &microcode.stack_ram).expect("an engine")
}

fn run(engine: &mut Engine) {
    while let Ok(Stop::Output(output)) = engine.run(u64::MAX, &mut NoProbe) {
        if let Output::Exit(_) = output {
            return;
        }
    }
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
