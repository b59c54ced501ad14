//! Golden runs: whole programs that the JOP RTL executed, with the cycles it took, run again on the machine.
//!
//! ```text
//!   runs.csv -----+--> table --> Golden: setup, what the RTL did --> execute --> Outcome: what the machine does
//!   runs-cmp.csv -+                                                     |
//!   images/, rom-*/, cmp/ (beside the table) ---------------------------+
//! ```
//!
//! The columns of a table are those that its README describes. A run of several processors has `cpus` and all that follows from it; a table
//! has one kind of runs.

mod execute;
mod files;
mod results;
mod table;

pub use execute::{ExecuteError, execute};
pub use files::FileError;
pub use table::{End, Golden, Outcome, TableError, read};
