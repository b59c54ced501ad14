//! `jop inspect`: images of the original linker and ours, with and without symbols.

use std::fs;
use std::process::Output;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::common::{class, data, jop, run, stderr, stdout, within};

/// The example of spec 11 section 14, as the original linker writes it.
const EXAMPLE: &str = "../jopizer/tests/fixtures/original/example.jop";

/// Runs the command in a folder, so that messages have short names.
fn run_in(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = jop(arguments);
    command.current_dir(folder.path());
    command.output().expect("the command starts")
}

/// A folder with the example, and with its link-info file if asked for.
fn example(with_names: bool) -> TempDir {
    let folder = tempdir().expect("a folder");
    fs::copy(data(EXAMPLE), folder.path().join("example.jop")).expect("a copy");
    if with_names {
        let names = data(&format!("{EXAMPLE}.link.txt"));
        fs::copy(names, folder.path().join("example.jop.link.txt")).expect("a copy");
    }
    folder
}

fn text(output: &Output) -> String {
    assert_eq!(
        (output.status.code(), stderr(output).as_str()),
        (Some(0), "")
    );
    stdout(output)
}

/// Exit code and message of a command that cannot do what is asked.
fn refusal(output: &Output) -> String {
    assert_eq!(
        (output.status.code(), stdout(output).as_str()),
        (Some(2), "")
    );
    let message = stderr(output);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn an_image_of_the_original_is_shown_with_the_names_of_its_link_info_file() {
    let folder = example(true);
    insta::assert_snapshot!(text(&run_in(&folder, &["inspect", "example.jop"])));
}

#[test]
fn an_image_without_symbols_is_shown_as_far_as_its_words_tell() {
    let folder = example(false);
    insta::assert_snapshot!(text(&run_in(&folder, &["inspect", "example.jop"])));
}

#[test]
fn a_method_is_shown_with_byte_offsets_and_names_of_operands() {
    let folder = example(true);
    for name in ["m", "Ex.m", "t.Ex.m", "m(I)V", "t.Ex.m(I)V", "30", "35"] {
        let shown = text(&run_in(
            &folder,
            &["inspect", "example.jop", "--method", name],
        ));
        assert_eq!(shown, METHOD, "{name}");
    }
}

const METHOD: &str = "\
t.Ex.m(I)V: address 30, 6 words, 2 argument words, 0 other locals, synchronized
    0  aload_0
    1  aload_0
    2  putfield_ref     3
    5  aload_0
    6  iload_1
    7  i2l
    8  putfield_long    1
   11  aload_0
   12  aload_0
   13  getfield_long    1
   16  l2i
   17  invokevirtual    8         method table entry 4, 1 argument word
   20  pop
   21  return
";

#[test]
fn an_ambiguous_name_lists_the_candidates() {
    let folder = example(true);
    let ambiguous = ["inspect", "example.jop", "--method", "<init>"];
    assert_eq!(
        refusal(&run_in(&folder, &ambiguous)),
        "jop: error: `<init>` is the name of 6 methods; give class or descriptor: com.jopdesign.sys.JVMHelp.<init>()V, \
         com.jopdesign.sys.Startup.<init>()V, t.Ex.<init>()V, java.lang.Object.<init>()V, java.lang.String.<init>()V, \
         com.jopdesign.sys.JVM.<init>()V\n"
    );
}

#[test]
fn an_unknown_name_or_address_is_refused_with_the_nearest_name() {
    let folder = example(true);
    let method = |name| {
        refusal(&run_in(
            &folder,
            &["inspect", "example.jop", "--method", name],
        ))
    };
    assert_eq!(
        method("vrit"),
        "jop: error: no method `vrit`; did you mean t.Ex.virt(I)I?\n"
    );
    assert_eq!(
        method("nowhere"),
        "jop: error: no method `nowhere`; `jop inspect --part methods` lists all\n"
    );
    assert_eq!(
        method("60"),
        "jop: error: no method has code at 60; `jop inspect --part methods` lists all\n"
    );
}

#[test]
fn parts_can_be_chosen_and_blocks_follow_the_configured_cache() {
    let folder = example(true);
    let machine = within(&folder, "machine.toml");
    fs::write(&machine, "jpc_width = 10\nblock_bits = 7\n").unwrap();
    let arguments = [
        "inspect",
        "example.jop",
        "--part",
        "methods",
        "--config",
        &machine,
    ];
    let methods = text(&run_in(&folder, &arguments));
    assert!(
        methods.starts_with(
            "methods, and what they take of a method cache with 128 blocks of 2 words\n"
        ),
        "{methods}"
    );
    let main = methods.lines().find(|line| line.contains("t.Ex.main"));
    let cells: Vec<_> = main.into_iter().flat_map(str::split_whitespace).collect();
    assert_eq!(cells[..6], ["19", "7", "27", "4", "1", "0"], "{methods}");
    let parts = text(&run_in(
        &folder,
        &["inspect", "example.jop", "--part", "strings,statics"],
    ));
    assert!(
        parts.starts_with("static fields\n") && parts.contains("\nstrings\n"),
        "{parts}"
    );
}

#[test]
fn json_has_the_whole_tree_and_single_methods() {
    let folder = example(true);
    let read = |arguments: &[&str]| -> Value {
        let output = run_in(
            &folder,
            &[&["inspect", "example.jop", "--format", "json"], arguments].concat(),
        );
        serde_json::from_str(&text(&output)).unwrap()
    };
    let tree = read(&[]);
    assert_eq!(tree["format"], 1);
    assert_eq!(
        tree["pointers"]["main"]["method"],
        "t.Ex.main([Ljava/lang/String;)V"
    );
    assert_eq!(tree["methods"].as_array().unwrap().len(), 13);
    assert_eq!(tree["classes"][2]["constants"][3]["meaning"], "\"Hi\"");
    assert_eq!(tree["unnamed"]["methods"], 0);
    let method = read(&["--method", "add"]);
    assert_eq!(method["method"]["address"], 27);
    assert_eq!(method["cache_blocks"], 1);
    assert_eq!(method["instructions"][2]["mnemonic"], "iadd");
    assert_eq!(method["instructions"][2]["pc"], 2);
}

#[test]
fn a_class_is_linked_and_shown_with_its_lines() {
    let output = run(&["inspect", &class("Status"), "--method", "Status.main"]);
    let shown = text(&output);
    assert!(shown.contains("  line 7\n"), "{shown}");
    assert!(
        shown.contains("java.lang.Integer.parseInt(Ljava/lang/String;)I\n"),
        "{shown}"
    );
}

#[test]
fn a_link_info_file_written_by_build_gives_the_names_back() {
    let folder = tempdir().unwrap();
    let build = [
        "build",
        &class("Status"),
        "-o",
        "app.jop",
        "--link-txt",
        "-q",
    ];
    assert_eq!(run_in(&folder, &build).status.code(), Some(0));
    let statics = ["inspect", "app.jop", "--part", "statics,methods"];
    let ours = text(&run_in(&folder, &statics));
    fs::remove_file(folder.path().join("app.jop.sym.json")).unwrap();
    assert_eq!(text(&run_in(&folder, &statics)), ours);
    fs::remove_file(folder.path().join("app.jop.link.txt")).unwrap();
    let without = text(&run_in(&folder, &statics));
    // The class table is still there: classes keep their names, methods and fields do not.
    assert!(without.contains("sys.Collector.method@"), "{without}");
    assert!(without.contains("\nwithout a name: "), "{without}");
    assert!(!without.contains("class@"), "{without}");
}

#[test]
fn a_link_info_file_of_another_image_is_not_used_and_said_so() {
    let folder = example(false);
    let names = folder.path().join("example.link.txt");
    fs::write(&names, "bytecode t.Ex.add(II)I 28\n").unwrap();
    let output = run_in(&folder, &["inspect", "example.jop", "--part", "strings"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stderr(&output),
        "jop: note: example.link.txt is not used: line 1: method t.Ex.add(II)I is not at 28 in this image; link the program again\n"
    );
}

#[test]
fn what_is_no_image_is_refused() {
    let folder = tempdir().unwrap();
    let refused = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        refusal(&run_in(&folder, &["inspect", name]))
    };
    assert_eq!(
        refused("short.jop", "1,"),
        "jop: error: short.jop: the image has 1 words, which is less than its header and special pointers; \
         link the program again with `jop build`\n"
    );
    assert_eq!(
        refused("astray.jop", "3, 90, 0,"),
        "jop: error: astray.jop: word 1 puts the special pointers at 90, but the image has 3 words; \
         link the program again with `jop build`\n"
    );
    assert_eq!(
        refused("poem.jop", "roses are red"),
        "jop: error: poem.jop:1: `roses` is not a number; an image is what `jop build` writes\n"
    );
}
