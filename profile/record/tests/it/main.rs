//! Tests of the recorders on both engines, and of their files.

mod events;
mod fast_programs;
mod fast_random;
mod machine_profiles;
mod one_figure;
mod polling;
mod recording;
mod recordings;
mod support;
mod word_rows;
