//! An image as a tree: header, regions, pointers, fields, methods, literals, classes, with names where known.
//!
//! The structure comes from the words ([`Structure`]), the names from the symbols. [`Symbols::of_image`] makes symbols
//! for an image that has none.

use serde::Serialize;

use crate::descriptor::{is_reference, is_wide};
use crate::image::Image;
use crate::names::is_unnamed;
use crate::structure::{ClassShape, SlotUse, StaticKind, Structure, StructureError};
use crate::symbols::{
    ArraySymbol, ClassSymbol, FieldSymbol, MethodSymbol, Region, StaticSymbol, StringSymbol,
    Symbols,
};

/// Version of the JSON form; a change of meaning gets another number.
const FORMAT: u32 = 1;

/// An image taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Inspection {
    /// Version of this form.
    pub format: u32,
    /// Number of words, which is word 0.
    pub words: u32,
    /// The class whose `main` runs, if it is known.
    pub main_class: Option<String>,
    /// The special pointers.
    pub pointers: SpecialPointers,
    /// The regions by address, without gaps.
    pub regions: Vec<Region>,
    /// Static fields by address; without symbols only those that code uses.
    pub statics: Vec<StaticField>,
    /// Methods by address.
    pub methods: Vec<Method>,
    /// String literals by address.
    pub strings: Vec<StringSymbol>,
    /// Classes and interfaces by address.
    pub classes: Vec<Class>,
    /// Array descriptors by address.
    pub arrays: Vec<ArraySymbol>,
    /// Counts of unnamed entries.
    pub unnamed: Unnamed,
}

/// The special pointers (spec 11 section 2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpecialPointers {
    /// Address of the block, which is word 1.
    pub address: u32,
    /// Entry point.
    pub boot: MethodPointer,
    /// First method of `JVM`, from which the bytecodes in Java are counted.
    pub jvm: MethodPointer,
    /// First method of `JVMHelp`, from which interrupt and exception entries are counted.
    pub help: MethodPointer,
    /// The program's `main`.
    pub main: MethodPointer,
    /// Start of the static references.
    pub references: u32,
    /// Number of them.
    pub reference_words: u32,
    /// Class initialisers in order of execution.
    pub initialisers: Vec<MethodPointer>,
}

/// The address of a method structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MethodPointer {
    /// Address of the structure.
    pub address: u32,
    /// Its method; `None` if it has no code.
    pub method: Option<String>,
}

/// A static field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StaticField {
    /// Word address.
    pub address: u32,
    /// `value`, `wide` or `reference`.
    pub kind: &'static str,
    /// Class, if it is known.
    pub class: Option<String>,
    /// Name, if it is known.
    pub name: Option<String>,
    /// Type descriptor, if it is known.
    pub descriptor: Option<String>,
}

/// A method with code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Method {
    /// Address of the first bytecode word.
    pub address: u32,
    /// Words of bytecode.
    pub words: u32,
    /// Bytes of bytecode.
    pub bytes: u32,
    /// Blocks of the method cache that it takes up, if a cache is given.
    pub cache_blocks: Option<u32>,
    /// Argument words, `this` included.
    pub arguments: u32,
    /// Words of other locals.
    pub locals: u32,
    /// True if it has no receiver.
    pub is_static: bool,
    /// True if it takes a lock.
    pub is_synchronized: bool,
    /// Rows of the exception table.
    pub handlers: u32,
    /// Class.
    pub class: String,
    /// Name.
    pub name: String,
    /// Type descriptor, if it is known.
    pub descriptor: Option<String>,
    /// Addresses of its structures, the one in its own class's table first.
    pub structs: Vec<u32>,
}

/// A class or an interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Class {
    /// Java's spelling.
    pub name: String,
    /// Address of the structure.
    pub address: u32,
    /// Words of the structure.
    pub words: u32,
    /// The number, if it is an interface.
    pub interface_number: Option<u32>,
    /// Superclass; that of an interface is java.lang.Object.
    pub superclass: Option<String>,
    /// Interfaces it declares where it has its own table.
    pub interfaces: Vec<String>,
    /// Source file.
    pub source: Option<String>,
    /// Words of fields.
    pub instance_words: u32,
    /// Bit `i` is set if the word at offset `i` of an object is a reference.
    pub references: u32,
    /// Its own instance fields.
    pub fields: Vec<FieldSymbol>,
    /// Address of the method table.
    pub method_table: u32,
    /// The entries of the method table, inherited ones included.
    pub methods: Vec<TableEntry>,
    /// Address of the constant pool's length word.
    pub pool: u32,
    /// The constant pool from index 1 on.
    pub constants: Vec<Constant>,
    /// The interface table it uses.
    pub interface_table: Option<InterfaceTable>,
}

