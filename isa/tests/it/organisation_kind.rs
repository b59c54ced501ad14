//! Names of method caches.

use isa::{OrganisationKind, StudiedName};

#[test]
fn every_name_is_read_and_written_and_those_of_no_hardware_are_studied() {
    for name in OrganisationKind::NAMES {
        let kind: OrganisationKind = name.parse().unwrap();
        assert_eq!(kind.to_string(), *name);
        let studied = matches!(kind, OrganisationKind::Studied(_));
        assert_eq!(studied, StudiedName::KNOWN.contains(name));
    }
}

#[test]
fn a_name_is_unknown_until_it_is_added() {
    let parsed = || "of-a-test".parse::<OrganisationKind>();
    assert!(
        parsed()
            .unwrap_err()
            .to_string()
            .contains("fifo, one-block")
    );
    let added = StudiedName::add("of-a-test");
    assert_eq!(parsed().unwrap(), OrganisationKind::Studied(added));
    assert_eq!(StudiedName::add("of-a-test"), added);
}
