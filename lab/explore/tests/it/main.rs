//! Explorations of programs compared with the machine.

mod cores;
mod every;
mod points;
mod shared_fields;
mod variants;
