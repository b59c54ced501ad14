//! Structure of an image, found from its words without symbols.
//!
//! The header leads to the special pointers, these lead to the string literals, and after the literals the class
//! structures follow one another (spec 11 sections 2, 8 and 12). Method tables lead to the code, and the code
//! shows the use of the words of the constant pools. Names are not in the image, except in our tables
//! (`docs/image-extensions.md`), which `names` reads.
//!
//! Everything is checked against the image's bounds: any words whatever give a structure or an error.

mod area;
mod class_shapes;
mod code_area;
mod literals;
mod slot;
mod slots;
mod words;

use isa::image::MethodWord;

use thiserror::Error;

pub use class_shapes::{ClassShape, Parent};
pub use code_area::MethodShape;
pub use slot::{Slot, SlotUse};
pub use slots::{StaticKind, StaticUse};
pub(crate) use words::Words;

use crate::image::Image;
use crate::symbols::{Pointers, Region, StringSymbol};

/// Special pointers before the list of initialisers, and its length word.
const SPECIAL_POINTERS: u32 = 7;

/// Errors of the words of an image.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StructureError {
    /// Not even the header.
    #[error("the image has {words} words, which is less than its header and special pointers")]
    Short {
        /// Words there are.
        words: u32,
    },
    /// Word 1 leads elsewhere.
    #[error("word 1 puts the special pointers at {address}, but the image has {words} words")]
    Pointers {
        /// Word 1.
        address: u32,
        /// Words there are.
        words: u32,
    },
    /// The list of initialisers does not fit.
    #[error("word {address} announces {count} class initialisers, but the image has {words} words")]
    Initialisers {
        /// Address of the count.
        address: u32,
        /// The count.
        count: u32,
        /// Words there are.
        words: u32,
    },
    /// The static reference area is elsewhere.
    #[error(
        "the static references lie at {start}, {length} words, not between the header and word {end}"
    )]
    References {
        /// First address.
        start: u32,
        /// Number of words.
        length: u32,
        /// Address of the special pointers.
        end: u32,
    },
}

/// Contents of an image, by address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    /// The special pointers.
    pub pointers: Pointers,
    /// The regions, without gaps; `extensions` is everything after the class structures.
    pub regions: Vec<Region>,
    /// Static fields that linked code reads or writes.
    pub statics: Vec<StaticUse>,
    /// Methods that a method structure leads to.
    pub methods: Vec<MethodShape>,
    /// String literals.
    pub strings: Vec<StringSymbol>,
    /// Class structures.
    pub classes: Vec<ClassShape>,
    /// Address of the class of the literals, java.lang.String, if there are any.
    pub string_class: Option<u32>,
    /// Bytecodes that linked code uses.
    pub bytecodes: Vec<u8>,
}

impl Structure {
    /// Reads the structure of an image.
    ///
    /// # Errors
    /// If the header or the special pointers lead out of the image. Class structures that make no sense are no error:
    /// they and all behind them count as extensions.
    pub fn of(image: &Image) -> Result<Self, StructureError> {
        let words = Words(&image.words);
        let pointers = pointers(words)?;
        let literals = literals::find(
            words,
            pointers.address + SPECIAL_POINTERS + initialisers(&pointers),
        );
        let area = area::Area {
            start: pointers.references + pointers.reference_words,
            end: pointers.address,
            pools: literals.end,
        };
        let mut classes = class_shapes::find(words, literals.end, area);
        let methods = code_area::find(words, &pointers, &classes, area);
        let used = slots::describe(words, &methods, &mut classes, &literals.strings);
        let string_class = classes
            .iter()
            .find(|class| Some(class.method_table) == literals.method_table)
            .map(|class| class.address);
        let regions = regions(words, &pointers, &literals, &classes);
        Ok(Self {
            pointers,
            regions,
            statics: used.statics,
            methods,
            strings: literals.strings,
            classes,
            string_class,
            bytecodes: used.bytecodes,
        })
    }

    /// End of the static fields, start of the code.
    #[must_use]
    pub fn code_start(&self) -> u32 {
        self.pointers.references + self.pointers.reference_words
    }

    /// The class whose constant pool is at an address.
    #[must_use]
    pub fn class_of_pool(&self, pool: u32) -> Option<&ClassShape> {
        self.classes.iter().find(|class| class.pool == pool)
    }

    /// The class whose method table contains an address.
    #[must_use]
    pub fn class_of_struct(&self, address: u32) -> Option<&ClassShape> {
        self.classes.iter().find(|class| {
            (class.method_table..class.pool - 1).contains(&address)
                && (address - class.method_table).is_multiple_of(2)
        })
    }

    /// The code address in the method structure at an address.
    #[must_use]
    pub fn code_of_struct(&self, address: u32) -> Option<u32> {
        if let Some(class) = self.class_of_struct(address) {
            let entry = class
                .entries
                .get((address - class.method_table) as usize / 2)?;
            return (entry[0] != 0).then(|| MethodWord::unpack(entry[0]).address);
        }
        let mut methods = self.methods.iter();
        let method = methods.find(|method| method.structs.contains(&address))?;
        Some(method.address)
    }

    /// The method whose code starts at an address.
    #[must_use]
    pub fn method_at(&self, address: u32) -> Option<&MethodShape> {
        let index = self
            .methods
            .binary_search_by_key(&address, |method| method.address)
            .ok()?;
        self.methods.get(index)
    }
}

fn pointers(words: Words<'_>) -> Result<Pointers, StructureError> {
    let count = words.count();
    let address = words.get(1).ok_or(StructureError::Short { words: count })?;
    let block = words.range(address, SPECIAL_POINTERS);
    let (
        Some(
            &[
                boot,
                jvm,
                help,
                main,
                references,
                reference_words,
                initialisers,
            ],
        ),
        2..,
    ) = (block, address)
    else {
        return Err(StructureError::Pointers {
            address,
            words: count,
        });
    };
    let list = address + SPECIAL_POINTERS;
    let Some(list) = words.range(list, initialisers) else {
        return Err(StructureError::Initialisers {
            address: list - 1,
            count: initialisers,
            words: count,
        });
    };
    let inside = references >= 2
        && references
            .checked_add(reference_words)
            .is_some_and(|end| end <= address);
    if !inside {
        return Err(StructureError::References {
            start: references,
            length: reference_words,
            end: address,
        });
    }
    Ok(Pointers {
        address,
        boot,
        jvm,
        help,
        main,
        references,
        reference_words,
        initialisers: list.to_vec(),
    })
}

fn initialisers(pointers: &Pointers) -> u32 {
    pointers.initialisers.len() as u32
}

fn regions(
    words: Words<'_>,
    pointers: &Pointers,
    literals: &literals::Literals,
    classes: &[ClassShape],
) -> Vec<Region> {
    let classes_end = classes.last().map_or(literals.end, |class| class.end);
    let starts = [
        ("header", 0),
        ("value statics", 2),
        ("reference statics", pointers.references),
        ("code", pointers.references + pointers.reference_words),
        ("special pointers", pointers.address),
        ("strings", literals.start),
        ("classes", literals.end),
        ("extensions", classes_end),
    ];
    let ends = starts.iter().skip(1).map(|(_, start)| *start);
    starts
        .iter()
        .zip(ends.chain([words.count()]))
        .map(|((name, start), end)| Region {
            name: (*name).to_owned(),
            start: *start,
            words: end.saturating_sub(*start),
        })
        .collect()
}
