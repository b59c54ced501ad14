//! From reset to the first method: effects of the start-up microcode on stack and devices.

use cost_model::{EvaluatedTable, RowId};
use isa::address::system;

use crate::calls;
use crate::core::Core;
use crate::error::Fault;
use crate::probe::{Executed, Place};
use crate::stack::variable;
use crate::step::{Step, place};

/// Stack pointer register of an empty stack.
const EMPTY_STACK: u32 = 64;

/// Runs the start-up code.
pub(crate) fn boot(core: &mut Core, costs: &EvaluatedTable) -> Result<Executed, Fault> {
    let mut step = Step::new(core, &costs.reset, 0);
    let s = &mut step.core.stack;
    s.push(EMPTY_STACK);
    s.start_at_top();
    s.push(system::UNLOCK);
    s.pop();
    let at = step.at(cost_model::Scenario::Usual, 0);
    let core_number = step.core.bus.read(system::UNLOCK, at);
    let s = &mut step.core.stack;
    s.push(core_number);
    s.pop();
    s.push(0);
    let image = read_at_top(&mut step);
    debug_assert_eq!(image, step.core.bus.words[0]);
    step.core.stack.pop_to(variable::HEAP);
    step.core.stack.push(1);
    read_at_top(&mut step);
    let s = &mut step.core.stack;
    s.dup();
    s.pop_to(variable::MP);
    for (offset, variable) in [(1, variable::JJP), (2, variable::JJHP)] {
        step.core.stack.dup();
        step.core.stack.push(offset);
        step.core.stack.add();
        read_at_top(&mut step);
        step.core.stack.pop_to(variable);
    }
    read_at_top(&mut step);
    calls::invoke(&mut step, cost_model::Scenario::Usual, 0)?;
    let (method, pc) = place(step.core);
    Ok(step.executed(RowId::Reset, Place { method, pc }))
}

fn read_at_top(step: &mut Step<'_>) -> u32 {
    let address = step.core.stack.pop();
    let word = step.read(address);
    step.core.stack.push(word);
    word
}
