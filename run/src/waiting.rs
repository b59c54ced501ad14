//! What the host does about a program that cannot go on by itself: it looks between two slices of the run.

use jopizer::Symbols;

use crate::engine::View;
use crate::standstill::{Standstill, StandstillWatch, tells_end};

/// The byte that announces the end of the input to `System.in`: Ctrl-D, as from a terminal.
const END_OF_TRANSMISSION: u8 = 4;

/// The end of the input for `System.in`, which takes any second byte but another 4 for it.
const END_OF_INPUT: [u8; 2] = [END_OF_TRANSMISSION, 0];

/// The end of the input as it is sent to a program with these symbols: a byte 4 alone to one that takes every byte as it is.
#[must_use]
pub fn end_of_input(symbols: Option<&Symbols>) -> &'static [u8] {
    match tells_end(symbols) {
        true => &END_OF_INPUT,
        false => &END_OF_INPUT[..1],
    }
}

/// Input as it is sent to a program with these symbols: a byte 4 twice for `System.in`, as one alone announces the end.
#[must_use]
pub fn sent(input: Vec<u8>, symbols: Option<&Symbols>) -> Vec<u8> {
    if !tells_end(symbols) || !input.contains(&END_OF_TRANSMISSION) {
        return input;
    }
    let times = |byte| 1 + usize::from(byte == END_OF_TRANSMISSION);
    let bytes = input.into_iter();
    bytes
        .flat_map(|byte| std::iter::repeat_n(byte, times(byte)))
        .collect()
}

/// Input of a program that waits for a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// It gets none.
    Missing,
    /// More may arrive.
    Arriving,
    /// All of it has been fed.
    Complete,
}

/// What a program needs that cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// Its end: every thread waits for ever. The text has a line for each thread, then its calls; none where the only one
    /// waits for input.
    End(String),
    /// These bytes: its input has ended.
    Bytes(&'static [u8]),
    /// Input that nobody sends. Said once.
    Input(Input),
}

/// Looks at a program, and knows what it was told.
#[derive(Debug, Clone)]
pub(crate) struct Waiting<'a> {
    watch: StandstillWatch<'a>,
    end_of_input: &'static [u8],
    /// The cycle in which it was told that its input has ended.
    told_at: Option<u64>,
    /// The user knows that it waits for input.
    is_known: bool,
}

impl<'a> Waiting<'a> {
    /// For an image with these symbols.
    pub(crate) fn new(symbols: Option<&'a Symbols>) -> Self {
        Self {
            watch: StandstillWatch::new(symbols),
            end_of_input: end_of_input(symbols),
            told_at: None,
            is_known: false,
        }
    }

    /// Returns true if it would see a program that waits.
    pub(crate) fn sees(&self) -> bool {
        self.watch.sees()
    }

    /// What the program needs in this cycle, if anything. In a run that is `silent` nobody learns that it waits for input, so
    /// that is its end.
    pub(crate) fn need(
        &mut self,
        view: Option<View<'_>>,
        cycle: u64,
        (input, silent): (Input, bool),
    ) -> Option<Need> {
        let alone = match self.watch.look(&view?)? {
            Standstill::Blocked(threads) => return Some(Need::End(threads)),
            Standstill::Input { alone } => alone,
        };
        match input {
            Input::Arriving => None,
            // A machine that comes here once more went back, and was not told yet.
            Input::Complete if self.told_at.is_none_or(|told_at| cycle <= told_at) => {
                self.told_at = Some(cycle);
                Some(Need::Bytes(self.end_of_input))
            }
            Input::Missing | Input::Complete if silent => alone.then(|| Need::End(String::new())),
            Input::Missing | Input::Complete => {
                let is_known = std::mem::replace(&mut self.is_known, true);
                (!is_known).then_some(Need::Input(input))
            }
        }
    }
}
