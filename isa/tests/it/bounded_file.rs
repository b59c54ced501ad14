//! Files that are read up to a bound.

use isa::bounded_file::*;
use std::path::Path;

#[test]
fn a_file_that_is_too_large_says_what_it_should_be() {
    let endless = Path::new("/dev/zero");
    if endless.exists() {
        let error = bytes(endless, 1, "a machine file has").unwrap_err();
        assert_eq!(error.to_string(), "a machine file has at most 1 MB");
    }
}

#[test]
fn a_file_within_the_bound_is_read_whole() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/bounded_file.rs");
    assert!(text(&own, 1, "").unwrap().ends_with("}\n"));
}
