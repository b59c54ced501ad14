//! Whatever stands in a file, the answer is a result and never a panic.

use std::io;
use std::path::Path;

use microcode::formats::{read_jump_table, read_rom, read_stack_ram};
use microcode::{Assembly, Options, disassemble, listing};
use proptest::prelude::*;

/// Pieces from which sources close to right ones are put together.
const PIECES: &[&str] = &[
    "nop",
    "ldi",
    "ldm",
    "stm",
    "bz",
    "jmp",
    "wait",
    "stsp",
    "ldmrd",
    "jbr",
    "add",
    "nxt",
    "opd",
    "iadd:",
    "a:",
    ":word",
    ":entry",
    ":3",
    ":99999999999",
    "a",
    "b",
    "version",
    "=",
    "?",
    "0",
    "-1",
    "99999999999",
    "1.5",
    ".",
    "-",
    "/",
    "//",
    "/*",
    "*/",
    "\\\n",
    "\n",
    "\n",
    "\r",
    " ",
    "\t",
    "\"",
    "'",
    "#",
    "#if",
    "#ifdef",
    "#ifndef",
    "#elif",
    "#else",
    "#endif",
    "#define",
    "#undef",
    "#include",
    "\"self\"",
    "#error",
    "f",
    "f(",
    "(",
    ")",
    ",",
    "defined",
    "!",
    "~",
    "&&",
    "||",
    "<<",
    ">>",
    "==",
    "%",
    ":",
    "\u{e4}",
    "\u{1F600}",
    "\0",
    "\u{301}",
    "\u{202e}",
];

/// Pieces of raw tables.
const RAW_PIECES: &[&str] = &[
    "depth",
    "width",
    "content",
    "begin",
    "end",
    "=",
    ";",
    ":",
    "[",
    "]",
    "..",
    "0",
    "1ff",
    "12",
    "32",
    "-1",
    "0x",
    "0xfff",
    "when",
    "others",
    "\"",
    "\"0101\"",
    "\"2\"",
    "=>",
    "<=",
    "q",
    "if",
    "exc_pend",
    "int_pend",
    "--",
    "%",
    "\n",
    "\n",
    " ",
    " ",
    ",",
    "data_radix",
    "hex",
    "dec",
    "\u{e4}",
    "ffffffffffffffffffff",
];

fn text(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    proptest::collection::vec(
        (
            proptest::sample::select(pieces),
            prop_oneof![Just(""), Just(" ")],
        ),
        0..80,
    )
    .prop_map(|parts| {
        parts
            .into_iter()
            .flat_map(|(piece, gap)| [piece, gap])
            .collect()
    })
}

/// Assembles, renders what it is answered with, and disassembles what comes out.
fn assemble(source: &str, defines: Vec<String>) {
    let loader = |path: &Path| match path.to_str() {
        Some("self") => Ok(source.to_owned()),
        _ => Err(io::Error::other("not found")),
    };
    match Assembly::of_source(Path::new("self"), &loader, &Options { defines }) {
        Ok(assembly) => {
            assembly.render_warnings(true);
            listing(&assembly.program);
            let again = Assembly::of_str(
                "again",
                &disassemble(&assembly.program),
                &Options::default(),
            );
            let again = again
                .unwrap_or_else(|error| panic!("{source}\n{error}"))
                .program;
            assert_eq!(again.rom, assembly.program.rom);
            assert_eq!(again.stack_ram, assembly.program.stack_ram);
            assert_eq!(again.jump_table, assembly.program.jump_table);
        }
        Err(error) => {
            assert!(!error.errors().is_empty());
            error.render(true);
        }
    }
}

fn read_all(contents: &[u8]) {
    let path = Path::new("raw");
    for message in [
        read_rom(path, contents).err(),
        read_stack_ram(path, contents).err(),
        read_jump_table(path, contents).err(),
    ]
    .into_iter()
    .flatten()
    {
        assert_eq!(message.to_string().lines().count(), 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_is_assembled_or_answered(source in any::<String>(), define in any::<String>()) {
        assemble(&source, vec![define]);
    }

    #[test]
    fn any_near_source_is_assembled_or_answered(source in text(PIECES)) {
        assemble(&source, Vec::new());
        assemble(&format!("version = 1\n{source}"), vec!["b=a".to_owned()]);
    }

    #[test]
    fn any_bytes_are_read_or_answered(contents in any::<Vec<u8>>()) {
        read_all(&contents);
    }

    #[test]
    fn any_near_table_is_read_or_answered(contents in text(RAW_PIECES)) {
        read_all(contents.as_bytes());
    }
}
