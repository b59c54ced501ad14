//! Memory controller: from the strobes of microinstructions to SimpCon commands (spec 04 sections 4 to 9).
//!
//! ```text
//!                      +-------------------+
//!   strobe, a, b ----->|                   |--> command    rd, wr, address, data, cache class
//!   jopd (bcopd) ----->| memory controller |<-- response   rd_data, rdy_cnt of the local bus
//!                      |   state machine   |--> bsy, mem_dout
//!   method cache ----->|                   |--> bytecode RAM write
//!   object cache ----->|                   |--> null_pointer, bounds_error
//!                      +-------------------+
//! ```
//!
//! Phase: [`MemoryController::command`], [`MemoryController::next_state`] and the busy signal are combinational,
//! from the registers and the inputs of a cycle; [`MemoryController::clock`] is the edge that ends it.
//! Registered outputs are set from the *next* state and so are valid during that state.
//!
//! Quirks (spec 04):
//! - Strobes start the state machine in `idl` only, but the address, index and value registers take them in
//!   any state.
//! - The last read of an array load is issued before the bounds check fails (section 8).
//! - An exception leaves `was_a_stidx` set (section 8).

use serde::{Deserialize, Serialize};

use crate::controller_state::ControllerState as S;
use crate::decode::MemoryOp;
use crate::simpcon::{ADDRESS_MASK, CacheClass, Command, Response};

/// Bit of an index that only a negative or far too large one has.
const INDEX_OVERFLOW: u32 = 1 << 22;

/// What the controller sees in one cycle.
#[derive(Debug, Clone, Copy)]
pub struct Inputs {
    /// Strobe of the instruction in EX.
    pub op: MemoryOp,
    /// Top of stack.
    pub a: u32,
    /// Next of stack.
    pub b: u32,
    /// Bytecode operand, 16 bits.
    pub bcopd: u32,
    /// Answer of the slave that the local bus selects.
    pub response: Response,
    /// The method-cache lookup is finished.
    pub method_ready: bool,
    /// The method is in the cache.
    pub method_in_cache: bool,
    /// Word address of the method in the bytecode RAM.
    pub method_start: u32,
    /// The object cache has the field.
    pub object_hit: bool,
}

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryController {
    /// State of the machine. Reset `idl`.
    pub state: S,
    /// Address of the next access, before translation. Reset 0.
    pub addr_reg: u32,
    /// `addr_reg` lies in the window of the copy unit. No reset.
    pub translate_bit: bool,
    /// Array index or field offset. Reset 0.
    pub index: u32,
    /// Data of the next write. Reset 0.
    pub value: u32,
    /// Words still to load. Reset 0.
    pub bc_len: u32,
    /// Bytecode RAM word that the next loaded word goes to. No reset.
    pub bc_addr: u32,
    /// The access under way is native: the index comes from the stack. Reset 0.
    pub was_a_stidx: bool,
    /// The object is a hardware object. Reset 0.
    pub was_a_hwo: bool,
    /// The array or field access is a store. Reset 0.
    pub was_a_store: bool,
    /// First address of the copy window. Reset 0.
    pub base_reg: u32,
    /// End of the copy window. Reset 0.
    pub pos_reg: u32,
    /// Distance from the copied object to its copy. Reset 0.
    pub offset_reg: u32,
    /// The copy is to stop. No reset.
    pub cp_stopbit: bool,
    /// The store is a reference store with scope check. Reset 0.
    pub putref_reg: bool,
    /// Scope level of the object stored to. Reset 0.
    pub dest_level_reg: u32,
    /// `mem_dout` shows the object cache. Reset 0.
    pub read_ocache: bool,
    /// Level of the atomic signal. Reset 0.
    pub atomic: bool,
    /// Read strobe of the state. Reset 0.
    pub state_rd: bool,
    /// Write strobe of the state. Reset 0.
    pub state_wr: bool,
    /// The state holds the processor. Reset 0.
    pub state_bsy: bool,
    /// Cache class of the state's access. No reset.
    pub state_dcache: CacheClass,
    /// `addr_reg` counts up. Reset 0.
    pub inc_addr_reg: bool,
    /// `bc_len` counts down. Reset 0.
    pub dec_len: bool,
    /// The bytecode RAM is written. Reset 0.
    pub bc_wr_ena: bool,
    /// Null pointer pulse. Reset 0.
    pub null_pointer: bool,
    /// Array bounds pulse. Reset 0.
    pub bounds_error: bool,
    /// Illegal assignment pulse; not connected. Reset 0.
    pub illegal_assignment: bool,
    /// The object cache checks for a putfield. Reset 0.
    pub chk_pf: bool,
    /// The object cache takes the field just read. Reset 0.
    pub wr_gf: bool,
    /// The object cache takes the field just written. Reset 0.
    pub wr_pf: bool,
    bc_addr_mask: u32,
}

