//! Timing that cannot change unseen: figures of programs checked against goldens, and two results compared.

pub mod check;
pub mod diff;
