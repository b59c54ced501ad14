//! Constants, static fields and fields of objects.
//!
//! Quirk: a native access that met null leaves its index in the memory unit, and the next access to a field or static takes
//! that instead of its operand (spec 04 section 8); it also keeps it from the object cache.

use cost_model::Scenario;
use isa::address::system::exception;
use isa::address::{ADDRESS_MASK, Region};
use isa::op;

use crate::error::Fault;
use crate::step::{Step, place};
use crate::system_device;

/// `ldc`, `ldc_w`, `ldc2_w`.
pub(crate) fn constant(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    let index = if opcode == op::LDC {
        step.byte(1)?
    } else {
        step.operand()?
    };
    if opcode == op::LDC2_W {
        let s = &mut step.core.stack;
        s.push(s.load(crate::stack::variable::CP));
        s.push(index);
        s.add();
        s.dup();
        let address = s.pop();
        s.push(1);
        s.add();
        let high = step.read(address);
        let s = &mut step.core.stack;
        s.push(high);
        s.pop();
        let address = s.pop();
        s.push(high);
        let low = step.read(address);
        step.core.stack.push(low);
    } else {
        step.push_constant(index);
    }
    step.take(Scenario::Usual);
    step.core.pc += if opcode == op::LDC { 2 } else { 3 };
    Ok(())
}

/// The scenario of an access to `address`.
pub(crate) fn reach(step: &Step<'_>, address: u32) -> Scenario {
    match Region::of(step.core.bus.translate(address)) {
        Region::MainMemory => Scenario::Usual,
        Region::Scratchpad | Region::Devices => Scenario::Device,
    }
}

/// Address of a static field: the operand, or what a native access has left.
fn static_address(step: &mut Step<'_>, operand: u32) -> u32 {
    step.core.native_index.take().unwrap_or(operand)
}

/// Reads a static field; `access` is its place among the accesses.
pub(crate) fn read_static(step: &mut Step<'_>, address: u32, access: usize) -> (u32, Scenario) {
    let scenario = reach(step, address);
    let at = step.at(scenario, access);
    (step.core.bus.read(address, at), scenario)
}

/// `getstatic`, `getstatic_ref`.
pub(crate) fn get_static(step: &mut Step<'_>) -> Result<(), Fault> {
    let operand = step.operand()?;
    let address = static_address(step, operand);
    let (value, scenario) = read_static(step, address, 0);
    // An operand names main memory alone; what a native access has left may name all.
    step.unpriced |= scenario != Scenario::Usual;
    step.core.stack.push(value);
    step.take(scenario);
    step.core.pc += 3;
    Ok(())
}

/// `putstatic`.
pub(crate) fn put_static(step: &mut Step<'_>) -> Result<(), Fault> {
    let operand = step.operand()?;
    let address = static_address(step, operand);
    let value = step.core.stack.pop();
    let scenario = reach(step, address);
    step.unpriced |= scenario != Scenario::Usual;
    step.take(scenario);
    step.write_at(address, value, scenario, 0);
    step.core.pc += 3;
    Ok(())
}

/// `getstatic_long`.
pub(crate) fn get_static_long(step: &mut Step<'_>) -> Result<(), Fault> {
    let operand = step.operand()?;
    let address = static_address(step, operand);
    let high = step.read(address);
    push_next_static(step, operand);
    step.core.stack.push(high);
    step.core.stack.pop();
    let address = pop_index(step);
    step.core.stack.push(high);
    let low = step.read(address);
    step.core.stack.push(low);
    step.take(Scenario::Usual);
    step.core.pc += 3;
    Ok(())
}

/// `putstatic_long`.
pub(crate) fn put_static_long(step: &mut Step<'_>) -> Result<(), Fault> {
    let operand = step.operand()?;
    let address = static_address(step, operand);
    let low = step.core.stack.pop();
    let high = step.core.stack.pop();
    step.write(address, high);
    push_next_static(step, operand);
    let address = pop_index(step);
    step.core.stack.push(low);
    step.core.stack.pop();
    step.write(address, low);
    step.take(Scenario::Usual);
    step.core.pc += 3;
    Ok(())
}

fn push_next_static(step: &mut Step<'_>, operand: u32) {
    let s = &mut step.core.stack;
    s.push(operand);
    s.push(1);
    s.add();
}

/// `stidx`: gives the index; the object cache forgets everything.
pub(crate) fn pop_index(step: &mut Step<'_>) -> u32 {
    if let Some(cache) = &mut step.core.object_cache {
        cache.invalidate();
    }
    step.core.stack.pop() & ADDRESS_MASK
}

/// `getfield`, `getfield_ref`.
pub(crate) fn get(step: &mut Step<'_>) -> Result<(), Fault> {
    let operand = step.operand()?;
    let handle = step.core.stack.pop();
    let cached = |cache: &crate::object_cache::ObjectCache| cache.get(handle, operand);
    if let Some(value) = step.core.object_cache.as_ref().and_then(cached) {
        if step.core.native_index.is_some() {
            return Err(accidental(step));
        }
        step.core.stack.push(value);
        step.take(Scenario::ObjectCacheHit);
    } else {
        let native = step.core.native_index;
        read_field(step, handle, native.unwrap_or(operand), native.is_some());
    }
    step.core.pc += 3;
    Ok(())
}

fn accidental(step: &Step<'_>) -> Fault {
    let (method, pc) = place(step.core);
    Fault::AccidentalHit { method, pc }
}