/// An entry of a method table or of an interface table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableEntry {
    /// Address of the method structure; 0 in an interface table that lacks the method.
    pub address: u32,
    /// The method; `None` if there is no code.
    pub method: Option<String>,
}

/// A word of a constant pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Constant {
    /// Index, as bytecodes have it.
    pub index: u32,
    /// The word.
    pub word: u32,
    /// Its kind: `value`, `wide`, `low`, `string`, `class`, `method`, `virtual`, `interface`, `unused`.
    pub kind: &'static str,
    /// Its meaning, if it is known.
    pub meaning: Option<String>,
}

/// An interface table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InterfaceTable {
    /// Address.
    pub address: u32,
    /// The class that has it, if it is another one.
    pub inherited_from: Option<String>,
    /// Its entries, if it is the class's own.
    pub entries: Vec<TableEntry>,
}

/// Counts of unnamed entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Unnamed {
    /// Classes.
    pub classes: usize,
    /// Methods.
    pub methods: usize,
    /// Static fields.
    pub statics: usize,
}

impl Inspection {
    /// Takes an image apart. `cache_blocks` gives the blocks of the method cache for a number of words.
    ///
    /// # Errors
    /// If the words are no image.
    pub fn of(
        image: &Image,
        symbols: &Symbols,
        cache_blocks: impl Fn(u32) -> Option<u32>,
    ) -> Result<Self, StructureError> {
        let structure = Structure::of(image)?;
        let namer = Namer {
            structure: &structure,
            symbols,
        };
        let methods: Vec<Method> = structure
            .methods
            .iter()
            .map(|shape| (shape.handlers, namer.symbol(shape.address)))
            .filter_map(|(handlers, symbol)| Some(method(symbol?, handlers, &cache_blocks)))
            .collect();
        let classes: Vec<Class> = structure
            .classes
            .iter()
            .map(|class| namer.class(class))
            .collect();
        let statics = namer.statics();
        let unnamed = Unnamed {
            classes: classes.iter().filter(|it| is_unnamed(&it.name)).count(),
            methods: methods.iter().filter(|it| is_unnamed(&it.name)).count(),
            statics: statics.iter().filter(|it| it.name.is_none()).count(),
        };
        Ok(Self {
            format: FORMAT,
            words: image.words.len() as u32,
            main_class: known(&symbols.main_class),
            pointers: namer.pointers(),
            // The symbols know arguments from extensions.
            regions: symbols.regions.clone(),
            statics,
            methods,
            strings: structure.strings.clone(),
            classes,
            arrays: symbols.arrays.clone(),
            unnamed,
        })
    }
}

/// None for a text that is empty, as symbols have it where something is not known.
fn known(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn method(
    symbol: &MethodSymbol,
    handlers: u32,
    cache_blocks: impl Fn(u32) -> Option<u32>,
) -> Method {
    Method {
        address: symbol.address,
        words: symbol.words,
        bytes: symbol.bytes,
        cache_blocks: cache_blocks(symbol.words),
        arguments: symbol.arguments,
        locals: symbol.locals,
        is_static: symbol.is_static,
        is_synchronized: symbol.is_synchronized,
        handlers,
        class: symbol.class.clone(),
        name: symbol.name.clone(),
        descriptor: known(&symbol.descriptor),
        structs: symbol.structs.clone(),
    }
}

/// Gives shapes the names of symbols.
struct Namer<'a> {
    structure: &'a Structure,
    symbols: &'a Symbols,
}

