//! One memory slave alone: a write and a read of a 16-bit SRAM, with `rdy_cnt` cycle by cycle.
//!
//! `cargo run -p sim-core --example sram`. `Sram32` and `Ssram32` have the same pins.

use sim_core::main_memory::Words;
use sim_core::simpcon::Command;
use sim_core::sram16::Sram16;

/// Gives a command and waits for its end; gives the cycles that it took.
fn access(sram: &mut Sram16, words: &mut Words, command: &Command) -> u32 {
    // The strobe stands in one cycle only.
    sram.clock(command, words);
    let mut cycles = 1;
    let mut counts = Vec::new();
    while sram.response().rdy_cnt != 0 {
        counts.push(sram.response().rdy_cnt);
        sram.clock(&Command::IDLE, words);
        cycles += 1;
    }
    println!("rdy_cnt {counts:?}, done in cycle {cycles}");
    cycles
}

pub(crate) fn main() {
    let mut words = Words::new(vec![0; 1024]);
    let mut sram = Sram16::new(2);
    let write = Command {
        wr: true,
        address: 7,
        wr_data: 0xCAFE_F00D,
        ..Command::IDLE
    };
    let read = Command {
        rd: true,
        address: 7,
        ..Command::IDLE
    };
    assert_eq!(access(&mut sram, &mut words, &write), 7);
    assert_eq!(access(&mut sram, &mut words, &read), 5);
    println!("read {:08x}", sram.response().rd_data);
    assert_eq!(sram.response().rd_data, 0xCAFE_F00D);
}
