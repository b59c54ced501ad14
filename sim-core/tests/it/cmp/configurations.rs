//! Configurations that describe no hardware are refused in one line.

use isa::{MachineConfig, OrganisationKind};
use sim_core::cmp::{ArbiterKind, CmpConfig, LockUnitKind};

fn config() -> CmpConfig {
    CmpConfig {
        machine: MachineConfig::default(),
        cpus: 2,
        arbiter: ArbiterKind::RoundRobin,
        lock_unit: LockUnitKind::Ihlu,
    }
}

fn tdma(slot: u8, read_gap: u8, write_gap: u8) -> CmpConfig {
    CmpConfig {
        arbiter: ArbiterKind::Tdma {
            slot,
            read_gap,
            write_gap,
        },
        ..config()
    }
}

fn refused(config: &CmpConfig) -> String {
    let text = config.check().expect_err("no hardware").to_string();
    assert!(!text.contains('\n'), "{text}");
    text
}

#[test]
fn the_number_of_processors_is_one_to_eight() {
    for cpus in [0, 9] {
        let text = refused(&CmpConfig { cpus, ..config() });
        assert_eq!(text, format!("cpus = {cpus} is out of range: 1 to 8"));
    }
    let eight = CmpConfig {
        cpus: 8,
        ..config()
    };
    assert_eq!(eight.check(), Ok(()));
}

#[test]
fn one_processor_has_no_lock_table() {
    let one = CmpConfig {
        cpus: 1,
        ..config()
    };
    assert_eq!(
        refused(&one),
        "lock_unit = `ihlu` needs two processors: with one, a nested lock would wait for ever (`cmpsync` or `none` fit)"
    );
    for lock_unit in [LockUnitKind::None, LockUnitKind::Cmpsync] {
        let one = CmpConfig {
            lock_unit,
            ..one.clone()
        };
        assert_eq!(one.check(), Ok(()));
    }
}

#[test]
fn a_slot_has_a_cycle_in_which_an_access_may_begin() {
    assert_eq!(tdma(1, 0, 0).check(), Ok(()));
    assert_eq!(
        refused(&tdma(0, 0, 0)),
        "slot = 0 is out of range: 1 to 255 cycles"
    );
    assert_eq!(
        refused(&tdma(3, 3, 1)),
        "read_gap = 3 leaves no cycle of a slot of 3 in which an access may begin: 0 to 2"
    );
    assert_eq!(
        refused(&tdma(3, 1, 4)),
        "write_gap = 4 leaves no cycle of a slot of 3 in which an access may begin: 0 to 2"
    );
}

#[test]
fn several_processors_have_method_caches_of_the_hardware() {
    let mut studied = config();
    studied.machine.method_cache = "lru".parse().expect("a studied cache");
    assert!(matches!(
        studied.machine.method_cache,
        OrganisationKind::Studied(_)
    ));
    assert!(refused(&studied).contains("one of the hardware"));
}
