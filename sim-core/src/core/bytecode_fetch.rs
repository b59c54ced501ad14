//! Bytecode fetch: the Java PC, the bytecode RAM, operands, Java branches and the dispatch to microcode.
//!
//! ```text
//!               +----------------+
//!   nxt, opd -->|                |--> jpaddr   ROM address to dispatch to
//!   irq, exc -->| bytecode fetch |--> jopd     16-bit operand
//!   flags    -->|                |--> ack_irq, ack_exc
//!               +-------^--------+
//!                       | bytecode RAM, written by the memory controller
//! ```
//!
//! Phase: combinational signals are those of a cycle, [`BytecodeFetch::clock`] is the edge that ends it.
//! A byte on `jbc_q` together with `nxt` is dispatched: its first microword is on `rom_data` one cycle later.
//!
//! Quirks (spec 03 section 1):
//! - `jopd` takes the byte on `jbc_q` in every cycle, not only with `opd`.
//! - An interrupt or exception replaces a bytecode, yet `jpc` counts on and `jinstr` is loaded.
//! - With both pending the exception is dispatched and the interrupt is acknowledged as well: it is lost.

use microcode::JumpTable;
use serde::{Deserialize, Serialize};

use crate::alu::Flags;
use crate::microcode_fetch::RomData;
use isa::{MachineConfig, op};

/// Registers and the bytecode RAM.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytecodeFetch {
    /// Java PC, one bit wider than the address of the bytecode RAM. Reset 0.
    pub jpc: u32,
    /// Address register of the bytecode RAM. No reset.
    pub jbc_address: u32,
    /// Bytecode dispatched last. No reset.
    pub jinstr: u8,
    /// Address of the bytecode dispatched last. No reset.
    pub jpc_br: u32,
    /// `jinstr` of the cycle before, from which the branch type `tp` is decoded. No reset.
    pub jinstr_d: u8,
    /// `jpc_br` of the cycle before, for the branch target. No reset.
    pub jpc_br_d: u32,
    /// High byte of the branch offset: `jopd` of the cycle before. No reset.
    pub jopd_d: u32,
    /// The two last operand bytes. Reset 0.
    pub jopd: u32,
    /// An interrupt waits for the next `nxt`. Reset 0.
    pub int_pend: bool,
    /// An exception waits for the next `nxt`. Reset 0.
    pub exc_pend: bool,
    /// The bytecode RAM: method-cache data, byte 0 of a word is its most significant one.
    pub jbc: Vec<u8>,
    jpc_mask: u32,
    jbc_mask: u32,
    branch_mask: u32,
}

/// Inputs of the edge that ends a cycle.
#[derive(Debug, Clone, Copy)]
pub struct FetchInputs {
    /// The word on `rom_data`, for its flags.
    pub rom_data: RomData,
    /// A Java branch is taken.
    pub jmp: bool,
    /// The EX cycle of `stjpc`, with A of that cycle.
    pub load_jpc: Option<u32>,
    /// `jbc_q` of this cycle.
    pub bytecode: u8,
}