impl Namer<'_> {
    fn symbol(&self, code: u32) -> Option<&MethodSymbol> {
        let methods = &self.symbols.methods;
        let index = methods
            .binary_search_by_key(&code, |method| method.address)
            .ok()?;
        methods.get(index)
    }

    fn method_name(&self, code: u32) -> Option<String> {
        self.symbol(code).map(ToString::to_string)
    }

    fn pointers(&self) -> SpecialPointers {
        let pointers = &self.structure.pointers;
        let pointer = |address: u32| MethodPointer {
            address,
            method: self
                .structure
                .code_of_struct(address)
                .and_then(|code| self.method_name(code)),
        };
        SpecialPointers {
            address: pointers.address,
            boot: pointer(pointers.boot),
            jvm: pointer(pointers.jvm),
            help: pointer(pointers.help),
            main: pointer(pointers.main),
            references: pointers.references,
            reference_words: pointers.reference_words,
            initialisers: pointers
                .initialisers
                .iter()
                .map(|at| pointer(*at))
                .collect(),
        }
    }

    /// Fields with a name, and those that code uses without.
    fn statics(&self) -> Vec<StaticField> {
        let named = &self.symbols.statics;
        let mut fields: Vec<StaticField> = named.iter().map(static_field).collect();
        for field in &self.structure.statics {
            if named.iter().all(|symbol| symbol.address != field.address) {
                fields.push(StaticField {
                    address: field.address,
                    kind: static_kind(field.kind),
                    class: None,
                    name: None,
                    descriptor: None,
                });
            }
        }
        fields.sort_by_key(|field| field.address);
        fields
    }

    fn class_name(&self, address: u32) -> String {
        let class = self.symbols.class_at(address);
        class.map_or_else(|| format!("class@{address}"), |class| class.name.clone())
    }

    fn class(&self, shape: &ClassShape) -> Class {
        let symbol = self.symbols.class_at(shape.address);
        let tables = (shape.method_table..).step_by(2).zip(&shape.entries);
        Class {
            name: self.class_name(shape.address),
            address: shape.address,
            words: shape.end - shape.address,
            interface_number: shape.interface_number(),
            superclass: symbol.and_then(|symbol| symbol.superclass.clone()),
            interfaces: self.interfaces(shape),
            source: symbol.and_then(|symbol| symbol.source.clone()),
            instance_words: shape.instance_words,
            references: shape.references,
            fields: symbol.map_or_else(Vec::new, |symbol| symbol.fields.clone()),
            method_table: shape.method_table,
            methods: tables
                .map(|(address, entry)| TableEntry {
                    address,
                    method: self.method_name(isa::image::MethodWord::unpack(entry[0]).address),
                })
                .collect(),
            pool: shape.pool,
            constants: constants(shape, symbol),
            interface_table: self.interface_table(shape),
        }
    }

    fn interfaces(&self, shape: &ClassShape) -> Vec<String> {
        let number = |number: &u32| {
            let mut classes = self.structure.classes.iter();
            let interface = classes.find(|class| class.interface_number() == Some(*number));
            interface.map_or_else(
                || format!("interface {number}"),
                |interface| self.class_name(interface.address),
            )
        };
        shape.implements.iter().map(number).collect()
    }

    fn interface_table(&self, shape: &ClassShape) -> Option<InterfaceTable> {
        if shape.interface_table == 0 {
            return None;
        }
        let mut classes = self.structure.classes.iter();
        let owner = classes
            .find(|class| class.owns_table && class.interface_table == shape.interface_table);
        let inherited_from = owner
            .filter(|owner| owner.address != shape.address)
            .map(|owner| self.class_name(owner.address));
        let entry = |address: &u32| TableEntry {
            address: *address,
            method: self
                .structure
                .code_of_struct(*address)
                .and_then(|code| self.method_name(code)),
        };
        Some(InterfaceTable {
            address: shape.interface_table,
            inherited_from,
            entries: shape.interface_entries.iter().map(entry).collect(),
        })
    }
}

fn static_field(symbol: &StaticSymbol) -> StaticField {
    let kind = match symbol.descriptor.as_str() {
        descriptor if is_wide(descriptor) => StaticKind::Wide,
        descriptor if is_reference(descriptor) => StaticKind::Reference,
        _ => StaticKind::Value,
    };
    StaticField {
        address: symbol.address,
        kind: static_kind(kind),
        class: Some(symbol.class.clone()),
        name: Some(symbol.name.clone()),
        descriptor: known(&symbol.descriptor),
    }
}

fn static_kind(kind: StaticKind) -> &'static str {
    match kind {
        StaticKind::Value => "value",
        StaticKind::Wide => "wide",
        StaticKind::Reference => "reference",
    }
}

fn constants(shape: &ClassShape, symbol: Option<&ClassSymbol>) -> Vec<Constant> {
    let meanings = symbol.map_or(&[][..], |symbol| &symbol.constants);
    (1..)
        .zip(&shape.slots)
        .map(|(index, slot)| Constant {
            index,
            word: slot.word,
            kind: slot_kind(slot.used_as),
            meaning: meanings
                .get(index as usize - 1)
                .and_then(|meaning| known(meaning)),
        })
        .collect()
}

fn slot_kind(used_as: SlotUse) -> &'static str {
    match used_as {
        SlotUse::Unused => "unused",
        SlotUse::Value => "value",
        SlotUse::HighWord => "wide",
        SlotUse::LowWord => "low",
        SlotUse::String => "string",
        SlotUse::Class => "class",
        SlotUse::Method => "method",
        SlotUse::Virtual { .. } => "virtual",
        SlotUse::Interface { .. } => "interface",
    }
}
