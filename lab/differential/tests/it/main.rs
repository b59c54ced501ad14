//! Tests that the generated methods and operands do on the machine what the host does.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic as the tests do")]

mod floats;
mod methods;
