//! Accesses of the quick loop to main memory without exceptions. Everything else returns `None`, before anything
//! has changed, and goes to the exact step.
//!
//! Where microcode spills a word above the top that the bytecode does not need, it is stored here, too (`stack`).

use crate::bus::Bus;
use crate::stack::{Stack, Words, variable};
use isa::address::ADDRESS_MASK;

/// Bits of an index that the strict build wants to be 0.
const INDEX_BITS: u32 = 21;
const INDEX_OVERFLOW: u32 = 1 << 22;

/// A word of main memory.
#[inline(always)]
pub(crate) fn read(words: &[u32], address: u32) -> Option<u32> {
    words.get(address as usize).copied()
}

/// Writes main memory, but no code.
#[inline(always)]
pub(crate) fn write(bus: &mut Bus, address: u32, word: u32) -> Option<()> {
    *place(bus, address)? = word;
    Some(())
}

#[inline(always)]
fn place(bus: &mut Bus, address: u32) -> Option<&mut u32> {
    if address.wrapping_sub(bus.code.start) < bus.code.end - bus.code.start {
        return None;
    }
    bus.words.get_mut(address as usize)
}

/// Stores the second element where the next push would put it.
#[inline(always)]
fn spill<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    s.store(s.sp.wrapping_add(1), s.b);
}

/// `ldc`, `ldc_w`.
#[inline(always)]
pub(crate) fn constant<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
    index: u32,
) -> Option<()> {
    let address = s.load(variable::CP).wrapping_add(index);
    s.push(read(words, address & ADDRESS_MASK)?);
    spill(s);
    Some(())
}

/// `ldc2_w`.
#[inline(always)]
pub(crate) fn long_constant<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
    index: u32,
) -> Option<()> {
    let address = s.load(variable::CP).wrapping_add(index) & ADDRESS_MASK;
    let (high, low) = (read(words, address)?, read(words, address + 1)?);
    s.push(high);
    s.push(low);
    Some(())
}

/// `getstatic_long`.
#[inline(always)]
pub(crate) fn get_static_long<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
    address: u32,
) -> Option<()> {
    let (high, low) = (read(words, address)?, read(words, address + 1)?);
    s.push(high);
    s.push(low);
    Some(())
}

/// `putstatic_long`.
#[inline(always)]
pub(crate) fn put_static_long<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    bus: &mut Bus,
    address: u32,
) -> Option<()> {
    put_pair(bus, address, s.b, s.a)?;
    s.pop();
    s.pop();
    Some(())
}

#[inline(always)]
fn put_pair(bus: &mut Bus, address: u32, high: u32, low: u32) -> Option<()> {
    place(bus, address + 1)?;
    *place(bus, address)? = high;
    *place(bus, address + 1)? = low;
    Some(())
}

/// Address of a field of an object that is not null.
#[inline(always)]
fn field_address(words: &[u32], handle: u32, index: u32) -> Option<u32> {
    let handle = handle & ADDRESS_MASK;
    if handle == 0 {
        return None;
    }
    Some(read(words, handle)?.wrapping_add(index) & ADDRESS_MASK)
}

/// A field.
#[inline(always)]
pub(crate) fn field(words: &[u32], handle: u32, index: u32) -> Option<u32> {
    read(words, field_address(words, handle, index)?)
}

/// `putfield`.
#[inline(always)]
pub(crate) fn put_field<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    bus: &mut Bus,
    index: u32,
) -> Option<()> {
    let address = field_address(&bus.words, s.b, index)?;
    write(bus, address, s.a)?;
    s.pop();
    s.pop();
    Some(())
}

/// `getfield_long`.
#[inline(always)]
pub(crate) fn get_field_long<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
    index: u32,
) -> Option<()> {
    let address = field_address(words, s.a, index)?;
    let (high, low) = (read(words, address)?, read(words, address + 1)?);
    s.a = high;
    s.push(low);
    Some(())
}

/// `putfield_long`.
#[inline(always)]
pub(crate) fn put_field_long<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    bus: &mut Bus,
    index: u32,
) -> Option<()> {
    let address = field_address(&bus.words, s.load(s.sp), index)?;
    put_pair(bus, address, s.b, s.a)?;
    for _ in 0..3 {
        s.pop();
    }
    Some(())
}

/// Address of an array's element, by the checks of the memory unit.
#[inline(always)]
fn element_address(words: &[u32], handle: u32, index: u32, strict: bool) -> Option<u32> {
    let handle = handle & ADDRESS_MASK;
    let refused = if strict {
        index >> INDEX_BITS != 0
    } else {
        index & INDEX_OVERFLOW != 0
    };
    if handle == 0 || refused {
        return None;
    }
    let (base, length) = (read(words, handle)?, read(words, handle + 1)?);
    (index & ADDRESS_MASK < length & ADDRESS_MASK)
        .then_some(base.wrapping_add(index) & ADDRESS_MASK)
}

/// `iaload` and its like.
#[inline(always)]
pub(crate) fn array_load<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
    strict: bool,
) -> Option<()> {
    let handle = s.b;
    let value = read(words, element_address(words, handle, s.a, strict)?)?;
    if strict {
        s.store(s.sp.wrapping_add(1), handle);
    }
    s.pop();
    s.a = value;
    Some(())
}

/// `iastore` and its like.
#[inline(always)]
pub(crate) fn array_store<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    bus: &mut Bus,
    strict: bool,
) -> Option<()> {
    let (value, index) = (s.a, s.b);
    let address = element_address(&bus.words, s.load(s.sp), index, strict)?;
    write(bus, address, value)?;
    if strict {
        spill(s);
    }
    for _ in 0..3 {
        s.pop();
    }
    Some(())
}

/// Address of the first word of an element of two.
#[inline(always)]
fn long_element_address(words: &[u32], handle: u32, index: u32) -> Option<u32> {
    if handle == 0 {
        return None;
    }
    let base = read(words, handle & ADDRESS_MASK)?;
    let length = read(words, handle.wrapping_add(1) & ADDRESS_MASK)?;
    let checks = length.wrapping_sub(index).wrapping_sub(1) | index;
    (checks >> 31 == 0).then_some(base.wrapping_add(index.wrapping_mul(2)) & ADDRESS_MASK)
}

/// `laload`, `daload`.
#[inline(always)]
pub(crate) fn long_array_load<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
) -> Option<()> {
    let handle = s.b;
    let address = long_element_address(words, handle, s.a)?;
    let (high, low) = (read(words, address)?, read(words, address + 1)?);
    s.b = high;
    s.a = low;
    // Microcode keeps the reference, then the index above it.
    s.store(s.sp.wrapping_add(1), handle);
    Some(())
}

/// `lastore`, `dastore`.
#[inline(always)]
pub(crate) fn long_array_store<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    bus: &mut Bus,
) -> Option<()> {
    let (index, handle) = (s.load(s.sp), s.load(s.sp.wrapping_sub(1)));
    let address = long_element_address(&bus.words, handle, index)?;
    put_pair(bus, address, s.b, s.a)?;
    for _ in 0..4 {
        s.pop();
    }
    Some(())
}

/// `arraylength`.
#[inline(always)]
pub(crate) fn array_length<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
    strict: bool,
) -> Option<()> {
    if strict && s.a == 0 {
        return None;
    }
    s.a = read(words, s.a.wrapping_add(1) & ADDRESS_MASK)?;
    spill(s);
    Some(())
}
