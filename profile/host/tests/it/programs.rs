//! The embedded programs on the host and on JOP.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use cross_profile::{CallingContextTree, Context, Profile};
use host_profile::{CacheModel, Exceptions, Settings};
use isa::MachineConfig;
use rayon::prelude::*;
use runtime::programs::{EmbeddedProgram, PROGRAMS};

use crate::it::support::{Host, has_jdk, java_command, on_jop, program};

/// Calls, bytecodes and cycles without loads of an application context.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    calls: u64,
    bytecodes: u64,
    cycles: u64,
}

/// Shorter runs than the defaults, but for programs whose length is short already.
pub(crate) fn length(program: &EmbeddedProgram) -> u32 {
    (program.length / 4).max(2)
}

fn is_application(name: &str) -> bool {
    !["java.", "com.jopdesign.", "(start)"]
        .iter()
        .any(|start| name.starts_with(start))
        && !name.contains("$$Lambda$")
}

/// Methods of bytecodes in Java whose work depends on their operands alone, not on the heap or on what is linked.
fn is_routine(name: &str) -> bool {
    let class = name.strip_prefix("com.jopdesign.sys.").unwrap_or_default();
    ["JVM.f_", "SoftFloat.", "SoftDouble.", "LongDivision."]
        .iter()
        .any(|start| class.starts_with(start))
}

/// The chain of methods of our library below a call of `System.arraycopy`, which runs beside the program. What `Heap.copy` below them
/// takes depends on which array lies lower in memory.
const COPY: [&str; 2] = [
    "java.lang.System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V",
    "com.jopdesign.sys.ArrayCopy.copy(Ljava/lang/Object;ILjava/lang/Object;II)V",
];

/// The constructor of Object, of which the calls are counted where they are made.
const INIT: &str = "java.lang.Object.<init>()V";

/// Whether figures of a context are compared: a method of the application, or a routine of its own bytecodes.
fn is_compared(path: &[&str]) -> bool {
    let last = path.last().copied().unwrap_or_default();
    let own = path.iter().rposition(|name| is_application(name));
    let routines = own.map(|own| &path[own + 1..]).unwrap_or_default();
    is_application(last)
        || routines == [INIT]
        || COPY.starts_with(routines) && !routines.is_empty()
        || !routines.is_empty()
            && routines[0].starts_with("com.jopdesign.sys.JVM.f_")
            && routines.iter().all(|name| is_routine(name))
}

/// Contexts by their chains of application methods and routines. Initialisers begin a chain: on JOP they run before `main`, on the
/// host when a class is first used.
pub(crate) fn application(profile: &Profile) -> BTreeMap<String, Figures> {
    let mut found: BTreeMap<String, Figures> = BTreeMap::new();
    for thread in &profile.threads {
        let tree = &thread.tree;
        for id in tree.ids().filter(|id| *id != CallingContextTree::ROOT) {
            let path = tree.path(id);
            let names = path.iter().map(|id| profile.name(tree.context(*id).method));
            let mut names: Vec<&str> = names.collect();
            if !is_compared(&names) {
                continue;
            }
            names.retain(|name| {
                is_application(name) || is_routine(name) || COPY.contains(name) || *name == INIT
            });
            let first = names.iter().rposition(|name| name.contains("<clinit>"));
            let key = names[first.unwrap_or_default()..].join(";");
            add(found.entry(key).or_default(), tree.context(id));
        }
    }
    found
}

pub(crate) fn add(figures: &mut Figures, context: &Context) {
    const LOADS: [usize; 2] = [3, 4];
    figures.calls += context.calls;
    figures.bytecodes += context.bytecodes;
    let cycles = context.cycles.iter().enumerate();
    let cycles = cycles.filter(|(charge, _)| !LOADS.contains(charge));
    figures.cycles += cycles.map(|(_, cycles)| cycles).sum::<u64>();
}

