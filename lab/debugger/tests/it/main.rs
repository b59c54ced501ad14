//! Tests of the debugger: scripts, screens, any commands.

mod any_commands;
mod screens;
mod scripts;
mod support;
