//! Calls of the program that a search starts from.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use fast_engine::Engine;
use isa::MachineConfig;
use run::{FastRun, Guest, Limits, Silent};
use wcet::Inputs;

use super::one_call::CallProbe;
use super::places::{At, Place, places};
use super::subject::{Changes, SearchError, Searched};
use crate::calls::{Begun, Calls};
use crate::runs::ObserveError;

/// A call at its first bytecode.
pub(super) struct Start {
    engine: Engine,
    config: MachineConfig,
    /// Its place among the calls of the run.
    pub(super) number: usize,
    pub(super) call: Begun,
    pub(super) places: Vec<Place>,
}

/// The longest calls of the run and some others, at most so many, and those that are asked for, in the order of the run.
pub(super) fn starts(
    searched: &Searched<'_>,
    inputs: &Inputs<'_>,
    (method, reach): (u32, &BTreeSet<u32>),
    (most, hinted): (usize, impl Iterator<Item = usize>),
) -> Result<Vec<Start>, SearchError> {
    let watched = &searched.watched;
    let symbols = watched.symbols;
    let probe = Calls::of_method(symbols, searched.has_price, method);
    let (calls, _) = watched.run(probe, None)?;
    let begun = calls.begun();
    let long = most / 2;
    let step = begun.len().div_ceil((most - long).max(1)).max(1);
    let mut by_length: Vec<usize> = (0..begun.len()).collect();
    by_length.sort_by_key(|number| Reverse(begun[*number].cycles));
    let spread = (0..begun.len()).step_by(step);
    let hinted = hinted.filter(|number| *number < begun.len());
    let chosen = spread.chain(by_length.into_iter().take(long)).chain(hinted);
    let chosen: BTreeSet<usize> = chosen.collect();
    let mut chosen: Vec<usize> = chosen.into_iter().collect();
    // A call within one of the same method begins after it, and ends before.
    chosen.sort_by_key(|number| begun[*number].begin);
    let mut run = FastRun::usual(watched.engine()?);
    let mut starts = Vec::new();
    let reads = inputs.reads(reach);
    for number in chosen {
        let call = begun[number];
        let guest = Guest::with_symbols(Some(symbols));
        let limits = Limits::cycles(call.begin);
        run::to_end(guest, &mut run, &mut Silent, &limits).map_err(ObserveError::from)?;
        let engine = run.engine.clone();
        if (engine.cycles(), engine.locals()) != (call.begin, call.pointer) {
            continue;
        }
        let places = places(&engine, symbols, inputs, (method, &reads));
        starts.push(Start {
            engine,
            config: watched.config.clone(),
            number,
            call,
            places,
        });
    }
    Ok(starts)
}

impl Start {
    /// The change that empties the method cache.
    pub(super) fn with_empty_cache(&self) -> Changes {
        let place = self.places.iter().position(|it| it.at == At::MethodCache);
        place.map(|number| (number, 0)).into_iter().collect()
    }

    /// Runs the call with these changes up to its return, or about so many cycles.
    pub(super) fn run(&self, changes: &Changes, probe: CallProbe, most: u64) -> CallProbe {
        let mut engine = self.engine.clone();
        for (number, value) in changes {
            let word = value.cast_unsigned();
            match self.places[*number].at {
                At::Local(slot) => engine.put_local(slot, word),
                At::Word(address) => engine.put_word(address, word),
                // A machine that runs has its cache.
                At::MethodCache => engine
                    .forget_methods(&self.config, self.call.caller.0)
                    .unwrap_or_default(),
            }
        }
        if let Some(field) = probe.watch.as_ref().and_then(|watch| watch.field()) {
            engine.watch(field);
        }
        let begin = self.call.begin;
        let mut run = FastRun::new(engine, probe);
        let mut cycles = self.call.cycles.max(1);
        loop {
            let limits = Limits::cycles(begin.saturating_add(cycles.min(most)));
            let end = run::to_end(Guest::trusted(), &mut run, &mut Silent, &limits);
            let goes_on = end.is_ok_and(|end| end == run::End::MaxCycles);
            if run.probe.is_over || !goes_on {
                return run.probe;
            }
            if cycles >= most {
                run.probe.cut = Some(run.engine.cycles() - begin);
                return run.probe;
            }
            cycles = cycles.saturating_mul(2);
        }
    }
}
