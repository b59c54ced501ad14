//! Microcode sources.

use microcode::{Assembly, Options, disassemble};

/// Assembles a text; what it disassembles to must assemble to the same words, and messages must render.
pub fn assembler(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let assembly = match Assembly::of_str("fuzz.asm", &text, &Options::default()) {
        Ok(assembly) => assembly,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says nothing");
            return;
        }
    };
    let source = disassemble(&assembly.program);
    let again = Assembly::of_str("again.asm", &source, &Options::default())
        .unwrap_or_else(|error| panic!("the disassembly does not assemble: {error}"));
    assert_eq!(again.program.rom, assembly.program.rom);
    assert_eq!(again.program.stack_ram, assembly.program.stack_ram);
    assert_eq!(again.program.jump_table, assembly.program.jump_table);
}
