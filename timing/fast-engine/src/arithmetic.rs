//! Bytecodes that access only the stack: constants, locals, shuffles, integers and long.
//!
//! Each is written as the pushes and pops of our microcode, so that what it leaves above the top is the same.

use crate::stack::{Stack, Words};

/// `lload n`, by address arithmetic on the stack.
#[inline(always)]
pub(crate) fn load_long<const W: bool, R: Words>(s: &mut Stack<W, R>, n: u32) {
    s.push(n);
    s.push(s.vp);
    s.add();
    let local = s.a;
    s.dup();
    s.pop();
    s.push(1);
    s.add();
    s.pop();
    s.push_from(local);
    s.push_from(local.wrapping_add(1));
}

/// `lstore n`.
#[inline(always)]
pub(crate) fn store_long<const W: bool, R: Words>(s: &mut Stack<W, R>, n: u32) {
    s.push(n);
    s.push(s.vp);
    s.add();
    let local = s.a;
    s.dup();
    s.push(1);
    s.add();
    s.pop();
    s.pop();
    s.pop_to(local.wrapping_add(1));
    s.pop_to(local);
}

/// `lload_0` to `lload_2`.
#[inline(always)]
pub(crate) fn load_long_short<const W: bool, R: Words>(s: &mut Stack<W, R>, n: u32) {
    s.push_from(s.local(n));
    s.push_from(s.local(n + 1));
}

/// `lstore_0` to `lstore_2`.
#[inline(always)]
pub(crate) fn store_long_short<const W: bool, R: Words>(s: &mut Stack<W, R>, n: u32) {
    s.pop_to(s.local(n + 1));
    s.pop_to(s.local(n));
}

/// `iinc`.
#[inline(always)]
pub(crate) fn iinc<const W: bool, R: Words>(s: &mut Stack<W, R>, n: u32, constant: u32) {
    s.push(s.vp);
    s.push(n);
    s.add();
    let local = s.pop();
    s.push_from(s.local(n));
    s.push(constant);
    s.add();
    s.pop_to(local);
}

/// `dup_x1`.
#[inline(always)]
pub(crate) fn dup_x1<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (a, b) = (s.pop(), s.pop());
    s.push(a);
    s.push(b);
    s.push(a);
}

/// `dup_x2`.
#[inline(always)]
pub(crate) fn dup_x2<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (a, b, c) = (s.pop(), s.pop(), s.pop());
    s.push(a);
    s.push(c);
    s.push(b);
    s.push(a);
}

/// `dup2`.
#[inline(always)]
pub(crate) fn dup2<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (a, b) = (s.pop(), s.pop());
    s.push(b);
    s.push(a);
    s.push(b);
    s.push(a);
}

/// `dup2_x1`.
#[inline(always)]
pub(crate) fn dup2_x1<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (a, b, c) = (s.pop(), s.pop(), s.pop());
    for word in [b, a, c, b, a] {
        s.push(word);
    }
}

/// `dup2_x2`.
#[inline(always)]
pub(crate) fn dup2_x2<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (a, b, c, d) = (s.pop(), s.pop(), s.pop(), s.pop());
    for word in [b, a, d, c, b, a] {
        s.push(word);
    }
}

/// `swap`.
#[inline(always)]
pub(crate) fn swap<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (a, b) = (s.pop(), s.pop());
    s.push(a);
    s.push(b);
}

/// `imul`.
#[inline(always)]
pub(crate) fn imul<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (a, b) = (s.pop(), s.pop());
    s.push(a.wrapping_mul(b));
}

/// `ineg`.
#[inline(always)]
pub(crate) fn ineg<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    s.push(u32::MAX);
    s.combine(|b, a| b ^ a);
    s.push(1);
    s.add();
}

/// `i2c`.
#[inline(always)]
pub(crate) fn i2c<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    s.push(0xFFFF);
    s.combine(|b, a| b & a);
}

/// `i2l`.
#[inline(always)]
pub(crate) fn i2l<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    s.dup();
    let low = s.pop();
    s.push(31);
    s.combine(shift_right);
    s.push(low);
}

/// `l2i`.
#[inline(always)]
pub(crate) fn l2i<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let low = s.pop();
    s.pop();
    s.push(low);
}

/// `land`, `lor`, `lxor`.
#[inline(always)]
pub(crate) fn long_logic<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    f: impl Fn(u32, u32) -> u32,
) {
    let (low2, high2, low1) = (s.pop(), s.pop(), s.pop());
    s.push(high2);
    s.combine(&f);
    s.push(low1);
    s.push(low2);
    s.combine(&f);
}

