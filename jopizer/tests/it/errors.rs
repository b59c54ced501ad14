//! Every error names class, method and line, and says what to do.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::class_builder::{ClassBuilder, PUBLIC, STATIC, main_class};
use crate::common::{fixture, link_built, link_error, minimal};
use jopizer::{LinkOptions, Runtime};

/// The message of a link that must fail, of classes made on the spot.
fn built_error(classes: &[(&str, Vec<u8>)]) -> String {
    link_built(classes).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn every_missing_name_is_told_at_once_with_its_first_use() {
    assert_eq!(
        link_error(&minimal("t.Uses")),
        "class t.Gone is not on the class path, used by t.Uses.main (Uses.java:8)\n\
         class t.Changed has no method method(J)I, used by t.Uses.main (Uses.java:10)\n\
         class t.Changed has no field field, used by t.Uses.main (Uses.java:11)\n\
         method t.Changed.becameStatic()V is static, used by t.Uses.main (Uses.java:12)\n\
         field t.Changed.becameInstance is not static, used by t.Uses.main (Uses.java:13)"
    );
}

#[test]
fn a_call_site_of_an_unknown_bootstrap_method_is_refused_where_it_stands() {
    let mut main = ClassBuilder::new("Main", "java/lang/Object");
    let site = main.dynamic(18, ("t/Own", "link"), &[], "run", "()V");
    main.main(&[0xba, (site >> 8) as u8, site as u8, 0, 0, 0xb1]);
    assert_eq!(
        built_error(&[("Main", main.build())]),
        "invokedynamic with the bootstrap method t.Own.link is not supported, used by Main.main; \
         lambdas, method references, concatenations, records and switches as javac writes them are linked"
    );
}

#[test]
fn a_method_too_long_for_the_method_cache_is_refused() {
    assert_eq!(
        link_error(&minimal("t.LongMethod")),
        "t.LongMethod.main (LongMethod.java:8) has 689 words of bytecode, the machine allows 511; split the method"
    );
}

#[test]
fn the_thirty_second_field_argument_and_local_are_refused() {
    assert_eq!(
        link_error(&minimal("t.ManyFields")),
        "t.ManyFields (ManyFields.java) has 32 words of instance fields, the machine allows 31; \
         move fields into an object or an array of their own"
    );
    assert_eq!(
        link_error(&minimal("t.ManyArguments")),
        "t.ManyArguments.take (ManyArguments.java:12) has 32 words of arguments, the machine allows 31; \
         pass an object or an array instead"
    );
    assert_eq!(
        link_error(&minimal("t.ManyLocals")),
        "t.ManyLocals.main (ManyLocals.java:8) has 32 words of local variables, the machine allows 31; split the method"
    );
}

#[test]
fn all_limits_that_a_program_exceeds_are_told_at_once() {
    let large = |name: &str, fields: u32| {
        let mut class = ClassBuilder::new(name, "java/lang/Object");
        for field in 0..fields {
            class.field(PUBLIC, &format!("f{field}"), "I");
        }
        class
    };
    let mut main = large("Main", 32);
    let other = main.class("Other");
    main.main(&[0xbb, (other >> 8) as u8, other as u8, 0x57, 0xb1]);
    let text = built_error(&[
        ("Main", main.build()),
        ("Other", large("Other", 40).build()),
    ]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(
        text.contains("Main has 32 words of instance fields"),
        "{text}"
    );
    assert!(
        text.contains("Other has 40 words of instance fields"),
        "{text}"
    );
}

#[test]
fn a_native_method_is_refused_where_it_is_called() {
    assert_eq!(
        link_error(&minimal("t.NativeMethod")),
        "native method magic()I is not supported, used by t.NativeMethod.main (NativeMethod.java:10); \
         only com.jopdesign.sys.Native has native methods"
    );
}

#[test]
fn an_unknown_operation_of_native_is_refused() {
    let mut builder = ClassBuilder::new("Main", "java/lang/Object");
    let [high, low] = builder
        .member(10, "com/jopdesign/sys/Native", "fly", "()V")
        .to_be_bytes();
    builder.main(&[0xb8, high, low, 0xb1]);
    assert_eq!(
        built_error(&[("Main", builder.build())]),
        "Native has no operation fly, used by Main.main"
    );
}

#[test]
fn a_missing_main_class_names_the_class_path() {
    let options = LinkOptions {
        class_path: vec![fixture("uses.jar")],
        ..minimal("t/Nope")
    };
    let (runtime, uses) = (fixture("minimal.jar"), fixture("uses.jar"));
    assert_eq!(
        link_error(&options),
        format!(
            "main class t.Nope is not on the class path ({}:{})",
            runtime.display(),
            uses.display()
        )
    );
}

#[test]
fn a_main_that_is_not_static_is_no_entry_point() {
    assert_eq!(
        link_error(&minimal("t.NoMain")),
        "class t.NoMain has no method `public static void main(String[])`; its main is not static: declare it `static`"
    );
}

#[test]
fn a_class_path_entry_that_is_not_there_is_named() {
    let options = LinkOptions {
        class_path: vec!["no/such.jar".into()],
        ..minimal("t.Ex")
    };
    assert_eq!(
        link_error(&options),
        "no/such.jar: cannot read: No such file or directory (os error 2)"
    );
}

#[test]
fn a_file_that_is_no_archive_is_named() {
    let file = tempfile::NamedTempFile::with_suffix(".jar").unwrap();
    std::fs::write(file.path(), "text").unwrap();
    let options = LinkOptions {
        class_path: vec![file.path().to_owned()],
        ..minimal("t.Ex")
    };
    let message = link_error(&options);
    assert!(
        message.starts_with(&format!("{}: cannot read: ", file.path().display())),
        "{message}"
    );
}

#[test]
fn a_class_of_the_future_is_one_line() {
    let mut bytes = main_class("Main", &[0xb1]);
    bytes[7] = 99;
    let message = built_error(&[("Main", bytes)]);
    assert!(
        message.ends_with(
            "Main.class: class file version 99 is not supported (45 to 65 are); compile with `javac --release 21` or lower"
        ),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1);
}

#[test]
fn a_class_in_the_wrong_place_is_told_apart() {
    let message = built_error(&[("Main", main_class("t/Other", &[0xb1]))]);
    assert!(
        message.ends_with(
            "Main.class holds class t.Other, not Main; put it in the folder of its package"
        ),
        "{message}"
    );
}

#[test]
fn a_class_that_is_its_own_supertype_is_refused() {
    let a = ClassBuilder::new("A", "B").build();
    let b = ClassBuilder::new("B", "A").build();
    assert_eq!(
        built_error(&[("A", a), ("B", b)]),
        "class A is its own supertype"
    );
}

#[test]
fn subroutines_and_unknown_bytecodes_are_refused() {
    let error = |code: &[u8]| built_error(&[("Main", main_class("Main", code))]);
    assert_eq!(
        error(&[0xa8, 0, 3, 0xb1]),
        "damaged code in Main.main: bytecode jsr is of Java 6 and earlier, compile with `javac --release 8`"
    );
    assert_eq!(
        error(&[0xd1, 0xb1]),
        "damaged code in Main.main: bytecode 209 is unknown"
    );
    assert_eq!(
        error(&[0xc4, 0x60, 0, 0, 0xb1]),
        "damaged code in Main.main: `wide` before bytecode 96"
    );
}

#[test]
fn code_that_leads_nowhere_is_refused() {
    let error = |code: &[u8]| built_error(&[("Main", main_class("Main", code))]);
    assert_eq!(
        error(&[0x10]),
        "damaged code in Main.main: it ends inside an instruction"
    );
    assert_eq!(
        error(&[0xa7, 0, 1, 0xb1]),
        "damaged code in Main.main: a branch leads to byte 1, where no instruction starts"
    );
    assert_eq!(
        error(&[0x12, 1, 0xb1]),
        "damaged code in Main.main: constant 1 is not usable"
    );
    assert_eq!(
        error(&[
            0xaa, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff
        ]),
        "damaged code in Main.main: a switch has more entries than the code has bytes"
    );
    assert_eq!(
        error(&[0x03]),
        "damaged code in Main.main: it runs off its end"
    );
}

#[test]
fn static_fields_beyond_sixteen_address_bits_are_refused() {
    let mut builder = ClassBuilder::new("Main", "java/lang/Object");
    for index in 0..33_000 {
        builder.field(STATIC, &format!("f{index}"), "J");
    }
    builder.main(&[0xb1]);
    assert_eq!(
        built_error(&[("Main", builder.build())]),
        "static field Main.f32767 would lie at address 65537, the last is 65535; use fewer static fields"
    );
}

/// `count` methods of 511 words each, called by main of class `name`.
fn large_class(name: &str, count: usize, next: Option<&str>) -> Vec<u8> {
    let mut builder = ClassBuilder::new(name, "java/lang/Object");
    let mut code = vec![0; 2043];
    code.push(0xb1);
    let mut main = Vec::new();
    for index in 0..count {
        let method = format!("m{index}");
        builder.method(PUBLIC | STATIC, &method, "()V", &code);
        let [high, low] = builder.member(10, name, &method, "()V").to_be_bytes();
        main.extend([0xb8, high, low]);
    }
    if let Some(next) = next {
        let [high, low] = builder
            .member(10, next, "main", "([Ljava/lang/String;)V")
            .to_be_bytes();
        main.extend([0x01, 0xb8, high, low]);
    }
    main.push(0xb1);
    builder.main(&main);
    builder.build()
}

#[test]
fn code_beyond_the_method_caches_address_bits_is_refused() {
    let classes = [
        ("A", large_class("A", 300, Some("B"))),
        ("B", large_class("B", 300, None)),
    ];
    assert_eq!(
        built_error(&classes),
        "the code of B.m211 ends at address 262374, the method cache reaches 262143; link less code"
    );
}

#[test]
fn an_image_larger_than_the_memory_is_refused() {
    let options = LinkOptions {
        memory_words: 100,
        ..minimal("t.Ex")
    };
    assert_eq!(
        link_error(&options),
        "the image has 116 words, the memory 100; give the machine more memory or link less"
    );
}

#[test]
fn a_runtime_without_its_special_classes_is_refused() {
    let options = LinkOptions {
        runtime: Runtime::ClassPath(vec![fixture("hashing.jar")]),
        ..minimal("t.Ex")
    };
    assert_eq!(
        link_error(&options),
        "runtime class java.lang.String cannot be loaded: class java.lang.String is not in the runtime's library"
    );
}

#[test]
fn link_info_with_an_unknown_field_is_refused() {
    let mut info = ClassBuilder::new("com/jopdesign/sys/LinkInfo", "java/lang/Object");
    info.field(STATIC, "colour", "I");
    let mut main = ClassBuilder::new("Main", "java/lang/Object");
    let [high, low] = main
        .member(9, "com/jopdesign/sys/LinkInfo", "colour", "I")
        .to_be_bytes();
    main.main(&[0xb2, high, low, 0x57, 0xb1]);
    assert_eq!(
        built_error(&[
            ("Main", main.build()),
            ("com/jopdesign/sys/LinkInfo", info.build())
        ]),
        "runtime class com.jopdesign.sys.LinkInfo has field colour, which the linker cannot fill; \
         it knows arguments, classTable, methodTable, primitiveArrays"
    );
}

#[test]
fn creating_an_abstract_class_is_refused() {
    let mut shape = ClassBuilder::new("Shape", "java/lang/Object");
    shape.access |= 0x400;
    let mut main = ClassBuilder::new("Main", "java/lang/Object");
    let [high, low] = main.class("Shape").to_be_bytes();
    main.main(&[0xbb, high, low, 0x57, 0xb1]);
    assert_eq!(
        built_error(&[("Main", main.build()), ("Shape", shape.build())]),
        "class Shape is abstract, used by Main.main"
    );
}

#[test]
fn what_the_library_lacks_is_said_to_be_the_librarys() {
    let mut main = ClassBuilder::new("Main", "java/lang/Object");
    let [high, low] = main
        .member(10, "java/util/Locale", "lock", "()V")
        .to_be_bytes();
    let [high2, low2] = main
        .member(10, "java/lang/String", "join", "()V")
        .to_be_bytes();
    main.main(&[0xb8, high, low, 0xb8, high2, low2, 0xb1]);
    assert_eq!(
        built_error(&[("Main", main.build())]),
        "class java.util.Locale is not in the runtime's library, used by Main.main\n\
         class java.lang.String of the runtime's library has no method join()V, used by Main.main"
    );
}

#[test]
fn a_missing_supertype_names_the_class_that_wants_it() {
    let mut main = ClassBuilder::new("Main", "Parent");
    assert_eq!(
        built_error(&[("Main", main.build())]),
        "class Main cannot be loaded: class Parent is not on the class path, a supertype of Main"
    );
}
