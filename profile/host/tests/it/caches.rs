//! The method caches of the agent, checked against those of the crate `method-cache`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use host_profile::{CacheOrganisation, Routines, Settings};
use isa::{Geometry, MachineConfig};
use method_cache::replay::{self, Call, CallKind, Models, Shape};

use crate::it::support::{Host, has_jdk, java_command};

const DRIVER: &str = r#"
public class Driver {
    public static void main(String[] kind) throws java.io.IOException {
        JopProfile.cacheKind = Integer.parseInt(kind[0]);
        JopProfile.cacheBlocks = Integer.parseInt(kind[1]);
        JopProfile.cacheBlockWords = Integer.parseInt(kind[2]);
        JopProfile.isChecked = true;
        JopProfile.words = new int[1000];
        JopProfile.slots = new int[1000];
        JopProfile.places = new int[1000];
        long[] misses = new long[1000];
        JopCache cache = JopCache.make();
        long caller = JopProfile.caller();
        java.util.Scanner in = new java.util.Scanner(System.in);
        StringBuilder answers = new StringBuilder();
        StringBuilder others = new StringBuilder();
        while (in.hasNextInt()) {
            int method = in.nextInt();
            int words = in.nextInt();
            answers.append(cache.find(method, words) ? '1' : '0');
            // The same as a call of a method by the start of the thread, which is always there.
            JopProfile.words[method] = words;
            long node = JopProfile.enter(caller, method);
            others.append(JopNode.entryMisses(node) == misses[method] ? '1' : '0');
            misses[method] = JopNode.entryMisses(node);
            JopProfile.exit(caller, node);
        }
        System.out.print(answers + " " + others);
    }
}
"#;

/// Lookups of methods that always have the same length, some in loops.
fn lookups(methods: usize, longest: u32) -> Vec<(u32, u32)> {
    let mut random = fastrand::Rng::with_seed(u64::from(longest) + methods as u64);
    let lengths: Vec<u32> = (0..methods).map(|_| random.u32(1..=longest)).collect();
    let mut lookups = Vec::new();
    while lookups.len() < 4000 {
        let few: Vec<usize> = (0..random.usize(1..6))
            .map(|_| random.usize(0..methods))
            .collect();
        for _ in 0..random.usize(1..8) {
            lookups.extend(few.iter().map(|method| (*method as u32, lengths[*method])));
        }
    }
    lookups
}

fn answers_of_crate(kind: CacheOrganisation, geometry: Geometry, lookups: &[(u32, u32)]) -> String {
    let organisation = replay::organisation(kind.name()).unwrap();
    let Models::Methods(mut cache) = organisation.definition(Shape::of(geometry)) else {
        panic!("no cache of methods");
    };
    let answers = lookups.iter().map(|(method, words)| {
        cache.lookup(&Call {
            method: *method,
            tag: *method,
            // An address of 0 stands for an empty tag in the hardware.
            address: 1000 + 16 * method,
            length: *words,
            kind: CallKind::Invoke,
        })
    });
    answers.map(|hit| if hit { '1' } else { '0' }).collect()
}

