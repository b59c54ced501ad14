//! Stack: the two top elements in registers, the rest in the stack RAM; [`crate::alu`] and [`crate::shifter`] compute on them.
//! It never spills by itself: the scheduler copies it to memory and back, by the microcode of `memory_copy.asm`.
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

use isa::{MachineConfig, StackRamKind};
use serde::{Deserialize, Serialize};

use crate::alu::{self, Flags};
use crate::decode::{ASource, BSource, Control, Pointer, PointerLoad, RamAddress, SpNext};
use crate::shifter;

/// Content of stack RAM words that the microcode does not initialise (spec 10 section 8).
const UNINITIALISED: u32 = 0x1234_5678;

/// Registers during one cycle, and the stack RAM.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    /// Top of stack. Reset 0; loaded at the edge ending EX.
    pub a: u32,
    /// Next of stack. Reset 0; loaded at the edge ending EX.
    pub b: u32,
    /// Addresses of the stack RAM, in the order of [`Pointer`]: four locals, operand local, `ar`, `sp`, `sp` + 1
    /// and the constant 0. Reset 0, `sp` 128.
    pub pointers: [u32; 9],
    /// Operand of the cycle before. Reset 0.
    pub opddly: u32,
    /// Operand, extended as the instruction in IR asks; kept for `ld_opd` only. Reset 0.
    pub immval: u32,
    /// Memory data, product or method start, sampled at the end of IR; kept for the loads from there. Reset 0.
    pub exr: u32,
    /// The stack pointer met its limit once. Reset 0.
    pub sp_ov: bool,
    /// Output of the RAM: the word addressed in the cycle before.
    pub ram_q: u32,
    /// Write address of the instruction in EX.
    pub write_address: u32,
    /// The instruction in EX writes.
    pub write_enable: bool,
    /// The instruction in EX writes the word that it reads, and the RAM is of the new-data kind.
    pub forward: bool,
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
            pointers: [0, 0, 0, 0, 0, 0, 128, 129, 0],
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

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let pointers = self.pointers.iter().all(|pointer| *pointer <= self.mask);
        self.ram.len() == fresh.ram.len()
            && (self.mask, self.new_data) == (fresh.mask, fresh.new_data)
            && pointers
            && self.pointers[Pointer::Zero as usize] == 0
            && self.write_address <= self.mask
            && self.opddly <= 0xFFFF
    }

    /// Flags of this cycle. `subtracts` is the adder's mode, set by the instruction in EX.
    #[inline(always)]
    #[must_use]
    pub fn flags(&self, subtracts: bool) -> Flags {
        alu::flags(self.a, self.b, subtracts)
    }

    /// Address of the third element.
    #[inline(always)]
    #[must_use]
    pub fn sp(&self) -> u32 {
        self.pointers[Pointer::Sp as usize]
    }

    /// Address of local variable 0.
    #[inline(always)]
    #[must_use]
    pub fn vp(&self) -> u32 {
        self.pointers[Pointer::Local0 as usize]
    }

    /// Address register.
    #[inline(always)]
    #[must_use]
    pub fn ar(&self) -> u32 {
        self.pointers[Pointer::Ar as usize]
    }

    /// The edge ending a cycle: `ir` is the instruction in IR, `ex` the one in EX, `jopd` the bytecode
    /// operand, `jpc` the Java program counter and `external` the next value of `exr`, where it is needed.
    #[inline(always)]
    pub fn clock(
        &mut self,
        ir: &Control,
        ex: &Control,
        jopd: u32,
        jpc: u32,
        external: Option<u32>,
    ) {
        let stored = if ex.b == BSource::Ram { self.a } else { self.b };
        let ram_q = self.write_ram(stored);
        let next_a = self.next_a(ex.a, ram_q, jpc);
        let next_b = match ex.b {
            BSource::Hold => self.b,
            BSource::Ram => ram_q,
            BSource::A => self.a,
        };
        self.address_ram(ir);
        if ir.a == ASource::Operand {
            self.immval = extend(self.opddly, ir.operand_format);
        }
        if let Some(external) = external {
            self.exr = external;
        }
        self.opddly = jopd;
        self.clock_pointers(ir.sp, ex.pointer, jopd);
        self.a = next_a;
        self.b = next_b;
    }

    #[inline(always)]
    fn clock_pointers(&mut self, sp_next: SpNext, load: PointerLoad, jopd: u32) {
        let (sp, mask) = (self.sp(), self.mask);
        if sp == mask - 16 {
            self.sp_ov = true; // equality, not >=: spec 03 section 4
        }
        let sp = match sp_next {
            SpNext::Hold => sp,
            SpNext::Increment => sp + 1,
            SpNext::Decrement => sp.wrapping_sub(1),
            SpNext::LoadA => self.a,
        };
        self.pointers[Pointer::Sp as usize] = sp & mask;
        self.pointers[Pointer::SpPlusOne as usize] = sp.wrapping_add(1) & mask;
        self.pointers[Pointer::LocalOperand as usize] = (self.vp() + (jopd & 0x7F)) & mask;
        if load != PointerLoad::None {
            self.load_pointer(load);
        }
    }

    fn load_pointer(&mut self, load: PointerLoad) {
        let mask = self.mask;
        match load {
            PointerLoad::None | PointerLoad::Jpc => {}
            PointerLoad::Vp => {
                for (n, local) in self.pointers[..4].iter_mut().enumerate() {
                    *local = self.a.wrapping_add(n as u32) & mask;
                }
            }
            PointerLoad::Ar => self.pointers[Pointer::Ar as usize] = self.a & mask,
        }
    }

    #[inline(always)]
    fn next_a(&self, source: ASource, ram_q: u32, jpc: u32) -> u32 {
        let (a, b) = (self.a, self.b);
        match source {
            ASource::Hold => a,
            ASource::Add => alu::add(b, a),
            ASource::Subtract => alu::subtract(b, a),
            ASource::B => b,
            ASource::And => alu::and(b, a),
            ASource::Or => alu::or(b, a),
            ASource::Xor => alu::xor(b, a),
            ASource::ShiftRightLogical => shifter::right_logical(b, a),
            ASource::ShiftLeft => shifter::left(b, a),
            ASource::ShiftRightArithmetic => shifter::right_arithmetic(b, a),
            ASource::Ram => ram_q,
            ASource::Operand => self.immval,
            ASource::External => self.exr,
            ASource::Sp => self.sp(),
            ASource::Vp => self.vp(),
            ASource::Jpc => jpc,
        }
    }

    /// The write of the instruction in EX; gives what the RAM shows to it.
    #[inline(always)]
    fn write_ram(&mut self, stored: u32) -> u32 {
        if self.write_enable {
            self.ram[self.write_address as usize] = stored;
            if self.forward {
                return stored;
            }
        }
        self.ram_q
    }

    /// The addresses of the instruction in IR; it reads what the one in EX has written.
    #[inline(always)]
    fn address_ram(&mut self, ir: &Control) {
        let read_address = self.address(ir.read);
        self.ram_q = self.ram[read_address as usize];
        self.write_enable = ir.writes;
        if ir.writes {
            self.write_address = self.address(ir.write);
            self.forward = self.new_data && self.write_address == read_address;
        }
    }

    #[inline(always)]
    fn address(&self, address: RamAddress) -> u32 {
        self.pointers[address.pointer as usize] | u32::from(address.direct)
    }
}

/// Extends the operand as bits 1 and 0 of `ld_opd` ask.
#[inline(always)]
fn extend(operand: u32, format: u8) -> u32 {
    match format {
        0 => operand & 0xFF,
        1 => operand as u8 as i8 as u32,
        2 => operand,
        _ => operand as u16 as i16 as u32,
    }
}
