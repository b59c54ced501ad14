//! The closed forms and cycle tables of the specification, measured on the machine with tiny programs.
//!
//! Time is counted as in spec 04: cycle 0 of an operation is the one with its strobe, the EX cycle of the
//! microinstruction that starts it. `r` and `w` are the wait states of a read and a write.

mod array_targets;
mod cache_classes;
mod devices;
mod distances;
mod exceptions;
mod interrupts;
mod machines;
mod memory_operations;
mod method_load;
mod object_cache;
mod reset;
mod slaves;
mod worked_examples;
