//! Random operands for bytecodes that touch nothing but the stack.

use std::{iter, slice};

use cost_model::CostRow;
use fastrand::Rng;
use isa::{Bytecode, Operands, op};

use super::bench::Bench;
use super::compare::Reached;
use crate::scene::{LOCALS, MARKER, Scene};

/// Words that are pushed for a bytecode: at least as many as it takes.
const DEPTH: usize = 4;
/// Bytecodes in a scene, whose results all stay on the stack.
const TRIALS: usize = 8;
const SCENES: usize = 24;
/// Words at which something may change: signs, shifts, bits that units look at.
const CORNERS: [u32; 20] = [
    0,
    1,
    2,
    3,
    31,
    32,
    33,
    63,
    64,
    0x7f,
    0x80,
    0x7fff,
    0xffff,
    1 << 22,
    1 << 23,
    i32::MAX as u32,
    i32::MIN as u32,
    u32::MAX - 31,
    u32::MAX - 1,
    u32::MAX,
];

/// A bytecode with its operands.
#[derive(Debug)]
struct Trial {
    pushed: [u32; DEPTH],
    bytes: Vec<u8>,
}

/// Returns true if any operands do: no path leaves the stack, the stack stays in its place, and the bytecode does not end the scene.
pub(super) fn are_possible(opcode: u8, row: &CostRow) -> bool {
    let others = [
        MARKER,
        op::JOPSYS_RDINT,
        op::JOPSYS_WRINT,
        op::JOPSYS_SETSP,
        op::JOPSYS_SETVP,
    ];
    let mut paths = row.paths.iter();
    let on_stack = paths.all(|path| path.accesses.is_empty() && path.load.is_none());
    on_stack && !others.contains(&opcode) && operands(opcode, &mut Rng::with_seed(0)).is_some()
}

/// Runs a bytecode on random operands.
///
/// # Errors
/// With what differs, and the operands if those of one bytecode are enough.
pub(super) fn run(bench: &Bench<'_>, opcode: u8, reached: &mut Reached) -> Result<(), String> {
    let mut rng = Rng::with_seed(opcode.into());
    let constants = bench.program.stack_ram.get(32..62).unwrap_or_default();
    for _ in 0..SCENES {
        let word = |rng: &mut Rng| match rng.u8(0..5) {
            0 | 1 => rng.u32(..),
            2 | 3 => rng.choice(CORNERS).unwrap_or(0),
            _ => rng.choice(constants).copied().unwrap_or(0),
        };
        let locals: [u32; LOCALS as usize] = std::array::from_fn(|_| word(&mut rng));
        let trials: Vec<Trial> = iter::repeat_with(|| Trial {
            pushed: std::array::from_fn(|_| word(&mut rng)),
            bytes: [vec![opcode], operands(opcode, &mut rng).unwrap_or_default()].concat(),
        })
        .take(TRIALS)
        .collect();
        let Err(difference) = bench.compare(scene(&locals, &trials), reached) else {
            continue;
        };
        // One bytecode alone makes a better message.
        for trial in trials {
            if let Err(difference) = bench.compare(scene(&locals, slice::from_ref(&trial)), reached)
            {
                return Err(text(&trial, &difference));
            }
        }
        return Err(difference);
    }
    Ok(())
}

fn text(trial: &Trial, difference: &str) -> String {
    let words = trial.pushed.iter().rev();
    let words: Vec<String> = words.map(|word| word.cast_signed().to_string()).collect();
    let bytes = match &trial.bytes[1..] {
        [] => String::new(),
        bytes => format!(" and operand bytes {bytes:?}"),
    };
    format!(
        "with {} on the stack, the top first,{bytes} {difference}",
        words.join(", ")
    )
}

fn scene(locals: &[u32], trials: &[Trial]) -> Scene {
    let mut scene = Scene::new();
    for (local, word) in (0..).zip(locals) {
        scene.set_local(local, *word);
    }
    let mut code = Vec::new();
    for trial in trials {
        for word in trial.pushed {
            let [high, low] = scene.constant(word);
            code.extend([op::LDC_W, high, low]);
        }
        code.extend(&trial.bytes);
    }
    scene.test(&code);
    scene
}

/// Random bytes after an opcode; none if they cannot be any.
fn operands(opcode: u8, rng: &mut Rng) -> Option<Vec<u8>> {
    // Of a pair the first.
    let local = |rng: &mut Rng| rng.u8(0..LOCALS as u8 - 1);
    Some(match Bytecode::of(opcode).operands() {
        Operands::None => Vec::new(),
        Operands::SignedByte => vec![rng.u8(..)],
        Operands::SignedShort => vec![rng.u8(..), rng.u8(..)],
        Operands::Local => vec![local(rng)],
        Operands::Increment => vec![local(rng), rng.u8(..)],
        // Taken it goes over the `nop`.
        Operands::Branch => vec![0, 4, op::NOP],
        _ => return None,
    })
}
