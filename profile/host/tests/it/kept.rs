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

/// Of each context below main: calls, misses and counts.
fn below_main(host: &Host) -> BTreeMap<String, Vec<u64>> {
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
            None => name.contains("Texts.main").then_some(name),
        };
        if let Some(path) = &path {
            let figures = [context.calls, context.entry_misses, context.exit_misses];
            let figures = figures.into_iter().chain(context.counts.iter().copied());
            found.insert(path.clone(), figures.collect());
        }
        names.push(path);
    }
    found
}

fn is_equal_with_and_without(settings: &Settings) {
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    let classes = host.compile(&[("Texts", TEXTS)]);
    let line = keep(&host, settings, &machine);
    let run = |more: &str| {
        let mut java = host.java(settings, &machine);
        host.add_setting(more);
        let output = java.arg("-cp").arg(&classes).arg("Texts").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "k0\nnone\n");
        below_main(&host)
    };
    let (without, with) = (run(""), run(&line));
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
        &differ[..1]
    );
    assert_eq!(without.len(), with.len());
}

#[test]
fn a_kept_jdk_counts_what_one_counts_that_is_instrumented_at_load() {
    is_equal_with_and_without(&Settings {
        cover: Cover::Jdk,
        routines: Routines::Constant,
        ..Settings::default()
    });
}

#[test]
fn a_kept_jdk_gives_routines_the_same_operands() {
    is_equal_with_and_without(&Settings {
        cover: Cover::Jdk,
        exceptions: Exceptions::Exact,
        organisation: CacheOrganisation::named("lru"),
        ..Settings::default()
    });
}
