//! Instructions that JOP does not have, expressed by those it has (spec 11 section 4), and locks for synchronized methods.

use crate::instructions::{Body, Instruction, Operand};
use isa::op;

/// Object that a synchronized method locks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lock {
    /// `this`.
    Receiver,
    /// Lock 0, which the exception unwinder releases for static methods (spec 12 section 7).
    Zero,
}

/// Expands each `iinc` into load, push, `iadd`, store.
pub(crate) fn expand_increments<R>(body: &mut Body<R>) {
    body.expand(|instruction, out| match instruction.operand {
        Operand::Increment { local, by } => out.extend(increment(local, by, instruction.origin)),
        _ => out.push(instruction),
    });
}

fn increment<R>(local: u16, by: i16, origin: u32) -> [Instruction<R>; 4] {
    [
        access_local(op::ILOAD, op::ILOAD_0, local, origin),
        push(by, origin),
        Instruction::plain(op::IADD, origin),
        access_local(op::ISTORE, op::ISTORE_0, local, origin),
    ]
}

/// The short form for locals 0 to 3, else the long one.
fn access_local<R>(long: u8, short: u8, local: u16, origin: u32) -> Instruction<R> {
    match u8::try_from(local) {
        Ok(local @ 0..=3) => Instruction::plain(short + local, origin),
        _ => Instruction::new(long, Operand::Local(local), origin),
    }
}

/// The original's choice of forms: 127 is pushed as a short (spec 11 section 4).
fn push<R>(value: i16, origin: u32) -> Instruction<R> {
    match value {
        -1..=5 => Instruction::plain((i16::from(op::ICONST_0) + value) as u8, origin),
        -128..=126 => Instruction::new(op::BIPUSH, Operand::Byte(value as u8), origin),
        _ => Instruction::new(op::SIPUSH, Operand::Short(value), origin),
    }
}

/// Puts a test for null before each `monitorenter`, whose microcode takes null for a lock of its own; `report` is what throws.
/// `Native.lock` is the same bytecode and stays without.
pub(crate) fn check_locks<R: Clone>(body: &mut Body<R>, report: &R) {
    let is_enter = |instruction: &Instruction<R>| {
        instruction.opcode == op::MONITORENTER && matches!(instruction.operand, Operand::None)
    };
    let first = body.labels.len();
    let mut label = first;
    body.expand(|instruction, out| {
        if !is_enter(&instruction) {
            return out.push(instruction);
        }
        let origin = instruction.origin;
        label += 1;
        out.extend([
            Instruction::plain(op::DUP, origin),
            Instruction::new(op::IFNONNULL, Operand::Branch(label - 1), origin),
            Instruction::new(op::INVOKESTATIC, Operand::Reference(report.clone()), origin),
            instruction,
        ]);
    });
    let places = (0..).zip(&body.instructions);
    let enters = places.filter(|(_, instruction)| is_enter(instruction));
    let enters: Vec<usize> = enters.map(|(place, _)| place).collect();
    body.labels.extend(enters);
}

