//! The embedded programs on our library on the host, and the same programs on JOP: everything below `main`, the library's methods and
//! the routines' included.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use cross_profile::Profile;
use host_profile::{CacheModel, Exceptions, Settings, target};
use isa::MachineConfig;
use jopizer::{LinkOptions, LinkProgram, link_with_class_files};
use rayon::prelude::*;
use runtime::programs::{EmbeddedProgram, PROGRAMS, find};

use crate::it::programs::{Figures, add, length};
use crate::it::support::{Host, has_jdk, java_command, on_jop, program};

/// Contexts by their chains of methods from `main` on.
pub(crate) fn below_main(profile: &Profile, main_class: &str) -> BTreeMap<String, Figures> {
    below(profile, &format!("{main_class}.main([Ljava/lang/String;)V"))
}

/// Contexts of a method and of what it calls, by their chains from it on.
pub(crate) fn below(profile: &Profile, method: &str) -> BTreeMap<String, Figures> {
    let mut found: BTreeMap<String, Figures> = BTreeMap::new();
    for thread in &profile.threads {
        let tree = &thread.tree;
        for id in tree.ids() {
            let path = tree.path(id);
            let names = path.iter().map(|id| profile.name(tree.context(*id).method));
            let names: Vec<&str> = names.collect();
            if let Some(first) = names.iter().position(|name| *name == method) {
                let figures = found.entry(names[first..].join(";")).or_default();
                add(figures, tree.context(id));
            }
        }
    }
    found
}

/// A `java` that runs a linked program on our library; its arguments are to be added.
pub(crate) fn target_java(
    host: &Host,
    options: &LinkOptions,
    settings: &Settings,
    machine: &MachineConfig,
) -> Command {
    let (linked, files) = link_with_class_files(options).unwrap();
    assert_eq!(target::obstacle(&files), None);
    let mut java = host.java(settings, machine);
    let stack_words = 1 << machine.ram_width;
    let bytes = target::program_file(&linked, &files, machine.memory_words, stack_words);
    host.add_setting(&target::setting(&host.write("program", &bytes)));
    java.arg(target::JVM_OPTION).arg("joplab.cross.Launch");
    java
}

/// Links a program and runs it on our library; its output is that of the host's.
fn on_target(program_: &EmbeddedProgram, settings: &Settings, machine: &MachineConfig) -> Profile {
    let host = Host::new();
    let arguments = [length(program_).to_string()];
    let options = LinkOptions {
        memory_words: machine.memory_words,
        ..program_.options(&arguments)
    };
    let mut java = target_java(&host, &options, settings, machine);
    let output = java.args(&arguments).output().unwrap();
    let plain = program(
        &mut Command::new(java_command()),
        program_,
        length(program_),
    );
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(
        text(&output.stdout),
        text(&plain.stdout),
        "{}",
        program_.name
    );
    assert_eq!(
        text(&output.stderr),
        text(&plain.stderr),
        "{}",
        program_.name
    );
    assert_eq!(output.status, plain.status, "{}", program_.name);
    host.outcome(settings, machine).profile
}

/// Contexts that may differ, by program and a method in their chain, and why.
const EXCUSED: [(&str, &str, &str); 2] = [
    (
        "udpip",
        "com.jopdesign.sys.Startup.exit(I)V",
        "it ends the JVM in place of the machine",
    ),
    (
        "modern",
        "com.jopdesign.sys.Types.arrayOf(I)I",
        "the routines have a copy of the class, with a last answer of its own",
    ),
];

/// Its threads take turns by time, and the scheduler is the host's.
const WITH_THREADS: &str = "producer-consumer";

