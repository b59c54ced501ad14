//! What joins a run to the computer it is on: its terminal, signals, input, and files that grow along with it.

mod again;
pub(crate) mod checkpoints;
pub(crate) mod failures;
pub(crate) mod interrupts;
#[cfg(feature = "whole")]
pub(crate) mod journal;
#[cfg(feature = "whole")]
pub(crate) mod limited;
pub(crate) mod logging;
pub(crate) mod quiet;
pub(crate) mod roomy;
pub(crate) mod session;
pub(crate) mod signals;
pub(crate) mod temporary_files;
pub(crate) mod uart_input;