/// Takes the lock at the start and gives it back before each return; branches to a return go to the unlocking.
pub(crate) fn insert_locks<R>(body: &mut Body<R>, lock: Lock) {
    let load = match lock {
        Lock::Receiver => op::ALOAD_0,
        Lock::Zero => op::ACONST_NULL,
    };
    body.expand(|instruction, out| {
        let origin = instruction.origin;
        if (op::IRETURN..=op::RETURN).contains(&instruction.opcode) {
            out.push(Instruction::plain(load, origin));
            out.push(Instruction::plain(op::MONITOREXIT, origin));
        }
        out.push(instruction);
    });
    body.prepend(vec![
        Instruction::plain(load, 0),
        Instruction::plain(op::MONITORENTER, 0),
    ]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::assemble::{Assembled, assemble};
    use crate::class_file::Code;
    use crate::instructions::Handler;

    /// Marks of the original instructions start here, to distinguish instructions put in front (mark 0).
    const FIRST_MARK: u32 = 1000;

    #[derive(Debug, Clone)]
    enum Shape {
        Nop,
        Increment(u16, i16),
        Branch(Index),
        Table(Index, i32, Vec<Index>),
        Lookup(Index, Vec<(i32, Index)>),
        Return,
    }

    fn shape() -> impl Strategy<Value = Shape> {
        let target = any::<Index>;
        prop_oneof![
            3 => Just(Shape::Nop),
            3 => (0..256_u16, any::<i16>()).prop_map(|(local, by)| Shape::Increment(local, by)),
            3 => target().prop_map(Shape::Branch),
            1 => (target(), -5..5, prop::collection::vec(target(), 1..4))
                .prop_map(|(default, low, targets)| Shape::Table(default, low, targets)),
            1 => (target(), prop::collection::vec((any::<i32>(), target()), 0..4))
                .prop_map(|(default, pairs)| Shape::Lookup(default, pairs)),
            1 => Just(Shape::Return),
        ]
    }

    fn body() -> impl Strategy<Value = Body<u16>> {
        let shapes = prop::collection::vec(shape(), 0..60);
        let handlers = prop::collection::vec(any::<[Index; 3]>(), 0..4);
        let lines = prop::collection::vec((any::<Index>(), any::<u16>()), 0..4);
        (shapes, handlers, lines).prop_map(|(mut shapes, handlers, lines)| {
            shapes.push(Shape::Return);
            let count = shapes.len();
            let label = |index: Index| index.index(count);
            let marks = FIRST_MARK..;
            let instructions = marks.zip(shapes).map(|(mark, shape)| match shape {
                Shape::Nop => Instruction::plain(op::NOP, mark),
                Shape::Increment(local, by) => {
                    Instruction::new(0x84, Operand::Increment { local, by }, mark)
                }
                Shape::Branch(target) => {
                    Instruction::new(op::IFNULL, Operand::Branch(label(target)), mark)
                }
                Shape::Table(default, low, targets) => {
                    let targets = targets.into_iter().map(label).collect();
                    let operand = Operand::Table {
                        default: label(default),
                        low,
                        targets,
                    };
                    Instruction::new(op::TABLESWITCH, operand, mark)
                }
                Shape::Lookup(default, pairs) => {
                    let pairs = pairs
                        .into_iter()
                        .map(|(key, to)| (key, label(to)))
                        .collect();
                    let operand = Operand::Lookup {
                        default: label(default),
                        pairs,
                    };
                    Instruction::new(op::LOOKUPSWITCH, operand, mark)
                }
                Shape::Return => Instruction::plain(op::RETURN, mark),
            });
            let mut lines: Vec<_> = lines
                .into_iter()
                .map(|(at, line)| (label(at), line))
                .collect();
            lines.sort_unstable();
            lines.dedup_by_key(|row| row.0);
            Body {
                instructions: instructions.collect(),
                labels: (0..=count).collect(),
                handlers: handlers
                    .into_iter()
                    .map(|[start, end, handler]| Handler {
                        start: label(start),
                        end: label(end),
                        handler: label(handler),
                        catch: 0,
                    })
                    .collect(),
                lines,
                variables: Vec::new(),
            }
        })
    }

    fn decode(assembled: &Assembled) -> Body<u16> {
        Body::decode(&Code {
            max_locals: 0,
            bytes: assembled.bytes.clone(),
            handlers: Vec::new(),
            lines: Vec::new(),
            variables: Vec::new(),
        })
        .unwrap()
    }

    /// The mark of the original instruction whose rewriting starts at `place`; 0 if none starts there.
    fn mark_of_start(rewritten: &Body<u16>, place: usize) -> u32 {
        let mark = rewritten.instructions[place].origin;
        let before = place
            .checked_sub(1)
            .map(|before| rewritten.instructions[before].origin);
        if before == Some(mark) { 0 } else { mark }
    }

    fn check(original: &Body<u16>, rewritten: &Body<u16>) {
        let assembled = assemble(rewritten, |_| 0).unwrap();
        let decoded = decode(&assembled);
        assert_eq!(decoded.instructions.len(), rewritten.instructions.len());
        let mark = |label: usize| original.instructions[label].origin;
        for (place, instruction) in decoded.instructions.iter().enumerate() {
            let from = rewritten.instructions[place].origin;
            let targets = instruction.targets();
            if !targets.is_empty() {
                let source = &original.instructions[(from - FIRST_MARK) as usize];
                let expected: Vec<u32> = source.targets().into_iter().map(mark).collect();
                let found: Vec<u32> = targets
                    .iter()
                    .map(|target| mark_of_start(rewritten, *target))
                    .collect();
                assert_eq!(found, expected, "targets of {source:?}");
            }
        }
        let at = |pc: u16| {
            let mut places = decoded.instructions.iter().enumerate();
            places
                .find(|(_, it)| it.origin == u32::from(pc))
                .map(|(place, _)| place)
                .unwrap()
        };
        for (row, (start, end, handler, _)) in original.handlers.iter().zip(&assembled.handlers) {
            for (label, pc) in [(row.start, start), (row.end, end), (row.handler, handler)] {
                assert_eq!(mark_of_start(rewritten, at(*pc)), mark(label));
            }
        }
        let pc_of = |label: usize| {
            let mut places = 0..decoded.instructions.len();
            let place = places.find(|place| mark_of_start(rewritten, *place) == mark(label));
            decoded.instructions[place.unwrap()].origin
        };
        for (label, line) in &original.lines {
            let rows = assembled.lines.iter().rev();
            let row = rows.clone().find(|(pc, _)| u32::from(*pc) <= pc_of(*label));
            assert_eq!(row.map(|row| row.1), Some(*line));
        }
    }

    proptest! {
        #[test]
        fn targets_ranges_and_lines_survive_the_expansion_of_increments(original in body()) {
            let mut rewritten = original.clone();
            expand_increments(&mut rewritten);
            prop_assert!(rewritten.instructions.iter().all(|it| it.opcode != op::IINC));
            check(&original, &rewritten);
        }

        #[test]
        fn targets_ranges_and_lines_survive_the_insertion_of_locks(original in body()) {
            let mut rewritten = original.clone();
            expand_increments(&mut rewritten);
            insert_locks(&mut rewritten, Lock::Receiver);
            check(&original, &rewritten);
        }

        #[test]
        fn every_return_gives_the_lock_back(original in body()) {
            let mut rewritten = original;
            insert_locks(&mut rewritten, Lock::Zero);
            let opcodes: Vec<u8> = rewritten.instructions.iter().map(|it| it.opcode).collect();
            prop_assert_eq!(&opcodes[..2], &[op::ACONST_NULL, op::MONITORENTER]);
            let unlock = [op::ACONST_NULL, op::MONITOREXIT];
            for (place, _) in opcodes.iter().enumerate().filter(|(_, code)| **code == op::RETURN) {
                prop_assert_eq!(&opcodes[place - 2..place], &unlock);
            }
        }

        #[test]
        fn increments_take_the_forms_of_the_original(local in 0..256_u16, by: i16) {
            let mut body: Body<u16> = Body {
                instructions: increment(local, by, 0).into(),
                labels: vec![0],
                handlers: Vec::new(),
                lines: Vec::new(),
                variables: Vec::new(),
            };
            body.instructions.push(Instruction::plain(op::RETURN, 0));
            let bytes = assemble(&body, |_| 0).unwrap().bytes;
            let access = if local < 4 { 1 } else { 2 };
            let push = match by { -1..=5 => 1, -128..=126 => 2, _ => 3 };
            prop_assert_eq!(bytes.len(), 2 * access + push + 2);
        }
    }

    #[test]
    fn a_branch_to_the_start_skips_the_locking() {
        let code = [
            Instruction::plain(op::NOP, 0),
            Instruction::new(op::GOTO, Operand::Branch(0), 1),
        ];
        let mut body: Body<u16> = Body {
            instructions: code.to_vec(),
            labels: vec![0, 1, 2],
            handlers: Vec::new(),
            lines: vec![(0, 7)],
            variables: Vec::new(),
        };
        insert_locks(&mut body, Lock::Receiver);
        let assembled = assemble(&body, |_| 0).unwrap();
        assert_eq!(assembled.bytes, [42, 194, 0, 167, 255, 255]);
        assert_eq!(assembled.lines, [(0, 7)]);
    }
}
