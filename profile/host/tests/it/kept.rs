//! The JDK's classes instrumented once for many runs: profiles are those without.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use host_profile::{CacheOrganisation, Cover, Exceptions, Routines, Settings};
use isa::MachineConfig;

use crate::it::support::{Host, has_jdk, java_command};

const TEXTS: &str = r#"
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

public class Texts {
    public static void main(String[] args) {
        first();
        second();
    }

    /** Loads all classes, and fills the method cache. */
    static void first() {
        work();
    }

    static void second() {
        work();
    }

    static void work() {
        Map<String, Integer> all = new HashMap<>();
        for (int i = 0; i < 500; ++i) {
            String key = new StringBuilder("k").append(i % 37).toString();
            all.put(key, all.getOrDefault(key, 0) + i);
        }
        System.out.println(new TreeMap<>(all).firstKey());
        try {
            Integer.parseInt("none");
        } catch (NumberFormatException none) {
            System.out.println("none");
        }
    }
}
"#;

/// Keeps the JDK for a run with these settings; gives the line of the settings that says so.
fn keep(host: &Host, settings: &Settings, machine: &MachineConfig) -> String {
    host.java(settings, machine);
    let kept = host.path("kept");
    let _ = fs::remove_file(&kept);
    let output = Command::new(java_command())
        .arg("-XX:TieredStopAtLevel=1")
        .arg("--patch-module")
        .arg(format!("java.base={}", host.path("patch").display()))
        .arg("-cp")
        .arg(host.path("agent.jar"))
        .arg("joplab.cross.Keep")
        .args([host.path("settings"), host.path("patch"), kept.clone()])
        .output()
        .unwrap();
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problem}");
    assert!(output.stdout.ends_with(b"\n100\n"));
    format!("kept={}\n", kept.display())
}

/// Of each context below the second of two equal pieces of work: calls, counts, and misses.
///
/// What the start of the JVM has left of the simulated heap is not the same, so a collection's steps come elsewhere, and change
/// what is in the method cache.
fn below_second(host: &Host, has_heap: bool) -> BTreeMap<String, Vec<u64>> {
    let counts = host.counts();
    let main = counts.threads.iter().find(|thread| thread.name == "main");
    let contexts = &main.unwrap().contexts;
    let mut names: Vec<Option<String>> = Vec::new();
    let mut found = BTreeMap::new();
    for context in contexts {
        let method = context
            .method
            .and_then(|number| counts.methods[number].as_ref());
        let name = method.map(|method| method.name.clone()).unwrap_or_default();
        let above = names.get(context.parent).cloned().flatten();
        let path = match above {
            Some(above) => Some(format!("{above};{name}")),
            None => name.starts_with("Texts.second").then_some(name),
        };
        if let Some(path) = &path
            && !path.contains("sys.Heap.")
        {
            let mut figures = vec![context.calls];
            figures.extend(&context.counts);
            if !has_heap {
                figures.extend([context.entry_misses, context.exit_misses]);
            }
            found.insert(path.clone(), figures);
        }
        names.push(path);
    }
    found
}

fn is_equal_with_and_without(settings: &Settings, damage: bool) {
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    let classes = host.compile(&[("Texts", TEXTS)]);
    let line = keep(&host, settings, &machine);
    if damage {
        let mut bytes = fs::read(host.path("kept")).unwrap();
        let classes = bytes.iter_mut().skip(1 << 19).step_by(4096);
        // The names are behind the classes.
        classes.take(10_000).for_each(|byte| *byte ^= 1);
        fs::write(host.path("kept"), bytes).unwrap();
    }
    let run = |more: &str| {
        let mut java = host.java(settings, &machine);
        host.add_setting(more);
        let output = java.arg("-cp").arg(&classes).arg("Texts").output().unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "k0\nnone\nk0\nnone\n"
        );
        below_second(&host, settings.routines == Routines::Exact)
    };
    let (without, with) = (run(""), run(&line));
    assert_eq!(host.path("kept").exists(), !damage);
    assert!(without.len() > 50, "{}", without.len());
    let differ: Vec<_> = without
        .iter()
        .filter(|(path, figures)| with.get(*path) != Some(figures))
        .map(|(path, figures)| (path, figures, with.get(path)))
        .collect();
    assert!(
        differ.is_empty(),
        "{} of {}: {:?}",
        differ.len(),
        without.len(),
        differ
    );
    assert_eq!(without.len(), with.len());
}

#[test]
fn a_kept_jdk_counts_what_one_counts_that_is_instrumented_at_load() {
    is_equal_with_and_without(
        &Settings {
            cover: Cover::Jdk,
            routines: Routines::Constant,
            ..Settings::default()
        },
        false,
    );
}

#[test]
fn a_kept_jdk_gives_routines_the_same_operands() {
    is_equal_with_and_without(
        &Settings {
            cover: Cover::Jdk,
            exceptions: Exceptions::Exact,
            organisation: CacheOrganisation::named("lru"),
            ..Settings::default()
        },
        false,
    );
}

#[test]
fn classes_of_a_damaged_jdk_are_instrumented_at_load() {
    let settings = Settings {
        cover: Cover::Jdk,
        routines: Routines::Constant,
        ..Settings::default()
    };
    is_equal_with_and_without(&settings, true);
}
