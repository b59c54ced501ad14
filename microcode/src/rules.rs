//! Programming rules of the hardware that break without an error (spec 02 sections 4 and 5, spec 10 section 4).
//!
//! Each rule looks at neighbours in straight code and warns only where the code cannot work as written. Code that
//! relies on a latency stays silent: a store directly before a branch may uncover a duplicate, so only instructions that
//! bring a new value count; a `wait` in a delay slot or at a branch target may have its partner elsewhere.

use std::collections::BTreeSet;

use crate::diagnostics::{Diagnostic, Warning};
use crate::isa::{Instruction, Op, StackEffect, Word};
use crate::source::Span;
use crate::warnings::WarningKind;

/// Looks at all words of a program; `spans` are the places of their instructions.
pub(crate) fn check(rom: &[u16], spans: &[Span]) -> Vec<Warning> {
    let words: Vec<_> = rom
        .iter()
        .zip(spans)
        .map(|(word, _)| Word::decode(*word))
        .collect();
    let targets = targets(&words);
    let first = first_words(&words);
    let at = |place: usize| {
        [
            lone_wait(&words, place, &targets),
            stale_value(&words, place),
        ]
    };
    let others =
        (0..words.len()).flat_map(|place| at(place).map(|kind| kind.map(|kind| (place, kind))));
    let found = first.into_iter().chain(others.flatten());
    found
        .map(|(place, kind)| Diagnostic::at(spans[place], kind))
        .collect()
}

fn targets(words: &[Word]) -> BTreeSet<i32> {
    let branches = (0..).zip(words);
    branches
        .filter_map(|(address, word)| word.instruction.target(address))
        .collect()
}

fn op(words: &[Word], place: Option<usize>) -> Option<Op> {
    words.get(place?)?.instruction.op()
}

/// Word 0 is never executed, and word 1 several times (spec 02, corner case 13).
fn first_words(words: &[Word]) -> Option<(usize, WarningKind)> {
    let nop = Word {
        nxt: false,
        opd: false,
        instruction: Instruction::Defined(Op::Nop, 0),
    };
    let place = words.iter().take(2).position(|word| *word != nop)?;
    Some((place, WarningKind::FirstWords))
}

/// The word after a held `wait` is executed in every held cycle, so it must be a `wait`, or a `nop`.
fn lone_wait(words: &[Word], place: usize, targets: &BTreeSet<i32>) -> Option<WarningKind> {
    let before = op(words, place.checked_sub(1));
    let behind = op(words, Some(place + 1))?;
    let is_wait = |op| op == Some(Op::Wait);
    let lone = is_wait(op(words, Some(place)))
        && !is_wait(before)
        && !matches!(behind, Op::Wait | Op::Nop);
    let elsewhere = in_delay_slot(words, place) || targets.contains(&(place as i32));
    (lone && !elsewhere).then_some(WarningKind::LoneWait(behind))
}

/// `bz`, `bnz`, `stsp` and `jbr` see the registers before the instruction directly in front of them has changed them.
fn stale_value(words: &[Word], place: usize) -> Option<WarningKind> {
    let before_place = place.checked_sub(1)?;
    let before = words[before_place];
    let producer = before.instruction.op().filter(|op| brings_new_value(*op))?;
    if before.nxt || is_behind_jump(words, place) {
        return None;
    }
    match op(words, Some(place))? {
        branch @ (Op::BranchIfZero | Op::BranchIfNotZero) => {
            Some(WarningKind::StaleBranch { branch, producer })
        }
        Op::StoreSp => Some(WarningKind::StaleStackPointer(producer)),
        Op::JavaBranch if producer == Op::Add => Some(WarningKind::JavaBranchAfterAdd),
        Op::JavaBranch => Some(WarningKind::StaleJavaBranch(producer)),
        _ => None,
    }
}

/// Returns true if an instruction leaves a value in A that was in neither register before.
fn brings_new_value(op: Op) -> bool {
    use Op::{Add, And, Or, ShiftLeft, ShiftRight, ShiftRightLogical, Sub, Xor};
    let computes = matches!(
        op,
        Add | And | Or | ShiftLeft | ShiftRight | ShiftRightLogical | Sub | Xor
    );
    computes || (op.row().stack == StackEffect::Push && op != Op::Dup)
}

fn in_delay_slot(words: &[Word], place: usize) -> bool {
    let branches =
        |distance| op(words, place.checked_sub(distance)).is_some_and(Op::has_delay_slots);
    branches(1) || branches(2)
}

/// Returns true if the previous word is the second delay slot of a jump, so that this one is only reached from elsewhere.
fn is_behind_jump(words: &[Word], place: usize) -> bool {
    op(words, place.checked_sub(3)) == Some(Op::Jump)
}
