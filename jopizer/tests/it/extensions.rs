//! What Joplab adds to the image: `docs/image-extensions.md`, section by section.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{
    bytes, class, fixture, link_minimal, method, packed_text_at, static_address, text_at, word,
    words,
};
use jopizer::{LinkOptions, Linked, link};

const LINK_INFO: &str = "com.jopdesign.sys.LinkInfo";

/// A program linked with the embedded runtime.
fn with_runtime() -> Linked {
    link(&LinkOptions::new("t.Arrays", [fixture("full.jar")])).unwrap()
}

fn descriptor(linked: &Linked, name: &str) -> u32 {
    let mut arrays = linked.symbols.arrays.iter();
    let found = arrays.find(|array| array.name == name);
    found
        .unwrap_or_else(|| panic!("{name} has no descriptor"))
        .address
}

#[test]
fn regions_follow_each_other_without_gaps() {
    let linked = with_runtime();
    let mut next = 0;
    for region in &linked.symbols.regions {
        assert_eq!(region.start, next, "{}", region.name);
        next += region.words;
    }
    assert_eq!(next, word(&linked, 0));
    assert_eq!(next as usize, linked.image.words.len());
}

#[test]
fn static_constants_have_their_values_in_the_image() {
    let linked = link_minimal("t.Constants");
    let address = |name| static_address(&linked, "t.Constants", name);
    assert_eq!(word(&linked, address("INT")), 1_234_567);
    assert_eq!(word(&linked, address("FLOAT")), 1.5_f32.to_bits());
    let long = address("LONG");
    assert_eq!(
        (word(&linked, long), word(&linked, long + 1)),
        (0x1234_5678, 0x9abc_def0)
    );
    assert_eq!(text_at(&linked, word(&linked, address("TEXT"))), "constant");
    assert_eq!(word(&linked, address("variable")), 0);
}

#[test]
fn a_literal_is_two_aligned_handles_and_utf16_code_units() {
    let linked = link_minimal("t.Constants");
    let string = class(&linked, "java.lang.String");
    let texts: Vec<&str> = linked
        .symbols
        .strings
        .iter()
        .map(|it| it.text.as_str())
        .collect();
    assert_eq!(
        texts,
        ["", "é€😀", "\u{fffd} alone", "constant"],
        "each once, by first use"
    );
    for symbol in &linked.symbols.strings {
        let handle = symbol.address;
        assert_eq!(handle % 8, 0);
        assert_eq!(
            words(&linked, handle + 1, 7),
            [i64::from(string.method_table), 0, 0, 0, 0, 0, 0]
        );
        assert_eq!(word(&linked, word(&linked, handle)), handle + 8, "field 0");
        let char_array = descriptor(&linked, "[C");
        assert_eq!(
            words(&linked, handle + 10, 6),
            [0, 5, 0, 0, char_array.into(), 0]
        );
        assert_eq!(text_at(&linked, handle), symbol.text);
    }
    let alone = linked.symbols.strings[2].address + 8;
    assert_eq!(
        word(&linked, word(&linked, alone)),
        0xd83d,
        "unpaired, kept"
    );
}

#[test]
fn array_descriptors_read_like_class_structures() {
    let linked = with_runtime();
    let object = i64::from(class(&linked, "java.lang.Object").address);
    let (ints, table) = (descriptor(&linked, "[I"), descriptor(&linked, "[[I"));
    assert_eq!(words(&linked, ints, 6), [0, 10, 0, object, 0, table.into()]);
    assert_eq!(words(&linked, table, 6), [0, 0, ints.into(), object, 0, 0]);
    assert_eq!(packed_text_at(&linked, word(&linked, table + 6)), "[[I");
    let own = class(&linked, "t.Arrays").address;
    let (arrays, nested) = (
        descriptor(&linked, "[Lt.Arrays;"),
        descriptor(&linked, "[[Lt.Arrays;"),
    );
    assert_eq!(
        words(&linked, arrays, 6),
        [0, 0, own.into(), object, 0, nested.into()]
    );
    assert_eq!(
        packed_text_at(&linked, word(&linked, arrays + 6)),
        "[Lt.Arrays;"
    );
}

#[test]
fn constants_that_name_array_types_are_descriptors() {
    let linked = with_runtime();
    let own = class(&linked, "t.Arrays");
    let constant = |text: &str| {
        let index = own.constants.iter().position(|it| it == text);
        word(
            &linked,
            own.pool + 1 + index.unwrap_or_else(|| panic!("{text}")) as u32,
        )
    };
    assert_eq!(
        constant("class [[I"),
        descriptor(&linked, "[[I"),
        "multianewarray"
    );
    assert_eq!(
        constant("class [Lt.Arrays;"),
        descriptor(&linked, "[Lt.Arrays;"),
        "anewarray"
    );
    assert_eq!(constant("class [Z"), descriptor(&linked, "[Z"), "checkcast");
}

#[test]
fn the_table_of_primitive_arrays_is_indexed_by_type_code() {
    let linked = with_runtime();
    let table = word(
        &linked,
        static_address(&linked, LINK_INFO, "primitiveArrays"),
    );
    for (code, name) in [(4, "[Z"), (5, "[C"), (10, "[I"), (11, "[J")] {
        assert_eq!(
            word(&linked, table + code),
            descriptor(&linked, name),
            "{name}"
        );
    }
    assert_eq!(words(&linked, table, 4), [0; 4]);
}

