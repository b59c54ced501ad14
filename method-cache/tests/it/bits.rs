//! Bits in a file.

use bitvec::vec::BitVec;
use method_cache::bits;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Bits(#[serde(with = "bits")] BitVec);

/// Bits at every third place.
fn thirds(length: usize) -> BitVec {
    (0..length).map(|place| place % 3 == 0).collect()
}

#[test]
fn bits_come_back_from_a_file() {
    for length in [0, 1, 31, 32, 33, 63, 64, 65, 200] {
        let bytes = postcard::to_stdvec(&Bits(thirds(length))).unwrap();
        let Bits(read) = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(read, thirds(length), "{length}");
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn a_file_has_the_bytes_that_a_64_bit_computer_always_wrote() {
    for length in [0, 1, 16, 64, 65, 200] {
        let bytes = postcard::to_stdvec(&Bits(thirds(length))).unwrap();
        assert_eq!(
            bytes,
            postcard::to_stdvec(&thirds(length)).unwrap(),
            "{length}"
        );
    }
}

#[test]
fn other_words_orders_and_lengths_are_refused() {
    let good = postcard::to_stdvec(&Bits(thirds(70))).unwrap();
    let width = 1 + "bitvec::order::Lsb0".len();
    // A letter of the order, the width, the first place, the length.
    for (place, byte) in [(1, b'B'), (width, 32), (width + 1, 1), (width + 2, 60)] {
        let mut bytes = good.clone();
        bytes[place] = byte;
        assert!(postcard::from_bytes::<Bits>(&bytes).is_err(), "{place}");
    }
}
