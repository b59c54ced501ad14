//! What Java programs can do to their calls: the program must not notice, the contexts must be right.

use std::collections::BTreeMap;
use std::process::{Command, Output};

use cross_profile::Profile;
use host_profile::{Cover, Exceptions, Routines, Settings, with_room};
use isa::MachineConfig;

use crate::it::support::{Host, has_jdk, java_command};

const CALLS: &str = r#"
import java.util.*;
import java.util.function.*;

public class Calls {
    static int fail(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("deep");
        }
        return fail(depth - 1) + 1;
    }

    static void after() { }

    static class Base {
        Base(int value) {
            if (value < 0) throw new IllegalArgumentException("negative");
        }
    }

    static class Derived extends Base {
        Derived(int value) {
            super(check(value));
            after();
        }
        static int check(int value) {
            if (value == 0) throw new UnsupportedOperationException();
            return value;
        }
    }

    static class Broken {
        static final int VALUE = fail(1);
    }

    static int recurse(int depth) { return depth == 0 ? 0 : 1 + recurse(depth - 1); }

    static int overflow(int depth) { return overflow(depth + 1) + 1; }

    static synchronized int locked(boolean fail) {
        if (fail) throw new RuntimeException("locked");
        return 1;
    }

    public static void reflected(String text) {
        after();
        if (text.isEmpty()) throw new IllegalArgumentException("empty");
    }

    public static void main(String[] args) throws Exception {
        for (int value = -1; value < 2; value++) {
            try {
                new Derived(value);
            } catch (IllegalArgumentException | UnsupportedOperationException e) {
                System.out.println(e);
            } finally {
                after();
            }
        }
        try { fail(5); } catch (IllegalStateException e) { System.out.println(e.getMessage() + e.getStackTrace().length); }
        try { System.out.println(Broken.VALUE); } catch (ExceptionInInitializerError e) { System.out.println(e.getCause()); }
        try { overflow(0); } catch (StackOverflowError e) { System.out.println("overflow"); }
        after();
        try { locked(true); } catch (RuntimeException e) { System.out.println(locked(false)); }
        var method = Calls.class.getMethod("reflected", String.class);
        for (String text : new String[] {"a", ""}) {
            try { method.invoke(null, text); } catch (java.lang.reflect.InvocationTargetException e) { System.out.println(e.getCause()); }
        }
        List<Integer> numbers = new ArrayList<>(List.of(3, 1, 2));
        numbers.sort((a, b) -> { after(); return a - b; });
        Supplier<String> text = numbers::toString;
        System.out.println(text.get() + " " + numbers.stream().mapToInt(n -> n).sum());
        Thread thread = new Thread(null, () -> System.out.println(recurse(100_000)), "deep", 1L << 30);
        thread.start();
        thread.join();
        long shifted = 1L << args.length << 33 >> 2;
        System.out.println(shifted + " " + (shifted > 5) + " " + 7.5 / args.length + " " + (5 % 3) + " " + (char) ('a' + args.length));
        Object[] mixed = new String[] {"x"};
        try { mixed[0] = 1; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        Object object = numbers;
        try { System.out.println((String) object); } catch (ClassCastException e) { System.out.println("cast"); }
        try { System.out.println(1 / args.length); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        switch (args.length) { case 0: System.out.println("none"); break; case 7: System.out.println("seven"); break; default: System.out.println("some"); }
        if (args.length == 1) System.exit(7);
        throw new Error("end");
    }
}
"#;

fn run(java: &mut Command, host: &Host, class: &str, arguments: &[&str]) -> Output {
    java.arg("-cp")
        .arg(host.path("classes"))
        .arg(class)
        .args(arguments)
        .output()
        .unwrap()
}

fn text(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

/// Deeper chains are not told apart: the text of a hundred thousand of them would fill the memory.
const DEEPEST: usize = 40;

/// Calls of contexts by their chains of names without packages and descriptors.
fn calls(profile: &Profile) -> BTreeMap<String, u64> {
    let mut calls = BTreeMap::new();
    for thread in &profile.threads {
        let tree = &thread.tree;
        let mut depths = vec![0];
        for id in tree.ids().skip(1) {
            let context = tree.context(id);
            depths.push(depths[context.parent.0 as usize] + 1);
            if depths[id.0 as usize] > DEEPEST {
                continue;
            }
            let path = tree.path(id);
            let names = path[1..]
                .iter()
                .map(|id| profile.name(tree.context(*id).method));
            let names = names.map(|name| name.split('(').next().unwrap_or(name));
            let chain = names.collect::<Vec<_>>().join(" ");
            *calls.entry(chain).or_default() += context.calls;
        }
    }
    calls
}

#[test]
fn exceptions_reflection_threads_and_callbacks_change_neither_the_program_nor_its_contexts() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    host.compile(&[("Calls", CALLS)]);
    let machine = MachineConfig::default();
    for exceptions in [Exceptions::Fast, Exceptions::Exact] {
        let settings = Settings {
            exceptions,
            ..Settings::default()
        };
        for arguments in [vec![], vec!["one"], vec!["one", "two"]] {
            let here = run(
                &mut host.java(&settings, &machine),
                &host,
                "Calls",
                &arguments,
            );
            let plain = run(
                &mut Command::new(java_command()),
                &host,
                "Calls",
                &arguments,
            );
            assert_eq!(text(&here), text(&plain), "{arguments:?}");
        }
        let outcome = host.outcome(&settings, &machine);
        let calls = calls(&outcome.profile);
        let of = |chain: &str| calls.get(chain).copied().unwrap_or_default();
        assert_eq!(of("Calls.main Calls$Derived.<init>"), 3);
        assert_eq!(of("Calls.main Calls$Derived.<init> Calls$Derived.check"), 3);
        assert_eq!(of("Calls.main Calls$Derived.<init> Calls$Base.<init>"), 2);
        assert_eq!(of("Calls.main Calls$Derived.<init> Calls.after"), 1);
        // Three in `finally` and one after the overflow.
        assert_eq!(of("Calls.main Calls.after"), 4);
        assert_eq!(
            of("Calls.main Calls.fail Calls.fail Calls.fail Calls.fail Calls.fail Calls.fail"),
            1
        );
        assert_eq!(
            of(
                "com.jopdesign.sys.Startup.initialiseClasses Calls$Broken.<clinit> Calls.fail Calls.fail"
            ),
            1
        );
        assert_eq!(of("Calls.main Calls.locked"), 2);
        assert_eq!(of("Calls.main Calls.reflected Calls.after"), 2);
        // Java before 15 makes classes of lambdas in another way, which the agent does not see.
        let shows_lambdas = calls.keys().any(|chain| chain.contains("$$Lambda$"));
        let comparator = match shows_lambdas {
            true => "Calls.main Calls$$Lambda$1.compare Calls.lambda$main$0",
            false => "Calls.main Calls.lambda$main$0",
        };
        assert_eq!(of(&format!("{comparator} Calls.after")), of(comparator));
        assert!(of(comparator) >= 2);
        let deepest = outcome
            .profile
            .threads
            .iter()
            .map(|thread| thread.tree.contexts().len());
        assert!(deepest.max().unwrap_or_default() > 100_000);
        let names: Vec<&str> = outcome
            .profile
            .threads
            .iter()
            .map(|it| it.name.as_str())
            .collect();
        assert_eq!(names, ["main", "deep"]);
    }
}

#[test]
fn a_method_that_grows_too_large_is_left_as_it_is_and_listed() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let mut source = String::from(
        "public class Huge { static int[] a = new int[1]; static int small() { return a[0]; }\n",
    );
    source.push_str("static void big() {\n");
    for _ in 0..5000 {
        source.push_str("a[0]++;\n");
    }
    source.push_str(
        "}\npublic static void main(String[] x) { big(); System.out.println(small()); } }",
    );
    let host = Host::new();
    host.compile(&[("Huge", &source)]);
    let machine = MachineConfig::default();
    let settings = Settings {
        exceptions: Exceptions::Exact,
        ..Settings::default()
    };
    let here = run(&mut host.java(&settings, &machine), &host, "Huge", &[]);
    assert_eq!(text(&here), ("5000\n".to_owned(), String::new(), Some(0)));
    let counts = host.counts();
    assert!(
        counts
            .left_out
            .contains(&"method Huge.big()V: too large".to_owned()),
        "{:?}",
        counts.left_out
    );
    let calls = calls(&host.outcome(&settings, &machine).profile);
    assert_eq!(calls.get("Huge.main Huge.small"), Some(&1));
}

