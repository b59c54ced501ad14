//! Branches, forward and backward.

use isa::op;

use bytecode_timing::scene::{MARKER, Scene};

use super::stage::{assert_frame, every_machine, run, with_operands};
use super::values::corner_words;

/// Opcode, words taken, whether it branches.
type Definition = (u8, usize, fn(&[i32]) -> bool);

const DEFINITIONS: [Definition; 17] = [
    (op::IFEQ, 1, |v| v[0] == 0),
    (op::IFNE, 1, |v| v[0] != 0),
    (op::IFLT, 1, |v| v[0] < 0),
    (op::IFGE, 1, |v| v[0] >= 0),
    (op::IFGT, 1, |v| v[0] > 0),
    (op::IFLE, 1, |v| v[0] <= 0),
    (op::IF_ICMPEQ, 2, |v| v[0] == v[1]),
    (op::IF_ICMPNE, 2, |v| v[0] != v[1]),
    (op::IF_ICMPLT, 2, |v| v[0] < v[1]),
    (op::IF_ICMPGE, 2, |v| v[0] >= v[1]),
    (op::IF_ICMPGT, 2, |v| v[0] > v[1]),
    (op::IF_ICMPLE, 2, |v| v[0] <= v[1]),
    (op::IF_ACMPEQ, 2, |v| v[0] == v[1]),
    (op::IF_ACMPNE, 2, |v| v[0] != v[1]),
    (op::IFNULL, 1, |v| v[0] == 0),
    (op::IFNONNULL, 1, |v| v[0] != 0),
    (op::GOTO, 0, |_| true),
];

/// Leaves 1 on the stack where the branch falls through, and 2 where it goes.
fn with_branch(operands: &[u32], opcode: u8, distance: i16) -> Scene {
    let mut scene = with_operands(operands);
    let filler = vec![op::NOP; usize::from(distance.unsigned_abs())];
    let [high, low] = distance.to_be_bytes();
    let branch = [MARKER, opcode, high, low];
    let mut end = vec![op::NOP; 6];
    end.extend([MARKER, op::GOTO, 0, 0]);
    let taken = [&[op::ICONST_2], &end[..]].concat();
    let not_taken = [&[op::ICONST_1], &end[..]].concat();
    if distance > 0 {
        // branch, fall through and its end, filler up to the target
        let between = usize::from(distance.unsigned_abs()) - 3 - not_taken.len();
        scene.run_before(&branch).run_before(&not_taken);
        scene.run_before(&filler[..between]).run_before(&taken);
    } else {
        // over the target to the branch, which goes back to it
        let between = usize::from(distance.unsigned_abs()) - taken.len() - 1;
        let over = u16::try_from(3 + taken.len() + between).unwrap_or(u16::MAX);
        let [high, low] = over.to_be_bytes();
        scene.run_before(&[op::GOTO, high, low]).run_before(&taken);
        scene
            .run_before(&filler[..between])
            .run_before(&branch)
            .run_before(&not_taken);
    }
    scene
}

#[test]
fn every_condition_holds_as_the_language_wants_it_and_goes_where_the_offset_says() {
    for (opcode, takes, branches) in DEFINITIONS {
        for operands in corner_words(takes) {
            let signed: Vec<i32> = operands.iter().map(|word| *word as i32).collect();
            let expected = if branches(&signed) { 2 } else { 1 };
            for distance in [14, -12, 300, -300] {
                let scene = with_branch(&operands, opcode, distance);
                let context = format!("opcode {opcode} on {operands:x?} by {distance}");
                for (build, ram_cnt) in every_machine().skip(2).take(1) {
                    let outcome = run(&scene, build, ram_cnt);
                    assert_eq!(outcome.operands().last(), Some(&expected), "{context}");
                    assert_eq!(outcome.operands().len(), 4, "{context}");
                    assert_frame(&outcome, &context);
                }
            }
        }
    }
}
