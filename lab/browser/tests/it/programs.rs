//! Programs and files that are opened.

use serde_json::json;

use browser::Bench;
use isa::MachineConfig;
use jopizer::LinkProgram;
use run::checkpoint::{Checkpoint, RunState};
use run::probes::CollectionProbe;
use run::{BlockRun, Limits, Microcode, Program, Setup, to_end};
use runtime::RUNTIME_JAR;
use runtime::programs::{EmbeddedProgram, PROGRAMS, PROGRAMS_JAR, find};
use sim_core::Statistics;

use crate::support::{ask, ask_with, bench, open, refusal, run_to_end};

fn setup(program: &EmbeddedProgram, length: u32) -> Setup {
    let machine = MachineConfig::default();
    let linked = program.link(length, machine.memory_words).unwrap();
    Setup {
        program: Program::linked(program.name, linked),
        machine,
        microcode: Microcode::ours(microcode::Build::Jop),
    }
}

#[test]
fn every_program_has_the_cycles_counters_and_output_of_the_command() {
    for program in PROGRAMS {
        let setup = setup(program, 1);
        let mut engine = BlockRun::new(
            setup.build().unwrap(),
            (Statistics::default(), CollectionProbe::new(None)),
        );
        let mut printed = Vec::new();
        let mut sink = |output| {
            if let isa::Output::Uart(byte) = output {
                printed.push(byte);
            }
            Ok::<_, std::convert::Infallible>(())
        };
        let Ok(end) = to_end(&setup.program, &mut engine, &mut sink, &Limits::NONE);
        let state = &engine.machine.machine().state;
        let mut bench = open(program.name, &["1"]);
        let arrival = run_to_end(&mut bench, 777_777);
        assert_eq!(arrival["ended"], true, "{}", program.name);
        let views = ask(
            &mut bench,
            &json!({ "do": "show", "parts": ["statistics", "output", "stack"] }),
        );
        let name = program.name;
        assert_eq!(views["moment"]["cycle"], state.cycle, "{name}");
        let run::End::Exit(status) = end else {
            panic!("{name}: {end:?}");
        };
        assert_eq!(views["moment"]["status"], status.cast_signed(), "{name}");
        let counted = &engine.probe.0;
        assert_eq!(views["statistics"]["cycles"], counted.cycles, "{name}");
        assert_eq!(
            views["statistics"]["bytecodes"], counted.bytecodes,
            "{name}"
        );
        assert_eq!(views["statistics"]["reads"], counted.memory_reads, "{name}");
        assert_eq!(views["stack"]["a"], state.stack.a, "{name}");
        assert_eq!(views["stack"]["sp"], state.stack.sp(), "{name}");
        let text = String::from_utf8(printed).unwrap();
        assert_eq!(views["output"]["text"], text.as_str(), "{name}");
        assert_eq!(views["output"]["cut"], 0, "{name}");
    }
}

#[test]
fn an_image_with_its_symbols_opens_and_has_names() {
    let linked = find("quick-sort").unwrap().link(1, 1 << 18).unwrap();
    let mut bench = bench();
    let symbols = serde_json::to_vec(&linked.symbols).unwrap();
    let name = json!({ "do": "file", "name": "app.jop.sym.json" });
    ask_with(&mut bench, &name, &symbols);
    let image = linked.image.to_text(Some(&linked.symbols));
    let name = json!({ "do": "file", "name": "app.jop" });
    let opened = ask_with(&mut bench, &name, image.as_bytes());
    assert_eq!(opened["words"], linked.image.words.len());
    ask(
        &mut bench,
        &json!({ "do": "command", "line": "break QuickSort.main" }),
    );
    ask(&mut bench, &json!({ "do": "command", "line": "continue" }));
    let views = ask(&mut bench, &json!({ "do": "show", "parts": [] }));
    assert_eq!(views["moment"]["method"], "QuickSort.main");
}

