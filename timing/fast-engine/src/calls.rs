//! Calls and returns: frames, the method cache, bytecodes implemented in Java, interrupt and exception entries
//! (spec 12 sections 2 to 4, 6 and 7).

use cost_model::Scenario;
use isa::address::system::exception;
use isa::image::CLASS_HEADER;
use isa::op;

use crate::arithmetic::shift_right_logical;
use crate::error::Fault;
use crate::stack::variable;
use crate::step::Step;

/// Class structure: superclass.
const CLASS_SUPER: u32 = 3;
/// Handle: 0 for an object, else a kind of array.
const HANDLE_TYPE: u32 = 3;
/// Handle of an array: its array descriptor.
const HANDLE_ARRAY: u32 = 6;
/// The exception entry of class JVMHelp, after its first method.
const EXCEPTION_METHOD: u32 = 6;

/// The common part of all calls, with the method struct's address on top. `saved_pc` is where the caller goes on.
pub(crate) fn invoke(step: &mut Step<'_>, scenario: Scenario, saved_pc: u32) -> Result<(), Fault> {
    let method = step.core.stack.a;
    let shape = step.read(method.wrapping_add(1));
    let word = step.read(method);
    let s = &mut step.core.stack;
    let (old_mp, old_cp, old_vp) = (s.load(variable::MP), s.load(variable::CP), s.vp);
    s.dup();
    s.push(1);
    s.add();
    s.pop();
    s.push(old_mp);
    s.pop();
    s.pop_to(variable::MP);
    s.push(shape);
    s.pop();
    s.push(method);
    s.pop();
    s.push(saved_pc);
    s.push(0);
    s.sub();
    s.pop();
    s.push(shape);
    s.push(10);
    s.combine(shift_right_logical);
    s.pop_to(variable::CP);
    let old_sp = push_frame_end(step, shape);
    let s = &mut step.core.stack;
    s.pop_to_sp();
    for word in [old_sp, saved_pc, old_vp, old_cp, old_mp] {
        s.push(word);
    }
    s.push(0);
    s.pop();
    enter(step, scenario, word)?;
    step.core.pc = 0;
    Ok(())
}

/// Leaves the address of the last local variable on the stack and points `vp` at the first argument; gives the S that
/// the caller will have.
fn push_frame_end(step: &mut Step<'_>, shape: u32) -> u32 {
    let s = &mut step.core.stack;
    s.push_sp();
    s.push(1);
    s.add();
    s.dup();
    s.push(shape);
    s.push(31);
    s.combine(|b, a| b & a);
    s.sub();
    s.dup();
    let old_sp = s.pop();
    s.push(1);
    s.add();
    s.pop_to_vp();
    s.push(shape);
    s.push(5);
    s.combine(shift_right_logical);
    s.push(31);
    s.combine(|b, a| b & a);
    s.add();
    old_sp
}

/// Asks the method cache and spends the cycles of the path and of the load.
fn enter(step: &mut Step<'_>, scenario: Scenario, word: u32) -> Result<(), Fault> {
    let path = step.take(scenario);
    let miss = |words| path.load.map_or(0, |load| load.miss(words));
    let core = &mut *step.core;
    let load = core
        .switch
        .enter(word, &mut core.code, &mut core.bus, miss)?;
    step.cycles += load;
    step.stalls.method_load += load;
    Ok(())
}

/// `return` and its like, with so many result words.
pub(crate) fn ret(step: &mut Step<'_>, results: usize) -> Result<(), Fault> {
    let s = &mut step.core.stack;
    let mut result = [0; 2];
    for word in &mut result[..results] {
        *word = s.pop();
    }
    s.dup();
    let method = s.pop();
    s.pop_to(variable::MP);
    s.pop_to(variable::CP);
    s.pop_to_vp();
    let word = step.read(method);
    let s = &mut step.core.stack;
    s.push(word);
    s.pop();
    s.push(0);
    s.add();
    let pc = s.pop();
    s.pop_to_sp();
    for word in result[..results].iter().rev() {
        s.push(*word);
    }
    enter(step, Scenario::Usual, word)?;
    step.core.pc = pc;
    Ok(())
}

