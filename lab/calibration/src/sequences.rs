//! Benchmarks of bytecodes one after the other: pairs and basic blocks, each one atom.
//!
//! A table adds up what its bytecodes cost one by one. Whether that is right, these tell: a pair costs what its two bytecodes
//! cost, unless one delays the other.

use crate::board::{Benchmark, Board};
use crate::patterns::{REPETITIONS, Simple, benchmark, simple};

/// Bytecodes of a block.
const BLOCK: usize = 12;
/// Blocks.
const BLOCKS: usize = 64;
/// Words that a block may take, so that eight of them find room on the stack.
const MOST_NEEDED: usize = 8;
/// Multiplier and increment of the generator of blocks (Knuth's MMIX).
const STEP: (u64, u64) = (6_364_136_223_846_793_005, 1_442_695_040_888_963_407);

/// Every ordered pair of the bytecodes that represent their kind.
pub(crate) fn pairs() -> Vec<Benchmark> {
    let board = Board::new();
    let kinds = simple();
    let mut all = Vec::new();
    for first in &kinds {
        for second in &kinds {
            let name = format!("{}+{}", first.name(), second.name());
            let row = Row::of(vec![*first, *second]);
            all.extend(REPETITIONS.map(|times| row.benchmark(&board, &name, times)));
        }
    }
    all
}

/// Blocks of bytecodes drawn at random, always the same.
pub(crate) fn blocks() -> Vec<Benchmark> {
    let board = Board::new();
    let kinds = simple();
    let mut state = 1_u64;
    let mut draw = || {
        state = state.wrapping_mul(STEP.0).wrapping_add(STEP.1);
        kinds[(state >> 33) as usize % kinds.len()]
    };
    let mut all = Vec::new();
    while all.len() < BLOCKS * REPETITIONS.len() {
        let row = Row::of((0..BLOCK).map(|_| draw()).collect());
        if row.needed > MOST_NEEDED {
            continue;
        }
        let name = format!("block-{}", all.len() / REPETITIONS.len());
        all.extend(REPETITIONS.map(|times| row.benchmark(&board, &name, times)));
    }
    all
}

/// Bytecodes one after the other, and what the stack has to hold.
struct Row {
    bytecodes: Vec<Simple>,
    /// Words that they take from what was there before.
    needed: usize,
    /// Words that they leave in place of those.
    left: usize,
}

impl Row {
    fn of(bytecodes: Vec<Simple>) -> Self {
        let (mut needed, mut left) = (0, 0);
        for bytecode in &bytecodes {
            needed += bytecode.taken.saturating_sub(left);
            left = left.saturating_sub(bytecode.taken) + bytecode.left;
        }
        Self {
            bytecodes,
            needed,
            left,
        }
    }

    fn benchmark(&self, board: &Board, name: &str, times: usize) -> Benchmark {
        let bytecodes = self.bytecodes.iter();
        let code: Vec<u8> = bytecodes.flat_map(|bytecode| bytecode.code()).collect();
        let pattern = Simple::pattern(name, self.needed, &code, self.left);
        Benchmark {
            sequence: self
                .bytecodes
                .iter()
                .map(|bytecode| bytecode.opcode)
                .collect(),
            ..benchmark(board.clone(), &pattern, times)
        }
    }
}
