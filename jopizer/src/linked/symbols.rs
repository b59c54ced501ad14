//! The symbols of an image: a map of its addresses, kept as JSON next to it.
//!
//! This is the common form for every tool that shows methods and lines. Images without symbols get them from the
//! original linker's `.link.txt` ([`Symbols::from_link_txt`]) or from the image's words ([`Symbols::of_image`]).

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use runtime::sources::{Source, SourcePath};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files::write_atomically;
use crate::image::Image;

/// Version of the JSON form; another number is refused.
pub const SYMBOLS_FORMAT: u32 = 1;

/// All symbols of one image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symbols {
    /// Version of this form.
    pub format: u32,
    /// CRC-32 of the image without its argument region ([`Symbols::fits`]).
    pub image_hash: u32,
    /// The class whose `main` runs.
    pub main_class: String,
    /// The special pointers.
    pub pointers: Pointers,
    /// The regions by address, without gaps.
    pub regions: Vec<Region>,
    /// Linked classes and interfaces by address.
    pub classes: Vec<ClassSymbol>,
    /// Linked methods by code address.
    pub methods: Vec<MethodSymbol>,
    /// Static fields by address.
    pub statics: Vec<StaticSymbol>,
    /// String literals by address.
    pub strings: Vec<StringSymbol>,
    /// Array descriptors by address.
    pub arrays: Vec<ArraySymbol>,
    /// Bytecodes that linked code uses.
    pub bytecodes: Vec<u8>,
    /// Data for replacing the program's arguments; `None` if the runtime takes none.
    pub arguments: Option<ArgumentsSymbol>,
}

/// The special pointers (spec 11 section 2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pointers {
    /// Address P of the block.
    pub address: u32,
    /// Method structure of `Startup.boot`.
    pub boot: u32,
    /// Method structure of `JVM.f_nop`, "jjp".
    pub jvm: u32,
    /// Method structure of `JVMHelp.interrupt`, "jjhp".
    pub help: u32,
    /// Method structure of `main`.
    pub main: u32,
    /// Start of the static reference area.
    pub references: u32,
    /// Words in it.
    pub reference_words: u32,
    /// Method structures of the class initialisers in order of execution.
    pub initialisers: Vec<u32>,
}

/// A part of the image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// `header`, `value statics`, `reference statics`, `code`, `special pointers`, `strings`, `classes`, `extensions`, `arguments`.
    pub name: String,
    /// First address.
    pub start: u32,
    /// Number of words.
    pub words: u32,
}

/// A linked class or interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassSymbol {
    /// Java's spelling, `t.Main`.
    pub name: String,
    /// Address of the class structure.
    pub address: u32,
    /// Address of the method table.
    pub method_table: u32,
    /// Address of the constant pool's length word.
    pub pool: u32,
    /// Meaning of the pool's words from index 1 on.
    pub constants: Vec<String>,
    /// Address of the interface table it has itself, or 0.
    pub interface_table: u32,
    /// The number, if it is an interface.
    pub interface_number: Option<u32>,
    /// Words of fields.
    pub instance_words: u32,
    /// Superclass.
    pub superclass: Option<String>,
    /// Its own instance fields.
    pub fields: Vec<FieldSymbol>,
    /// Source file.
    pub source: Option<String>,
}

/// An instance field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldSymbol {
    /// Name.
    pub name: String,
    /// Type descriptor.
    pub descriptor: String,
    /// Word offset in the object.
    pub offset: u32,
}

/// Packages of the runtime.
const RUNTIME: [&str; 3] = ["java.", "com.jopdesign.", "joplab."];

/// Returns true for the name of a class of the runtime, or of one of its methods.
#[must_use]
pub fn is_of_runtime(name: &str) -> bool {
    RUNTIME.iter().any(|package| name.starts_with(package))
}

/// A linked method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodSymbol {
    /// Class, in Java's spelling.
    pub class: String,
    /// Name.
    pub name: String,
    /// Type descriptor.
    pub descriptor: String,
    /// True if it has no receiver.
    pub is_static: bool,
    /// True if it takes a lock.
    pub is_synchronized: bool,
    /// True if the linker made it for a call site, as for a lambda: stack traces leave it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made: bool,
    /// Address of the first bytecode word: the method cache's tag.
    pub address: u32,
    /// Words of bytecode.
    pub words: u32,
    /// Bytes of bytecode.
    pub bytes: u32,
    /// Argument words, `this` included.
    pub arguments: u32,
    /// Words of other locals.
    pub locals: u32,
    /// Addresses of its structures, the one in its own class's table first.
    pub structs: Vec<u32>,
    /// (byte offset, source line), sorted.
    pub lines: Vec<(u16, u16)>,
    /// Names of local variables, by slot and place; none without `javac -g`, and in files of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<VariableSymbol>,
    /// Most repetitions of its loops, in the order of the code, as `@joplab.LoopBounds` gives them; `jop wcet` refuses negative ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loop_bounds: Vec<i32>,
}