/// `invokestatic`.
pub(crate) fn static_call(step: &mut Step<'_>) -> Result<(), Fault> {
    let index = step.operand()?;
    step.push_constant(index);
    invoke(step, Scenario::Usual, step.core.pc + 3)
}

/// `invokespecial`.
pub(crate) fn special(step: &mut Step<'_>) -> Result<(), Fault> {
    if !step.core.strict {
        return static_call(step);
    }
    let index = step.operand()?;
    step.push_constant(index);
    let method = step.core.stack.a;
    let shape = step.read(method.wrapping_add(1));
    let s = &mut step.core.stack;
    s.dup();
    s.push(1);
    s.add();
    s.pop();
    s.push_sp();
    s.push(shape);
    s.push(31);
    s.combine(|b, a| b & a);
    s.sub();
    s.push(1);
    s.add();
    let receiver = s.pop();
    s.push_from(receiver);
    if s.pop() == 0 {
        return null_receiver(step, 3);
    }
    invoke(step, Scenario::Usual, step.core.pc + 3)
}

/// `jopsys_invoke`.
pub(crate) fn native_invoke(step: &mut Step<'_>) -> Result<(), Fault> {
    invoke(step, Scenario::Usual, step.core.pc + 1)
}

/// The arguments stay; the exception is pending when the next bytecode is due.
fn null_receiver(step: &mut Step<'_>, length: u32) -> Result<(), Fault> {
    step.raise(Scenario::Null, exception::NULL_POINTER);
    step.take(Scenario::Null);
    step.core.pc += length;
    Ok(())
}

/// From `[constant]` to `[slot receiver]`.
fn push_receiver(step: &mut Step<'_>) -> u32 {
    let s = &mut step.core.stack;
    let constant = s.a;
    s.dup();
    s.pop();
    s.push(8);
    s.combine(shift_right_logical);
    s.push_sp();
    s.push(constant);
    s.push(255);
    s.combine(|b, a| b & a);
    s.sub();
    let address = s.pop();
    s.push_from(address);
    s.a
}

/// Replaces an address on top by the word there: a memory start that pops, then `ldmrd`.
fn fetch(step: &mut Step<'_>) {
    let address = step.core.stack.pop();
    let word = step.read(address);
    step.core.stack.push(word);
}

fn add(step: &mut Step<'_>, n: u32) {
    step.core.stack.push(n);
    step.core.stack.add();
}

/// `invokevirtual`.
pub(crate) fn virtual_call(step: &mut Step<'_>) -> Result<(), Fault> {
    let index = step.operand()?;
    step.push_constant(index);
    let receiver = push_receiver(step);
    step.core.stack.dup();
    step.core.stack.pop();
    let strict = step.core.strict;
    if strict {
        step.core.stack.dup();
        step.core.stack.push(HANDLE_TYPE);
    } else {
        step.core.stack.push(1);
    }
    step.core.stack.add();
    if receiver == 0 {
        if strict {
            // The word behind the delay slots was not reached: two elements lie there.
            undo_add(step, receiver);
        }
        return null_receiver(step, 3);
    }
    let mut scenario = Scenario::Usual;
    if strict {
        fetch(step);
        let kind = step.core.stack.pop();
        add(step, 1);
        if kind != 0 {
            scenario = special_receiver(step);
        }
    }
    if scenario != Scenario::ArrayReceiver {
        fetch(step);
    }
    step.core.stack.add();
    invoke(step, scenario, step.core.pc + 3)
}

/// Puts `[ref type]` back, which the null path leaves.
fn undo_add(step: &mut Step<'_>, receiver: u32) {
    let s = &mut step.core.stack;
    s.pop();
    s.push(receiver);
    s.push(HANDLE_TYPE);
}

