//! Every public class of the class library has a program that holds it against the host.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tests::path;

/// Classes that no program names, and why none has to.
const UNNAMED: &[(&str, &str)] = &[
    (
        "AbstractExecutorService",
        "the part that pools share: Executing uses them",
    ),
    (
        "Annotation",
        "the compiler names it for programs that declare annotations",
    ),
    (
        "BlockingDeque",
        "an interface; SharedCollections uses LinkedBlockingDeque",
    ),
    (
        "CompletionService",
        "an interface; Executing uses ExecutorCompletionService",
    ),
    (
        "MatchException",
        "the host of the tests, JDK 17, does not have it",
    ),
    ("Readable", "an interface; Everyday scans readers"),
    (
        "RejectedExecutionHandler",
        "an interface; its policies refuse work of pools that are shut down",
    ),
    ("RunnableFuture", "an interface; Executing uses FutureTask"),
    (
        "ScheduledThreadPoolExecutor",
        "Executing makes it by Executors.newScheduledThreadPool",
    ),
    ("Sources", "what streams of collections are made of"),
    (
        "StackOverflowError",
        "it ends the program: Recursion stops short of it",
    ),
    ("Temporal", "an interface; Everyday uses Instant"),
    ("TemporalAmount", "an interface; Everyday uses Duration"),
    ("TemporalUnit", "an interface; Everyday uses ChronoUnit"),
    (
        "ThreadFactory",
        "an interface; pools make threads with one of their own",
    ),
];

/// All Java sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The sources of the runtime and its programs, templates expanded.
fn library_sources() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut script = Command::new("sh");
    script.arg(path("../runtime/sources.sh"));
    script.arg("--into").arg(folder.path());
    assert!(script.status().expect("a shell").success());
    folder
}

/// The public type that a source declares: it has the name of the file.
fn public_type(file: &Path) -> Option<String> {
    let name = file.file_stem()?.to_str()?;
    let source = fs::read_to_string(file).expect("a readable source");
    let declared = source
        .lines()
        .any(|line| line.starts_with("public ") && words(line).any(|word| word == name));
    declared.then(|| name.to_owned())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

#[test]
fn every_public_class_of_the_library_is_named_by_a_program() {
    let mut named: Vec<String> = Vec::new();
    for program in sources(&path("programs")) {
        let source = fs::read_to_string(program).expect("a readable program");
        named.extend(words(&source).map(str::to_owned));
    }
    named.sort();
    let is_named = |class: &str| {
        named
            .binary_search_by(|name| name.as_str().cmp(class))
            .is_ok()
    };
    let library = library_sources();
    let classes: Vec<_> = sources(&library.path().join("src/java"))
        .iter()
        .filter_map(|file| public_type(file))
        .collect();
    assert!(classes.len() > 200, "{} classes", classes.len());
    let unnamed: Vec<_> = classes
        .iter()
        .filter(|class| !is_named(class))
        .map(String::as_str)
        .collect();
    let excused: Vec<_> = UNNAMED.iter().map(|(class, _)| *class).collect();
    let mut difference = unnamed.clone();
    difference.retain(|class| !excused.contains(class));
    assert!(difference.is_empty(), "no program names {difference:?}");
    let idle: Vec<_> = excused
        .iter()
        .filter(|class| !unnamed.contains(class))
        .collect();
    assert!(idle.is_empty(), "excused without need: {idle:?}");
}
