//! The structure found from the words of an image, checked against the linker's.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{fixture, link_minimal, minimal};
use jopizer::disassemble::disassemble;
use jopizer::inspect::Inspection;
use jopizer::structure::{SlotUse, StaticKind, Structure};
use jopizer::symbols::{ClassSymbol, MethodSymbol, Region, Symbols};
use jopizer::{Image, LinkOptions, Linked, link};
use proptest::prelude::*;

/// Programs with the minimal runtime, stripped and whole, and one with ours.
fn programs() -> Vec<Linked> {
    let classes = [
        "t.Ex",
        "t.Catching",
        "t.Rewriting",
        "t.Dispatch",
        "i.Main",
        "t.Order",
    ];
    let mut programs: Vec<_> = classes.iter().map(|class| link_minimal(class)).collect();
    programs.extend(["t.Ex", "i.Main"].map(|class| {
        link(&LinkOptions {
            keep_all: true,
            ..minimal(class)
        })
        .unwrap()
    }));
    let full = LinkOptions::new("t.Arrays", [fixture("full.jar")]);
    programs.push(link(&full).unwrap());
    programs.push(
        link(&LinkOptions {
            keep_all: true,
            arguments: vec!["one".to_owned()],
            ..full
        })
        .unwrap(),
    );
    programs
}

/// A method without what only class files tell.
fn nameless(method: &MethodSymbol) -> MethodSymbol {
    MethodSymbol {
        class: String::new(),
        name: String::new(),
        descriptor: String::new(),
        lines: Vec::new(),
        variables: Vec::new(),
        ..method.clone()
    }
}

fn nameless_class(class: &ClassSymbol) -> ClassSymbol {
    ClassSymbol {
        name: String::new(),
        constants: vec![String::new(); class.constants.len()],
        superclass: class.superclass.as_ref().map(|_| String::new()),
        fields: Vec::new(),
        source: None,
        ..class.clone()
    }
}

/// Extensions and arguments are one region to those who do not know them.
fn without_arguments(regions: &[Region]) -> Vec<Region> {
    let mut regions = regions.to_vec();
    if let Some(arguments) = regions.pop_if(|region| region.name == "arguments") {
        regions.last_mut().unwrap().words += arguments.words;
    }
    regions
}

#[test]
fn every_method_class_and_literal_is_found_without_symbols() {
    for linked in programs() {
        let (found, known) = (Symbols::of_image(&linked.image).unwrap(), &linked.symbols);
        let main = &known.main_class;
        let methods = |symbols: &Symbols| symbols.methods.iter().map(nameless).collect::<Vec<_>>();
        assert_eq!(methods(&found), methods(known), "{main}");
        let classes = |symbols: &Symbols| {
            let classes = symbols.classes.iter();
            classes.map(nameless_class).collect::<Vec<_>>()
        };
        assert_eq!(classes(&found), classes(known), "{main}");
        assert_eq!(found.strings, known.strings, "{main}");
        assert_eq!(found.pointers, known.pointers, "{main}");
        assert_eq!(found.bytecodes, known.bytecodes, "{main}");
        let regions = without_arguments(&known.regions);
        assert_eq!(without_arguments(&found.regions), regions, "{main}");
        assert!(found.fits(&linked.image));
    }
}

#[test]
fn static_fields_are_found_by_the_code_that_uses_them() {
    for linked in programs() {
        let structure = Structure::of(&linked.image).unwrap();
        let known = &linked.symbols.statics;
        for field in &structure.statics {
            let symbol = known.iter().find(|symbol| symbol.address == field.address);
            assert!(symbol.is_some(), "nothing lies at {}", field.address);
        }
    }
}

/// The example of spec 11 section 14, as the original writes it.
fn original() -> Image {
    Image::read(&fixture("original/example.jop")).unwrap()
}

#[test]
fn an_image_of_the_original_is_taken_apart() {
    let structure = Structure::of(&original()).unwrap();
    let regions: Vec<_> = structure
        .regions
        .iter()
        .map(|region| (region.name.as_str(), region.start, region.words))
        .collect();
    assert_eq!(
        regions,
        [
            ("header", 0, 2),
            ("value statics", 2, 3),
            ("reference statics", 5, 1),
            ("code", 6, 43),
            ("special pointers", 49, 7),
            ("strings", 56, 7),
            ("classes", 63, 80),
            ("extensions", 143, 0),
        ]
    );
    let text = structure.strings[0].text.as_str();
    assert_eq!((structure.strings.len(), text), (1, "Hi"));
    let classes: Vec<u32> = structure
        .classes
        .iter()
        .map(|class| class.address)
        .collect();
    assert_eq!(classes, [63, 75, 87, 112, 121, 131]);
    let kinds: Vec<_> = structure
        .statics
        .iter()
        .map(|field| (field.address, field.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            (2, StaticKind::Value),
            (3, StaticKind::Wide),
            (5, StaticKind::Reference)
        ]
    );
}

