//! What is recorded while a program runs, and how: dumps, many threads, callbacks, classes instrumented ahead of time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cross_profile::{BytecodeUse, CallingContextTree, Context, MethodId, Profile, ThreadProfile};
use host_profile::{
    CacheModel, Counts, Exceptions, Outcome, Pricing, Routines, Settings, api_jar, price,
};
use isa::MachineConfig;

use crate::it::support::{Host, has_jdk, java_command, program, programs_jar, table};

const WORKERS: &str = r#"
public class Workers {
    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i;
        return sum;
    }

    public static void main(String[] args) throws Exception {
        int sum = work(1000);
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            int number = i;
            Thread thread = new Thread(() -> work(number % 10), "worker-" + i + "-of-many");
            thread.start();
            thread.join();
        }
        System.out.println(sum);
    }
}
"#;

/// Threads that keep a tree each.
const OWN: usize = 64;

fn run(java: &mut Command, host: &Host, class: &str, arguments: &[&str]) -> Output {
    let path = [host.path("classes"), host.path("api.jar")];
    java.arg("-cp")
        .arg(std::env::join_paths(path).unwrap())
        .arg(class)
        .args(arguments)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn priced(path: &Path, settings: &Settings, machine: &MachineConfig) -> Outcome {
    let counts = Counts::read(fs::File::open(path).unwrap()).unwrap();
    let table = table(machine);
    let pricing = Pricing {
        table: &table,
        settings,
        routine_cycles: 200,
        waits: None,
    };
    price(&counts, &pricing, Default::default())
}

/// Profiles of the dumps of the last run.
fn dumps(host: &Host, settings: &Settings, machine: &MachineConfig) -> Vec<Profile> {
    let paths = (1..).map(|number| host.path(&format!("counts.{number:04}")));
    let paths = paths.take_while(|path| path.exists());
    paths
        .map(|path| priced(&path, settings, machine).profile)
        .collect()
}

/// Every context of every thread with all figures, in an order of its own.
fn figures(profile: &Profile) -> Vec<String> {
    let mut lines = Vec::new();
    for thread in &profile.threads {
        for id in thread.tree.ids() {
            let path = thread.tree.path(id);
            let names = path.iter().map(|id| {
                let context = thread.tree.context(*id);
                (profile.name(context.method), context.service)
            });
            let context = thread.tree.context(id);
            lines.push(format!(
                "{} {:?} {} {} {:?}",
                thread.name,
                names.collect::<Vec<_>>(),
                context.calls,
                context.bytecodes,
                context.cycles
            ));
        }
    }
    lines.sort();
    lines
}

#[test]
fn dumps_add_up_to_the_profile_of_the_whole_run() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    host.compile(&[("Workers", WORKERS)]);
    let plain = Settings::default();
    stdout(&run(
        &mut host.java(&plain, &machine),
        &host,
        "Workers",
        &["200"],
    ));
    let without = host.outcome(&plain, &machine).profile;
    let settings = Settings {
        every: 1000,
        ..Settings::default()
    };
    let java = &mut host.java(&settings, &machine);
    assert_eq!(stdout(&run(java, &host, "Workers", &["200"])), "499500\n");
    let whole = host.outcome(&settings, &machine).profile;
    let dumps = dumps(&host, &settings, &machine);
    assert!(dumps.len() > 5, "{} dumps", dumps.len());
    assert!(dumps.iter().filter(|dump| dump.total_cycles() != 0).count() > 5);
    let mut sum = dumps[0].clone();
    for dump in &dumps[1..] {
        sum.add(dump).unwrap();
    }
    assert_eq!(figures(&sum), figures(&whole));
    assert_eq!(sum.bytecodes, whole.bytecodes);
    assert_eq!(figures(&without), figures(&whole), "dumps change nothing");
}

#[test]
fn the_rows_of_bytecodes_have_all_bytecodes_and_cycles() {
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    for routines in [Routines::Exact, Routines::Constant] {
        let settings = Settings {
            routines,
            ..Settings::default()
        };
        let lift = runtime::programs::find("lift").unwrap();
        stdout(&program(&mut host.java(&settings, &machine), lift, 20));
        let profile = host.outcome(&settings, &machine).profile;
        let bytecodes: u64 = profile.by_method().iter().map(|it| it.bytecodes).sum();
        let counted: u64 = profile.bytecodes.iter().map(|row| row.count).sum();
        let cycles: u64 = profile.bytecodes.iter().map(|row| row.cycles).sum();
        assert_eq!((counted, cycles), (bytecodes, profile.total_cycles()));
        assert!(
            profile
                .bytecodes
                .iter()
                .filter(|row| row.count != 0)
                .count()
                > 40
        );
    }
}