impl MemoryController {
    /// The controller after reset, for a bytecode RAM of `2^jpc_width` bytes.
    #[must_use]
    pub fn new(jpc_width: u8) -> Self {
        Self {
            state: S::Idl,
            addr_reg: 0,
            translate_bit: false,
            index: 0,
            value: 0,
            bc_len: 0,
            bc_addr: 0,
            was_a_stidx: false,
            was_a_hwo: false,
            was_a_store: false,
            base_reg: 0,
            pos_reg: 0,
            offset_reg: 0,
            cp_stopbit: false,
            putref_reg: false,
            dest_level_reg: 0,
            read_ocache: false,
            atomic: false,
            state_rd: false,
            state_wr: false,
            state_bsy: false,
            state_dcache: CacheClass::Bypass,
            inc_addr_reg: false,
            dec_len: false,
            bc_wr_ena: false,
            null_pointer: false,
            bounds_error: false,
            illegal_assignment: false,
            chk_pf: false,
            wr_gf: false,
            wr_pf: false,
            bc_addr_mask: (1 << (jpc_width - 2)) - 1,
        }
    }

    /// Whether the controller keeps the processor waiting in this cycle: `mem_bsy`.
    #[inline(always)]
    #[must_use]
    pub fn is_busy(&self, rdy_cnt: u8) -> bool {
        rdy_cnt == 3 || self.state_bsy && !matches!(self.state, S::Ialrb | S::Last | S::Gf4)
    }

    /// The getfield strobe asks the object cache: `chk_gf`.
    #[inline(always)]
    #[must_use]
    pub fn checks_getfield(&self, op: MemoryOp) -> bool {
        op == MemoryOp::GetField && !self.was_a_stidx
    }

    /// The command on the bus in this cycle.
    #[inline]
    #[must_use]
    pub fn command(&self, i: &Inputs) -> Command {
        let reads = matches!(
            i.op,
            MemoryOp::Read
                | MemoryOp::ReadConstant
                | MemoryOp::ReadAssociative
                | MemoryOp::ArrayLoad
        );
        let writes = matches!(i.op, MemoryOp::Write | MemoryOp::WriteAssociative);
        Command {
            rd: reads || self.state_rd,
            wr: writes || self.state_wr,
            address: self.command_address(i),
            wr_data: if writes { i.a } else { self.value },
            class: match i.op {
                MemoryOp::Read => CacheClass::Bypass,
                MemoryOp::ReadConstant => CacheClass::DirectMappedConstant,
                MemoryOp::ReadAssociative
                | MemoryOp::WriteAssociative
                | MemoryOp::GetField
                | MemoryOp::ArrayLoad => CacheClass::FullyAssociative,
                _ => self.state_dcache,
            },
        }
    }

    fn command_address(&self, i: &Inputs) -> u32 {
        match i.op {
            MemoryOp::Read | MemoryOp::ReadConstant | MemoryOp::ReadAssociative => {
                self.translated(i.a & ADDRESS_MASK)
            }
            MemoryOp::ArrayLoad => self.translated(i.b & ADDRESS_MASK),
            _ if self.translate_bit => (self.addr_reg + self.offset_reg) & ADDRESS_MASK,
            _ => self.addr_reg,
        }
    }

