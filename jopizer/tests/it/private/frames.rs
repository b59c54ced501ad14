//! Shrunk code against the original, by an interpreter that knows nothing of webs: every load gets the value of the same store.

#[path = "../../../src/rewrite/frames/colours.rs"]
mod colours;
#[path = "../../../src/rewrite/frames/webs.rs"]
mod webs;

use std::collections::HashMap;

use proptest::prelude::*;

use crate::instructions::{Body, Handler, Instruction, Operand};
use colours::{apply, colour};
use isa::op;
use webs::{Access, Flow, MethodShape};

/// Words that random code names.
const SLOTS: u16 = 7;
const STEPS: usize = 120;

/// One instruction: kind, word, target.
type Piece = (u8, u16, usize);

fn instruction(piece: Piece, length: usize) -> Instruction<u16> {
    let (kind, slot, target) = piece;
    let access = |kind, is_store| {
        let any = Access {
            kind,
            slot,
            is_store,
        };
        any.instruction(slot, 0)
    };
    let branch = |opcode| Instruction::new(opcode, Operand::Branch(target % length), 0);
    match kind % 11 {
        0..=2 => access(0, false),
        3..=5 => access(0, true),
        6 => access(1, false),
        7 => access(1, true),
        8 | 9 => branch(op::IFEQ),
        _ => branch(op::GOTO),
    }
}

/// Code that gives every word a value and ends in a return, with a label at each instruction and one exception range.
fn body() -> impl Strategy<Value = Body<u16>> {
    let pieces = prop::collection::vec((any::<u8>(), 0..SLOTS, any::<usize>()), 2..40);
    let stores = (0..=SLOTS).map(|slot| (3, slot, 0));
    let pieces =
        pieces.prop_map(move |pieces| stores.clone().chain(pieces).collect::<Vec<Piece>>());
    (pieces, any::<[usize; 3]>(), any::<bool>()).prop_map(|(pieces, places, raises)| {
        let length = pieces.len() + 1;
        let mut instructions: Vec<_> = pieces
            .into_iter()
            .map(|piece| instruction(piece, length))
            .collect();
        instructions.push(Instruction::plain(op::RETURN, 0));
        let [a, b, handler] = places.map(|place| place % length);
        let row = Handler {
            start: a.min(b),
            end: a.max(b),
            handler,
            catch: 0,
        };
        Body {
            instructions,
            labels: (0..=length).collect(),
            handlers: if raises { vec![row] } else { Vec::new() },
            lines: Vec::new(),
            variables: Vec::new(),
        }
    })
}

fn shape() -> impl Strategy<Value = MethodShape> {
    (prop::collection::vec(any::<bool>(), 0..4), any::<bool>()).prop_map(
        |(wide, keeps_receiver)| {
            let mut slot = 0;
            let mut arguments = Vec::new();
            for is_wide in wide {
                arguments.push((slot, is_wide));
                slot += 1 + u16::from(is_wide);
            }
            MethodShape {
                keeps_receiver: keeps_receiver && arguments.first().is_some_and(|it| !it.1),
                arguments,
                argument_words: slot,
                max_locals: (SLOTS + 1).max(slot),
            }
        },
    )
}

/// The value in a word: which store of the run wrote it, and which part of it this is: 0 all, 1 and 2 the halves.
type Value = (usize, u8);

