//! The Java part of Joplab as data: archives, sources, and the names that Rust code relies on.

mod packed_sources;
pub mod programs;
pub mod sources;

/// Class files of `runtime/src`, built by `runtime/build.sh`.
pub static RUNTIME_JAR: &[u8] = include_bytes!("../runtime.jar");

/// Bounds of loops and recursion of the runtime, as TOML (docs/wcet.md).
pub const LOOP_BOUNDS: &str = include_str!("../bounds.toml");

/// The same of the embedded programs.
pub const PROGRAM_LOOP_BOUNDS: &str = include_str!("../programs/bounds.toml");
