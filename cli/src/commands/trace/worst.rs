//! The cycles of the longest call of a method, from a run that goes before.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use cross_profile::{CallTimes, Provenance};
use record::machine::{ContextProbe, profiled};
use run::ending::SLICE;
use run::{End, Ending, Engine as _};
use sim_core::Machine;

use crate::console::Console;
use crate::errors::Error;
use crate::host_input::EndOfInput;
use crate::table::thousands;

/// The cycles of the longest call of methods with these names, in a run of this machine to its end.
pub(super) fn call(
    machine: Machine,
    program: &run::Program,
    names: &[String],
    ((interrupted, console), mut input): ((&AtomicBool, Console), EndOfInput<'_>),
) -> Result<Range<u64>, Error> {
    let mut run = profiled(machine, ContextProbe::new(program.symbols.as_ref()));
    let mut ending = Ending::of_program(program.exit_text).interrupted_by(interrupted);
    let end = loop {
        let cycle = run.cycle();
        let slice = (cycle / SLICE + 1) * SLICE;
        let Ok(end) = ending.run_to(&mut run, slice, |_| Ok::<(), Infallible>(()));
        match end.or_else(|| ending.between(run.cycle())) {
            Some(end) => break end,
            None => {
                let bytes = input.arrived(run.cycle(), run.view());
                run.feed(bytes);
            }
        }
    };
    if end == End::Interrupted {
        return Err(Error::Input(format!(
            "{}: stopped before its end, and until then no call is the longest; it has to end by itself",
            program.name
        )));
    }
    let (_, contexts) = run.probe;
    let profile = contexts.finish().into_profile(Provenance::default());
    let mut times = CallTimes::default();
    for thread in &profile.threads {
        for id in thread.tree.ids() {
            let is_meant = names
                .iter()
                .any(|name| name == profile.name(thread.tree.context(id).method));
            if let (true, Some(own)) = (is_meant, thread.tree.call_times(id)) {
                times.absorb(own);
            }
        }
    }
    if times.calls == 0 {
        return Err(Error::Input(format!(
            "{}: no call of {} returned, so none is the longest",
            program.name,
            names.join(", ")
        )));
    }
    console.note(&format!(
        "jop: note: the longest of {} calls took {} cycles, from cycle {} on",
        thousands(times.calls),
        thousands(times.max),
        thousands(times.worst_begin)
    ));
    Ok(times.worst_begin..times.worst_end)
}
