//! Class structures, one after the other (spec 11 section 8).
//!
//! The end of a class is not marked. Its method table ends at the word that holds the class's address,
//! its pool has a length, and its interface table, if present, is as long as that of every other class:
//! that length shows where the next class makes sense.

use isa::image::CLASS_HEADER;

use super::Words;
use super::area::Area;
use super::slot::Slot;

/// Words of a method structure.
const METHOD_STRUCT: u32 = 2;
/// Most words of instance fields (spec 11 section 7).
const INSTANCE_LIMIT: u32 = 31;
/// Entries of a method table that are looked at.
const TABLE_LIMIT: u32 = 4096;
/// Words of implements bits that are looked at: 192 interfaces.
const IMPLEMENTS_LIMIT: u32 = 6;

/// Contents of word 3 of a class structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parent {
    /// Nothing: java.lang.Object.
    None,
    /// The structure of the superclass.
    Class(u32),
    /// It is an interface with this number.
    Interface(u32),
}

/// One class structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassShape {
    /// Address of the structure.
    pub address: u32,
    /// Words of fields.
    pub instance_words: u32,
    /// Start of its static primitive fields.
    pub first_value: u32,
    /// Bit `i` is set if the word at offset `i` of an object is a reference.
    pub references: u32,
    /// Superclass or interface number.
    pub parent: Parent,
    /// Address of the interface table in use, its own or an inherited one; 0 if there is none.
    pub interface_table: u32,
    /// True if the interface table is its own.
    pub owns_table: bool,
    /// Address of the method table.
    pub method_table: u32,
    /// The method structures in it, two words each; zero for methods without code.
    pub entries: Vec<[u32; 2]>,
    /// Address of the constant pool's length word.
    pub pool: u32,
    /// The pool from index 1 on.
    pub slots: Vec<Slot>,
    /// Numbers of the interfaces that its own table lists.
    pub implements: Vec<u32>,
    /// Its own interface table: addresses of method structures, or 0.
    pub interface_entries: Vec<u32>,
    /// Address after the last word.
    pub end: u32,
}

impl ClassShape {
    /// The interface's number, if it is one.
    #[must_use]
    pub fn interface_number(&self) -> Option<u32> {
        match self.parent {
            Parent::Interface(number) => Some(number),
            Parent::None | Parent::Class(_) => None,
        }
    }
}

/// All class structures from `start` on.
pub(super) fn find(words: Words<'_>, start: u32, area: Area) -> Vec<ClassShape> {
    let mut classes = Vec::new();
    let mut interface_methods = None;
    let mut next = start;
    while let Some(mut class) = shape(words, next, area) {
        if class.owns_table && class.interface_number().is_none() {
            let count = match interface_methods {
                Some(count) => count,
                None => interface_table_length(words, &class, area),
            };
            interface_methods = Some(count);
            class.add_interface_table(words, count);
        }
        next = class.end;
        classes.push(class);
    }
    classes
}

/// A class structure without its interface table's entries.
fn shape(words: Words<'_>, address: u32, area: Area) -> Option<ClassShape> {
    let &[
        instance_words,
        first_value,
        references,
        parent,
        interface_table,
    ] = words.range(address, CLASS_HEADER)?
    else {
        return None;
    };
    if instance_words > INSTANCE_LIMIT || !(2..=area.end).contains(&first_value) {
        return None;
    }
    let parent = match parent.cast_signed() {
        0 => Parent::None,
        ..0 => Parent::Interface(parent.wrapping_neg()),
        _ if parent < words.count() => Parent::Class(parent),
        _ => return None,
    };
    let entries = method_table(words, address, area)?;
    let method_table = address + CLASS_HEADER;
    let pool = method_table + METHOD_STRUCT * entries.len() as u32 + 1;
    let length = words.get(pool).filter(|length| *length > 0)?;
    let pool_end = words.end_of(pool, length)?;
    let mut class = ClassShape {
        address,
        instance_words,
        first_value,
        references,
        parent,
        interface_table,
        owns_table: false,
        method_table,
        entries,
        pool,
        slots: words
            .range(pool + 1, length - 1)?
            .iter()
            .map(|word| Slot::unused(*word))
            .collect(),
        implements: Vec::new(),
        interface_entries: Vec::new(),
        end: pool_end,
    };
    class.add_implements(words, pool_end);
    Some(class)
}

/// The method structures up to the word with the class's own address.
fn method_table(words: Words<'_>, class: u32, area: Area) -> Option<Vec<[u32; 2]>> {
    let mut entries = Vec::new();
    let mut at = class + CLASS_HEADER;
    while words.get(at)? != class {
        let entry = [words.get(at)?, words.get(at + 1)?];
        if entries.len() as u32 == TABLE_LIMIT || !area.has_struct(entry) {
            return None;
        }
        entries.push(entry);
        at += METHOD_STRUCT;
    }
    Some(entries)
}

/// How long interface tables are: so long that behind the first one a class stands, or the image ends.
fn interface_table_length(words: Words<'_>, class: &ClassShape, area: Area) -> u32 {
    let start = class.interface_table;
    let rest = words.0.get(start as usize..).unwrap_or_default();
    let possible = rest
        .iter()
        .take_while(|word| class.has_entry(**word))
        .count() as u32;
    (0..=possible)
        .find(|length| {
            let end = start + length;
            end == words.count() || shape(words, end, area).is_some()
        })
        .unwrap_or(possible)
}

impl ClassShape {
    /// The bits before its own interface table, if that directly follows the pool.
    fn add_implements(&mut self, words: Words<'_>, pool_end: u32) {
        let Some(count) = self.interface_table.checked_sub(pool_end) else {
            return;
        };
        if !(1..=IMPLEMENTS_LIMIT).contains(&count) {
            return;
        }
        let Some(bits) = words.range(pool_end, count) else {
            return;
        };
        self.owns_table = true;
        self.end = self.interface_table;
        for (index, word) in (0..).zip(bits.iter().rev()) {
            let set = (0..32).filter(|bit| word >> bit & 1 != 0);
            self.implements.extend(set.map(|bit| 32 * index + bit + 1));
        }
    }

    fn add_interface_table(&mut self, words: Words<'_>, count: u32) {
        let Some(entries) = words.range(self.interface_table, count) else {
            return;
        };
        if entries.iter().all(|entry| self.has_entry(*entry)) {
            self.interface_entries = entries.to_vec();
            self.end = self.interface_table + count;
        }
    }

    /// Returns true if a word is 0 or the address of a structure in the method table.
    fn has_entry(&self, word: u32) -> bool {
        let inside = (self.method_table..self.pool - 1).contains(&word);
        word == 0 || inside && (word - self.method_table).is_multiple_of(METHOD_STRUCT)
    }
}
