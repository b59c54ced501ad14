//! Reachability: the classes and methods that a program can run.

pub(crate) mod arrays;
pub(crate) mod classes;
pub(crate) mod closure;
pub(crate) mod dynamic;
pub(crate) mod first_use;
pub(crate) mod missing;
pub(crate) mod program;
pub(crate) mod reference;
pub(crate) mod resolve;
pub(crate) mod shared_monitors;
pub(crate) mod special;
pub(crate) mod spelling;
