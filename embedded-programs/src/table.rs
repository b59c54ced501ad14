//! The table of programs; `runtime/README.md` says how to add one.

use crate::Program;
use crate::Suite::{Embedded, Kernel};

/// All programs, suite by suite.
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "lift",
        summary: "lift controller with a simulated plant",
        suite: Embedded,
        main_class: "lift.Main",
        unit: "control steps",
        length: 500,
        long: 10_000,
        timed: false,
    },
    Program {
        name: "sieve",
        summary: "primes by the sieve of Eratosthenes",
        suite: Kernel,
        main_class: "kernel.Sieve",
        unit: "rounds",
        length: 10,
        long: 200,
        timed: false,
    },
    Program {
        name: "crc32",
        summary: "CRC-32 by table and bit by bit",
        suite: Kernel,
        main_class: "kernel.Crc32",
        unit: "blocks of 1 KB",
        length: 10,
        long: 200,
        timed: false,
    },
];
