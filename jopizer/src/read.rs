//! Input: search and contents of class files.

pub(crate) mod bundle;
pub(crate) mod class_file;
pub(crate) mod class_path;
pub(crate) mod descriptor;
pub(crate) mod known_classes;
pub(crate) mod manifest;
pub(crate) mod mentions;