impl BytecodeFetch {
    /// The unit after reset, its RAM zero.
    #[must_use]
    pub fn new(config: &MachineConfig) -> Self {
        let width = u32::from(config.jpc_width);
        Self {
            jpc: 0,
            jbc_address: 0,
            jinstr: 0,
            jpc_br: 0,
            jinstr_d: 0,
            jpc_br_d: 0,
            jopd_d: 0,
            jopd: 0,
            int_pend: false,
            exc_pend: false,
            jbc: vec![0; 1 << width],
            jpc_mask: (1 << (width + 1)) - 1,
            jbc_mask: (1 << width) - 1,
            branch_mask: (1 << (width - 7)) - 1,
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let Self { jpc_mask, .. } = *self;
        self.jbc.len() == fresh.jbc.len()
            && (jpc_mask, self.jbc_mask, self.branch_mask)
                == (fresh.jpc_mask, fresh.jbc_mask, fresh.branch_mask)
            && [self.jpc, self.jpc_br, self.jpc_br_d]
                .iter()
                .all(|pc| *pc <= jpc_mask)
            && self.jbc_address <= self.jbc_mask
            && self.jopd.max(self.jopd_d) <= 0xFFFF
    }

    /// The byte of the bytecode RAM at the address register.
    #[inline(always)]
    #[must_use]
    pub fn jbc_q(&self) -> u8 {
        self.jbc[self.jbc_address as usize]
    }

    /// An interrupt waits and is enabled: `int_req`.
    #[inline(always)]
    #[must_use]
    pub fn interrupt_request(&self, irq_ena: bool) -> bool {
        self.int_pend && irq_ena
    }

    /// ROM address that `nxt` dispatches to in this cycle: exception before interrupt before bytecode.
    #[inline(always)]
    #[must_use]
    pub fn jpaddr(&self, table: &JumpTable, bytecode: u8, int_req: bool) -> u16 {
        if self.exc_pend {
            table.exception
        } else if int_req {
            table.interrupt
        } else {
            table.bytecodes[usize::from(bytecode)]
        }
    }

    /// Returns true if `jbr` in IR branches: `jmp`, decided from the flags of the same cycle.
    #[inline(always)]
    #[must_use]
    pub fn branches(&self, flags: Flags) -> bool {
        branches(self.jinstr_d, flags)
    }

    /// The edge ending a cycle.
    #[inline(always)]
    pub fn clock(&mut self, inputs: &FetchInputs) {
        let (nxt, opd) = (inputs.rom_data.nxt(), inputs.rom_data.opd());
        let next = if inputs.jmp {
            self.jmp_addr()
        } else {
            (self.jpc + u32::from(nxt | opd)) & self.jpc_mask
        };
        // The load of jpc does not reach the RAM address in the same cycle: spec 03 section 1.
        self.jbc_address = next & self.jbc_mask;
        self.jinstr_d = self.jinstr;
        self.jpc_br_d = self.jpc_br;
        self.jopd_d = self.jopd;
        if nxt {
            self.jinstr = inputs.bytecode;
            self.jpc_br = self.jpc;
        }
        let high = if opd { self.jopd << 8 } else { self.jopd };
        self.jopd = high & 0xFF00 | u32::from(inputs.bytecode);
        self.jpc = inputs.load_jpc.map_or(next, |a| a & self.jpc_mask);
    }

    /// The same edge for the pending registers. Setting has priority over clearing: spec 03 section 5.
    pub fn clock_pending(&mut self, irq: bool, exc: bool, ack_irq: bool, ack_exc: bool) {
        self.int_pend = irq || self.int_pend && !ack_irq;
        self.exc_pend = exc || self.exc_pend && !ack_exc;
    }

    /// Branch target, registered from the operand bytes of the cycle before: the low byte was on `jbc_q` then.
    fn jmp_addr(&self) -> u32 {
        let offset = (self.jopd_d & self.branch_mask) << 8 | self.jopd & 0xFF;
        (self.jpc_br_d + offset) & self.jpc_mask
    }

    /// Writes a word of the bytecode RAM; its most significant byte is executed first.
    #[inline]
    pub fn write_word(&mut self, word_address: u32, word: u32) {
        let first = (word_address << 2 & self.jbc_mask) as usize;
        self.jbc[first..first + 4].copy_from_slice(&word.to_be_bytes());
    }
}

/// Returns true if the Java branch `bytecode` is taken with these flags.
#[inline(always)]
#[must_use]
pub fn branches(bytecode: u8, flags: Flags) -> bool {
    let Flags {
        zero,
        negative,
        equal,
        less,
    } = flags;
    let branch = branch_type(bytecode);
    match branch {
        0b1001 => zero,
        0b1010 => !zero,
        0b1011 => negative,
        0b1100 => !negative,
        0b1101 => !zero && !negative,
        0b1110 => zero || negative,
        0b1111 => equal,
        0b0000 => !equal,
        0b0001 => less,
        0b0010 => !less,
        0b0011 => !equal && !less,
        0b0100 => equal || less,
        0b0111 => true,
        _ => false,
    }
}

/// Branch type code of a bytecode; the four low bits except for the reference branches.
#[inline(always)]
fn branch_type(bytecode: u8) -> u8 {
    match bytecode {
        op::IF_ACMPEQ => 0b1111,
        op::IF_ACMPNE => 0b0000,
        op::IFNULL => 0b1001,
        op::IFNONNULL => 0b1010,
        _ => bytecode & 0xF,
    }
}
