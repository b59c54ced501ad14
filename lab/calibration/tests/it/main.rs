//! Tests of calibration: the algebra, and tables against derived ones.

mod against_derived;
mod linear_algebra;
mod measurements;
