//! Collections of the simulated heap: the runtime's own collector on the host, and on JOP.

use cross_profile::Profile;
use host_profile::{Collections, Counts, Settings};
use isa::MachineConfig;
use jopizer::{LinkOptions, link};

use crate::it::support::{Host, has_jdk, profile_on_jop};
use crate::it::target::target_java;

/// Fills the heap again and again, and keeps a little of it in several ways.
const TREES: &str = "
public class Trees {
    static final class Node {
        final Node left;
        final Node right;
        final long value;

        Node(int depth) {
            left = depth == 0 ? null : new Node(depth - 1);
            right = depth == 0 ? null : new Node(depth - 1);
            value = depth;
        }

        long sum() {
            return left == null ? value : left.sum() + right.sum() + value;
        }
    }

    static final Node[] RING = new Node[8];

    public static void main(String[] arguments) {
        Node kept = new Node(7);
        int[][] rows = new int[20][30];
        long sum = 0;
        for (int i = 0; i < 400; ++i) {
            Node tree = new Node(5);
            RING[i & 7] = tree;
            rows[i % 20] = new int[20 + (i & 31)];
            try {
                fail(new Object(), i);
            } catch (IllegalStateException expected) {
                sum += 1;
            }
            sum += tree.sum() + rows[i * 7 % 20].length;
        }
        System.out.println((int) (sum + kept.sum()));
    }

    static void fail(Object other, int i) {
        if ((i & 3) == 0) {
            throw new IllegalStateException();
        }
    }
}
";

/// Keeps more than there is room for on JOP.
const HOARD: &str = "
public class Hoard {
    public static void main(String[] arguments) {
        int[][] all = new int[400][];
        for (int i = 0; i < all.length; ++i) {
            all[i] = new int[100];
        }
        System.out.println(all.length);
    }
}
";

/// Fills the heap and, again and again, the stack of the host: some collections are cut short.
const ABYSS: &str = "
public class Abyss {
    static int[] kept;

    static void down() {
        kept = new int[40];
        down();
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 8; ++i) {
            try {
                down();
            } catch (StackOverflowError end) {
                kept = null;
            }
        }
        System.out.println(kept == null);
    }
}
";

/// Has a field of a class that is not there when it runs.
const PARTIAL: &str = "
public class Partial {
    static class Missing {
    }

    static class Holder {
        Missing missing;
        int[] kept = new int[20];
    }

    public static void main(String[] arguments) {
        Holder[] held = new Holder[10];
        for (int i = 0; i < 6000; ++i) {
            held[i % 10] = new Holder();
        }
        System.out.println(held.length);
    }
}
";

/// So little that the heap is full often.
fn small() -> MachineConfig {
    MachineConfig {
        memory_words: 1 << 15,
        ..MachineConfig::default()
    }
}

/// Cycles of the collector's methods, and collections.
fn collector(profile: &Profile) -> (u64, u64) {
    let mut found = (0, 0);
    for thread in &profile.threads {
        let contexts = thread.tree.ids().map(|id| thread.tree.context(id));
        for context in contexts {
            let name = profile.name(context.method);
            if name.starts_with("com.jopdesign.sys.Collector.") {
                found.0 += context.self_cycles();
                if name.ends_with(".collect(I)V") {
                    found.1 += context.calls;
                }
            }
        }
    }
    found
}

/// A run on the host's library or on ours: the profile, the counts, and what it printed.
fn run(
    name: &str,
    text: &str,
    target: bool,
    settings: &Settings,
    machine: &MachineConfig,
) -> (Profile, Counts, String) {
    let host = Host::new();
    let classes = host.compile(&[(name, text)]);
    let output = if target {
        let options = LinkOptions {
            memory_words: machine.memory_words,
            ..LinkOptions::new(name, [classes])
        };
        target_java(&host, &options, settings, machine).output()
    } else {
        let mut java = host.java(settings, machine);
        java.arg("-cp").arg(classes).arg(name).output()
    };
    let output = output.unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{printed} {output:?}");
    let outcome = host.outcome(settings, machine);
    assert_eq!(outcome.collections, collector(&outcome.profile).0);
    (outcome.profile, host.counts(), printed)
}

#[test]
fn collections_come_as_often_as_on_jop_and_take_as_long() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let machine = small();
    let host = Host::new();
    let classes = host.compile(&[("Trees", TREES)]);
    let options = LinkOptions {
        memory_words: machine.memory_words,
        ..LinkOptions::new("Trees", [classes])
    };
    let truth = profile_on_jop(&link(&options).unwrap(), &machine);
    let (cycles, times) = collector(&truth);
    assert!(times > 5, "{times}");
    // The host's library allocates less than ours, and its heap is taken to begin elsewhere.
    for (target, percent) in [(true, 0.3), (false, 8.0)] {
        let (profile, counts, _) = run("Trees", TREES, target, &Settings::default(), &machine);
        let (here, collections) = collector(&profile);
        let error = (here as f64 / cycles as f64 - 1.0) * 100.0;
        assert!(error.abs() < percent, "{here}, on JOP {cycles}: {error} %");
        assert_eq!(counts.blind_collections, 0);
        assert_eq!(counts.collections, collections);
        if target {
            assert_eq!(collections, times);
        }
    }
}

#[test]
fn a_program_that_does_not_fit_goes_on_and_its_collections_find_nothing_alive() {
    if !has_jdk() {
        return;
    }
    let (_, counts, printed) = run("Hoard", HOARD, false, &Settings::default(), &small());
    assert_eq!(printed, "400\n");
    assert!(counts.blind_collections > 0, "{}", counts.collections);
    assert!(counts.collections > counts.blind_collections);
}

#[test]
fn a_stack_that_is_full_in_a_collection_ends_no_run() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let (_, counts, printed) = run("Abyss", ABYSS, false, &Settings::default(), &small());
    assert_eq!(printed, "true\n");
    assert!(counts.collections > 5, "{}", counts.collections);
}

#[test]
fn a_class_with_a_field_of_a_missing_type_does_not_stop_collections() {
    if !has_jdk() {
        return;
    }
    let (host, settings, machine) = (Host::new(), Settings::default(), small());
    let classes = host.compile(&[("Partial", PARTIAL)]);
    std::fs::remove_file(classes.join("Partial$Missing.class")).unwrap();
    let mut java = host.java(&settings, &machine);
    let output = java
        .arg("-cp")
        .arg(classes)
        .arg("Partial")
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "10\n",
        "{output:?}"
    );
    host.outcome(&settings, &machine);
    let counts = host.counts();
    assert_eq!(counts.blind_collections, 0);
    assert!(
        (5..100).contains(&counts.collections),
        "{}",
        counts.collections
    );
}

#[test]
fn a_copy_that_does_not_fit_on_our_library_goes_on() {
    if !has_jdk() {
        return;
    }
    let text = HOARD.replace("new int[100]", "ROW.clone()");
    let text = text.replace(
        "public static",
        "static final int[] ROW = new int[100];\n    public static",
    );
    let (_, counts, printed) = run("Hoard", &text, true, &Settings::default(), &small());
    assert_eq!(printed, "400\n");
    assert!(counts.blind_collections > 0, "{}", counts.collections);
}

#[test]
fn collections_that_are_only_counted_have_no_context() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let settings = Settings {
        collections: Collections::Counted,
        ..Settings::default()
    };
    for target in [false, true] {
        let (profile, counts, _) = run("Trees", TREES, target, &settings, &small());
        assert_eq!(collector(&profile), (0, 0));
        assert!(counts.collections > 5);
        assert_eq!(counts.collections, counts.blind_collections);
    }
}
