//! Outputs of a running program, and the reasons why an engine stops.

use serde::{Deserialize, Serialize};

/// Outputs of the machine at the end of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Output {
    /// A byte sent by the UART.
    Uart(u8),
    /// A byte of diagnostic text.
    Diagnostic(u8),
    /// A word of a stack trace, which is part of the diagnostic text (`jopizer::stack_trace`).
    Trace(u32),
    /// The program ends with this status.
    Exit(u32),
}

/// Reasons why an engine returns to its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The cycle counter reached the limit.
    Limit,
    /// Something left the machine.
    Output(Output),
}
