//! The microcode of JOP: instruction set, assembler, disassembler and the tables a processor is loaded with.

pub mod program;

pub use program::{JumpTable, Program, ProgramSymbols, ROM_WORDS, STACK_RAM_WORDS};