#[test]
fn slots_of_a_pool_are_what_the_code_takes_them_for() {
    let structure = Structure::of(&original()).unwrap();
    let class = structure.class_of_pool(103).unwrap();
    let uses: Vec<_> = class.slots.iter().map(|slot| slot.used_as).collect();
    let virtual_call = SlotUse::Virtual {
        entry: 4,
        arguments: 1,
    };
    assert_eq!(
        uses,
        [
            SlotUse::Method,
            SlotUse::Value,
            SlotUse::Method,
            SlotUse::String,
            SlotUse::HighWord,
            SlotUse::LowWord,
            SlotUse::Unused,
            virtual_call,
        ]
    );
}

#[test]
fn the_format_itself_names_a_few_things_and_addresses_the_rest() {
    let symbols = Symbols::of_image(&original()).unwrap();
    let names: Vec<_> = symbols.methods.iter().map(ToString::to_string).collect();
    assert_eq!(
        names,
        [
            "com.jopdesign.sys.JVMHelp.method@6",
            "com.jopdesign.sys.JVMHelp.interrupt()V",
            "com.jopdesign.sys.Startup.method@11",
            "com.jopdesign.sys.Startup.boot()V",
            "class@87.method@16",
            "class@87.main([Ljava/lang/String;)V",
            "class@87.method@27",
            "class@87.method@30",
            "class@87.method@37",
            "java.lang.Object.method@39",
            "java.lang.String.method@41",
            "com.jopdesign.sys.JVM.method@44",
            "com.jopdesign.sys.JVM.f_nop",
        ]
    );
    assert_eq!(symbols.main_class, "class@87");
}

#[test]
fn the_tables_of_our_runtime_name_classes_methods_lines_and_array_types() {
    let linked = link(&LinkOptions::new("t.Traces", [fixture("full.jar")])).unwrap();
    let found = Symbols::of_image(&linked.image).unwrap();
    for (found, known) in found.classes.iter().zip(&linked.symbols.classes) {
        assert_eq!(found.name, known.name);
    }
    for (found, known) in found.methods.iter().zip(&linked.symbols.methods) {
        assert_eq!((&found.class, &found.name), (&known.class, &known.name));
        assert_eq!(found.lines, known.lines, "{known}");
    }
    assert!(!found.arrays.is_empty());
    for array in &found.arrays {
        assert!(linked.symbols.arrays.contains(array), "{array:?}");
    }
}

/// The image without the words from `end` on, its length put right.
fn cut(image: &Image, end: usize) -> Image {
    let mut words = image.words[..end].to_vec();
    if let Some(length) = words.first_mut() {
        *length = end as u32;
    }
    Image { words }
}

#[test]
fn every_cut_off_image_gives_a_structure_or_an_error() {
    let original = original();
    let linked = link_minimal("i.Main");
    for image in [&original, &linked.image] {
        for end in 0..image.words.len() {
            let cut = cut(image, end);
            if let Ok(symbols) = Symbols::of_image(&cut) {
                assert!(symbols.fits(&cut));
            }
        }
    }
}

#[test]
fn pointers_that_lead_out_of_the_image_are_named() {
    let error = |words: &[u32]| {
        let image = Image {
            words: words.to_vec(),
        };
        Structure::of(&image).unwrap_err().to_string()
    };
    assert_eq!(
        error(&[1]),
        "the image has 1 words, which is less than its header and special pointers"
    );
    assert_eq!(
        error(&[3, 90, 0]),
        "word 1 puts the special pointers at 90, but the image has 3 words"
    );
    assert_eq!(
        error(&[9, 2, 0, 0, 0, 0, 2, 0, 7]),
        "word 8 announces 7 class initialisers, but the image has 9 words"
    );
    assert_eq!(
        error(&[9, 2, 0, 0, 0, 0, 2, 5, 0]),
        "the static references lie at 2, 5 words, not between the header and word 2"
    );
}

proptest! {
    #[test]
    fn damaged_images_never_panic(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 1..20),
        small in any::<bool>(),
    ) {
        let mut image = if small { original() } else { link_minimal("i.Main").image };
        for (place, word) in damage {
            let at = place.index(image.words.len());
            image.words[at] = word;
        }
        exercise(&image);
    }

    #[test]
    fn swapped_and_small_words_never_panic(
        swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), -3..4_i32), 1..40),
    ) {
        let mut image = original();
        for (one, other, by) in swaps {
            let (one, other) = (one.index(image.words.len()), other.index(image.words.len()));
            image.words.swap(one, other);
            image.words[one] = image.words[one].wrapping_add_signed(by);
        }
        exercise(&image);
    }

    #[test]
    fn random_words_never_panic(words in prop::collection::vec(any::<u32>(), 0..200)) {
        exercise(&Image { words });
    }
}

/// Everything that reads an image.
fn exercise(image: &Image) {
    let Ok(symbols) = Symbols::of_image(image) else {
        return;
    };
    for method in &symbols.methods {
        let listing = disassemble(image, &symbols, method);
        assert!(listing.to_string().contains(&method.name));
    }
    let tree = Inspection::of(image, &symbols, Some);
    assert!(tree.is_ok_and(|tree| tree.words as usize == image.words.len()));
    let text = symbols.to_link_txt();
    // Names of damaged classes can be the same, so the file may not fit; it must only not fail badly.
    let _ = Symbols::from_link_txt(&text, image);
}
