//! `jop cost`: tables written, read, compared.

use std::fs;
use std::process::Output;

use tempfile::{TempDir, tempdir};

use crate::common::{jop, stderr, stdout};

fn run_in(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = jop(arguments);
    command.current_dir(folder.path());
    command.output().expect("the command starts")
}

fn done(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    stdout(output)
}

#[test]
fn the_format_of_a_table_on_standard_output_is_chosen_and_that_of_a_file_is_not() {
    let folder = tempdir().expect("a folder");
    let csv = ["cost", "derive", "-q", "--format", "csv"];
    let plain = done(&run_in(&folder, &csv));
    assert_eq!(
        done(&run_in(&folder, &[&csv[..], &["-o", "-"]].concat())),
        plain
    );
    assert!(plain.lines().count() > 300);
    let refused = run_in(&folder, &[&csv[..], &["-o", "a.toml"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("a.toml: the ending is the format"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn tables_written_are_read_and_compared() {
    let folder = tempdir().expect("a folder");
    let derived = run_in(&folder, &["cost", "derive", "-o", "jop.toml"]);
    assert_eq!(done(&derived), "");
    assert_eq!(
        stderr(&derived),
        "jop: 259 rows, 379 paths; none without a formula\n"
    );
    done(&run_in(
        &folder,
        &["cost", "derive", "--strict", "-o", "strict.json"],
    ));
    assert_eq!(
        done(&run_in(&folder, &["cost", "diff", "jop.toml", "jop.toml"])),
        ""
    );
    let equal = ["cost", "diff", "jop.toml", "jop.toml", "--format", "csv"];
    assert_eq!(
        done(&run_in(&folder, &equal)),
        "code,bytecode,scenario,what,a,b\n"
    );
    let equal = ["cost", "diff", "jop.toml", "jop.toml", "-o", "equal.json"];
    assert_eq!(done(&run_in(&folder, &equal)), "");
    let text = fs::read_to_string(folder.path().join("equal.json")).expect("the file");
    assert!(text.contains("\"rows\": []"), "{text}");
    let table = ["cost", "diff", "jop.toml", "jop.toml", "-o", "equal.txt"];
    done(&run_in(&folder, &table));
    assert!(folder.path().join("equal.txt").exists());
    let different = run_in(
        &folder,
        &["cost", "diff", "jop.toml", "strict.json", "--format", "csv"],
    );
    assert_eq!(different.status.code(), Some(1));
    let text = stdout(&different);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("code,bytecode,scenario,what,a,b"));
    assert_eq!(
        lines.next(),
        Some("2E,iaload,usual,cycles,\"9 + 3max(0, r-1)\",\"13 + max(0, r-2) + 2max(0, r-1)\"")
    );
    let shown = done(&run_in(
        &folder,
        &["cost", "show", "iadd", "--table", "jop.toml"],
    ));
    assert!(
        shown.starts_with("iadd (96, 0x60), microcode from"),
        "{shown}"
    );
}

#[test]
fn a_table_for_a_machine_has_numbers_and_the_hash_of_the_machine() {
    let folder = tempdir().expect("a folder");
    let machine = folder.path().join("slow.toml");
    fs::write(machine, "ram_cnt = 6\n").expect("a file");
    let text = done(&run_in(
        &folder,
        &[
            "cost",
            "derive",
            "--config",
            "slow.toml",
            "--format",
            "toml",
        ],
    ));
    assert!(text.contains("configuration_sha256 = \""));
    assert!(!text.contains("max("), "a formula is left");
    let csv = done(&run_in(
        &folder,
        &["cost", "derive", "--config", "slow.toml", "--format", "csv"],
    ));
    assert!(
        csv.contains("\n46,iaload,usual,microcode,,\"9 + 3max(0, r-1)\",21,0,,,\n")
            || csv.contains("\n46,iaload,usual,microcode,,21,21,0,,,\n")
    );
}

#[test]
fn a_table_that_is_broken_is_refused_with_its_place_and_nothing_is_written() {
    let folder = tempdir().expect("a folder");
    let table = done(&run_in(&folder, &["cost", "derive"]));
    fs::write(
        folder.path().join("t.toml"),
        table.replacen("version = 1", "version = 2", 1),
    )
    .expect("a file");
    let refused = run_in(&folder, &["cost", "show", "nop", "--table", "t.toml"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        stderr(&refused),
        "jop: error: t.toml: version: is 2, and this program reads 1\n"
    );
    let refused = run_in(&folder, &["cost", "derive", "-o", "costs.xlsx"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!folder.path().join("costs.xlsx").exists());
}

#[test]
fn data_caches_have_no_formulas_and_the_fastest_16_bit_memory_has() {
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join("cached.toml"), "data_cache = true\n").expect("a file");
    fs::write(
        folder.path().join("fast.toml"),
        "memory = \"sram16\"\nram_cnt = 1\n",
    )
    .expect("a file");
    let refused = run_in(&folder, &["cost", "show", "ldc", "--config", "cached.toml"]);
    assert_eq!(refused.status.code(), Some(2));
    let csv = done(&run_in(
        &folder,
        &[
            "cost",
            "show",
            "ldc",
            "--config",
            "fast.toml",
            "--format",
            "csv",
        ],
    ));
    assert!(csv.contains("ldc,usual,9,9,0,,"), "{csv}");
}
