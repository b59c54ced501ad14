//! The original linker's link-info file: written from our symbols and read back, and read from texts in its manner.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{fixture, link_minimal, minimal};
use jopizer::disassemble::disassemble;
use jopizer::symbols::{ClassSymbol, MethodSymbol, Symbols};
use jopizer::{Image, LinkOptions, Linked, link};

fn example() -> Linked {
    link(&LinkOptions {
        keep_all: true,
        ..minimal("t.Ex")
    })
    .unwrap()
}

fn read(linked: &Linked, text: &str) -> Symbols {
    Symbols::from_link_txt(text, &linked.image).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    let linked = example();
    Symbols::from_link_txt(text, &linked.image)
        .unwrap_err()
        .to_string()
}

/// Without what the file does not hold.
fn without_lines(method: &MethodSymbol) -> MethodSymbol {
    MethodSymbol {
        lines: Vec::new(),
        variables: Vec::new(),
        ..method.clone()
    }
}

fn without_constants(class: &ClassSymbol) -> ClassSymbol {
    ClassSymbol {
        constants: Vec::new(),
        source: None,
        ..class.clone()
    }
}

#[test]
fn everything_with_a_name_comes_back() {
    let full = LinkOptions::new("t.Arrays", [fixture("full.jar")]);
    for linked in [
        example(),
        link_minimal("t.Catching"),
        link_minimal("i.Main"),
        link(&full).unwrap(),
    ] {
        let known = &linked.symbols;
        let text = known.to_link_txt();
        let found = read(&linked, &text);
        assert_eq!(found.statics, known.statics);
        let methods = |symbols: &Symbols| {
            symbols
                .methods
                .iter()
                .map(without_lines)
                .collect::<Vec<_>>()
        };
        assert_eq!(methods(&found), methods(known));
        let classes = |symbols: &Symbols| {
            let classes = symbols.classes.iter();
            classes.map(without_constants).collect::<Vec<_>>()
        };
        assert_eq!(classes(&found), classes(known));
        assert_eq!(found.main_class, known.main_class);
        assert!(found.fits(&linked.image));
        assert_eq!(found.to_link_txt(), text);
    }
}

#[test]
fn the_file_has_a_line_for_each_item() {
    let linked = example();
    let text = linked.symbols.to_link_txt();
    let ex = text.find("class t.Ex").unwrap();
    let end = text[ex + 1..]
        .find("\nclass")
        .map_or(text.len(), |at| ex + 1 + at);
    assert_eq!(
        text[ex..end].lines().collect::<Vec<_>>(),
        EXAMPLE_CLASS.lines().collect::<Vec<_>>()
    );
    assert!(text.starts_with(
        "static t.Ex.totalI 2\nstatic t.Ex.bigJ 3\nstatic t.Ex.textLjava/lang/String; 5\nbytecode "
    ));
}

const EXAMPLE_CLASS: &str = "\
class t.Ex 143 154
 -instSize 4
 -field f0I 0
 -field f1J 1
 -field f3Ljava/lang/Object; 3
 -super 119
 -mtab t.Ex.<init>()V 143
 -mtab t.Ex.main([Ljava/lang/String;)V 145
 -mtab t.Ex.add(II)I 147
 -mtab t.Ex.m(I)V 149
 -mtab t.Ex.virt(I)V 151
";

/// The example of spec 11 section 14, as the original writes it.
fn original() -> (Image, String) {
    let image = Image::read(&fixture("original/example.jop")).unwrap();
    let text = std::fs::read_to_string(fixture("original/example.jop.link.txt")).unwrap();
    (image, text)
}

#[test]
fn names_of_the_original_show_in_disassembly() {
    let (image, text) = original();
    let symbols = Symbols::from_link_txt(&text, &image).unwrap();
    let listing = |class, name| {
        let method = symbols.methods_named(class, name).next().unwrap();
        disassemble(&image, &symbols, method).to_string()
    };
    assert_eq!(
        listing("t.Ex", "main"),
        "\
t.Ex.main([Ljava/lang/String;)V: address 19, 7 words, 1 argument words, 0 other locals, static
    0  ldc              2         1000000
    2  iconst_5
    3  invokestatic     3         t.Ex.add(II)I
    6  putstatic        2         t.Ex.total
    9  ldc              4         \"Hi\"
   11  putstatic_ref    5         t.Ex.text
   14  ldc2_w           5         7000000000
   17  putstatic_long   3         t.Ex.big
   20  getstatic        2         t.Ex.total
   23  bipush           -111
   25  jopsys_wrmem
   26  return
"
    );
    assert!(
        listing("t.Ex", "m")
            .contains("invokevirtual    8         method table entry 4, 1 argument word\n")
    );
}

#[test]
fn what_the_original_tells_of_classes_is_kept() {
    let (image, text) = original();
    let symbols = Symbols::from_link_txt(&text, &image).unwrap();
    let class = symbols.class("t.Ex").unwrap();
    let fields: Vec<_> = class
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.descriptor.as_str(), field.offset))
        .collect();
    assert_eq!(
        fields,
        [
            ("f0", "I", 0),
            ("f1", "J", 1),
            ("f3", "Ljava/lang/Object;", 3)
        ]
    );
    assert_eq!(class.superclass.as_deref(), Some("java.lang.Object"));
    assert_eq!(symbols.main_class, "t.Ex");
    assert_eq!(symbols.arguments, None);
}

