//! Tests of derived tables, against the machine and on other microcode.

mod files;
mod machines;
mod numbers;
mod other_microcode;
mod overrides;
