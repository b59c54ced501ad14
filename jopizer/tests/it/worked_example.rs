//! The examples of spec 11 section 14, word for word where the order of classes does not matter.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{bytes, class, fixture, link_minimal, method, minimal, word, words};
use jopizer::{LinkOptions, Linked, Runtime, link};

/// Everything is linked, as in the original.
fn example() -> Linked {
    link(&LinkOptions {
        keep_all: true,
        ..minimal("t.Ex")
    })
    .unwrap()
}

#[test]
fn static_fields_come_first_values_before_references() {
    let linked = example();
    let statics: Vec<_> = linked
        .symbols
        .statics
        .iter()
        .map(|symbol| (symbol.name.as_str(), symbol.address))
        .collect();
    assert_eq!(statics, [("total", 2), ("big", 3), ("text", 5)]);
    let first = linked.symbols.methods.first().unwrap();
    assert_eq!(first.address, 6, "code follows");
}

#[test]
fn code_is_rewritten_to_addresses_offsets_and_slots() {
    let linked = example();
    assert_eq!(
        bytes(&linked, method(&linked, "t.Ex", "main")),
        [
            18, 2, 8, 184, 0, 3, 179, 0, 2, 18, 4, 225, 0, 5, 20, 0, 5, 229, 0, 3, 178, 0, 2, 16,
            145, 212, 177
        ]
    );
    assert_eq!(
        bytes(&linked, method(&linked, "t.Ex", "add")),
        [26, 27, 96, 61, 28, 172]
    );
}

#[test]
fn a_method_is_padded_and_followed_by_its_flags() {
    let linked = example();
    let add = method(&linked, "t.Ex", "add");
    assert_eq!(
        words(&linked, add.address, 3),
        [438_001_725, 481_034_240, 131_072]
    );
    let m = method(&linked, "t.Ex", "m");
    assert_eq!(word(&linked, m.address + m.words), 65536, "synchronized");
}

#[test]
fn a_synchronized_method_locks_this_and_uses_long_and_reference_fields() {
    let linked = example();
    let code = bytes(&linked, method(&linked, "t.Ex", "m"));
    let expected: &[&[u8]] = &[
        &[42, 194],
        &[42, 42, 227, 0, 3],
        &[42, 42, 230, 0, 1, 27, 133, 97, 231, 0, 1],
        &[42, 27, 182, 0, 8],
        &[42, 195, 177],
    ];
    assert_eq!(code, expected.concat());
}

#[test]
fn the_class_structure_is_that_of_the_specification() {
    let linked = example();
    let ex = class(&linked, "t.Ex");
    let object = class(&linked, "java.lang.Object");
    assert_eq!(
        words(&linked, ex.address, 5),
        [4, 2, 8, i64::from(object.address), 0]
    );
    let table: Vec<_> = (0..5)
        .map(|index| {
            let address = ex.address + 5 + 2 * index;
            linked
                .symbols
                .method_of_struct(address)
                .unwrap()
                .name
                .as_str()
        })
        .collect();
    assert_eq!(table, ["<init>", "main", "add", "m", "virt"]);
    assert_eq!(ex.pool, ex.address + 16);
    assert_eq!(word(&linked, ex.pool - 1), ex.address, "back pointer");
}

#[test]
fn method_structures_pack_address_length_pool_locals_and_arguments() {
    let linked = example();
    let ex = class(&linked, "t.Ex");
    let add = method(&linked, "t.Ex", "add");
    let main = method(&linked, "t.Ex", "main");
    assert_eq!(add.structs, [ex.address + 9]);
    let structure = |address| [word(&linked, address), word(&linked, address + 1)];
    assert_eq!(
        structure(add.structs[0]),
        [add.address << 10 | 2, ex.pool << 10 | 1 << 5 | 2]
    );
    assert_eq!(
        structure(main.structs[0]),
        [main.address << 10 | 7, ex.pool << 10 | 1]
    );
}

#[test]
fn constants_stand_in_order_of_first_use_with_the_slot_of_native_kept() {
    let linked = example();
    let ex = class(&linked, "t.Ex");
    let init = method(&linked, "java.lang.Object", "<init>").structs[0];
    let add = method(&linked, "t.Ex", "add").structs[0];
    let text = linked.symbols.strings[0].address;
    assert_eq!(
        words(&linked, ex.pool, 9),
        [
            9,
            init.into(),
            1_000_000,
            add.into(),
            text.into(),
            1,
            -1_589_934_592,
            0,
            2049
        ]
    );
    assert_eq!(
        ex.constants,
        [
            "java.lang.Object.<init>()V",
            "1000000",
            "t.Ex.add(II)I",
            "\"Hi\"",
            "7000000000",
            "(low word)",
            "(unused)",
            "t.Ex.virt(I)V"
        ]
    );
}

