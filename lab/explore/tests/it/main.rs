//! Explorations of programs compared with the machine.

mod every;
mod points;
mod shared_fields;
mod variants;
