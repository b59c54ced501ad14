//! Fields that every constructor of their class assigns before anybody else sees the object: nobody reads their first 0.

use std::collections::{BTreeMap, BTreeSet};

use cost_model::EvaluatedTable;
use isa::{Bytecode, Group, op};
use jopizer::linked_code::Instruction;

use crate::facts::Facts;
use crate::program::{ClassId, Method, Program};
use crate::remembered::Remembered;
use crate::state::State;
use crate::transfer::Frame;
use crate::types::arguments_of;

/// Name of constructors.
const CONSTRUCTOR: &str = "<init>";
/// Local variable of the object under construction.
const THIS: Option<u8> = Some(0);

/// Offsets of such fields by class.
pub(crate) type Assigned = BTreeMap<ClassId, BTreeSet<u32>>;

/// Looks at the constructors of all classes.
pub(crate) fn assigned(program: &Program<'_>, costs: &EvaluatedTable) -> Assigned {
    let mut assigned = Assigned::new();
    for constructor in program.methods().filter(|it| is_constructor(it)) {
        // One that goes on to another constructor of its class assigns what that does.
        let stores = first_stores(program, costs, constructor);
        let (Some(class), Some(stores)) = (constructor.class, stores) else {
            continue;
        };
        let known = assigned.entry(class).or_insert_with(|| stores.clone());
        known.retain(|offset| stores.contains(offset));
    }
    assigned
}

fn is_constructor(method: &Method<'_>) -> bool {
    method.symbol.name == CONSTRUCTOR
}

/// Offsets into which a constructor stores as long as the object goes nowhere; none if another constructor of the class does that.
fn first_stores(
    program: &Program<'_>,
    costs: &EvaluatedTable,
    constructor: &Method<'_>,
) -> Option<BTreeSet<u32>> {
    let facts = Facts::default();
    let frame = Frame {
        program,
        facts: &facts,
        method: constructor,
        remembered: Remembered::nothing(),
    };
    let mut state = State {
        locals: arguments_of(program, constructor),
        stack: Vec::new(),
    };
    let mut stores = BTreeSet::new();
    if !constructor.handlers.is_empty() {
        // It may go on without a store after an exception.
        return Some(stores);
    }
    for it in &constructor.instructions {
        match (it.opcode, Bytecode::of(it.opcode).group()) {
            (op::INVOKESPECIAL, _) => {
                let Some(called) = called(program, costs, constructor, it) else {
                    break;
                };
                if is_constructor(called) && called.class == constructor.class {
                    return None;
                }
                if !does_nothing(program, costs, called) {
                    break;
                }
                state.pop();
            }
            (op::PUTFIELD | op::PUTFIELD_REF, _) => {
                let (object, value) = (state.peek(1).origin, state.peek(0).origin);
                if object != THIS || value == THIS {
                    break;
                }
                stores.insert(it.operand.into());
                frame.step(&mut state, it);
            }
            (op::NEWARRAY, _) | (_, Group::Constant | Group::Load | Group::Arithmetic) => {
                frame.step(&mut state, it);
            }
            _ => break,
        }
    }
    Some(stores)
}

/// The method that a call goes to, if that is one.
fn called<'p>(
    program: &'p Program<'_>,
    costs: &EvaluatedTable,
    method: &Method<'_>,
    it: &Instruction,
) -> Option<&'p Method<'p>> {
    let targets = program.targets(costs, method, it, None).ok()?;
    match targets[..] {
        [target] => program.method(target).ok(),
        _ => None,
    }
}

/// Returns true for constructors without arguments that do nothing but call one that does nothing.
fn does_nothing(program: &Program<'_>, costs: &EvaluatedTable, method: &Method<'_>) -> bool {
    if !is_constructor(method) || method.arguments != 1 {
        return false;
    }
    match &method.instructions[..] {
        [last] => last.opcode == op::RETURN,
        [first, call, last] => {
            let opcodes = [first.opcode, call.opcode, last.opcode];
            opcodes == [op::ALOAD_0, op::INVOKESPECIAL, op::RETURN]
                && called(program, costs, method, call)
                    .is_some_and(|called| does_nothing(program, costs, called))
        }
        _ => false,
    }
}
