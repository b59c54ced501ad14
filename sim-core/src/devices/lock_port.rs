//! Interface of the system device to the lock unit of several processors (spec 07 sections 6 and 7).
//!
//! ```text
//!                          +-----------+
//!   write of 5, 6 -------->|           |--> lock_req, lock_op, lock_data    to the lock unit
//!   halted, status, s_out->| lock port |--> rdy_cnt 3, read data
//!                          +-----------+
//! ```
//!
//! Phase: `request` and `lock_req` of the cycle before are registers; `answer` is set from outside before each cycle and
//! depends on registers only.

use serde::{Deserialize, Serialize};

/// Kind of the interface, by the lock unit that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LockInterface {
    /// A lock or unlock of a key is a request of one cycle (`ihlu`).
    Key,
    /// One request level, as the device had it in 2013 (`cmpsync`).
    Level,
}

/// Signals to the lock unit, all registers with reset 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockRequest {
    /// A key's operation begins, or the level of the request.
    pub req: bool,
    /// The operation is an unlock.
    pub unlock: bool,
    /// Key of the operation.
    pub data: u32,
}

/// Signals from the lock unit in one cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockAnswer {
    /// The processor has to wait for a lock.
    pub halted: bool,
    /// The last operation met a full table.
    pub status: bool,
    /// Signal register of processor 0.
    pub s_out: bool,
}

/// Registers, and the signals from the lock unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockPort {
    /// Number of the processor, from 0.
    pub cpu_id: u32,
    /// Number of processors.
    pub cpu_cnt: u32,
    interface: LockInterface,
    /// Signals to the lock unit.
    pub request: LockRequest,
    /// `lock_req` in the cycle before. Reset 0.
    req_d: bool,
    /// Signals from the lock unit in this cycle.
    pub answer: LockAnswer,
}

impl LockPort {
    /// The interface of processor `cpu_id` of `cpu_cnt` after reset.
    #[must_use]
    pub fn new(interface: LockInterface, cpu_id: u32, cpu_cnt: u32) -> Self {
        Self {
            cpu_id,
            cpu_cnt,
            interface,
            request: LockRequest::default(),
            req_d: false,
            answer: LockAnswer::default(),
        }
    }

    /// The device shows `rdy_cnt` 3 in this cycle.
    #[inline]
    #[must_use]
    pub fn holds(&self) -> bool {
        match self.interface {
            LockInterface::Key => self.answer.halted,
            LockInterface::Level => self.request.req && (self.answer.halted || !self.req_d),
        }
    }

    /// The next edge changes a register even without a write.
    #[must_use]
    pub fn moves(&self) -> bool {
        match self.interface {
            LockInterface::Key => self.request.req,
            LockInterface::Level => self.request.req != self.req_d,
        }
    }

    /// Read data of offset 5.
    #[must_use]
    pub fn read(&self) -> u32 {
        match self.interface {
            LockInterface::Key => {
                u32::from(self.answer.halted) | u32::from(self.answer.status) << 1
            }
            LockInterface::Level => self.request.req.into(),
        }
    }

    /// The edge ending a cycle; comes before [`LockPort::write`].
    pub fn clock(&mut self) {
        self.req_d = self.request.req;
        self.request.req &= self.interface == LockInterface::Level;
    }

    /// A write of offset 5, or of offset 6 (`unlock`), which the level does not have.
    pub fn write(&mut self, unlock: bool, data: u32) {
        match self.interface {
            LockInterface::Key => {
                self.request = LockRequest {
                    req: true,
                    unlock,
                    data,
                };
            }
            LockInterface::Level if !unlock => self.request.req = data & 1 != 0,
            LockInterface::Level => {}
        }
    }
}
