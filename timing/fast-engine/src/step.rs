//! The exact step: one bytecode with every access in its cycle and every possible exception.
//!
//! The bytecodes are in `plain`, `fields`, `arrays`, `calls` and `native`; here are their common parts and the choice between
//! them. A bytecode determines its [`Scenario`]; the table has its cost and the cycle of each access.

use cost_model::{EvaluatedPath, EvaluatedRow, PathId, RowId, Scenario};
use isa::address::system;
use isa::op;

use crate::core::Core;
use crate::error::Fault;
use crate::fields::reach;
use crate::probe::{Executed, Place, Stalls};
use crate::stack::variable;
use crate::system_device;
use crate::{arrays, calls, fields, native, plain};

/// A bytecode under way.
pub(crate) struct Step<'a> {
    pub(crate) core: &'a mut Core,
    row: &'a EvaluatedRow,
    /// Cycle of its dispatch.
    pub(crate) start: u64,
    /// Cycles until the next dispatch, as far as known.
    pub(crate) cycles: u64,
    /// Part of its cycles in which it waits.
    pub(crate) stalls: Stalls,
    /// Part of its cycles by which a device delays it.
    pub(crate) delay: u64,
    /// Scenario that was taken.
    pub(crate) scenario: Scenario,
    /// Runs of its loop.
    pub(crate) runs: u32,
    /// It met a device or the scratchpad where no table has its cost.
    pub(crate) unpriced: bool,
}

impl<'a> Step<'a> {
    pub(crate) fn new(core: &'a mut Core, row: &'a EvaluatedRow, start: u64) -> Self {
        core.stack.base = core.stack.sp;
        core.stack.met_limit = false;
        Self {
            core,
            row,
            start,
            cycles: 0,
            stalls: Stalls::default(),
            delay: 0,
            scenario: Scenario::Usual,
            runs: 1,
            unpriced: false,
        }
    }

    /// Ends the bytecode. Where the stack pointer met its limit on the way, the overflow level is set one cycle after the
    /// register holds it.
    pub(crate) fn end(&mut self) {
        let stack = &self.core.stack;
        if stack.met_limit {
            let (limit, mask) = (stack.limit(), stack.mask());
            let mut moves = self.path(self.scenario).stack.iter();
            let meets = |change: &&cost_model::EvaluatedMove| {
                let from = if change.stored {
                    stack.stored
                } else {
                    stack.base
                };
                from.wrapping_add_signed(change.height) & mask == limit
            };
            // A table that tells of no moves has it happen at the end.
            let at = moves
                .find(meets)
                .map_or(self.cycles, |change| u64::from(change.at) + 1);
            self.core.bus.system.overflow(self.start + at);
        }
    }

    /// Report about the bytecode, once it has ended.
    pub(crate) fn executed(&self, row: RowId, place: Place) -> Executed {
        Executed {
            cycle: self.start,
            place,
            path: PathId {
                row,
                scenario: self.scenario,
            },
            runs: self.runs,
            cycles: self.cycles,
            stalls: self.stalls,
            delay: self.delay,
            lookup: self.core.switch.last,
            frame: self.core.stack.vp,
        }
    }

    pub(crate) fn path(&self, scenario: Scenario) -> &'a EvaluatedPath {
        self.row.path(scenario)
    }

    /// Number of the method of class JVM that carries the bytecode out.
    pub(crate) fn row_method(&self) -> Option<u8> {
        self.row.method
    }

    /// Spends the cycles of a scenario.
    pub(crate) fn take(&mut self, scenario: Scenario) -> &'a EvaluatedPath {
        self.take_runs(scenario, 1)
    }

    /// Spends the cycles of a scenario whose loop runs so many times.
    pub(crate) fn take_runs(&mut self, scenario: Scenario, runs: u32) -> &'a EvaluatedPath {
        let path = self.path(scenario);
        let stalls = &mut self.stalls;
        self.cycles += u64::from(path.cycles_of_count(runs));
        stalls.memory_read += u64::from(path.read_stall_of_count(runs));
        stalls.memory_write += u64::from(path.write_stall_of_count(runs));
        stalls.method_load += path.load.map_or(0, |load| u64::from(load.hit_stall));
        (self.scenario, self.runs) = (scenario, runs);
        path
    }

    /// Cycle of an access, by its place among the accesses of the path.
    pub(crate) fn at(&self, scenario: Scenario, access: usize) -> u64 {
        let accesses = &self.path(scenario).accesses;
        let at = accesses.get(access).map_or(0, |access| access.at);
        self.start + u64::from(at)
    }

    /// Reads memory in a cycle that is unknown from outside.
    pub(crate) fn read(&mut self, address: u32) -> u32 {
        self.unpriced |= reach(self, address) != Scenario::Usual;
        self.core.bus.read(address, self.start)
    }

    /// Writes memory in a cycle that is unknown from outside.
    pub(crate) fn write(&mut self, address: u32, data: u32) {
        self.unpriced |= reach(self, address) != Scenario::Usual;
        self.core.bus.write(address, data, self.start);
    }

    /// Writes to what may be a device: `access` of the path is the write, and a device that stalls delays the bytecode.
    pub(crate) fn write_at(&mut self, address: u32, data: u32, scenario: Scenario, access: usize) {
        let at = self.at(scenario, access);
        if let Some(ready) = self.core.bus.write(address, data, at) {
            let accesses = &self.path(scenario).accesses;
            let slack = accesses.get(access).map_or(0, |access| access.slack);
            let delay = ready.saturating_sub(slack.into());
            self.cycles += delay;
            self.stalls.memory_write += delay;
            self.delay += delay;
        }
    }

    /// The memory unit reports a fault in the cycle that the path names.
    pub(crate) fn fault(&mut self, scenario: Scenario, fault: system_device::Fault) {
        let at = self.path(scenario).exception.unwrap_or(0);
        self.core
            .bus
            .system
            .fault(self.start + u64::from(at), fault);
    }

    /// The microcode writes the exception register: `ldi io_exc; stmwa; ldi number; stmwd`.
    pub(crate) fn raise(&mut self, scenario: Scenario, number: u8) {
        let number = u32::from(number);
        let mut accesses = self.path(scenario).accesses.iter();
        let register = system::EXCEPTION as i32;
        let at = accesses
            .find(|access| access.device == Some(register))
            .map_or(0, |access| access.at);
        self.core
            .bus
            .write(system::EXCEPTION, number, self.start + u64::from(at));
        let s = &mut self.core.stack;
        s.push(system::EXCEPTION);
        s.pop();
        s.push(number);
        s.pop();
    }

    /// An operand byte, counted from the opcode.
    pub(crate) fn byte(&self, n: u32) -> Result<u32, Fault> {
        byte(self.core, self.core.pc + n).map(u32::from)
    }

    /// The two operand bytes after the opcode.
    pub(crate) fn operand(&self) -> Result<u32, Fault> {
        operand(self.core)
    }

    /// Reads the constant that a 16-bit operand names: `ldm cp; ld_opd_16u; add; stmrac; ldmrd`.
    pub(crate) fn push_constant(&mut self, index: u32) {
        let s = &mut self.core.stack;
        s.push(s.load(variable::CP));
        s.push(index);
        s.add();
        let address = s.pop();
        let constant = self.read(address);
        self.core.stack.push(constant);
    }
}

