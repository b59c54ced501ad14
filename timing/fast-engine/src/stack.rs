//! Operand stack and frames: the two top elements in registers, the rest in the stack RAM (spec 12 section 1).
//!
//! Every bytecode pushes and pops here in the order of our microcode. That order is observable: words above the top keep
//! what microcode spilled there, an uninitialised local variable of a later method shows it, and the collector takes
//! every word of the stack for a possible reference.
//!
//! ```text
//!   a        top of stack (TOS)
//!   b        next of stack (NOS)
//!   ram[sp]  third element; S = sp + 2 is the address that TOS would have in the RAM
//! ```
//!
//! Words 6 to 29 are the microcode's scratch. Only those that the runtime reads after a bytecode are kept (`variable`).
//! Words 32 to 63 are the constants of `ldi`. The engine does not support a stack there.

use std::ops::DerefMut;

/// Words of the largest stack RAM.
const LARGEST: usize = 1024;
/// Content of words that the microcode does not initialise (spec 10 section 8).
const UNINITIALISED: u32 = 0x1234_5678;
/// First word after variables, scratch and constants of the microcode (spec 12 section 1).
pub(crate) const LOWEST: u32 = 64;
/// Distance of the overflow limit from the end of the stack RAM (spec 03 section 4).
const LIMIT_FROM_END: u32 = 16;

/// Variables of the microcode with a fixed place in the stack RAM (spec 12 section 1).
pub(crate) mod variable {
    pub(crate) const MP: u32 = 0;
    pub(crate) const CP: u32 = 1;
    pub(crate) const HEAP: u32 = 2;
    pub(crate) const JJP: u32 = 3;
    pub(crate) const JJHP: u32 = 4;
    pub(crate) const LOCK_COUNT: u32 = 5;
    pub(crate) const HIGH: u32 = 14;
    pub(crate) const LOW: u32 = 15;
    pub(crate) const INDEX: u32 = 17;
    pub(crate) const BASE: u32 = 19;
}

/// The stack. With `WATCH` it notes when the stack pointer meets its limit; without, its user made sure that it cannot.
#[derive(Debug, Clone)]
pub(crate) struct Stack<const WATCH: bool, R = Box<[u32; LARGEST]>> {
    /// Top of stack.
    pub(crate) a: u32,
    /// Next of stack.
    pub(crate) b: u32,
    /// Address of the third element.
    pub(crate) sp: u32,
    /// Address of local variable 0.
    pub(crate) vp: u32,
    /// Stack pointer at the start of the bytecode.
    pub(crate) base: u32,
    /// Value that the bytecode wrote to the stack pointer.
    pub(crate) stored: u32,
    /// The stack pointer equalled its limit in this bytecode.
    pub(crate) met_limit: bool,
    mask: u32,
    ram: R,
}

/// Storage of the stack RAM, owned or lent.
pub(crate) trait Words: DerefMut<Target = [u32; LARGEST]> {}

impl<T: DerefMut<Target = [u32; LARGEST]>> Words for T {}

impl Stack<true> {
    /// The stack after reset: `2^width` words that start with `initial`.
    pub(crate) fn new(width: u8, initial: &[u32]) -> Self {
        let mut ram = Box::new([UNINITIALISED; LARGEST]);
        for (word, value) in ram.iter_mut().zip(initial) {
            *word = *value;
        }
        Self {
            a: 0,
            b: 0,
            sp: 128,
            vp: 0,
            base: 128,
            stored: 0,
            met_limit: false,
            mask: (1 << width) - 1,
            ram,
        }
    }
}

impl Stack<true> {
    /// The registers by value with the RAM lent, not watched.
    #[inline(always)]
    pub(crate) fn lend(&mut self) -> Stack<false, &mut [u32; LARGEST]> {
        Stack {
            a: self.a,
            b: self.b,
            sp: self.sp,
            vp: self.vp,
            base: self.base,
            stored: self.stored,
            met_limit: false,
            mask: self.mask,
            ram: &mut self.ram,
        }
    }
}

impl<const WATCH: bool, R: Words> Stack<WATCH, R> {
    /// Top, next, stack pointer and frame pointer.
    #[inline(always)]
    pub(crate) fn registers(&self) -> [u32; 4] {
        [self.a, self.b, self.sp, self.vp]
    }

