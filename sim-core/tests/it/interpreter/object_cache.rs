//! The object cache: fields by handle and index, written through (spec 05 section 2).

const LINES: usize = 16;
const FIELDS: u32 = 8;

#[derive(Debug, Clone, Copy, Default)]
struct Line {
    handle: u32,
    fields: [Option<u32>; FIELDS as usize],
}

impl Line {
    fn holds(&self, handle: u32) -> bool {
        self.handle == handle && self.fields.iter().any(Option::is_some)
    }
}

/// The object cache.
pub(crate) struct ObjectCache {
    enabled: bool,
    lines: [Line; LINES],
    next: usize,
    /// The next word still sees what the one before invalidated.
    invalidate: bool,
    pub(crate) invalidating: bool,
}

impl ObjectCache {
    pub(crate) fn new(enabled: bool) -> Self {
        Self {
            enabled,
            lines: [Line::default(); LINES],
            next: 0,
            invalidate: false,
            invalidating: false,
        }
    }

    pub(crate) fn is_enabled(&self) -> bool {
        self.enabled
    }

    pub(crate) fn invalidate(&mut self) {
        self.invalidate = true;
    }

    pub(crate) fn end_of_step(&mut self) {
        if std::mem::take(&mut self.invalidating) {
            self.lines = [Line::default(); LINES];
            self.next = 0;
        }
        self.invalidating = std::mem::take(&mut self.invalidate);
    }

    /// The value of a field, if it is here. Only the low eight bits of the index reach the cache.
    pub(crate) fn hit(&self, handle: u32, index: u32) -> Option<u32> {
        let field = cacheable(index)?;
        let line = self.lines.iter().find(|line| line.holds(handle));
        line.and_then(|line| line.fields[field])
            .filter(|_| self.enabled)
    }

    /// A field was read from memory: goes to the line of its handle or, first in, first out, to a new one.
    pub(crate) fn fill(&mut self, handle: u32, index: u32, value: u32) {
        let Some(field) = cacheable(index) else {
            return;
        };
        let known = self.lines.iter().position(|line| line.holds(handle));
        let line = known.unwrap_or(self.next);
        if known.is_none() {
            self.next = (self.next + 1) % LINES;
            self.lines[line] = Line {
                handle,
                ..Line::default()
            };
        }
        self.lines[line].fields[field] = Some(value);
    }

    /// A field was written to memory: updates or adds it where its handle is known.
    /// Tells whether it was.
    pub(crate) fn update(&mut self, handle: u32, index: u32, value: u32) -> bool {
        let known = self.lines.iter_mut().find(|line| line.holds(handle));
        let (Some(line), Some(field)) = (known, cacheable(index)) else {
            return false;
        };
        line.fields[field] = Some(value);
        true
    }
}

fn cacheable(index: u32) -> Option<usize> {
    let index = index & 0xff;
    (index < FIELDS).then_some(index as usize)
}