fn answers_of_agent(host: &Host, kind: [u32; 3], lookups: &[(u32, u32)]) -> String {
    let mut text = String::new();
    for (method, words) in lookups {
        writeln!(text, "{method} {words}").unwrap();
    }
    let mut java = Command::new(java_command())
        .arg("--patch-module")
        .arg(format!("java.base={}", host.path("patch").display()))
        .arg("-cp")
        .arg(host.path("classes"))
        .arg("Driver")
        .args(kind.map(|number| number.to_string()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    java.stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    String::from_utf8(java.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn every_lookup_hits_and_misses_as_its_organisation_defines() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    std::fs::write(host.path("Driver.java"), DRIVER).unwrap();
    let compiled = Command::new("javac")
        .arg("--patch-module")
        .arg(format!("java.base={}", host.path("patch").display()))
        .arg("-d")
        .arg(host.path("classes"))
        .arg(host.path("Driver.java"))
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    for (jpc_width, block_bits, methods, longest) in [
        (12, 4, 60, 200),
        (10, 3, 20, 120),
        (12, 6, 200, 64),
        (11, 0, 5, 300),
        (13, 5, 150, 500),
    ] {
        let geometry = Geometry::new(jpc_width, block_bits).unwrap();
        let lookups = lookups(methods, longest);
        for (name, kind) in CacheOrganisation::ALL {
            let wide = kind == CacheOrganisation::TwoBlock && jpc_width != 10;
            if wide {
                continue;
            }
            let shape = [kind as u32, geometry.blocks(), geometry.block_words()];
            let there = answers_of_crate(kind, geometry, &lookups);
            let never = kind == CacheOrganisation::OneBlock;
            assert!(never || there.contains("01"), "{name} {geometry:?}");
            assert_eq!(
                answers_of_agent(&host, shape, &lookups),
                format!("{there} {there}"),
                "{name} {geometry:?}"
            );
        }
    }
}

const TURNS: &str = r#"
public class Turns {
    static int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
    static void turns() { for (int i = 0; i < 100; i++) work(i); }
    public static void main(String[] none) throws InterruptedException {
        turns();
        Thread other = new Thread(Turns::turns);
        other.start();
        other.join();
    }
}
"#;

/// Calls of a second thread whose method was not in the cache, without that of the class that the JVM makes of a method reference.
fn misses_of_second_thread(host: &Host, shared_cache: bool) -> u64 {
    let settings = Settings {
        shared_cache,
        routines: Routines::Constant,
        ..Settings::default()
    };
    let machine = MachineConfig::default();
    let output = host
        .java(&settings, &machine)
        .arg("-cp")
        .arg(host.path("classes"))
        .arg("Turns")
        .output()
        .unwrap();
    assert!(output.status.success());
    let counts = host.counts();
    let contexts = counts.threads[1].contexts.iter();
    let own = contexts.filter(|context| {
        let method = context.method.and_then(|it| counts.methods[it].as_ref());
        method.is_some_and(|method| method.name.starts_with("Turns."))
    });
    own.map(|context| context.entry_misses).sum()
}

#[test]
fn what_one_thread_has_loaded_is_there_for_the_next_if_they_share_the_cache() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    host.compile(&[("Turns", TURNS)]);
    assert_eq!(misses_of_second_thread(&host, false), 2);
    assert_eq!(misses_of_second_thread(&host, true), 0);
}

/// A method of 16 blocks in place of `LARGE`.
const LEFT: &str = r#"
import java.util.concurrent.FutureTask;

public class Left {
    static final class Task extends FutureTask<Object> {
        static int count;
        Task() { super(Left::fail); }
        @Override protected void done() { ++count; }
    }
    static Task task;
    static int[] none = {};
    static Object fail() {
        large(Task.count);
        task.done();
        return none[1];
    }
    static int large(int n) {
        int sum = n;
        LARGE
        return sum;
    }
    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) { task = new Task(); task.run(); }
    }
}
"#;

/// Ends of calls of a method from `main` that did not find `main` in the cache.
fn exit_misses(
    host: &Host,
    settings: &Settings,
    machine: &MachineConfig,
    class: &str,
    of: &str,
) -> u64 {
    let output = host
        .java(settings, machine)
        .arg("-cp")
        .arg(host.path("classes"))
        .arg(class)
        .output()
        .unwrap();
    assert!(output.status.success());
    let counts = host.counts();
    let name = |place: usize| {
        let method = counts.threads[0].contexts[place].method?;
        Some(counts.methods[method].as_ref()?.name.as_str())
    };
    let contexts = counts.threads[0].contexts.iter().enumerate();
    let misses = contexts.filter_map(|(place, context)| {
        let is_of_main = name(context.parent)?.contains(".main(");
        (is_of_main && name(place)? == of).then_some(context.exit_misses)
    });
    misses.sum()
}

#[test]
fn a_caller_that_an_exception_went_through_is_looked_for_after_a_callee_that_was_there() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let large = "sum = sum * 31 + (sum >> 5) ^ 1001; ".repeat(280);
    host.compile(&[("Left", &LEFT.replace("LARGE", &large))]);
    let settings = Settings {
        routines: Routines::Constant,
        ..Settings::default()
    };
    let machine = MachineConfig::default();
    let misses = exit_misses(&host, &settings, &machine, "Left", "Left$Task.done()V");
    assert_eq!(misses, 10);
}

const MADE: &str = r#"
public class Made {
    Made() { }
    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) { new Made(); }
    }
}
"#;

#[test]
fn a_constructor_that_calls_that_of_object_looks_for_its_caller_after_both() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    host.compile(&[("Made", MADE)]);
    let settings = Settings {
        routines: Routines::Constant,
        organisation: Some(CacheOrganisation::FixedFifo),
        ..Settings::default()
    };
    let machine = MachineConfig {
        block_bits: 1,
        ..MachineConfig::default()
    };
    let misses = exit_misses(&host, &settings, &machine, "Made", "Made.<init>()V");
    assert_eq!(misses, 10);
}
