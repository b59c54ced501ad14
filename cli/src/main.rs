//! The `jop` command.

fn main() {}
