//! Files of raw words: what is read from each form, and what each wrong file is answered with.

use std::path::Path;

use isa::op;
use microcode::formats::{read_jump_table, read_rom, read_stack_ram};
use microcode::{Options, Program, assemble_str};

fn rom(text: &str) -> Vec<u16> {
    read_rom(Path::new("rom"), text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn rom_error(text: impl AsRef<[u8]>) -> String {
    let error = read_rom(Path::new("rom.dat"), text.as_ref());
    error.expect_err("a wrong file").to_string()
}

fn example() -> Program {
    let source =
        "version = 3\na ?\nnop nxt\nsys_noim: ldi -5\nsys_int: nop\nsys_exc: nop\niadd: add nxt";
    assemble_str("example.asm", source, &Options::default()).expect("a right source")
}

#[test]
fn what_is_written_is_read_back() {
    let program = example();
    let folder = tempfile::tempdir().unwrap();
    let paths = ["rom", "ram", "table"].map(|name| folder.path().join(name));
    let texts = [
        program.rom_dat(),
        program.stack_ram_dat(),
        program.jump_table_dat(),
    ];
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).unwrap();
    }
    let read = Program::from_raw(&paths[0], &paths[1], &paths[2]).unwrap();
    assert_eq!(
        read,
        Program {
            symbols: microcode::ProgramSymbols::default(),
            ..program
        }
    );
}

#[test]
fn words_are_decimal_unless_something_says_hexadecimal() {
    assert_eq!(rom("256 \n2304 \n")[..3], [256, 2304, 0]);
    assert_eq!(rom("100, 9aB")[..2], [0x100, 0x9AB]);
    assert_eq!(rom("100\n080")[..2], [0x100, 0x080]);
    assert_eq!(rom("0x100 100 0")[..3], [0x100, 100, 0]);
}

#[test]
fn comments_and_commas_are_skipped() {
    assert_eq!(rom("1, 2 // 3\n-- 4\n# 5\n6 ; 7")[..4], [1, 2, 6, 0]);
}

#[test]
fn a_short_rom_is_filled_with_zeros_and_a_short_stack_ram_with_the_pattern() {
    assert_eq!(rom("5").len(), 2048);
    let ram = read_stack_ram(Path::new("ram"), b"-1 4294967295 7").unwrap();
    assert_eq!(
        (ram.len(), &ram[..4]),
        (256, &[u32::MAX, u32::MAX, 7, 0x1234_5678][..])
    );
}

#[test]
fn a_mif_is_read_with_its_header_on_several_lines_or_on_one() {
    let several = "-- a test\nwidth = 12;\ndepth\n  = 2048;\ncontent\nbegin\n[0..1ff] : 080;\n0 : 100; -- first\n1f : 9ab;\nend;\n";
    let words = rom(several);
    assert_eq!(
        (words[0], words[1], words[0x1F], words[0x1FF], words[0x200]),
        (0x100, 0x080, 0x9AB, 0x080, 0)
    );
    let one = "DEPTH = 256; WIDTH = 32; CONTENT BEGIN [0..ff] : 12345678; 0020 : FFFFFFFF; END;";
    let ram = read_stack_ram(Path::new("ram.mif"), one.as_bytes()).unwrap();
    assert_eq!((ram[0], ram[32]), (0x1234_5678, u32::MAX));
}

#[test]
fn a_mif_may_name_its_radix_and_give_several_words_from_one_address() {
    let text = "WIDTH=12; DEPTH=8; ADDRESS_RADIX=UNS; DATA_RADIX=DEC; CONTENT BEGIN 6 : 10 11; % 7 : 1; % END;";
    assert_eq!(rom(text)[5..9], [0, 10, 11, 0]);
}

const GENERATED_ROM: &str = r#"
choose : process (place) is begin
  case place is
    when "00000000010" => word <= "100100000000"; -- "when" others => word <= "1"
    when others => word <= "000000000000";
    WHEN "00000000000"=>word<="000100000000";
  end case;
end process choose;
"#;

const GENERATED_JUMP_TABLE: &str = r#"
choose : process (code) is begin
  case code is
    when "01100000" => target <= "00000001011"; -- iadd
    when "00000000" => target <= "00000001010";
    when others => target <= "00000000010";
  end case;
end process choose;

enter : process (all) is begin
  q <= "11111111111"; -- under no condition: no entry
  if int_pend = '1' then
    q <= "00000001101";
  elsif exc_pend = '1' then
    q <= "00000001100";
  else
    q <= target;
  end if;
end process enter;
"#;

