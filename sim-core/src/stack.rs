//! Stack and execute unit: the two top elements in registers, the rest in the stack RAM.
//!
//! ```text
//!            +---------+
//!   ir   --->|         |---> a, b    top of stack (TOS), next of stack (NOS)
//!   jopd --->|  stack  |---> zf, nf, eq, lt    flags of the Java branch, from a and b of the cycle
//!   exr  --->|         |---> sp_ov   sticky: the stack met its limit
//!            +---------+
//! ```
//!
//! Phase: reads see the registers of a cycle; [`Stack::clock`] is the edge that ends it.
//! IR cycle: the instruction is in `ir`. EX cycle: the cycle after.
//!
//! Quirks (spec 02 sections 4 and 6, spec 03 section 4):
//! - `stsp` takes A of its IR cycle; all other pointer loads take A of their EX cycle.
//! - `sp_ov` tests equality, so that a `stsp` can jump past the limit unseen.
//! - The RAM is written in the middle of EX: an instruction reads what the one before it writes, but not
//!   what it writes itself (unless the RAM is of the new-data kind).

use serde::{Deserialize, Serialize};

use crate::config::{MachineConfig, StackRamKind};
use crate::decode::{ASource, BSource, Control, PointerLoad, RamAddress, SpNext};
use crate::shifter;

/// Content of stack RAM words that the microcode does not initialise (spec 10 section 8).
const UNINITIALISED: u32 = 0x1234_5678;

/// Flags that a Java branch tests, from A and B of the same cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags {
    /// A is zero.
    pub zero: bool,
    /// A is negative.
    pub negative: bool,
    /// A equals B.
    pub equal: bool,
    /// B is less than A as signed numbers; meaningless while the adder adds.
    pub less: bool,
}

/// Registers, as they stand during one cycle, and the stack RAM.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    /// Top of stack. Reset 0; loaded at the edge ending EX.
    pub a: u32,
    /// Next of stack. Reset 0; loaded at the edge ending EX.
    pub b: u32,
    /// Address of the third element. Reset 128; loaded at the edge ending IR.
    pub sp: u32,
    /// Addresses of local variables 0 to 3, four separate registers. Reset 0.
    pub vp: [u32; 4],
    /// Address register. Reset 0.
    pub ar: u32,
    /// Address of the local variable that the operand names. Reset 0.
    pub vpadd: u32,
    /// Operand of the cycle before. Reset 0.
    pub opddly: u32,
    /// Operand, extended as the instruction asks. Reset 0.
    pub immval: u32,
    /// Memory data, product or method start, sampled at the end of IR. Reset 0.
    pub exr: u32,
    /// The stack pointer met its limit once. Reset 0.
    pub sp_ov: bool,
    /// Output of the RAM: the word addressed in the cycle before.
    pub ram_q: u32,
    /// Write address of the instruction in EX.
    write_address: u32,
    /// The instruction in EX writes.
    write_enable: bool,
    /// The instruction in EX writes the word that it reads, and the RAM is of the new-data kind.
    forward: bool,
    /// The stack RAM.
    pub ram: Vec<u32>,
    mask: u32,
    new_data: bool,
}

impl Stack {
    /// The unit after reset, its RAM holding `initial` and the assembler's filler above.
    #[must_use]
    pub fn new(config: &MachineConfig, initial: &[u32]) -> Self {
        let words = 1 << config.ram_width;
        let mut ram = initial.to_vec();
        ram.resize(words, UNINITIALISED);
        Self {
            a: 0,
            b: 0,
            sp: 128,
            vp: [0; 4],
            ar: 0,
            vpadd: 0,
            opddly: 0,
            immval: 0,
            exr: 0,
            sp_ov: false,
            ram_q: 0,
            write_address: 0,
            write_enable: false,
            forward: false,
            ram,
            mask: words as u32 - 1,
            new_data: config.stack_ram == StackRamKind::NewData,
        }
    }

    /// Flags of this cycle. `subtracts` is the adder's mode, set by the instruction in EX.
    #[inline(always)]
    #[must_use]
    pub fn flags(&self, subtracts: bool) -> Flags {
        let (a, b) = (i64::from(self.a as i32), i64::from(self.b as i32));
        let sum = if subtracts { b - a } else { b + a };
        Flags {
            zero: self.a == 0,
            negative: (self.a as i32) < 0,
            equal: self.a == self.b,
            less: sum < 0,
        }
    }

