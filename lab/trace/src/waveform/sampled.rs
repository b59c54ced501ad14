//! Signals that are looked at in every cycle, of which a file gets what changed.

use rustc_hash::FxHashMap;

use super::{Declared, Format, Value, Writer};
use crate::TraceError;

/// Signals one after the other in a file.
#[derive(Default)]
pub(super) struct Sampled {
    /// Place of the first one.
    first: usize,
    formats: Vec<Format>,
    /// Texts of each signal's values so far.
    texts: Vec<FxHashMap<u64, Box<str>>>,
    /// Values of this cycle and of the last one recorded.
    pub(super) now: Vec<u64>,
    last: Vec<u64>,
    /// No value of `last` is in the file.
    pub(super) fresh: bool,
}

impl Sampled {
    /// These signals, the first of which has this place.
    pub(super) fn new(first: usize, signals: &[Declared]) -> Self {
        let count = signals.len();
        Self {
            first,
            formats: signals.iter().map(|signal| signal.format).collect(),
            texts: vec![FxHashMap::default(); count],
            now: vec![0; count],
            last: vec![0; count],
            fresh: true,
        }
    }

    /// Place after the last one.
    pub(super) fn end(&self) -> usize {
        self.first + self.formats.len()
    }

    pub(super) fn write_changes<W: Writer>(&mut self, writer: &mut W) -> Result<(), TraceError> {
        for signal in 0..self.now.len() {
            let value = self.now[signal];
            if value == self.last[signal] && !self.fresh {
                continue;
            }
            self.last[signal] = value;
            let place = self.first + signal;
            match self.formats[signal] {
                Format::Bits(bits) => writer.change(place, Value::Bits(value, bits))?,
                Format::Text(_, text) => {
                    let texts = &mut self.texts[signal];
                    let text = texts
                        .entry(value)
                        .or_insert_with(|| text(value).replace(' ', "_").into());
                    writer.change(place, Value::Text(text))?;
                }
                Format::Name(_) => {}
            }
        }
        self.fresh = false;
        Ok(())
    }
}
