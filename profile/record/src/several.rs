//! Calling contexts of several processors: those of each one, as threads of one profile.

use cross_profile::{MergeError, Profile, Provenance};
use jopizer::Symbols;
use run::{Setup, SeveralRun};

use isa::Processors;
use sim_core::cmp::CmpError;

use crate::machine::{MachineContexts, contexts};

/// Several processors whose contexts are recorded.
pub type SeveralContexts = SeveralRun<MachineContexts>;

/// The processors of a setup in the first cycle, each recorded.
///
/// # Errors
/// When they cannot be built.
pub fn several(setup: &Setup, processors: &Processors) -> Result<SeveralContexts, CmpError> {
    let words = &setup.program.image.words;
    let symbols: Option<&Symbols> = setup.program.symbols.as_ref();
    SeveralRun::watched(setup, processors, |_| contexts(words, symbols))
}

/// What a core does that runs none of its threads, where the runtime is that of several cores.
const NO_THREAD: &str = "idle";

/// The profile: the threads of each core, with its number before their names. A core that never ran Java has none.
///
/// # Errors
/// When the sum of all cycles does not fit.
pub fn profile(
    run: SeveralContexts,
    symbols: Option<&Symbols>,
    provenance: &Provenance,
) -> Result<Profile, MergeError> {
    let serves = symbols.is_some_and(Symbols::is_for_several_cores);
    let mut cores = run.into_watchers().enumerate();
    let mut own = |(core, contexts): (usize, MachineContexts)| {
        let mut own = contexts.finish().into_profile(provenance.clone());
        if let Some(first) = own.threads.first_mut().filter(|_| serves && core > 0) {
            NO_THREAD.clone_into(&mut first.name);
        }
        for thread in &mut own.threads {
            thread.name = format!("core {core}: {}", thread.name);
        }
        own
    };
    let mut all = cores.next().map(&mut own).unwrap_or_default();
    for other in cores.map(own).filter(|it| it.total_cycles() > 0) {
        all.add(&other)?;
    }
    Ok(all)
}
