//! The whole machine in a file, and replay from checkpoints.