#[test]
fn later_threads_of_one_pattern_are_one_and_lose_nothing() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    host.compile(&[("Workers", WORKERS)]);
    let settings = Settings::default();
    // Kept trees of all threads would not fit; the collector is the one for small heaps.
    let java = &mut host.java(&settings, &machine);
    stdout(&run(
        java.args(["-Xmx24m", "-XX:+UseSerialGC"]),
        &host,
        "Workers",
        &["20000"],
    ));
    let profile = host.outcome(&settings, &machine).profile;
    let names: Vec<&str> = profile.threads.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names.len(), OWN + 1, "{names:?}");
    assert_eq!(names[1], "worker-0-of-many");
    assert_eq!(names[OWN], "worker-#-of-many");
    let calls = |method: &str| {
        let place = profile.methods.iter().position(|name| name == method);
        profile.by_method()[place.unwrap()].calls
    };
    assert_eq!(calls("Workers.work(I)I"), 20_001);
    let last = &profile.threads[OWN].tree;
    let calls: Vec<u64> = last.contexts().iter().map(|it| it.calls).collect();
    assert_eq!(calls[1], 20_000 - (OWN as u64 - 1));
}

/// Compiles a listener against the jar of the interface.
fn compile_listener(host: &Host, name: &str, source: &str) {
    fs::write(host.path("api.jar"), api_jar().unwrap()).unwrap();
    let file = host.path(&format!("{name}.java"));
    fs::write(&file, source).unwrap();
    let output = Command::new("javac")
        .args(["--release", "11", "-cp"])
        .arg(std::env::join_paths([host.path("api.jar"), host.path("classes")]).unwrap())
        .arg("-d")
        .arg(host.path("classes"))
        .arg(file)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}

const LISTENER: &str = r#"
import java.util.List;
import joplab.cross.api.*;

public class Watch implements Listener {
    static int events;
    static long last;
    static String running;

    static long bytecodes(CountedContext context) {
        long sum = context.bytecodes();
        for (CountedContext callee : context.callees()) sum += bytecodes(callee);
        return sum;
    }

    @Override
    public void reached(CountedThread thread) {
        ++events;
        last = bytecodes(thread.root());
        running = thread.running().get().method();
        // What it does is not counted: neither its calls of the program nor its exception.
        Workers.work(100_000);
        throw new IllegalStateException("event " + events);
    }

    @Override
    public void ended(List<CountedThread> threads) {
        CountedThread main = threads.get(0);
        CountedContext first = main.root().callees().get(0);
        System.out.println(events + " " + last + " " + running + " " + main.name() + " " + first.method() + " "
                + first.calls() + " " + first.parent().get().method() + " " + bytecodes(main.root()) + " "
                + (first.cycles() > first.bytecodes()) + " " + first.executions(0));
    }
}
"#;

#[test]
fn a_callback_sees_the_tree_every_so_many_bytecodes_and_changes_nothing() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    host.compile(&[("Workers", WORKERS)]);
    let plain = Settings::default();
    stdout(&run(
        &mut host.java(&plain, &machine),
        &host,
        "Workers",
        &["0"],
    ));
    let without = host.outcome(&plain, &machine).profile;
    let settings = Settings {
        every: 1000,
        callback: Some("Watch".to_owned()),
        ..Settings::default()
    };
    compile_listener(&host, "Watch", LISTENER);
    let output = run(
        &mut host.java(&settings, &machine),
        &host,
        "Workers",
        &["0"],
    );
    let text = stdout(&output);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("499500"));
    let words: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let number = |place: usize| words[place].parse::<u64>().unwrap();
    let (events, last, all) = (number(0), number(1), number(7));
    assert_eq!(events, all / 1000, "{text}");
    // The event comes with the block that passes the number, which is short here.
    assert!(last > 1000 * events && last < 1000 * events + 40, "{text}");
    assert_eq!(
        words[2..7],
        [
            "Workers.work(I)I",
            "main",
            "Workers.main([Ljava/lang/String;)V",
            "1",
            "(start)"
        ]
    );
    assert_eq!(words[8..], ["true", "1"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        errors,
        "jop: the callback Watch threw java.lang.IllegalStateException: event 1; further exceptions of it are not reported\n"
    );
    let profile = host.outcome(&settings, &machine).profile;
    assert_eq!(figures(&profile), figures(&without));
    assert!(!host.path("counts.0001").exists(), "no dumps");
}

