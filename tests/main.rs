//! The whole house from outside: golden traces, programs, the library, checkpoints.

mod checkpoint;
mod collector;
mod conformance;
mod cores;
mod course;
mod embedded_programs;
mod golden_runs;
mod host_java;
mod house;
mod java21;
mod library;
mod periodic;
mod programs;
mod random_roms;
mod seeds;
mod several_processors;
mod superblocks;
mod threads;
mod uart;
