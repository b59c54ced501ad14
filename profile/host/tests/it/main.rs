//! The agent on real programs, held against what the same programs do on JOP.
//!
//! The profiles of JOP are the fast engine's, which are the machine's to the cycle (`profile/record/tests`). Without a JDK the tests say
//! so and pass; with `JOPLAB_REQUIRE_JDK=1` they fail.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod behaviour;
mod binding;
mod caches;
mod collections;
mod counting;
mod faults;
mod host_library;
mod kept;
mod lambdas;
mod model;
mod programs;
mod random;
mod recording;
mod routines;
mod support;
mod target;
mod throws;
mod unseen;