#[test]
fn a_callback_that_is_none_stops_before_the_program() {
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    host.compile(&[("Workers", WORKERS)]);
    for (name, reason) in [
        ("no.Such", "no such class on the class path of the program"),
        ("Workers", "it does not implement joplab.cross.api.Listener"),
    ] {
        let settings = Settings {
            every: 1000,
            callback: Some(name.to_owned()),
            ..Settings::default()
        };
        let output = run(
            &mut host.java(&settings, &machine),
            &host,
            "Workers",
            &["0"],
        );
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(errors, format!("jop: --callback {name}: {reason}\n"));
    }
}

/// Instruments jars and folders; gives the folder of copies and what was printed.
pub(crate) fn instrument(
    host: &Host,
    settings: &Settings,
    machine: &MachineConfig,
    inputs: &[&Path],
) -> (PathBuf, String) {
    let copies = host.path("ahead/copies");
    let _ = fs::remove_dir_all(&copies);
    fs::create_dir_all(&copies).unwrap();
    // Writes the settings.
    drop(host.java(settings, machine));
    let output = Command::new(java_command())
        .arg("--patch-module")
        .arg(format!("java.base={}", host.path("patch").display()))
        .arg("-cp")
        .arg(host.path("agent.jar"))
        .arg("joplab.cross.Ahead")
        .arg(host.path("settings"))
        .arg("")
        .arg(&copies)
        .args(inputs)
        .output()
        .unwrap();
    (copies, stdout(&output))
}

/// All contexts, by thread and chain: the order of siblings follows the numbers of methods, which differ. Then all bytecodes.
fn rows(profile: &Profile) -> (Vec<(String, Context)>, Vec<BytecodeUse>) {
    let mut rows = Vec::new();
    for ThreadProfile { name, tree } in &profile.threads {
        for id in tree.ids() {
            let chain = tree.path(id).into_iter();
            let chain = chain.map(|id| profile.name(tree.context(id).method));
            let chain: Vec<&str> = chain.collect();
            let mut context = tree.context(id).clone();
            (context.parent, context.method) = (CallingContextTree::ROOT, MethodId(0));
            rows.push((format!("{name} {}", chain.join(" ")), context));
        }
    }
    rows.sort_by(|left, right| left.0.cmp(&right.0));
    (rows, profile.bytecodes.clone())
}

#[test]
fn classes_instrumented_ahead_of_time_give_the_same_profile_in_every_run() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    for (settings, names) in [
        (Settings::default(), vec!["lift", "double-fft", "dispatch"]),
        (
            Settings {
                exceptions: Exceptions::Exact,
                routines: Routines::Constant,
                cache: CacheModel::Hits,
                every: 5000,
                ..Settings::default()
            },
            vec!["lift"],
        ),
    ] {
        let (copies, _) = instrument(&host, &settings, &machine, &[&programs_jar()]);
        for name in names {
            let embedded = runtime::programs::find(name).unwrap();
            let expected = program(&mut host.java(&settings, &machine), embedded, 2);
            let on_the_fly = rows(&host.outcome(&settings, &machine).profile);
            for _ in 0..2 {
                let output = host
                    .java(&settings, &machine)
                    .arg("-cp")
                    .arg(copies.join("programs.jar"))
                    .args([embedded.main_class, "2"])
                    .output()
                    .unwrap();
                assert_eq!(stdout(&output), stdout(&expected));
                let ahead = rows(&host.outcome(&settings, &machine).profile);
                assert!(ahead == on_the_fly, "{name}");
            }
        }
    }
}

#[test]
fn other_options_than_those_of_the_instrumentation_are_noticed() {
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    host.compile(&[("Workers", WORKERS)]);
    let (copies, _) = instrument(
        &host,
        &Settings::default(),
        &machine,
        &[&host.path("classes")],
    );
    let settings = Settings {
        routines: Routines::Constant,
        ..Settings::default()
    };
    let mut java = host.java(&settings, &machine);
    let output = java
        .arg("-cp")
        .arg(copies.join("classes"))
        .args(["Workers", "3"])
        .output()
        .unwrap();
    assert_eq!(stdout(&output), "499500\n");
    let left = host.counts().left_out;
    assert!(
        left.iter()
            .any(|line| line
                .starts_with("class Workers: instrumented ahead of time with other options")),
        "{left:?}"
    );
}

