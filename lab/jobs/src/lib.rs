//! Work that is divided into jobs, whatever it computes.
//!
//! ```text
//!   a description --> jobs 0, 1, 2, ... --> results, a line of JSON each --> Parts: journal, part of a computer, the whole
//!                                  \--> cluster: each job a process of its own, on this computer, HyperQueue or Slurm
//! ```
//!
//! A job is a number. Whoever knows the description knows what the job is, so a process needs no more than its command line and
//! the number; its part is a file that appears when it is complete. However the work is divided, the joined results are the same.

pub mod cluster;
mod parts;

pub use parts::{Divided, PartError, Parts, render_head, render_job};