/// `ladd`.
#[inline(always)]
pub(crate) fn ladd<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (low2, high2, low1) = (s.pop(), s.pop(), s.pop());
    s.push(high2);
    s.add();
    s.push(low1);
    s.push(low2);
    s.add();
    let low = s.pop();
    add_carry(s, low1, low2, low);
}

/// `lsub`.
#[inline(always)]
pub(crate) fn lsub<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    let (low2, high2, low1) = (s.pop(), s.pop(), s.pop());
    s.push(high2);
    s.push(u32::MAX);
    s.combine(|b, a| b ^ a);
    s.add();
    s.push(low2);
    s.push(u32::MAX);
    s.combine(|b, a| b ^ a);
    s.dup();
    let low2 = s.pop();
    s.push(low1);
    s.add();
    s.push(1);
    s.add();
    let low = s.pop();
    add_carry(s, low1, low2, low);
}

/// `lneg`.
#[inline(always)]
pub(crate) fn lneg<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    s.push(u32::MAX);
    s.combine(|b, a| b ^ a);
    let low = s.pop();
    s.push(u32::MAX);
    s.combine(|b, a| b ^ a);
    s.push(low);
    s.push(0);
    s.push(1);
    ladd(s);
}

/// Adds the carry out of `low` to the high word on top, then pushes `low`.
#[inline(always)]
fn add_carry<const W: bool, R: Words>(s: &mut Stack<W, R>, low1: u32, low2: u32, low: u32) {
    s.push(low1);
    s.push(low2);
    s.combine(|b, a| b | a);
    s.push(low);
    s.push(u32::MAX);
    s.combine(|b, a| b ^ a);
    s.combine(|b, a| b & a);
    s.push(low1);
    s.push(low2);
    s.combine(|b, a| b & a);
    s.combine(|b, a| b | a);
    s.push(31);
    s.combine(shift_right_logical);
    s.add();
    s.push(low);
}

/// Path of a comparison of long through the microcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// The first is negative, the second is not.
    FirstNegative,
    /// The second is negative, the first is not.
    SecondNegative,
    /// Both words are equal.
    Equal,
    /// Same sign, not equal.
    SameSign,
}

/// `lcmp`.
#[inline(always)]
pub(crate) fn lcmp<const W: bool, R: Words>(s: &mut Stack<W, R>) -> Comparison {
    let (low2, high2, low1) = (s.pop(), s.pop(), s.pop());
    s.dup();
    let high1 = s.pop();
    s.push(31);
    s.combine(shift_right_logical);
    s.pop();
    s.push(high2);
    s.push(31);
    s.combine(shift_right_logical);
    s.pop();
    match ((high1 as i32) < 0, (high2 as i32) < 0) {
        (true, false) => {
            s.push(u32::MAX);
            Comparison::FirstNegative
        }
        (false, true) => {
            count_down(s);
            s.push(1);
            Comparison::SecondNegative
        }
        _ => compare_same_sign(s, [high1, low1], [high2, low2]),
    }
}

/// Stack words left by the delay loops: the last count and a 1 above it.
#[inline(always)]
fn count_down<const W: bool, R: Words>(s: &mut Stack<W, R>) {
    s.push(0);
    s.push(1);
    s.sub();
    s.pop();
}

#[inline(always)]
fn compare_same_sign<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    [high1, low1]: [u32; 2],
    [high2, low2]: [u32; 2],
) -> Comparison {
    count_down(s);
    s.push(low1);
    s.push(low2);
    s.sub();
    let low = s.pop();
    s.push(low1);
    s.push(u32::MAX);
    s.combine(|b, a| b ^ a);
    s.dup();
    let not_low1 = s.pop();
    s.push(low2);
    s.combine(|b, a| b & a);
    s.push(not_low1);
    s.push(low2);
    s.combine(|b, a| b | a);
    s.push(low);
    s.combine(|b, a| b & a);
    s.combine(|b, a| b | a);
    s.push(31);
    s.combine(shift_right_logical);
    let borrow = s.pop();
    s.push(high1);
    s.push(high2);
    s.sub();
    s.push(borrow);
    s.sub();
    s.dup();
    let high = s.pop();
    s.push(low);
    s.combine(|b, a| b | a);
    if s.pop() == 0 {
        s.push(0);
        return Comparison::Equal;
    }
    s.push(high);
    s.push(31);
    s.combine(shift_right);
    s.push(1);
    s.combine(|b, a| b | a);
    Comparison::SameSign
}

