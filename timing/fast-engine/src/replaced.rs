//! Bytecodes that the table has in microcode and ours leaves to a Java method.
//!
//! The method runs in the cycle that dispatches the bytecode, which then takes the cycles of its row. As with microcode, no
//! interrupt is taken on the way, and the method cache never sees the method nor its callees. An exception that the method throws
//! leaves it as any other, in the cycles of the table.

use cost_model::{EvaluatedPath, EvaluatedRow, EvaluatedTable, Scenario};
use isa::{Bytecode, Output, op};

use crate::calls;
use crate::error::Fault;
use crate::step::{self, Step};

/// A table with the carriers of another, and no cycles.
pub(crate) fn timeless(costs: &EvaluatedTable) -> EvaluatedTable {
    let row = |row: &EvaluatedRow| EvaluatedRow {
        carrier: row.carrier,
        method: row.method,
        usual: EvaluatedPath::default(),
        underivable: None,
        others: Vec::new(),
    };
    EvaluatedTable {
        bytecodes: costs.bytecodes.iter().map(row).collect(),
        interrupt: row(&costs.interrupt),
        exception: row(&costs.exception),
        reset: row(&costs.reset),
    }
}

/// Executes the method of a bytecode up to its return, or to the `athrow` with which it ends.
pub(crate) fn execute(
    step: &mut Step<'_>,
    timeless: &EvaluatedTable,
    opcode: u8,
) -> Result<(), Fault> {
    let frame = step.core.stack.vp;
    let switch = step.core.switch.clone();
    let object_cache = step.core.object_cache.clone();
    step.take(Scenario::Usual);
    let row = &timeless.bytecodes[usize::from(opcode)];
    calls::java(&mut Step::new(step.core, row, step.start), opcode)?;
    loop {
        let opcode = step::opcode(step.core)?;
        if opcode == op::ATHROW {
            break;
        }
        one(step, timeless, opcode)?;
        if has_exited(step) {
            break;
        }
        if Bytecode::of(opcode).is_return() && step.core.stack.vp <= frame {
            break;
        }
    }
    let core = &mut *step.core;
    let method = core.switch.method;
    core.switch = switch;
    core.switch.method = method;
    core.object_cache = object_cache;
    Ok(())
}

/// Checks if the program has ended inside of the method; the runtime then loops for ever.
fn has_exited(step: &Step<'_>) -> bool {
    let last = step.core.bus.outputs.back();
    matches!(last, Some((_, Output::Exit(_))))
}

/// One bytecode of the method, or of what it calls.
fn one(step: &mut Step<'_>, timeless: &EvaluatedTable, opcode: u8) -> Result<(), Fault> {
    let (method, pc) = step::place(step.core);
    let row = &timeless.bytecodes[usize::from(opcode)];
    let mut inner = Step::new(step.core, row, step.start);
    match step::execute(&mut inner, opcode) {
        Err(Fault::NotInMicrocode { .. }) => execute(&mut inner, timeless, opcode)?,
        done => done?,
    }
    if inner.unpriced {
        return Err(Fault::Unpriced { method, pc });
    }
    inner.end();
    if !step.core.stack.is_in_place() {
        return Err(Fault::StackAstray { method, pc });
    }
    Ok(())
}
