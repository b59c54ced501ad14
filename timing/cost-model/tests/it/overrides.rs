//! Small tables: a base and changed rows.

use cost_model::{
    Carrier, CostTable, Formula, MemoryTiming, Overrides, RowChange, Scenario, derive,
};
use isa::op;
use microcode::{Build, jvm};

fn base() -> CostTable {
    derive(&jvm(Build::Jop), "jop")
}

fn changed(text: &str) -> Result<CostTable, String> {
    let overrides = Overrides::from_toml(text).map_err(|error| error.to_string())?;
    let overrides = overrides.expect("a base");
    overrides.apply(base()).map_err(|error| error.to_string())
}

fn set(changes: &[&str]) -> Result<CostTable, String> {
    let changes: Result<Vec<RowChange>, String> =
        changes.iter().map(|change| change.parse()).collect();
    RowChange::apply_all(&changes?, base()).map_err(|error| error.to_string())
}

#[test]
fn a_number_and_the_same_number_as_text_are_one_change() {
    let number = changed("base = \"derived\"\n[[bytecode]]\nname = \"iaload\"\ncycles = 15\n");
    let text = changed("base = \"derived\"\n[[bytecode]]\nopcode = 46\ncycles = \"15\"\n");
    assert_eq!(number, text);
    for change in ["iaload=15", "46=15", "0x2e=15"] {
        assert_eq!(number, set(&[change]), "{change}");
    }
    let row = &number.unwrap().bytecodes[usize::from(op::IALOAD)];
    assert_eq!(row.paths[0].cycles, Formula::constant(15));
}

#[test]
fn only_paths_that_raise_no_exception_change_unless_one_is_named() {
    let cycles = |table: &CostTable, scenario| {
        let row = &table.bytecodes[usize::from(op::IALOAD)];
        row.path(scenario).map(|path| path.cycles.clone())
    };
    let before = base();
    let all = set(&["iaload=15"]).unwrap();
    assert_eq!(cycles(&all, Scenario::Device), Some(Formula::constant(15)));
    assert_eq!(
        cycles(&all, Scenario::Null),
        cycles(&before, Scenario::Null)
    );
    let one = set(&["iaload/null=20"]).unwrap();
    assert_eq!(cycles(&one, Scenario::Null), Some(Formula::constant(20)));
    assert_eq!(
        cycles(&one, Scenario::Usual),
        cycles(&before, Scenario::Usual)
    );
}

#[test]
fn every_other_row_stays_as_in_the_base() {
    let (before, after) = (base(), set(&["iaload=15", "return.hidden=3"]).unwrap());
    for (before, after) in before.all_rows().zip(after.all_rows()) {
        let is_changed = ["iaload", "return"].contains(&&*before.name);
        assert_eq!(before != after, is_changed, "{}", before.name);
    }
}

#[test]
fn a_bytecode_in_microcode_becomes_a_call_of_its_java_method() {
    let table = set(&["imul.carrier=java"]).unwrap();
    let row = |name: &str| table.bytecodes.iter().find(|row| row.name == name).unwrap();
    let (moved, other) = (row("imul"), row("i2b"));
    assert_eq!(moved.carrier, Carrier::Java);
    assert_eq!(moved.method, moved.opcode);
    // They read their own method structs.
    let price =
        |row: &cost_model::CostRow| (row.paths[0].cycles.clone(), row.paths[0].load.clone());
    assert_eq!((price(moved), moved.entry), (price(other), other.entry));
}

#[test]
fn a_bytecode_in_java_becomes_microcode_with_its_cycles() {
    let without = set(&["idiv.carrier=microcode"]);
    assert!(without.unwrap_err().contains("give its `cycles`"));
    let text =
        "base = \"derived\"\n[[bytecode]]\nname = \"idiv\"\ncarrier = \"microcode\"\ncycles = 40\n";
    let table = changed(text).unwrap();
    assert_eq!(
        set(&["idiv=40", "idiv.carrier=microcode"]),
        Ok(table.clone())
    );
    let row = &table.bytecodes[usize::from(op::IDIV)];
    assert_eq!((row.carrier, row.method), (Carrier::Microcode, None));
    let memory = MemoryTiming::sram32(2).unwrap();
    assert_eq!(
        table.evaluate(memory).bytecodes[usize::from(op::IDIV)]
            .usual
            .cycles,
        40
    );
}

#[test]
fn a_changed_table_is_written_and_read_as_a_whole_one() {
    let table = set(&["iaload=15", "lshl/by-0=7"]).unwrap();
    let text = table.to_toml().unwrap();
    assert_eq!(Overrides::from_toml(&text), Ok(None));
    assert_eq!(CostTable::from_toml(&text), Ok(table));
}

#[test]
fn what_is_no_change_is_refused_with_its_place() {
    let refused = [
        ("iaload", "no `=`; write ROW=CYCLES, as in iaload=15"),
        ("=3", "no row; write ROW=CYCLES, as in iaload=15"),
        (
            "nothing=3",
            "nothing: no bytecode; `jop isa --bytecodes` lists them",
        ),
        (
            "iaload/never=3",
            "no scenario `never`; docs/cost-table.md lists them",
        ),
        ("iaload.load=3", "no key `load`: cycles, hidden or carrier"),
        ("iaload.hidden=3", "iaload: `hidden`: it loads no method"),
        (
            "iaload.carrier=wood",
            "`wood` is no carrier: microcode or java",
        ),
        ("iaload=3-r", "iaload: `3 - r` is negative for r = 4, w = 5"),
    ];
    for (change, message) in refused {
        assert_eq!(set(&[change]).unwrap_err(), message);
    }
    let unknown = changed("base = \"derived\"\n[[bytecode]]\nname = \"iaload\"\nprice = 3\n");
    let unknown = unknown.unwrap_err();
    assert!(
        unknown.starts_with("line 4: unknown field `price`"),
        "{unknown}"
    );
    let neither = changed("[[bytecode]]\nname = \"iaload\"\ncycles = 3\n").unwrap_err();
    assert!(
        neither.contains("begin with base = \"derived\""),
        "{neither}"
    );
}

#[test]
fn a_row_that_is_changed_twice_in_a_file_is_refused() {
    let row = "[[bytecode]]\nname = \"iaload\"\ncycles = 15\n";
    let error = changed(&format!("base = \"derived\"\n{row}{row}")).unwrap_err();
    assert_eq!(error, "iaload: it is changed twice; keep one of both");
    // Of options the last one counts.
    assert_eq!(set(&["iaload=15", "iaload=16"]), set(&["iaload=16"]));
    let paths =
        "base = \"derived\"\n[[bytecode]]\nname = \"iaload\"\nscenario = \"null\"\ncycles = 9\n";
    assert!(changed(&format!("{paths}{row}")).is_ok());
}
