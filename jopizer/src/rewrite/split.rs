//! Class initialisers longer than a method may be, cut into methods that fit (`docs/image-runtime.md`).
//!
//! Tables of constants compile to straight-line code, thousands of bytes long. A cut may be made wherever no branch,
//! exception range or local variable reaches across, with at most one word on the operand stack: that
//! word (the array being filled) is passed on as argument and result.

use noak::AccessFlags;

use crate::assemble::instruction_length;
use crate::class_file::{Code, MemberId, Method};
use crate::classes::MethodKey;
use crate::error::{Limit, Note};
use crate::hashing::FxHashMap;
use crate::instructions::{Body, Instruction, Label, Operand};
use crate::program::ProgramParts;
use crate::reference::{Reference, Slot, SlotValue};
use crate::stack_effect::stack_effect;
use isa::op;

/// Bytes added to a piece at most: a load at its start, a return at its end.
const ADDED_BYTES: usize = 2;

/// A switch's padding differs with its place, by at most this.
const PADDING: usize = 3;

/// Cuts every initialiser that is too long, where that is possible.
pub(crate) fn split_initialisers(
    program: &mut ProgramParts,
    initialisers: &[MethodKey],
) -> Vec<Note> {
    let most_bytes = Limit::CodeWords.maximum() as usize * 4;
    let mut notes = Vec::new();
    for initialiser in initialisers {
        let body = &program.bodies[initialiser];
        if body
            .instructions
            .iter()
            .map(longest_encoding)
            .sum::<usize>()
            <= most_bytes
        {
            continue;
        }
        if let Some(pieces) = cut(program, body, most_bytes - ADDED_BYTES) {
            notes.push(Note::InitialiserSplit {
                class: program.classes.class_name(initialiser.class),
                pieces: pieces.len(),
            });
            replace(program, *initialiser, pieces);
        }
    }
    notes
}

/// Bytes of an instruction before pool indices are known.
fn longest_encoding(instruction: &Instruction<Reference>) -> usize {
    match (&instruction.operand, instruction.opcode) {
        (_, op::LDC) => 3,
        (Operand::Table { .. } | Operand::Lookup { .. }, _) => {
            instruction_length(instruction, 0) + PADDING
        }
        _ => instruction_length(instruction, 0),
    }
}

/// Instructions from `start` to `end`, with the words on the stack at both.
#[derive(Debug, Clone, Copy)]
struct Piece {
    start: usize,
    end: usize,
    takes: bool,
    gives: bool,
}

