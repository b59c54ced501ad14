//! What can run: the classes and methods that a program reaches.

pub(crate) mod classes;
pub(crate) mod closure;
pub(crate) mod program;
pub(crate) mod reference;
pub(crate) mod resolve;
pub(crate) mod special;
