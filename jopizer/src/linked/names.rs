//! Symbols of an image without a symbol file: the structure of the image, with names from any source.
//!
//! In order of trust: the original linker's `.link.txt` ([`link_txt`](crate::link_txt)), the tables that our runtime keeps in
//! the image for stack traces ([`embedded_tables`](crate::embedded_tables)), and what the format itself fixes, such as the entry points
//! in `JVM`. Anything unnamed is named by its address: `class@87`, `method@27`.

use crate::disassemble::primitive;
use crate::embedded_tables;
use crate::error::dotted;
use crate::found_names::{MethodName, Names};
use crate::image::Image;
use crate::known_classes::{HELP, JVM, STARTUP};
use crate::known_classes::{OBJECT, STRING};
use crate::structure::{ClassShape, MethodShape, Parent, Slot, SlotUse, Structure, StructureError};
use crate::symbols::{ClassSymbol, MethodSymbol, SYMBOLS_FORMAT, Symbols};
use isa::Bytecode;

impl Symbols {
    /// Symbols from the image alone.
    ///
    /// # Errors
    /// If the words are no image.
    pub fn of_image(image: &Image) -> Result<Self, StructureError> {
        let structure = Structure::of(image)?;
        Ok(of_structure(image, &structure, Names::default()))
    }
}

/// Returns true if a class or method has no name but its address.
#[must_use]
pub fn is_unnamed(name: &str) -> bool {
    let digits = name
        .strip_prefix("class@")
        .or_else(|| name.strip_prefix("method@"));
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Symbols from a structure; `names` takes precedence over the image.
pub(crate) fn of_structure(image: &Image, structure: &Structure, mut names: Names) -> Symbols {
    embedded_tables::add_names(image, structure, &mut names);
    add_fixed_names(structure, &mut names);
    let describer = Describer {
        structure,
        names: &names,
    };
    let mut symbols = Symbols {
        format: SYMBOLS_FORMAT,
        image_hash: 0,
        main_class: describer.main_class(),
        pointers: structure.pointers.clone(),
        regions: structure.regions.clone(),
        classes: structure
            .classes
            .iter()
            .map(|class| describer.class(class))
            .collect(),
        methods: structure
            .methods
            .iter()
            .map(|method| describer.method(method))
            .collect(),
        statics: names.statics.clone(),
        strings: structure.strings.clone(),
        arrays: names.arrays.clone(),
        bytecodes: structure.bytecodes.clone(),
        arguments: None,
    };
    symbols.statics.sort_by_key(|symbol| symbol.address);
    symbols.image_hash = symbols.hash(image);
    symbols
}

/// Names that the format itself gives (spec 11 section 2, spec 12 section 6).
fn add_fixed_names(structure: &Structure, names: &mut Names) {
    let pointers = &structure.pointers;
    for (address, class) in [
        (pointers.boot, STARTUP),
        (pointers.jvm, JVM),
        (pointers.help, HELP),
    ] {
        if let Some(shape) = structure.class_of_struct(address) {
            names.class(shape.address, &dotted(class));
        }
    }
    for class in &structure.classes {
        if class.parent == Parent::None {
            names.class(class.address, &dotted(OBJECT));
        }
    }
    if let Some(class) = structure.string_class {
        names.class(class, &dotted(STRING));
    }
    for address in &pointers.initialisers {
        names.method_of(structure, *address, "<clinit>", "()V");
    }
    names.method_of(structure, pointers.boot, "boot", "()V");
    names.method_of(structure, pointers.main, "main", "([Ljava/lang/String;)V");
    names.method_of(structure, pointers.help, "interrupt", "()V");
    if let Some(jvm) = structure.class_of_struct(pointers.jvm) {
        let entries = (pointers.jvm..jvm.pool - 1).step_by(2);
        for (address, bytecode) in entries.zip(Bytecode::ALL) {
            names.method_of(structure, address, &format!("f_{bytecode}"), "");
        }
    }
}

/// Puts names to shapes.
struct Describer<'a> {
    structure: &'a Structure,
    names: &'a Names,
}

