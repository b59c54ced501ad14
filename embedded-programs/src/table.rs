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
        length: 160,
        long: 1500,
        timed: false,
    },
    Program {
        name: "motor",
        summary: "motor-control node of a distributed system, with simulated motor, sensors and bus",
        suite: Embedded,
        main_class: "motor.Main",
        unit: "milliseconds",
        length: 150,
        long: 1500,
        timed: false,
    },
    Program {
        name: "udpip",
        summary: "UDP/IP stack with clients and servers over a disturbed loopback",
        suite: Embedded,
        main_class: "udpip.Main",
        unit: "polls",
        length: 15,
        long: 150,
        timed: false,
    },
    Program {
        name: "sieve",
        summary: "primes by the sieve of Eratosthenes",
        suite: Kernel,
        main_class: "kernel.Sieve",
        unit: "rounds",
        length: 4,
        long: 40,
        timed: false,
    },
    Program {
        name: "crc32",
        summary: "CRC-32 by table and bit by bit",
        suite: Kernel,
        main_class: "kernel.Crc32",
        unit: "blocks of 1 KB",
        length: 2,
        long: 20,
        timed: false,
    },
];
