//! Cost tables without microcode, from measurements of programs on a board.
//!
//! ```text
//! benchmarks --+-- fast engine ----> counts of atoms ----+
//!              |                                         +--> least squares ---> cycles of atoms ---> cost table
//!              +-- machine or board --> cycles ----------+
//! ```
//!
//! A benchmark is an image that reads the cycle counter twice and sends the difference. What happens in between is counted
//! at the level of bytecodes: an [`cost_model::Atom`] is a bytecode in a scenario, a branch taken or not, the load of a method. Nothing
//! else of the machine is looked at. [`calibrate()`] does all of it; [`application`] counts the atoms of a program and
//! [`predict()`] multiplies them with a table. docs/calibration.md describes what can be found and what cannot.

mod board;
mod calibrate;
mod calls;
mod code;
mod counts;
mod hardware;
mod identify;
mod least_squares;
mod loads;
mod measurements;
mod memories;
mod nnls;
mod patterns;
mod predict;
mod sequences;
mod suite;
mod system;
mod table;
mod unit_costs;
mod universe;

pub use board::Benchmark;
pub use calibrate::{
    Calibration, Estimate, Fit, Measurement, Options, Residual, calibrate, calibrate_with, measure,
};
pub use counts::{Counter, Counts};
pub use hardware::{Hardware, RunError};
pub use identify::{Reason, reasons};
pub use least_squares::{Method, Solution, quantile, solve};
pub use measurements::{MeasurementsError, read_measurements, write_measurements};
pub use memories::{AtomFormula, Combined, OnMemory, combine, memories};
pub use nnls::nnls;
pub use predict::{Application, ApplicationError, Prediction, application, predict};
pub use suite::{Extras, benchmarks};
pub use system::{Equation, Solved, solve_equations};
pub use table::table_of;

#[cfg(test)]
extern crate self as calibration;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