#[test]
fn class_literals_are_objects_that_hold_their_address() {
    let linked = with_runtime();
    let own = class(&linked, "t.Arrays");
    let class_class = class(&linked, "java.lang.Class");
    let offset = class_class
        .fields
        .iter()
        .find(|field| field.name == "address")
        .unwrap()
        .offset;
    for (text, address) in [
        ("t.Arrays.class", own.address),
        ("[Lt.Arrays;.class", descriptor(&linked, "[Lt.Arrays;")),
    ] {
        let index = own.constants.iter().position(|it| it == text).unwrap();
        let handle = word(&linked, own.pool + 1 + index as u32);
        assert_eq!(handle % 8, 0);
        assert_eq!(word(&linked, handle + 1), class_class.method_table);
        assert_eq!(word(&linked, word(&linked, handle) + offset), address);
    }
}

#[test]
fn the_class_table_names_every_class_by_address() {
    let linked = with_runtime();
    let table = word(&linked, static_address(&linked, LINK_INFO, "classTable"));
    let count = word(&linked, table);
    assert_eq!(count as usize, linked.symbols.classes.len());
    for (symbol, entry) in linked.symbols.classes.iter().zip((table + 1..).step_by(4)) {
        assert_eq!(word(&linked, entry), symbol.address);
        assert_eq!(
            packed_text_at(&linked, word(&linked, entry + 1)),
            symbol.name
        );
        assert_eq!(
            word(&linked, entry + 3) & 1 == 1,
            symbol.interface_number.is_some()
        );
    }
    let index = linked
        .symbols
        .classes
        .iter()
        .position(|it| it.name == "t.Arrays")
        .unwrap();
    let entry = table + 1 + 4 * index as u32;
    assert_eq!(word(&linked, entry + 2), descriptor(&linked, "[Lt.Arrays;"));
    let literal = word(&linked, entry + 3) & !7;
    assert_eq!(
        word(&linked, word(&linked, literal)),
        class(&linked, "t.Arrays").address
    );
}

#[test]
fn the_method_table_leads_from_code_to_names_and_lines() {
    let linked = link(&LinkOptions::new("t.Traces", [fixture("full.jar")])).unwrap();
    let table = word(&linked, static_address(&linked, LINK_INFO, "methodTable"));
    assert_eq!(word(&linked, table) as usize, linked.symbols.methods.len());
    for (symbol, entry) in linked.symbols.methods.iter().zip((table + 1..).step_by(6)) {
        assert_eq!(word(&linked, entry), symbol.address);
        assert_eq!(word(&linked, entry + 1), symbol.words);
        assert_eq!(
            packed_text_at(&linked, word(&linked, entry + 2)),
            symbol.class
        );
        assert_eq!(
            packed_text_at(&linked, word(&linked, entry + 3)),
            symbol.name
        );
        let source = class(&linked, &symbol.class).source.as_deref().unwrap();
        assert_eq!(packed_text_at(&linked, word(&linked, entry + 4)), source);
        let lines = word(&linked, entry + 5);
        assert_eq!(
            word(&linked, lines) as usize,
            symbol.lines.len(),
            "{symbol}"
        );
        for ((pc, line), row) in symbol.lines.iter().zip(lines + 1..) {
            assert_eq!(word(&linked, row), u32::from(*pc) << 16 | u32::from(*line));
        }
    }
}

#[test]
fn a_table_that_linked_code_never_reads_is_not_built() {
    let linked = with_runtime();
    let field = static_address(&linked, LINK_INFO, "methodTable");
    assert_eq!(word(&linked, field), 0);
}

#[test]
fn a_program_without_link_info_has_no_tables_and_no_arguments() {
    let linked = link_minimal("t.Dispatch");
    assert_eq!(linked.symbols.arguments, None);
    let extensions = linked
        .symbols
        .regions
        .iter()
        .find(|it| it.name == "extensions")
        .unwrap();
    assert_eq!(extensions.words, 8, "one descriptor, of Shape[]");
    let shapes = descriptor(&linked, "[Lt.Dispatch$Shape;");
    assert_eq!(word(&linked, shapes + 6), 0, "no name");
}

#[test]
fn a_call_on_an_array_type_is_direct() {
    let linked = with_runtime();
    let own = class(&linked, "t.Arrays");
    let code = bytes(&linked, method(&linked, "t.Arrays", "main"));
    let index = own
        .constants
        .iter()
        .position(|it| it.starts_with("java.lang.Object.clone"))
        .unwrap();
    let call = [0xb7, 0, index as u8 + 1];
    assert!(code.windows(3).any(|window| window == call), "{code:?}");
    let get_class = own
        .constants
        .iter()
        .position(|it| it.starts_with("java.lang.Object.getClass"))
        .unwrap();
    let call = [0xb7, 0, get_class as u8 + 1];
    assert!(
        code.windows(3).any(|window| window == call),
        "a final method of Object: {code:?}"
    );
}
