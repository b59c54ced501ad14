//! Observation of the engine: a type parameter, so that watching nothing costs nothing.

use cost_model::PathId;

/// A place in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Word address of the method's code.
    pub method: u32,
    /// Byte offset in it.
    pub pc: u32,
}

/// A lookup in the method cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodLookup {
    /// Word address of the method's code.
    pub method: u32,
    /// Its length in words.
    pub words: u32,
    /// True if it was in the cache.
    pub hit: bool,
    /// Cycles that the load takes beyond what runs beside it; part of the bytecode's cycles.
    pub cycles: u64,
}

/// Cycles in which the microcode waits; it executes in all others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stalls {
    /// For an operation of the memory unit that ends with a read.
    pub memory_read: u64,
    /// For one that ends with a write.
    pub memory_write: u64,
    /// For the method cache.
    pub method_load: u64,
}

/// Bytecodes one after the other, none of which left its method.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passed {
    /// Number of bytecodes.
    pub bytecodes: u64,
    /// Their cycles.
    pub cycles: u64,
    /// Cycles in which they wait.
    pub stalls: Stalls,
}

/// Bytecodes reported only in sums, and their cycles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Use {
    /// Dispatches.
    pub count: u64,
    /// Cycles from each dispatch to the next.
    pub cycles: u64,
}

/// A bytecode that has ended, or what took the place of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// Cycle of its dispatch; 0 for the start from reset.
    pub cycle: u64,
    /// Its place; for an entry the bytecode that it replaced, for the start the first one.
    pub place: Place,
    /// Bytecode or entry and its scenario: its path in any cost table.
    pub path: PathId,
    /// Trips of its loop; 1 if it has none.
    pub runs: u32,
    /// Cycles until the next dispatch. They are those of the path for so many runs, of the load if a lookup missed, and
    /// [`Executed::delay`].
    pub cycles: u64,
    /// Cycles in which it waits.
    pub stalls: Stalls,
    /// Cycles by which a device delayed it; in [`Stalls::memory_write`], too.
    pub delay: u64,
    /// The method that it went to, if it did.
    pub lookup: Option<MethodLookup>,
    /// The frame pointer (`vp`) after it.
    pub frame: u32,
}

/// An access of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceAccess {
    /// Cycle of its command on the bus.
    pub cycle: u64,
    /// Word address.
    pub address: u32,
    /// The word that is written, or the device's answer.
    pub word: u32,
    /// It is a write.
    pub is_write: bool,
}

/// An access of a field of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldAccess {
    /// Handle of the object; none for a static field.
    pub object: Option<u32>,
    /// Word of the object, or address of the static field.
    pub index: u32,
    /// What is read or written.
    pub value: u32,
    /// It is a write.
    pub is_write: bool,
}

/// Watches the engine.
pub trait Probe {
    /// True if every bytecode is a separate step, reported by [`Probe::executed`]. Without it only what cannot be done quickly
    /// is, and the probe does not hear of the rest unless it wants sums.
    const BYTECODES: bool = false;
    /// True if the rest is reported in sums: by [`Probe::passed`] and [`Probe::moved`], and by [`crate::Engine::uses`].
    const SUMS: bool = false;
    /// Accesses of devices are reported by [`Probe::accessed`].
    const DEVICES: bool = false;

    /// Accesses of fields are reported by [`Probe::field`], if every bytecode is a separate step.
    const FIELDS: bool = false;

    /// The next bytecode has to be a separate step. Asked after each step, not after bytecodes of the quick loop.
    #[inline(always)]
    fn wants_steps(&self) -> bool {
        false
    }

    /// Whoever runs the engine is to stop it in this cycle, and to call [`Probe::reached`].
    #[inline(always)]
    fn due(&self) -> u64 {
        u64::MAX
    }

    /// The next dispatch is in this cycle.
    #[inline(always)]
    fn reached(&mut self, _cycle: u64) {}

    /// A bytecode has ended, or an interrupt or exception entry. The first one is the start from reset.
    #[inline(always)]
    fn executed(&mut self, _executed: &Executed) {}

