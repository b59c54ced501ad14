//! FIFO of the UART, whose bytes move one element in each cycle (spec 06 section 3).

/// The elements, the one that is written first.
#[derive(Debug, Clone)]
pub(crate) struct BubbleFifo {
    elements: Vec<Element>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Element {
    /// Stays when the element is emptied.
    byte: u8,
    full: bool,
    /// Took its byte at the last edge: the element before gives it up at the next one.
    taken: bool,
}

impl BubbleFifo {
    pub(crate) fn new(depth: u8) -> Self {
        Self {
            elements: vec![Element::default(); usize::from(depth.max(1))],
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.elements[0].full
    }

    /// Counted from the output, half of the elements or more are waiting.
    pub(crate) fn is_half_full(&self) -> bool {
        let half = (self.elements.len() / 2).max(1);
        self.elements[self.elements.len() - half].full
    }

    pub(crate) fn has_output(&self) -> bool {
        self.elements.last().is_some_and(|last| last.full)
    }

    pub(crate) fn holds_something(&self) -> bool {
        self.elements.iter().any(|element| element.full)
    }

    /// The byte at the output; it stays there after it was taken.
    pub(crate) fn output(&self) -> u8 {
        self.elements.last().map_or(0, |last| last.byte)
    }

    /// No byte can move.
    pub(crate) fn is_settled(&self) -> bool {
        let moves = |pair: &[Element]| pair[0].full && !pair[1].full;
        !self.elements.iter().any(|element| element.taken) && !self.elements.windows(2).any(moves)
    }

    /// An edge, with the byte written and the pop of its cycle.
    pub(crate) fn clock(&mut self, write: Option<u8>, read: bool) {
        let mut given_up = read;
        for i in (0..self.elements.len()).rev() {
            let offered = match i.checked_sub(1).map(|before| self.elements[before]) {
                None => write,
                Some(before) => before.full.then_some(before.byte),
            };
            let element = &mut self.elements[i];
            let taken_before = element.taken;
            element.taken = !element.full && offered.is_some();
            if element.taken {
                element.byte = offered.unwrap_or_default();
            }
            element.full = element.taken || element.full && !given_up;
            given_up = taken_before;
        }
    }
}
