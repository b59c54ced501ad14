//! The longest time for which another core holds a lock: the longest call of a method that takes one.

use std::collections::BTreeSet;

use cost_model::EvaluatedTable;
use isa::{LockUnitKind, op};

use crate::analysis::Analyser;
use crate::cores::OnCores;
use crate::cores::locks::{LOCK, Section, UNLOCK};
use crate::error::WcetError;
use crate::options::Options;
use crate::premise::{Premise, Subject};
use crate::premises::of_method;
use crate::program::{Method, Program};

/// Class that prints exceptions nobody catches, under a lock: bounds cover no call in which a core does.
const REPORTS: &str = "com.jopdesign.sys.TraceMessage";

/// The longest time for which another core holds a lock, from its grant to the end of its release.
pub(crate) fn section(
    cores: &OnCores,
    (analyser, root): (&Analyser<'_>, u32),
    alone: &EvaluatedTable,
    options: &Options<'_>,
) -> Result<Section, WcetError> {
    if !cores.has_locks() {
        return Ok(Section::default());
    }
    if cores.processors.lock_unit == LockUnitKind::Cmpsync {
        return Err(WcetError::Cores(
            "lock_unit = \"cmpsync\": the microcode takes its locks otherwise; take lock_unit = \"ihlu\"".to_owned(),
        ));
    }
    if let Some(given) = options.bounds.of_section() {
        let method = analyser.program.method(root)?;
        let premise = Premise {
            source: given.source,
            from: Some(given.from.to_string()),
            ..of_method(method, Subject::Section, given.most)
        };
        return Ok(Section {
            cycles: given.most,
            method: None,
            premises: vec![premise],
        });
    }
    let find = || find_section(cores, analyser, alone, options);
    cores.section.get_or_init(find).clone()
}

/// The longest of all methods that take a lock: any core may run them.
fn find_section(
    cores: &OnCores,
    analyser: &Analyser<'_>,
    alone: &EvaluatedTable,
    options: &Options<'_>,
) -> Result<Section, WcetError> {
    let costs = cores.costs(alone, cores.locks(0));
    let options = Options {
        costs: &costs,
        ..options.clone()
    };
    let mut longest = Section::default();
    let methods = analyser.program.methods();
    for method in methods.filter(|it| locks_of(it) > 0 && it.symbol.class != REPORTS) {
        let refused = |reason: String| {
            WcetError::Cores(format!(
                "how long another core holds a lock is unknown: {reason}; give it with `--bounds`: section = CYCLES under [cores]"
            ))
        };
        let bound = analyser.bound_with(method.symbol.address, &options, None);
        let bound = bound.map_err(|error| refused(error.to_string()))?.0;
        let nested = nested_in(analyser.program, method, &bound.reach);
        if let Some(inner) = nested {
            return Err(refused(format!(
                "{} takes one lock in another, in {inner}",
                method.name()
            )));
        }
        longest.premises.extend(bound.assumes);
        if bound.cycles > longest.cycles {
            longest.cycles = bound.cycles;
            longest.method = Some(method.name());
        }
    }
    Ok(longest)
}

/// Returns true if a call that leads to these methods may take a lock.
pub(crate) fn takes_locks(program: &Program<'_>, reach: &BTreeSet<u32>) -> bool {
    let mut methods = reach
        .iter()
        .filter_map(|method| program.method(*method).ok());
    methods.any(|method| locks_of(method) > 0)
}

/// A method of a call that uses the lock unit by its registers: how long others hold such a lock is unknown.
pub(crate) fn uses_lock_unit(program: &Program<'_>, reach: &BTreeSet<u32>) -> Option<String> {
    let mut methods = reach
        .iter()
        .filter_map(|method| program.method(*method).ok());
    methods.find(|it| writes_lock_unit(it)).map(Method::name)
}

fn writes_lock_unit(method: &Method<'_>) -> bool {
    let pairs = method.instructions.windows(2);
    let mut addresses = pairs.filter_map(|pair| match pair {
        [address, write] if write.opcode == op::JOPSYS_WR && address.opcode == op::BIPUSH => {
            Some(i32::from(address.operand as u8 as i8))
        }
        _ => None,
    });
    addresses.any(|address| [LOCK, UNLOCK].contains(&address))
}

fn locks_of(method: &Method<'_>) -> usize {
    let opcodes = method.instructions.iter().map(|it| it.opcode);
    opcodes.filter(|opcode| *opcode == op::MONITORENTER).count()
}

/// A method in which a lock may be taken while this method holds one.
fn nested_in(program: &Program<'_>, method: &Method<'_>, reach: &BTreeSet<u32>) -> Option<String> {
    if locks_of(method) > 1 {
        return Some(method.name());
    }
    let others = reach.iter().filter(|it| **it != method.symbol.address);
    let mut others = others.filter_map(|it| program.method(*it).ok());
    others.find(|it| locks_of(it) > 0).map(Method::name)
}