/// What the loads of a run get; `None` for what no single store wrote. Decisions are bits of `choices`.
fn run(body: &Body<u16>, shape: &MethodShape, choices: u128) -> Vec<Option<usize>> {
    let mut words: HashMap<u16, Value> = HashMap::new();
    let write = |words: &mut HashMap<u16, Value>, slot: u16, is_wide: bool, value: usize| {
        words.insert(slot, (value, u8::from(is_wide)));
        if is_wide {
            words.insert(slot + 1, (value, 2));
        }
    };
    for (number, (slot, is_wide)) in shape.arguments.iter().enumerate() {
        write(&mut words, *slot, *is_wide, number);
    }
    let mut loads = Vec::new();
    let mut place = 0;
    for step in 0..STEPS {
        let chosen = |bit: usize| choices >> ((step * 3 + bit) % 128) & 1 != 0;
        let instruction = &body.instructions[place];
        let covers =
            |row: &Handler| body.labels[row.start] <= place && place < body.labels[row.end] + 2;
        let raised = body
            .handlers
            .iter()
            .find(|row| chosen(0) && chosen(1) && covers(row));
        if let (Some(row), true) = (raised, chosen(2)) {
            place = body.labels[row.handler];
            continue;
        }
        if let Some(access) = Access::of(instruction) {
            if access.is_store {
                write(&mut words, access.slot, access.is_wide(), 1000 + step);
            } else {
                let part = u8::from(access.is_wide());
                let first = words.get(&access.slot).filter(|value| value.1 == part);
                let second = access
                    .is_wide()
                    .then(|| words.get(&(access.slot + 1)).copied());
                let whole = first.filter(|first| second.is_none_or(|it| it == Some((first.0, 2))));
                loads.push(whole.map(|value| value.0));
            }
        }
        if shape.keeps_receiver {
            // The unwinder may look at any time.
            loads.push(words.get(&0).map(|value| value.0));
        }
        place = match (raised, instruction.opcode) {
            (_, op::RETURN) => break,
            (Some(row), _) => body.labels[row.handler],
            (None, op::GOTO) => body.labels[instruction.targets()[0]],
            (None, op::IFEQ) if chosen(1) => body.labels[instruction.targets()[0]],
            _ => place + 1,
        };
    }
    loads
}

/// Original code that stores over a kept receiver has no frame to compare with.
fn spares_receiver(body: &Body<u16>, shape: &MethodShape) -> bool {
    let writes =
        |it: &Instruction<u16>| Access::of(it).is_some_and(|it| it.is_store && it.slot == 0);
    !shape.keeps_receiver || !body.instructions.iter().any(writes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn every_load_gets_the_value_that_it_got(body in body(), shape in shape(), choices: [u128; 4]) {
        prop_assume!(spares_receiver(&body, &shape));
        let mut shrunk = body.clone();
        let flow = Flow::of(&body, &shape);
        let colouring = flow.as_ref().and_then(|flow| colour(flow, &shape));
        prop_assume!(colouring.is_some());
        if let (Some(flow), Some(colouring)) = (flow, colouring) {
            prop_assert!(colouring.words <= shape.max_locals);
            apply(&mut shrunk, &flow, &colouring);
        }
        for choices in choices {
            let (before, after) = (run(&body, &shape, choices), run(&shrunk, &shape, choices));
            // Where the original reads what no store wrote, a verifier refuses it.
            let end = before.iter().position(Option::is_none).unwrap_or(before.len());
            prop_assert_eq!(&before[..end], &after[..end.min(after.len())]);
        }
    }
}

#[test]
fn a_variable_takes_the_word_of_an_argument_that_is_read_no_more() {
    let code = [
        op::ILOAD_0,
        op::ISTORE_1,
        op::ILOAD_1,
        op::ISTORE_2,
        op::ILOAD_2,
        op::IRETURN,
    ];
    let mut body: Body<u16> = Body {
        instructions: code.map(|opcode| Instruction::plain(opcode, 0)).to_vec(),
        labels: vec![0],
        handlers: Vec::new(),
        lines: Vec::new(),
        variables: Vec::new(),
    };
    let shape = MethodShape {
        arguments: vec![(0, false)],
        argument_words: 1,
        max_locals: 3,
        keeps_receiver: false,
    };
    let flow = Flow::of(&body, &shape).unwrap();
    let colouring = colour(&flow, &shape).unwrap();
    assert_eq!(colouring.words, 1);
    apply(&mut body, &flow, &colouring);
    let opcodes: Vec<u8> = body.instructions.iter().map(|it| it.opcode).collect();
    assert_eq!(
        opcodes,
        [
            op::ILOAD_0,
            op::ISTORE_0,
            op::ILOAD_0,
            op::ISTORE_0,
            op::ILOAD_0,
            op::IRETURN
        ]
    );
}
