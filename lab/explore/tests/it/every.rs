//! Everything that a variant can define and every option that a machine can have: what is priced is what the machine takes.

use std::path::PathBuf;

use explore::{Outcome, Source, Variant};
use isa::config_reference::{OPTIONS, Values};
use isa::{MachineConfig, op};
use jopizer::structure::Structure;
use microcode::{Build, MOVES, jvm_with};
use run::{Microcode, Program};

use crate::it::points::{all_equal_with, base};

/// A program beside these tests.
pub(crate) fn own(main_class: &str, arguments: &[&str]) -> Program {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut options = jopizer::LinkOptions::new(main_class, [folder]);
    options.arguments = arguments.iter().map(ToString::to_string).collect();
    let linked = jopizer::link(&options).unwrap_or_else(|error| panic!("{error}"));
    Program::linked(main_class, linked)
}

/// A program that executes what a variant can move, on random operands.
fn operands(seed: u32) -> Program {
    own("Operands", &[&seed.to_string(), "6"])
}

/// Our microcode with these moves.
fn moved(build: Build, defines: &[&str]) -> Variant {
    let defines: Vec<String> = defines.iter().map(ToString::to_string).collect();
    let assembly = jvm_with(build, &defines).unwrap_or_else(|error| panic!("{error}"));
    let name = defines.join(", ");
    let microcode = Microcode::foreign(name.clone(), assembly.program);
    Variant::new(name, microcode, Some(build), Vec::new()).expect("the derived table")
}

/// The bytecode that a macro of ours moves.
fn bytecode_of(define: &str) -> u8 {
    let name = define.split('_').next().unwrap_or_default().to_lowercase();
    let found = (0..=u8::MAX).find(|opcode| isa::Bytecode::of(*opcode).name() == name);
    found.unwrap_or_else(|| panic!("{define} moves a bytecode"))
}

fn sources_of(found: &[(usize, Outcome)], variant: usize) -> Vec<Source> {
    let of = found.iter().filter(|(number, _)| *number == variant);
    of.map(|(_, outcome)| outcome.source).collect()
}

#[test]
fn every_move_of_the_microcode_takes_what_the_machine_takes_on_random_operands() {
    for (seed, build) in [(1, Build::Jop), (2, Build::Strict), (77, Build::Jop)] {
        let program = operands(seed);
        let used = Structure::of(&program.image)
            .expect("its methods")
            .bytecodes;
        let mut variants: Vec<Variant> = MOVES
            .iter()
            .map(|(define, _)| moved(build, &[define]))
            .collect();
        let all: Vec<&str> = MOVES.iter().map(|(define, _)| *define).collect();
        variants.push(moved(build, &all));
        let found = all_equal_with(
            &program,
            &variants,
            &[
                ("memory", &["sram32", "sram16"]),
                ("ram_cnt", &["2", "3"]),
                ("jpc_width", &["11", "12"]),
            ],
        );
        for (number, variant) in variants.iter().enumerate() {
            let mut moves = variant.name.split(", ").map(bytecode_of);
            assert!(
                moves.all(|opcode| used.contains(&opcode)),
                "{}",
                variant.name
            );
            let sources = sources_of(&found, number);
            // The engine executes a moved bytecode in another way than the microcode: its judge refuses it.
            assert_eq!(sources, [Source::Replay; 8], "{}", variant.name);
        }
    }
}

#[test]
fn a_move_of_what_a_program_does_not_execute_is_priced() {
    let program = crate::it::points::program("demo.Compute");
    let used = Structure::of(&program.image)
        .expect("its methods")
        .bytecodes;
    assert!(!used.contains(&op::FADD));
    let variants = [base(), moved(Build::Jop, &["FADD_MICROCODE"])];
    let axes: [(&str, &[&str]); 1] = [("ram_cnt", &["1", "2", "7"])];
    let found = all_equal_with(&program, &variants, &axes);
    assert_eq!(sources_of(&found, 1), [Source::Repriced; 3]);
}

/// Values of an option: all that have names, and the ends and some others of a range.
fn values_of(option: &str) -> Vec<String> {
    let known = OPTIONS.iter().find(|known| known.name == option);
    let texts = |values: &[u64]| values.iter().map(ToString::to_string).collect();
    match (option, known.expect("an option").values) {
        (_, Values::OneOf(names)) => names.iter().map(ToString::to_string).collect(),
        (_, Values::Switch) => vec!["false".to_owned(), "true".to_owned()],
        // The smallest ones do not hold the program.
        ("memory_words", Values::Range { max, .. }) => texts(&[1 << 14, 1 << 18, max]),
        // With fewer the run takes minutes.
        ("uart_baud", Values::Range { max, .. }) => texts(&[9_600, 115_200, max]),
        ("jpc_width", Values::Range { max, .. }) => texts(&[10, 11, max]),
        (_, Values::Range { min, max, .. }) => texts(&[min, min + (max - min) / 2, max]),
    }
}

/// Axes of all options in pairs with the memory, so that each is priced on several memories.
fn each_option(program: &Program) {
    for option in OPTIONS {
        let values = values_of(option.name);
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let found = match option.name {
            "method_cache" => {
                // Room for the longest method in each block; the two-block cache has one size.
                let two_block: [(&str, &[&str]); 2] =
                    [("jpc_width", &["10"]), ("method_cache", &["two-block"])];
                let others = values.iter().copied();
                let others: Vec<&str> = others.filter(|name| *name != "two-block").collect();
                let mut found = all_equal_with(program, &[base()], &two_block);
                let axes: [(&str, &[&str]); 3] = [
                    ("jpc_width", &["15"]),
                    ("block_bits", &["3"]),
                    ("method_cache", &others),
                ];
                found.extend(all_equal_with(program, &[base()], &axes));
                found
            }
            "memory" => all_equal_with(program, &[base()], &[("memory", &values)]),
            name if name.starts_with("uart_") => {
                all_equal_with(program, &[base()], &[("uart", &["timed"]), (name, &values)])
            }
            name => all_equal_with(
                program,
                &[base()],
                &[(name, &values), ("memory", &["sram16", "ssram32"])],
            ),
        };
        assert!(found.len() >= values.len(), "{}", option.name);
    }
}

#[test]
fn every_option_of_the_machine_takes_what_the_machine_takes_on_random_operands() {
    each_option(&operands(3));
}

#[test]
fn every_option_of_the_machine_does_so_where_a_program_asks_the_uart() {
    each_option(&own("Reads", &[]).fed(Some(b"some.".to_vec())));
}

#[test]
fn a_memory_that_is_smaller_than_the_image_is_refused_and_others_stay() {
    let program = operands(4);
    let variants = [base()];
    let axes: [(&str, &[&str]); 1] = [("memory_words", &["1024", "262144"])];
    let (description, workloads) = crate::it::points::describe(&program, &variants, &axes);
    let plan = description.plan();
    let exploration = explore::Exploration {
        description: &description,
        plan: &plan,
        workloads: &workloads,
        variants: &variants,
        stop: &crate::it::points::GO_ON,
    };
    let results = crate::it::points::run(&exploration, &[0, 1]);
    assert_eq!(results[0].refused[0].points, 1);
    assert!(
        results[0].refused[0]
            .reason
            .ends_with("and the memory 1024")
    );
    assert_eq!(results[1].outcomes.len(), 1);
    assert_eq!(plan.points[1].config, MachineConfig::default());
}
