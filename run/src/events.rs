//! What can be seen of a run at the level of bytecodes, whatever the engine.
//!
//! ```text
//!   sim_core::Probe   every cycle ──┐
//!   superblock::Sums  in sums ──────┼──▶ MachineEvents ──┐
//!   fast_engine::Probe ─────────────┼──▶ FastEvents ─────┼──▶ Events: recorders, written once
//! ```
//!
//! | seen | event | asked for by |
//! |---|---|---|
//! | bytecode: place, cycles, stalls | [`Events::passed`] in sums, [`Events::stayed`], [`Events::retired`] | [`Events::STAYED`] for each in a sum |
//! | its stalls by cause | the same | [`Events::CAUSES`]; not on the fast engine |
//! | call, return, unwinding, and the lookup | [`Retired::lookup`] and [`Retired::frame`] | |
//! | entry of an interrupt or exception | [`Retired::is_entry`] | |
//! | start and end of a collection | lookups of the collector | |
//! | write of a word: of the runtime's for a switch of threads, an allocation, a mark of a region | [`Events::wrote`] | [`Events::watches`]; only `putstatic` on the fast engine |
//! | access of a device | [`Events::accessed`] | [`Events::DEVICES`] |
//! | monitor entered or left | [`Events::locked`] | [`Events::LOCKS`] |
//! | stack pointer | [`Events::cycle`] | [`Events::CYCLES`]; only on the reference |
//!
//! A recorder is told of bytecodes when they have ended, in their order: those that stay in their method in sums, all others by themselves. The
//! sums come before the next event of another kind. Writes and accesses come before the bytecode that they belong to; where a limit of
//! cycles ends the run in it, the fast engine tells them all. What a recorder does not ask for by a constant compiles to nothing;
//! what an engine cannot tell is refused before the run (`recorders::Choice::on_fast_engine`), or does not compile for it.

mod fast;
mod machine;

use isa::{Spent, op};
use sim_core::main_memory::Words;
use sim_core::statistics::Stalls;

pub use self::fast::FastEvents;
pub use self::machine::MachineEvents;

pub use crate::lock::Lock;
pub use fast_engine::{DeviceAccess, Use};

/// Lookup of a method that a bytecode or entry has gone to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// Word address of the method's code.
    pub method: u32,
    /// Its length in words.
    pub words: u32,
    /// It was in the method cache.
    pub hit: bool,
    /// Cycle in which the answer is taken. Where the engine does not know it, that of the dispatch that follows.
    pub answer: u64,
}

/// A bytecode that has ended, or what took the place of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retired {
    /// Cycle of its dispatch; 0 for the start from reset.
    pub cycle: u64,
    /// Word address of the code of its method; for an entry, of the method that it came upon; 0 for the start.
    pub method: u32,
    /// Byte offset in it; none of an entry and of the start.
    pub pc: Option<u32>,
    /// The bytecode; an entry's is [`op::SYS_INT`] or [`op::SYS_EXC`], the start's [`op::NOP`].
    pub opcode: u8,
    /// Its cycles.
    pub spent: Spent,
    /// Those in which it waits, by cause; all 0 for recorders without [`Events::CAUSES`].
    pub stalls: Stalls,
    /// The method that it has gone to.
    pub lookup: Option<Lookup>,
    /// The frame pointer (`vp`) after it; has no meaning if it went nowhere.
    pub frame: u32,
}

impl Retired {
    /// Cycle of the dispatch that follows.
    #[must_use]
    #[inline(always)]
    pub fn end(&self) -> u64 {
        self.cycle + self.spent.cycles
    }

    /// The entry into an interrupt or exception.
    #[must_use]
    #[inline(always)]
    pub fn is_entry(&self) -> bool {
        is_entry(self.opcode)
    }
}

/// One of the bytecodes that are told in sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stayed {
    /// Word address of the code of its method.
    pub method: u32,
    /// Byte offset in it.
    pub pc: u32,
    /// The bytecode.
    pub opcode: u8,
    /// Its cycles.
    pub spent: Spent,
    /// Those in which it waits, by cause; all 0 for recorders without [`Events::CAUSES`].
    pub stalls: Stalls,
}

/// Bytecodes one after the other, none of which left its method or waited for one, or is one of [`comes_alone`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passed {
    /// Their number.
    pub bytecodes: u64,
    /// Their cycles.
    pub spent: Spent,
}

