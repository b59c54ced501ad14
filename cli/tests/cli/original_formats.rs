//! Microcode and images in the forms of the original's tools: each runs, and to the cycle as ours does.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

use isa::op;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::common::{data, run, stderr, stdout, within};

/// ROM, stack RAM and jump table, as the option names have them, with their bits.
const MEMORIES: [(&str, usize); 3] = [("rom", 12), ("stack-ram", 32), ("jump-table", 11)];

/// The words of our microcode, as `jop asm` writes them.
fn microcode(folder: &TempDir) -> [Vec<u32>; 3] {
    let output = within(folder, "words");
    let source = data("../microcode/asm/jvm.asm");
    assert_eq!(
        run(&["asm", &source, "-q", "-o", &output]).status.code(),
        Some(0)
    );
    ["mem_rom.dat", "mem_ram.dat", "jump_table.dat"].map(|name| {
        let text = fs::read_to_string(format!("{output}/{name}")).expect("the words");
        let numbers = text.split_whitespace().map(str::parse::<i64>);
        numbers
            .map(|number| number.expect("a number") as u32)
            .collect()
    })
}

/// One of the forms of raw words.
type Form = fn(&[u32], usize) -> String;

fn decimal(words: &[u32], _: usize) -> String {
    words
        .iter()
        .map(|word| format!("{} \n", word.cast_signed()))
        .collect()
}

fn unsigned_on_one_line(words: &[u32], _: usize) -> String {
    let words: Vec<_> = words.iter().map(ToString::to_string).collect();
    words.join(", ")
}

fn hexadecimal(words: &[u32], bits: usize) -> String {
    let digits = bits.div_ceil(4);
    words
        .iter()
        .map(|word| format!("{word:0digits$x}\n"))
        .collect()
}

fn hexadecimal_with_prefix(words: &[u32], _: usize) -> String {
    words
        .iter()
        .map(|word| format!("0x{word:X} // {word}\n"))
        .collect()
}

/// One word for all addresses, then each word with a comment that looks like more of them.
fn mif(words: &[u32], bits: usize) -> String {
    let digits = bits.div_ceil(4);
    let (depth, last) = (words.len(), words.len() - 1);
    let mut text = format!(
        "-- words of a test\nwidth = {bits};\ndepth = {depth};\ncontent begin\n  [0..{last:x}] : {:0digits$x};\n",
        0x80
    );
    for (address, word) in words.iter().enumerate() {
        let _ = writeln!(
            text,
            "  {address:x} : {word:0digits$x}; -- it's \"one\", 1 : 2;"
        );
    }
    text + "end;\n"
}

/// A ROM as VHDL: words that are 0 are not named.
fn vhdl_rom(words: &[u32], _: usize) -> String {
    let mut text = String::from(
        "-- In a comment, when \"00000000001\" => word <= \"111111111111\"; is no word.\n\
         entity store is port (place : in places; word : out words); end entity;\n\
         architecture listed of store is begin\n  choose : process (place) is begin\n    case place is\n",
    );
    for (address, word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
        let _ = writeln!(
            text,
            "      when \"{address:011b}\" => word <= \"{word:012b}\"; -- {word:#x}"
        );
    }
    text + "      when others => word <= \"000000000000\";\n    end case;\n  end process choose;\nend architecture;\n"
}

