//! A view: the branches of the demonstration program, those that are executed most first.
//!
//! `cargo run --release -p recorders --example branches`

mod recorder;

use std::error::Error;

use isa::MachineConfig;
use jopizer::LinkOptions;
use microcode::Build;
use run::events::MachineEvents;
use run::{BlockRun, Limits, Microcode, Program, Setup, Silent};
use sim_core::Statistics;

use crate::recorder::Branches;

/// Branches that are printed.
const TOP: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let linked = jopizer::link(&LinkOptions::new("demo.Demo", []))?;
    let setup = Setup {
        program: Program::linked("demo", linked),
        machine: MachineConfig::default(),
        microcode: Microcode::ours(Build::Jop),
    };
    let probe = (
        Statistics::default(),
        MachineEvents::new(Branches::default()),
    );
    let mut run = BlockRun::new(setup.build()?, probe);
    run::to_end(&setup.program, &mut run, &mut Silent, &Limits::NONE)?;
    print(&run.probe.1.finish(), &setup);
    Ok(())
}

fn print(branches: &Branches, setup: &Setup) {
    let mut rows: Vec<_> = branches.sites.iter().collect();
    rows.sort_by_key(|(site, ways)| (u64::MAX - ways.taken - ways.passed, **site));
    println!("     taken  not taken  branch");
    for ((method, pc), ways) in rows.into_iter().take(TOP) {
        let symbols = setup.program.symbols.as_ref();
        let name = symbols.and_then(|symbols| symbols.method_at(*method));
        let name = name.map(ToString::to_string).unwrap_or_default();
        println!("{:>10} {:>10}  {name} at {pc}", ways.taken, ways.passed);
    }
}
