//! `jop view`: pages with files inside, and what is refused before there is a page.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use tempfile::tempdir;

use crate::common::{data, run, stderr, within};

#[test]
fn a_page_has_the_machine_and_is_small() {
    let folder = tempdir().unwrap();
    let page = within(&folder, "lift.html");
    let output = run(&["view", "--program", "lift", "--at", "7", "-o", &page]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("<title>lift</title>"));
    assert!(!html.contains("@MODULE@") && !html.contains("@DATA@"));
    assert!(
        (1_000_000..6_000_000).contains(&html.len()),
        "{}",
        html.len()
    );
}

#[test]
fn a_class_with_its_source_is_in_the_page() {
    let folder = tempdir().unwrap();
    let [bare, own] = ["bare.html", "own.html"].map(|name| within(&folder, name));
    let class = data("tests/programs/Echo.class");
    for (words, page) in [(vec!["view"], &bare), (vec!["view", class.as_str()], &own)] {
        let words = [words, vec!["-o", page.as_str()]].concat();
        let output = run(&words);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let size = |page| std::fs::metadata(page).unwrap().len();
    assert!(size(&own) > size(&bare) + 10_000);
}

/// Makes a page of a file that is not to be opened; gives the one line that says why.
fn refusal(words: &[&str], page: &str) -> String {
    let output = run(&[&["view", "-o", page], words].concat());
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    assert!(!std::path::Path::new(page).exists(), "{words:?}");
    text
}

/// What a page has inside.
fn unpacked(page: &str) -> Vec<u8> {
    let html = std::fs::read_to_string(page).expect("the page");
    let (_, rest) = html.split_once("id=\"data\">").expect("a place for data");
    let (data, _) = rest.split_once("</script>").expect("an end of the data");
    let packed = STANDARD.decode(data).expect("base64");
    let mut bytes = Vec::new();
    let mut unpacked = flate2::read::GzDecoder::new(packed.as_slice());
    unpacked.read_to_end(&mut bytes).expect("gzip");
    bytes
}

/// What a page knows before it runs.
fn header(page: &str) -> Value {
    let bytes = unpacked(page);
    let (length, rest) = bytes.split_at(4);
    let length = u32::from_le_bytes(length.try_into().expect("4 bytes"));
    serde_json::from_slice(&rest[..length as usize]).expect("JSON")
}

#[test]
fn a_page_begins_at_main_or_where_it_is_told() {
    let folder = tempdir().unwrap();
    let page = within(&folder, "page.html");
    let begins = |words: &[&str]| {
        let output = run(&[&["view", "--program", "sieve", "-o", &page], words].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        header(&page)["start"]["cycle"].as_u64().expect("a cycle")
    };
    let main = begins(&[]);
    assert!(main > 1000, "{main}");
    assert_eq!(begins(&["--at", "reset"]), 0);
    assert_eq!(begins(&["--at", "20k"]), 20_000);
    assert_eq!(begins(&["--at", "kernel.Sieve.main"]), main);
    let none = refusal(
        &["--program", "sieve", "--at", "Sieve.mian"],
        &within(&folder, "none.html"),
    );
    assert!(none.contains("did you mean"), "{none}");
}

#[test]
fn a_page_has_the_input_of_its_program() {
    let folder = tempdir().unwrap();
    let [page, input] = ["page.html", "input"].map(|name| within(&folder, name));
    std::fs::write(&input, "one\n").unwrap();
    let lines = data("tests/programs/Lines.class");
    let output = run(&["view", &lines, "--input", &input, "-o", &page]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let header = header(&page);
    let files = header["files"].as_array().expect("files");
    let names: Vec<_> = files.iter().map(|file| file["name"].as_str()).collect();
    assert_eq!(names.last(), Some(&Some("Lines.jopcheck")));
    assert!(header["start"]["cycle"].as_u64() > Some(1000));
}

#[test]
fn a_trace_without_cycles_or_with_a_cut_row_is_refused_with_its_place() {
    let folder = tempdir().unwrap();
    let [page, file] = ["page.html", "a.csv"].map(|name| within(&folder, name));
    std::fs::write(&file, "cycle,pc,a,mem_state\n").unwrap();
    assert!(refusal(&[&file], &page).contains("a trace without a cycle"));
    std::fs::write(&file, "cycle,pc,a,mem_state\n7,1,2,idl\n8,1\n").unwrap();
    let text = refusal(&[&file], &page);
    assert!(text.contains("a.csv:3: 2 of 4 columns"), "{text}");
}

#[test]
fn a_recording_is_told_to_be_one() {
    let folder = tempdir().unwrap();
    let [page, file] = ["page.html", "a.jrec"].map(|name| within(&folder, name));
    let output = run(&["run", "-q", "--program", "lift", "-o", &file, "--", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = refusal(&[&file], &page);
    assert!(
        text.contains("a.jrec: a recording") && text.contains("jop show"),
        "{text}"
    );
}

#[test]
fn machine_and_arguments_beside_a_checkpoint_or_a_trace_are_refused() {
    let folder = tempdir().unwrap();
    let [page, file, config] =
        ["page.html", "a.csv", "slow.toml"].map(|name| within(&folder, name));
    std::fs::write(&file, "cycle,pc,a,mem_state\n7,1,2,idl\n").unwrap();
    std::fs::write(&config, "ram_cnt = 5\n").unwrap();
    let checkpoint = data("../run/tests/golden/format-3.jopcheck");
    for file in [&file, &checkpoint] {
        assert!(refusal(&[file, "--config", &config], &page).contains("leave out --config"));
        assert!(refusal(&[file, "--", "3"], &page).contains("leave out arguments"));
    }
    for file in [&file, &checkpoint] {
        let output = run(&["view", file, "-o", &page]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        std::fs::remove_file(&page).unwrap();
    }
}

#[test]
fn what_is_no_trace_and_no_checkpoint_is_refused_without_a_page() {
    let folder = tempdir().unwrap();
    let page = within(&folder, "page.html");
    for (name, reason) in [("a.csv", "no trace"), ("a.jopcheck", "checkpoint")] {
        let file = within(&folder, name);
        std::fs::write(&file, "cycle,nothing\n1,2\n").unwrap();
        let output = run(&["view", &file, "-o", &page]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let text = stderr(&output);
        assert!(text.contains(&file) && text.contains(reason), "{text}");
        assert_eq!(text.trim_end().lines().count(), 1, "{text}");
        assert!(!std::path::Path::new(&page).exists());
    }
}

/// The rows of the only file of a page.
fn rows_of(page: &str) -> Vec<String> {
    let header = header(page);
    let files = header["files"].as_array().expect("files");
    assert_eq!(files.len(), 1, "{files:?}");
    let bytes = unpacked(page);
    let text = String::from_utf8_lossy(&bytes);
    let from = text.find("cycle,core,").expect("the heading");
    let rows = text[from..].lines().skip(1);
    let rows = rows.take_while(|line| line.split(',').count() > 10);
    rows.map(str::to_owned).collect()
}

/// The rows of one core in a trace.
fn traced(file: &str, core: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a trace");
    let rows = text.lines().skip(1);
    let of_core = |line: &&str| line.split(',').nth(1) == Some(core);
    rows.filter(of_core).map(str::to_owned).collect()
}

fn done(words: &[&str]) -> String {
    let output = run(words);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {text}");
    text
}

#[test]
fn a_page_of_several_cores_shows_the_chosen_one() {
    let folder = tempdir().unwrap();
    let [page, trace] = ["page.html", "cores.csv"].map(|name| within(&folder, name));
    let program = ["--program", "producer-consumer", "--config", "reprap"];
    let with = |words: &[&str]| done(&[words, &program[..]].concat());
    with(&["trace", "--cycles", "100k..100050", "-o", &trace]);
    with(&["view", "-o", &page, "--core", "1", "--at", "100k"]);
    let rows = rows_of(&page);
    assert_eq!(rows.len(), 20_000);
    assert_eq!(rows[..50], traced(&trace, "1"));

    done(&["view", &trace, "--core", "2", "-o", &page]);
    assert_eq!(rows_of(&page), traced(&trace, "2"));
    let told = done(&["view", &trace, "-o", &page]);
    let note = "core 0 of 4; choose another with --core";
    assert!(told.contains(note), "{told}");

    let none = within(&folder, "none.html");
    assert!(refusal(&[&trace, "--core", "7"], &none).contains("no core 7 is in it"));
    let text = refusal(&["--program", "lift", "--core", "1"], &none);
    assert!(text.contains("--core is for several cores"), "{text}");
}

#[test]
fn a_page_of_several_cores_has_the_input_once() {
    let folder = tempdir().unwrap();
    let [page, trace, input] =
        ["page.html", "cores.csv", "input"].map(|name| within(&folder, name));
    std::fs::write(&input, "one\ntwo\n").unwrap();
    let lines = data("tests/programs/Lines.class");
    let program = [lines.as_str(), "--config", "reprap", "--input", &input];
    let with = |words: &[&str]| done(&[words, &program[..]].concat());
    // It prints its last line here: there is no more input.
    let first = 265_000;
    let window = format!("{first}..{}", first + 20_000);
    with(&["trace", "--core", "0", "--cycles", &window, "-o", &trace]);
    with(&[
        "view",
        "-o",
        &page,
        "--core",
        "0",
        "--at",
        &first.to_string(),
    ]);
    assert_eq!(rows_of(&page), traced(&trace, "0"));
}