    /// Bytecodes of the quick loop have ended; they all ran before the next report.
    #[inline(always)]
    fn passed(&mut self, _passed: &Passed) {}

    /// A bytecode of the quick loop has gone to another method, after others that have ended, and the run continues after it.
    #[inline(always)]
    fn moved(&mut self, passed: &Passed, executed: &Executed) {
        self.passed(passed);
        self.executed(executed);
    }

    /// The bytecode that ends next has written to a static field of [`crate::Engine::watch`].
    #[inline(always)]
    fn wrote(&mut self, _field: u32, _data: u32) {}

    /// The bytecode that ends next has accessed a device.
    #[inline(always)]
    fn accessed(&mut self, _access: &DeviceAccess) {}

    /// The bytecode that comes next accesses a field; `memory` is as before it.
    #[inline(always)]
    fn field(&mut self, _access: &FieldAccess, _memory: &[u32]) {}
}

/// Watches nothing; costs nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProbe;

impl Probe for NoProbe {}

impl<P: Probe> Probe for &mut P {
    const BYTECODES: bool = P::BYTECODES;
    const SUMS: bool = P::SUMS;
    const DEVICES: bool = P::DEVICES;
    const FIELDS: bool = P::FIELDS;

    #[inline(always)]
    fn wants_steps(&self) -> bool {
        (**self).wants_steps()
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        (**self).due()
    }

    #[inline(always)]
    fn reached(&mut self, cycle: u64) {
        (**self).reached(cycle);
    }

    #[inline(always)]
    fn executed(&mut self, executed: &Executed) {
        (**self).executed(executed);
    }

    #[inline(always)]
    fn passed(&mut self, passed: &Passed) {
        (**self).passed(passed);
    }

    #[inline(always)]
    fn moved(&mut self, passed: &Passed, executed: &Executed) {
        (**self).moved(passed, executed);
    }

    #[inline(always)]
    fn wrote(&mut self, field: u32, data: u32) {
        (**self).wrote(field, data);
    }

    #[inline(always)]
    fn accessed(&mut self, access: &DeviceAccess) {
        (**self).accessed(access);
    }

    #[inline(always)]
    fn field(&mut self, access: &FieldAccess, memory: &[u32]) {
        (**self).field(access, memory);
    }
}

/// Two probes of one run.
impl<A: Probe, B: Probe> Probe for (A, B) {
    const BYTECODES: bool = A::BYTECODES || B::BYTECODES;
    const SUMS: bool = A::SUMS || B::SUMS;
    const DEVICES: bool = A::DEVICES || B::DEVICES;
    const FIELDS: bool = A::FIELDS || B::FIELDS;

    #[inline(always)]
    fn wants_steps(&self) -> bool {
        self.0.wants_steps() || self.1.wants_steps()
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        self.0.due().min(self.1.due())
    }

    #[inline(always)]
    fn reached(&mut self, cycle: u64) {
        if cycle >= self.0.due() {
            self.0.reached(cycle);
        }
        if cycle >= self.1.due() {
            self.1.reached(cycle);
        }
    }

    #[inline(always)]
    fn executed(&mut self, executed: &Executed) {
        self.0.executed(executed);
        self.1.executed(executed);
    }

    #[inline(always)]
    fn passed(&mut self, passed: &Passed) {
        self.0.passed(passed);
        self.1.passed(passed);
    }

    #[inline(always)]
    fn moved(&mut self, passed: &Passed, executed: &Executed) {
        self.0.moved(passed, executed);
        self.1.moved(passed, executed);
    }

    #[inline(always)]
    fn wrote(&mut self, field: u32, data: u32) {
        self.0.wrote(field, data);
        self.1.wrote(field, data);
    }

    #[inline(always)]
    fn accessed(&mut self, access: &DeviceAccess) {
        self.0.accessed(access);
        self.1.accessed(access);
    }

    #[inline(always)]
    fn field(&mut self, access: &FieldAccess, memory: &[u32]) {
        self.0.field(access, memory);
        self.1.field(access, memory);
    }
}