#[test]
fn a_line_of_another_form_is_shown() {
    assert_eq!(
        error("static t.Ex.totalI 2\nhello world\n"),
        "line 2: `hello world` is no line of a link-info file; it is written beside the image by the linker"
    );
    for line in [
        "static total 2",
        "static t.Ex.totalI",
        "static t.Ex.totalI two",
        "bytecode t.Ex.add 7",
        "class t.Ex 92",
        " -instSize 4",
        " -constmap 1",
    ] {
        let message = error(line);
        assert!(message.starts_with("line 1: `"), "{message}");
    }
}

#[test]
fn a_file_of_another_image_is_refused() {
    assert_eq!(
        error("bytecode t.Ex.add(II)I 28"),
        "line 1: method t.Ex.add(II)I is not at 28 in this image; link the program again"
    );
    assert_eq!(
        error("\nclass t.Ex 92 104"),
        "line 2: class t.Ex is not at 104 in this image; link the program again"
    );
    assert_eq!(
        error("static t.Ex.totalI 60"),
        "line 1: static field t.Ex.total is not at 60 in this image; link the program again"
    );
}

/// Name and descriptor of a static field, as a file with classes of these names tells them.
fn split(field: &str, classes: &[&str]) -> (String, String) {
    let linked = example();
    let mut text = String::new();
    for (name, class) in classes.iter().zip(&linked.symbols.classes) {
        text += &format!("class {name} {} {}\n", class.method_table, class.pool);
    }
    text += &format!("static t.X.{field} 2\n");
    let found = read(&linked, &text);
    let found = found.statics.into_iter().find(|it| it.class == "t.X");
    let found = found.expect("the field");
    (found.name, found.descriptor)
}

fn pair(name: &str, descriptor: &str) -> (String, String) {
    (name.to_owned(), descriptor.to_owned())
}

#[test]
fn a_field_is_split_before_its_descriptor() {
    assert_eq!(split("totalI", &[]), pair("total", "I"));
    assert_eq!(split("ZZ", &[]), pair("Z", "Z"));
    assert_eq!(split("table[[I", &[]), pair("table", "[[I"));
    assert_eq!(
        split("list[Ljava/util/List;", &[]),
        pair("list", "[Ljava/util/List;")
    );
    assert_eq!(
        split("myListLjava/util/List;", &[]),
        pair("myList", "Ljava/util/List;")
    );
}

#[test]
fn a_linked_class_says_where_the_descriptor_of_an_object_begins() {
    assert_eq!(split("aLLoL;", &["LoL"]), pair("a", "LLoL;"));
    assert_eq!(split("aLLoL;", &["oL"]), pair("aL", "LoL;"));
    assert_eq!(
        split("nextLList;", &["List", "ist"]),
        pair("next", "LList;")
    );
}

#[test]
fn a_field_without_a_type_is_no_reason_to_panic() {
    for field in ["", ";", "L;", "é", "x/y;"] {
        let (name, descriptor) = split(field, &[]);
        assert_eq!(name + &descriptor, field);
    }
}
