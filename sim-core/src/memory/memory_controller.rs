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

use method_cache::{MethodCache, Organisation};
use serde::{Deserialize, Serialize};

use crate::controller_state::{Busy, ControllerState as S, StateOutputs};
use crate::decode::MemoryOp;
use crate::memory_system::Request;
use crate::simpcon::{ADDRESS_MASK, CacheClass, Command, Response};

/// Bit of an index that only a negative or far too large one has.
const INDEX_OVERFLOW: u32 = 1 << 22;

/// Inputs of the controller in one cycle.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
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
    /// Method cache: answer of the lookup.
    pub method_cache: &'a Organisation,
    /// The object cache has the field.
    pub object_hit: bool,
}

/// Registers during a cycle, which a strobe of the same cycle may load.
#[derive(Debug, Clone, Copy)]
struct Before {
    base: u32,
    pos: u32,
    native: bool,
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
    /// The state holds the processor. Reset 0.
    pub state_bsy: bool,
    /// Outputs of the state. Reset to none.
    pub outputs: StateOutputs,
    /// The object cache checks for a putfield. Reset 0.
    pub chk_pf: bool,
    /// The object cache takes the field just read. Reset 0.
    pub wr_gf: bool,
    /// The object cache takes the field just written. Reset 0.
    pub wr_pf: bool,
    /// The copy window moved at the last edge: `translate_bit` follows at the next one.
    window_moved: bool,
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
            state_bsy: false,
            outputs: StateOutputs::NONE,
            chk_pf: false,
            wr_gf: false,
            wr_pf: false,
            window_moved: false,
            bc_addr_mask: (1 << (jpc_width - 2)) - 1,
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let addresses = [
            self.addr_reg,
            self.index,
            self.base_reg,
            self.pos_reg,
            self.offset_reg,
        ];
        self.bc_addr_mask == fresh.bc_addr_mask
            && addresses.iter().all(|address| *address <= ADDRESS_MASK)
            && self.bc_len <= 0x3FF
            && self.bc_addr <= self.bc_addr_mask
    }

    /// Returns true if the controller keeps the processor waiting in this cycle: `mem_bsy`.
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

    /// The command on the bus in this cycle; address and data are on the bus without a strobe, too.
    #[inline]
    #[must_use]
    pub fn command(&self, request: Request) -> Command {
        let Request { op, a, b, .. } = request;
        let reads = matches!(
            op,
            MemoryOp::Read
                | MemoryOp::ReadConstant
                | MemoryOp::ReadAssociative
                | MemoryOp::ArrayLoad
        );
        let writes = matches!(op, MemoryOp::Write | MemoryOp::WriteAssociative);
        Command {
            rd: reads || self.outputs.rd,
            wr: writes || self.outputs.wr,
            address: match op {
                MemoryOp::ArrayLoad => self.translated(b & ADDRESS_MASK),
                _ if reads => self.translated(a & ADDRESS_MASK),
                _ if self.translate_bit => (self.addr_reg + self.offset_reg) & ADDRESS_MASK,
                _ => self.addr_reg,
            },
            wr_data: if writes { a } else { self.value },
            class: match op {
                MemoryOp::Read => CacheClass::Bypass,
                MemoryOp::ReadConstant => CacheClass::DirectMappedConstant,
                MemoryOp::ReadAssociative
                | MemoryOp::WriteAssociative
                | MemoryOp::GetField
                | MemoryOp::ArrayLoad => CacheClass::FullyAssociative,
                _ => self.outputs.dcache,
            },
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
                i.method_cache.ready(),
                if i.method_cache.in_cache() {
                    S::Idl
                } else {
                    S::BcR1
                },
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

    /// The controller stays in a state without outputs and takes no strobe: its next edge changes nothing.
    #[inline(always)]
    #[must_use]
    pub fn waits(&self, op: MemoryOp, next: S) -> bool {
        next == self.state
            && next != S::Idl
            && op == MemoryOp::None
            && !self.window_moved
            && !self.read_ocache
    }

    /// The edge ending a cycle; `next` is the next state of the same inputs.
    #[inline]
    pub fn clock(&mut self, i: &Inputs, next: S) {
        let addr_next = self.addr_next(i);
        self.translate_bit = self.in_copy_window(addr_next);
        let before = Before {
            base: self.base_reg,
            pos: self.pos_reg,
            native: self.was_a_stidx,
        };
        if self.outputs.dec_len {
            self.bc_len = self.bc_len.wrapping_sub(1) & 0x3FF;
        }
        (self.chk_pf, self.wr_gf, self.wr_pf) = (false, false, false);
        self.window_moved = i.op == MemoryOp::Copy;
        if i.op != MemoryOp::None {
            self.load_by_strobe(i);
        }
        self.load_by_state(i, next, before);

        self.outputs = next.outputs();
        // A store comes by iast0 and reads the handle only now: spec 04 section 4.
        self.outputs.rd |= next == S::Iald0 && self.state == S::Iast0;
        match self.outputs.bsy {
            Busy::Hold => {}
            Busy::Set => self.state_bsy = true,
            Busy::Clear => self.state_bsy = false,
        }
        self.putref_reg &= next != S::Idl;
        self.addr_reg = addr_next;
        self.state = next;
    }

    /// The last line that applies wins: spec 04 section 4.
    #[inline(always)]
    fn addr_next(&self, i: &Inputs) -> u32 {
        let address = match self.state {
            S::Iast0 => i.b,
            S::Iald3 | S::Iald23 | S::Gf2 | S::Pf3 => i.response.rd_data.wrapping_add(self.index),
            S::Cp0 => self.pos_reg,
            S::Cp3 => self.pos_reg + self.offset_reg,
            _ => match i.op {
                MemoryOp::WriteAddress | MemoryOp::GetField => i.a,
                MemoryOp::PutStatic | MemoryOp::GetStatic if self.was_a_stidx => self.index,
                MemoryOp::PutStatic | MemoryOp::GetStatic => i.bcopd,
                MemoryOp::MethodLoad => i.a >> 10 & method_cache::ADDRESS_MASK,
                MemoryOp::ArrayLoad | MemoryOp::PutField | MemoryOp::PutFieldReference => i.b,
                _ => self.addr_reg + u32::from(self.outputs.inc_addr_reg),
            },
        };
        address & ADDRESS_MASK
    }

    /// Registers that a strobe loads in any state.
    fn load_by_strobe(&mut self, i: &Inputs) {
        match i.op {
            MemoryOp::ArrayLoad => {
                self.index = i.a & ADDRESS_MASK;
                self.was_a_store = false;
            }
            MemoryOp::Index => {
                self.index = i.a & ADDRESS_MASK;
                self.was_a_stidx = true;
            }
            MemoryOp::GetField => {
                if !self.was_a_stidx {
                    self.index = i.bcopd;
                }
                self.was_a_store = false;
            }
            MemoryOp::ArrayStore => {
                self.value = i.a;
                self.was_a_store = true;
            }
            MemoryOp::PutField | MemoryOp::PutFieldReference => {
                self.value = i.a;
                self.was_a_store = true;
                self.dest_level_reg = i.b >> 25;
                self.putref_reg |= i.op == MemoryOp::PutFieldReference;
            }
            MemoryOp::PutStatic => self.value = i.a,
            MemoryOp::MethodLoad => self.bc_len = i.a & 0x3FF,
            MemoryOp::Copy => {
                self.base_reg = i.b & ADDRESS_MASK;
                self.pos_reg = i.a.wrapping_add(i.b) & ADDRESS_MASK;
                self.cp_stopbit = i.a >> 31 != 0;
            }
            MemoryOp::AtomicStart => self.atomic = true,
            MemoryOp::AtomicEnd => self.atomic = false,
            _ => {}
        }
    }

    /// Registers that a state loads; they win over a strobe.
    #[inline(always)]
    fn load_by_state(&mut self, i: &Inputs, next: S, before: Before) {
        let Before { base, pos, native } = before;
        let rd_data = i.response.rd_data;
        match self.state {
            S::Idl => {
                self.chk_pf = next == S::Pf0 && !native;
                self.read_ocache |= i.object_hit && i.op == MemoryOp::GetField && !native;
                return;
            }
            S::BcCc if next == S::BcR1 => self.bc_addr = i.method_cache.start_word(),
            S::BcWr => self.bc_addr = (self.bc_addr + 1) & self.bc_addr_mask,
            S::Iast0 => {
                self.index = i.a & ADDRESS_MASK;
                self.dest_level_reg = i.b >> 25;
            }
            S::Gf2 => self.was_a_hwo = rd_data >> 31 != 0,
            S::Gf4 if next == S::Idl => {
                self.wr_gf = !native && !self.was_a_hwo;
                self.end_access();
            }
            S::Last if next == S::Idl => self.end_access(),
            S::Pf0 if !native => self.index = i.bcopd,
            S::Pf3 => self.wr_pf = !native && rd_data >> 31 == 0,
            S::Cp0 => self.offset_reg = i.b.wrapping_sub(base) & ADDRESS_MASK,
            S::Cp3 => {
                self.value = rd_data;
                self.pos_reg = (pos + 1) & ADDRESS_MASK;
            }
            S::Cpstop => self.pos_reg = base,
            _ => {}
        }
        self.read_ocache = false;
    }

    fn end_access(&mut self) {
        self.was_a_stidx = false;
        self.was_a_hwo = false;
    }
}

#[cfg(test)]
mod tests {
    use method_cache::{Geometry, OrganisationKind};

    use super::*;

    fn method_cache() -> Organisation {
        let geometry = Geometry::new(12, 4).unwrap();
        Organisation::new(OrganisationKind::Fifo, geometry).expect("a cache of the hardware")
    }

    fn inputs(method_cache: &Organisation, op: MemoryOp, rdy_cnt: u8) -> Inputs<'_> {
        Inputs {
            op,
            a: 100,
            b: 400,
            bcopd: 0,
            response: Response {
                rd_data: 0,
                rdy_cnt,
            },
            method_cache,
            object_hit: false,
        }
    }

    #[test]
    fn a_copy_strobe_in_cp3_does_not_move_the_position_that_counts_up() {
        let cache = method_cache();
        let mut controller = MemoryController::new(12);
        controller.state = S::Cp3;
        controller.pos_reg = 200;
        controller.clock(&inputs(&cache, MemoryOp::Copy, 0), S::Cp4);
        assert_eq!((controller.pos_reg, controller.base_reg), (201, 400));
    }

    #[test]
    fn the_object_cache_is_shown_until_the_first_edge_outside_idl() {
        let cache = method_cache();
        let mut controller = MemoryController::new(12);
        controller.state = S::Rd1;
        controller.read_ocache = true;
        assert!(!controller.waits(MemoryOp::None, S::Rd1));
        controller.clock(&inputs(&cache, MemoryOp::None, 3), S::Rd1);
        assert!(!controller.read_ocache);
        assert!(controller.waits(MemoryOp::None, S::Rd1));
    }
}