/// `jopsys_getfield`: the index comes from the stack.
pub(crate) fn get_native(step: &mut Step<'_>) -> Result<(), Fault> {
    if step.core.strict && !has_reference(step, 1) {
        return Ok(());
    }
    // The cache is asked one cycle after the index came, so what it forgets then is still there; and it is asked for
    // the field that the next opcode happens to name.
    let next = step.byte(1).unwrap_or(0);
    let handle = step.core.stack.b;
    let cached = |cache: &crate::object_cache::ObjectCache| cache.get(handle, next);
    if step.core.object_cache.as_ref().and_then(cached).is_some() {
        return Err(accidental(step));
    }
    let index = pop_index(step);
    step.core.native_index = Some(index);
    let handle = step.core.stack.pop();
    read_field(step, handle, index, true);
    step.core.pc += 1;
    Ok(())
}

/// `jopsys_putfield`.
pub(crate) fn put_native(step: &mut Step<'_>) -> Result<(), Fault> {
    let value = step.core.stack.pop();
    if step.core.strict && !has_reference(step, 1) {
        return Ok(());
    }
    let index = pop_index(step);
    step.core.native_index = Some(index);
    step.core.stack.push(value);
    step.core.stack.pop();
    let handle = step.core.stack.a;
    write_field(step, handle, index, true, value);
    step.core.stack.pop();
    step.core.pc += 1;
    Ok(())
}

/// The null check of the strict build, with the index on top; on null the bytecode is over.
fn has_reference(step: &mut Step<'_>, length: u32) -> bool {
    let s = &mut step.core.stack;
    let index = s.pop();
    let handle = s.a;
    s.dup();
    s.pop();
    s.push(index);
    if handle == 0 {
        step.raise(Scenario::Null, exception::NULL_POINTER);
        step.take(Scenario::Null);
        step.core.pc += length;
    }
    handle != 0
}

fn read_field(step: &mut Step<'_>, handle: u32, index: u32, native: bool) {
    let base = step.read(handle);
    if handle & ADDRESS_MASK == 0 {
        step.fault(Scenario::Null, system_device::Fault::NullPointer);
        step.core.stack.push(base);
        step.take(Scenario::Null);
        return;
    }
    let address = base.wrapping_add(index) & ADDRESS_MASK;
    let scenario = reach(step, address);
    let at = step.at(scenario, 1);
    let value = step.core.bus.read(address, at);
    step.core.native_index = None;
    if let Some(cache) = &mut step.core.object_cache
        && !native
        && base >> 31 == 0
    {
        cache.fill(handle, index, value);
    }
    step.core.stack.push(value);
    step.take(scenario);
}

/// `putfield`.
pub(crate) fn put(step: &mut Step<'_>) -> Result<(), Fault> {
    let operand = step.operand()?;
    let value = step.core.stack.pop();
    let handle = step.core.stack.a;
    let native = step.core.native_index;
    let index = native.unwrap_or(operand);
    write_field(step, handle, index, native.is_some(), value);
    step.core.stack.pop();
    step.core.pc += 3;
    Ok(())
}

fn write_field(step: &mut Step<'_>, handle: u32, index: u32, native: bool, value: u32) {
    let base = step.read(handle);
    if handle & ADDRESS_MASK == 0 {
        step.fault(Scenario::Null, system_device::Fault::NullPointer);
        step.take(Scenario::Null);
        return;
    }
    let address = base.wrapping_add(index) & ADDRESS_MASK;
    let scenario = reach(step, address);
    step.take(scenario);
    step.write_at(address, value, scenario, 1);
    step.core.native_index = None;
    if let Some(cache) = &mut step.core.object_cache
        && !native
        && base >> 31 == 0
    {
        cache.update(handle, index, value);
    }
}

/// `getfield_long`.
pub(crate) fn get_long(step: &mut Step<'_>) -> Result<(), Fault> {
    let operand = step.operand()?;
    if long_has_reference(step, operand) {
        let handle = step.core.stack.pop();
        let base = step.read(handle);
        let s = &mut step.core.stack;
        s.push(base);
        s.push(operand);
        s.add();
        s.dup();
        let address = s.pop();
        s.push(1);
        s.add();
        s.pop();
        let scenario = reach(step, address);
        let high = step.core.bus.read(address, step.at(scenario, 1));
        let s = &mut step.core.stack;
        s.push(high);
        s.push(address.wrapping_add(1));
        s.pop();
        let low = step
            .core
            .bus
            .read(address.wrapping_add(1), step.at(scenario, 2));
        step.core.stack.push(low);
        step.take(scenario);
    }
    step.core.pc += 3;
    Ok(())
}

/// `putfield_long`.
pub(crate) fn put_long(step: &mut Step<'_>) -> Result<(), Fault> {
    let operand = step.operand()?;
    let low = step.core.stack.pop();
    let high = step.core.stack.pop();
    if long_has_reference(step, operand) {
        let handle = step.core.stack.pop();
        let base = step.read(handle);
        let s = &mut step.core.stack;
        s.push(base);
        s.push(operand);
        s.add();
        s.dup();
        let address = s.pop();
        s.push(high);
        s.pop();
        s.push(1);
        s.add();
        s.pop();
        s.push(low);
        s.pop();
        let scenario = reach(step, address);
        step.take(scenario);
        step.write_at(address, high, scenario, 1);
        step.write_at(address.wrapping_add(1), low, scenario, 2);
    }
    step.core.pc += 3;
    Ok(())
}

/// The null check of long fields, with the reference on top.
fn long_has_reference(step: &mut Step<'_>, operand: u32) -> bool {
    let s = &mut step.core.stack;
    let handle = s.a;
    s.dup();
    s.pop();
    s.push(operand);
    s.pop();
    if handle == 0 {
        step.raise(Scenario::Null, exception::NULL_POINTER);
        step.take(Scenario::Null);
    }
    handle != 0
}