const EMPTY_FINALIZER: &str = r#"
public class Empty {
    protected void finalize() {
    }

    public static void main(String[] arguments) {
        int made = 0;
        while (made < 1000) {
            made += new Empty() == null ? 0 : 1;
        }
        System.out.println(made);
    }
}
"#;

#[test]
fn objects_whose_finalizer_is_empty_are_not_finalized() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    host.compile(&[("Empty", EMPTY_FINALIZER)]);
    let machine = MachineConfig::default();
    let settings = Settings {
        cover: Cover::Jdk,
        routines: Routines::Constant,
        ..Settings::default()
    };
    let here = run(&mut host.java(&settings, &machine), &host, "Empty", &[]);
    assert_eq!(text(&here), ("1000\n".to_owned(), String::new(), Some(0)));
    let left_out = host.counts().left_out;
    assert!(
        left_out
            .iter()
            .any(|what| what.starts_with("method Empty.finalize()V: ")),
        "{left_out:?}"
    );
    let profile = host.outcome(&settings, &machine).profile;
    let calls = calls(&profile);
    assert_eq!(calls.get("Empty.main Empty.<init>"), Some(&1000));
    let is_registered =
        |chain: &String| chain.starts_with("Empty.main ") && chain.contains("Finalizer.register");
    assert!(!calls.keys().any(is_registered));
}

