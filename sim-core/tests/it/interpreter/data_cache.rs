//! The data caches as maps from addresses to words, without their cycles (spec 05 section 4, spec 15 section 2).

const LINES: usize = 256;
const ASSOCIATIVE_LINES: usize = 16;
/// Address bits that are compared.
const COMPARED: u32 = (1 << 20) - 1;

/// Which unit an access asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Bypass,
    Constants,
    Statics,
    Associative,
}

/// A unit: what it holds, and what it read last.
#[derive(Default)]
struct Unit {
    /// Compared address and word, the least recently used one last where the unit is associative.
    lines: Vec<(u32, u32)>,
    data: u32,
}

/// The caches. Nothing but its class leads an access to a unit, so that one unit can hold what another has written over.
pub(crate) struct DataCaches {
    constants: Unit,
    statics: Unit,
    associative: Unit,
    /// Unit of the last access, whose data the processor sees.
    selected: Class,
    /// A word was found since the last look.
    pub(crate) found: bool,
}

impl DataCaches {
    pub(crate) fn new() -> Self {
        Self {
            constants: Unit::default(),
            statics: Unit::default(),
            associative: Unit::default(),
            selected: Class::Bypass,
            found: false,
        }
    }

    fn unit(&mut self, class: Class) -> Option<&mut Unit> {
        match class {
            Class::Bypass => None,
            Class::Constants => Some(&mut self.constants),
            Class::Statics => Some(&mut self.statics),
            Class::Associative => Some(&mut self.associative),
        }
    }

    /// Data of the unit asked last; none where it is the memory's own.
    pub(crate) fn data(&self) -> Option<u32> {
        match self.selected {
            Class::Bypass => None,
            Class::Constants => Some(self.constants.data),
            Class::Statics => Some(self.statics.data),
            Class::Associative => Some(self.associative.data),
        }
    }

    /// Reads a word; tells whether the memory was asked for it, whose word is `word`.
    pub(crate) fn read(&mut self, address: u32, class: Class, word: u32) -> bool {
        self.selected = class;
        let address = address & COMPARED;
        let Some(unit) = self.unit(class) else {
            return true;
        };
        let held = unit.lines.iter().find(|(tag, _)| *tag == address);
        let held = held.map(|(_, word)| *word);
        unit.data = held.unwrap_or(word);
        let line = (address, unit.data);
        unit.enter(class, line);
        self.found |= held.is_some();
        held.is_none()
    }

    /// Writes a word, which goes through to the memory.
    pub(crate) fn write(&mut self, address: u32, class: Class, word: u32) {
        self.selected = class;
        if let Some(unit) = self.unit(class) {
            unit.enter(class, (address & COMPARED, word));
        }
    }

    /// Constants stay.
    pub(crate) fn invalidate(&mut self) {
        self.constants.data = 0;
        self.statics = Unit::default();
        self.associative = Unit::default();
    }
}

impl Unit {
    /// Takes a line in, over the one in its place.
    fn enter(&mut self, class: Class, line: (u32, u32)) {
        if class == Class::Associative {
            self.lines.retain(|(tag, _)| *tag != line.0);
            self.lines.truncate(ASSOCIATIVE_LINES - 1);
        } else {
            let place = |tag: u32| tag as usize % LINES;
            self.lines.retain(|(tag, _)| place(*tag) != place(line.0));
        }
        self.lines.insert(0, line);
    }
}
