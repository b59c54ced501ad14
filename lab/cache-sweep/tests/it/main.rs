//! Tests of invocation traces and of the sweeps over them.

mod random;
mod sweep;
mod trace_damage;
mod trace_recording;
mod trace_size;