    fn translated(&self, address: u32) -> u32 {
        if self.in_copy_window(address) {
            (address + self.offset_reg) & ADDRESS_MASK
        } else {
            address
        }
    }

    fn in_copy_window(&self, address: u32) -> bool {
        address >= self.base_reg && address < self.pos_reg
    }

    /// State of the next cycle (spec 04 section 5).
    #[inline]
    #[must_use]
    pub fn next_state(&self, i: &Inputs) -> S {
        let rdy_cnt = i.response.rdy_cnt;
        let done_next = rdy_cnt <= 1;
        let soon = rdy_cnt != 3;
        let stay_unless = |ready: bool, next: S| if ready { next } else { self.state };
        match self.state {
            S::Idl => self.start(i),
            S::Rd1 | S::Wr1 | S::Last | S::BcWl => stay_unless(done_next, S::Idl),
            S::Ps1 if self.putref_reg && self.value >> 25 != 0 => S::Iaexc,
            S::Ps1 | S::Gs1 | S::Iasst | S::Pf4 | S::Cp4 => S::Last,
            S::BcCc => stay_unless(
                i.method_ready,
                if i.method_in_cache { S::Idl } else { S::BcR1 },
            ),
            S::BcR1 => S::BcW,
            S::BcW => stay_unless(soon, S::BcRn),
            S::BcRn => S::BcWr,
            S::BcWr if self.bc_len == 0 => S::BcWl,
            S::BcWr if soon => S::BcRn,
            S::BcWr => S::BcW,
            S::Iast0 => S::Iald0,
            S::Iald0 => self.check_array(soon),
            S::Iald1 => stay_unless(soon, S::Iald2),
            S::Iald2 => S::Iald3,
            S::Iald3 | S::Iald23 if self.was_a_store => S::Iaswb,
            S::Iald3 | S::Iald23 if soon => S::Iasrd,
            S::Iald3 | S::Iald23 => S::Iald4,
            S::Iald4 => stay_unless(soon, S::Iasrd),
            S::Iasrd => S::Ialrb,
            S::Ialrb if self.out_of_bounds(i) && rdy_cnt != 0 => S::Abexc,
            S::Ialrb => stay_unless(done_next, S::Idl),
            S::Iaswb => stay_unless(done_next, S::Iasrb),
            S::Iasrb if self.out_of_bounds(i) => S::Abexc,
            S::Iasrb => S::Iasst,
            S::Gf0 if self.addr_reg == 0 => S::Npexc,
            S::Gf0 => S::Gf1,
            S::Gf1 => stay_unless(done_next, S::Gf2),
            S::Gf2 => S::Gf3,
            S::Gf3 => S::Gf4,
            S::Gf4 => stay_unless(done_next, S::Idl),
            S::Pf0 => S::Pf1,
            S::Pf1 if self.addr_reg == 0 => S::Npexc,
            S::Pf1 if self.escapes_scope() => S::Iaexc,
            S::Pf1 => S::Pf2,
            S::Pf2 => stay_unless(done_next, S::Pf3),
            S::Pf3 => S::Pf4,
            S::Cp0 if self.cp_stopbit => S::Cpstop,
            S::Cp0 => S::Cp1,
            S::Cp1 => S::Cp2,
            S::Cp2 => stay_unless(done_next, S::Cp3),
            S::Cp3 => S::Cp4,
            S::Cpstop => S::Idl,
            S::Npexc | S::Abexc | S::Iaexc => S::Excw,
            S::Excw => stay_unless(rdy_cnt == 0, S::Idl),
        }
    }

    fn start(&self, i: &Inputs) -> S {
        match i.op {
            MemoryOp::Read | MemoryOp::ReadConstant | MemoryOp::ReadAssociative => S::Rd1,
            MemoryOp::Write | MemoryOp::WriteAssociative => S::Wr1,
            MemoryOp::PutStatic => S::Ps1,
            MemoryOp::GetStatic => S::Gs1,
            MemoryOp::MethodLoad => S::BcCc,
            MemoryOp::ArrayLoad => S::Iald0,
            MemoryOp::GetField if i.object_hit => S::Idl,
            MemoryOp::GetField => S::Gf0,
            MemoryOp::PutField | MemoryOp::PutFieldReference => S::Pf0,
            MemoryOp::Copy => S::Cp0,
            MemoryOp::ArrayStore => S::Iast0,
            _ => S::Idl,
        }
    }

