//! Vectors against the machine, and system vectors against systems whose prices are known.

mod against_machine;
mod algebra;
mod calibrated;
mod fits;
mod per_call;
mod recorded;
