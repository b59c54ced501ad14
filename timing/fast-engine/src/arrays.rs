//! Arrays. The handle's first word is the address of the elements, its second the length.
//!
//! For arrays of one-word elements the memory unit checks: null, bit 22 of the index, then the lower 23 bits of it
//! against those of the length (spec 04 section 5). The strict build also checks bits 31 to 21 of the index.
//! For long the microcode checks all 32 bits.

use cost_model::Scenario;
use isa::address::system::{self, exception};
use isa::address::{ADDRESS_MASK, Region};

use crate::fields::reach;
use crate::stack::variable;
use crate::step::Step;
use crate::system_device::Fault;

const INDEX_OVERFLOW: u32 = 1 << 22;
/// Shift of an index in the strict build: nothing may remain.
const INDEX_BITS: u32 = 21;

/// Findings of the memory unit.
struct Access {
    base: u32,
    address: u32,
    scenario: Scenario,
    fault: Option<Fault>,
}

fn look(step: &mut Step<'_>, handle: u32, index: u32, store: bool) -> Access {
    if let Some(kept) = &mut step.core.native_index {
        *kept = index & ADDRESS_MASK;
    }
    let high = step.core.strict && index >> INDEX_BITS != 0;
    let base = step.read(handle);
    let address = base.wrapping_add(index) & ADDRESS_MASK;
    let found = |scenario, fault| Access {
        base,
        address,
        scenario,
        fault,
    };
    if handle & ADDRESS_MASK == 0 {
        let scenario = if high {
            Scenario::NullHighIndex
        } else {
            Scenario::Null
        };
        return found(scenario, Some(Fault::NullPointer));
    }
    if index & INDEX_OVERFLOW != 0 {
        return found(Scenario::IndexBit22, Some(Fault::ArrayBounds));
    }
    let length = step.read((handle & ADDRESS_MASK).wrapping_add(1)) & ADDRESS_MASK;
    let outside = index & ADDRESS_MASK >= length;
    let device = Region::of(step.core.bus.translate(address)) != Region::MainMemory;
    // The strict build's look at the upper bits overlaps the access, whose length is another one there.
    step.unpriced |= high && device;
    match (outside, high) {
        (true, true) => found(Scenario::HighIndex, Some(Fault::ArrayBounds)),
        (false, true) => found(Scenario::HighIndexInside, None),
        // A load from another slave looks at the length too late to compare it (spec 04 section 8).
        (true, false) if store || !device => found(Scenario::Index, Some(Fault::ArrayBounds)),
        _ => found(reach(step, address), None),
    }
}

/// `iaload` and its like.
pub(crate) fn load(step: &mut Step<'_>) {
    let s = &step.core.stack;
    let (handle, index) = (s.b, s.a);
    let access = look(step, handle, index, false);
    let value = match access.scenario {
        // The element was not asked for: the address of the elements is what came last.
        Scenario::Null | Scenario::NullHighIndex | Scenario::IndexBit22 => access.base,
        scenario => {
            let at = step.at(scenario, 2);
            step.core.bus.read(access.address, at)
        }
    };
    let strict = step.core.strict;
    let s = &mut step.core.stack;
    if strict {
        s.dup();
        s.pop_to(variable::INDEX);
        s.store(variable::BASE, handle);
    }
    s.pop();
    s.pop();
    if strict && has_high_index(step, handle, index, &access) {
        step.core.pc += 1;
        return;
    }
    if let Some(fault) = access.fault {
        step.fault(access.scenario, fault);
    }
    step.core.stack.push(value);
    step.take(access.scenario);
    step.core.pc += 1;
}

/// The strict build's look at the upper bits beside the load; whether they end the bytecode.
fn has_high_index(step: &mut Step<'_>, handle: u32, index: u32, access: &Access) -> bool {
    let s = &mut step.core.stack;
    s.push(index);
    s.push(INDEX_BITS);
    s.combine(crate::arithmetic::shift_right_logical);
    if s.pop() == 0 {
        return false;
    }
    s.push(handle);
    s.pop();
    if handle == 0 {
        let s = &mut step.core.stack;
        s.push(system::EXCEPTION);
        s.pop();
        step.fault(access.scenario, Fault::NullPointer);
    } else {
        step.raise(access.scenario, exception::ARRAY_BOUNDS);
    }
    step.take(access.scenario);
    true
}

/// `iastore` and its like.
pub(crate) fn store(step: &mut Step<'_>) {
    if step.core.strict && !index_is_small(step) {
        step.core.pc += 1;
        return;
    }
    let s = &mut step.core.stack;
    let (value, index, handle) = (s.pop(), s.pop(), s.pop());
    let access = look(step, handle, index, true);
    match access.fault {
        Some(fault) => {
            step.fault(access.scenario, fault);
            step.take(access.scenario);
        }
        None => {
            step.take(access.scenario);
            step.write_at(access.address, value, access.scenario, 2);
            step.core.native_index = None;
        }
    }
    step.core.pc += 1;
}

