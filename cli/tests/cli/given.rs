//! What people give to a command: jars, numbers and names in the forms that they have, and words that a shell completes.

use std::fs::File;
use std::io::Write;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::{class, jop, run, stderr, stdout, within};

/// A jar of entries with their contents.
fn jar(path: &str, entries: &[(&str, &[u8])]) {
    let mut writer = ZipWriter::new(File::create(path).expect("the jar is created"));
    for (name, contents) in entries {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .expect("an entry begins");
        writer.write_all(contents).expect("an entry is written");
    }
    writer.finish().expect("the jar is finished");
}

#[test]
fn an_executable_jar_runs_with_the_jars_of_its_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let (app, lib) = (within(&folder, "app.jar"), within(&folder, "lib.jar"));
    let classes = std::fs::read(class("Status")).unwrap();
    let manifest = b"Manifest-Version: 1.0\nMain-Class: Status\nClass-Path: lib.jar missing.jar\n";
    jar(&app, &[("META-INF/MANIFEST.MF", manifest)]);
    jar(&lib, &[("Status.class", &classes)]);
    let (of_jar, of_class) = (
        run(&["run", &app, "--", "3"]),
        run(&["run", &class("Status"), "--", "3"]),
    );
    assert_eq!(of_jar.status.code(), Some(3), "{}", stderr(&of_jar));
    assert_eq!(stdout(&of_jar), stdout(&of_class));
}

#[test]
fn a_jar_without_a_main_class_is_told_what_to_give() {
    let folder = tempfile::tempdir().unwrap();
    let lib = within(&folder, "lib.jar");
    jar(
        &lib,
        &[("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n")],
    );
    let refused = run(&["run", &lib]);
    assert_eq!(refused.status.code(), Some(2));
    let message = format!(
        "jop: error: {lib}: its manifest has no Main-Class; give the class: -cp {lib} t.Main\n"
    );
    assert_eq!(stderr(&refused), message);
}

#[test]
fn numbers_mean_the_same_in_every_form() {
    let run_for = |cycles| {
        let run = run(&["run", "--program", "LIFT", "--max-cycles", cycles]);
        assert_eq!(run.status.code(), Some(3), "{}", stderr(&run));
        // Its last line has the seconds of the host.
        stderr(&run).rsplit_once("\n  host").unwrap().0.to_owned()
    };
    let plain = run_for("100000");
    for form in ["1e5", "100_000", "100k", "0.1M"] {
        assert_eq!(run_for(form), plain, "{form}");
    }
}

#[test]
fn organisations_and_sizes_have_any_case_and_unit() {
    let sweep = |org, size| {
        let swept = [
            "explore",
            "--caches",
            "--program",
            "sieve",
            "--org",
            org,
            "--size",
            size,
            "--blocks",
            "16",
        ];
        let swept = run(&swept);
        assert_eq!(swept.status.code(), Some(0), "{}", stderr(&swept));
        stdout(&swept)
    };
    assert_eq!(sweep("LRU", "4KB"), sweep("lru", "4096"));
}

#[test]
fn misspelt_names_get_a_suggestion() {
    let cases: [(&[&str], &str); 5] = [
        (&["run", "--program", "lfit"], "did you mean `lift`?"),
        (
            &["validate", "--program", "embeded"],
            "did you mean `embedded`?",
        ),
        (
            &["explore", "--caches", "--program", "lift", "--org", "lur"],
            "did you mean `lru`?",
        ),
        (&["exlpore"], "did you mean `explore`?"),
        (&["run", "lift"], "--program lift"),
    ];
    for (arguments, suggestion) in cases {
        let refused = run(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(
            stderr(&refused).contains(suggestion),
            "{}",
            stderr(&refused)
        );
    }
}

/// What bash offers for the last word.
fn completed(words: &[&str]) -> Vec<String> {
    let answer = jop(&[&["--", "jop"], words].concat())
        .env("COMPLETE", "bash")
        .env("_CLAP_IFS", "\n")
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string())
        .output()
        .expect("the command starts");
    stdout(&answer).lines().map(str::to_owned).collect()
}

