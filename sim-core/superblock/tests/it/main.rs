//! Superblocks against the reference, in lock-step, on random microcode and random machines.

mod invariants;
#[path = "../../../tests/it/legal_programs/mod.rs"]
#[allow(dead_code, reason = "lock-step needs no report of routines")]
mod legal_programs;
mod lock_step;
mod microprograms;
mod random_roms;
mod several;
mod support;
mod walk;
