//! Machine files with processors.

use isa::system::{OPTIONS, commented_toml};
use isa::{ArbiterKind, LockUnitKind, MachineConfig, System};

fn read(text: &str) -> System {
    System::from_toml(text).expect("a machine")
}

fn refused(text: &str) -> String {
    System::from_toml(text).expect_err("no machine").to_string()
}

#[test]
fn without_options_of_processors_there_is_one() {
    for text in ["", "ram_cnt = 3", "cores = 1\nram_cnt = 3"] {
        let system = read(text);
        assert_eq!((system.processors, system.cores()), (None, 1));
        let without = text.replace("cores = 1", "");
        assert_eq!(
            system.machine,
            MachineConfig::from_toml(&without).expect("a machine")
        );
    }
}

#[test]
fn what_is_left_out_fits_the_memory() {
    let system = read("# two\ncores = 2 # of them\nmemory = \"ssram32\"\nram_cnt = 4\n");
    assert_eq!(system.machine.ram_cnt, 4);
    let processors = system.processors.expect("processors");
    assert_eq!(processors.lock_unit, LockUnitKind::Ihlu);
    let slots = processors.arbiter.slots().expect("slots");
    assert_eq!((slots.slot, slots.read_gap, slots.write_gap), (4, 3, 3));
    let longer = read("cores = 2\nread_gap = 5").processors.expect("some");
    let slots = longer.arbiter.slots().expect("slots");
    assert_eq!((slots.slot, slots.read_gap, slots.write_gap), (6, 5, 2));
}

#[test]
fn what_is_printed_reads_back() {
    let slots = "cores = 4\narbiter = \"tdma\"\nslot = 7\nread_gap = 3\nwrite_gap = 2\n";
    for text in [
        slots,
        "cores = 8\narbiter = \"fair\"\nlock_unit = \"cmpsync\"",
        "cores = 1\narbiter = \"round-robin\"",
    ] {
        let system = read(text);
        let printed = commented_toml(&system.processors.expect("processors"));
        assert_eq!(read(&printed), system, "{printed}");
    }
    let all = commented_toml(&read(slots).processors.expect("processors"));
    for option in OPTIONS {
        assert!(
            all.contains(&format!("\n{} = ", option.name)),
            "{}",
            option.name
        );
    }
}

#[test]
fn names_of_arbiters_are_those_of_the_table() {
    let arbiter = OPTIONS.iter().find(|option| option.name == "arbiter");
    let allowed = arbiter.expect("the arbiter").allowed;
    assert_eq!(allowed, ArbiterKind::NAMES.join(", "));
    let unit = OPTIONS.iter().find(|option| option.name == "lock_unit");
    assert_eq!(unit.expect("it").allowed, LockUnitKind::NAMES.join(", "));
}

#[test]
fn errors_name_line_and_option() {
    let cases = [
        ("\ncores = 9", "line 2: cores = 9 is out of range: 1 to 8"),
        (
            "cores = 1\nlock_unit = \"ihlu\"",
            "line 2: lock_unit = \"ihlu\" needs two cores",
        ),
        (
            "arbiter = \"fair\"",
            "line 1: `arbiter` is for several cores; add cores = 2",
        ),
        (
            "cores = 2\narbiter = \"fair\"\nslot = 3",
            "line 3: `slot` is for arbiter = \"tdma\"",
        ),
        (
            "cores = 2\narbiter = \"fare\"",
            "line 2: arbiter = \"fare\" is unknown: one of tdma,",
        ),
        ("cores = 2\nslot = 300", "line 2: `slot`: invalid value"),
        (
            "cores = 2\nlock_unit = \"table\"",
            "line 2: `lock_unit`: unknown variant",
        ),
        (
            "cores = 2\nslot = 3\nread_gap = 3",
            "line 3: read_gap = 3 leaves no cycle",
        ),
        (
            "cores = 2\nslot = 2",
            "line 1: write_gap = 2 leaves no cycle",
        ),
        ("cores = 2\nram_cnt = 40", "ram_cnt = 40 is out of range"),
        ("cores = 2\nram_cnt = ", "line 2:"),
    ];
    for (text, expected) in cases {
        let error = refused(text);
        assert!(error.starts_with(expected), "{text}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}
