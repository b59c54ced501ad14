//! Errors of the operating system in plain words.

use run::plain;

#[test]
fn the_number_of_the_error_is_left_out() {
    let missing = std::fs::read("/no/such/file").unwrap_err();
    assert!(missing.to_string().contains("os error"));
    assert_eq!(plain(&missing), "no such file or directory");
}