    /// Sets what [`Stack::registers`] gives.
    #[inline(always)]
    pub(crate) fn set(&mut self, [a, b, sp, vp]: [u32; 4]) {
        (self.a, self.b, self.sp, self.vp) = (a, b, sp, vp);
    }

    /// Words of the stack RAM.
    pub(crate) fn words(&self) -> &[u32] {
        &self.ram[..=self.mask as usize]
    }

    /// Returns true if stack and locals keep off the words of the microcode.
    pub(crate) fn is_in_place(&self) -> bool {
        self.sp >= LOWEST && self.vp >= LOWEST
    }

    /// The stack pointer that means overflow.
    #[inline(always)]
    pub(crate) fn limit(&self) -> u32 {
        self.mask - LIMIT_FROM_END
    }

    /// Mask of a stack RAM address.
    #[inline(always)]
    pub(crate) fn mask(&self) -> u32 {
        self.mask
    }

    /// A word of the stack RAM.
    #[inline(always)]
    pub(crate) fn load(&self, address: u32) -> u32 {
        self.ram[(address & self.mask) as usize % LARGEST]
    }

    /// Writes a word of the stack RAM.
    #[inline(always)]
    pub(crate) fn store(&mut self, address: u32, word: u32) {
        self.ram[(address & self.mask) as usize % LARGEST] = word;
    }

    #[inline(always)]
    fn set_sp(&mut self, sp: u32) {
        self.sp = sp & self.mask;
        if WATCH && self.sp == self.limit() {
            self.met_limit = true; // equality, not >=: spec 03 section 4
        }
    }

    /// Pushes a word.
    #[inline(always)]
    pub(crate) fn push(&mut self, word: u32) {
        self.set_sp(self.sp.wrapping_add(1));
        self.store(self.sp, self.b);
        self.b = self.a;
        self.a = word;
    }

    /// Takes the top away.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> u32 {
        let top = self.a;
        self.a = self.b;
        self.b = self.load(self.sp);
        self.set_sp(self.sp.wrapping_sub(1));
        top
    }

    /// Pushes a word of the stack RAM, read before the push writes (old data, spec 02 section 6).
    #[inline(always)]
    pub(crate) fn push_from(&mut self, address: u32) {
        let word = self.load(address);
        self.push(word);
    }

    /// Takes the top away into a word of the stack RAM, written after the pop has read.
    #[inline(always)]
    pub(crate) fn pop_to(&mut self, address: u32) {
        let word = self.pop();
        self.store(address, word);
    }

    /// Pushes the top once more.
    #[inline(always)]
    pub(crate) fn dup(&mut self) {
        self.push(self.a);
    }

    /// Replaces next and top by `f(next, top)`.
    #[inline(always)]
    pub(crate) fn combine(&mut self, f: impl FnOnce(u32, u32) -> u32) {
        let result = f(self.b, self.a);
        self.b = self.load(self.sp);
        self.set_sp(self.sp.wrapping_sub(1));
        self.a = result;
    }

    /// `add`.
    #[inline(always)]
    pub(crate) fn add(&mut self) {
        self.combine(u32::wrapping_add);
    }

    /// `sub`.
    #[inline(always)]
    pub(crate) fn sub(&mut self) {
        self.combine(u32::wrapping_sub);
    }

    /// `ldsp`: one above the stack pointer before it.
    #[inline(always)]
    pub(crate) fn push_sp(&mut self) {
        self.push(self.sp.wrapping_add(1) & self.mask);
    }

    /// `stvp`.
    #[inline(always)]
    pub(crate) fn pop_to_vp(&mut self) {
        self.vp = self.pop() & self.mask;
    }

    /// `stsp; pop; pop`: S becomes what is on top, and the registers are loaded from there.
    #[inline(always)]
    pub(crate) fn pop_to_sp(&mut self) {
        self.start_at_top();
        self.pop();
        self.pop();
    }

    /// `stsp` alone: the stack pointer register becomes what is on top.
    pub(crate) fn start_at_top(&mut self) {
        let (sp, below) = (self.a, self.load(self.sp));
        self.a = self.b;
        self.b = below;
        self.set_sp(sp);
        self.stored = self.sp;
    }

    /// Address of a local variable; the hardware takes seven bits of the operand (spec 12 section 2).
    #[inline(always)]
    pub(crate) fn local(&self, n: u32) -> u32 {
        self.vp.wrapping_add(n & 0x7F)
    }
}