/// The strict build's call on a handle with a type, from `[slot ref+1]`: a hardware object, or an array, whose methods are
/// those of its superclass.
fn special_receiver(step: &mut Step<'_>) -> Scenario {
    let s = &mut step.core.stack;
    s.push(1);
    s.sub();
    s.dup();
    fetch(step);
    let s = &mut step.core.stack;
    s.push(31);
    s.combine(shift_right_logical);
    let hardware = s.pop() != 0;
    add(step, 1);
    if hardware {
        return Scenario::HardwareReceiver;
    }
    add(step, HANDLE_ARRAY);
    step.core.stack.push(1);
    step.core.stack.sub();
    fetch(step);
    add(step, CLASS_SUPER);
    fetch(step);
    add(step, CLASS_HEADER);
    Scenario::ArrayReceiver
}

/// `invokeinterface`.
pub(crate) fn interface(step: &mut Step<'_>) -> Result<(), Fault> {
    let index = step.operand()?;
    step.push_constant(index);
    let receiver = push_receiver(step);
    step.core.stack.dup();
    step.core.stack.pop();
    add(step, 1);
    if receiver == 0 {
        return null_receiver(step, 5);
    }
    fetch(step);
    step.core.stack.push(1);
    step.core.stack.sub();
    fetch(step);
    step.core.stack.add();
    fetch(step);
    invoke(step, Scenario::Usual, step.core.pc + 5)
}

/// `invokesuper`.
pub(crate) fn super_call(step: &mut Step<'_>) -> Result<(), Fault> {
    let index = step.operand()?;
    step.push_constant(index);
    push_receiver(step);
    let s = &mut step.core.stack;
    let receiver = s.pop();
    s.push(s.load(variable::CP));
    s.push(1);
    if receiver == 0 {
        return null_receiver(step, 3);
    }
    s.sub();
    fetch(step);
    add(step, CLASS_SUPER);
    fetch(step);
    step.core.stack.add();
    add(step, CLASS_HEADER);
    invoke(step, Scenario::Usual, step.core.pc + 3)
}

/// A bytecode implemented by a method of class JVM; some find a constant or an operand on the stack.
pub(crate) fn java(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    let number = step.row_method().unwrap_or(opcode);
    step.core.stack.push(opcode.into());
    step.core.stack.pop();
    let length = match opcode {
        op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => {
            let index = step.operand()?;
            step.push_constant(index);
            3
        }
        op::NEWARRAY => {
            let kind = step.byte(1)?;
            step.core.stack.push(kind);
            2
        }
        op::PUTSTATIC_REF | op::PUTFIELD_REF => {
            let operand = step.operand()?;
            step.core.stack.push(operand);
            3
        }
        _ => 1,
    };
    let s = &mut step.core.stack;
    s.push(number.into());
    s.dup();
    s.add();
    s.push(s.load(variable::JJP));
    s.add();
    invoke(step, Scenario::Usual, step.core.pc + length)
}

/// Keeps the two words above the stack: array and index, if a store of one word had a bad index.
fn keep_store_operands(step: &mut Step<'_>) {
    let s = &mut step.core.stack;
    s.push_sp();
    s.push(2);
    s.add();
    s.dup();
    let address = s.pop();
    s.push_from(address);
    s.pop_to(variable::HIGH);
    s.push(1);
    s.add();
    let address = s.pop();
    s.push_from(address);
    s.pop_to(variable::LOW);
}

/// The interrupt or exception entry, in place of the bytecode at `pc`.
pub(crate) fn entry(step: &mut Step<'_>, exception: bool) -> Result<(), Fault> {
    let pc = step.core.pc;
    if exception && step.core.strict {
        keep_store_operands(step);
    }
    let s = &mut step.core.stack;
    s.push(pc);
    s.push(1);
    s.sub();
    s.pop();
    s.push(s.load(variable::JJHP));
    if exception {
        add(step, EXCEPTION_METHOD);
    }
    invoke(step, Scenario::Usual, pc)
}
