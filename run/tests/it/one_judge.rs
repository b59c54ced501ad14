//! One file decides when a run has ended: the sources of the workspace are searched for loops that decide for themselves.

use std::fs;
use std::path::{Path, PathBuf};

/// The file that decides.
const JUDGE: &str = "run/src/ending.rs";

/// What only a loop over an engine says.
const MARKS: [&str; 7] = [
    "Stop::Output",
    "Stop::Limit",
    "machine.run(",
    "machine.step(",
    "engine.run(",
    "ahead.step(",
    "scout.step(",
];

/// Where such a loop may stand, by the beginning of the path.
const ALLOWED: [(&str, &str); 39] = [
    ("run/src/fast.rs", "an engine"),
    (
        "run/src/blocks.rs",
        "an engine: it runs to a limit and judges nothing",
    ),
    (
        "run/src/checked",
        "two engines in step, which judge nothing",
    ),
    ("run/src/several_checked.rs", "the same of several cores"),
    ("run/src/engine.rs", "the trait of engines"),
    (
        "run/src/probes/threads.rs",
        "compiles the machine's loop for a probe",
    ),
    (
        "run/src/checkpoint/now.rs",
        "steps under a watcher for a timeline, which asks the judge",
    ),
    (
        "run/src/checkpoint/watcher.rs",
        "compiles the machine's loop for a probe",
    ),
    ("run/tests/", "tests of this crate"),
    ("sim-core/", "below `run`: the machine and its tests"),
    (
        "timing/",
        "below `run`: the fast engine, and tests that hold it against the machine",
    ),
    (
        "profile/recorders/src/",
        "compiles the loops of engines for its recorders",
    ),
    (
        "profile/recorders/src/fast_run.rs",
        "compiles the engine's loop for its recorders",
    ),
    (
        "lab/validation/src/counted_run.rs",
        "an engine that stops after each bytecode",
    ),
    (
        "profile/record/src/fast.rs",
        "compiles the engine's loop for a probe",
    ),
    (
        "run/src/several.rs",
        "the cycles of several processors up to what leaves one",
    ),
    (
        "run/src/several_blocks.rs",
        "the same in superblocks, settled at an exit",
    ),
    (
        "lab/golden-runs/src/execute.rs",
        "several processors that end with the last one, as an engine",
    ),
    (
        "lab/wcet-check/src/cores.rs",
        "single calls on one of several cores, from one cycle to another",
    ),
    (
        "profile/record/src/machine.rs",
        "compiles the machine's loop for a probe",
    ),
    (
        "profile/record/src/recording.rs",
        "an engine that watches closely or from afar",
    ),
    (
        "profile/record/tests/it/one_figure.rs",
        "records the cycles that a judged run took",
    ),
    (
        "lab/trace/src/",
        "an engine that opens windows; golden traces have a number of cycles",
    ),
    (
        "cli/src/commands/trace/traced.rs",
        "an engine that opens windows",
    ),
    (
        "cli/src/commands/trace/several_traced.rs",
        "the same of several processors",
    ),
    ("lab/trace/tests/", "snippets without an end"),
    (
        "lab/debugger/src/session.rs",
        "looks two cycles ahead on a copy",
    ),
    (
        "lab/browser/src/data_path.rs",
        "looks at one cycle on a copy",
    ),
    ("lab/browser/tests/", "a machine up to a cycle"),
    (
        "lab/bytecode-timing/src/scene.rs",
        "one bytecode between two markers, no program",
    ),
    (
        "lab/bytecode-timing/src/standard/compare.rs",
        "the fast engine up to the cycle of the machine's second marker",
    ),
    (
        "cli/src/commands/view/start.rs",
        "up to a method's first call, within a number of cycles: what the program does is not asked",
    ),
    (
        "fuzz/targets/src/",
        "an input gets its cycles whatever it does, also after its end",
    ),
    ("start/tests/start.rs", "one step for each row of a trace"),
    (
        "tests/uart.rs",
        "one step up to the cycle in which the host begins to send",
    ),
    (
        "profile/record/tests/it/recordings.rs",
        "slices of a recording, as a session has them",
    ),
    (
        "profile/record/tests/it/word_rows.rs",
        "random microcode up to a cycle: no program",
    ),
    (
        "benches/src/bin/superblocks.rs",
        "two engines in turns, up to the same cycle; asks the judge",
    ),
    (
        "benches/src/lib.rs",
        "borrows the machine that is measured, and asks the judge",
    ),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("a package below the root")
}

