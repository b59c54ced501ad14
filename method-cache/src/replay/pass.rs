//! One walk over a trace: what comes in, and what is counted.

use super::model::{CallKind, FetchModel, LineCount, Model, Shape};
use super::stays::{Stays, Usage};

/// Consecutive words of bytecode that are executed without a jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetch {
    /// Word address in main memory of the first one.
    pub word: u32,
    /// Number of words, at least 1.
    pub words: u32,
    /// Call that reached their method.
    pub kind: CallKind,
}

/// A stretch of a trace.
#[derive(Debug, Clone, Copy)]
pub struct Chunk<'a> {
    /// The stays by their numbers in `table`.
    pub stays: &'a [u32],
    /// The fetches of the same stretch; empty where the trace has none.
    pub fetches: &'a [Fetch],
    /// Every form of stay up to the end of the stretch.
    pub table: &'a Stays,
}

/// Results of one cache on a trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Misses of each form of lookup, see [`Stays::lookups`].
    pub misses: Vec<u64>,
    /// Bytes that were executed between their load and the next load of their method; for an instruction cache not
    /// counted.
    pub bytes_used: u64,
    /// Instruction cache: lines looked for and missed after an invoke.
    pub lines_after_invoke: LineCount,
    /// Instruction cache: lines looked for and missed after a return.
    pub lines_after_return: LineCount,
    /// Instruction cache: words loaded.
    pub line_words_loaded: u64,
}

/// Replays one or more shapes while a trace goes by.
pub trait Pass: Send {
    /// The next stretch.
    fn feed(&mut self, chunk: &Chunk<'_>);

    /// Results of each shape, with its place among the requested shapes.
    fn tallies(&self) -> Vec<(usize, Tally)>;
}

/// Counts of one whole-method cache, while they grow.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    misses: Vec<u64>,
    usage: Usage,
}

impl Counts {
    pub(super) fn grow(&mut self, table: &Stays) {
        self.misses.resize(table.lookups().len(), 0);
        self.usage.grow(table);
    }

    #[inline(always)]
    pub(super) fn enter(&mut self, table: &Stays, number: u32, hit: bool) {
        if !hit {
            self.misses[table.stays()[number as usize].lookup as usize] += 1;
        }
        self.usage.enter(table, number, hit);
    }

    pub(super) fn tally(&self) -> Tally {
        Tally {
            misses: self.misses.clone(),
            bytes_used: self.usage.total(),
            ..Tally::default()
        }
    }
}

/// One shape of a whole-method organisation.
pub struct Alone<M: ?Sized + Model> {
    number: usize,
    counts: Counts,
    model: Box<M>,
}

impl<M: ?Sized + Model> Alone<M> {
    /// A pass for the shape with this place in the list.
    #[must_use]
    pub fn new(number: usize, model: Box<M>) -> Self {
        Self {
            number,
            counts: Counts::default(),
            model,
        }
    }
}

impl<M: ?Sized + Model> Pass for Alone<M> {
    fn feed(&mut self, chunk: &Chunk<'_>) {
        self.counts.grow(chunk.table);
        let stays = chunk.table.stays();
        for &number in chunk.stays {
            let hit = self.model.lookup(&stays[number as usize].call);
            self.counts.enter(chunk.table, number, hit);
        }
    }

    fn tallies(&self) -> Vec<(usize, Tally)> {
        vec![(self.number, self.counts.tally())]
    }
}

/// A pass for each shape, with the model that `make` gives for it.
pub fn one_by_one<M: Model + 'static>(
    shapes: &[Shape],
    make: impl Fn(Shape) -> M,
) -> Vec<Box<dyn Pass>> {
    let alone = |(number, shape): (usize, &Shape)| -> Box<dyn Pass> {
        Box::new(Alone::new(number, Box::new(make(*shape))))
    };
    shapes.iter().enumerate().map(alone).collect()
}

/// One shape of an instruction cache.
pub struct AloneFetching {
    number: usize,
    line_words: u64,
    tally: Tally,
    model: Box<dyn FetchModel>,
}

impl AloneFetching {
    /// A pass for the shape with this place in the list.
    #[must_use]
    pub fn new(number: usize, shape: Shape, model: Box<dyn FetchModel>) -> Self {
        Self {
            number,
            line_words: shape.geometry.block_words().into(),
            tally: Tally::default(),
            model,
        }
    }
}

impl Pass for AloneFetching {
    fn feed(&mut self, chunk: &Chunk<'_>) {
        for fetch in chunk.fetches {
            let lines = self.model.fetch(fetch);
            self.tally.line_words_loaded += lines.missed * self.line_words;
            let count = match fetch.kind {
                CallKind::Invoke => &mut self.tally.lines_after_invoke,
                CallKind::Return => &mut self.tally.lines_after_return,
            };
            count.accessed += lines.accessed;
            count.missed += lines.missed;
        }
        self.tally.misses.resize(chunk.table.lookups().len(), 0);
    }

    fn tallies(&self) -> Vec<(usize, Tally)> {
        vec![(self.number, self.tally.clone())]
    }
}
