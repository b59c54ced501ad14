//! Explorations of the embedded demonstration compared with the machine.

mod points;
mod variants;
