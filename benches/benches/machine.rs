//! Simulated cycles per second of the machine without a probe; elements are clock cycles.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

use benches::{machine_with, peak_memory, run_to_exit};

fn programs(c: &mut Criterion) {
    let before = peak_memory();
    let mut group = c.benchmark_group("machine");
    group.sample_size(20);
    for (name, main_class) in [("demo", "demo.Demo"), ("compute", "demo.Compute")] {
        let machine = machine_with(main_class).expect("an embedded program links");
        let cycles = run_to_exit(&mut machine.clone());
        group.throughput(Throughput::Elements(cycles));
        group.bench_function(name, |bencher| {
            bencher.iter_batched_ref(|| machine.clone(), run_to_exit, BatchSize::LargeInput);
        });
    }
    group.finish();
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        let grown = (after - before) as f64 / f64::from(1 << 20);
        println!("peak memory: {grown:.1} MB above the start of the bench, two images included");
    }
}

criterion_group!(benches, programs);
criterion_main!(benches);
