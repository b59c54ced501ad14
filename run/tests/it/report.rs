//! Reports as JSON, written and read.

use isa::MachineConfig;
use jopizer::Image;
use microcode::Build;
use run::End;
use run::probes::Collections;
use run::report::*;
use run::setup::{Microcode, Setup};
use run::{Counters, Program};
use sim_core::Statistics;
use std::time::Duration;

fn report(end: End, counters: Counters, engine: EngineKind) -> Report {
    let setup = Setup {
        program: Program::new("app.jop", Image { words: vec![2, 7] }, None),
        machine: MachineConfig::default(),
        microcode: Microcode::ours(Build::Jop),
    };
    let ended = Ended {
        end,
        counters,
        host_time: Duration::from_nanos(123_456_789),
        host_cycles: 1_000_003,
        block_share: (engine == EngineKind::Machine).then_some(0.75),
    };
    let table = (engine == EngineKind::Fast).then(|| "derived".to_owned());
    let collections = Collections {
        count: 2,
        ..Collections::default()
    };
    Report::new(setup.provenance(), &ended, (engine, table), collections)
}

fn of_machine(end: End) -> Report {
    let mut statistics = Statistics::default();
    (statistics.cycles, statistics.bytecodes) = (1_000_003, 7);
    (statistics.method_lookups, statistics.method_hits) = (3, 1);
    statistics.stalls.copy = 5;
    report(end, (&statistics).into(), EngineKind::Machine)
}

fn of_fast_engine(end: End) -> Report {
    let counters = Counters {
        cycles: 99,
        ..Counters::default()
    };
    report(end, counters, EngineKind::Fast)
}

#[test]
fn what_was_written_is_read() {
    let ends = [
        End::Exit(u32::MAX),
        End::ExitText,
        End::Until,
        End::MaxCycles,
        End::Blocked,
        End::Interrupted,
    ];
    for report in ends
        .map(of_machine)
        .into_iter()
        .chain(ends.map(of_fast_engine))
    {
        let text = serde_json::to_string_pretty(&report).unwrap();
        assert_eq!(Report::from_json(&text).unwrap(), report, "{text}");
    }
}

#[test]
fn the_fast_engine_counts_neither_microinstructions_nor_accesses_nor_stalls() {
    let text = serde_json::to_string(&of_fast_engine(End::ExitText)).unwrap();
    for key in [
        "microinstructions",
        "memory_reads",
        "other_accesses",
        "stalls",
    ] {
        assert!(text.contains(&format!("\"{key}\":null")), "{text}");
    }
}

#[test]
fn a_document_is_read_and_its_errors_have_a_place() {
    let report = of_machine(End::Exit(0));
    let text = serde_json::to_string_pretty(&report).unwrap();
    let whole = |schema: &str| {
        let header = format!("{{\n  \"schema\": \"{schema}\",\n  \"units\": {{}},");
        text.replacen('{', &header, 1)
    };
    assert_eq!(Report::from_json(&whole("joplab.run/1")).unwrap(), report);
    let error = Report::from_json(&whole("joplab.run/2")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "it is no report of `jop run`: its schema is joplab.run/2, and joplab.run/1 belongs here"
    );
    let wrong = whole("joplab.run/1").replace("\"cycles\": 1000003", "\"cycles\": \"x\"");
    let line = 1 + wrong
        .lines()
        .position(|line| line.contains("\"x\""))
        .unwrap();
    let error = Report::from_json(&wrong).unwrap_err().to_string();
    assert!(
        error.contains(&format!("at line {line} column ")),
        "{error}"
    );
}

#[test]
fn a_text_that_is_no_report_is_refused() {
    let text = serde_json::to_string(&of_machine(End::Exit(0))).unwrap();
    for (from, to, message) in [
        ("\"format\":1", "\"format\":2", "format 2"),
        ("\"cost_table\"", "\"cost\"", "unknown field `cost`"),
        ("\"status\":0", "\"status\":null", "a status belongs"),
        ("\"memory_reads\":0,", "", "together or not at all"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        let error = Report::from_json(&changed).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
