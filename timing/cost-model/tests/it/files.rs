//! Tables written and read back, and what is refused.

use cost_model::{CostTable, MemoryTiming, TableError, derive};
use microcode::{Build, jvm};

fn table() -> CostTable {
    derive(&jvm(Build::Jop), "jop")
}

fn toml(table: &CostTable) -> String {
    table.to_toml().unwrap_or_else(|error| panic!("{error}"))
}

/// The message about a table whose text is changed once.
fn message(from: &str, to: &str) -> String {
    let text = toml(&table());
    assert!(text.contains(from), "{from}");
    let error = CostTable::from_toml(&text.replacen(from, to, 1));
    error.map_or_else(|error| error.to_string(), |_| "none".to_owned())
}

#[test]
fn a_table_of_either_build_reads_back_from_toml_and_json() {
    for build in [Build::Jop, Build::Strict] {
        let table = derive(&jvm(build), "build");
        assert_eq!(CostTable::from_toml(&toml(&table)), Ok(table.clone()));
        let mut json = table.to_value().unwrap_or_else(|error| panic!("{error}"));
        assert!(json["reset"]["opcode"].is_null(), "missing values are null");
        json["schema"] = "joplab.cost-table/1".into();
        json["units"] = serde_json::json!({});
        assert_eq!(CostTable::from_json(&json.to_string()), Ok(table.clone()));
        json["schema"] = "joplab.run/1".into();
        let error = CostTable::from_json(&json.to_string()).map_err(|error| error.to_string());
        let message = "schema: is joplab.run/1, and this program reads joplab.cost-table/1";
        assert_eq!(error, Err(message.to_owned()));
        json["schema"] = "joplab.cost-table/1".into();
        json["version"] = "one".into();
        let text = serde_json::to_string_pretty(&json).unwrap_or_else(|error| panic!("{error}"));
        let line = 1 + text
            .lines()
            .position(|line| line.contains("\"one\""))
            .unwrap_or(0);
        let error =
            CostTable::from_json(&text).map_or_else(|error| error.to_string(), |_| String::new());
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
        let bare = serde_json::to_string(&table).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(CostTable::from_json(&bare), Ok(table));
    }
}

#[test]
fn a_table_for_one_memory_gives_its_numbers_for_every_memory() {
    let timing = |ram_cnt| MemoryTiming::sram32(ram_cnt).unwrap_or_else(|error| panic!("{error}"));
    let table = table();
    let numbers = table.for_memory(timing(3));
    assert_eq!(numbers.evaluate(timing(6)), table.evaluate(timing(3)));
}

#[test]
fn unknown_keys_and_broken_formulas_are_refused_with_their_line() {
    assert_eq!(
        message("version = 1", "version = 1\ncolour = \"red\""),
        "line 2: unknown field `colour`, expected one of `version`, `provenance`, `method_load`, `interrupt`, `exception`, \
         `reset`, `bytecode`; docs/cost-table.md describes the format"
    );
    assert!(message("hit = \"4\"", "hit = \"4 + x\"").contains("cannot read the formula `4 + x`"));
}

#[test]
fn content_that_is_no_table_is_refused_with_its_row() {
    assert_eq!(
        message("version = 1", "version = 7"),
        "version: is 7, and this program reads 1"
    );
    assert_eq!(
        message("opcode = 3\n", "opcode = 4\n"),
        "iconst_0: comes where the row of opcode 3 belongs: bytecodes must be in order, each once"
    );
    assert_eq!(
        message("hit = \"4\"", "hit = \"4 - 2r\""),
        "method_load: `4 - 2r` is negative for r = 3, w = 4"
    );
    assert_eq!(
        message("scenario = \"null\"", "scenario = \"usual\""),
        "iaload: two paths for the scenario `usual`"
    );
    assert_eq!(
        message("carrier = \"java\"", "carrier = \"microcode\""),
        "fconst_1: `method` is for a row with carrier = \"java\", and such a row needs it"
    );
}

#[test]
fn a_row_that_is_missing_is_noticed() {
    let mut table = table();
    table.bytecodes.truncate(255);
    let error = CostTable::from_toml(&toml(&table)).err();
    assert_eq!(
        error.map(|error| error.to_string()).as_deref(),
        Some("bytecode: 255 rows for 256 bytecodes")
    );
}

#[test]
fn cut_text_is_an_error_of_one_line_and_never_a_panic() {
    let text = toml(&table());
    for cut in (0..text.len()).step_by(9_973) {
        let Some(start) = text.get(..cut) else {
            continue;
        };
        match CostTable::from_toml(start) {
            Err(TableError::Syntax { message, .. }) => {
                assert!(!message.contains('\n'), "{message}");
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
            Ok(_) => panic!("half a table"),
        }
    }
}

#[test]
fn csv_has_a_line_for_each_path_with_the_cycles_of_the_memory() {
    let timing = MemoryTiming::sram32(2).unwrap_or_else(|error| panic!("{error}"));
    let csv = table()
        .to_csv(timing)
        .unwrap_or_else(|error| panic!("{error}"));
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "opcode,bytecode,scenario,carrier,java_method,formula,cycles,cycles_per_count,load_hidden,load_fixed,load_per_word"
    );
    for line in [
        "46,iaload,usual,microcode,,\"9 + 3max(0, r-1)\",9,0,,,",
        "177,return,usual,microcode,,\"21 + max(0, r-3)\",21,0,9,8,2",
        "108,idiv,usual,java,108,\"82 + max(0, r-3) + max(0, r-2)\",82,0,37,8,2",
        "219,jopsys_int2ext,usual,microcode,,\"11 + 15k + k w + max(0, r-1)\",28,17,,,",
    ] {
        assert!(lines.contains(&line), "{line}");
    }
}
