//! Forms of text: the part of each processor after that of the one before.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use super::sink::SeveralSink;
use crate::cycle::Cycle;
use crate::{Sink, TraceError};

/// What a processor's part is written to until its turn comes.
#[derive(Clone, Default)]
pub struct Part(Rc<RefCell<Vec<u8>>>);

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes them.
pub struct Texts<'a, W> {
    out: W,
    cores: Vec<(Part, Box<dyn Sink + 'a>)>,
    /// Text at the end of all.
    end: &'static str,
}

impl<'a, W: Write> Texts<'a, W> {
    /// Parts of so many processors, each by a sink of its own.
    pub fn new(
        out: W,
        cores: usize,
        end: &'static str,
        sink: impl Fn(Part) -> Box<dyn Sink + 'a>,
    ) -> Self {
        let part = || {
            let part = Part::default();
            (part.clone(), sink(part))
        };
        Self {
            out,
            cores: (0..cores).map(|_| part()).collect(),
            end,
        }
    }
}

impl<W: Write> SeveralSink for Texts<'_, W> {
    fn open(&mut self, core: usize, first: &Cycle<'_>) -> Result<(), TraceError> {
        self.cores[core].1.open(first)
    }

    fn cycle(&mut self, core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.cores[core].1.cycle(cycle)
    }

    fn drain(&mut self, core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.cores[core].1.drain(cycle)
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        self.cores.iter_mut().try_for_each(|(_, it)| it.close(end))
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        for (core, (part, sink)) in self.cores.iter_mut().enumerate() {
            sink.finish()?;
            if core > 0 {
                writeln!(self.out)?;
            }
            writeln!(self.out, "core {core}")?;
            let text = std::mem::take(&mut *part.0.borrow_mut());
            self.out.write_all(text.trim_ascii_end())?;
            writeln!(self.out)?;
        }
        if !self.end.is_empty() {
            write!(self.out, "\n{}", self.end)?;
        }
        self.out.flush()?;
        Ok(())
    }
}
