//! Object cache: fields of objects, 16 lines of 8 fields, fully associative (spec 05 section 2).
//!
//! ```text
//!                        +--------------+
//!   handle, index   ---->|              |--> hit       combinational, every cycle
//!   chk_gf, chk_pf  ---->| object cache |--> data_out  two cycles after a checked getfield
//!   wr_gf, wr_pf    ---->|              |
//!                        +--------------+
//! ```
//!
//! A getfield that misses allocates (first in, first out) or fills the missing field of a line; a putfield
//! updates a line that has the handle's tag and allocates none.
//!
//! Quirks:
//! - An invalidation takes effect two cycles after its strobe: a getfield one cycle after it can still hit.
//! - Of several lines with the tag the numbers are or-ed.

use bitvec::array::BitArray;
use serde::{Deserialize, Serialize};

/// Lines of the cache.
pub const LINES: usize = 16;
/// Fields of one line.
pub const FIELDS: usize = 8;
const HANDLE_MASK: u32 = (1 << 23) - 1;

type FieldBits = BitArray<[u8; 1]>;

/// Signals that the memory controller drives in one cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pins {
    /// Handle of the access, 23 bits count.
    pub handle: u32,
    /// Number of the field, 8 bits count.
    pub index: u32,
    /// A getfield begins.
    pub chk_gf: bool,
    /// A putfield begins.
    pub chk_pf: bool,
    /// The getfield has missed and `gf_value` is its field.
    pub wr_gf: bool,
    /// The putfield writes `pf_value`.
    pub wr_pf: bool,
    /// Word from the memory.
    pub gf_value: u32,
    /// Word to the memory.
    pub pf_value: u32,
    /// All fields become invalid.
    pub inval: bool,
}

/// Answer of the combinational lookup.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Lookup {
    tag_hit: bool,
    field_hit: bool,
    line: usize,
}

/// Registers and data RAM.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectCache {
    enabled: bool,
    /// Handle of each line. Reset 0.
    tags: [u32; LINES],
    /// Valid fields of each line. Reset 0.
    valid: [FieldBits; LINES],
    /// Line that the next allocation takes. Reset 0.
    pub next: u32,
    ram: Vec<u32>,
    /// Output of the data RAM, of the last getfield that was checked: nobody sees those of other cycles.
    pub ram_q: u32,
    /// A getfield was checked in the cycle before.
    pub chk_gf_dly: bool,
    data_out: u32,
    /// The last checked access found its handle.
    pub hit_tag_reg: bool,
    /// The field of the last checked access can be cached.
    pub cacheable_reg: bool,
    /// Handle of the last checked access.
    pub handle_reg: u32,
    /// Field of the last checked access.
    pub index_reg: u32,
    /// Line of the last checked access.
    pub line_reg: u32,
    /// The update will allocate a line.
    pub inc_reg: bool,
    /// Clears all valid bits at the next edge. Reset 1.
    pub invalidate: bool,
}

/// A line, for inspection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectLine<'a> {
    /// Address of the object's handle.
    pub handle: u32,
    /// One bit for each field that is there, field 0 lowest.
    pub valid: u8,
    /// The fields.
    pub words: &'a [u32],
}

