//! Calls and returns of the quick loop: the method struct of a call, and the frame as the microcode builds it.

use crate::quick_memory::read;
use crate::stack::{LOWEST, Stack, Words, variable};
use isa::address::ADDRESS_MASK;
use isa::image::MethodFrame;

/// Handle: 0 for an object, else a kind of array.
const HANDLE_TYPE: u32 = 3;

#[inline(always)]
fn constant<const W: bool, R: Words>(s: &Stack<W, R>, words: &[u32], index: u32) -> Option<u32> {
    let address = s.load(variable::CP).wrapping_add(index);
    read(words, address & ADDRESS_MASK)
}

/// The struct that a constant names.
#[inline(always)]
pub(crate) fn direct<const W: bool, R: Words>(
    s: &Stack<W, R>,
    words: &[u32],
    index: u32,
) -> Option<u32> {
    constant(s, words, index)
}

/// The receiver, if it is not null, and the slot of a constant.
#[inline(always)]
fn receiver<const W: bool, R: Words>(
    s: &Stack<W, R>,
    words: &[u32],
    index: u32,
) -> Option<(u32, u32)> {
    let constant = constant(s, words, index)?;
    let receiver = match constant & 255 {
        0 => s.a,
        1 => s.b,
        arguments => s.load(s.sp.wrapping_add(2).wrapping_sub(arguments)),
    };
    (receiver != 0).then_some((receiver, constant >> 8))
}

/// The struct that a virtual call reaches.
#[inline(always)]
pub(crate) fn virtual_call<const W: bool, R: Words>(
    s: &Stack<W, R>,
    words: &[u32],
    index: u32,
    strict: bool,
) -> Option<u32> {
    let (receiver, slot) = receiver(s, words, index)?;
    if strict && read(words, receiver.wrapping_add(HANDLE_TYPE) & ADDRESS_MASK)? != 0 {
        return None;
    }
    let table = read(words, receiver.wrapping_add(1) & ADDRESS_MASK)?;
    Some(table.wrapping_add(slot))
}

/// The struct that an interface call reaches.
#[inline(always)]
pub(crate) fn interface<const W: bool, R: Words>(
    s: &Stack<W, R>,
    words: &[u32],
    index: u32,
) -> Option<u32> {
    let (receiver, slot) = receiver(s, words, index)?;
    let table = read(words, receiver.wrapping_add(1) & ADDRESS_MASK)?;
    let interfaces = read(words, table.wrapping_sub(1) & ADDRESS_MASK)?;
    read(words, interfaces.wrapping_add(slot) & ADDRESS_MASK)
}

/// Builds the frame of a call; gives the first word of the struct. `None` if the stack would come near an end.
#[inline(always)]
pub(crate) fn push_frame<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
    method: u32,
    saved_pc: u32,
) -> Option<u32> {
    let shape = MethodFrame::unpack(read(words, method.wrapping_add(1) & ADDRESS_MASK)?);
    let word = read(words, method & ADDRESS_MASK)?;
    let top = s.sp + 2;
    let frame = top + shape.locals;
    if frame + 5 >= s.limit() || top < LOWEST + shape.arguments {
        return None;
    }
    // What the microcode leaves above the arguments: the two top words and, twice, the address of the last one.
    s.store(s.sp + 1, s.b);
    s.store(top, s.a);
    s.store(top + 1, top);
    s.store(top + 2, top);
    let old_sp = top.wrapping_sub(shape.arguments);
    let (old_mp, old_cp) = (s.load(variable::MP), s.load(variable::CP));
    s.store(frame + 1, old_sp);
    s.store(frame + 2, saved_pc);
    s.store(frame + 3, s.vp);
    s.store(frame + 4, old_cp);
    s.store(variable::MP, method);
    s.store(variable::CP, shape.constants);
    s.vp = old_sp.wrapping_add(1) & s.mask();
    s.set([old_mp, old_cp, frame + 3, s.vp]);
    Some(word)
}

/// Takes a frame away, with so many result words on top; gives the first word of the caller's struct and where it goes on.
#[inline(always)]
pub(crate) fn pop_frame<const RESULTS: u32, const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    words: &[u32],
) -> Option<(u32, u32)> {
    let (high, low) = (s.b, s.a);
    let (mp, cp, q) = match RESULTS {
        0 => (s.a, s.b, s.sp),
        1 => (s.b, s.load(s.sp), s.sp.wrapping_sub(1)),
        _ => (
            s.load(s.sp),
            s.load(s.sp.wrapping_sub(1)),
            s.sp.wrapping_sub(2),
        ),
    };
    let word = read(words, mp & ADDRESS_MASK)?;
    let top = s.load(q.wrapping_sub(2)) & s.mask();
    let pc = s.load(q.wrapping_sub(1));
    let vp = s.load(q) & s.mask();
    if top >= s.limit() || top.min(vp).min(q) < LOWEST + 2 {
        return None;
    }
    s.store(q.wrapping_add(1), cp);
    s.store(variable::MP, mp);
    s.store(variable::CP, cp);
    s.set([s.load(top), s.load(top - 1), top - 2, vp]);
    if RESULTS == 2 {
        s.push(high);
    }
    if RESULTS > 0 {
        s.push(low);
    }
    Some((word, pc))
}
