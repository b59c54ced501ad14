//! Object cache: 16 objects of 8 fields, filled by reads, first in first out (spec 05 section 2).
//!
//! A missing field that is read takes a new line, or joins its object's line. A field
//! that is written is entered only if its object has a line. Values are kept, too: a native write that bypasses the cache leaves
//! an old value, which the program then reads.

const LINES: usize = 16;
const FIELDS: usize = 8;
const HANDLE_MASK: u32 = (1 << 23) - 1;

#[derive(Debug, Clone, Copy, Default)]
struct Line {
    handle: u32,
    /// One bit for each field.
    valid: u8,
    fields: [u32; FIELDS],
}

/// The cache.
#[derive(Debug, Clone, Default)]
pub(crate) struct ObjectCache {
    lines: [Line; LINES],
    next: usize,
}

/// Place of a field in the cache, if the field is cacheable.
fn slot(index: u32) -> Option<usize> {
    (index & 0xF8 == 0).then_some(index as usize % FIELDS)
}

impl ObjectCache {
    /// The field, if it is in the cache.
    pub(crate) fn get(&self, handle: u32, index: u32) -> Option<u32> {
        let field = slot(index)?;
        let line = self.line_of(handle)?;
        (self.lines[line].valid >> field & 1 != 0).then_some(self.lines[line].fields[field])
    }

    /// A field was read from memory.
    pub(crate) fn fill(&mut self, handle: u32, index: u32, value: u32) {
        let Some(field) = slot(index) else { return };
        let line = self.line_of(handle).unwrap_or_else(|| {
            let line = self.next;
            self.next = (line + 1) % LINES;
            self.lines[line].handle = handle & HANDLE_MASK;
            self.lines[line].valid = 0;
            line
        });
        self.lines[line].fields[field] = value;
        self.lines[line].valid |= 1 << field;
    }

    /// A field was written to memory.
    pub(crate) fn update(&mut self, handle: u32, index: u32, value: u32) {
        if let (Some(field), Some(line)) = (slot(index), self.line_of(handle)) {
            self.lines[line].fields[field] = value;
            self.lines[line].valid |= 1 << field;
        }
    }

    /// Forgets everything.
    pub(crate) fn invalidate(&mut self) {
        for line in &mut self.lines {
            line.valid = 0;
        }
        self.next = 0;
    }

    fn line_of(&self, handle: u32) -> Option<usize> {
        let mut lines = self.lines.iter();
        lines.position(|line| line.handle == handle & HANDLE_MASK && line.valid != 0)
    }
}
