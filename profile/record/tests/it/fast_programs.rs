//! Profiles of programs: with the derived table the engine's are the machine's.

use crate::support;
use isa::{MachineConfig, MemoryKind, UartKind};
use jopizer::LinkProgram;
use jopizer::Linked;
use method_cache::OrganisationKind;
use microcode::Build;
use rayon::prelude::*;
use run::{End, FastRun};

/// Programs of more cycles are left out.
const SHORT: u64 = 250_000;

struct Case {
    name: String,
    linked: Linked,
}

impl Case {
    /// Returns true if the program ends soon.
    fn is_short(&self) -> bool {
        let image = &self.linked.image.words;
        let engine =
            fast_engine::Engine::with_derived_costs(&MachineConfig::default(), Build::Jop, image);
        let mut run = FastRun::usual(engine.expect("a machine and a program that exist"));
        let end = run::alone(&mut run, SHORT);
        matches!(end, Ok(End::Exit(_)))
    }

    fn difference(&self, config: &MachineConfig, build: Build) -> Option<String> {
        let image = &self.linked.image.words;
        let symbols = Some(&self.linked.symbols);
        let engine =
            fast_engine::Engine::with_derived_costs(config, build, image).expect("an engine");
        let ours = match support::on_engine(engine, symbols, u64::MAX) {
            Ok(recorded) => recorded,
            // A method that the cache of a machine cannot hold runs on none.
            Err(fault) if fault.contains("raise jpc_width") => return None,
            Err(fault) => return Some(fault),
        };
        let theirs = support::on_machine(config, build, image, symbols, u64::MAX);
        support::unbalanced(&ours)
            .or_else(|| support::unbalanced(&theirs))
            .or_else(|| support::difference(&ours.profile, &theirs.profile))
    }
}

fn short_programs() -> Vec<Case> {
    let own = tests::program::Program::all()
        .into_par_iter()
        .map(|program| Case {
            linked: program.link(),
            name: program.name,
        });
    let words = MachineConfig::default().memory_words;
    let embedded = runtime::programs::PROGRAMS.par_iter().map(|program| Case {
        linked: program.link(1, words).expect("a program that links"),
        name: program.name.to_owned(),
    });
    own.chain(embedded).filter(Case::is_short).collect()
}

fn machine(change: impl FnOnce(&mut MachineConfig)) -> MachineConfig {
    let mut config = MachineConfig::default();
    change(&mut config);
    config
}

#[test]
fn every_context_of_short_programs_is_the_machines() {
    let cases = short_programs();
    assert!(cases.len() > 10);
    let machines = [
        machine(|_| {}),
        machine(|m| m.ram_cnt = 3),
        machine(|m| (m.ram_cnt, m.object_cache) = (6, true)),
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Sram16, 2)),
        machine(|m| (m.method_cache, m.ram_cnt) = (OrganisationKind::OneBlock, 6)),
        machine(|m| (m.uart, m.uart_baud) = (UartKind::Timed, 4_000_000)),
        machine(|m| (m.jpc_width, m.block_bits) = (11, 3)),
        machine(|m| (m.method_cache, m.block_bits) = ("lru".parse().expect("a cache"), 3)),
        machine(|m| m.method_cache = "fixed-fifo".parse().expect("a cache")),
        machine(|m| m.method_cache = "ideal".parse().expect("a cache")),
    ];
    let builds = [Build::Jop, Build::Strict];
    let runs = cases.par_iter().enumerate().map(|(i, case)| {
        let config = &machines[i % machines.len()];
        (case, config, builds[i / machines.len() % 2])
    });
    let different: Vec<String> = runs
        .filter_map(|(case, config, build)| {
            let differs = case.difference(config, build)?;
            Some(format!("{} on {config:?}, {build:?}: {differs}", case.name))
        })
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}
