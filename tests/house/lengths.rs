//! A file of a command can be read at one sitting: what is longer has more than one subject.

use super::{root, sources};

/// Lines of a file of a command at most.
const MOST: usize = 250;

/// Longer files; each may only become shorter.
const LONGER: &[(&str, usize)] = &[
    ("check.rs", 330),
    ("cost/calibrate.rs", 407),
    ("cost/fit.rs", 283),
    ("cross/java.rs", 298),
    ("cross/run.rs", 359),
    ("diff.rs", 311),
    ("explore/caches.rs", 336),
    ("explore/points.rs", 300),
    ("explore/variants.rs", 259),
    ("inspect/tree.rs", 346),
    ("isa/timing.rs", 282),
    ("run/job.rs", 253),
    ("show/code.rs", 280),
    ("show/export.rs", 333),
    ("show/memory/allocations.rs", 301),
    ("show/time/render.rs", 311),
    ("show/view.rs", 405),
    ("show/whole.rs", 358),
    ("top/view.rs", 320),
    ("validate/render.rs", 431),
    ("wcet/text.rs", 341),
];

#[test]
fn files_of_commands_are_short() {
    let folder = root().join("cli/src/commands");
    let begin = format!("{}/", folder.display());
    let mut wrong = String::new();
    for (file, text) in sources(&folder, &[""]) {
        let name = file.trim_start_matches(&begin);
        let lines = text.lines().count();
        let known = LONGER.iter().find(|(it, _)| *it == name);
        let most = known.map_or(MOST, |(_, lines)| *lines);
        if lines > most {
            wrong +=
                &format!("{name} has {lines} lines, and may have {most}: split it by subject\n");
        } else if known.is_some() && lines <= MOST {
            wrong += &format!("{name} is no longer file any more: take it from the list\n");
        }
    }
    for (name, _) in LONGER {
        if !folder.join(name).exists() {
            wrong += &format!("{name} is gone: take it from the list\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
