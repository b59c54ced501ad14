//! A conventional set-associative cache of instructions, the baseline for method caches. No hardware
//! of JOP has it.
//!
//! - Placement: a line of memory in any way of the set that its address selects (line number modulo number of sets).
//! - Fragmentation: none; but a line holds bytes that are not executed.
//! - Eviction: the least recently used line of the set.
//! - Cost (our assumption; no such hardware exists): looking up the line of a fetched word is free. A missing line
//!   holds the processor until all of it has arrived through the memory that the method cache loads from: `1 + words * c`
//!   cycles, `c` being the cycles between two reads of the method cache's load engine. Nothing is hidden behind
//!   microcode, there is no prefetch, and the lookups of invoke and return cost nothing.
//!
//! Fetches are those of executed bytecodes with the operand bytes that microcode fetches, in words. A run of bytecodes
//! without a jump looks up each line that it crosses once.

use super::model::{Axes, FetchModel, LineCount, Models, Organisation, Shape, Unbuildable};
use super::pass::Fetch;

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct InstructionCache;

impl Organisation for InstructionCache {
    fn name(&self) -> &'static str {
        "icache"
    }

    fn summary(&self) -> &'static str {
        "conventional instruction cache, set-associative, LRU (stall model ours)"
    }

    fn axes(&self) -> Axes {
        Axes::Lines
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        let lines = shape.geometry.blocks();
        if shape.ways == 0 || !lines.is_multiple_of(shape.ways) {
            return Err(Unbuildable(format!(
                "{lines} lines cannot be divided into sets of {}",
                shape.ways
            )));
        }
        Ok(u32::MAX)
    }

    fn model(&self, shape: Shape) -> Models {
        Models::Fetches(Box::new(Lines::new(shape)))
    }

    fn definition(&self, shape: Shape) -> Models {
        Models::Fetches(Box::new(Sets {
            shape,
            sets: vec![Vec::new(); (shape.geometry.blocks() / shape.ways) as usize],
        }))
    }
}

/// The definition: the lines of each set, the one used last in front.
struct Sets {
    shape: Shape,
    sets: Vec<Vec<u32>>,
}

impl FetchModel for Sets {
    fn fetch(&mut self, fetch: &Fetch) -> LineCount {
        let mut lines: Vec<u32> = (fetch.word..fetch.word + fetch.words)
            .map(|word| word / self.shape.geometry.block_words())
            .collect();
        lines.dedup();
        let mut count = LineCount::default();
        for line in lines {
            let sets = self.sets.len();
            let set = &mut self.sets[line as usize % sets];
            count.accessed += 1;
            count.missed += u64::from(!set.contains(&line));
            set.retain(|&other| other != line);
            set.insert(0, line);
            set.truncate(self.shape.ways as usize);
        }
        count
    }
}

/// No line.
const NONE: u32 = u32::MAX;

/// The model: all ways in one array, those of a set side by side in order of use.
struct Lines {
    line_bits: u32,
    ways: usize,
    set_mask: u32,
    sets: u32,
    lines: Vec<u32>,
}

impl Lines {
    fn new(shape: Shape) -> Self {
        let sets = shape.geometry.blocks() / shape.ways;
        Self {
            line_bits: shape.geometry.block_words().ilog2(),
            ways: shape.ways as usize,
            set_mask: if sets.is_power_of_two() { sets - 1 } else { 0 },
            sets,
            lines: vec![NONE; shape.geometry.blocks() as usize],
        }
    }

    /// Returns true if the line was in the cache.
    #[inline(always)]
    fn access(&mut self, line: u32) -> bool {
        let set = if self.set_mask + 1 == self.sets {
            line & self.set_mask
        } else {
            line % self.sets
        };
        let first = set as usize * self.ways;
        let ways = &mut self.lines[first..first + self.ways];
        if ways[0] == line {
            return true;
        }
        let place = ways.iter().position(|&other| other == line);
        ways[..=place.unwrap_or(self.ways - 1)].rotate_right(1);
        ways[0] = line;
        place.is_some()
    }
}

impl FetchModel for Lines {
    #[inline]
    fn fetch(&mut self, fetch: &Fetch) -> LineCount {
        let first = fetch.word >> self.line_bits;
        let last = (fetch.word + fetch.words - 1) >> self.line_bits;
        let missed = (first..=last).filter(|&line| !self.access(line)).count();
        LineCount {
            accessed: u64::from(last - first + 1),
            missed: missed as u64,
        }
    }
}
