//! Microcode of others, and what the fast engine may stand for.

use bytecode_timing::{NotStandard, Standard, standard};
use isa::{Bytecode, MachineConfig, op};
use microcode::isa::{Instruction, Op, Word};
use microcode::{Build, Entry, Program, ROM_WORDS, jvm};

const BUILDS: [Build; 2] = [Build::Jop, Build::Strict];
const NOP: u16 = 0x100;

fn wrapped(address: i32) -> u16 {
    address.rem_euclid(ROM_WORDS as i32) as u16
}

/// The microcode with a `nop` more in front of the words at `address`; who comes there comes to it first if `to_nop`.
fn with_nop(program: &Program, address: u16, to_nop: impl Fn(Entry) -> bool) -> Option<Program> {
    let mut slower = program.clone();
    let later = |it: u16| if it >= address { it + 1 } else { it };
    slower.rom.insert(usize::from(address), NOP);
    slower.rom.truncate(ROM_WORDS);
    for (from, word) in (0..).zip(&program.rom[..ROM_WORDS - 1]) {
        let word = Word::decode(*word);
        let Some(target) = word.instruction.target(from) else {
            continue;
        };
        let displacement = i32::from(later(wrapped(target))) - i32::from(later(from)) - 1;
        let instruction = Instruction::with_operand(word.instruction.op()?, displacement)?;
        slower.rom[usize::from(later(from))] = Word {
            instruction,
            ..word
        }
        .encode();
    }
    let entry = |entry: Entry, it: u16| {
        if it == address && to_nop(entry) {
            it
        } else {
            later(it)
        }
    };
    let table = &mut slower.jump_table;
    for (opcode, it) in (0..=u8::MAX).zip(&mut table.bytecodes) {
        *it = entry(Entry::Bytecode(opcode), *it);
    }
    table.interrupt = entry(Entry::Interrupt, table.interrupt);
    table.exception = entry(Entry::Exception, table.exception);
    Some(slower)
}

/// The microcode with another word at the start of a bytecode.
fn with_first_word(program: &Program, opcode: u8, change: impl Fn(Word) -> Word) -> Program {
    let mut other = program.clone();
    let entry = usize::from(program.jump_table.entry(opcode));
    other.rom[entry] = change(Word::decode(program.rom[entry])).encode();
    other
}

fn subtracting(build: Build) -> Program {
    with_first_word(&jvm(build), op::IADD, |word| Word {
        instruction: Instruction::Defined(Op::Sub, 0),
        ..word
    })
}

/// Accepts each of these bytecodes of a build with a `nop` in front; gives how many had room for one.
fn accept_slower(build: Build, bytecodes: &[u8]) -> usize {
    let ours = jvm(build);
    let slower = bytecodes.iter().filter_map(|opcode| {
        let own = |entry| entry == Entry::Bytecode(*opcode);
        let start = ours.jump_table.entry(*opcode);
        // The call of a Java method begins with the number of the bytecode, which is there in the first cycle only.
        let first = Word::decode(ours.word(start)).instruction.op();
        let slower = with_nop(&ours, start, own).filter(|_| first != Some(Op::LoadOperand8u))?;
        Some((*opcode, slower))
    });
    slower
        .map(|(opcode, slower)| {
            let accepted = |used: &[u8]| {
                let found = standard(&MachineConfig::default(), &slower, used);
                let found = found.unwrap_or_else(|error| panic!("{opcode}: {error}"));
                assert_eq!(found.build, build, "{opcode}");
                found.unknown
            };
            // Bytecodes whose ways go through the same word are slower, too.
            let others = accepted(&[opcode]);
            let rest = accepted(&[&[opcode], &others[..]].concat());
            assert!(rest.is_empty(), "{opcode}: {rest:?}");
        })
        .count()
}

#[test]
fn every_bytecode_may_take_a_cycle_more() {
    // No image has the bytecodes that stand for the entries of interrupts and exceptions.
    let all = Bytecode::ALL.iter().filter(|bytecode| !bytecode.is_entry());
    let all: Vec<u8> = all.map(|bytecode| bytecode.code()).collect();
    let some: Vec<u8> = all.iter().copied().step_by(step(1)).collect();
    let accepted = accept_slower(Build::Jop, &some);
    assert!(2 * accepted > some.len(), "{accepted} of {}", some.len());
}

