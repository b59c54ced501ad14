//! Numbers that a call may read: arguments, static fields, and fields and arrays that lead from these.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fast_engine::Engine;
use jopizer::Symbols;
use jopizer::symbols::{ClassSymbol, FieldSymbol, is_of_runtime};
use wcet::{Inputs, Range, Reads};

/// Words of a handle (page 05): the object, the method table or the length, and the type of an array.
const TABLE_WORD: u32 = 1;
const LENGTH_WORD: u32 = 1;
const TYPE_WORD: u32 = 3;
/// Type of arrays of references.
const REFERENCES: u32 = 1;
/// Ranges of elements by the type of an array, that of `newarray`, from 4 on, with words of an element.
const ELEMENTS: [(Range, u32); 8] = [
    ((0, 1), 1),
    ((0, u16::MAX as i32), 1),
    (ANY, 1),
    (ANY, 2),
    ((i8::MIN as i32, i8::MAX as i32), 1),
    ((i16::MIN as i32, i16::MAX as i32), 1),
    (ANY, 1),
    (ANY, 2),
];
const ANY: Range = (i32::MIN, i32::MAX);
/// The runtime's list of handles for new objects: it is empty after so many of them, and then the next one makes more.
const HANDLES: (&str, &str) = ("com.jopdesign.sys.Heap", "freeHandles");

/// Words of an array that vary at most.
const MOST_WORDS: u32 = 512;
/// Objects and arrays that are looked at.
const MOST_OBJECTS: usize = 2048;

/// Where a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// In a local variable.
    Local(u32),
    /// At an address.
    Word(u32),
    /// Whether the method cache holds others than the running method and its caller.
    MethodCache,
}

/// A number that may vary.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// Its name as of the call's first bytecode.
    pub(super) name: String,
    pub(super) at: At,
    /// What the program has there.
    pub(super) value: i32,
    pub(super) range: Range,
    /// Places of an array are one group; groups count from 0.
    pub(super) group: usize,
}

struct Finder<'a> {
    memory: &'a [u32],
    symbols: &'a Symbols,
    inputs: &'a Inputs<'a>,
    reads: &'a Reads,
    classes: BTreeMap<u32, &'a ClassSymbol>,
    places: Vec<Place>,
    seen: BTreeSet<u32>,
    /// References with their names.
    rest: VecDeque<(u32, String)>,
}

/// Numbers that a call of a method may read, at its first bytecode.
pub(super) fn places(
    engine: &Engine,
    symbols: &Symbols,
    inputs: &Inputs<'_>,
    (method, reads): (u32, &Reads),
) -> Vec<Place> {
    let classes = symbols.classes.iter();
    let mut finder = Finder {
        memory: engine.memory(),
        symbols,
        inputs,
        reads,
        classes: classes.map(|it| (it.method_table, it)).collect(),
        places: Vec::new(),
        seen: BTreeSet::new(),
        rest: VecDeque::new(),
    };
    finder.arguments(engine, method);
    let cache = "other methods in the cache".to_owned();
    finder.place(cache, At::MethodCache, 1, (0, 0), None);
    finder.statics();
    while let Some((handle, name)) = finder.rest.pop_front() {
        if finder.seen.len() < MOST_OBJECTS && finder.seen.insert(handle) {
            finder.object(handle, &name);
        }
    }
    finder.places
}

