//! Random programs on random machines: the engine does what the machine does, to the cycle and to the word.

use crate::support;
use cost_model::{Carrier, EvaluatedTable};
use fast_engine::{Fault, NoProbe};
use isa::{MachineConfig, MemoryKind, Sender, SenderParity, Stop, UartKind};
use method_cache::OrganisationKind;
use microcode::Build;
use proptest::prelude::*;
use tests::draw::Draw;
use tests::random_program::{Piece, config, image, machines, of_number, pieces};

/// Cycles after which a program that does not end is compared as it stands.
const LIMIT: u64 = 30_000;

fn small() -> MachineConfig {
    MachineConfig {
        memory_words: 16_384,
        ..MachineConfig::default()
    }
}

/// Address of the struct of the method that carries `idiv` out.
fn idiv(image: &[u32]) -> usize {
    image[image[1] as usize + 1] as usize + 2 * 108
}

/// Replaces the last bytes of an image that are `from`.
fn patch<const N: usize>(image: &[u32], from: [u8; N], to: [u8; N]) -> Vec<u32> {
    let mut bytes: Vec<u8> = image.iter().flat_map(|word| word.to_be_bytes()).collect();
    let mut places = bytes.windows(N);
    let place = places.rposition(|bytes| bytes == from).expect("the bytes");
    bytes[place..place + N].copy_from_slice(&to);
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_be_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

/// What differs, unless it is a program that the engine refuses: that it says.
fn difference(pieces: &[Piece], config: &MachineConfig, build: Build) -> Option<String> {
    let refused = ["run it on the machine", "raise jpc_width"];
    support::difference(config, build, &image(pieces), LIMIT)
        .filter(|text| !refused.iter().any(|it| text.contains(it)))
}

#[test]
fn many_random_programs_do_on_the_engine_what_they_do_on_the_machine() {
    let draw = Draw::of_environment(300, 5_000);
    for number in draw.numbers() {
        let (mut pieces, config, build) = of_number(number);
        if difference(&pieces, &config, build).is_none() {
            continue;
        }
        // The fewest pieces that still differ.
        let mut at = 0;
        while at < pieces.len() {
            let piece = pieces.remove(at);
            if difference(&pieces, &config, build).is_none() {
                pieces.insert(at, piece);
                at += 1;
            }
        }
        let text = difference(&pieces, &config, build);
        panic!(
            "number {number:x}, seed {}: {text:?}\n{pieces:?}\n{build:?} {config:?}",
            draw.seed
        );
    }
    println!("{draw:?}: no difference");
}

#[test]
fn an_element_of_a_high_index_in_another_slave_is_refused() {
    // A store of a long before it overwrites the handle's address of the elements.
    for number in [0x8c97_d178_7434_38d5, 0x2e1c_98ea_3501_127b] {
        let (pieces, config, build) = of_number(number);
        let text = support::difference(&config, build, &image(&pieces), LIMIT);
        let text = text.expect("a refusal");
        assert!(
            text.contains("an element of an index of over 21 bits"),
            "{text}"
        );
    }
}

#[test]
fn a_copy_of_words_in_another_slave_is_refused() {
    let (pieces, config, build) = of_number(0x403e_9b9e_5e8d_0178);
    let text = support::difference(&config, build, &image(&pieces), LIMIT);
    let text = text.expect("a refusal");
    assert!(text.contains("words to copy"), "{text}");
}

#[test]
fn a_static_field_of_another_slave_is_refused() {
    // A native access that met null leaves its index to the handler's store.
    let (pieces, config, build) = of_number(0xca62_935b_04f1_8593);
    let text = support::difference(&config, build, &image(&pieces), LIMIT);
    let text = text.expect("a refusal");
    assert!(text.contains("a static field"), "{text}");
}

#[test]
fn a_delay_whose_time_has_passed_is_compared_without_waiting_for_its_end() {
    let config = small();
    // Writes a time ten cycles after that of the read, which is over by then.
    let image = image(&[(11, 6, 0), (11, 6, 0)]);
    let mut engine = support::engine(&config, Build::Jop, &image);
    assert_eq!(engine.run(LIMIT, &mut NoProbe), Ok(Stop::Limit));
    assert!(engine.cycles() > 1 << 32);
    assert_eq!(
        support::difference(&config, Build::Jop, &image, LIMIT),
        None
    );
}

#[test]
fn a_copy_round_the_stack_ram_is_refused_before_it_begins() {
    let config = small();
    // `iconst_1, jopsys_ext2int` becomes `iconst_m1, jopsys_ext2int`.
    let image = patch(&image(&[(19, 1, 0), (23, 0, 0)]), [4, 220], [2, 220]);
    let fault = support::engine(&config, Build::Jop, &image)
        .run(LIMIT, &mut NoProbe)
        .expect_err("a copy of 2^32 - 1 words");
    let text = fault.to_string();
    assert!(text.contains("a copy of 4294967295 words"), "{text}");
    assert!(text.contains("the stack RAM has 256 words"), "{text}");
}

#[test]
fn a_method_at_address_0_that_the_cache_seems_to_have_is_refused() {
    let config = small();
    let mut image = image(&[(18, 3, 0), (23, 0, 0)]);
    // One word at address 0.
    let idiv = idiv(&image);
    image[idiv] = 1;
    let fault = support::engine(&config, Build::Jop, &image).run(LIMIT, &mut NoProbe);
    assert_eq!(fault, Err(Fault::NeverLoaded { method: 0 }));
}

#[test]
fn a_method_at_address_0_that_the_cache_finds_in_its_second_block_is_refused() {
    // A return to the method at address 0, of two blocks: both have the tag 0, and the machine takes the second.
    let (pieces, config, build) = of_number(0x47a8_63ec_3e5b_8b3f);
    let fault = support::engine(&config, build, &image(&pieces)).run(LIMIT, &mut NoProbe);
    assert_eq!(fault, Err(Fault::NeverLoaded { method: 0 }));
}

#[test]
fn a_stack_in_the_words_of_the_microcode_is_refused() {
    let image = image(&[(19, 1, 0), (23, 0, 0)]);
    // `jopsys_getvp, bipush 10, iadd, jopsys_setsp` sets an empty stack; now it becomes 5.
    let image = patch(&image, [217, 16, 10, 96, 216], [0, 0, 8, 0, 216]);
    let fault = support::engine(&small(), Build::Jop, &image).run(LIMIT, &mut NoProbe);
    assert!(matches!(fault, Err(Fault::StackAstray { .. })), "{fault:?}");
}

#[test]
fn a_method_struct_in_the_scratchpad_is_refused() {
    let mut image = image(&[(18, 3, 0), (23, 0, 0)]);
    // All bytecodes that Java carries out have their structs there.
    let special = image[1] as usize;
    image[special + 1] = 0x40_0000;
    let fault = support::engine(&small(), Build::Jop, &image).run(LIMIT, &mut NoProbe);
    assert!(matches!(fault, Err(Fault::Unpriced { .. })), "{fault:?}");
}

#[test]
fn code_written_through_an_address_behind_the_memory_is_loaded_anew() {
    let config = MachineConfig {
        method_cache: OrganisationKind::OneBlock,
        ..small()
    };
    // `return` and `nop, return` in static 8, which carry `idiv` out by turns.
    let [once, twice] = [0xB100_0000, 0x00B1_0000].map(|code| [(5, 8, code), (18, 3, 0)]);
    let nothing = [(23, 0, 0); 2];
    let mut image = image(&[once, twice, nothing, nothing].concat());
    let idiv = idiv(&image);
    image[idiv] = (config.memory_words + 2 + 8) << 10 | 1;
    assert_eq!(
        support::difference(&config, Build::Jop, &image, LIMIT),
        None
    );
}

/// A table with other cycles in every path, and with these bytecodes implemented in Java.
fn other_costs(mut costs: EvaluatedTable, seed: u32, in_java: &[u8]) -> EvaluatedTable {
    let mut state = seed;
    let mut next = |range: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % range
    };
    for row in &mut costs.bytecodes {
        let others = row.others.iter_mut().map(|(_, path)| path);
        for path in std::iter::once(&mut row.usual).chain(others) {
            path.cycles += next(8);
            if let Some(load) = &mut path.load {
                load.hidden += next(20);
            }
        }
    }
    for (opcode, method) in in_java.iter().zip(0..) {
        costs.bytecodes[usize::from(*opcode)].carrier = Carrier::Java;
        costs.bytecodes[usize::from(*opcode)].method = Some(method);
    }
    costs
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_random_program_does_on_the_engine_what_it_does_on_the_machine(
        pieces in pieces(),
        config in machines(),
        strict in any::<bool>(),
    ) {
        let build = if strict { Build::Strict } else { Build::Jop };
        prop_assert_eq!(difference(&pieces, &config, build), None);
    }
    #[test]
    fn a_random_program_with_a_timed_uart_sees_the_bytes_of_the_host_when_it_does_on_the_machine(
        pieces in pieces(),
        config in machines(),
        clock in 1..4_u32,
        depths in (1..=16_u8, 1..=16_u8),
        input in prop::collection::vec(any::<u8>(), 1..20),
        sender in 0..8_usize,
    ) {
        let config = MachineConfig {
            uart: UartKind::Timed,
            clk_freq_hz: 4_000_000 * clock,
            uart_baud: 250_000,
            uart_tx_depth: depths.0,
            uart_rx_depth: depths.1,
            ..config
        };
        let host = support::Host {
            input,
            sender: Sender {
                parity: SenderParity::ALL[sender / 2],
                heeds_rts: sender % 2 == 0,
            },
        };
        let image = image(&pieces);
        let difference = support::difference_with(&host, &config, Build::Jop, &image, LIMIT);
        let difference = difference.filter(|text| !text.contains("run it on the machine") && !text.contains("raise jpc_width"));
        prop_assert_eq!(difference, None);
    }
    #[test]
    fn a_random_table_gives_in_the_quick_loop_what_it_gives_in_exact_steps(
        pieces in pieces(),
        config in machines(),
        strict in any::<bool>(),
        seed in any::<u32>(),
        in_java in prop::collection::vec(any::<u8>(), 0..3),
    ) {
        let build = if strict { Build::Strict } else { Build::Jop };
        let costs = other_costs(support::costs_of(&config, build), seed, &in_java);
        let engine = support::engine_with(&config, build, &image(&pieces), costs);
        prop_assert_eq!(support::difference_of_ways(&engine, LIMIT), None);
    }
}

