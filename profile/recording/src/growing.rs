//! A recording that is written while its run goes on.

use std::io::{self, Write};

use crate::format::{end, start, write_section};
use crate::recording::Recording;
use crate::section::pack;

/// Writes a recording section by section; nothing of it stays in memory.
#[derive(Debug)]
pub struct Growing<W> {
    to: W,
}

impl<W: Write> Growing<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// Output of the writer.
    pub fn new(mut to: W) -> io::Result<Self> {
        start(&mut to)?;
        Ok(Self { to })
    }

    /// Adds a section, or a part of the one with this name.
    ///
    /// # Errors
    /// Those of `fill`, and output of the writer.
    pub fn add(
        &mut self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        pack(name, fill, &mut |part| write_section(&part, &mut self.to))
    }

    /// Adds the sections of a recording.
    ///
    /// # Errors
    /// Output of the writer.
    pub fn append(&mut self, other: &Recording) -> io::Result<()> {
        let mut parts = other.packed.iter();
        parts.try_for_each(|part| write_section(part, &mut self.to))
    }

    /// What has been added is in the file.
    ///
    /// # Errors
    /// Output of the writer.
    pub fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    /// Ends the file: the recording is whole.
    ///
    /// # Errors
    /// Output of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        end(&mut self.to)?;
        Ok(self.to)
    }

    /// Gives up the file without its end.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.to
    }
}