/// The name of a local variable in a part of a method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariableSymbol {
    /// Name.
    pub name: String,
    /// Type descriptor.
    pub descriptor: String,
    /// Its first word among arguments and locals.
    pub slot: u16,
    /// First byte offset at which it has a value.
    pub start: u16,
    /// Byte offset after the last one.
    pub end: u16,
}

impl VariableSymbol {
    /// Words that it takes.
    #[must_use]
    pub fn words(&self) -> u16 {
        if ["J", "D"].contains(&&*self.descriptor) {
            2
        } else {
            1
        }
    }
}

/// A static field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaticSymbol {
    /// Class, in Java's spelling.
    pub class: String,
    /// Name.
    pub name: String,
    /// Type descriptor.
    pub descriptor: String,
    /// Word address.
    pub address: u32,
}

/// A string literal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StringSymbol {
    /// Address of the String handle.
    pub address: u32,
    /// The text; unpaired surrogates are replaced.
    pub text: String,
}

/// An array descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArraySymbol {
    /// Address of the descriptor.
    pub address: u32,
    /// As `Class.getName()` gives it.
    pub name: String,
}

/// Place of the program's arguments and layout of their objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentsSymbol {
    /// Address of the static field `LinkInfo.arguments`.
    pub field: u32,
    /// Start of the argument region, the last of the image.
    pub start: u32,
    /// Method table of java.lang.String.
    pub string_table: u32,
    /// Words of a String's data.
    pub string_words: u32,
    /// Descriptor of `char[]`.
    pub char_array: u32,
    /// Descriptor of `String[]`.
    pub string_array: u32,
}

/// Errors of symbols.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SymbolsError {
    /// The file cannot be read or written.
    #[error("{}: {problem}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Error of the system or the JSON reader.
        problem: String,
    },
    /// Another version of the form.
    #[error("{}: symbol format {found} instead of {SYMBOLS_FORMAT}; link the program again", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The version found.
        found: u32,
    },
    /// They belong to another image.
    #[error("the symbols do not belong to this image; link the program again")]
    Stale,
}

impl ClassSymbol {
    /// Its Java source; none if it is nowhere on the path.
    #[must_use]
    pub fn source(&self, path: &SourcePath) -> Option<Source> {
        path.find(&self.name, self.source.as_deref()?)
    }
}

/// Class of the monitors that several cores share.
const MONITORS: &str = "com.jopdesign.sys.Monitors";

impl Symbols {
    /// The Java source of a method's class; none if it is nowhere on the path.
    #[must_use]
    pub fn source(&self, method: &MethodSymbol, path: &SourcePath) -> Option<Source> {
        let mut classes = self.classes.iter();
        classes
            .find(|class| class.name == method.class)?
            .source(path)
    }

    /// Path of the symbols of an image: `app.jop` has `app.jop.sym.json`.
    #[must_use]
    pub fn path_beside(image: &Path) -> PathBuf {
        let mut name: OsString = image.as_os_str().to_owned();
        name.push(".sym.json");
        PathBuf::from(name)
    }

