//! Tests of the debugger: scripts, screens, any commands.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod any_commands;
mod engines;
mod recordings;
mod screens;
mod scripts;
mod support;
