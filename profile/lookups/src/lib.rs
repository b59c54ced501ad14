//! Records the method-cache lookups of one run, so that the cycles of any other method cache follow without running
//! the program again.
//!
//! ```text
//!   machine --probe--> Recorder --> Writer ==file==> Reader --> Condenser --> chunks for method_cache::replay
//! ```
//!
//! # Why one run is enough
//!
//! Only invoke and return access the method cache, by the strobe of `stbcrd`. The lookup and, after a miss, the load run
//! beside the microcode that follows, until that comes to its `wait`. With the strobe in cycle 0 and `wait` first in IR
//! in cycle `h`, the lookup costs
//!
//! ```text
//!   stall = max(0, b - h)      b = 4 on a hit, LoadTime::miss(length) on a miss (spec 04 section 7)
//! ```
//!
//! and nothing else of the run depends on it. So cycles of any cache = cycles of the run - its stalls for loads + the
//! sum of the stalls that the other cache has. `h` is measured for every lookup; it is 37 for invokes, 9 to 11 for
//! returns with our microcode.
//!
//! A program that can read time is the exception: its path depends on the cycles. [`Recorder`] notes each
//! read of a clock, each wait for time and each interrupt ([`TimeUse`]). It also checks every observed stall against
//! the formula and counts those that differ ([`Summary::unexplained`]), of which there must be none.
//!
//! # The file
//!
//! ```text
//! one line of JSON: [`Header`]\n
//! for each block of up to 65,536 symbols:
//!   varint  length of the block in bytes, not 0
//!   varint  symbols
//!   varint  new definitions
//!   varints the definitions, [`Symbol::code`], numbered on from those of earlier blocks
//!   bits    for each symbol, low bits first: 1 if it is the one that followed the same two symbols the last time
//!   varints for each other symbol its number
//! byte 0
//! one line of JSON: [`Summary`]\n
//! ```
//!
//! A varint is LEB128: seven bits in each byte, lowest first, the eighth bit set but in the last. What followed is looked up in a
//! table of 2^14 numbers by a hash of the two symbols before ([`Symbol`]s 0 before the first); it starts with zeros and takes in
//! every symbol. [`mod@file`] packs all that as the section `lookups` of a recording.

mod block;
mod condense;
pub mod file;
mod format;
mod load_time;
mod predictor;
mod reader;
mod recorder;
mod symbol;
mod time_use;
mod writer;

pub use condense::Condenser;
pub use format::{Header, LookupsError, Summary};
pub use load_time::LoadTime;
pub use reader::Reader;
pub use recorder::Recorder;
pub use symbol::Symbol;
pub use time_use::{TimeCause, TimeUse, main_address};
pub use writer::Writer;

#[cfg(test)]
extern crate self as lookups;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