/// A write to main memory.
#[derive(Debug, Clone, Copy)]
pub struct Wrote<'a> {
    /// Its cycle; on an engine that does not know it, that of the bytecode's dispatch.
    pub cycle: u64,
    /// Word address.
    pub address: u32,
    /// The word.
    pub word: u32,
    /// Main memory after it; none on an engine that does not show it.
    pub memory: Option<&'a Words>,
}

/// Takes what is seen of a run.
pub trait Events {
    /// [`Events::stayed`] may be asked for.
    const STAYED: bool = false;
    /// Stalls come by cause.
    const CAUSES: bool = false;
    /// [`Events::due`] may name a cycle.
    const TIMED: bool = false;
    /// [`Events::cycle`] is asked for.
    const CYCLES: bool = false;
    /// [`Events::accessed`] is asked for.
    const DEVICES: bool = false;
    /// [`Events::locked`] is asked for.
    const LOCKS: bool = false;

    /// Every bytecode is to come alone from the next on. It may turn true with [`Events::begins`] alone, as an engine may be ahead of what
    /// it tells otherwise.
    #[inline(always)]
    fn each(&self) -> bool {
        false
    }

    /// The bytecodes of the sums are to come one by one, too, each before its sum.
    #[inline(always)]
    fn wants_stayed(&self) -> bool {
        Self::STAYED
    }

    /// [`Events::reached`] is to come with the first dispatch in this cycle or later.
    #[inline(always)]
    fn due(&self) -> u64 {
        u64::MAX
    }

    /// The start from reset is over.
    fn started(&mut self, _start: &Retired) {}

    /// A bytecode that comes alone and goes nowhere has begun; [`Events::retired`] or [`Events::cut`] follows.
    #[inline(always)]
    fn begins(&mut self, _method: u32, _pc: u32, _opcode: u8) {}

    /// Bytecodes have ended that stayed in their method; their uses come by [`Events::used`].
    #[inline(always)]
    fn passed(&mut self, _passed: &Passed) {}

    /// One of them.
    #[inline(always)]
    fn stayed(&mut self, _stayed: &Stayed) {}

    /// A bytecode has ended, or an entry.
    #[inline(always)]
    fn retired(&mut self, _retired: &Retired) {}

    /// Bytecodes have ended that stayed in their method, if any, and after them one that has gone to another.
    #[inline(always)]
    fn moved(&mut self, passed: &Passed, retired: &Retired) {
        if passed.bytecodes > 0 {
            self.passed(passed);
        }
        self.retired(retired);
    }

    /// The run is over in the middle of this bytecode, which comes in the place of [`Events::retired`]. It has gone nowhere, but
    /// may have looked up a method.
    fn cut(&mut self, retired: &Retired, _lookup: Option<&Lookup>) {
        self.retired(retired);
    }

    /// The cycle of [`Events::due`], or a later one: that of a dispatch.
    #[inline(always)]
    fn reached(&mut self, _cycle: u64) {}

    /// Writes to this address are to be told.
    #[inline(always)]
    fn watches(&self, _address: u32) -> bool {
        false
    }

    /// Such a write, of the bytecode that runs.
    #[inline(always)]
    fn wrote(&mut self, _wrote: &Wrote<'_>) {}

    /// The bytecode that runs has accessed a device.
    #[inline(always)]
    fn accessed(&mut self, _access: &DeviceAccess) {}

    /// The bytecode that runs has entered or left a monitor.
    #[inline(always)]
    fn locked(&mut self, _lock: &Lock) {}

    /// A cycle with its stack pointer, after the bytecode that ends in it.
    #[inline(always)]
    fn cycle(&mut self, _cycle: u64, _pointer: u32) {}

    /// Executions of bytecodes that came in sums, by opcode.
    fn used(&mut self, _uses: &[Use; 256]) {}
}

/// Bytecodes that no sum contains: what they take depends on more than their place, or ends a polling loop's iteration.
#[must_use]
#[inline(always)]
pub fn comes_alone(opcode: u8) -> bool {
    matches!(
        opcode,
        op::MONITORENTER | op::MONITOREXIT | op::JOPSYS_RD | op::SYS_INT | op::SYS_EXC
    )
}

/// Tells an access of a device to those who ask for it, or for the lock that it enters or leaves.
fn tell_access<R: Events>(recorder: &mut R, access: &DeviceAccess) {
    if R::DEVICES {
        recorder.accessed(access);
    }
    if R::LOCKS
        && let Some(lock) = Lock::of(access)
    {
        recorder.locked(&lock);
    }
}

#[inline(always)]
fn is_entry(opcode: u8) -> bool {
    matches!(opcode, op::SYS_INT | op::SYS_EXC)
}
