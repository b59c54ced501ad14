//! Several processors: their arbiter, their lock unit and the memory that they share.

pub mod arbiter;
pub mod cmpsync;
pub mod fair;
pub mod fixed_priority;
pub mod ihlu;
pub mod lock_unit;
pub mod multiprocessor;
pub mod port_state;
pub mod round_robin;
pub mod slot_port;
pub mod tdma;
pub mod traffic;

pub use multiprocessor::{CmpError, CmpProbe, Multiprocessor, SharedSignals};
