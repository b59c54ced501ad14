//! Records the method-cache lookups of one run, so that the cycles of any other method cache follow without running
//! the program again.
//!
//! ```text
//!   machine --probe--> Recorder --> TraceWriter ==file==> TraceReader --> Condenser --> chunks for method_cache::replay
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
//! All numbers little-endian; a varint has 7 bits a byte, low ones first, the top bit set but in the last.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `jopcalls` |
//! | 2 | version, 1 |
//! | 4, n | length of the header, and the header: [`Header`] as JSON |
//! | 4 | CRC-32 of all before |
//!
//! Then blocks, each 1 byte kind, 4 bytes length unpacked, 4 bytes length packed, 4 bytes CRC-32 of kind, lengths and
//! contents, and the contents. Kind 1 is LZ4-packed symbols, kind 2 is the end: [`Summary`] as JSON, unpacked. A file
//! without an end is incomplete; nothing follows the end.
//!
//! Unpacked, a block of symbols is: varint number of symbols; varint number of new definitions; the definitions,
//! a varint each ([`Symbol::code`]), numbered on from those of earlier blocks; a bit for each symbol, low bits first,
//! 1 if it is the one that followed the same two symbols the last time; and for each other symbol its number as varint.
//! What followed is looked up in a table of 2^14 numbers by a hash of the two symbols before ([`Symbol`]s 0 before the
//! first); it starts with zeros and takes in every symbol.

mod block;
mod condense;
mod format;
mod load_time;
mod predictor;
mod reader;
mod recorder;
mod symbol;
mod time_use;
mod writer;

pub use condense::Condenser;
pub use format::{Header, Summary, TraceError, VERSION};
pub use load_time::LoadTime;
pub use reader::TraceReader;
pub use recorder::Recorder;
pub use symbol::Symbol;
pub use time_use::{TimeCause, TimeUse, main_address};
pub use writer::TraceWriter;