/// The strict build's check before a store; if the index is too large the bytecode is over.
fn index_is_small(step: &mut Step<'_>) -> bool {
    let s = &mut step.core.stack;
    let value = s.pop();
    let index = s.a;
    s.dup();
    s.push(INDEX_BITS);
    s.combine(crate::arithmetic::shift_right_logical);
    s.pop();
    s.push(value);
    if index >> INDEX_BITS == 0 {
        return true;
    }
    s.pop();
    s.pop();
    let handle = s.pop();
    let scenario = if handle == 0 {
        Scenario::NullHighIndex
    } else if index & INDEX_OVERFLOW != 0 {
        Scenario::IndexBit22
    } else {
        let length = step.read((handle & ADDRESS_MASK).wrapping_add(1)) & ADDRESS_MASK;
        if index & ADDRESS_MASK < length {
            Scenario::HighIndexInside
        } else {
            Scenario::HighIndex
        }
    };
    let number = if handle == 0 {
        exception::NULL_POINTER
    } else {
        exception::ARRAY_BOUNDS
    };
    step.raise(scenario, number);
    step.take(scenario);
    false
}

/// `laload`, `daload`.
pub(crate) fn load_long(step: &mut Step<'_>) {
    let s = &mut step.core.stack;
    let index = s.a;
    s.pop_to(variable::INDEX);
    let handle = s.a;
    s.dup();
    s.pop();
    s.dup();
    s.push(1);
    step.core.pc += 1;
    if handle == 0 {
        step.raise(Scenario::Null, exception::NULL_POINTER);
        step.take(Scenario::Null);
        return;
    }
    step.core.stack.add();
    if !long_index_is_inside(step, index) {
        return;
    }
    let address = push_long_address(step, index);
    let scenario = reach(step, address);
    let s = &mut step.core.stack;
    s.dup();
    s.pop();
    s.push(1);
    s.add();
    s.pop();
    let high = step.core.bus.read(address, step.at(scenario, 2));
    let s = &mut step.core.stack;
    s.push(high);
    s.push(address.wrapping_add(1));
    s.pop();
    let at = step.at(scenario, 3);
    let low = step.core.bus.read(address.wrapping_add(1), at);
    step.core.stack.push(low);
    step.take(scenario);
}

/// `lastore`, `dastore`.
pub(crate) fn store_long(step: &mut Step<'_>) {
    let s = &mut step.core.stack;
    let (low, high, index) = (s.pop(), s.pop(), s.a);
    s.pop_to(variable::INDEX);
    let handle = s.a;
    s.dup();
    s.dup();
    s.pop();
    s.push(1);
    s.add();
    step.core.pc += 1;
    if handle == 0 {
        step.raise(Scenario::Null, exception::NULL_POINTER);
        step.take(Scenario::Null);
        return;
    }
    if !long_index_is_inside(step, index) {
        return;
    }
    let address = push_long_address(step, index);
    let scenario = reach(step, address);
    let s = &mut step.core.stack;
    s.dup();
    s.pop();
    s.push(high);
    s.pop();
    s.push(1);
    s.add();
    s.pop();
    s.push(low);
    s.pop();
    step.take(scenario);
    step.write_at(address, high, scenario, 2);
    step.write_at(address.wrapping_add(1), low, scenario, 3);
}

/// From `[ref ref+1]` to `[ref]`; outside of the array the bytecode is over.
fn long_index_is_inside(step: &mut Step<'_>, index: u32) -> bool {
    let address = step.core.stack.pop();
    let length = step.read(address);
    let s = &mut step.core.stack;
    s.push(length);
    s.push(index);
    s.sub();
    s.push(1);
    s.sub();
    s.push(index);
    s.combine(|b, a| b | a);
    s.push(31);
    s.combine(crate::arithmetic::shift_right_logical);
    let outside = s.pop() != 0;
    if outside {
        step.raise(Scenario::Index, exception::ARRAY_BOUNDS);
        step.take(Scenario::Index);
    }
    !outside
}

/// From `[ref]` to `[address]`, the address of the element.
fn push_long_address(step: &mut Step<'_>, index: u32) -> u32 {
    let handle = step.core.stack.pop();
    let base = step.read(handle);
    let s = &mut step.core.stack;
    s.push(index);
    s.push(base);
    s.add();
    s.push(index);
    s.add();
    s.a
}

/// `arraylength`.
pub(crate) fn length(step: &mut Step<'_>) {
    let s = &mut step.core.stack;
    let handle = s.a;
    if step.core.strict {
        s.dup();
        s.pop();
    }
    s.push(1);
    s.add();
    if step.core.strict && handle == 0 {
        step.raise(Scenario::Null, exception::NULL_POINTER);
        step.take(Scenario::Null);
    } else {
        let address = s.pop();
        let length = step.read(address);
        step.core.stack.push(length);
        step.take(Scenario::Usual);
    }
    step.core.pc += 1;
}