    /// The edge ending a cycle: `ir` is the instruction in IR, `ex` the one in EX, `jopd` the bytecode
    /// operand, `jpc` the Java program counter and `external` the source selected for `exr`.
    #[inline(always)]
    pub fn clock(&mut self, ir: &Control, ex: &Control, jopd: u32, jpc: u32, external: u32) {
        let stored = match ex.b {
            BSource::Ram => self.a,
            BSource::Hold | BSource::A => self.b,
        };
        let ram_q = if self.forward { stored } else { self.ram_q };
        let next_a = self.next_a(ex.a, ram_q, jpc);
        let next_b = match ex.b {
            BSource::Hold => self.b,
            BSource::Ram => ram_q,
            BSource::A => self.a,
        };
        let next_sp = match ir.sp {
            SpNext::Hold => self.sp,
            SpNext::Increment => (self.sp + 1) & self.mask,
            SpNext::Decrement => self.sp.wrapping_sub(1) & self.mask,
            SpNext::LoadA => self.a & self.mask,
        };
        self.clock_ram(ir, stored);
        self.sp_ov |= self.sp == self.mask - 16; // equality, not >=: spec 03 section 4

        self.immval = extend(self.opddly, ir);
        self.opddly = jopd;
        self.exr = external;
        self.vpadd = (self.vp[0] + (jopd & 0x7F)) & self.mask;
        match ex.pointer {
            PointerLoad::None | PointerLoad::Jpc => {}
            PointerLoad::Vp => self.vp = [0, 1, 2, 3].map(|n| self.a.wrapping_add(n) & self.mask),
            PointerLoad::Ar => self.ar = self.a & self.mask,
        }
        self.a = next_a;
        self.b = next_b;
        self.sp = next_sp;
    }

    #[inline(always)]
    fn next_a(&self, source: ASource, ram_q: u32, jpc: u32) -> u32 {
        let (a, b) = (self.a, self.b);
        match source {
            ASource::Hold => a,
            ASource::Add => b.wrapping_add(a),
            ASource::Subtract => b.wrapping_sub(a),
            ASource::B => b,
            ASource::And => b & a,
            ASource::Or => b | a,
            ASource::Xor => b ^ a,
            ASource::ShiftRightLogical => shifter::right_logical(b, a),
            ASource::ShiftLeft => shifter::left(b, a),
            ASource::ShiftRightArithmetic => shifter::right_arithmetic(b, a),
            ASource::Ram => ram_q,
            ASource::Operand => self.immval,
            ASource::External => self.exr,
            ASource::Sp => self.sp,
            ASource::Vp => self.vp[0],
            ASource::Jpc => jpc,
        }
    }

    /// First the write of the instruction in EX, then the read of the one in IR.
    #[inline(always)]
    fn clock_ram(&mut self, ir: &Control, stored: u32) {
        if self.write_enable {
            self.ram[self.write_address as usize] = stored;
        }
        let read_address = self.address(ir.read);
        self.ram_q = self.ram[read_address as usize];
        self.write_address = self.address(ir.write);
        self.write_enable = ir.writes;
        self.forward = self.new_data && ir.writes && self.write_address == read_address;
    }

    #[inline(always)]
    fn address(&self, select: RamAddress) -> u32 {
        match select {
            RamAddress::Local(n) => self.vp[usize::from(n & 3)],
            RamAddress::LocalOperand => self.vpadd,
            RamAddress::Ar => self.ar,
            RamAddress::Sp => self.sp,
            RamAddress::SpPlusOne => (self.sp + 1) & self.mask,
            RamAddress::Direct(address) => u32::from(address),
        }
    }
}

/// Extends the operand as bits 1 and 0 of the instruction in IR ask.
#[inline(always)]
fn extend(operand: u32, ir: &Control) -> u32 {
    match ir.operand_format {
        0 => operand & 0xFF,
        1 => operand as u8 as i8 as u32,
        2 => operand,
        _ => operand as u16 as i16 as u32,
    }
}