/// A jump table as VHDL: bytecodes without microcode are not named; the two entries have other signals as conditions.
fn vhdl_jump_table(words: &[u32], _: usize) -> String {
    let [bytecodes @ .., interrupt, exception] = words else {
        panic!("258 words");
    };
    let others = bytecodes[usize::from(op::SYS_NOIM)];
    let mut text = String::from(
        "entity targets is port (code, int_pend, exc_pend : in bits; q : out places); end entity;\n\
         architecture listed of targets is begin\n  choose : process (code) is begin\n    case code is\n",
    );
    for (code, address) in bytecodes
        .iter()
        .enumerate()
        .filter(|(_, address)| **address != others)
    {
        let _ = writeln!(
            text,
            "      when \"{code:08b}\" => target <= \"{address:011b}\"; -- {code}"
        );
    }
    let _ = write!(
        text,
        "      when others => target <= \"{others:011b}\";\n    end case;\n  end process choose;\n\
         \x20 enter : process (all) is begin\n    if int_pend = '1' then q <= \"{interrupt:011b}\";\n    \
         elsif exc_pend = '1' then q <= \"{exception:011b}\";\n    else q <= target;\n    end if;\n  \
         end process enter;\nend architecture;\n"
    );
    text
}

/// Names of the forms, and how ROM, stack RAM and jump table are written in each.
const FORMS: [(&str, [Form; 3]); 6] = [
    ("decimal", [decimal; 3]),
    ("on one line", [unsigned_on_one_line; 3]),
    ("hexadecimal", [hexadecimal; 3]),
    ("hexadecimal with 0x", [hexadecimal_with_prefix; 3]),
    ("mif", [mif; 3]),
    ("vhdl", [vhdl_rom, mif, vhdl_jump_table]),
];

/// Writes the three memories in a form; gives the options that name them.
fn written(folder: &TempDir, words: &[Vec<u32>; 3], form: &[Form; 3]) -> Vec<String> {
    let memories = MEMORIES.iter().zip(words).zip(form);
    let files = memories.map(|(((name, bits), words), form)| {
        let path = within(folder, name);
        fs::write(&path, form(words, *bits)).expect("a file");
        path
    });
    let files: Vec<String> = files.collect();
    vec!["--microcode".to_owned(), files.join(",")]
}

/// Runs a program; gives what it printed and the parts of the report that must not differ.
fn outcome(folder: &TempDir, program: &[&str], options: &[String]) -> (String, [Value; 4]) {
    let report = within(folder, "report.json");
    let mut arguments = [program, &["-q", "--report", &report]].concat();
    arguments.extend(options.iter().map(String::as_str));
    let output = run(&arguments);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{options:?}: {}",
        stderr(&output)
    );
    let report = fs::read_to_string(&report).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let parts = [
        "/statistics",
        "/outcome",
        "/image/sha256",
        "/microcode/sha256",
    ];
    let parts = parts.map(|part| report.pointer(part).expect("a part of the report").clone());
    (stdout(&output), parts)
}

fn texts(options: &[&str]) -> Vec<String> {
    options.iter().map(|option| (*option).to_owned()).collect()
}

#[test]
fn microcode_runs_to_the_cycle_in_every_raw_form() {
    let folder = tempdir().unwrap();
    let words = microcode(&folder);
    let expected = outcome(&folder, &["demo"], &[]);
    for (name, form) in &FORMS {
        let options = written(&folder, &words, form);
        assert_eq!(outcome(&folder, &["demo"], &options), expected, "{name}");
    }
}

#[test]
fn a_packed_image_and_a_folder_with_a_rom_run_to_the_cycle() {
    let folder = tempdir().unwrap();
    let [image, packed, rom] =
        ["sieve.jop", "sieve.jop.gz", "rom"].map(|name| within(&folder, name));
    run(&["build", "--program", "sieve", "-o", &image]);
    let source = data("../microcode/asm/jvm.asm");
    run(&["asm", &source, "-q", "-o", &rom]);
    let file = fs::File::create(&packed).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(file, flate2::Compression::default());
    gzip.write_all(&fs::read(&image).unwrap()).unwrap();
    gzip.finish().unwrap();
    let expected = outcome(&folder, &["run", &image], &[]);
    let options = texts(&["--microcode", &rom]);
    // Symbols beside the image are those of the packed one, too.
    assert_eq!(outcome(&folder, &["run", &packed], &options), expected);
    fs::remove_file(format!("{rom}/mem_ram.dat")).unwrap();
    let lacking = stderr(&run(&["run", &packed, "--microcode", &rom]));
    let wanted = format!(
        "jop: error: {rom}: no stack RAM, which is mem_ram.dat or ram.mif or ram.vhd; name the files: ROM,STACK_RAM,JUMP_TABLE\n"
    );
    assert_eq!(lacking, wanted);
}

