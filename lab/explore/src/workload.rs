//! Subjects of an exploration.

use run::Program;

use crate::profile_counts::ProfileCounts;

/// A subject.
#[derive(Debug)]
pub enum Workload {
    /// A program for JOP.
    Program(Box<Program>),
    /// Counts of a program that may be too big for it.
    Profile(Box<ProfileCounts>),
}