/// Files with a loop over an engine, by their paths from the root.
fn files_with_loops() -> Vec<String> {
    let root = root();
    let mut found = Vec::new();
    sources(root, &mut found);
    assert!(found.len() > 300, "the sources lie elsewhere");
    let relative = |path: &PathBuf| {
        let path = path.strip_prefix(root).expect("a path below the root");
        path.to_string_lossy().replace('\\', "/")
    };
    found
        .iter()
        .filter(|path| {
            let text = fs::read_to_string(path).expect("a source");
            MARKS.iter().any(|mark| text.contains(mark))
        })
        .map(relative)
        .collect()
}

#[test]
fn every_loop_that_runs_a_program_asks_the_one_judge() {
    let files = files_with_loops();
    assert!(files.iter().any(|file| file == JUDGE));
    let unknown: Vec<&String> = files
        .iter()
        .filter(|file| *file != JUDGE)
        .filter(|file| !ALLOWED.iter().any(|(place, _)| file.starts_with(place)))
        .collect();
    assert!(
        unknown.is_empty(),
        "{unknown:?}: use `run::to_end`, or ask `run::Ending` and name the file here with its reason"
    );
}

#[test]
fn every_exception_excuses_a_file() {
    let files = files_with_loops();
    for (place, reason) in ALLOWED {
        let excuses = files.iter().any(|file| file.starts_with(place));
        assert!(excuses, "{place} has no loop any more: {reason}");
    }
}

#[test]
fn the_exit_text_of_the_original_is_known_in_one_file_alone() {
    let root = root();
    let mut found = Vec::new();
    sources(root, &mut found);
    let text = concat!("const EXIT_", "TEXT");
    let knowing: Vec<PathBuf> = found
        .into_iter()
        .filter(|path| fs::read_to_string(path).unwrap().contains(text))
        .collect();
    assert_eq!(knowing, [root.join(JUDGE)]);
}

/// Who asks the judge: the loop, and explorers of time.
const ASKING: [&str; 2] = ["run/src/to_end.rs", "run/src/checkpoint/timeline.rs"];

/// Sources outside of tests that have one of these texts.
fn with_text(texts: &[&str]) -> Vec<String> {
    let root = root();
    let mut found = Vec::new();
    sources(root, &mut found);
    let mut having: Vec<String> = found
        .iter()
        .filter_map(|path| {
            let source = fs::read_to_string(path).expect("a source");
            let source = source.split("#[cfg(test)]").next().expect("a beginning");
            let relative = path.strip_prefix(root).expect("a path below the root");
            let relative = relative.to_string_lossy().replace('\\', "/");
            let is_test = relative.contains("tests/") || relative.starts_with("benches/");
            let has = texts.iter().any(|text| source.contains(text));
            (has && !is_test).then_some(relative)
        })
        .collect();
    having.sort();
    having
}

#[test]
fn there_is_one_loop_besides_those_that_explore_time() {
    let mut asking = ASKING.map(str::to_owned);
    asking.sort();
    assert_eq!(
        with_text(&["Ending::of_program("]),
        asking,
        "use `run::to_end`"
    );
}

/// Who may end a run without looking if the program waits for ever.
const TRUSTED: [(&str, &str); 8] = [
    (
        "lab/differential/src/target.rs",
        "random methods with one thread",
    ),
    ("lab/bytecode-timing/src/java.rs", "one bytecode of ours"),
    ("lab/calibration/src/hardware.rs", "benchmarks of ours"),
    (
        "lab/wcet-check/src/search/start.rs",
        "one call, with a limit of cycles",
    ),
    (
        "lab/golden-runs/src/execute.rs",
        "runs of the RTL, with a limit of cycles",
    ),
    ("cli/src/commands/programs/measure.rs", "embedded programs"),
    ("cli/src/commands/evaluate/times.rs", "embedded programs"),
    ("run/src/to_end.rs", "defines it"),
];

#[test]
fn whoever_runs_a_program_of_the_user_looks_if_it_waits_for_ever() {
    let mut trusted: Vec<&str> = TRUSTED.iter().map(|(place, _)| *place).collect();
    trusted.sort_unstable();
    let blind = with_text(&["Guest::trusted(", "run::alone("]);
    assert_eq!(blind, trusted, "give `run::to_end` the program");
}
