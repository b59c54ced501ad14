//! Inside a crate, too, each use runs one way: between files, and between folders.
//!
//! A room is a file of `src`, or a folder with the file of its name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::files::{Uses, uses};
use super::{members, root};

/// Rooms whose order a crate fixes, the highest first; others need none, only no circle.
const ORDERED: &[(&str, &[&str])] = &[(
    "cli",
    &["lib", "command_line", "commands", "args", "host", "output"],
)];

/// The files of each crate, by its roots.
fn crates() -> Vec<(String, PathBuf)> {
    let names = ["src/lib.rs", "src/main.rs", "rust/lib.rs"];
    let mut found = Vec::new();
    let folders = members().into_values().map(|member| member.folder);
    for folder in folders.chain(["pages/wasm".to_owned()]) {
        for name in names {
            let file = root().join(&folder).join(name);
            if file.exists() {
                found.push((folder.clone(), file));
            }
        }
    }
    found
}

/// Everything that can be reached from one of these.
pub(super) fn reach(uses: &Uses, from: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        for used in uses.get(next).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(used.clone()) {
                open.push(used);
            }
        }
    }
    found
}

/// Groups that use each other in a circle.
fn circles(uses: &Uses) -> Vec<BTreeSet<PathBuf>> {
    let reached: BTreeMap<&PathBuf, BTreeSet<PathBuf>> =
        uses.keys().map(|it| (it, reach(uses, it))).collect();
    let mut found: Vec<BTreeSet<PathBuf>> = Vec::new();
    for (one, all) in &reached {
        if !all.contains(*one) || found.iter().any(|circle| circle.contains(*one)) {
            continue;
        }
        let back = all.iter().filter(|other| reached[other].contains(*one));
        found.push(back.cloned().collect());
    }
    found
}

/// The arrows of a circle, one a line.
fn told(circle: &BTreeSet<PathBuf>, uses: &Uses) -> String {
    let mut lines = String::new();
    for one in circle {
        for (other, paths) in &uses[one] {
            if circle.contains(other) {
                lines += &format!("  {} uses {}: {paths:?}\n", one.display(), other.display());
            }
        }
    }
    lines
}

/// The same files under their names below `src`.
fn below(uses: Uses, folder: &Path) -> Uses {
    let name = |file: &Path| file.strip_prefix(folder).expect("a file of it").to_owned();
    uses.into_iter()
        .map(|(file, used)| {
            let used = used.into_iter().map(|(it, path)| (name(&it), path));
            (name(&file), used.collect())
        })
        .collect()
}

/// Rooms instead of files.
fn rooms(files: &Uses) -> Uses {
    let room = |file: &Path| {
        let first = file.iter().next().map(Path::new);
        first.expect("a name").with_extension("")
    };
    let mut found = Uses::new();
    for (file, used) in files {
        let uses = found.entry(room(file)).or_default();
        for (other, paths) in used {
            if room(other) != room(file) {
                let paths = paths.iter().map(|it| format!("{}: {it}", file.display()));
                uses.entry(room(other)).or_default().extend(paths);
            }
        }
    }
    found
}

/// Fails for each circle that is not among `known`, and for each known one that is gone.
fn check(known: &[(&str, &[&str])], view: fn(Uses) -> Uses) {
    let mut wrong = String::new();
    let mut met = BTreeSet::new();
    for (name, file) in crates() {
        let folder = file.parent().expect("a folder");
        let uses = view(below(uses(&file), folder));
        for circle in circles(&uses) {
            let names: BTreeSet<&Path> = circle.iter().map(PathBuf::as_path).collect();
            let is_known = known.iter().position(|(of, members)| {
                let members: BTreeSet<&Path> = members.iter().map(Path::new).collect();
                *of == name && names.is_subset(&members)
            });
            match is_known {
                Some(number) => drop(met.insert(number)),
                None => wrong += &format!("{name}: {names:?}\n{}", told(&circle, &uses)),
            }
        }
    }
    for (number, gone) in known.iter().enumerate() {
        if !met.contains(&number) {
            wrong += &format!("{gone:?} is no circle any more: take it from the list\n");
        }
    }
    assert!(
        wrong.is_empty(),
        "move what is shared to a file below:\n{wrong}"
    );
}

#[test]
fn no_files_of_a_crate_use_each_other_in_a_circle() {
    check(CIRCLES, |files| files);
}

#[test]
fn no_folders_of_a_crate_use_each_other_in_a_circle() {
    check(CIRCLES_OF_ROOMS, |files| rooms(&files));
}

