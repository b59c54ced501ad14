//! Fingerprints of machines and images.

use isa::MachineConfig;
use run::Fingerprint;

#[test]
fn every_option_of_a_machine_counts() {
    let default = Fingerprint::of_machine(&MachineConfig::default());
    let other = MachineConfig {
        uart_baud: 9600,
        ..MachineConfig::default()
    };
    assert_ne!(default, Fingerprint::of_machine(&other));
}

#[test]
fn an_image_is_hashed_high_byte_first() {
    // printf '\0\0\0\2\1\2\3\4' | sha256sum
    assert_eq!(
        Fingerprint::of_image(&[2, 0x0102_0304]).short(),
        "301a9e30c098"
    );
}