const MULTI_RELEASE: &str =
    "Manifest-Version: 1.0\nMulti-Release: true\n\nName: Workers.class\nSHA-256-Digest: AAAA\n\n";

#[test]
fn resources_are_copied_signatures_dropped_and_classes_of_later_versions_instrumented() {
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    let classes = host.compile(&[("Workers", WORKERS)]);
    let later = classes.join("META-INF/versions/11");
    fs::create_dir_all(&later).unwrap();
    let workers = fs::read(classes.join("Workers.class")).unwrap();
    fs::write(later.join("Workers.class"), &workers).unwrap();
    fs::write(classes.join("broken.class"), b"\xCA\xFE\xBA\xBE").unwrap();
    fs::write(classes.join("text.txt"), "as it is").unwrap();
    for name in ["A.SF", "A.RSA"] {
        fs::write(classes.join("META-INF").join(name), "signature").unwrap();
    }
    fs::write(host.path("manifest"), MULTI_RELEASE).unwrap();
    let jar = host.path("signed.jar");
    let made = Command::new("jar")
        .args(["--create", "--file"])
        .arg(&jar)
        .arg("--manifest")
        .arg(host.path("manifest"))
        .arg("-C")
        .arg(&classes)
        .arg(".")
        .output()
        .unwrap();
    stdout(&made);
    let (copies, printed) = instrument(&host, &Settings::default(), &machine, &[&jar, &classes]);
    let jar = jar.display().to_string();
    let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
    assert_eq!(lines.remove(0), "4");
    assert!(
        lines.contains(&format!("{jar}: the copy is not signed")),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with(&format!("{jar}!broken.class: not instrumented"))),
        "{lines:?}"
    );
    assert_eq!(
        fs::read(copies.join("classes/text.txt")).unwrap(),
        b"as it is"
    );
    assert_eq!(
        fs::read(copies.join("classes/broken.class")).unwrap(),
        b"\xCA\xFE\xBA\xBE"
    );
    let listed = stdout(
        &Command::new("jar")
            .arg("--list")
            .arg("--file")
            .arg(copies.join("signed.jar"))
            .output()
            .unwrap(),
    );
    assert!(!listed.contains("META-INF/A."), "{listed}");
    assert!(listed.contains("text.txt"), "{listed}");
    for copy in ["META-INF/versions/11/Workers.class", "Workers.class"] {
        assert_ne!(
            fs::read(copies.join("classes").join(copy)).unwrap(),
            workers
        );
    }
    let settings = Settings::default();
    let mut java = host.java(&settings, &machine);
    let output = java
        .arg("-cp")
        .arg(copies.join("signed.jar"))
        .args(["Workers", "3"])
        .output()
        .unwrap();
    assert_eq!(stdout(&output), "499500\n");
    assert_eq!(host.outcome(&settings, &machine).profile.threads.len(), 4);
}

/// Contexts that take more than the limit of the test below.
const DEEP: &str = r#"
public class Deep {
    static int down(int depth) { return depth == 0 ? 0 : 1 + down(depth - 1); }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(null, () -> System.out.println(down(50_000)), "deep", 1L << 29);
        thread.start();
        thread.join();
        System.exit(3);
    }
}
"#;

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_program_alone_and_half_a_file_nowhere() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let machine = MachineConfig::default();
    let host = Host::new();
    host.compile(&[("Deep", DEEP)]);
    for every in [0, 1000] {
        let settings = Settings {
            every,
            ..Settings::default()
        };
        let java = host.java(&settings, &machine);
        // A limit for files is what a test can have of a full disk.
        let output = Command::new("sh")
            .args(["-c", "ulimit -f 128 && exec \"$@\"", "sh"])
            .arg(java.get_program())
            .args(java.get_args())
            .args(["-XX:-UsePerfData", "-cp"])
            .arg(host.path("classes"))
            .arg("Deep")
            .output()
            .unwrap();
        assert_eq!(output.stdout, b"50000\n");
        assert_eq!(output.status.code(), Some(3));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.starts_with("jop: cannot write "), "{errors}");
        assert!(errors.contains("File too large"), "{errors}");
        let files = fs::read_dir(host.path("")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let left: Vec<String> = names.filter(|name| name.ends_with(".part")).collect();
        assert_eq!(left, Vec::<String>::new());
        assert!(!host.path("counts").exists());
    }
}
