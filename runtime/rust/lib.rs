//! The Java part of Joplab as data: archives, sources, and the names that Rust code relies on.

/// A file of this library. Pages bring theirs, so that their module stays the same when these files change.
macro_rules! archive {
    ($file:literal) => {
        if cfg!(target_family = "wasm") {
            &[]
        } else {
            include_bytes!($file)
        }
    };
}

mod packed_sources;
pub mod programs;
pub mod sources;

/// Class files of `runtime/src`, built by `runtime/build.sh`. Empty in the module of a page.
pub static RUNTIME_JAR: &[u8] = archive!("../runtime.jar");

/// Class files of `runtime/cores`, which take the place of others where several cores run a program. Empty in the module of a page.
pub static CORES_JAR: &[u8] = archive!("../cores.jar");

/// Bounds of loops and recursion of the runtime, as TOML (docs/wcet.md).
pub const LOOP_BOUNDS: &str = include_str!("../bounds.toml");

/// Those of classes that take the place of others where several cores run a program.
pub const CORES_LOOP_BOUNDS: &str = include_str!("../cores/bounds.toml");

/// The same of the embedded programs.
pub const PROGRAM_LOOP_BOUNDS: &str = include_str!("../programs/bounds.toml");
