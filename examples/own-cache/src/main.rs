//! Sweeps an embedded program over the hardware's cache and over one of our own.

use jopizer::LinkProgram;
use std::error::Error;
use std::sync::atomic::AtomicBool;

use cache_sweep::{Environment, MemoryPoint, Plan, Space, Swept, Workload, mark_pareto, sweep};
use isa::MachineConfig;
use method_cache::replay::{Fifo, Organisation};
use microcode::Build;
use own_cache::PinnedFirst;
use run::{Microcode, Program};

fn main() -> Result<(), Box<dyn Error>> {
    let machine = MachineConfig::default();
    let lift = runtime::programs::find("lift").ok_or("no such program")?;
    let swept = Swept {
        program: Program::linked(lift.name, lift.link(lift.length, machine.memory_words)?),
        microcode: Microcode::ours(Build::Jop),
        max_cycles: 100_000_000,
    };
    let workloads = [Workload::Program(
        Box::new(swept),
        vec![MemoryPoint::of(&machine)],
    )];
    let organisations: Vec<&dyn Organisation> = vec![&Fifo, &PinnedFirst];
    let space = Space {
        sizes: vec![1024, 2048, 4096, 8192],
        blocks: vec![8, 16, 32],
        lines: Vec::new(),
        ways: Vec::new(),
    };
    let plan = Plan::new(
        vec![workloads[0].describe()?],
        &machine,
        organisations,
        &space,
    );

    let mut rows = Vec::new();
    sweep(
        &plan,
        &workloads,
        &[0, 1],
        &mut Environment {
            stop: &AtomicBool::new(false),
            finished: &mut |result| {
                rows.extend(result.rows);
                Ok(())
            },
        },
    )?;
    mark_pareto(&mut rows, |_| true);
    for row in rows {
        let front = if row.pareto { "*" } else { "" };
        println!(
            "{:<12} {:>5} bytes {:>2} blocks {:>6.2} % {:>10} cycles {front}",
            row.organisation,
            row.size.unwrap_or(0),
            row.blocks.unwrap_or(0),
            row.hit_rate() * 100.0,
            row.cycles
        );
    }
    Ok(())
}