impl ObjectCache {
    /// The lines.
    pub fn lines(&self) -> impl Iterator<Item = ObjectLine<'_>> {
        let words = self.ram.chunks(FIELDS);
        let lines = self.tags.iter().zip(&self.valid).zip(words);
        lines.map(|((handle, valid), words)| ObjectLine {
            handle: *handle,
            valid: valid.iter_ones().fold(0, |bits, bit| bits | 1 << bit),
            words,
        })
    }

    /// The cache after reset; with `enabled` unset its hit output is forced to 0.
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        Self {
            enabled,
            tags: [0; LINES],
            valid: [FieldBits::ZERO; LINES],
            next: 0,
            ram: vec![0; LINES * FIELDS],
            ram_q: 0,
            chk_gf_dly: false,
            data_out: 0,
            hit_tag_reg: false,
            cacheable_reg: false,
            handle_reg: 0,
            index_reg: 0,
            line_reg: 0,
            inc_reg: false,
            invalidate: true,
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.enabled == fresh.enabled
            && self.ram.len() == fresh.ram.len()
            && self.next.max(self.line_reg) < LINES as u32
            && self.index_reg < FIELDS as u32
    }

    /// Returns true if the cache is enabled.
    #[inline(always)]
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// The field read by the last getfield that hit.
    #[inline(always)]
    #[must_use]
    pub fn data_out(&self) -> u32 {
        self.data_out
    }

    /// The field of `handle` that `bcopd` names is in the cache.
    #[must_use]
    pub fn hit(&self, handle: u32, bcopd: u32) -> bool {
        self.enabled && is_cacheable(bcopd) && self.look_up(handle, bcopd).field_hit
    }

    fn look_up(&self, handle: u32, bcopd: u32) -> Lookup {
        let mut lookup = Lookup::default();
        let mut found = self.lines_of(handle & HANDLE_MASK);
        while found != 0 {
            let line = found.trailing_zeros() as usize;
            lookup.tag_hit = true;
            lookup.field_hit |= self.valid[line][field(bcopd)];
            lookup.line |= line;
            found &= found - 1;
        }
        lookup
    }

    /// A bit for each line that has the tag, the lowest for line 0.
    #[inline(always)]
    fn lines_of(&self, tag: u32) -> u32 {
        let lines = self.tags.iter().zip(&self.valid).enumerate();
        lines.fold(0, |found, (line, (it, valid))| {
            found | u32::from(*it == tag && valid.data[0] != 0) << line
        })
    }

    /// The edge ending a cycle, with the pins in it.
    pub fn clock(&mut self, pins: &Pins) {
        let (handle, index) = (pins.handle, pins.index);
        let checks = pins.chk_gf || pins.chk_pf;
        let lookup = checks.then(|| self.look_up(handle, index));
        let update = self.cacheable_reg && (pins.wr_gf || pins.wr_pf && self.hit_tag_reg);
        if self.chk_gf_dly {
            self.data_out = self.ram_q;
        }
        if let Some(lookup) = lookup.filter(|_| pins.chk_gf) {
            self.ram_q = self.ram[lookup.line * FIELDS + field(index)];
        }
        if update {
            let word = if pins.wr_gf {
                pins.gf_value
            } else {
                pins.pf_value
            };
            self.update(word, pins.wr_gf && self.inc_reg);
        }
        if self.invalidate {
            self.valid = [FieldBits::ZERO; LINES];
            self.next = 0;
        }
        self.invalidate = pins.inval;
        self.chk_gf_dly = pins.chk_gf;
        if let Some(lookup) = lookup {
            self.check(lookup, handle, index, pins.chk_gf);
        }
    }

    fn update(&mut self, data: u32, allocates: bool) {
        let (line, field) = (self.line_reg as usize, self.index_reg as usize);
        self.ram[line * FIELDS + field] = data;
        self.tags[line] = self.handle_reg;
        if allocates {
            self.valid[line] = FieldBits::ZERO;
            self.next = (self.next + 1) % LINES as u32;
        }
        self.valid[line].set(field, true);
    }

    fn check(&mut self, lookup: Lookup, handle: u32, bcopd: u32, chk_gf: bool) {
        self.cacheable_reg = is_cacheable(bcopd);
        self.hit_tag_reg = lookup.tag_hit && self.cacheable_reg;
        self.handle_reg = handle & HANDLE_MASK;
        self.index_reg = field(bcopd) as u32;
        self.inc_reg = chk_gf && !lookup.tag_hit;
        self.line_reg = if self.inc_reg {
            self.next
        } else {
            lookup.line as u32
        };
    }
}

/// Field numbers 0 to 7 of the low operand byte are cached.
fn is_cacheable(bcopd: u32) -> bool {
    bcopd & 0xF8 == 0
}

fn field(bcopd: u32) -> usize {
    (bcopd & 7) as usize
}
