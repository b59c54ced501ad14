//! Tests of what the bytecodes do and how long they take.

mod formula;
mod java;
mod other_machines;
mod semantics;
mod standard;
mod timing;