#[test]
fn microcode_is_disassembled_from_every_raw_form() {
    let folder = tempdir().unwrap();
    let words = microcode(&folder);
    let disassembly = |options: &[String]| {
        let mut arguments = vec!["disasm"];
        arguments.extend(options.iter().map(String::as_str));
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let expected = disassembly(&written(&folder, &words, &FORMS[0].1));
    assert!(expected.contains("nxt"), "{expected}");
    for (name, form) in &FORMS[1..] {
        assert_eq!(
            disassembly(&written(&folder, &words, form)),
            expected,
            "{name}"
        );
    }
}

#[test]
fn microcode_runs_from_its_sources_with_definitions() {
    let folder = tempdir().unwrap();
    let source = data("../microcode/asm/jvm.asm");
    let from_source = texts(&["--microcode", &source]);
    assert_eq!(
        outcome(&folder, &["demo"], &from_source),
        outcome(&folder, &["demo"], &[])
    );
    let strict = texts(&["--microcode", &format!("{source},STRICT")]);
    assert_eq!(
        outcome(&folder, &["demo"], &strict),
        outcome(&folder, &["demo"], &texts(&["--strict"]))
    );
}

/// An image with several numbers on a line, and comments with anything in them.
fn with_comments(words: &[u32]) -> Vec<u8> {
    let mut text = b"//\n//\t1, 2, 3 \"not\" a number, it's a comment\n//\n".to_vec();
    for (address, words) in words.chunks(3).enumerate() {
        for word in words {
            text.extend(format!("\t{}, ", word.cast_signed()).bytes());
        }
        text.extend(format!("//\t{}: 'x', \"y\", /* -{address},\t\t", 3 * address).bytes());
        // A letter of a string in Latin-1.
        text.extend(b"\xE4\n");
    }
    text
}

#[test]
fn images_run_to_the_cycle_in_every_form_of_the_original_tools() {
    let folder = tempdir().unwrap();
    let built = within(&folder, "built.jop");
    assert_eq!(
        run(&["build", "demo.Demo", "-q", "-o", &built])
            .status
            .code(),
        Some(0)
    );
    let text = fs::read_to_string(&built).expect("an image");
    let code = text.lines().filter(|line| !line.starts_with("//"));
    let words: Vec<u32> = code
        .flat_map(|line| line.split(','))
        .filter_map(|number| number.trim().parse::<i32>().ok())
        .map(i32::cast_unsigned)
        .collect();
    let expected = outcome(&folder, &["run", &built], &[]);
    for (name, contents) in [
        ("comments.jop", with_comments(&words)),
        ("mem_main.dat", decimal(&words, 32).into_bytes()),
        (
            "block.jop",
            format!("/* 1, 2,\n3 */ {}", decimal(&words, 32).replace(' ', ",")).into_bytes(),
        ),
    ] {
        let image = within(&folder, name);
        fs::write(&image, contents).unwrap();
        assert_eq!(outcome(&folder, &["run", &image], &[]), expected, "{name}");
    }
}

#[test]
fn an_image_without_our_symbols_takes_no_arguments() {
    let folder = tempdir().unwrap();
    for name in ["example.jop", "example.jop.link.txt"] {
        let from = data(&format!("../jopizer/tests/fixtures/original/{name}"));
        fs::copy(from, folder.path().join(name)).unwrap();
    }
    let image = within(&folder, "example.jop");
    let output = run(&["run", &image, "--", "one"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        stderr(&output),
        format!(
            "jop: error: {image}: arguments need the symbols {image}.sym.json of this image; link it with `jop build`\n"
        )
    );
}
