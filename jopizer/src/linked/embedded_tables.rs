//! Names from the tables that our runtime keeps in the image (`docs/image-runtime.md`).
//!
//! Only statics of the runtime lead to these tables. They are recognised by their contents: counts and
//! addresses of all classes, and of all methods, a sequence that is unlikely by accident.

use crate::found_names::{MethodName, Names};
use crate::image::Image;
use crate::packed_text::unpack;
use crate::structure::{SlotUse, Structure, Words};
use crate::symbols::ArraySymbol;

/// Words of an entry of the class table.
const CLASS_ENTRY: u32 = 4;
/// Words of an entry of the method table.
const METHOD_ENTRY: u32 = 6;
/// Words of an array descriptor.
const DESCRIPTOR: u32 = 8;
/// Types nested in an array type; Java has no more.
const DIMENSIONS: usize = 255;

/// Adds names from the tables where no other source has them.
pub(crate) fn add_names(image: &Image, structure: &Structure, names: &mut Names) {
    let tables = Tables {
        words: Words(&image.words),
        structure,
        start: structure.regions.last().map_or(0, |region| region.start),
    };
    tables.add_classes(names);
    tables.add_methods(names);
    tables.add_arrays(names);
}

struct Tables<'a> {
    words: Words<'a>,
    structure: &'a Structure,
    /// Start of the extensions.
    start: u32,
}

impl Tables<'_> {
    fn add_classes(&self, names: &mut Names) {
        let addresses: Vec<u32> = self.structure.classes.iter().map(|it| it.address).collect();
        let Some(entries) = self.find(&addresses, CLASS_ENTRY) else {
            return;
        };
        for entry in entries.chunks_exact(CLASS_ENTRY as usize) {
            if let Some(name) = self.text(entry[1]) {
                names.class(entry[0], &name);
            }
        }
    }

    fn add_methods(&self, names: &mut Names) {
        let addresses: Vec<u32> = self.structure.methods.iter().map(|it| it.address).collect();
        let Some(entries) = self.find(&addresses, METHOD_ENTRY) else {
            return;
        };
        for (entry, shape) in entries
            .chunks_exact(METHOD_ENTRY as usize)
            .zip(&self.structure.methods)
        {
            if let Some(name) = self.text(entry[3]) {
                names
                    .methods
                    .entry(shape.address)
                    .or_insert_with(|| MethodName {
                        name,
                        descriptor: String::new(),
                    });
            }
            let class = self.structure.class_of_pool(shape.pool);
            if let (Some(class), Some(source)) = (class, self.text(entry[4])) {
                names.sources.entry(class.address).or_insert(source);
            }
            if let Some(lines) = self.lines(entry[5]) {
                names.lines.insert(shape.address, lines);
            }
        }
    }

    /// Array descriptors that constants name, and their components.
    fn add_arrays(&self, names: &mut Names) {
        let slots = self.structure.classes.iter().flat_map(|class| &class.slots);
        let named = slots.filter(|slot| slot.used_as == SlotUse::Class);
        for slot in named {
            let mut address = slot.word;
            for _ in 0..DIMENSIONS {
                if address < self.start || names.arrays.iter().any(|it| it.address == address) {
                    break;
                }
                let Some(descriptor) = self.words.range(address, DESCRIPTOR) else {
                    break;
                };
                let Some(name) = self
                    .text(descriptor[6])
                    .filter(|name| name.starts_with('['))
                else {
                    break;
                };
                names.arrays.push(ArraySymbol { address, name });
                address = descriptor[2];
            }
        }
        names.arrays.sort_by_key(|array| array.address);
    }

    /// The entries of the table whose first words are these addresses.
    fn find(&self, addresses: &[u32], entry: u32) -> Option<&[u32]> {
        let count = u32::try_from(addresses.len())
            .ok()
            .filter(|count| *count > 0)?;
        let length = count.checked_mul(entry)?;
        (self.start..self.words.count()).find_map(|at| {
            if self.words.get(at) != Some(count) {
                return None;
            }
            let entries = self.words.range(at + 1, length)?;
            let firsts = entries.iter().step_by(entry as usize);
            firsts.eq(addresses).then_some(entries)
        })
    }

    /// A line table: count, then byte offset and line in one word each.
    fn lines(&self, address: u32) -> Option<Vec<(u16, u16)>> {
        if address < self.start {
            return None;
        }
        let rows = self.words.range(address + 1, self.words.get(address)?)?;
        Some(
            rows.iter()
                .map(|row| ((row >> 16) as u16, *row as u16))
                .collect(),
        )
    }

    /// A packed text.
    fn text(&self, address: u32) -> Option<String> {
        (address >= self.start)
            .then(|| unpack(|offset| self.words.get(address.checked_add(offset)?)))
            .flatten()
    }
}
