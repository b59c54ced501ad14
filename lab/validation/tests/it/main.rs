//! The study of errors: parts, predictions, faults on purpose, followed runs.

mod faults;
mod followers;
mod parts;
mod predictions;
