//! Tests of the machine: state against an interpreter, cycles against the specification.

mod architectural_state;
mod data_cache;
mod examples;
mod interpreter;
mod latencies;
mod legal_programs;
mod lockstep;
mod serial_port;
mod support;
mod system_device;