#[test]
fn rooms_with_an_order_use_only_lower_ones() {
    for (name, file) in crates() {
        let Some((_, order)) = ORDERED.iter().find(|(of, _)| *of == name) else {
            continue;
        };
        if file.ends_with("main.rs") {
            continue;
        }
        let rooms = rooms(&below(uses(&file), file.parent().expect("a folder")));
        let floor = |room: &Path| {
            let found = order.iter().position(|it| Path::new(it) == room);
            found.unwrap_or_else(|| panic!("{name}: {} has no place in the order", room.display()))
        };
        for (room, used) in &rooms {
            for (other, paths) in used {
                assert!(
                    floor(other) > floor(room),
                    "{name}: {} uses {}, which is above it: {paths:?}",
                    room.display(),
                    other.display()
                );
            }
        }
    }
}

/// Circles that are still there; each may only become smaller.
const CIRCLES: &[(&str, &[&str])] = &[
    (
        "cli",
        &[
            "commands/show/arguments.rs",
            "commands/show/export.rs",
            "commands/show/subject.rs",
            "commands/show/whole_arguments.rs",
        ],
    ),
    ("cli", &["output/document/units.rs", "output/document.rs"]),
    ("cli", &["output/errors/whole.rs", "output/errors.rs"]),
    (
        "isa",
        &["config.rs", "config_reference.rs", "organisation_kind.rs"],
    ),
    (
        "lab/browser",
        &[
            "bench.rs",
            "library.rs",
            "open.rs",
            "pipeline.rs",
            "views.rs",
        ],
    ),
    (
        "lab/calibration",
        &["calibrate.rs", "memories.rs", "table.rs"],
    ),
    (
        "lab/debugger",
        &["arrays.rs", "moves.rs", "session.rs", "text.rs"],
    ),
    ("lab/explore", &["outcome.rs", "plan.rs"]),
    (
        "lab/regression",
        &[
            "diff/artefact.rs",
            "diff/cycle_trace.rs",
            "diff/difference.rs",
            "diff/invokes.rs",
        ],
    ),
    ("lab/trace", &["waveform/fst/blocks.rs", "waveform/fst.rs"]),
    ("lab/vectors", &["calls.rs", "components.rs", "record.rs"]),
    (
        "lab/vectors",
        &["file.rs", "model.rs", "spread.rs", "vector.rs"],
    ),
    (
        "method-cache",
        &[
            "replay/live.rs",
            "replay/model.rs",
            "replay/pass.rs",
            "replay/stays.rs",
        ],
    ),
    ("profile/memory", &["heap.rs", "profile.rs", "stack.rs"]),
    (
        "sim-core",
        &[
            "memory/memory_controller.rs",
            "memory/memory_system.rs",
            "probe.rs",
            "state.rs",
        ],
    ),
    (
        "sim-core/superblock",
        &[
            "compile/code.rs",
            "compile/words.rs",
            "compile.rs",
            "core.rs",
            "fuse.rs",
            "translate.rs",
        ],
    ),
    (
        "tests",
        &["random_program/image.rs", "random_program/pieces.rs"],
    ),
    (
        "timing/fast-engine",
        &[
            "arrays.rs",
            "calls.rs",
            "fields.rs",
            "native.rs",
            "plain.rs",
            "step.rs",
        ],
    ),
    ("timing/fast-engine", &["quick_code.rs", "quick_sums.rs"]),
    ("timing/wcet", &["analysis.rs", "report.rs"]),
    (
        "timing/wcet",
        &[
            "assigned.rs",
            "collect.rs",
            "execute.rs",
            "facts.rs",
            "transfer.rs",
        ],
    ),
    ("timing/wcet", &["flow.rs", "program.rs", "value.rs"]),
];

/// The same of rooms.
const CIRCLES_OF_ROOMS: &[(&str, &[&str])] = &[
    ("isa", &["config", "config_reference", "organisation_kind"]),
    (
        "lab/browser",
        &["bench", "library", "open", "pipeline", "views"],
    ),
    ("lab/calibration", &["calibrate", "memories", "table"]),
    ("lab/debugger", &["arrays", "moves", "session", "text"]),
    ("lab/explore", &["outcome", "plan"]),
    ("lab/vectors", &["calls", "components", "record"]),
    ("lab/vectors", &["file", "model", "spread", "vector"]),
    ("method-cache", &["clocked", "replay"]),
    ("profile/memory", &["heap", "profile", "stack"]),
    (
        "run",
        &["blocks", "engine", "polls", "probes", "standstill"],
    ),
    ("sim-core", &["devices", "memory", "probe", "state"]),
    (
        "sim-core/superblock",
        &["compile", "core", "fuse", "translate"],
    ),
    (
        "timing/fast-engine",
        &["arrays", "calls", "fields", "native", "plain", "step"],
    ),
    ("timing/fast-engine", &["quick_code", "quick_sums"]),
    ("timing/wcet", &["analysis", "report"]),
    (
        "timing/wcet",
        &["assigned", "collect", "execute", "facts", "transfer"],
    ),
    ("timing/wcet", &["flow", "program", "value"]),
];
