//! The bench as the page uses it, on the host.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod lab;
mod moments;
mod programs;
mod support;