#[test]
fn programs_organisations_and_methods_are_completed() {
    assert_eq!(completed(&["run", "--program", "li"]), ["lift"]);
    assert_eq!(
        completed(&["explore", "--caches", "--org", "fixed-f"]),
        ["fixed-fifo"]
    );
    let lift = ["--program", "lift", "--method", "lift.Door.s"];
    let methods = completed(&[&["show", "lines"], &lift[..]].concat());
    assert_eq!(methods, ["lift.Door.step"]);
    let none = completed(&["show", "lines", "nowhere.jop", "--method", "lift.Door.s"]);
    assert_eq!(none, [""; 0]);
}

#[test]
fn methods_of_a_profile_are_completed() {
    let folder = tempfile::tempdir().unwrap();
    let profile = within(&folder, "lift.jrec");
    let recorded = run(&["run", "-q", "--program", "lift", "-o", &profile]);
    assert_eq!(recorded.status.code(), Some(0));
    let methods = completed(&["show", "tree", &profile, "--root", "lift.Door.s"]);
    assert_eq!(methods, ["lift.Door.step"]);
}

#[test]
fn every_command_has_a_manual_page_and_a_help_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = within(&folder, "man1");
    assert_eq!(run(&["man", "-o", &pages]).status.code(), Some(0));
    for (page, command) in [
        ("jop", &[][..]),
        ("jop-run", &["run"]),
        ("jop-cross-run", &["cross", "run"]),
    ] {
        let written =
            std::fs::read_to_string(folder.path().join(format!("man1/{page}.1"))).unwrap();
        assert_eq!(
            written,
            stdout(&run(&[&["man"], command].concat())),
            "{page}"
        );
        assert!(written.contains(".SH SYNOPSIS"), "{page}");
    }
    assert_eq!(
        stdout(&run(&["help", "run"])),
        stdout(&run(&["run", "--help"]))
    );
    assert_eq!(run(&["man", "walk"]).status.code(), Some(2));
}

#[test]
fn programs_get_every_row_and_people_are_told_how_many_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let profile = within(&folder, "lift.jrec");
    run(&["run", "-q", "--program", "lift", "-o", &profile]);
    for view in [&[][..], &["gprof"], &["graph"], &["tree"]] {
        let report = |more: &[&str]| {
            let words = [&["show"], view, &[profile.as_str()][..], more].concat();
            stdout(&run(&words))
        };
        let all = report(&["--format", "csv", "--top", "0"]);
        assert_eq!(report(&["--format", "csv"]), all, "{view:?}");
        assert_eq!(
            report(&["--format", "json", "--top", "3"]),
            report(&["--format", "json"])
        );
        assert!(
            report(&["--top", "3"]).contains(" more; --top 0 prints all\n"),
            "{view:?}"
        );
        assert!(!report(&["--top", "0"]).contains(" more; "), "{view:?}");
    }
}

#[test]
fn the_ending_of_a_file_is_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let (csv, json) = (within(&folder, "rows.csv"), within(&folder, "rows.json"));
    let commands: [&[&str]; 4] = [
        &["isa"],
        &["programs"],
        &["cost", "show", "iadd"],
        &[
            "explore",
            "--caches",
            "-q",
            "--program",
            "sieve",
            "--size",
            "4K",
            "--blocks",
            "16",
        ],
    ];
    for command in commands {
        for (file, format) in [(&csv, "csv"), (&json, "json")] {
            let written = run(&[command, &["-o", file]].concat());
            assert_eq!(
                written.status.code(),
                Some(0),
                "{command:?}: {}",
                stderr(&written)
            );
            assert_eq!(stdout(&written), "", "{command:?}");
            let printed = stdout(&run(&[command, &["--format", format]].concat()));
            assert_eq!(
                std::fs::read_to_string(file).unwrap(),
                printed,
                "{command:?}"
            );
        }
        let refused = run(&[command, &["-o", &within(&folder, "rows.dat")]].concat());
        assert_eq!(refused.status.code(), Some(2), "{command:?}");
    }
    assert!(!folder.path().join("rows.dat").exists());
}

#[test]
fn a_sweep_that_leaves_nothing_is_an_error() {
    let swept = run(&[
        "explore",
        "--caches",
        "--program",
        "crc32",
        "--org",
        "fixed-lru",
        "--size",
        "1K",
        "--blocks",
        "64",
    ]);
    assert_eq!(swept.status.code(), Some(2));
    assert!(
        stderr(&swept).contains("no configuration is left"),
        "{}",
        stderr(&swept)
    );
}
