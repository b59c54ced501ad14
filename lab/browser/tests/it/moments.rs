//! Views of one moment, against the debugger, the trace and a machine of the test's own.

use isa::MachineConfig;
use jopizer::LinkProgram;
use serde_json::{Value, json};
use sim_core::{Machine, NoProbe};
use trace::columns::Csv;
use trace::{Tracer, Window};

use crate::support::{ask, open};

fn machine_at(cycle: u64) -> Machine {
    let config = MachineConfig::default();
    let lift = runtime::programs::find("lift").unwrap();
    let linked = lift.link(10, config.memory_words).unwrap();
    let microcode = microcode::jvm(microcode::Build::Jop);
    let mut machine = Machine::new(&config, &microcode, &linked.image.words).unwrap();
    machine.run(cycle, &mut NoProbe);
    machine
}

/// A row of the trace, by columns.
fn traced(cycle: u64) -> Vec<(String, String)> {
    let mut csv = Vec::new();
    let mut sink = Csv::new(&mut csv);
    let window = Window::Cycles(cycle..cycle + 1);
    let mut tracer = Tracer::new(window, 1, None, &mut sink);
    let mut machine = superblock::BlockMachine::new(machine_at(0));
    tracer.run(&mut machine, cycle + 10).unwrap();
    tracer.finish(cycle + 10).unwrap();
    drop(sink);
    let text = String::from_utf8(csv).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    lines.next().unwrap().zip(lines.next().unwrap()).collect()
}

#[test]
fn a_cycle_of_lift_is_that_of_the_trace_and_of_the_machine() {
    let mut bench = open("lift", &["10"]);
    for cycle in [1, 20_000, 20_001, 19_990, 44_444] {
        ask(
            &mut bench,
            &json!({ "do": "command", "line": format!("goto {cycle}") }),
        );
        let parts = ["data-path", "stack", "registers"];
        let views = ask(&mut bench, &json!({ "do": "show", "parts": parts }));
        for (column, value) in traced(cycle) {
            assert_eq!(
                views["data-path"]["signals"][&column],
                value.as_str(),
                "{column} in {cycle}"
            );
        }
        let machine = machine_at(cycle);
        assert_eq!(views["stack"]["a"], machine.state.stack.a);
        assert_eq!(views["stack"]["vp"], machine.state.stack.vp());
        let registers = views["registers"][0].as_str().unwrap();
        let text = format!("a  {:#010x}", machine.state.stack.a);
        assert!(registers.starts_with(&text), "{registers}");
    }
}

fn pipeline(bench: &mut browser::Bench, before: u64, after: u64) -> Value {
    ask(
        bench,
        &json!({ "do": "pipeline", "before": before, "after": after }),
    )
}

#[test]
fn the_pipeline_of_a_window_does_not_depend_on_how_it_was_reached() {
    let mut bench = open("lift", &["10"]);
    let goto = |cycle: u64| json!({ "do": "command", "line": format!("goto {cycle}") });
    ask(&mut bench, &goto(20_000));
    let forward = pipeline(&mut bench, 30, 10);
    ask(&mut bench, &goto(300_000));
    ask(&mut bench, &goto(20_000));
    assert_eq!(pipeline(&mut bench, 30, 10), forward);
    assert_eq!(forward["from"], 19_970);
    assert_eq!(forward["now"], 20_000);
    let rows = forward["rows"].as_array().unwrap();
    let named = rows.iter().filter(|row| !row["bytecode"].is_null());
    assert!(named.clone().count() > 3);
    for row in named {
        assert!(!row["place"].as_str().unwrap().contains("method@"), "{row}");
    }
}

