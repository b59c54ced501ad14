//! Class files in: where they are found and what they hold.

pub(crate) mod class_file;
pub(crate) mod class_path;
pub(crate) mod descriptor;
pub(crate) mod instructions;
pub(crate) mod mentions;
