//! The microcode lab.

use browser::Bench;
use serde_json::{Value, json};

use crate::support::{ask, open, refusal, run_to_end};

fn source(bench: &mut Bench, name: &str) -> (String, String) {
    let sources = ask(bench, &json!({ "do": "sources" }));
    let sources = sources.as_array().unwrap().clone();
    assert!(sources[0]["path"].as_str().unwrap().ends_with("jvm.asm"));
    let found = sources
        .iter()
        .find(|it| it["path"].as_str().unwrap().ends_with(name));
    let text = |key: &str| found.unwrap()[key].as_str().unwrap().to_owned();
    (text("path"), text("text"))
}

fn assemble(bench: &mut Bench, path: &str, text: &str, load: bool) -> Value {
    let files = json!({ path: text });
    ask(
        bench,
        &json!({ "do": "assemble", "files": files, "load": load }),
    )
}

#[test]
fn our_own_sources_change_nothing() {
    let mut bench = Bench::new();
    let (path, text) = source(&mut bench, "integer.asm");
    let answer = assemble(&mut bench, &path, &text, false);
    assert_eq!(answer["changes"], json!([]));
}

#[test]
fn a_slower_iadd_is_listed_with_its_cycles_and_slows_a_program_down() {
    let mut bench = open("quick-sort", &["1"]);
    let usual = run_to_end(&mut bench, 1 << 22);
    let (path, text) = source(&mut bench, "integer.asm");
    let slow = text.replacen("add     nxt", "add\n        nop     nxt", 1);
    assert_ne!(slow, text);
    let answer = assemble(&mut bench, &path, &slow, true);
    let changes = answer["changes"].as_array().unwrap();
    assert!(
        changes.contains(&json!({ "bytecode": "iadd", "scenario": "", "before": 1, "after": 2 })),
        "{changes:?}"
    );
    let slower = run_to_end(&mut bench, 1 << 22);
    assert_eq!(slower["ended"], true);
    assert!(slower["cycle"].as_u64() > usual["cycle"].as_u64());
}

#[test]
fn an_error_has_its_place_and_the_microcode_stays() {
    let mut bench = open("quick-sort", &["1"]);
    let usual = run_to_end(&mut bench, 1 << 22);
    let (path, text) = source(&mut bench, "integer.asm");
    let wrong = format!("\n  ad nxt\n{text}");
    let answer = assemble(&mut bench, &path, &wrong, true);
    let error = &answer["errors"][0];
    assert_eq!(error["file"], path.as_str());
    assert_eq!(
        (&error["line"], &error["column"], &error["width"]),
        (&json!(2), &json!(3), &json!(2))
    );
    let caret = answer["text"].as_str().unwrap();
    assert!(caret.contains("^^"), "{caret}");
    ask(&mut bench, &json!({ "do": "machine", "config": "" }));
    assert_eq!(run_to_end(&mut bench, 1 << 22)["cycle"], usual["cycle"]);
}

#[test]
fn an_unknown_include_is_refused_as_an_error_of_the_source() {
    let mut bench = Bench::new();
    let (path, _) = source(&mut bench, "jvm.asm");
    let answer = assemble(&mut bench, &path, "#include \"no.asm\"\n", false);
    assert!(answer["errors"][0]["title"].is_string());
    assert!(refusal(&mut bench, &json!({ "do": "assemble", "x": 1 }), &[]).contains("no such"));
}
