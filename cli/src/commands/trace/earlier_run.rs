//! Cycles of calls, from a run that goes before.

use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use cross_profile::context_names::region_name;
use cross_profile::{CallTimes, ListedCall, Observer, Profile, Provenance};
use record::Contexts;
use record::machine::profiled;
use run::events::MachineEvents;
use run::{End, Engine as _, Limits};
use sim_core::Machine;
use trace::Window;

use crate::args::profile_file;
use crate::host::quiet::Quiet;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::thousands;

/// Which call of a method or region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    /// Counted from 1.
    Number(u64),
    /// The one with the most cycles.
    Worst,
}

impl FromStr for Call {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "worst" {
            return Ok(Self::Worst);
        }
        let number = text.parse().ok().filter(|number| *number != 0);
        let number = number.ok_or("give the number of a call, from 1 on, or `worst`")?;
        Ok(Self::Number(number))
    }
}

/// Calls that a window consists of.
pub(super) enum Calls {
    /// The longest call of methods with these names.
    Longest(Vec<String>),
    /// Calls of this region; all, if none is chosen.
    OfRegion(String, Option<Call>),
}

/// What is known of the calls when the program has ended.
pub(super) struct Known {
    /// Those of the region, in the order of their begins.
    stretches: Vec<Range<u64>>,
    profile: Profile,
}

/// Runs this machine to its end.
pub(super) fn run(
    machine: Machine,
    program: &run::Program,
    calls: &Calls,
    interrupted: &AtomicBool,
    console: Console,
) -> Result<Known, Error> {
    let contexts = Contexts::new(&program.image.words, program.symbols.as_ref());
    let contexts = match calls {
        Calls::OfRegion(region, _) => contexts.listing([region_name(region)]),
        Calls::Longest(_) => contexts,
    };
    let mut run = profiled(machine, MachineEvents::new(contexts));
    let limits = Limits::stopped_by(u64::MAX, interrupted);
    let mut host = Quiet::new(console, "");
    let Ok(end) = run::to_end(program, &mut run, &mut host, &limits);
    if end == End::Interrupted {
        return Err(Error::Ended {
            reason: format!(
                "{}: stopped before its end, and until then its calls are not known; it has to end by itself",
                program.name
            ),
            code: end.judged(),
        });
    }
    let last = run.cycle();
    let (_, contexts) = run.probe;
    let observer: Observer = contexts.finish().finish();
    Ok(Known {
        stretches: ended(observer.calls(), last),
        profile: observer.into_profile(Provenance::default()),
    })
}

impl Calls {
    /// The cycles of the calls of this run.
    pub(super) fn window(
        &self,
        known: Known,
        program: &str,
        console: Console,
    ) -> Result<Window, Error> {
        let Known { stretches, profile } = known;
        match self {
            Self::Longest(names) => longest(&profile, names, program, console),
            Self::OfRegion(region, call) => {
                profile_file::region(&profile, Path::new(program), region)?;
                match call {
                    None => Ok(Window::Stretches(apart(stretches))),
                    Some(Call::Worst) => {
                        longest(&profile, &[region_name(region)], program, console)
                    }
                    Some(Call::Number(number)) => {
                        numbered(&stretches, *number).ok_or_else(|| {
                            let calls = stretches.len();
                            Error::Input(format!("{program}: the window never opened: region `{region}` was called {calls} times and not {number}"))
                        })
                    }
                }
            }
        }
    }
}

/// Calls that have not ended end where the run did: a machine on which every thread waits goes on for ever.
fn ended(calls: Vec<ListedCall>, last: u64) -> Vec<Range<u64>> {
    let calls = calls.into_iter().map(|call| call.cycles);
    let ended = calls.map(|cycles| cycles.start..cycles.end.min(last));
    ended.filter(|cycles| !cycles.is_empty()).collect()
}

fn numbered(stretches: &[Range<u64>], number: u64) -> Option<Window> {
    let place = usize::try_from(number - 1).ok()?;
    stretches.get(place).cloned().map(Window::Cycles)
}

/// Calls within others, and those of several threads at once, are one stretch.
fn apart(stretches: Vec<Range<u64>>) -> Vec<Range<u64>> {
    let mut apart: Vec<Range<u64>> = Vec::new();
    for cycles in stretches {
        match apart.last_mut() {
            Some(last) if cycles.start <= last.end => last.end = last.end.max(cycles.end),
            _ => apart.push(cycles),
        }
    }
    apart
}

fn longest(
    profile: &Profile,
    names: &[String],
    program: &str,
    console: Console,
) -> Result<Window, Error> {
    let mut times = CallTimes::default();
    for thread in &profile.threads {
        for id in thread.tree.ids() {
            let name = profile.name(thread.tree.context(id).method);
            let is_meant = names.iter().any(|meant| meant == name);
            if let (true, Some(own)) = (is_meant, thread.tree.call_times(id)) {
                times.absorb(own);
            }
        }
    }
    if times.calls == 0 {
        return Err(Error::Input(format!(
            "{program}: no call of {} returned, so none is the longest",
            names.join(", ")
        )));
    }
    console.note(&format!(
        "jop: note: the longest of {} calls took {} cycles, from cycle {} on",
        thousands(times.calls),
        thousands(times.max),
        thousands(times.worst_begin)
    ));
    Ok(Window::Cycles(times.worst_begin..times.worst_end))
}

#[cfg(test)]
mod tests {
    use cross_profile::{CallingContextTree, ThreadId};

    use super::*;

    #[test]
    fn calls_that_have_not_ended_end_with_the_run() {
        let calls = [0..10, 12..u64::MAX, 50..u64::MAX].map(|cycles| ListedCall {
            thread: ThreadId(0),
            context: CallingContextTree::ROOT,
            cycles,
        });
        assert_eq!(ended(calls.into(), 50), [0..10, 12..50]);
    }

    #[test]
    fn calls_that_overlap_are_one_stretch() {
        let calls = vec![0..10, 3..5, 8..20, 30..40];
        assert_eq!(apart(calls), [0..20, 30..40]);
    }
}