#[test]
fn every_bytecode_with_more_checks_may_take_a_cycle_more() {
    let differences = microcode::differences(&jvm(Build::Strict), Build::Jop);
    let strict = differences.iter().filter_map(|other| match other.entry {
        Entry::Bytecode(opcode) if !Bytecode::of(opcode).is_entry() => Some(opcode),
        _ => None,
    });
    let strict: Vec<u8> = strict.step_by(step(1)).collect();
    let accepted = accept_slower(Build::Strict, &strict);
    assert!(accepted > 10 / step(1), "{accepted}");
}

#[test]
fn the_entries_of_interrupts_and_exceptions_may_take_a_cycle_more() {
    let ours = jvm(Build::Strict);
    for (entry, address) in [
        (Entry::Interrupt, ours.jump_table.interrupt),
        (Entry::Exception, ours.jump_table.exception),
    ] {
        let slower = with_nop(&ours, address, |it| it == entry).expect("branches reach");
        let found = standard(&MachineConfig::default(), &slower, &[]);
        let build = found.map(|standard| standard.build);
        assert_eq!(build.map_err(|error| error.to_string()), Ok(Build::Strict));
    }
}

#[test]
fn a_bytecode_that_does_something_else_is_named_with_operands_that_show_it() {
    for build in BUILDS {
        let error = standard(&MachineConfig::default(), &subtracting(build), &[op::IADD]);
        let error = error.expect_err("it subtracts").to_string();
        let head = "iadd is not that of our microcode: word ";
        assert!(error.starts_with(head), "{error}");
        assert!(
            error.contains("`sub nxt`, where ours has `add nxt`; with "),
            "{error}"
        );
        assert!(
            error.contains(" on the stack, the top first, the top of stack is "),
            "{error}"
        );
    }
}

#[test]
fn a_bytecode_that_the_program_does_not_use_is_left_out() {
    let found = standard(
        &MachineConfig::default(),
        &subtracting(Build::Jop),
        &[op::ISUB],
    );
    let expected = Standard {
        build: Build::Jop,
        unknown: vec![op::IADD],
    };
    assert_eq!(found.map_err(|error| error.to_string()), Ok(expected));
}

#[test]
fn what_cannot_be_derived_is_told() {
    let never = with_first_word(&jvm(Build::Jop), op::IADD, |word| Word {
        instruction: Instruction::Defined(Op::Jump, 0),
        ..word
    });
    let error = standard(&MachineConfig::default(), &never, &[op::IADD]);
    let error = error.expect_err("a branch with nxt").to_string();
    assert!(error.contains("; its cycles cannot be derived"), "{error}");
}

/// Every seventh bytecode is looked at, if it is a line of words.
const SAMPLE: usize = 7;

/// The step through bytecodes: every eighth of those of the long part in the short one.
fn step(of_all: usize) -> usize {
    if parts::all() { of_all } else { 8 * of_all }
}

/// Each word that does something becomes one that does nothing.
#[test]
fn no_word_can_be_left_out() {
    let ours = jvm(Build::Jop);
    let mut refused = 0;
    let mut accepted = Vec::new();
    for bytecode in Bytecode::ALL.iter().step_by(step(SAMPLE)) {
        let opcode = bytecode.code();
        for address in ours.jump_table.entry(opcode).. {
            let word = Word::decode(ours.word(address));
            let op = word.instruction.op();
            if op.is_none_or(|op| op.has_delay_slots()) {
                break;
            }
            if !matches!(op, Some(Op::Nop | Op::Wait)) {
                let mut other = ours.clone();
                let flags = ours.word(address) & !microcode::isa::CODE_MASK;
                other.rom[usize::from(address)] = flags | NOP;
                match standard(&MachineConfig::default(), &other, &[opcode]) {
                    Err(NotStandard::Entry { .. }) => refused += 1,
                    _ => accepted.push(format!("{bytecode:?}, word {address}")),
                }
            }
            if word.nxt {
                break;
            }
        }
    }
    assert!(accepted.is_empty(), "{accepted:?}");
    assert!(refused > 50 / step(1), "{refused}");
}
