//! What can be recorded of a part of a run.

use run::events::Events;
use sim_core::main_memory::Words;

use crate::contexts::Contexts;

/// Contexts, and what goes along with them, of a part of a run.
pub trait Gated: Events {
    /// The contexts.
    fn contexts(&mut self) -> &mut Contexts;

    /// Recording goes on with the dispatch of this cycle; contexts are not there yet.
    fn resumes(&mut self, _cycle: u64, _memory: &Words) {}

    /// Recording has stopped with the dispatch of this cycle, or not begun.
    fn paused(&mut self, _cycle: u64) {}
}

impl Gated for Contexts {
    fn contexts(&mut self) -> &mut Contexts {
        self
    }
}