/// Operand of a conditional move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    /// 0: the second word stays.
    Zero,
    /// Anything else: the first one does.
    NotZero,
}

/// `jopsys_cond_move`.
#[inline(always)]
pub(crate) fn conditional_move<const W: bool, R: Words>(s: &mut Stack<W, R>) -> Condition {
    let (condition, second, first) = (s.pop(), s.pop(), s.pop());
    if condition == 0 {
        s.push(second);
        Condition::Zero
    } else {
        s.push(first);
        Condition::NotZero
    }
}

/// Path of a shift of long through the microcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LongShift {
    /// By 0.
    Zero,
    /// By 32 to 63: one word moves.
    Word,
    /// By 1 to 31.
    Bits,
}

/// Takes the count; `count` is the count less 32 if anything is to be shifted.
#[inline(always)]
fn shift_count<const W: bool, R: Words>(s: &mut Stack<W, R>) -> (LongShift, u32) {
    s.push(63);
    s.combine(|b, a| b & a);
    let by_zero = s.a == 0;
    s.dup();
    s.pop();
    if by_zero {
        s.pop();
        return (LongShift::Zero, 0);
    }
    s.push(32);
    s.sub();
    s.dup();
    s.push(31);
    s.combine(shift_right_logical);
    let by_bits = s.pop() != 0;
    let count = s.pop();
    (
        if by_bits {
            LongShift::Bits
        } else {
            LongShift::Word
        },
        count,
    )
}

/// `lshl`.
#[inline(always)]
pub(crate) fn lshl<const W: bool, R: Words>(s: &mut Stack<W, R>) -> LongShift {
    let (kind, count) = shift_count(s);
    match kind {
        LongShift::Zero => {}
        LongShift::Word => {
            let low = s.pop();
            s.pop();
            s.push(low);
            s.push(count);
            s.combine(shift_left);
            s.push(0);
        }
        LongShift::Bits => {
            let low = s.pop();
            s.push(count);
            s.combine(shift_left);
            s.push(low);
            s.push(0);
            s.push(count);
            s.sub();
            s.combine(shift_right_logical);
            s.combine(|b, a| b | a);
            s.push(low);
            s.push(count);
            s.combine(shift_left);
        }
    }
    kind
}

/// `lshr`.
#[inline(always)]
pub(crate) fn lshr<const W: bool, R: Words>(s: &mut Stack<W, R>) -> LongShift {
    let (kind, count) = shift_count(s);
    match kind {
        LongShift::Zero => {}
        LongShift::Word => {
            s.pop();
            s.dup();
            let high = s.pop();
            s.push(31);
            s.combine(shift_right);
            s.push(high);
            s.push(count);
            s.combine(shift_right);
        }
        LongShift::Bits => right_both(s, count, shift_right),
    }
    kind
}

/// `lushr`.
#[inline(always)]
pub(crate) fn lushr<const W: bool, R: Words>(s: &mut Stack<W, R>) -> LongShift {
    let (kind, count) = shift_count(s);
    match kind {
        LongShift::Zero => {}
        LongShift::Word => {
            s.pop();
            let high = s.pop();
            s.push(0);
            s.push(high);
            s.push(count);
            s.combine(shift_right_logical);
        }
        LongShift::Bits => right_both(s, count, shift_right_logical),
    }
    kind
}

#[inline(always)]
fn right_both<const W: bool, R: Words>(
    s: &mut Stack<W, R>,
    count: u32,
    shift_high: fn(u32, u32) -> u32,
) {
    let low = s.pop();
    s.dup();
    let high = s.pop();
    s.push(count);
    s.combine(shift_high);
    s.push(low);
    s.push(count);
    s.combine(shift_right_logical);
    s.push(high);
    s.push(0);
    s.push(count);
    s.sub();
    s.combine(shift_left);
    s.combine(|b, a| b | a);
}

/// `ishl`: the hardware takes five bits of the count.
#[inline(always)]
pub(crate) fn shift_left(value: u32, count: u32) -> u32 {
    value.wrapping_shl(count)
}

/// `ishr`.
#[inline(always)]
pub(crate) fn shift_right(value: u32, count: u32) -> u32 {
    (value as i32).wrapping_shr(count) as u32
}

/// `iushr`.
#[inline(always)]
pub(crate) fn shift_right_logical(value: u32, count: u32) -> u32 {
    value.wrapping_shr(count)
}
