//! A session on a small sorting program.

use debugger::{Names, Session, script};
use isa::MachineConfig;
use jopizer::{LinkProgram, Symbols};
use microcode::Build;
use runtime::sources::SourcePath;
use sim_core::Machine;

/// A session at the first cycle of `quick-sort 1`.
pub(crate) fn session() -> Session {
    session_with(|_| {})
}

/// The same with other symbols.
pub(crate) fn session_with(change: impl FnOnce(&mut Symbols)) -> Session {
    session_of("quick-sort", change)
}

/// A session at the first cycle of one run of an embedded program, with these symbols changed.
pub(crate) fn session_of(name: &str, change: impl FnOnce(&mut Symbols)) -> Session {
    let config = MachineConfig {
        memory_words: 1 << 15,
        ..MachineConfig::default()
    };
    let program = runtime::programs::find(name).expect("it works");
    let mut linked = program.link(1, config.memory_words).expect("it works");
    change(&mut linked.symbols);
    let microcode = microcode::jvm_assembly(Build::Jop)
        .expect("it works")
        .program;
    let image = &linked.image.words;
    let machine = Machine::new(&config, &microcode, image).expect("it works");
    let names = Names::new(
        Some(linked.symbols),
        SourcePath::default(),
        image,
        &microcode,
    );
    Session::new(machine, names, Box::new(|| false))
}

/// Answers to commands, and how many failed.
pub(crate) fn answers(session: &mut Session, commands: &str) -> (String, usize) {
    let mut out = Vec::new();
    let verdict = script::run(session, commands, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), verdict.failures)
}
