//! Packed words of linked images.

use isa::image::*;

const WORDS: [u32; 4] = [0, 0xFFFF_FFFF, 0x1234_5678, 0x8421_0C63];

#[test]
fn unpacked_words_pack_to_themselves() {
    for word in WORDS {
        assert_eq!(MethodWord::unpack(word).pack(), word);
        assert_eq!(MethodFrame::unpack(word).pack(), word);
    }
}

#[test]
fn the_fields_lie_where_the_image_has_them() {
    let code = MethodWord {
        address: 100,
        words: 3,
    };
    assert_eq!(code.pack(), 100 << 10 | 3);
    let shape = MethodFrame {
        constants: 7,
        locals: 2,
        arguments: 1,
    };
    assert_eq!(shape.pack(), 7 << 10 | 2 << 5 | 1);
}
