//! `invokedynamic` and dynamic constants become plain code.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common;
use crate::common::class_builder::{ClassBuilder, PUBLIC, STATIC};
use crate::common::{class, fixture, link_built, link_minimal, method};
use jopizer::{LinkOptions, Linked, link};

fn link_sites(keep_all: bool) -> Linked {
    link(&LinkOptions {
        keep_all,
        ..LinkOptions::new("t.Sites", [fixture("modern.jar")])
    })
    .unwrap()
}

/// The two bytes of a pool index.
fn high_low(index: u16) -> [u8; 2] {
    index.to_be_bytes()
}

/// The message of linking a `main` that executes one call site.
fn site_error(build: impl Fn(&mut ClassBuilder) -> u16) -> String {
    let mut main = ClassBuilder::new("Main", "java/lang/Object");
    let [high, low] = high_low(build(&mut main));
    main.main(&[0xba, high, low, 0, 0, 0xb1]);
    let linked = link_built(&[("Main", main.build())]);
    linked.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn a_lambda_that_captures_nothing_is_one_object_made_by_an_initialiser() {
    let linked = link_minimal("t.Lambda");
    let lambda = class(&linked, "t.Lambda$$Lambda$1");
    assert_eq!(lambda.instance_words, 0);
    assert!(lambda.interface_table != 0);
    let statics = &linked.symbols.statics;
    assert!(
        statics
            .iter()
            .any(|field| field.class == lambda.name && field.name == "instance")
    );
    let initialiser = method(&linked, &lambda.name, "<clinit>");
    let initialisers = &linked.symbols.pointers.initialisers;
    assert!(initialisers.contains(&initialiser.structs[0]));
}

#[test]
fn a_lambda_keeps_what_it_captures_in_fields_of_their_type() {
    let linked = link_sites(false);
    let lambda = class(&linked, "t.Sites$$Lambda$2");
    let fields = lambda.fields.iter().map(|field| field.descriptor.as_str());
    assert_eq!(fields.collect::<Vec<_>>(), ["J"]);
    assert!(method(&linked, &lambda.name, "getAsInt$make").is_static);
}

#[test]
fn only_lambdas_that_can_run_are_linked_unless_all_is_kept() {
    let lambdas = |linked: &Linked| {
        let classes = linked.symbols.classes.iter();
        classes
            .filter(|class| class.name.starts_with("t.Sites$$Lambda$"))
            .count()
    };
    assert_eq!(lambdas(&link_sites(false)), 4);
    assert_eq!(lambdas(&link_sites(true)), 5);
}

#[test]
fn equal_concatenations_share_a_method() {
    let linked = link_sites(false);
    let mut concatenations: Vec<_> = linked
        .symbols
        .methods
        .iter()
        .filter(|method| method.name.starts_with("concat$"))
        .map(|method| method.descriptor.as_str())
        .collect();
    concatenations.sort_unstable();
    let expected = [
        "(I)Ljava/lang/String;",
        "(J)Ljava/lang/String;",
        "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    ];
    assert_eq!(concatenations, expected);
}

#[test]
fn the_symbols_tell_what_the_linker_made_and_for_which_line() {
    let linked = link_sites(false);
    let made = linked.symbols.methods.iter().filter(|method| method.made);
    for method in made.clone() {
        let by_linker = method.class.contains("$$Lambda$") || method.class.ends_with(".CallSites");
        assert!(by_linker, "{method}");
        assert_eq!(method.lines.len(), 1, "{method}");
    }
    assert!(made.count() > 8);
    assert_eq!(
        method(&linked, "t.Sites$$Lambda$2", "getAsInt").lines,
        [(0, 35)]
    );
    assert!(!method(&linked, "t.Sites", "lambda$main$1").made);
}

#[test]
fn constants_that_stand_for_a_field_or_null_are_loaded() {
    let mut main = ClassBuilder::new("Main", "java/lang/Object");
    main.field(PUBLIC | STATIC, "ONE", "LMain;");
    main.field(PUBLIC | STATIC, "number", "I");
    let constants = "java/lang/invoke/ConstantBootstraps";
    let own = main.class("Main");
    let null = main.dynamic(17, (constants, "nullConstant"), &[], "_", "LMain;");
    let one = main.dynamic(17, (constants, "enumConstant"), &[], "ONE", "LMain;");
    let number = main.dynamic(17, (constants, "getStaticFinal"), &[own], "number", "I");
    let mut code = Vec::new();
    for index in [null, one, number] {
        let [high, low] = high_low(index);
        code.extend([0x13, high, low, 0x57]);
    }
    code.push(0xb1);
    main.main(&code);
    let linked = link_built(&[("Main", main.build())]).unwrap();
    let main = method(&linked, "Main", "main");
    let opcodes: Vec<u8> = common::bytes(&linked, main);
    let one = common::static_address(&linked, "Main", "ONE").to_be_bytes();
    let number = common::static_address(&linked, "Main", "number").to_be_bytes();
    let expected = [
        1, 0x57, 224, one[2], one[3], 0x57, 178, number[2], number[3], 0x57, 0xb1,
    ];
    assert_eq!(opcodes, expected);
}

#[test]
fn constants_of_other_bootstrap_methods_are_refused_where_they_stand() {
    let mut main = ClassBuilder::new("Main", "java/lang/Object");
    let constant = main.dynamic(17, ("t/Own", "compute"), &[], "answer", "I");
    let [high, low] = high_low(constant);
    main.main(&[0x13, high, low, 0x57, 0xb1]);
    let error = link_built(&[("Main", main.build())]).map(|_| ());
    assert_eq!(
        error.unwrap_err().to_string(),
        "the dynamic constant answer with the bootstrap method t.Own.compute is not supported, used by Main.main; \
         lambdas, method references, concatenations, records and switches as javac writes them are linked"
    );
}

#[test]
fn method_handles_are_no_values() {
    let mut main = ClassBuilder::new("Main", "java/lang/Object");
    let called = main.member(10, "Main", "main", "([Ljava/lang/String;)V");
    let handle = main.handle(6, called);
    let [high, low] = high_low(handle);
    main.main(&[0x13, high, low, 0x57, 0xb1]);
    let error = link_built(&[("Main", main.build())]).map(|_| ());
    assert_eq!(
        error.unwrap_err().to_string(),
        "loading a method handle is not supported, used by Main.main; call the method itself"
    );
}

#[test]
fn call_sites_that_contradict_themselves_are_damaged_code() {
    let concat = (
        "java/lang/invoke/StringConcatFactory",
        "makeConcatWithConstants",
    );
    let text = "Ljava/lang/String;";
    let error = site_error(|main| {
        let recipe = main.string("\u{1} and \u{1}");
        main.dynamic(18, concat, &[recipe], "concat", &format!("(I){text}"))
    });
    assert_eq!(
        error,
        "damaged code in Main.main: invokedynamic of concat(I)Ljava/lang/String; has too few arguments"
    );
    let error = site_error(|main| {
        let recipe = main.string("\u{2}");
        main.dynamic(18, concat, &[recipe], "concat", &format!("(){text}"))
    });
    assert!(
        error.ends_with("has a constant that is no string"),
        "{error}"
    );
    let lambda = ("java/lang/invoke/LambdaMetafactory", "metafactory");
    let error = site_error(|main| main.dynamic(18, lambda, &[], "run", "()LMain;"));
    assert!(error.ends_with("does not say what it calls"), "{error}");
    let record = ("java/lang/runtime/ObjectMethods", "bootstrap");
    let error = site_error(|main| main.dynamic(18, record, &[], "hashCode", "(LMain;)I"));
    assert!(error.ends_with("names no record"), "{error}");
}
