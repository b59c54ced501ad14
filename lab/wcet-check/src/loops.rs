//! Repetitions of loops in a run: the most for one entry. What one run shows bounds no other, so bounds from here are not sound.

use std::collections::BTreeMap;

use cost_model::RowId;
use fast_engine::{Executed, Probe};
use isa::Bytecode;
use wcet::{LoopId, LoopPlace};

/// Watches the loops of a run.
#[derive(Debug, Clone, Default)]
pub struct Loops {
    /// Most repetitions of each loop for one entry.
    pub most: BTreeMap<LoopId, u64>,
    places: BTreeMap<u32, Vec<LoopPlace>>,
    frames: Vec<Frame>,
}

/// A method that runs.
#[derive(Debug, Clone, Default)]
struct Frame {
    pointer: u32,
    method: u32,
    /// Repetitions since the last entry, by loop.
    repetitions: Vec<u64>,
    /// Byte offset of its last bytecode.
    last: Option<u32>,
}

impl Loops {
    /// A probe for loops of methods.
    #[must_use]
    pub fn new(places: BTreeMap<u32, Vec<LoopPlace>>) -> Self {
        Self {
            places,
            ..Self::default()
        }
    }

    fn step(&mut self, method: u32, pc: u32) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if frame.method != method {
            return;
        }
        let places = self.places.get(&method).map_or(&[][..], |it| it);
        frame.repetitions.resize(places.len(), 0);
        for (place, count) in places.iter().zip(&mut frame.repetitions) {
            if place.head != pc {
                continue;
            }
            let is_back = frame.last.is_some_and(|last| place.contains(last));
            *count = if is_back { *count + 1 } else { 0 };
            let most = self.most.entry((method, pc)).or_default();
            *most = (*most).max(*count);
        }
        frame.last = Some(pc);
    }

    fn go(&mut self, method: u32, pointer: u32, is_return: bool) {
        if is_return {
            let is_it = |frame: &Frame| (frame.pointer, frame.method) == (pointer, method);
            if let Some(place) = self.frames.iter().rposition(is_it) {
                self.frames.truncate(place + 1);
                return;
            }
            self.frames.clear();
        }
        self.frames.push(Frame {
            pointer,
            method,
            ..Frame::default()
        });
    }
}

impl Probe for Loops {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &Executed) {
        let mut is_return = false;
        if let RowId::Bytecode(opcode) = executed.path.row {
            self.step(executed.place.method, executed.place.pc);
            is_return = Bytecode::of(opcode).is_return();
        }
        if let Some(lookup) = executed.lookup {
            self.go(lookup.method, executed.frame, is_return);
        }
    }
}
