//! What the fuzzers feed: for each kind of input one function that takes bytes and may not panic, hang or grow.
//!
//! ```text
//!   fuzz/fuzz_targets/NAME.rs ──┐  libFuzzer, new inputs, by hand
//!                               ├──▶ TARGETS ──▶ reader ──▶ what stands behind it: machine, linker, replay, ...
//!   fuzz/targets/corpus/NAME/ ──┘  tests/corpus.rs, kept inputs, with every test run
//! ```
//!
//! A target does with an input what the command would do, and on a machine no more than some thousand cycles of it.
//! Where two readers or writers belong together it asserts that what one wrote the other reads.

mod assembler;
mod checkpoint;
mod class_file;
mod image;
mod profile;
mod rom;
mod settings;
mod short_run;
mod traces;

pub use assembler::assembler;
pub use checkpoint::checkpoint;
pub use class_file::class_file;
pub use image::image;
pub use profile::profile;
pub use rom::rom;
pub use settings::settings;
pub use traces::traces;

/// What takes an input.
pub type Target = fn(&[u8]);

/// Names and functions of the targets; each has a folder in `corpus` and a file in `fuzz/fuzz_targets`.
pub const TARGETS: &[(&str, Target)] = &[
    ("assembler", assembler),
    ("checkpoint", checkpoint),
    ("class_file", class_file),
    ("image", image),
    ("profile", profile),
    ("rom", rom),
    ("settings", settings),
    ("traces", traces),
];
