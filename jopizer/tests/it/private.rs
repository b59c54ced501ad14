//! Private files whose tests stand beside their code, and what they need.
#![allow(dead_code, unreachable_pub, reason = "the tests need a part of them")]
#![allow(
    clippy::enum_variant_names,
    reason = "public names may repeat themselves"
)]

mod frames;
mod structure;

#[path = "../../src/code/assemble.rs"]
pub(crate) mod assemble;
#[path = "../../src/read/class_file.rs"]
pub(crate) mod class_file;
#[path = "../../src/read/class_path.rs"]
pub(crate) mod class_path;
#[path = "../../src/find/classes.rs"]
pub(crate) mod classes;
#[path = "../../src/read/descriptor.rs"]
pub(crate) mod descriptor;
#[path = "../../src/error.rs"]
pub(crate) mod error;
#[path = "../../src/hashing.rs"]
pub(crate) mod hashing;
#[path = "../../src/code/instructions.rs"]
pub(crate) mod instructions;
#[path = "../../src/read/known_classes.rs"]
pub(crate) mod known_classes;
#[path = "../../src/read/manifest.rs"]
pub(crate) mod manifest;
#[path = "../../src/code/missing_instructions.rs"]
pub(crate) mod missing_instructions;
#[path = "../../src/linked/packed_text.rs"]
pub(crate) mod packed_text;
#[path = "../../src/find/spelling.rs"]
pub(crate) mod spelling;
