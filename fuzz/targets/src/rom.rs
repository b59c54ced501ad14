//! Raw microcode: ROM, stack RAM and jump table in their six forms, and the machine that executes any words.

use std::path::Path;

use isa::MachineConfig;
use microcode::formats::{read_jump_table, read_rom, read_stack_ram};
use microcode::{Program, disassemble};

use crate::short_run::{MICROCODE, short_run};

/// The first byte says which memory the rest is, in one of the text forms, or that it is ROM words as they are.
pub fn rom(input: &[u8]) {
    let Some((kind, contents)) = input.split_first() else {
        return;
    };
    let file = Path::new("fuzz.dat");
    let mut program = MICROCODE.clone();
    match kind % 4 {
        0 => match read_rom(file, contents) {
            Ok(words) => program.rom = words,
            Err(_) => return,
        },
        1 => match read_stack_ram(file, contents) {
            Ok(words) => program.stack_ram = words,
            Err(_) => return,
        },
        2 => match read_jump_table(file, contents) {
            Ok(table) => program.jump_table = table,
            Err(_) => return,
        },
        _ => fill(&mut program, contents),
    }
    let _ = disassemble(&program);
    short_run(&MachineConfig::default(), &program, &[1]);
}

/// Words of 12 bits, high bits first in their two bytes, from address 0 on.
fn fill(program: &mut Program, contents: &[u8]) {
    for (word, bytes) in program.rom.iter_mut().zip(contents.chunks_exact(2)) {
        *word = u16::from_be_bytes([bytes[0], bytes[1]]) & 0xFFF;
    }
}
