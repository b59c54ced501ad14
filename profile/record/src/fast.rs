//! Calling contexts of the fast engine: the loop is compiled here.
//!
//! With the table derived from the microcode its profiles are those of the machine, with any other they are that
//! table's prediction.

use fast_engine::{Engine, Fault};
use isa::Stop;
use jopizer::Symbols;
use run::FastRun;
use run::events::FastEvents;

use crate::contexts::Contexts;

/// A probe of the fast engine that records contexts.
pub type FastContexts = FastEvents<Contexts>;

/// An engine that has not run yet, with its contexts recorded.
#[must_use]
pub fn watched(mut engine: Engine, symbols: Option<&Symbols>) -> FastRun<FastContexts> {
    let events = events(&mut engine, symbols);
    FastRun::with_loop(engine, events, watched_loop)
}

/// The probe alone.
#[must_use]
pub fn events(engine: &mut Engine, symbols: Option<&Symbols>) -> FastContexts {
    let contexts = Contexts::new(engine.memory(), symbols);
    let watched = contexts.watched();
    FastEvents::new(engine, contexts, watched)
}

fn watched_loop(engine: &mut Engine, limit: u64, probe: &mut FastContexts) -> Result<Stop, Fault> {
    engine.run(limit, probe)
}