#[test]
fn a_jar_offers_its_main_classes_and_links() {
    let mut bench = bench();
    let name = json!({ "do": "file", "name": "programs.jar" });
    let offered = ask_with(&mut bench, &name, PROGRAMS_JAR);
    let mains = offered["mains"].as_array().unwrap();
    assert!(mains.contains(&json!("kernel.QuickSort")));
    let link = json!({ "do": "link", "main": "kernel.QuickSort", "arguments": ["1"] });
    ask(&mut bench, &link);
    let own = run_to_end(&mut bench, 1 << 20);
    let embedded = run_to_end(&mut open("quick-sort", &["1"]), 1 << 20);
    assert_eq!(own["cycle"], embedded["cycle"]);
}

#[test]
fn a_checkpoint_goes_on_where_it_was() {
    let setup = setup(find("quick-sort").unwrap(), 1);
    let mut machine = setup.build().unwrap();
    let mut statistics = Statistics::default();
    machine.run(30_000, &mut statistics);
    let checkpoint = Checkpoint {
        subject: setup.subject(),
        state: machine.state.clone(),
        run: RunState {
            statistics: statistics.into(),
            collections: CollectionProbe::new(None),
            printed: 0,
            diagnostics: 0,
            tail: Vec::new(),
            trace: Vec::new(),
            exit_line_ends: None,
        },
    };
    let mut bench = bench();
    let name = json!({ "do": "file", "name": "a.jopcheck" });
    let opened = ask_with(&mut bench, &name, &checkpoint.to_bytes().unwrap());
    assert_eq!(opened["cycle"], machine.state.cycle);
    let end = run_to_end(&mut bench, 1 << 20);
    let whole = run_to_end(&mut open("quick-sort", &["1"]), 1 << 20);
    assert_eq!(end["cycle"], whole["cycle"]);
    let other = json!({ "do": "machine", "config": "ram_cnt = 3" });
    assert!(refusal(&mut bench, &other, &[]).contains("checkpoint"));
    // The next program is on the machine of before, too.
    let next = json!({ "do": "program", "name": "quick-sort", "arguments": ["1"] });
    ask(&mut bench, &next);
    assert_eq!(run_to_end(&mut bench, 1 << 20)["cycle"], whole["cycle"]);
}

#[test]
fn other_machines_run_other_cycles() {
    let mut bench = open("quick-sort", &["1"]);
    let usual = run_to_end(&mut bench, 1 << 20);
    ask(
        &mut bench,
        &json!({ "do": "machine", "config": "ram_cnt = 5" }),
    );
    let slow = run_to_end(&mut bench, 1 << 20);
    assert!(slow["cycle"].as_u64() > usual["cycle"].as_u64());
}

#[test]
fn files_that_are_not_what_their_names_say_are_refused_with_the_name() {
    let mut bench = bench();
    for name in [
        "a.class",
        "a.jar",
        "a.jop",
        "a.jopcheck",
        "a.jop.sym.json",
        "a.png",
    ] {
        let request = json!({ "do": "file", "name": name });
        let reason = refusal(&mut bench, &request, b"PK nonsense \xff");
        assert!(reason.starts_with(name), "{name}: {reason}");
    }
    assert!(refusal(&mut bench, &json!({ "do": "nothing" }), &[]).contains("no such request"));
    let show = json!({ "do": "show", "parts": [] });
    assert_eq!(refusal(&mut bench, &show, &[]), "no program is open");
}

const ECHO: &[u8] = include_bytes!("../../../../cli/tests/programs/Echo.class");

#[test]
fn a_program_that_waits_for_input_stops_and_goes_on_when_it_has_come() {
    let mut bench = bench();
    ask_with(
        &mut bench,
        &json!({ "do": "file", "name": "Echo.class" }),
        ECHO,
    );
    ask(&mut bench, &json!({ "do": "link", "main": "Echo" }));
    let waits = run_to_end(&mut bench, 50_000);
    assert!(
        waits["text"].as_str().unwrap().contains("waits for input"),
        "{waits}"
    );
    assert_eq!(waits["ended"], false);
    ask(&mut bench, &json!({ "do": "input", "text": "abc." }));
    let mut until = waits["cycle"].as_u64().unwrap();
    let end = loop {
        until += 100_000;
        let arrival = ask(&mut bench, &json!({ "do": "run", "until": until }));
        if arrival["arrived"] == false {
            break arrival;
        }
    };
    assert_eq!(end["ended"], true, "{end}");
    let views = ask(&mut bench, &json!({ "do": "show", "parts": ["output"] }));
    assert_eq!(views["output"]["text"], "ABC\n");
    // Before the input came it is still waiting, and the input comes again in its cycle.
    let back = format!("goto {}", waits["cycle"]);
    ask(&mut bench, &json!({ "do": "command", "line": back }));
    let again = ask(&mut bench, &json!({ "do": "run", "until": until + 1 }));
    assert_eq!(again["cycle"], end["cycle"]);
}