    /// Reads symbols.
    ///
    /// # Errors
    /// If the file cannot be read, is no such JSON, or of another version.
    pub fn read(path: &Path) -> Result<Self, SymbolsError> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let file_error = |problem: String| SymbolsError::File {
            path: path.to_owned(),
            problem,
        };
        let text = std::fs::read_to_string(path).map_err(|error| file_error(error.to_string()))?;
        let parse_error = |error: serde_json::Error| file_error(error.to_string());
        let Version { format } = serde_json::from_str(&text).map_err(parse_error)?;
        if format != SYMBOLS_FORMAT {
            return Err(SymbolsError::Format {
                path: path.to_owned(),
                found: format,
            });
        }
        serde_json::from_str(&text).map_err(parse_error)
    }

    /// Writes symbols; an interrupted run leaves no partial file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), SymbolsError> {
        let file_error = |problem: String| SymbolsError::File {
            path: path.to_owned(),
            problem,
        };
        let mut json = serde_json::to_vec(self).map_err(|error| file_error(error.to_string()))?;
        json.push(b'\n');
        write_atomically(path, &json).map_err(|error| file_error(error.to_string()))
    }

    /// Returns true if these are the symbols of that image, whatever its arguments.
    #[must_use]
    pub fn fits(&self, image: &Image) -> bool {
        let arguments = self.arguments.as_ref();
        let start = arguments.map_or(0, |arguments| arguments.start as usize);
        start <= image.words.len() && self.image_hash == self.hash(image)
    }

    /// CRC-32 of what does not change with the arguments: word 0, the arguments' static field and
    /// their region are left out.
    pub(crate) fn hash(&self, image: &Image) -> u32 {
        let (field, start) = match &self.arguments {
            Some(arguments) => (arguments.field as usize, arguments.start as usize),
            None => (0, image.words.len()),
        };
        let words = image.words.iter().enumerate().take(start);
        let bytes = words.flat_map(|(address, word)| {
            let left_out = address == 0 || address == field;
            if left_out { [0; 4] } else { word.to_be_bytes() }
        });
        crc32fast::hash(&bytes.collect::<Vec<u8>>())
    }

    /// The method whose code contains a word address.
    #[must_use]
    pub fn method_at(&self, address: u32) -> Option<&MethodSymbol> {
        let after = self
            .methods
            .partition_point(|method| method.address <= address);
        let method = self.methods[..after].last()?;
        (address - method.address < method.words.max(1)).then_some(method)
    }

    /// The method that a method structure belongs to.
    #[must_use]
    pub fn method_of_struct(&self, address: u32) -> Option<&MethodSymbol> {
        self.methods
            .iter()
            .find(|method| method.structs.contains(&address))
    }

    /// The class whose structure starts at an address.
    #[must_use]
    pub fn class_at(&self, address: u32) -> Option<&ClassSymbol> {
        let index = self
            .classes
            .binary_search_by_key(&address, |class| class.address)
            .ok()?;
        self.classes.get(index)
    }

    /// A class by its name in Java's spelling.
    #[must_use]
    pub fn class(&self, name: &str) -> Option<&ClassSymbol> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// The program is linked for several cores: monitors are calls of its runtime.
    #[must_use]
    pub fn is_for_several_cores(&self) -> bool {
        self.class(MONITORS).is_some()
    }

    /// Methods by class and name; overloads all count.
    pub fn methods_named<'a>(
        &'a self,
        class: &'a str,
        name: &'a str,
    ) -> impl Iterator<Item = &'a MethodSymbol> {
        self.methods
            .iter()
            .filter(move |method| method.class == class && method.name == name)
    }

    /// Address of a static field.
    #[must_use]
    pub fn static_field(&self, class: &str, name: &str) -> Option<u32> {
        let mut fields = self.statics.iter();
        let found = fields.find(|field| field.class == class && field.name == name)?;
        Some(found.address)
    }

    /// Comments for the image's text form, by address.
    pub(crate) fn comments(&self) -> BTreeMap<u32, Vec<String>> {
        let mut comments: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        let mut add = |address: u32, text: String| comments.entry(address).or_default().push(text);
        for region in self.regions.iter().filter(|region| region.words > 0) {
            add(
                region.start,
                format!("---- {}, {} words ----", region.name, region.words),
            );
        }
        for field in &self.statics {
            add(
                field.address,
                format!("{}.{} {}", field.class, field.name, field.descriptor),
            );
        }
        for method in &self.methods {
            add(method.address, method.to_string());
        }
        for string in &self.strings {
            add(string.address, format!("{:?}", string.text));
        }
        for class in &self.classes {
            add(class.address, class.name.clone());
            add(class.pool, format!("{}: constants", class.name));
        }
        for array in &self.arrays {
            add(array.address, array.name.clone());
        }
        comments
    }
}

impl MethodSymbol {
    /// The variable that holds a word of the locals when the bytecode at an offset runs.
    #[must_use]
    pub fn variable(&self, slot: u32, pc: u32) -> Option<&VariableSymbol> {
        self.variables.iter().find(|row| {
            let first = u32::from(row.slot);
            let slots = first..first + u32::from(row.words());
            slots.contains(&slot) && (row.start.into()..row.end.into()).contains(&pc)
        })
    }

    /// The slot of a variable when the bytecode at an offset runs.
    #[must_use]
    pub fn slot_of(&self, name: &str, pc: u32) -> Option<u32> {
        let mut found = self.variables.iter();
        let row = found
            .find(|row| row.name == name && (row.start.into()..row.end.into()).contains(&pc))?;
        Some(row.slot.into())
    }

    /// The source line of a byte offset in the code.
    #[must_use]
    pub fn line(&self, pc: u32) -> Option<u16> {
        let after = self
            .lines
            .partition_point(|(start, _)| u32::from(*start) <= pc);
        self.lines[..after].last().map(|(_, line)| *line)
    }
}

impl fmt::Display for MethodSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.class, self.name, self.descriptor)
    }
}
