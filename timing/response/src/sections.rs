//! Times with interrupts off: methods that hold a monitor, and those of the runtime that switch interrupts off themselves.

use std::collections::BTreeSet;

use isa::op;
use jopizer::symbols::MethodSymbol;
use wcet::{Analyser, Options, WcetError};

use crate::ResponseError;
use crate::code::Linked;
use crate::found::THREAD;

/// Methods of the runtime that switch interrupts off without a monitor.
const OFF: [(&str, &str); 3] = [
    ("com.jopdesign.sys.Heap", "allocate"),
    ("com.jopdesign.sys.Heap", "copy"),
    ("com.jopdesign.sys.Heap", "collect"),
];
/// What starts the mission, and calls all that is in it.
const START: (&str, &str) = ("com.jopdesign.sys.PeriodicTask", "start");
const START_MISSION: &str = "startMission";

/// A time with interrupts off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// The method in which they are.
    pub method: String,
    /// The bound of its call. Unit: cycles.
    pub cycles: u64,
}

/// The longest one of methods, and those that have no bound.
pub(crate) fn longest(
    linked: Linked<'_>,
    analyser: &Analyser<'_>,
    options: &Options<'_>,
    reach: &BTreeSet<u32>,
) -> Result<(Option<Section>, Vec<WcetError>), ResponseError> {
    let mut longest: Option<Section> = None;
    let mut without = Vec::new();
    for address in reach {
        let method = linked.at(*address)?;
        if !is_section(linked, method) {
            continue;
        }
        match analyser.bound(*address, options) {
            Ok(bound) if longest.as_ref().is_none_or(|it| it.cycles < bound.cycles) => {
                longest = Some(Section {
                    method: bound.method,
                    cycles: bound.cycles,
                });
            }
            Ok(_) => {}
            Err(reason) => without.push(reason),
        }
    }
    Ok((longest, without))
}

fn is_section(linked: Linked<'_>, method: &MethodSymbol) -> bool {
    let code = linked.code(method);
    let holds = code.iter().any(|it| it.opcode == op::MONITORENTER);
    holds || OFF.contains(&(&*method.class, &*method.name))
}

/// Methods that `main` may call once the mission has started, without the threads; of a main that does not start it itself, all.
pub(crate) fn of_main(
    linked: Linked<'_>,
    analyser: &Analyser<'_>,
) -> Result<BTreeSet<u32>, ResponseError> {
    let main = linked.find((&linked.symbols.main_class, "main"))?;
    let starts = linked.code(main).into_iter().find(|it| {
        let called = linked.called(main, it);
        called.is_some_and(|to| to.class == THREAD && to.name == START_MISSION)
    });
    let start = linked.find(START)?.address;
    let Some(starts) = starts else {
        return Ok(analyser.called_from(main.address, 0, &[start]));
    };
    let from = match linked.is_repeated(main, starts.pc) {
        true => 0,
        false => starts.pc + starts.length,
    };
    // A loop before the start does not run after it.
    Ok(analyser.called_from(main.address, from, &[start]))
}
