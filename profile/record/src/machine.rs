//! Calling contexts of the machine: loops that are compiled here.

use isa::Stop;
use jopizer::Symbols;
use run::BlockRun;
use run::events::MachineEvents;
use run::probes::{CollectionProbe, SwitchProbe};
use sim_core::{Machine, Statistics};
use superblock::BlockMachine;

use crate::contexts::Contexts;

/// A probe of the machine that records contexts.
pub type MachineContexts = MachineEvents<Contexts>;

/// A probe for the image with these words and symbols, as [`Contexts::new`].
#[must_use]
pub fn contexts(words: &[u32], symbols: Option<&Symbols>) -> MachineContexts {
    MachineEvents::new(Contexts::new(words, symbols))
}

/// Probes of a run besides statistics and collections.
pub type Watchers = (Option<SwitchProbe>, Option<MachineContexts>);

/// All probes of a watched run besides statistics.
type Watched = (CollectionProbe, Watchers);

/// A machine with everything that can watch it; its loop is compiled here.
#[must_use]
pub fn watched(machine: Machine, probe: (Statistics, Watched)) -> BlockRun<Watched> {
    BlockRun::with_loop(machine, probe, watched_loop)
}

fn watched_loop(machine: &mut BlockMachine, limit: u64, probe: &mut (Statistics, Watched)) -> Stop {
    machine.run(limit, probe)
}

/// A machine whose contexts are recorded, and nothing else; its loop is compiled here.
#[must_use]
pub fn profiled(machine: Machine, contexts: MachineContexts) -> BlockRun<MachineContexts> {
    let probe = (Statistics::default(), contexts);
    BlockRun::with_loop(machine, probe, profiled_loop)
}

fn profiled_loop(
    machine: &mut BlockMachine,
    limit: u64,
    probe: &mut (Statistics, MachineContexts),
) -> Stop {
    machine.run(limit, probe)
}