#[test]
fn the_end_of_the_input_is_what_the_program_reads_as_its_end() {
    let mut bench = bench();
    ask_with(
        &mut bench,
        &json!({ "do": "file", "name": "Echo.class" }),
        ECHO,
    );
    ask(&mut bench, &json!({ "do": "link", "main": "Echo" }));
    let waits = run_to_end(&mut bench, 50_000);
    ask(&mut bench, &json!({ "do": "input", "text": "a\u{4}" }));
    // It prints -1 as a character, again and again.
    let until = waits["cycle"].as_u64().unwrap() + 100_000;
    let arrival = ask(&mut bench, &json!({ "do": "run", "until": until }));
    assert_eq!(arrival["arrived"], true, "{arrival}");
    let views = ask(&mut bench, &json!({ "do": "show", "parts": ["output"] }));
    let text = views["output"]["text"].as_str().unwrap();
    assert!(text.starts_with("A\u{ffff}\u{ffff}"), "{text:?}");
}

#[test]
fn sources_that_are_opened_are_shown() {
    let mut bench = bench();
    ask_with(
        &mut bench,
        &json!({ "do": "file", "name": "Echo.class" }),
        ECHO,
    );
    ask(&mut bench, &json!({ "do": "link", "main": "Echo" }));
    for line in ["break Echo.main", "continue"] {
        ask(&mut bench, &json!({ "do": "command", "line": line }));
    }
    let text = json!({ "do": "text", "of": "source" });
    assert!(ask(&mut bench, &text).is_null());
    let source = include_bytes!("../../../../cli/tests/programs/Echo.java");
    ask_with(
        &mut bench,
        &json!({ "do": "file", "name": "Echo.java" }),
        source,
    );
    let shown = ask(&mut bench, &text);
    assert_eq!(shown["title"], "Echo.java");
}

#[test]
fn programs_and_their_sources_are_those_that_the_page_brings() {
    let mut bench = Bench::new();
    let program = json!({ "do": "program", "name": "sorting", "arguments": ["1"] });
    let reason = refusal(&mut bench, &program, &[]);
    assert_eq!(reason, "the page has not brought its library");
    let library = |runtime: usize| {
        let row = json!({ "name": "sorting", "main_class": "kernel.QuickSort", "length": 5 });
        json!({
            "do": "library", "runtime": runtime, "programs": PROGRAMS_JAR.len(), "table": [row],
        })
    };
    let packed = include_bytes!("one-source.tar.gz");
    let bytes = [RUNTIME_JAR, PROGRAMS_JAR, packed].concat();
    ask_with(&mut bench, &library(RUNTIME_JAR.len()), &bytes);
    ask(&mut bench, &program);
    for line in ["break QuickSort.main", "continue"] {
        ask(&mut bench, &json!({ "do": "command", "line": line }));
    }
    let source = ask(&mut bench, &json!({ "do": "text", "of": "source" }));
    assert_eq!(source["lines"], json!(["   1  a source of its own"]));
    let end = run_to_end(&mut bench, 1 << 22);
    let usual = run_to_end(&mut open("quick-sort", &["1"]), 1 << 22);
    assert_eq!(end["cycle"], usual["cycle"]);
    // Nothing else is known, and nothing else is linked with.
    let other = json!({ "do": "program", "name": "lift" });
    assert_eq!(
        refusal(&mut bench, &other, &[]),
        "no embedded program `lift`"
    );
    let reason = refusal(&mut bench, &library(bytes.len()), &bytes);
    assert!(reason.contains("make the page again"), "{reason}");
    ask_with(&mut bench, &library(0), &bytes[RUNTIME_JAR.len()..]);
    let reason = refusal(&mut bench, &program, &[]);
    assert!(reason.contains("runtime.jar"), "{reason}");
}