    fn check_array(&self, soon: bool) -> S {
        if self.addr_reg == 0 {
            S::Npexc
        } else if self.index & INDEX_OVERFLOW != 0 {
            S::Abexc
        } else if self.escapes_scope() {
            S::Iaexc
        } else if soon && !self.was_a_store {
            S::Iald2
        } else {
            S::Iald1
        }
    }

    fn out_of_bounds(&self, i: &Inputs) -> bool {
        self.index >= i.response.rd_data & ADDRESS_MASK
    }

    fn escapes_scope(&self) -> bool {
        self.putref_reg && self.dest_level_reg < self.value >> 25
    }

    /// The edge ending a cycle; `next_state` is that of the same inputs.
    pub fn clock(&mut self, i: &Inputs, next_state: S) {
        let addr_next = self.addr_next(i);
        self.clock_copy_window(i, addr_next);
        self.clock_index_and_value(i);
        self.clock_method_load(i, next_state);
        self.clock_access_kind(i, next_state);
        self.clock_outputs(next_state);
        self.addr_reg = addr_next;
        self.state = next_state;
    }

    /// The last line that applies wins: spec 04 section 4.
    fn addr_next(&self, i: &Inputs) -> u32 {
        let by_strobe = match i.op {
            MemoryOp::WriteAddress | MemoryOp::GetField => i.a,
            MemoryOp::PutStatic | MemoryOp::GetStatic if self.was_a_stidx => self.index,
            MemoryOp::PutStatic | MemoryOp::GetStatic => i.bcopd,
            MemoryOp::MethodLoad => i.a >> 10 & method_cache::ADDRESS_MASK,
            MemoryOp::ArrayLoad | MemoryOp::PutField | MemoryOp::PutFieldReference => i.b,
            _ if self.inc_addr_reg => self.addr_reg + 1,
            _ => self.addr_reg,
        };
        let address = match self.state {
            S::Iast0 => i.b,
            S::Iald3 | S::Iald23 | S::Gf2 | S::Pf3 => i.response.rd_data.wrapping_add(self.index),
            S::Cp0 => self.pos_reg,
            S::Cp3 => self.pos_reg + self.offset_reg,
            _ => by_strobe,
        };
        address & ADDRESS_MASK
    }

    fn clock_copy_window(&mut self, i: &Inputs, addr_next: u32) {
        self.translate_bit = self.in_copy_window(addr_next);
        let starts = i.op == MemoryOp::Copy;
        let base = self.base_reg;
        match self.state {
            S::Cpstop => self.pos_reg = base,
            S::Cp3 => self.pos_reg = (self.pos_reg + 1) & ADDRESS_MASK,
            _ if starts => self.pos_reg = i.a.wrapping_add(i.b) & ADDRESS_MASK,
            _ => {}
        }
        if self.state == S::Cp0 {
            self.offset_reg = i.b.wrapping_sub(base) & ADDRESS_MASK;
        }
        if starts {
            self.base_reg = i.b & ADDRESS_MASK;
            self.cp_stopbit = i.a >> 31 != 0;
        }
    }

    fn clock_index_and_value(&mut self, i: &Inputs) {
        if matches!(i.op, MemoryOp::ArrayLoad | MemoryOp::Index) {
            self.index = i.a & ADDRESS_MASK;
        }
        if (i.op == MemoryOp::GetField || self.state == S::Pf0) && !self.was_a_stidx {
            self.index = i.bcopd;
        }
        if self.state == S::Iast0 {
            self.index = i.a & ADDRESS_MASK;
        }
        if matches!(
            i.op,
            MemoryOp::ArrayStore
                | MemoryOp::PutField
                | MemoryOp::PutFieldReference
                | MemoryOp::PutStatic
        ) {
            self.value = i.a;
        }
        if self.state == S::Cp3 {
            self.value = i.response.rd_data;
        }
    }

