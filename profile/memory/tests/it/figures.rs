//! Figures that a program's source gives.

use std::path::PathBuf;

use isa::MachineConfig;
use jopizer::{LinkOptions, Linked};
use memory_profile::{Attribution, Counted, MemoryProfile};

use crate::support::{check, record};

/// `docs/memory.in/Sessions.java`: 1000 sessions, of which 8 are kept, and 200 notes, which all are.
fn sessions(config: &MachineConfig) -> Linked {
    let classes = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/memory.in");
    let options = LinkOptions {
        memory_words: config.memory_words,
        ..LinkOptions::new("Sessions", [classes])
    };
    jopizer::link(&options).expect("the program links")
}

fn small() -> MachineConfig {
    MachineConfig {
        memory_words: 24_576,
        ..MachineConfig::default()
    }
}

fn allocated(memory: &MemoryProfile, class: &str, line: u16) -> Counted {
    let groups = memory.grouped(
        |site| site.class == class,
        |site| memory.line(site, Attribution::Bytecode).line,
    );
    groups[&Some(line)].allocated
}

fn counted(objects: u64, words: u64) -> Counted {
    Counted { objects, words }
}

#[test]
fn lines_and_classes_allocate_as_often_as_the_source_says() {
    let config = small();
    let memory = record(&sessions(&config), &config, false);
    check("Sessions", &memory);
    assert_eq!(
        allocated(&memory, "Sessions$Session", 33),
        counted(1000, 2000)
    );
    assert_eq!(allocated(&memory, "int[]", 6), counted(1000, 40_000));
    assert_eq!(allocated(&memory, "Sessions$Note", 35), counted(200, 400));
    assert_eq!(allocated(&memory, "char[]", 15), counted(200, 2000));
    assert_eq!(allocated(&memory, "Sessions$Session[]", 22), counted(1, 8));
}

#[test]
fn notes_leak_and_sessions_do_not() {
    let config = small();
    let memory = record(&sessions(&config), &config, false);
    assert!(memory.collections.len() > 3, "{}", memory.collections.len());
    let leaks = memory.leaks(2, Attribution::Bytecode, |_| true);
    let of = |class: &str| leaks.iter().find(|leak| leak.line.class == class);
    let note = of("Sessions$Note").expect("notes are kept");
    // All notes before the last collection but one survived two.
    assert_eq!(note.kept.words, 2 * note.kept.objects);
    assert!(note.growth > 0 && note.oldest as usize == memory.collections.len());
    assert_eq!(of("Sessions$Session"), None);
    // Notes are never freed; of the sessions made before the last collection at most 8 are left, and one that is being made.
    let site = memory
        .sites
        .iter()
        .find(|site| site.class == "Sessions$Note");
    let site = site.expect("a site");
    assert!(site.freed.is_empty());
    assert_eq!(site.kept_for(0), site.allocated);
    let session = memory
        .sites
        .iter()
        .find(|site| site.class == "Sessions$Session");
    let session = session.expect("a site");
    let last = memory.collections.len() as u32;
    assert!(session.live_after(last).objects <= 9, "{session:?}");
    assert!(
        session.freed.iter().all(|row| row.survived <= 1),
        "{session:?}"
    );
}

#[test]
fn who_asked_for_a_collection_is_a_line_of_the_application() {
    let config = MachineConfig::default();
    let linked = crate::support::embedded("gc-stress", Some(8), &config);
    let memory = record(&linked, &config, false);
    // `GarbageStress.main` calls System.gc() once.
    let last = memory.collections.last().expect("a collection");
    let code = &memory.places[last.place as usize];
    let (method, line, _) = memory.code_line(code, Attribution::Application);
    assert!(method.starts_with("kernel.GarbageStress.main("), "{method}");
    assert!(line.is_some());
    assert_eq!(code.bytecode, "runtime");
}

#[test]
fn who_asks_for_a_collection_without_allocations_has_its_cycles() {
    let classes = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let linked = jopizer::link(&LinkOptions::new("Twice", [classes])).expect("it links");
    let memory = record(&linked, &MachineConfig::default(), false);
    check("Twice", &memory);
    let [_, second] = &memory.collections[..] else {
        panic!("{:?}", memory.collections);
    };
    assert_eq!(second.allocated, Counted::default());
    let idle: Vec<_> = memory
        .sites
        .iter()
        .filter(|site| site.class == "(none)")
        .collect();
    let [site] = idle[..] else {
        panic!("{idle:?}");
    };
    assert_eq!((site.cycles, site.pause), (second.cycles, second.pause));
    let (method, line, _) = memory.code_line(memory.place(site), Attribution::Application);
    assert_eq!(
        (method, line),
        ("Twice.main([Ljava/lang/String;)V", Some(6))
    );
}