#[test]
fn stalls_of_the_pipeline_have_the_letters_of_the_timeline() {
    let mut bench = open("lift", &["10"]);
    ask(
        &mut bench,
        &json!({ "do": "command", "line": "goto 60_000" }),
    );
    let rows = pipeline(&mut bench, 2_000, 0);
    let rows = rows["rows"].as_array().unwrap();
    let stalls: String = rows
        .iter()
        .map(|row| row["stalls"].as_str().unwrap())
        .collect();
    for letter in ['m', 'f'] {
        assert!(stalls.contains(letter), "{stalls}");
    }
}

#[test]
fn the_moment_before_the_first_bytecode_and_the_one_after_the_last_have_views() {
    let parts = [
        "data-path",
        "stack",
        "cache",
        "registers",
        "calls",
        "locals",
        "statistics",
        "output",
        "texts",
        "breakpoints",
    ];
    let mut bench = open("quick-sort", &["1"]);
    let views = ask(&mut bench, &json!({ "do": "show", "parts": parts }));
    assert_eq!(views["moment"]["method"], Value::Null);
    assert_eq!(pipeline(&mut bench, 10, 10)["from"], 0);
    crate::support::run_to_end(&mut bench, 1 << 22);
    let views = ask(&mut bench, &json!({ "do": "show", "parts": parts }));
    assert_eq!(views["moment"]["end"], views["moment"]["cycle"]);
    let rows = pipeline(&mut bench, 10, 10);
    assert_eq!(rows["end"].as_u64(), views["moment"]["end"].as_u64());
}

#[test]
fn blocks_of_the_method_cache_have_the_names_of_their_methods() {
    let mut bench = open("lift", &["10"]);
    ask(
        &mut bench,
        &json!({ "do": "command", "line": "goto 100_000" }),
    );
    let views = ask(&mut bench, &json!({ "do": "show", "parts": ["cache"] }));
    let cache = &views["cache"];
    assert_eq!(cache["kind"], "fifo");
    let machine = machine_at(100_000);
    let tags = machine.state.memory_system.method_cache.tags();
    let blocks = cache["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), tags.len());
    for (block, tag) in blocks.iter().zip(tags) {
        match tag {
            0 => assert!(block.is_null()),
            tag => assert_eq!(block["method"], *tag),
        }
    }
    assert!(cache["hits"].as_u64() > Some(0));
}

#[test]
fn memory_has_the_words_of_the_machine_and_names_of_static_fields() {
    let mut bench = open("lift", &["10"]);
    ask(
        &mut bench,
        &json!({ "do": "command", "line": "goto 100_000" }),
    );
    let memory = ask(
        &mut bench,
        &json!({ "do": "memory", "start": 0, "words": 4_000 }),
    );
    let machine = machine_at(100_000);
    let words = machine.state.memory_system.memory.words.as_slice();
    let shown: Vec<u32> = serde_json::from_value(memory["words"].clone()).unwrap();
    assert_eq!(shown, words[..4_000]);
    assert!(!memory["names"].as_object().unwrap().is_empty());
    let end = ask(
        &mut bench,
        &json!({ "do": "memory", "start": u32::MAX, "words": 9 }),
    );
    assert_eq!(end["words"], json!([]));
}

#[test]
fn a_bytecode_that_began_before_the_window_has_its_own_name() {
    let mut bench = open("lift", &["10"]);
    for line in ["break Plant.drive", "continue", "back-bytecode"] {
        ask(&mut bench, &json!({ "do": "command", "line": line }));
    }
    // A call was under way 23 cycles before: its bytecode is the caller's, although the method looked up is the callee.
    let rows = pipeline(&mut bench, 23, 4);
    let first = &rows["rows"][0];
    assert!(first["fetched"].as_u64() < rows["from"].as_u64(), "{first}");
    let mut named = rows["rows"].as_array().unwrap().iter();
    let called = named.find(|row| !row["bytecode"].is_null()).unwrap();
    let place = called["place"].as_str().unwrap();
    assert!(
        !called["bytecode"].as_str().unwrap().starts_with("2910"),
        "{called}"
    );
    assert!(place.starts_with("lift."), "{place}");
}