    fn clock_method_load(&mut self, i: &Inputs, next_state: S) {
        if i.op == MemoryOp::MethodLoad {
            self.bc_len = i.a & 0x3FF;
        } else if self.dec_len {
            self.bc_len = self.bc_len.wrapping_sub(1) & 0x3FF;
        }
        if self.state == S::BcWr {
            self.bc_addr = (self.bc_addr + 1) & self.bc_addr_mask;
        } else if next_state == S::BcR1 {
            self.bc_addr = i.method_start;
        }
    }

    fn clock_access_kind(&mut self, i: &Inputs, next_state: S) {
        let finishes = next_state == S::Idl && matches!(self.state, S::Gf4 | S::Last);
        self.wr_gf =
            next_state == S::Idl && self.state == S::Gf4 && !self.was_a_stidx && !self.was_a_hwo;
        self.chk_pf = next_state == S::Pf0 && !self.was_a_stidx;
        self.wr_pf = next_state == S::Pf4 && !self.was_a_stidx && i.response.rd_data >> 31 == 0;
        self.read_ocache = self.state == S::Idl
            && (self.read_ocache || i.object_hit && self.checks_getfield(i.op));

        if finishes {
            self.was_a_stidx = false;
            self.was_a_hwo = false;
        } else {
            self.was_a_stidx |= i.op == MemoryOp::Index;
            if next_state == S::Gf3 {
                self.was_a_hwo = i.response.rd_data >> 31 != 0;
            }
        }
        match i.op {
            MemoryOp::ArrayLoad | MemoryOp::GetField => self.was_a_store = false,
            MemoryOp::ArrayStore | MemoryOp::PutField | MemoryOp::PutFieldReference => {
                self.was_a_store = true;
            }
            MemoryOp::AtomicStart => self.atomic = true,
            MemoryOp::AtomicEnd => self.atomic = false,
            _ => {}
        }
        let puts_field = matches!(i.op, MemoryOp::PutField | MemoryOp::PutFieldReference);
        if puts_field || self.state == S::Iast0 {
            self.dest_level_reg = i.b >> 25;
        }
        self.putref_reg =
            next_state != S::Idl && (self.putref_reg || i.op == MemoryOp::PutFieldReference);
    }

    fn clock_outputs(&mut self, next: S) {
        self.state_rd = matches!(
            next,
            S::Gs1
                | S::BcR1
                | S::BcRn
                | S::Iald2
                | S::Iald23
                | S::Iasrd
                | S::Gf0
                | S::Gf3
                | S::Pf1
                | S::Cp1
        ) || next == S::Iald0 && self.state == S::Iast0;
        self.state_wr = matches!(next, S::Ps1 | S::Iasst | S::Pf4 | S::Cp4);
        self.inc_addr_reg = matches!(next, S::BcR1 | S::BcRn | S::Iald0);
        self.dec_len = next == S::BcRn;
        self.bc_wr_ena = next == S::BcWr;
        self.null_pointer = next == S::Npexc;
        self.bounds_error = next == S::Abexc;
        self.illegal_assignment = next == S::Iaexc;
        self.state_dcache = match next {
            S::Ps1 | S::Gs1 => CacheClass::DirectMapped,
            S::Iald0 | S::Iald2 | S::Iald23 | S::Gf3 | S::Pf1 | S::Pf4 => {
                CacheClass::FullyAssociative
            }
            _ => CacheClass::Bypass,
        };
        match next {
            S::Ps1 | S::Gs1 | S::BcCc | S::Iast0 | S::Iald0 | S::Gf0 | S::Pf0 | S::Cp0 => {
                self.state_bsy = true;
            }
            S::Idl | S::Rd1 | S::Wr1 | S::Last => self.state_bsy = false,
            _ => {}
        }
    }
}
