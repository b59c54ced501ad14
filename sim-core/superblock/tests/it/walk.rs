//! Every kind of microinstruction after every other one, with what may lie between and behind the two, on every kind of machine.

use std::collections::HashSet;

use sim_core::decode::{RamAddress, decode};
use superblock_kit::Start;
use tests::draw::Draw;

use crate::microprograms::{CHOICES, NOP, NXT, OPD, WAIT, case, compare, epilogue, machines};

/// One word of each kind: the controls differ in more than a direct address or a displacement.
fn kinds() -> Vec<u16> {
    let mut known = HashSet::new();
    let is_new = |word: &u16| {
        let mut control = decode(*word);
        control.displacement = 0;
        for RamAddress { direct, .. } in [&mut control.read, &mut control.write] {
            *direct = (*direct).min(1);
        }
        control.operand_format *= u8::from(control.a == sim_core::decode::ASource::Operand);
        control.external *= u8::from(control.a == sim_core::decode::ASource::External);
        known.insert(format!("{control:?}"))
    };
    (0..0x400).filter(is_new).collect()
}

/// What lies between two words.
const BETWEEN: [&[u16]; 8] = [
    &[],
    &[NOP],
    &[WAIT, WAIT],
    &[WAIT],
    &[NOP, NOP],
    &[OPD | NOP],
    &[0xF8],
    &[WAIT, WAIT, NOP],
];

/// What follows the second word; `None` is the end at that word.
const BEHIND: [Option<&[u16]>; 8] = [
    Some(&[WAIT, WAIT]),
    Some(&[NOP, NOP, NOP, NOP, WAIT, WAIT, 0xE0]),
    None,
    Some(&[]),
    Some(&[0xE0, 0xE1, 0xE2, WAIT, WAIT]),
    Some(&[OPD | NOP, OPD | 0xF7, 0xEC, WAIT, WAIT]),
    Some(&[0x46, WAIT, WAIT, 0xE0]),
    Some(&[0x18, WAIT, WAIT, 0x102, NOP]),
];

/// A microprogram of the words; branches in it go to its epilogue.
fn microprogram(words: &[u16], choice: usize) -> Vec<u16> {
    let mut all = words.to_vec();
    let end = all.len();
    for (at, word) in all.iter_mut().enumerate() {
        let displacement = (end - at - 1) as u16;
        match *word & 0x3FF {
            0x180..0x200 => *word = *word & !0x3F | displacement,
            0x200..0x400 => *word = *word & !0x1FF | displacement,
            _ => {}
        }
    }
    all.extend(epilogue(choice));
    all
}

/// All pairs with one choice of what lies between and behind, in turn on the machines; gives the cycles of superblocks.
fn pairs(between: usize, behind: usize, turn: usize) -> u64 {
    let kinds = kinds();
    let machines = machines();
    let mut microprograms = Vec::new();
    for first in &kinds {
        for second in &kinds {
            let mut words = vec![*first];
            words.extend(BETWEEN[between]);
            match BEHIND[behind] {
                Some(more) => words.extend([&[*second], more].concat()),
                None => words.push(*second | NXT),
            }
            microprograms.push(microprogram(&words, microprograms.len() + turn));
        }
    }
    let mut block_cycles = 0;
    for (n, some) in microprograms.chunks(85).enumerate() {
        let config = &machines[(n + between + behind + turn) % machines.len()];
        let origin = format!("words {n} of {between} between and {behind} behind, turn {turn}");
        let starts: Vec<Start> = (0..some.len() as u64)
            .step_by(5)
            .map(|bytecode| Start {
                bytecode: Some(bytecode),
                cycles: 220,
                cuts: Some(bytecode),
                apart: [9, 60, 400][bytecode as usize % 3],
                quiet: bytecode % 2 == 0,
                ..Start::default()
            })
            .collect();
        let compared = compare(&case(&origin, config, some), &starts);
        block_cycles += compared.unwrap_or_else(|report| panic!("{report}"));
    }
    block_cycles
}

#[test]
fn every_kind_of_word_after_every_other_one_takes_the_same_states() {
    assert!((60..120).contains(&kinds().len()), "{}", kinds().len());
    let mut choices = Vec::new();
    for number in Draw::of_environment(1, 4).numbers() {
        let turn = number as usize % (machines().len() * CHOICES);
        for between in 0..BETWEEN.len() {
            for behind in 0..BEHIND.len() {
                if parts::all() || (between + behind) % 4 == 0 {
                    choices.push((between, behind, turn));
                }
            }
        }
    }
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let block_cycles: u64 = std::thread::scope(|scope| {
        let walks: Vec<_> = choices
            .chunks(choices.len().div_ceil(workers))
            .map(|some| scope.spawn(|| some.iter().map(|it| pairs(it.0, it.1, it.2)).sum::<u64>()))
            .collect();
        walks
            .into_iter()
            .map(|walk| walk.join().expect("a walk"))
            .sum()
    });
    assert!(block_cycles > 1_000_000, "{block_cycles}");
}