/// The longest pieces that fit, or `None` if some stretch cannot be cut.
fn cut(program: &ProgramParts, body: &Body<Reference>, most_bytes: usize) -> Option<Vec<Piece>> {
    let length = body.instructions.len();
    let depths = stack_depths(program, body)?;
    let crossed = crossed_places(body);
    let returns = |instruction: &Instruction<Reference>| instruction.opcode == op::RETURN;
    if body.instructions[..length - 1].iter().any(returns) {
        return None;
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut bytes = 0;
    let mut candidate = None;
    for place in 0..length {
        let allowed = place > start && !crossed[place] && matches!(depths[place], Some(0 | 1));
        candidate = if allowed { Some(place) } else { candidate };
        bytes += longest_encoding(&body.instructions[place]);
        if bytes > most_bytes {
            let end = candidate.take()?;
            pieces.push(Piece {
                start,
                end,
                takes: depths[start] == Some(1),
                gives: depths[end] == Some(1),
            });
            start = end;
            bytes = body.instructions[start..=place]
                .iter()
                .map(longest_encoding)
                .sum();
        }
    }
    pieces.push(Piece {
        start,
        end: length,
        takes: depths[start] == Some(1),
        gives: false,
    });
    Some(pieces)
}

/// Words on the stack before each instruction; `None` for unreachable ones.
fn stack_depths(program: &ProgramParts, body: &Body<Reference>) -> Option<Vec<Option<i32>>> {
    let mut depths = vec![None; body.instructions.len()];
    let handlers = body
        .handlers
        .iter()
        .map(|row| (body.labels[row.handler], 1));
    let mut work: Vec<(usize, i32)> = std::iter::once((0, 0)).chain(handlers).collect();
    while let Some((place, depth)) = work.pop() {
        if depths.get(place)?.is_some() {
            continue;
        }
        depths[place] = Some(depth);
        let instruction = &body.instructions[place];
        let after = depth + stack_effect(program, instruction)?;
        work.extend(
            instruction
                .targets()
                .into_iter()
                .map(|label| (body.labels[label], after)),
        );
        if !instruction.ends_flow() {
            work.push((place + 1, after));
        }
    }
    Some(depths)
}

/// Places that a branch, an exception range or a local variable reaches across.
fn crossed_places(body: &Body<Reference>) -> Vec<bool> {
    let mut crossed = vec![false; body.instructions.len() + 1];
    let mut cross = |from: usize, to: usize| {
        for place in &mut crossed[from.min(to) + 1..=from.max(to)] {
            *place = true;
        }
    };
    let mut locals = FxHashMap::default();
    for (place, instruction) in body.instructions.iter().enumerate() {
        for target in instruction.targets() {
            cross(place, body.labels[target]);
        }
        for local in locals_of(instruction) {
            let first = *locals.entry(local).or_insert(place);
            cross(first, place);
        }
    }
    for row in &body.handlers {
        let places = [row.start, row.end, row.handler].map(|label| body.labels[label]);
        let first = places.iter().min().copied().unwrap_or_default();
        let last = places.iter().max().copied().unwrap_or_default();
        cross(first, last.min(body.instructions.len() - 1));
    }
    crossed
}

/// The local variables an instruction touches; long and double take two.
fn locals_of(instruction: &Instruction<Reference>) -> Vec<u16> {
    let local = match (&instruction.operand, instruction.opcode) {
        (Operand::Local(local) | Operand::Increment { local, .. }, _) => *local,
        (Operand::None, code @ op::ILOAD_0..0x2e) => u16::from(code - op::ILOAD_0) % 4,
        (Operand::None, code @ op::ISTORE_0..0x4f) => u16::from(code - op::ISTORE_0) % 4,
        _ => return Vec::new(),
    };
    vec![local, local.saturating_add(1)]
}

/// Makes a method of each piece, and the initialiser a list of calls.
fn replace(program: &mut ProgramParts, initialiser: MethodKey, pieces: Vec<Piece>) {
    let Some(body) = program.bodies.remove(&initialiser) else {
        return;
    };
    let class = initialiser.class;
    let max_locals = program
        .classes
        .method(initialiser)
        .code
        .as_ref()
        .map_or(0, |code| code.max_locals);
    let mut calls = Vec::new();
    for (number, piece) in (1..).zip(pieces) {
        let argument = if piece.takes {
            "Ljava/lang/Object;"
        } else {
            ""
        };
        let result = if piece.gives {
            "Ljava/lang/Object;"
        } else {
            "V"
        };
        let method = Method {
            access: AccessFlags::PRIVATE | AccessFlags::STATIC | AccessFlags::SYNTHETIC,
            id: MemberId::new(
                &format!("<clinit>${number}"),
                &format!("({argument}){result}"),
            ),
            code: Some(Code {
                max_locals: max_locals.max(1),
                bytes: Vec::new(),
                handlers: Vec::new(),
                lines: Vec::new(),
                variables: Vec::new(),
            }),
            made_for: None,
            loop_bounds: Vec::new(),
        };
        let key = program.classes.add_method(class, method);
        program.bodies.insert(key, piece_body(&body, piece));
        let slot = Slot {
            index: 0,
            value: SlotValue::Direct(key),
        };
        let call = Operand::Reference(Reference::Slot(slot));
        calls.push(Instruction::new(op::INVOKESTATIC, call, 0));
    }
    calls.push(Instruction::plain(op::RETURN, 0));
    let labels = vec![0];
    let lines = body
        .lines
        .first()
        .map(|(_, line)| (0, *line))
        .into_iter()
        .collect();
    program.bodies.insert(
        initialiser,
        Body {
            instructions: calls,
            labels,
            handlers: Vec::new(),
            lines,
            variables: Vec::new(),
        },
    );
}

fn piece_body(whole: &Body<Reference>, piece: Piece) -> Body<Reference> {
    let inside = |label: Label| (piece.start..piece.end).contains(&whole.labels[label]);
    let place = |label: usize| label.clamp(piece.start, piece.end) - piece.start;
    let mut body = Body {
        instructions: whole.instructions[piece.start..piece.end].to_vec(),
        labels: whole.labels.iter().map(|label| place(*label)).collect(),
        handlers: whole
            .handlers
            .iter()
            .filter(|row| inside(row.start))
            .copied()
            .collect(),
        // Rows before the piece come together at its start, where the last of them counts.
        lines: whole
            .lines
            .iter()
            .filter(|(label, _)| whole.labels[*label] < piece.end)
            .copied()
            .collect(),
        variables: Vec::new(),
    };
    let earlier = body
        .lines
        .iter()
        .rposition(|(label, _)| whole.labels[*label] <= piece.start);
    body.lines.drain(..earlier.unwrap_or_default());
    if piece.takes {
        body.prepend(vec![Instruction::plain(op::ALOAD_0, 0)]);
    }
    if piece.gives {
        body.instructions.push(Instruction::plain(op::ARETURN, 0));
    } else if piece.end < whole.instructions.len() {
        body.instructions.push(Instruction::plain(op::RETURN, 0));
    }
    body
}
