//! Native operations and monitors: the machine's services to Java code of the runtime system (spec 12 sections 8 and 9).

use cost_model::Scenario;
use isa::address::system;
use isa::op;

use crate::error::Fault;
use crate::fields;
use crate::stack::variable;
use crate::step::{Step, place};

/// Carries a native operation out.
pub(crate) fn execute(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    match opcode {
        op::MONITORENTER => enter_monitor(step),
        op::MONITOREXIT => exit_monitor(step),
        op::JOPSYS_RD | op::JOPSYS_RDMEM => read(step),
        op::JOPSYS_WR | op::JOPSYS_WRMEM => write(step),
        op::JOPSYS_INT2EXT => to_memory(step)?,
        op::JOPSYS_EXT2INT => to_stack(step)?,
        op::JOPSYS_MEMCPY => copy(step),
        op::JOPSYS_GETFIELD => return fields::get_native(step),
        op::JOPSYS_PUTFIELD => return fields::put_native(step),
        op::JOPSYS_GETSTATIC => get_static(step),
        op::JOPSYS_PUTSTATIC => put_static(step),
        _ => on_registers(step, opcode),
    }
    step.core.pc += 1;
    Ok(())
}

fn on_registers(step: &mut Step<'_>, opcode: u8) {
    let s = &mut step.core.stack;
    match opcode {
        op::JOPSYS_SETSP => s.pop_to_sp(),
        op::JOPSYS_SETVP => s.pop_to_vp(),
        // jopsys_inval
        _ => {
            if let Some(cache) = &mut step.core.object_cache {
                cache.invalidate();
            }
        }
    }
    step.take(Scenario::Usual);
}

fn read(step: &mut Step<'_>) {
    let address = step.core.stack.pop();
    let scenario = fields::reach(step, address);
    let at = step.at(scenario, 0);
    let value = step.core.bus.read(address, at);
    step.core.stack.push(value);
    step.take(scenario);
}

fn write(step: &mut Step<'_>) {
    let address = step.core.stack.pop();
    let value = step.core.stack.pop();
    let scenario = fields::reach(step, address);
    step.take(scenario);
    step.write_at(address, value, scenario, 0);
}

fn get_static(step: &mut Step<'_>) {
    let address = fields::pop_index(step);
    let (value, scenario) = fields::read_static(step, address, 0);
    step.core.native_index = None;
    step.core.stack.push(value);
    step.take(scenario);
}

fn put_static(step: &mut Step<'_>) {
    let address = fields::pop_index(step);
    let value = step.core.stack.pop();
    let scenario = fields::reach(step, address);
    step.take(scenario);
    step.write_at(address, value, scenario, 0);
    step.core.native_index = None;
}

/// Writes to a device whose address the microcode knows, the data on top.
fn write_device(step: &mut Step<'_>, register: u32, scenario: Scenario, access: usize) {
    step.core.stack.push(register);
    step.core.stack.pop();
    let data = step.core.stack.pop();
    let at = step.at(scenario, access);
    step.core.bus.write(register, data, at);
}

fn enter_monitor(step: &mut Step<'_>) {
    let usual = Scenario::Usual;
    let s = &mut step.core.stack;
    s.push(system::INTERRUPT_ENABLE);
    s.pop();
    s.push(0);
    s.pop();
    let at = step.at(usual, 0);
    step.core.bus.write(system::INTERRUPT_ENABLE, 0, at);
    let s = &mut step.core.stack;
    s.push(s.load(variable::LOCK_COUNT));
    s.push(1);
    s.add();
    s.pop_to(variable::LOCK_COUNT);
    write_device(step, system::LOCK, usual, 1);
    step.core.stack.push(system::LOCK);
    step.core.stack.pop();
    let at = step.at(usual, 2);
    let refused = step.core.bus.read(system::LOCK, at);
    step.core.stack.push(refused);
    step.core.stack.pop();
    step.take(usual);
}

fn exit_monitor(step: &mut Step<'_>) {
    let depth = step.core.stack.load(variable::LOCK_COUNT).wrapping_sub(1);
    let scenario = if depth == 0 {
        Scenario::Usual
    } else {
        Scenario::Nested
    };
    write_device(step, system::UNLOCK, scenario, 0);
    let s = &mut step.core.stack;
    s.push(depth.wrapping_add(1));
    s.push(1);
    s.sub();
    s.dup();
    s.pop_to(variable::LOCK_COUNT);
    s.pop();
    if depth == 0 {
        s.push(system::INTERRUPT_ENABLE);
        s.pop();
        s.push(1);
        s.pop();
        let at = step.at(scenario, 1);
        step.core.bus.write(system::INTERRUPT_ENABLE, 1, at);
    }
    step.take(scenario);
}

/// `jopsys_int2ext`: from the last word to the first.
fn to_memory(step: &mut Step<'_>) -> Result<(), Fault> {
    let s = &mut step.core.stack;
    let (count, array, address) = (s.pop(), s.pop(), s.pop());
    let base = start_copy(step, array, count)?;
    for i in (0..count).rev() {
        let s = &mut step.core.stack;
        s.dup();
        s.push(address);
        s.add();
        let from = s.pop();
        s.dup();
        s.push(base);
        s.add();
        let to = s.pop();
        s.push_from(from);
        let word = s.pop();
        step.write(to, word);
        next_word(step, i);
    }
    end_copy(step, count);
    Ok(())
}

/// `jopsys_ext2int`.
fn to_stack(step: &mut Step<'_>) -> Result<(), Fault> {
    let s = &mut step.core.stack;
    let (count, address, array) = (s.pop(), s.pop(), s.pop());
    let base = start_copy(step, array, count)?;
    for i in (0..count).rev() {
        let s = &mut step.core.stack;
        s.dup();
        s.push(base);
        s.add();
        let from = s.pop();
        s.dup();
        s.push(address);
        s.add();
        let to = s.pop();
        let word = step.read(from);
        step.core.stack.push(word);
        step.core.stack.pop_to(to);
        next_word(step, i);
    }
    end_copy(step, count);
    Ok(())
}

fn start_copy(step: &mut Step<'_>, array: u32, count: u32) -> Result<u32, Fault> {
    let stack_ram = step.core.stack.mask() + 1;
    if !(1..=stack_ram).contains(&count) {
        let (method, pc) = place(step.core);
        return Err(Fault::CopyTooLong {
            words: count,
            stack_ram,
            method,
            pc,
        });
    }
    let base = step.read(array);
    let s = &mut step.core.stack;
    s.push(base);
    s.pop();
    s.push(count);
    s.push(1);
    s.sub();
    Ok(base)
}

fn next_word(step: &mut Step<'_>, i: u32) {
    let s = &mut step.core.stack;
    s.dup();
    s.pop();
    s.push(1);
    s.sub();
    debug_assert_eq!(s.a, i.wrapping_sub(1));
}

fn end_copy(step: &mut Step<'_>, count: u32) {
    step.core.stack.pop();
    step.take_runs(Scenario::Usual, count);
}

/// `jopsys_memcpy`: one word, or the end of the redirection.
fn copy(step: &mut Step<'_>) {
    let s = &mut step.core.stack;
    let (position, source, target) = (s.pop(), s.pop(), s.pop());
    let start = step.start;
    step.unpriced |= !step.core.bus.copy(target, source, position, start);
    let scenario = if position >> 31 != 0 {
        Scenario::Stop
    } else {
        step.core.native_index = None;
        Scenario::Usual
    };
    step.take(scenario);
}