fn on_host(
    program_: &EmbeddedProgram,
    settings: &Settings,
    machine: &MachineConfig,
) -> (Host, Profile) {
    let host = Host::with_all_compilers();
    let output = program(
        &mut host.java(settings, machine),
        program_,
        length(program_),
    );
    let plain = program(
        &mut Command::new(java_command()),
        program_,
        length(program_),
    );
    assert_eq!(output.stdout, plain.stdout, "{}", program_.name);
    assert_eq!(output.stderr, plain.stderr, "{}", program_.name);
    assert_eq!(output.status, plain.status, "{}", program_.name);
    let profile = host.outcome(settings, machine).profile;
    (host, profile)
}

/// Contexts that may differ, by program and a method in their chain, and why.
const EXCUSED: [(&str, &str, &str); 2] = [
    (
        "modern",
        "modern.Category.values()[Lmodern/Category;",
        "the JDK's Enum.valueOf keeps a table that it makes once, by reflection",
    ),
    (
        "modern",
        "modern.Main$Line.value()I",
        "the JDK's sort asks the comparator in another order",
    ),
];

/// Takes turns by time, and JOP's profile has no chain of calls above the first switch.
const TIMED: &str = "producer-consumer";

/// Application contexts that differ, with the host's figures and JOP's.
fn differences(program: &EmbeddedProgram, machine: &MachineConfig) -> Vec<(String, String)> {
    let settings = Settings {
        cache: CacheModel::Hits,
        exceptions: Exceptions::Exact,
        ..Settings::default()
    };
    let (host, profile) = on_host(program, &settings, machine);
    let (truth, linked) = on_jop(program, length(program), machine);
    let (here, there) = (application(&profile), application(&truth));
    let keys: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
    let differ = keys
        .into_iter()
        .filter(|key| here.get(*key) != there.get(*key));
    let differ = differ.filter(|_| program.name != TIMED);
    let mut all: Vec<(String, String)> = differ
        .map(|key| {
            (
                key.clone(),
                format!("{:?} {:?}", here.get(key), there.get(key)),
            )
        })
        .collect();
    let methods = host.counts().methods.into_iter().flatten();
    for method in methods.filter(|method| method.stands_for().is_none()) {
        let mut linked = linked.symbols.methods.iter();
        let same = linked.find(|linked| linked.to_string() == method.name);
        if let Some(same) =
            same.filter(|same| !same.class.starts_with("java.") && same.words != method.words)
        {
            all.push((
                method.name,
                format!("{} words {}", method.words, same.words),
            ));
        }
    }
    all
}

#[test]
fn every_application_context_has_the_calls_bytecodes_and_cycles_that_it_has_on_jop() {
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let mut excused = BTreeSet::new();
    let all: Vec<(&str, Vec<(String, String)>)> = PROGRAMS
        .par_iter()
        .map(|program| (program.name, differences(program, &machine)))
        .collect();
    let mut wrong = Vec::new();
    for (program, differ) in all {
        for (context, figures) in differ {
            let excuse = EXCUSED
                .iter()
                .find(|row| row.0 == program && context.contains(row.1));
            match excuse {
                Some(excuse) => _ = excused.insert(excuse.1),
                None => wrong.push(format!("{program}: {context}: {figures}")),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(excused.len(), EXCUSED.len(), "an excuse that is not needed");
}

/// The profile prices every load of an invoke as one of `invokestatic`: which of them called is not counted.
#[test]
fn all_invokes_and_dispatches_hide_as_many_cycles_of_a_load() {
    let table = crate::it::support::table(&MachineConfig::default());
    let load = |opcode: u8| {
        table.bytecodes[usize::from(opcode)]
            .usual
            .load
            .map(|load| load.hidden)
    };
    let hidden = load(0xB8);
    assert!(hidden.is_some());
    let java = (0..=u8::MAX).filter(|opcode| {
        table.bytecodes[usize::from(*opcode)].carrier == cost_model::Carrier::Java
    });
    for opcode in [0xB6, 0xB7, 0xB9, 236].into_iter().chain(java) {
        assert_eq!(load(opcode), hidden, "{opcode}");
    }
}