impl Finder<'_> {
    fn word(&self, address: u32) -> Option<u32> {
        self.memory.get(address as usize).copied()
    }

    fn add(&mut self, name: String, at: At, word: u32, range: Range, group: Option<usize>) {
        if range.0 < range.1 {
            self.place(name, at, word, range, group);
        }
    }

    fn place(&mut self, name: String, at: At, word: u32, range: Range, group: Option<usize>) {
        let next = self.places.last().map_or(0, |it| it.group + 1);
        self.places.push(Place {
            name,
            at,
            value: word.cast_signed(),
            range,
            group: group.unwrap_or(next),
        });
    }

    fn arguments(&mut self, engine: &Engine, method: u32) {
        let symbol = self.symbols.methods.iter().find(|it| it.address == method);
        let (stack, locals) = (engine.stack_ram(), engine.locals());
        for (slot, range) in (0..).zip(self.inputs.arguments(method)) {
            let Some(word) = stack.get((locals + slot) as usize).copied() else {
                continue;
            };
            let variable = symbol.and_then(|it| it.variable(slot, 0));
            let name = variable.map_or_else(|| format!("argument {slot}"), |it| it.name.clone());
            match range {
                Some(range) => self.add(name, At::Local(slot), word, range, None),
                None => self.rest.push_back((word, name)),
            }
        }
    }

    fn statics(&mut self) {
        for symbol in &self.symbols.statics {
            let is_read = self.reads.statics.contains(&symbol.address);
            let Some(word) = self.word(symbol.address).filter(|_| is_read) else {
                continue;
            };
            let name = format!("{}.{}", symbol.class, symbol.name);
            if symbol.descriptor.starts_with(['L', '[']) {
                self.rest.push_back((word, name));
            } else if let Some(range) = self.inputs.static_field(symbol.address) {
                self.number(&name, symbol.address, &symbol.descriptor, range);
            } else if (&*symbol.class, &*symbol.name) == HANDLES && word != 0 {
                self.place(name, At::Word(symbol.address), word, (0, 0), None);
            }
        }
    }

    /// A field of one word or two.
    fn number(&mut self, name: &str, address: u32, descriptor: &str, range: Range) {
        let is_long = ["J", "D"].contains(&descriptor);
        let range = if is_long { ANY } else { range };
        if let Some(word) = self.word(address) {
            self.add(name.to_owned(), At::Word(address), word, range, None);
        }
        if let Some(word) = self.word(address + 1).filter(|_| is_long) {
            let name = format!("{name} (low word)");
            self.add(name, At::Word(address + 1), word, range, None);
        }
    }

    fn object(&mut self, handle: u32, name: &str) {
        let words = [0, TABLE_WORD, TYPE_WORD].map(|word| self.word(handle.wrapping_add(word)));
        let ([Some(object), Some(table), Some(ty)], true) = (words, handle != 0) else {
            return;
        };
        match ty {
            0 => self.fields(object, table, name),
            REFERENCES => self.references(object, handle, name),
            _ => {
                let element = ty.checked_sub(4).and_then(|it| ELEMENTS.get(it as usize));
                if let Some((range, words)) = element {
                    self.elements((object, handle), *range, *words, name);
                }
            }
        }
    }

    fn fields(&mut self, object: u32, table: u32, name: &str) {
        let class = self.classes.get(&table).copied();
        let own = |class: &&ClassSymbol| {
            let superclass = class.superclass.as_deref();
            superclass.and_then(|name| self.symbols.class(name))
        };
        let all: Vec<(&ClassSymbol, &FieldSymbol)> = std::iter::successors(class, own)
            .flat_map(|class| class.fields.iter().map(move |field| (class, field)))
            .collect();
        for (class, field) in all {
            let is_read = self.reads.offsets.contains(&field.offset);
            let address = object.wrapping_add(field.offset);
            let Some(word) = self
                .word(address)
                .filter(|_| is_read && !is_of_runtime(&class.name))
            else {
                continue;
            };
            let name = format!("{name}.{}", field.name);
            let descriptor = &field.descriptor;
            if descriptor.starts_with(['L', '[']) {
                self.rest.push_back((word, name));
            } else if let Some(range) = self.inputs.field(&class.name, field.offset, descriptor) {
                self.number(&name, address, descriptor, range);
            }
        }
    }

    fn references(&mut self, object: u32, handle: u32, name: &str) {
        let length = self.word(handle + LENGTH_WORD).unwrap_or(0);
        for index in 0..length.min(MOST_WORDS) {
            if let Some(word) = self.word(object.wrapping_add(index)) {
                self.rest.push_back((word, format!("{name}[{index}]")));
            }
        }
    }

    fn elements(&mut self, (object, handle): (u32, u32), range: Range, words: u32, name: &str) {
        let length = self.word(handle + LENGTH_WORD).unwrap_or(0);
        let group = self.places.last().map_or(0, |it| it.group + 1);
        for word in 0..length.saturating_mul(words).min(MOST_WORDS) {
            let address = object.wrapping_add(word);
            let Some(value) = self.word(address) else {
                return;
            };
            let low = if word % words == 1 { " (low word)" } else { "" };
            let name = format!("{name}[{}]{low}", word / words);
            self.add(name, At::Word(address), value, range, Some(group));
        }
    }
}