#[test]
fn a_generated_rom_is_read() {
    assert_eq!(rom(GENERATED_ROM)[..4], [0x100, 0, 0x900, 0]);
}

#[test]
fn a_generated_jump_table_is_read() {
    let table = read_jump_table(Path::new("table.vhd"), GENERATED_JUMP_TABLE.as_bytes()).unwrap();
    assert_eq!(
        (
            table.bytecodes[usize::from(op::NOP)],
            table.bytecodes[usize::from(op::ACONST_NULL)],
            table.bytecodes[usize::from(op::IADD)]
        ),
        (10, 2, 11)
    );
    assert_eq!((table.exception, table.interrupt), (12, 13));
}

#[test]
fn a_text_is_not_a_rom() {
    let message = "rom.dat:2: `the` is not a number; a ROM is given as decimal or hexadecimal numbers, .mif or generated VHDL";
    assert_eq!(rom_error("// when content begins\nthe quick"), message);
}

#[test]
fn binary_data_is_quoted_printably_and_shortly() {
    let message = rom_error([0x7F, b'E', b'L', b'F', 0, 1, 0xFF]);
    assert!(
        message.starts_with(r"rom.dat:1: `\u{7f}ELF\0\u{1}"),
        "{message}"
    );
    assert!(rom_error("x".repeat(1000)).contains("`xxxxxxxxxxxxxxxxxxxx...` is not a number"));
}

#[test]
fn wrong_numbers_and_counts_name_the_line_and_the_limit() {
    assert_eq!(
        rom_error("1\n4096"),
        "rom.dat:2: 4096 does not fit; a ROM holds words of 12 bits"
    );
    assert_eq!(
        rom_error("-1"),
        "rom.dat:1: -1 does not fit; a ROM holds words of 12 bits"
    );
    assert_eq!(
        rom_error("0\n".repeat(2049)),
        "rom.dat:2049: word 2048 is one too many; a ROM holds 2048 words"
    );
    let forms = "a ROM is given as decimal or hexadecimal numbers, .mif or generated VHDL";
    assert_eq!(rom_error(" \n"), format!("rom.dat: no words; {forms}"));
}

#[test]
fn a_jump_table_must_be_complete() {
    let error = |text: &str| {
        read_jump_table(Path::new("t"), text.as_bytes())
            .unwrap_err()
            .to_string()
    };
    let whole = "a jump table is 256 bytecodes, then interrupt entry, then exception entry";
    assert_eq!(
        error(&"1 ".repeat(257)),
        format!("t: 1 words missing; {whole}")
    );
    assert_eq!(
        error(&"1 ".repeat(259)),
        "t:1: word 258 is one too many; a jump table holds 258 words"
    );
    assert_eq!(
        error("2048"),
        "t:1: 2048 does not fit; a jump table holds words of 11 bits"
    );
    let without = GENERATED_JUMP_TABLE.replace("int_pend", "other");
    assert_eq!(
        error(&without),
        format!("t: assignment to q under int_pend missing; {whole}")
    );
}

#[test]
fn a_malformed_mif_names_the_line_and_what_is_wrong() {
    let forms = "a ROM is given as decimal or hexadecimal numbers, .mif or generated VHDL";
    for (text, problem) in [
        (
            "depth = 9; width = 8; content begin end;",
            "width is 8, not 12",
        ),
        ("color = 9; content begin end;", "unknown key `color`"),
        ("content begin 0 = 5; end;", "`=` where `:` is expected"),
        ("content begin 0 : xyz; end;", "`xyz` is not a number"),
        (
            "content begin 0 : 1;",
            "end of file where `end` is expected",
        ),
        (
            "depth = 4; content begin 4 : 1; end;",
            "address 4 lies beyond the depth of 4",
        ),
        (
            "data_radix = roman; content begin end;",
            "unknown radix `roman`",
        ),
    ] {
        assert_eq!(rom_error(text), format!("rom.dat:1: {problem}; {forms}"));
    }
    assert_eq!(
        rom_error("content\nbegin\n800 : 1; end;"),
        "rom.dat:3: word 2048 is one too many; a ROM holds 2048 words"
    );
    assert_eq!(
        rom_error("content begin\n0 : 1000; end;"),
        "rom.dat:2: 4096 does not fit; a ROM holds words of 12 bits"
    );
}

#[test]
fn a_generated_table_is_no_stack_ram() {
    let error = read_stack_ram(Path::new("ram"), GENERATED_ROM.as_bytes())
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "ram:1: generated VHDL; a stack RAM is given as decimal or hexadecimal numbers or .mif"
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = Program::from_raw("no/rom", "no/ram", "no/table")
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("cannot read no/rom: "), "{error}");
}
