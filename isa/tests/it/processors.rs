//! Processors that no hardware has are refused in one line; slots fit the memory.

use isa::{
    ArbiterKind, LockUnitKind, MachineConfig, MemoryKind, OrganisationKind, Processors, Slots,
};

const TWO: Processors = Processors {
    cores: 2,
    arbiter: ArbiterKind::RoundRobin,
    lock_unit: LockUnitKind::Ihlu,
};

fn tdma(slot: u8, read_gap: u8, write_gap: u8) -> Processors {
    let slots = Slots {
        slot,
        read_gap,
        write_gap,
    };
    Processors {
        arbiter: ArbiterKind::Tdma(slots),
        ..TWO
    }
}

fn refused(processors: Processors, machine: &MachineConfig) -> String {
    let error = processors.check(machine).expect_err("no hardware");
    let text = error.to_string();
    assert!(!text.contains('\n'), "{text}");
    assert!(text.contains(error.option()), "{text}");
    text
}

#[test]
fn the_number_of_processors_is_one_to_eight() {
    let machine = MachineConfig::default();
    for cores in [0, 9] {
        let text = refused(Processors { cores, ..TWO }, &machine);
        assert_eq!(text, format!("cores = {cores} is out of range: 1 to 8"));
    }
    let eight = Processors { cores: 8, ..TWO };
    assert_eq!(eight.check(&machine), Ok(()));
}

#[test]
fn one_processor_has_no_lock_table() {
    let machine = MachineConfig::default();
    let one = Processors { cores: 1, ..TWO };
    assert_eq!(
        refused(one, &machine),
        "lock_unit = \"ihlu\" needs two cores: with one, a nested lock would wait for ever (\"cmpsync\" or \"none\" fit)"
    );
    for lock_unit in [LockUnitKind::None, LockUnitKind::Cmpsync] {
        let one = Processors { lock_unit, ..one };
        assert_eq!(one.check(&machine), Ok(()));
    }
}

#[test]
fn a_slot_has_a_cycle_in_which_an_access_may_begin() {
    let machine = MachineConfig::default();
    assert_eq!(tdma(1, 0, 0).check(&machine), Ok(()));
    assert_eq!(
        refused(tdma(0, 0, 0), &machine),
        "slot = 0 is out of range: 1 to 255 cycles"
    );
    assert_eq!(
        refused(tdma(3, 3, 1), &machine),
        "read_gap = 3 leaves no cycle of a slot of 3 in which an access may begin: 0 to 2"
    );
    assert_eq!(
        refused(tdma(3, 1, 4), &machine),
        "write_gap = 4 leaves no cycle of a slot of 3 in which an access may begin: 0 to 2"
    );
}

#[test]
fn several_processors_have_method_caches_of_the_hardware() {
    let studied = MachineConfig {
        method_cache: "lru".parse().expect("a studied cache"),
        ..MachineConfig::default()
    };
    assert!(matches!(studied.method_cache, OrganisationKind::Studied(_)));
    assert!(refused(TWO, &studied).contains("one of the hardware"));
}

/// The slots of the boards, and the older comment for those of 16 bits (spec 07 section 10).
#[test]
fn slots_that_fit_are_those_of_the_boards() {
    let fitting = |memory, ram_cnt| {
        let machine = MachineConfig {
            memory,
            ram_cnt,
            ..MachineConfig::default()
        };
        let slots = Slots::fitting(&machine);
        assert!(!slots.is_too_short_for(&machine));
        (slots.slot, slots.read_gap, slots.write_gap)
    };
    assert_eq!(fitting(MemoryKind::Sram32, 2), (3, 1, 2));
    assert_eq!(fitting(MemoryKind::Ssram32, 3), (3, 2, 2));
    assert_eq!(fitting(MemoryKind::Sram16, 2), (6, 3, 5));
    assert_eq!(fitting(MemoryKind::Sram16, 14), (30, 27, 29));
}

#[test]
fn entries_of_a_lock_table_are_late_where_the_page_says() {
    let late = |cores| Processors { cores, ..TWO }.late_entries();
    let all: Vec<_> = (1..=8).map(late).collect();
    let expected = [
        None,
        None,
        Some(24),
        None,
        Some(20),
        Some(24),
        Some(28),
        None,
    ];
    assert_eq!(all, expected);
}