#[test]
fn a_byte_of_the_uart_leaves_before_a_diagnostic_of_the_same_cycle() {
    let pieces = [
        (56, 1_013_548_801, 386_725_767),
        (107, 1_224_661_524, 346_185_055),
        (166, 821_613_393, 1_882_278),
        (134, 669_018_213, 2_831_646_383),
        (62, 1_114_216_037, 1_026_253_402),
        (203, 2_803_442_983, 3_035_591_655),
        (72, 4_111_575_804, 612_165_673),
        (204, 3_693_303_947, 2_553_779_722),
    ];
    let config = MachineConfig {
        clk_freq_hz: 4_000_000,
        method_cache: OrganisationKind::OneBlock,
        object_cache: true,
        ram_width: 9,
        uart: UartKind::Timed,
        uart_baud: 400_000,
        uart_tx_depth: 2,
        uart_rx_depth: 2,
        ..small()
    };
    let difference = support::difference(&config, Build::Jop, &image(&pieces), LIMIT);
    assert_eq!(difference, None);
}

#[test]
fn a_byte_that_is_written_after_the_end_is_not_output_of_the_program() {
    let pieces = [
        (155, 1_236_759_348, 1_447_979_540),
        (116, 1_618_498_029, 622_097_673),
        (190, 513_138_377, 4_240_211_736),
        (109, 2_748_788_921, 1_776_098_130),
    ];
    let config = MachineConfig {
        clk_freq_hz: 4_000_000,
        memory: MemoryKind::Sram16,
        ram_cnt: 1,
        block_bits: 5,
        uart: UartKind::Timed,
        uart_baud: 400_000,
        ..small()
    };
    let difference = support::difference(&config, Build::Jop, &image(&pieces), LIMIT);
    assert_eq!(difference, None);
}
