//! `jop asm` and `jop disasm`.

use std::fs;

use tempfile::tempdir;

use crate::common::{class, data, run, stderr, stdout, within};

const FILES: [&str; 3] = ["mem_rom.dat", "mem_ram.dat", "jump_table.dat"];

/// Assembles a source into a folder; gives the words.
fn words(folder: &str, source: &str, options: &[&str]) -> [String; 3] {
    let mut arguments = vec!["asm", source, "-o", folder, "-q"];
    arguments.extend(options);
    let output = run(&arguments);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(0), "")
    );
    FILES.map(|file| fs::read_to_string(format!("{folder}/{file}")).expect("the words"))
}

#[test]
fn the_disassembly_assembles_to_the_same_words() {
    let folder = tempdir().unwrap();
    let source = data("../microcode/asm/jvm.asm");
    for (index, (disasm, asm)) in [
        (&["disasm"][..], &[][..]),
        (&["disasm", "--strict"], &["-D", "STRICT"]),
    ]
    .iter()
    .enumerate()
    {
        let text = within(&folder, &format!("{index}.asm"));
        fs::write(&text, stdout(&run(disasm))).unwrap();
        let original = words(&within(&folder, "original"), &source, asm);
        let again = words(&within(&folder, "again"), &text, &[]);
        assert!(original == again, "{disasm:?}");
        assert_eq!(original[0].lines().count(), 2048);
        assert_eq!(original[2].lines().count(), 258);
    }
}

#[test]
fn without_a_folder_a_source_is_only_checked() {
    let folder = tempdir().unwrap();
    let source = within(&folder, "tiny.asm");
    fs::write(&source, "version = 1\nvar ?\nsys_noim: nop nxt\n").unwrap();
    let output = run(&["asm", &source]);
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(0), ""),
        "{}",
        stderr(&output)
    );
    assert!(
        stderr(&output).ends_with("tiny.asm: 1 of 2,048 ROM words, 1 variables, 1 labels\n"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_listing_of_our_microcode_names_its_source_lines() {
    let listing = stdout(&run(&["disasm", "--listing"]));
    assert!(listing.contains("microcode/asm/boot.asm:"), "{listing}");
    let source = data("../microcode/asm/jvm.asm");
    let assembled = stdout(&run(&["asm", &source, "--listing", "-q"]));
    assert_eq!(assembled.lines().count(), listing.lines().count());
}

#[test]
fn an_image_is_listed_method_by_method() {
    let folder = tempdir().unwrap();
    let image = within(&folder, "app.jop");
    run(&["build", &class("Status"), "-o", &image]);
    let whole = stdout(&run(&["disasm", &image]));
    let main = stdout(&run(&["disasm", &image, "--method", "Status.main"]));
    assert!(
        main.starts_with("Status.main([Ljava/lang/String;)V: address "),
        "{main}"
    );
    assert!(
        main.contains("java.lang.Integer.parseInt(Ljava/lang/String;)I"),
        "{main}"
    );
    assert!(whole.contains(&main));
    let unknown = run(&["disasm", &image, "--method", "nowhere"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        stderr(&unknown).contains("no method `nowhere`"),
        "{}",
        stderr(&unknown)
    );
}
