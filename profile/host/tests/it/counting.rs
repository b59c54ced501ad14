//! Counts that are not counted but follow from others, and counts of methods that compilers like to replace.

use std::collections::BTreeMap;

use host_profile::{CacheModel, Counts, Cover, Exceptions, Routines, Settings};
use isa::MachineConfig;

use crate::it::support::{Host, has_jdk};

/// Loops and branches that are left by exceptions of their own bytecodes, by those of callees, and by the end of the program.
const LEAVES: &str = r#"
public class Leaves {
    static int[] table = {5, 0, 3};
    static int leaf(int[] a, int from) {
        int sum = 0;
        for (int i = from; i < 3; i++) {
            if ((i & 1) == 0) sum += a[i]; else sum -= 60 / a[i];
        }
        return sum;
    }
    static int catching(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += a[i];
                if (a[i] == 0) sum++; else sum += 2;
            } catch (ArrayIndexOutOfBoundsException e) {
                sum += 100;
            }
        }
        return sum;
    }
    static void end(int code) {
        if (code == 3) System.exit(code);
        table[0]++;
    }
    public static void main(String[] args) {
        int sum = 0;
        for (int i = -1; i < 4; i++) {
            try { sum += leaf(i == 2 ? null : table, i); } catch (RuntimeException e) { sum += 1000; }
        }
        System.out.println(sum + catching(table, 5));
        for (int i = 0; i < 9; i++) {
            end(i);
            sum++;
        }
    }
}
"#;

/// Counts of the blocks of a method, over all contexts.
fn blocks(counts: &Counts, name: &str) -> Vec<u64> {
    let mut sums = Vec::new();
    for context in counts.threads.iter().flat_map(|thread| &thread.contexts) {
        let Some(method) = context
            .method
            .and_then(|number| counts.methods[number].as_ref())
        else {
            continue;
        };
        if method.name.starts_with(name) {
            sums.resize(method.blocks.len(), 0);
            for (sum, count) in sums.iter_mut().zip(&context.counts) {
                *sum += count;
            }
        }
    }
    sums
}

#[test]
fn counts_that_follow_from_others_are_right_when_exceptions_and_the_end_of_the_program_come_between()
 {
    if !has_jdk() {
        return;
    }
    let host = Host::with_all_compilers();
    let classes = host.compile(&[("Leaves", LEAVES)]);
    let settings = Settings {
        cache: CacheModel::Hits,
        exceptions: Exceptions::Fast,
        routines: Routines::Constant,
        ..Settings::default()
    };
    let mut java = host.java(&settings, &MachineConfig::default());
    let output = java.arg("-cp").arg(classes).arg("Leaves").output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let counts = host.counts();
    // Calls from -1, 0, 1, 2 (null) and 3: the start, heads, bodies, even, odd, steps, ends.
    // From -1: 60 / a[-1] fails in the first odd body. From 0: even, odd fails (a[1] is 0). From 1: odd fails.
    // From 2: even fails. From 3: nothing.
    assert_eq!(blocks(&counts, "Leaves.leaf"), [5, 6, 5, 2, 3, 1, 1]);
    // Five turns, two outside of the array; one of three elements is 0.
    assert_eq!(
        blocks(&counts, "Leaves.catching"),
        [1, 6, 5, 1, 2, 3, 2, 5, 1]
    );
    // The fourth call does not come back.
    assert_eq!(blocks(&counts, "Leaves.end"), [4, 1, 3]);
    let main = blocks(&counts, "Leaves.main");
    assert_eq!(main[main.len() - 4..], [1, 4, 4, 0], "{main:?}");
}

const REPLACED: &str = r#"
public class Replaced {
    static int turn(int x, String p, String q) {
        char[] c = {1, 2, (char) x};
        return Math.abs(x - 300) + Math.max(x, 3) + Integer.bitCount(x) + Math.addExact(x & 15, 4) + (p.equals(q) ? 1 : 0)
            + p.indexOf("gh") + q.compareTo(p) + (java.util.Arrays.equals(c, c.clone()) ? 1 : 0)
            + java.util.Objects.checkIndex(x & 3, 4) + Integer.valueOf(x).hashCode() + Long.reverseBytes(x) > 0 ? 1 : 0;
    }
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 30000; i++) sum += turn(i, "abcdefgh", new String("abcdefgh"));
        System.out.println(sum);
    }
}
"#;

/// Calls of the JDK's methods from `turn`.
fn calls(counts: &Counts) -> BTreeMap<String, u64> {
    let mut calls = BTreeMap::new();
    for thread in &counts.threads {
        let mut below = vec![false; thread.contexts.len()];
        for (place, context) in thread.contexts.iter().enumerate().skip(1) {
            let method = context
                .method
                .and_then(|number| counts.methods[number].as_ref());
            let name = method.map_or("", |method| &method.name);
            below[place] = below[context.parent] || name.starts_with("Replaced.turn");
            if below[place] {
                *calls.entry(name.to_owned()).or_default() += context.calls;
            }
        }
    }
    calls
}

#[test]
fn calls_of_methods_that_compilers_replace_are_counted_as_the_interpreter_makes_them() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::with_all_compilers();
    let classes = host.compile(&[("Replaced", REPLACED)]);
    let settings = Settings {
        cover: Cover::Jdk,
        cache: CacheModel::Hits,
        routines: Routines::Constant,
        ..Settings::default()
    };
    let run = |options: &[&str]| {
        let mut java = host.java(&settings, &MachineConfig::default());
        let java = java.args(options).arg("-cp").arg(&classes).arg("Replaced");
        assert!(java.status().unwrap().success());
        calls(&host.counts())
    };
    let compiled = run(&[]);
    let equals = compiled.get("java.lang.String.equals(Ljava/lang/Object;)Z");
    // The first calls of the JDK's methods set classes up, which compares texts, too.
    assert!(equals.is_some_and(|calls| *calls >= 30_000), "{equals:?}");
    assert_eq!(compiled, run(&["-Xint"]));
}

/// What the agent itself needs of the JDK must not lead back into the agent.
#[test]
fn the_jdk_can_be_covered_while_routines_run() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::with_all_compilers();
    let classes = host.compile(&[("Replaced", REPLACED)]);
    let settings = Settings {
        cover: Cover::Jdk,
        routines: Routines::Exact,
        exceptions: Exceptions::Exact,
        ..Settings::default()
    };
    let mut java = host.java(&settings, &MachineConfig::default());
    let java = java.arg("-cp").arg(&classes).arg("Replaced");
    let output = java.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(calls(&host.counts()).len() > 10);
}
