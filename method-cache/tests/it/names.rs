//! Names and summaries of the organisations.

use isa::StudiedName;
use method_cache::replay::*;

#[test]
fn every_organisation_is_found_by_its_name_and_has_one_of_its_own() {
    for wanted in ORGANISATIONS {
        let found = organisation(wanted.name()).unwrap();
        assert_eq!(found.summary(), wanted.summary());
    }
    assert!(organisation("none").is_none());
}

#[test]
fn the_studied_names_are_those_that_a_machine_can_run_and_no_hardware_has() {
    let shape = Shape::of(isa::Geometry::new(12, 4).unwrap());
    let live = ORGANISATIONS
        .iter()
        .filter(|known| known.hardware().is_none() && known.live(shape).is_some());
    let names: Vec<_> = live.map(|known| known.name()).collect();
    assert_eq!(names, StudiedName::KNOWN);
}
