//! Times with interrupts off: methods that hold a monitor, and those of the runtime that switch interrupts off themselves.

use std::collections::BTreeSet;

use isa::op;
use jopizer::symbols::{MethodSymbol, is_of_runtime};
use wcet::{Analyser, Analysis, EventKind, Options};

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

/// Times with interrupts off of methods.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    /// The longest.
    pub longest: Option<Section>,
    /// Bounds of all that have one.
    pub bounds: Vec<Analysis>,
    /// Why others have none.
    pub without: Vec<String>,
}

/// Those of the methods that may be called.
pub(crate) fn of_methods(
    linked: Linked<'_>,
    analyser: &Analyser<'_>,
    options: &Options<'_>,
    reach: &BTreeSet<u32>,
) -> Result<Sections, ResponseError> {
    let mut all = Sections::default();
    for address in reach {
        let method = linked.at(*address)?;
        if !is_section(linked, method) {
            continue;
        }
        match analyser.bound(*address, options) {
            Ok(bound) if collects(&bound) => {
                let why = format!("{} may collect garbage, which has no price", bound.method);
                all.without.push(why);
            }
            Ok(bound) => all.bounds.push(bound),
            Err(reason) => all.without.push(reason.to_string()),
        }
    }
    let longest = all.bounds.iter().max_by_key(|bound| bound.cycles);
    all.longest = longest.map(|bound| Section {
        method: bound.method.clone(),
        cycles: bound.cycles,
    });
    Ok(all)
}

/// True if a bound leaves out collections that may happen in its call.
pub(crate) fn collects(bound: &Analysis) -> bool {
    let mut events = bound.excluded.iter();
    events.any(|it| it.kind == EventKind::Collection)
}

/// The program's own methods that write registers of devices, by which they could switch interrupts off.
pub(crate) fn writers(linked: Linked<'_>) -> Vec<String> {
    let methods = linked.symbols.methods.iter();
    let own = methods.filter(|it| !is_of_runtime(&it.class));
    let writers = own.filter(|it| {
        let code = linked.code(it);
        code.iter().any(|it| it.opcode == op::JOPSYS_WR)
    });
    writers.map(ToString::to_string).collect()
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
