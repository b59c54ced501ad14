//! Debugger of the machine: breakpoints, steps in both directions, commands, terminal views.
//!
//! A [`Session`] is a machine with its past ([`run::checkpoint::Timeline`]), breakpoints, and one command language, in which a
//! script ([`script`]) and the prompt of the terminal ([`terminal`]) speak. Commands answer with text ([`text`]); panes show
//! the same lines. Nothing here reads keys or files: the command `jop debug` connects it.

mod arrays;
mod breakpoints;
mod commands;
mod conditions;
mod error;
mod expression;
mod frames;
mod moves;
mod names;
mod position;
mod recording;
pub mod script;
mod session;
mod stretch;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod text;
mod watch;

pub use breakpoints::{Access, Breakpoint, Kind};
pub use commands::{COMMANDS, Command};
pub use conditions::{Interrupt, Seen};
pub use error::CommandError;
pub use frames::Frame;
pub use moves::Arrival;
pub use names::{MicrocodeLine, Names};
pub use position::Position;
pub use session::{Reply, Session};
pub use stretch::{Recorder, Stretch};

#[cfg(test)]
extern crate self as debugger;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
