//! What the JVM does not show the agent, and what the agent must not show the program.

use std::collections::BTreeMap;
use std::process::Output;

use cross_profile::Profile;
use host_profile::{Counts, Settings};
use isa::MachineConfig;

use crate::it::recording::instrument;
use crate::it::support::{Host, has_jdk};

/// Runs what a class path or a source file names; gives what was printed, what went wrong, and the counts.
fn run(host: &Host, words: &[&str]) -> (Output, Counts) {
    let mut java = host.java(&Settings::default(), &MachineConfig::default());
    let output = java.args(words).output().unwrap();
    (output, host.counts())
}

fn of_class(host: &Host, sources: &[(&str, &str)]) -> (String, String, Counts) {
    let classes = host.compile(sources);
    let (output, counts) = run(
        host,
        &["-Xss512k", "-cp", classes.to_str().unwrap(), sources[0].0],
    );
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), counts)
}

const FIELDS: &str = r#"
public class Fields {
    public static void main(String[] args) {
        for (var field : Thread.class.getDeclaredFields()) System.out.println(field.getName());
        for (var field : Thread.class.getFields()) System.out.println(field.getName());
        try { Thread.class.getField("jopNode"); System.out.println("jop"); } catch (NoSuchFieldException e) { System.out.println("none"); }
    }
}
"#;

#[test]
fn reflection_does_not_show_the_fields_of_threads() {
    if !has_jdk() {
        return;
    }
    let (stdout, stderr, _) = of_class(&Host::new(), &[("Fields", FIELDS)]);
    assert_eq!(stderr, "");
    assert!(stdout.contains("MAX_PRIORITY"), "{stdout}");
    assert!(!stdout.contains("jop"), "{stdout}");
}

const HIDES: &str = r#"
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;

public class Hides {
    public static void main(String[] args) throws Exception {
        byte[] bytes = Hides.class.getResourceAsStream("Hidden.class").readAllBytes();
        for (var method : MethodHandles.Lookup.class.getMethods()) {
            if (method.getName().equals("defineHiddenClass")) {
                Object none = Array.newInstance(method.getParameterTypes()[2].getComponentType(), 0);
                for (int i = 0; i < 2; ++i) {
                    var lookup = (MethodHandles.Lookup) method.invoke(MethodHandles.lookup(), bytes, true, none);
                    Runnable run = (Runnable) lookup.lookupClass().getConstructor().newInstance();
                    run.run();
                    System.out.println(run.equals(run));
                }
                Runnable lambda = () -> System.out.println("lambda");
                lambda.run();
            }
        }
    }
}
"#;

const HIDDEN: &str = r#"
public class Hidden implements Runnable {
    int state = 1;
    public void run() { System.out.println("hidden" + twice()); }
    int twice() { state += state; return state; }
    public boolean equals(Object other) { return ((Hidden) other).state == state; }
}
"#;

/// Calls of the methods of a class, in the order of the profile.
fn calls_of(profile: &Profile, class: &str) -> Vec<(String, u64)> {
    let mut calls: BTreeMap<String, u64> = BTreeMap::new();
    for thread in &profile.threads {
        for context in thread.tree.contexts() {
            let name = profile.name(context.method);
            if name.starts_with(class) {
                *calls.entry(name.to_owned()).or_default() += context.calls;
            }
        }
    }
    calls.into_iter().collect()
}

/// Runs `Hides` with its hidden class on a class path; false where this JVM has none.
fn hides(host: &Host, path: &str) -> bool {
    let (output, counts) = run(host, &["-cp", path, "Hides"]);
    assert!(output.stderr.is_empty(), "{output:?}");
    if output.stdout.is_empty() {
        eprintln!("skipped: Java before 15 has no hidden classes");
        return false;
    }
    assert_eq!(output.stdout, b"hidden2\ntrue\nhidden2\ntrue\nlambda\n");
    let classes = counts.left_out.iter();
    let classes: Vec<&String> = classes.filter(|line| line.starts_with("class ")).collect();
    assert!(classes.is_empty(), "{classes:?}");
    let profile = host
        .outcome(&Settings::default(), &MachineConfig::default())
        .profile;
    let methods = [
        ("Hidden.<init>()V", 2),
        ("Hidden.equals(Ljava/lang/Object;)Z", 2),
        ("Hidden.run()V", 2),
        ("Hidden.twice()I", 2),
    ];
    let methods = methods.map(|(name, calls)| (name.to_owned(), calls));
    assert_eq!(calls_of(&profile, "Hidden."), methods);
    // Casts of its objects to its interface and to itself are seen to succeed.
    assert!(!calls_of(&profile, "com.jopdesign.sys.JVM.f_checkcast").is_empty());
    let failed = calls_of(&profile, "com.jopdesign.sys.Types.castMessage");
    assert!(failed.is_empty(), "{failed:?}");
    true
}

