//! Tests of lookups as they are recorded and read back.

mod damage;
mod recording;
mod size;
