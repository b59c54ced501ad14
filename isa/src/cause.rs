//! Causes of cycles.
//!
//! An engine charges a cycle to the context that runs with a [`Charge`]: what the hardware did in it. Why the
//! context ran at all is its [`Service`]: the program called it, or the virtual machine did on the program's
//! behalf. Both together give the [`Cause`] that reports show, and every cycle has exactly one.
//!
//! Profiles of runs and bounds of worst cases share these words.

use serde::{Deserialize, Serialize};

use crate::op;

/// Activity of the hardware in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Charge {
    /// Ran microinstructions; memory had no part in it.
    Execute,
    /// Waited for a read of memory or of a device.
    MemoryRead,
    /// Waited for a write to memory or to a device.
    MemoryWrite,
    /// Waited for the method cache in an invoke.
    LoadOnInvoke,
    /// Waited for the method cache in a return.
    LoadOnReturn,
    /// Was part of `monitorenter` or `monitorexit`.
    Synchronisation,
    /// Polled a device that was not ready.
    WaitIo,
    /// Polled a clock until a later time.
    WaitTime,
    /// Looked for a thread that can run, and there was none.
    WaitIdle,
}

impl Charge {
    /// Number of charges.
    pub const COUNT: usize = 9;

    /// All charges, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Execute,
        Self::MemoryRead,
        Self::MemoryWrite,
        Self::LoadOnInvoke,
        Self::LoadOnReturn,
        Self::Synchronisation,
        Self::WaitIo,
        Self::WaitTime,
        Self::WaitIdle,
    ];

    /// Returns true for iterations of polling loops.
    #[must_use]
    pub fn is_wait(self) -> bool {
        matches!(self, Self::WaitIo | Self::WaitTime | Self::WaitIdle)
    }
}

crate::named_enum! {
    /// On whose behalf a context runs; callees inherit it.
    #[derive(
        Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum Service {
        /// The program called it.
        #[default]
        Program = "program",
        /// It is the Java implementation of a bytecode.
        JavaBytecode = "java-bytecode",
        /// It allocates, or collects garbage.
        Allocation = "allocation",
        /// It throws an exception or looks for its handler.
        Exception = "exception",
        /// It serves an interrupt.
        Interrupt = "interrupt",
        /// It enters, leaves or schedules around a monitor.
        Synchronisation = "synchronisation",
    }
}

impl Service {
    /// The service with a number.
    #[must_use]
    pub fn of_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The service of a callee that is entered as `entered` from a context of this service: the outermost
    /// service stays, so that an allocation inside an interrupt is the interrupt's.
    #[must_use]
    pub fn of_callee(self, entered: Self) -> Self {
        match self {
            Self::Program | Self::JavaBytecode if entered != Self::Program => entered,
            _ => self,
        }
    }
}

/// Class and method of our runtime that collect garbage.
pub const COLLECTOR: (&str, &str) = ("com.jopdesign.sys.Collector", "collect");

impl Service {
    /// Service of a method of our runtime when the program calls it by name.
    #[must_use]
    pub fn of_method(name: &str) -> Self {
        const ALLOCATION: [&str; 2] = ["Collector", "Heap"];
        const SYNCHRONISATION: [&str; 2] = ["Scheduler", "Task"];
        let class = name
            .strip_prefix("com.jopdesign.sys.")
            .and_then(|rest| rest.split('.').next());
        match class {
            Some(class) if ALLOCATION.contains(&class) => Self::Allocation,
            Some(class) if SYNCHRONISATION.contains(&class) => Self::Synchronisation,
            _ => Self::Program,
        }
    }
}

/// The service that a bytecode implemented in Java, or an entry, asks for.
#[must_use]
#[inline]
pub fn service_of(bytecode: u8) -> Service {
    match bytecode {
        op::SYS_INT => Service::Interrupt,
        op::SYS_EXC | op::ATHROW => Service::Exception,
        op::NEW..=op::ANEWARRAY | op::MULTIANEWARRAY => Service::Allocation,
        op::MONITORENTER | op::MONITOREXIT => Service::Synchronisation,
        _ => Service::JavaBytecode,
    }
}

crate::named_enum! {
    /// The cause of a cycle as reports show it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Cause {
        /// Microinstructions of the program's own bytecodes.
        Execute = "execute",
        /// Waiting for reads.
        MemoryRead = "memory-read",
        /// Waiting for writes.
        MemoryWrite = "memory-write",
        /// Method-cache loads of invokes.
        LoadOnInvoke = "load-on-invoke",
        /// Method-cache loads of returns.
        LoadOnReturn = "load-on-return",
        /// Bytecodes that are implemented in Java, all cycles of their methods.
        JavaBytecode = "java-bytecode",
        /// Allocation and garbage collection.
        Allocation = "allocation",
        /// Exceptions, from the throw to the handler.
        Exception = "exception",
        /// Interrupts.
        Interrupt = "interrupt",
        /// Monitors and scheduling.
        Synchronisation = "synchronisation",
        /// Polling a device that is not ready, in any service.
        WaitIo = "wait-io",
        /// Polling a clock, in any service.
        WaitTime = "wait-time",
        /// The scheduler, while no thread can run.
        WaitIdle = "wait-idle",
    }
}

impl Cause {
    /// Number of causes.
    pub const COUNT: usize = 13;

    /// The cause of a cycle that is charged as `charge` in a context of `service`. Waiting is a cause of its own in each service.
    #[must_use]
    pub fn of(service: Service, charge: Charge) -> Self {
        match (service, charge) {
            (_, Charge::WaitIo) => Self::WaitIo,
            (_, Charge::WaitTime) => Self::WaitTime,
            (_, Charge::WaitIdle) => Self::WaitIdle,
            (Service::JavaBytecode, _) => Self::JavaBytecode,
            (Service::Allocation, _) => Self::Allocation,
            (Service::Exception, _) => Self::Exception,
            (Service::Interrupt, _) => Self::Interrupt,
            (Service::Synchronisation, _) | (Service::Program, Charge::Synchronisation) => {
                Self::Synchronisation
            }
            (Service::Program, Charge::Execute) => Self::Execute,
            (Service::Program, Charge::MemoryRead) => Self::MemoryRead,
            (Service::Program, Charge::MemoryWrite) => Self::MemoryWrite,
            (Service::Program, Charge::LoadOnInvoke) => Self::LoadOnInvoke,
            (Service::Program, Charge::LoadOnReturn) => Self::LoadOnReturn,
        }
    }

    /// Returns true for iterations of polling loops.
    #[must_use]
    pub fn is_wait(self) -> bool {
        matches!(self, Self::WaitIo | Self::WaitTime | Self::WaitIdle)
    }
}