#[test]
fn hidden_classes_are_counted_and_their_types_known() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Hides", HIDES), ("Hidden", HIDDEN)]);
    hides(&host, classes.to_str().unwrap());
}

#[test]
fn hidden_classes_that_were_instrumented_ahead_are_linked() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Hides", HIDES), ("Hidden", HIDDEN)]);
    let (settings, machine) = (Settings::default(), MachineConfig::default());
    let (copies, _) = instrument(&host, &settings, &machine, &[&classes]);
    hides(&host, copies.join("classes").to_str().unwrap());
}

const PROXIES: &str = r#"
import java.lang.reflect.Proxy;

public class Proxies {
    interface Named { String name(); }
    public static void main(String[] args) {
        Object made = Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Named.class}, (proxy, method, none) -> "made");
        System.out.println(((Named) made).name());
    }
}
"#;

#[test]
fn casts_of_proxies_succeed_beside_the_program_as_in_it() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let (stdout, stderr, _) = of_class(&host, &[("Proxies", PROXIES)]);
    assert_eq!((&*stdout, &*stderr), ("made\n", ""));
    let outcome = host.outcome(&Settings::default(), &MachineConfig::default());
    let casts = calls_of(&outcome.profile, "com.jopdesign.sys.JVM.f_checkcast");
    assert!(!casts.is_empty());
    let failed = calls_of(&outcome.profile, "com.jopdesign.sys.Types.castMessage");
    assert!(failed.is_empty(), "{failed:?}");
}

const OVERFLOWS: &str = r#"
public class Overflows {
    static int deep(int depth) { return deep(depth + 1) + 1; }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            try { deep(0); } catch (StackOverflowError e) { System.out.println("caught"); }
        }
    }
}
"#;

#[test]
fn a_stack_overflow_that_is_caught_leaves_no_word_of_the_agent() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let (stdout, stderr, _) = of_class(&Host::new(), &[("Overflows", OVERFLOWS)]);
    assert_eq!((&*stdout, &*stderr), ("caught\ncaught\ncaught\n", ""));
}

const LOADS: &str = r#"
public class Loads {
    static int deep(int depth) {
        try {
            return deep(depth + 1) + 1;
        } catch (StackOverflowError e) {
            return Late.triple(depth);
        }
    }

    public static void main(String[] args) {
        try { deep(0); } catch (StackOverflowError | NoClassDefFoundError e) { System.out.println(e); }
    }
}
"#;

const LATE: &str = r#"
public class Late {
    static int triple(int number) { return number * 3; }
}
"#;

#[test]
fn a_class_that_is_loaded_where_no_stack_is_left_is_listed() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let (_, _, counts) = of_class(&Host::new(), &[("Loads", LOADS), ("Late", LATE)]);
    let listed = "class Late: no stack was left when it was loaded".to_owned();
    let is_covered = counts.classes.contains(&"Late".to_owned());
    assert_ne!(is_covered, counts.left_out.contains(&listed));
}

const SOURCE: &str = r#"
public class Source {
    public static void main(String[] args) { System.out.println("source"); }
}
"#;

#[test]
fn the_compiler_of_a_source_file_is_the_jdks() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let file = host.write("Source.java", SOURCE.as_bytes());
    let (output, counts) = run(&host, &[file.to_str().unwrap()]);
    if String::from_utf8_lossy(&output.stderr).contains("jdk.compiler") {
        eprintln!("skipped: this java has no compiler");
        return;
    }
    assert_eq!(output.stdout, b"source\n");
    assert!(counts.classes.contains(&"Source".to_owned()));
    let tools = counts.classes.iter();
    let tools: Vec<&String> = tools.filter(|name| name.starts_with("com.sun.")).collect();
    assert!(tools.is_empty(), "{tools:?}");
}