#[test]
fn the_special_pointers_name_boot_jvm_help_main_and_the_reference_area() {
    let linked = example();
    let special = linked.image.special_pointers();
    let pointed = |offset| {
        let method = linked
            .symbols
            .method_of_struct(word(&linked, special + offset))
            .unwrap();
        format!("{}.{}", method.class, method.name)
    };
    assert_eq!(pointed(0), "com.jopdesign.sys.Startup.boot");
    assert_eq!(pointed(1), "com.jopdesign.sys.JVM.f_nop");
    assert_eq!(pointed(2), "com.jopdesign.sys.JVMHelp.interrupt");
    assert_eq!(pointed(3), "t.Ex.main");
    assert_eq!(words(&linked, special + 4, 3), [5, 1, 0]);
}

/// The interface example, its Object with a method that is inherited.
fn interfaces() -> Linked {
    let runtime = Runtime::ClassPath(vec![fixture("hashing.jar"), fixture("minimal.jar")]);
    link(&LinkOptions {
        keep_all: true,
        runtime,
        ..minimal("i.Main")
    })
    .unwrap()
}

#[test]
fn interfaces_are_numbered_and_call_by_list_index() {
    let linked = interfaces();
    let numbers = ["i.A", "i.B", "i.M"].map(|name| class(&linked, name).interface_number);
    assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
    let main = class(&linked, "i.Main");
    let slot = |constant: &str| {
        let index = main
            .constants
            .iter()
            .position(|text| text == constant)
            .unwrap();
        word(&linked, main.pool + 1 + index as u32)
    };
    assert_eq!(slot("i.B.p(I)V"), 1);
    assert_eq!(slot("i.B.q()V"), 256);
    assert_eq!(slot("i.B.r(J)V"), 514);
}

#[test]
fn a_class_has_implements_bits_before_its_interface_table() {
    let linked = interfaces();
    let c2 = class(&linked, "i.C2");
    let c1 = class(&linked, "i.C1");
    let table = c2.address + 5;
    assert_eq!(
        words(&linked, c2.address, 5),
        [
            0,
            2,
            0,
            i64::from(c1.address),
            i64::from(c2.interface_table)
        ]
    );
    let entries: Vec<_> = (0..7)
        .map(|index| {
            linked
                .symbols
                .method_of_struct(table + 2 * index)
                .unwrap()
                .to_string()
        })
        .collect();
    assert_eq!(
        entries,
        [
            "i.C2.<init>()V",
            "java.lang.Object.hashCode()I",
            "i.C1.p(I)V",
            "i.C2.q()V",
            "i.C1.r(J)V",
            "i.C2.s()V",
            "i.C2.pv()V"
        ]
    );
    assert_eq!(c2.pool, table + 15);
    assert_eq!(word(&linked, c2.interface_table - 1), 7);
    assert_eq!(
        words(&linked, c2.interface_table, 3),
        [
            i64::from(table + 4),
            i64::from(table + 6),
            i64::from(table + 8)
        ]
    );
}

#[test]
fn an_interface_structure_has_its_number_and_its_super_interfaces_only() {
    let linked = interfaces();
    let b = class(&linked, "i.B");
    assert_eq!(
        words(&linked, b.address, 5),
        [0, 2, 0, -2, i64::from(b.interface_table)]
    );
    assert_eq!(
        words(&linked, b.address + 5, 3),
        [i64::from(b.address), 1, 1]
    );
    assert_eq!(b.interface_table, b.address + 8);
    assert_eq!(class(&linked, "i.A").interface_table, 0);
}

#[test]
fn a_call_of_an_overridden_method_of_the_superclass_is_invokesuper() {
    let linked = interfaces();
    let s = method(&linked, "i.C2", "s");
    assert_eq!(bytes(&linked, s), [42, 236, 0, 2, 177]);
    assert_eq!(word(&linked, class(&linked, "i.C2").pool + 2), (2 * 5) << 8);
}

#[test]
fn exception_entries_hold_moved_ranges_and_the_slot_of_the_caught_class() {
    let linked = link_minimal("t.Catching");
    let main = method(&linked, "t.Catching", "main");
    // x = 1; x += 1000 as load, push, add, store; then the try block of ++ and the call.
    let code = bytes(&linked, main);
    let start = 2 + 1 + 3 + 1 + 1;
    assert_eq!(code[..start], [4, 60, 27, 17, 3, 232, 96, 60]);
    let end = start + 4 + 4;
    assert_eq!(code[start..end], [27, 4, 96, 60, 27, 184, 0, 1]);
    let row = word(&linked, main.address + main.words + 1);
    assert_eq!(row, (start as u32) << 16 | end as u32);
    let handler = word(&linked, main.address + main.words + 2);
    assert_eq!(handler >> 16, end as u32 + 3, "behind the goto");
    let catching = class(&linked, "t.Catching");
    let caught = word(&linked, catching.pool + (handler & 0xffff));
    assert_eq!(caught, class(&linked, "t.Catching$Trouble").address);
}