#[test]
fn the_jdks_own_code_is_counted_when_it_is_asked_for() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    host.compile(&[("Calls", CALLS)]);
    let machine = MachineConfig::default();
    let settings = Settings {
        cover: Cover::Jdk,
        routines: host_profile::Routines::Constant,
        ..Settings::default()
    };
    let here = run(
        &mut host.java(&settings, &machine),
        &host,
        "Calls",
        &["one"],
    );
    let plain = run(&mut Command::new(java_command()), &host, "Calls", &["one"]);
    assert_eq!(text(&here), text(&plain));
    let outcome = host.outcome(&settings, &machine);
    assert!(
        outcome.library > outcome.application,
        "{} {}",
        outcome.library,
        outcome.application
    );
    let calls = calls(&outcome.profile);
    let sort = calls.keys().find(|chain| {
        chain.starts_with("Calls.main java.util.ArrayList.sort") && chain.contains("lambda$main$0")
    });
    assert!(sort.is_some(), "the comparator stands below the sort");
    assert!(
        outcome
            .uncovered
            .iter()
            .any(|call| call.native && call.method.starts_with("java.lang.System.arraycopy"))
    );
}

const DEEP: &str = r#"
import java.util.Optional;

public class Deep {
    static int deepest;

    static int down(int depth) {
        deepest = Math.max(deepest, depth);
        return Optional.of(depth).map(at -> at == limit ? at : down(at + 1)).get();
    }

    static int limit = -1;

    public static void main(String[] args) {
        if (args.length == 1) {
            limit = Integer.parseInt(args[0]);
            System.out.println(down(0));
            return;
        }
        try { down(0); } catch (StackOverflowError end) { System.out.println(deepest); }
    }
}
"#;

#[test]
fn a_program_recurses_as_deeply_as_without_instrumentation() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    host.compile(&[("Deep", DEEP)]);
    let machine = MachineConfig::default();
    // Interpreted, so that frames are the same from run to run.
    let options = ["-Xss1m", "-Xint"];
    let mut plain = Command::new(java_command());
    let deepest = text(&run(plain.args(options), &host, "Deep", &[])).0;
    let mut java = host.java(&Settings::default(), &machine);
    java.args(with_room(&options.map(str::to_owned), ""));
    let here = run(&mut java, &host, "Deep", &[deepest.trim()]);
    assert_eq!(text(&here), (deepest, String::new(), Some(0)));
}

const VIRTUAL: &str = r#"
import java.util.*;

public class Virtual {
    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
            if (i % 10 == 0) {
                try { Thread.sleep(1); } catch (InterruptedException never) { throw new Error(never); }
            }
        }
        return sum;
    }

    public static void main(String[] none) throws Exception {
        java.lang.reflect.Method start = null;
        try { start = Thread.class.getMethod("startVirtualThread", Runnable.class); } catch (NoSuchMethodException older) { }
        int[] sums = new int[100];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            int number = i;
            Runnable task = () -> sums[number] = work(number % 30);
            Thread thread = start == null ? new Thread(task) : (Thread) start.invoke(null, task);
            if (start == null) thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) thread.join();
        System.out.println((start == null ? "platform " : "virtual ") + Arrays.stream(sums).sum());
    }
}
"#;

#[test]
fn virtual_threads_have_contexts_of_their_own_where_the_jvm_has_them() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    host.compile(&[("Virtual", VIRTUAL)]);
    let machine = MachineConfig::default();
    let plain = run(&mut Command::new(java_command()), &host, "Virtual", &[]);
    if text(&plain).0.starts_with("platform") {
        eprintln!(
            "skipped: this JVM has no virtual threads; threads of the platform take their place"
        );
    }
    for cover in [Cover::Application, Cover::Jdk] {
        let settings = Settings {
            cover,
            routines: Routines::Constant,
            ..Settings::default()
        };
        let java = &mut host.java(&settings, &machine);
        assert_eq!(text(&run(java, &host, "Virtual", &[])), text(&plain));
        let outcome = host.outcome(&settings, &machine);
        let calls = calls(&outcome.profile);
        let of_work: u64 = calls
            .iter()
            .filter(|(chain, _)| chain.ends_with("Virtual.work"))
            .map(|(_, calls)| calls)
            .sum();
        assert_eq!(of_work, 100, "{cover:?}");
    }
}
