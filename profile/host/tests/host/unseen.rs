//! What the JVM does not show the agent, and what the agent must not show the program.

use std::process::Output;

use host_profile::{Counts, Settings};
use isa::MachineConfig;

use crate::support::{Host, has_jdk};

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
        try { Thread.class.getField("jopContext"); System.out.println("jop"); } catch (NoSuchFieldException e) { System.out.println("none"); }
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
    public void run() { System.out.println("hidden"); }
}
"#;

#[test]
fn hidden_classes_are_listed_once() {
    if !has_jdk() {
        return;
    }
    let (stdout, stderr, counts) = of_class(&Host::new(), &[("Hides", HIDES), ("Hidden", HIDDEN)]);
    assert_eq!(stderr, "");
    if stdout.is_empty() {
        eprintln!("skipped: Java before 15 has no hidden classes");
        return;
    }
    assert_eq!(stdout, "hidden\nhidden\nlambda\n");
    let classes = counts.left_out.iter();
    let classes: Vec<&String> = classes.filter(|line| line.starts_with("class ")).collect();
    assert_eq!(
        classes,
        ["class Hidden: hidden, made by Lookup.defineHiddenClass"]
    );
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