fn differences(program: &EmbeddedProgram, machine: &MachineConfig) -> Vec<(String, String)> {
    let settings = Settings {
        cache: CacheModel::Hits,
        exceptions: Exceptions::Exact,
        runs_throws: true,
        ..Settings::default()
    };
    let here = below_main(&on_target(program, &settings, machine), program.main_class);
    let (truth, _) = on_jop(program, length(program), machine);
    let there = below_main(&truth, program.main_class);
    assert!(there.len() > 10, "{}", program.name);
    let keys: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
    let differ = keys
        .into_iter()
        .filter(|key| here.get(*key) != there.get(*key));
    differ
        .map(|key| {
            let figures = format!("{:?} {:?}", here.get(key), there.get(key));
            (key.clone(), figures)
        })
        .collect()
}

#[test]
fn every_context_of_program_and_library_has_the_calls_bytecodes_and_cycles_that_it_has_on_jop() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let all: Vec<(&str, Vec<(String, String)>)> = PROGRAMS
        .par_iter()
        .filter(|program| program.name != WITH_THREADS)
        .map(|program| (program.name, differences(program, &machine)))
        .collect();
    let mut excused = BTreeSet::new();
    let mut wrong = Vec::new();
    for (program, differ) in all {
        for (context, figures) in differ {
            let mut rows = EXCUSED.iter();
            match rows.position(|row| row.0 == program && context.contains(row.1)) {
                Some(row) => _ = excused.insert(row),
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
    let needed: BTreeSet<usize> = (0..EXCUSED.len()).collect();
    assert_eq!(excused, needed, "an excuse that is not needed");
}

#[test]
fn a_program_with_threads_has_a_tree_for_each_of_them() {
    if !has_jdk() {
        return;
    }
    let profile = on_target(
        find(WITH_THREADS).unwrap(),
        &Settings::default(),
        &MachineConfig::default(),
    );
    let names: BTreeSet<&str> = profile
        .threads
        .iter()
        .map(|thread| thread.name.as_str())
        .collect();
    let expected = ["Thread-0", "Thread-1", "Thread-2", "Thread-3", "main"];
    assert_eq!(names, BTreeSet::from(expected));
    for thread in profile
        .threads
        .iter()
        .filter(|thread| thread.name != "main")
    {
        let runs = thread.tree.ids().filter(|id| {
            let name = profile.name(thread.tree.context(*id).method);
            name.ends_with("Producer.run()V") || name.ends_with("Consumer.run()V")
        });
        assert_eq!(runs.count(), 1, "{}", thread.name);
    }
}

/// Waits, joins, interrupts, sleeps and uncaught exceptions.
#[test]
fn threads_on_our_library_do_what_they_do_on_the_hosts() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Workers", include_str!("Workers.java"))]);
    let options = LinkOptions::new("Workers", [classes.clone()]);
    let mut java = target_java(
        &host,
        &options,
        &Settings::default(),
        &MachineConfig::default(),
    );
    let here = java.output().unwrap();
    let mut plain = Command::new(java_command());
    let plain = plain
        .arg("-cp")
        .arg(&classes)
        .arg("Workers")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&here.stdout), text(&plain.stdout));
    let head = |bytes: &[u8]| text(bytes).lines().next().map(str::to_owned);
    assert_eq!(head(&here.stderr), head(&plain.stderr));
    assert_eq!(here.status, plain.status);
}

/// What lies between the two libraries: exceptions of the virtual machine, clones, literals, streams, the exit code.
#[test]
fn a_program_does_on_our_library_what_it_does_on_the_hosts() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Border", include_str!("Border.java"))]);
    let machine = MachineConfig::default();
    for arguments in [vec![], vec!["a", "b"]] {
        let options = LinkOptions::new("Border", [classes.clone()]);
        let mut java = target_java(&host, &options, &Settings::default(), &machine);
        let here = java.args(&arguments).output().unwrap();
        let mut plain = Command::new(java_command());
        let plain = plain
            .arg("-cp")
            .arg(&classes)
            .arg("Border")
            .args(&arguments)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(text(&here.stdout), text(&plain.stdout));
        // The lines of a stack trace have no places in the source.
        let head = |bytes: &[u8]| text(bytes).lines().take(2).collect::<Vec<_>>().join("\n");
        assert_eq!(head(&here.stderr), head(&plain.stderr));
        assert_eq!(here.status, plain.status);
    }
}
