//! Numbers as people write them.

use isa::quantity::{bytes, cycles};

#[test]
fn cycles_can_be_written_with_separators_multipliers_and_exponents() {
    let texts = [
        "5", "1_000", "2k", "2K", "3M", "1G", "1e6", "1.5e3", "2E+3", "1.5M", "0.25k", "1.50_0M",
    ];
    let numbers = [
        5,
        1000,
        2000,
        2000,
        3_000_000,
        1_000_000_000,
        1_000_000,
        1500,
        2000,
        1_500_000,
        250,
        1_500_000,
    ];
    assert_eq!(texts.map(|text| cycles(text).unwrap()), numbers);
}

#[test]
fn cycles_that_are_no_number_or_too_many_are_refused() {
    for text in [
        "",
        "k",
        "-1",
        "+1",
        "1.5",
        "1e",
        "1e-3",
        "e6",
        "_",
        "1.2.3",
        "99999999999G",
        "1e30",
        "4KB",
    ] {
        assert!(cycles(text).is_err(), "{text}");
    }
}

#[test]
fn bytes_take_every_usual_unit() {
    let texts = ["4096", "4_096", "4K", "4k", "4KB", "4kb", "4KiB", "4096B"];
    assert_eq!(texts.map(bytes), [Some(4096); 8]);
    assert_eq!(
        ["1M", "5G", "B", "KB", ""].map(bytes),
        [Some(1 << 20), None, None, None, None]
    );
}