impl Describer<'_> {
    fn class_name(&self, address: u32) -> String {
        let name = self.names.classes.get(&address);
        name.cloned().unwrap_or_else(|| format!("class@{address}"))
    }

    /// The class that declares `main`; its structure may be in a subclass's table.
    fn main_class(&self) -> String {
        let code = self.structure.code_of_struct(self.structure.pointers.main);
        let method = code.and_then(|code| self.structure.method_at(code));
        method.map_or_else(String::new, |method| self.method(method).class)
    }

    fn method(&self, shape: &MethodShape) -> MethodSymbol {
        let class = self.structure.class_of_pool(shape.pool);
        let name = self.names.methods.get(&shape.address).cloned();
        let name = name.unwrap_or_else(|| MethodName {
            name: format!("method@{}", shape.address),
            descriptor: String::new(),
        });
        MethodSymbol {
            class: class.map_or_else(
                || format!("class@{}", shape.pool),
                |class| self.class_name(class.address),
            ),
            name: name.name,
            descriptor: name.descriptor,
            is_static: shape.is_static,
            is_synchronized: shape.is_synchronized,
            made: false,
            address: shape.address,
            words: shape.words,
            bytes: shape.bytes,
            arguments: shape.arguments,
            locals: shape.locals,
            structs: shape.structs.clone(),
            lines: self
                .names
                .lines
                .get(&shape.address)
                .cloned()
                .unwrap_or_default(),
            variables: Vec::new(),
            loop_bounds: Vec::new(),
        }
    }

    fn class(&self, shape: &ClassShape) -> ClassSymbol {
        let object = self
            .structure
            .classes
            .iter()
            .find(|class| class.parent == Parent::None);
        let superclass = match shape.parent {
            Parent::None => None,
            Parent::Class(address) => Some(self.class_name(address)),
            Parent::Interface(_) => object.map(|object| self.class_name(object.address)),
        };
        ClassSymbol {
            name: self.class_name(shape.address),
            address: shape.address,
            method_table: shape.method_table,
            pool: shape.pool,
            constants: shape
                .slots
                .iter()
                .enumerate()
                .map(|(index, slot)| self.constant(*slot, shape.slots.get(index + 1)))
                .collect(),
            interface_table: if shape.owns_table {
                shape.interface_table
            } else {
                0
            },
            interface_number: shape.interface_number(),
            instance_words: shape.instance_words,
            superclass,
            fields: self
                .names
                .fields
                .get(&shape.address)
                .cloned()
                .unwrap_or_default(),
            source: self.names.sources.get(&shape.address).cloned(),
        }
    }

    /// Meaning of a slot of a constant pool; `next` is the following slot.
    fn constant(&self, slot: Slot, next: Option<&Slot>) -> String {
        match slot.used_as {
            SlotUse::Unused => "(unused)".to_owned(),
            SlotUse::Value => slot.word.cast_signed().to_string(),
            SlotUse::LowWord => "(low word)".to_owned(),
            SlotUse::HighWord => {
                let low = next.map_or(0, |slot| slot.word);
                let bits = u64::from(slot.word) << 32 | u64::from(low);
                bits.cast_signed().to_string()
            }
            SlotUse::String => {
                let mut strings = self.structure.strings.iter();
                let found = strings.find(|string| string.address == slot.word);
                format!("{:?}", found.map_or("", |string| &string.text))
            }
            SlotUse::Class => format!("class {}", self.type_name(slot.word)),
            SlotUse::Method => self.method_name(slot.word),
            SlotUse::Virtual { entry, arguments } => {
                format!("method table entry {entry}, {}", words(arguments))
            }
            SlotUse::Interface { entry, arguments } => match self.interface_method(entry) {
                Some(method) => method.to_string(),
                None => format!("interface method {entry}, {}", words(arguments)),
            },
        }
    }

    /// Meaning of a class constant: a class, an array type of ours, or the original's type code.
    fn type_name(&self, word: u32) -> String {
        if let Some(name) = self.names.classes.get(&word) {
            return name.clone();
        }
        let mut arrays = self.names.arrays.iter();
        if let Some(array) = arrays.find(|array| array.address == word) {
            return array.name.clone();
        }
        match (word, primitive(word)) {
            (0, _) => "(not linked)".to_owned(),
            (_, Some(primitive)) => format!("{primitive}[]"),
            (_, None) => format!("class@{word}"),
        }
    }

    fn method_name(&self, address: u32) -> String {
        let code = self.structure.code_of_struct(address);
        match code.and_then(|code| self.structure.method_at(code)) {
            Some(shape) => self.method(shape).to_string(),
            None if address == 0 => "(not linked)".to_owned(),
            None => format!("method structure {address}"),
        }
    }

    /// The name that an interface method has in the first class that implements it.
    fn interface_method(&self, entry: u32) -> Option<String> {
        let tables = self.structure.classes.iter();
        let mut entries =
            tables.filter_map(|class| class.interface_entries.get(entry as usize).copied());
        let code = entries.find_map(|address| self.structure.code_of_struct(address))?;
        let name = self.names.methods.get(&code)?;
        Some(format!("{}{}", name.name, name.descriptor))
    }
}

fn words(arguments: u32) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "1 argument word".to_owned(),
        count => format!("{count} argument words"),
    }
}
