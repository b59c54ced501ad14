//! Layout of the frames of a flame graph.
//!
//! A frame begins where its caller does or where the previous callee ends; callees are in the order of their names. The
//! caller's exclusive part is to the right of its callees.

use std::collections::BTreeMap;

/// A method in one chain of calls.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// Its name; that of the outermost frame is `all`.
    pub(super) name: &'a str,
    /// Weight to the left of it.
    pub(super) start: u64,
    /// Its own weight and that of its callees.
    pub(super) weight: u64,
    /// Number of frames below it.
    pub(super) depth: usize,
    /// Its own weight in the earlier and in the later profile.
    pub(super) own: [u64; 2],
    callees: BTreeMap<&'a str, usize>,
}

/// The frames, callers before callees. The first holds all others.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub(super) frames: Vec<Frame<'a>>,
}

impl<'a> Layout<'a> {
    /// Frames of stacks `a;b;c` with their earlier and later weight. Widths are those of the later.
    pub(super) fn new(stacks: impl Iterator<Item = (&'a str, [u64; 2])>) -> Self {
        let mut layout = Self {
            frames: vec![Frame::new("all", 0)],
        };
        for (stack, own) in stacks {
            let frame = layout.frame(stack);
            layout.frames[frame].own = own;
        }
        layout.weigh();
        layout.place();
        layout
    }

    /// Weight of the whole.
    pub(super) fn total(&self) -> u64 {
        self.frames[0].weight
    }

    /// The frame of a stack, made if it is not there.
    fn frame(&mut self, stack: &'a str) -> usize {
        let mut frame = 0;
        for name in stack.split(';') {
            let (next, depth) = (self.frames.len(), self.frames[frame].depth + 1);
            let callee = *self.frames[frame].callees.entry(name).or_insert(next);
            if callee == next {
                self.frames.push(Frame::new(name, depth));
            }
            frame = callee;
        }
        frame
    }

    fn weigh(&mut self) {
        // Callees stand behind their callers.
        for place in (0..self.frames.len()).rev() {
            let callees = self.frames[place].callees.values();
            let called: u64 = callees.map(|callee| self.frames[*callee].weight).sum();
            self.frames[place].weight = self.frames[place].own[1] + called;
        }
    }

    fn place(&mut self) {
        for place in 0..self.frames.len() {
            let mut start = self.frames[place].start;
            let callees: Vec<usize> = self.frames[place].callees.values().copied().collect();
            for callee in callees {
                self.frames[callee].start = start;
                start += self.frames[callee].weight;
            }
        }
    }
}

impl<'a> Frame<'a> {
    fn new(name: &'a str, depth: usize) -> Self {
        Self {
            name,
            start: 0,
            weight: 0,
            depth,
            own: [0; 2],
            callees: BTreeMap::new(),
        }
    }

    /// Increase of its exclusive figure.
    pub(super) fn growth(&self) -> i128 {
        i128::from(self.own[1]) - i128::from(self.own[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames<'a>(layout: &Layout<'a>) -> Vec<(&'a str, u64, u64, usize)> {
        let frames = layout.frames.iter();
        let mut frames: Vec<_> = frames
            .map(|frame| (frame.name, frame.start, frame.weight, frame.depth))
            .collect();
        frames.sort_by_key(|(_, start, _, depth)| (*depth, *start));
        frames
    }

    #[test]
    fn callees_lie_on_their_caller_by_name_and_its_own_weight_to_the_right() {
        let stacks = [("a", 5), ("a;c", 3), ("a;b;d", 2), ("e", 1)];
        let stacks = stacks.map(|(stack, weight)| (stack, [0, weight]));
        let expected = [
            ("all", 0, 11, 0),
            ("a", 0, 10, 1),
            ("e", 10, 1, 1),
            ("b", 0, 2, 2),
            ("c", 2, 3, 2),
            ("d", 0, 2, 3),
        ];
        assert_eq!(frames(&Layout::new(stacks.into_iter())), expected);
    }

    #[test]
    fn a_method_that_calls_itself_is_a_frame_for_each_call() {
        let layout = Layout::new([("a;a;a", [0, 1])].into_iter());
        assert_eq!(layout.frames.len(), 4);
        assert_eq!(layout.frames[3].depth, 3);
    }

    #[test]
    fn what_was_only_there_before_has_no_width() {
        let layout = Layout::new([("a", [7, 0]), ("b", [1, 2])].into_iter());
        assert_eq!((layout.total(), layout.frames[1].weight), (2, 0));
        assert_eq!(
            (layout.frames[1].growth(), layout.frames[2].growth()),
            (-7, 1)
        );
    }
}
