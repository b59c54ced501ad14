//! Caches that hold the methods used last, as many as fit: one walk for every capacity.
//!
//! Such a cache always holds the top of the list of methods ordered by their last use: a method leaves when the sum
//! of the sizes above it and its own exceeds the capacity, and that sum only grows until the method is used again. So a
//! lookup hits exactly in those capacities that reach its sum, and a larger cache never misses where a smaller one
//! hits (inclusion).

use super::model::Call;
use super::pass::{Chunk, Counts, Pass, Tally};

/// One capacity.
struct Capacity {
    capacity: u32,
    number: usize,
    counts: Counts,
}

/// A list of methods by last use, and what each capacity holds of it.
pub(super) struct RecencyPass<S> {
    size_of: S,
    /// Method and size, the one used last at the end.
    methods: Vec<(u32, u32)>,
    /// From small to large.
    capacities: Vec<Capacity>,
}

impl<S: Fn(&Call) -> u32 + Send> RecencyPass<S> {
    /// For capacities with their places among the shapes; `size_of` returns the size of a method.
    pub(super) fn new(size_of: S, capacities: impl IntoIterator<Item = (u32, usize)>) -> Self {
        let mut capacities: Vec<_> = capacities
            .into_iter()
            .map(|(capacity, number)| Capacity {
                capacity,
                number,
                counts: Counts::default(),
            })
            .collect();
        capacities.sort_by_key(|capacity| capacity.capacity);
        Self {
            size_of,
            methods: Vec::new(),
            capacities,
        }
    }

    /// Size of everything that is used since the method's last use, the method included; none if that is more than
    /// the largest capacity. Puts the method on top.
    #[inline(always)]
    fn use_method(&mut self, call: &Call, largest: u32) -> Option<u32> {
        let mut sum = 0;
        for place in (0..self.methods.len()).rev() {
            let (method, size) = self.methods[place];
            sum += size;
            if sum > largest {
                // Neither this one nor any below it is in any of the caches.
                self.methods.drain(..=place);
                break;
            }
            if method == call.method {
                self.methods[place..].rotate_left(1);
                return Some(sum);
            }
        }
        self.methods.push((call.method, (self.size_of)(call)));
        None
    }
}

impl<S: Fn(&Call) -> u32 + Send> Pass for RecencyPass<S> {
    fn feed(&mut self, chunk: &Chunk<'_>) {
        let Some(largest) = self.capacities.last().map(|last| last.capacity) else {
            return;
        };
        for capacity in &mut self.capacities {
            capacity.counts.grow(chunk.table);
        }
        let stays = chunk.table.stays();
        for &number in chunk.stays {
            let distance = self.use_method(&stays[number as usize].call, largest);
            for capacity in &mut self.capacities {
                let hit = distance.is_some_and(|distance| distance <= capacity.capacity);
                capacity.counts.enter(chunk.table, number, hit);
            }
        }
    }

    fn tallies(&self) -> Vec<(usize, Tally)> {
        let tally = |capacity: &Capacity| (capacity.number, capacity.counts.tally());
        self.capacities.iter().map(tally).collect()
    }
}
