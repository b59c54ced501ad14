//! Tests of the fast engine, against the machine and its own exact steps.

mod faults;
mod lookups;
mod private;
mod programs;
mod random;
mod support;
mod tables;

// Private files name each other from the root.
use fast_engine as probe;
use private::{bubble_fifo, serial_line, system_device, uart};
