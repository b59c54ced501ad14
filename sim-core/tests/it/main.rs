//! Tests of the machine: state against an interpreter, cycles against the specification.

mod alu;
mod architectural_state;
mod bubble_fifo;
mod cmp;
mod data_cache;
mod examples;
mod interpreter;
mod latencies;
mod legal_programs;
mod lockstep;
mod microinstructions;
mod multiplier;
mod private;
mod serial_port;
mod support;
mod system_device;

// A private file names its neighbours from the root.
use sim_core::{controller_state, decode, memory_system, simpcon};
