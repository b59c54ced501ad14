//! The sender at the other end of a timed UART's cable.

use serde::{Deserialize, Serialize};

use crate::config::named_values;

named_values! {
    /// Parity bit that the other end sends.
    #[derive(Default)]
    SenderParity, "parity of the sender" {
        /// As the program has set its UART when the frame begins.
        #[default]
        Same = "same",
        /// No parity bit.
        None = "none",
        /// Odd number of ones with the parity bit.
        Odd = "odd",
        /// Even number of ones with the parity bit.
        Even = "even",
    }
}

/// Behaviour of the sender at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    /// Parity bit of its frames.
    pub parity: SenderParity,
    /// True if it waits with a frame while RTS reports that the receive FIFO is half full.
    pub heeds_rts: bool,
}

impl Default for Sender {
    fn default() -> Self {
        Self {
            parity: SenderParity::Same,
            heeds_rts: true,
        }
    }
}