/// The place of the next bytecode, for messages.
pub(crate) fn place(core: &Core) -> (u32, u32) {
    let word = core.code.methods[core.switch.method as usize].word;
    (crate::code::place(word).0, core.pc)
}

fn byte(core: &Core, pc: u32) -> Result<u8, Fault> {
    core.code.byte(core.switch.method, pc).ok_or_else(|| {
        let (method, _) = place(core);
        Fault::LeftMethod { method, pc }
    })
}

/// The two operand bytes of the next bytecode.
pub(crate) fn operand(core: &Core) -> Result<u32, Fault> {
    let byte = |n| byte(core, core.pc + n).map(u32::from);
    Ok(byte(1)? << 8 | byte(2)?)
}

/// The opcode of the next bytecode.
pub(crate) fn opcode(core: &Core) -> Result<u8, Fault> {
    byte(core, core.pc)
}

/// Executes a bytecode; `pc` is that of the next one afterwards.
pub(crate) fn execute(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    if step.row.carrier == cost_model::Carrier::Java {
        return calls::java(step, opcode);
    }
    match opcode {
        op::IALOAD | op::FALOAD | op::AALOAD..=op::SALOAD => arrays::load(step),
        op::LALOAD | op::DALOAD => arrays::load_long(step),
        op::IASTORE | op::FASTORE | op::BASTORE..=op::SASTORE => arrays::store(step),
        op::LASTORE | op::DASTORE => arrays::store_long(step),
        op::ARRAYLENGTH => arrays::length(step),
        op::LDC..=op::LDC2_W => fields::constant(step, opcode)?,
        op::GETSTATIC | op::GETSTATIC_REF => fields::get_static(step)?,
        op::PUTSTATIC => fields::put_static(step)?,
        op::GETFIELD | op::GETFIELD_REF => fields::get(step)?,
        op::PUTFIELD => fields::put(step)?,
        op::GETSTATIC_LONG => fields::get_static_long(step)?,
        op::PUTSTATIC_LONG => fields::put_static_long(step)?,
        op::GETFIELD_LONG => fields::get_long(step)?,
        op::PUTFIELD_LONG => fields::put_long(step)?,
        op::IRETURN | op::FRETURN | op::ARETURN => return calls::ret(step, 1),
        op::LRETURN | op::DRETURN => return calls::ret(step, 2),
        op::RETURN => return calls::ret(step, 0),
        op::INVOKEVIRTUAL => return calls::virtual_call(step),
        op::INVOKESPECIAL => return calls::special(step),
        op::INVOKESTATIC => return calls::static_call(step),
        op::INVOKEINTERFACE => return calls::interface(step),
        op::JOPSYS_INVOKE => return calls::native_invoke(step),
        op::INVOKESUPER => return calls::super_call(step),
        op::MONITORENTER
        | op::MONITOREXIT
        | op::JOPSYS_INVAL
        | op::JOPSYS_RD..=op::JOPSYS_WRMEM
        | op::JOPSYS_SETSP
        | op::JOPSYS_SETVP
        | op::JOPSYS_INT2EXT
        | op::JOPSYS_EXT2INT
        | op::JOPSYS_MEMCPY..=op::JOPSYS_PUTFIELD
        | op::JOPSYS_GETSTATIC
        | op::JOPSYS_PUTSTATIC => {
            return native::execute(step, opcode);
        }
        _ => return plain::execute(step, opcode),
    }
    Ok(())
}
