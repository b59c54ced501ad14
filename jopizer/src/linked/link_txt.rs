//! The original linker's link-info file, `app.jop.link.txt` (spec 11 section 11).
//!
//! ```text
//! static t.Ex.totalI 2                          class, name and descriptor, address
//! bytecode t.Ex.add(II)I 27                     class, name and descriptor, code address
//! class t.Ex 92 103                             name, method table, constant pool
//!  -instSize 4                                  words of fields
//!  -field f1J 1                                 name and descriptor, offset
//!  -super 112                                   address of the superclass's structure; not for interfaces
//!  -mtab t.Ex.add(II)I 96                       method, address of its structure
//!  -constmap 17 0                               class-file index, position in the pool
//! ```
//!
//! It has names only; the structure is read from the image, and each address in the file must fit it. `-constmap` is
//! ignored: only names are needed, and indices of class files are not kept, so they are not written either.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::write_atomically;
use crate::found_names::{MethodName, Names};
use crate::image::Image;
use crate::names::of_structure;
use crate::structure::{Structure, StructureError};
use crate::symbols::{FieldSymbol, StaticSymbol, Symbols, SymbolsError};

/// Errors of a link-info file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkTxtError {
    /// A line of another form.
    #[error(
        "line {line}: `{text}` is no line of a link-info file; it is written beside the image by the linker"
    )]
    Line {
        /// Line, from 1.
        line: usize,
        /// The line, at most forty characters of it.
        text: String,
    },
    /// An address at which the image has something else.
    #[error("line {line}: {what} is not at {address} in this image; link the program again")]
    Foreign {
        /// Line, from 1.
        line: usize,
        /// The expected value.
        what: String,
        /// The address.
        address: u32,
    },
    /// The image itself.
    #[error(transparent)]
    Structure(#[from] StructureError),
}

impl Symbols {
    /// Paths of the link-info file of an image: `app.jop.link.txt`, or `app.link.txt`.
    #[must_use]
    pub fn link_txt_beside(image: &Path) -> [PathBuf; 2] {
        let mut whole: OsString = image.as_os_str().to_owned();
        whole.push(".link.txt");
        [PathBuf::from(whole), image.with_extension("link.txt")]
    }

    /// Symbols of an image, with the names of a link-info file. Lines are known only if the image has them.
    ///
    /// # Errors
    /// If the text is no link-info file, or one of another image.
    pub fn from_link_txt(text: &str, image: &Image) -> Result<Self, LinkTxtError> {
        let structure = Structure::of(image)?;
        let items = parse(text)?;
        let names = names(&items, &structure)?;
        Ok(of_structure(image, &structure, names))
    }

    /// The link-info file of these symbols, in the order of addresses.
    #[must_use]
    pub fn to_link_txt(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        for field in &self.statics {
            let (class, name) = (&field.class, &field.name);
            let _ = writeln!(
                text,
                "static {class}.{name}{} {}",
                field.descriptor, field.address
            );
        }
        for method in &self.methods {
            let _ = writeln!(text, "bytecode {method} {}", method.address);
        }
        let tables = self.method_tables();
        let addresses: HashMap<&str, u32> = self
            .classes
            .iter()
            .map(|class| (class.name.as_str(), class.address))
            .collect();
        for class in &self.classes {
            let _ = writeln!(
                text,
                "class {} {} {}",
                class.name, class.method_table, class.pool
            );
            let _ = writeln!(text, " -instSize {}", class.instance_words);
            for field in &class.fields {
                let _ = writeln!(
                    text,
                    " -field {}{} {}",
                    field.name, field.descriptor, field.offset
                );
            }
            let superclass = class
                .superclass
                .as_deref()
                .filter(|_| class.interface_number.is_none());
            if let Some(address) = superclass.and_then(|name| addresses.get(name)) {
                let _ = writeln!(text, " -super {address}");
            }
            let first = tables.partition_point(|(address, _)| *address < class.method_table);
            let entries = tables[first..]
                .iter()
                .take_while(|(address, _)| *address < class.pool);
            for (address, method) in entries {
                let _ = writeln!(text, " -mtab {method} {address}");
            }
        }
        text
    }

    /// Writes the link-info file; an interrupted run leaves no partial file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_link_txt(&self, path: &Path) -> Result<(), SymbolsError> {
        write_atomically(path, self.to_link_txt().as_bytes()).map_err(|error| SymbolsError::File {
            path: path.to_owned(),
            problem: error.to_string(),
        })
    }

    /// Every method structure in a table, with its method, by address.
    fn method_tables(&self) -> Vec<(u32, String)> {
        let mut tables: Vec<(u32, String)> = self
            .methods
            .iter()
            .flat_map(|method| method.structs.iter().map(|at| (*at, method.to_string())))
            .collect();
        tables.sort();
        tables
    }
}

/// A line that has a name, with its number.
struct Item<'a> {
    line: usize,
    kind: Kind<'a>,
}

enum Kind<'a> {
    /// Class, name and descriptor, address.
    Static(&'a str, &'a str, u32),
    /// Class, name and descriptor, address.
    Bytecode(&'a str, &'a str, u32),
    /// Name, method table, constant pool.
    Class(&'a str, u32, u32),
    /// Name and descriptor, offset; of the class before it.
    Field(&'a str, u32),
}

fn parse(text: &str) -> Result<Vec<Item<'_>>, LinkTxtError> {
    let mut items = Vec::new();
    let mut in_class = false;
    for (line, content) in (1..).zip(text.lines()) {
        if content.trim().is_empty() {
            continue;
        }
        let malformed = || LinkTxtError::Line {
            line,
            text: content
                .trim()
                .chars()
                .take(40)
                .flat_map(char::escape_debug)
                .collect(),
        };
        let kind = kind(content).ok_or_else(malformed)?;
        let belongs = content.starts_with(' ');
        in_class |= matches!(kind, Some(Kind::Class(..)));
        if belongs && !in_class {
            return Err(malformed());
        }
        items.extend(kind.map(|kind| Item { line, kind }));
    }
    Ok(items)
}

/// Contents of a line; inner `None` for entries without a name, outer `None` for an invalid line.
fn kind(content: &str) -> Option<Option<Kind<'_>>> {
    let parts: Vec<&str> = content.split_whitespace().collect();
    let number = |text: &str| text.parse::<u32>().ok();
    Some(match parts.as_slice() {
        ["static", name, address] => {
            // Neither a name nor a descriptor has a point in it.
            let (class, field) = name.rsplit_once('.')?;
            Some(Kind::Static(class, field, number(address)?))
        }
        ["bytecode", name, address] => {
            let (class, method) = split_method(name)?;
            Some(Kind::Bytecode(class, method, number(address)?))
        }
        ["class", name, table, pool] => Some(Kind::Class(name, number(table)?, number(pool)?)),
        ["-field", name, offset] => Some(Kind::Field(name, number(offset)?)),
        ["-instSize" | "-super", value] => {
            number(value)?;
            None
        }
        ["-mtab", name, address] => {
            split_method(name)?;
            number(address)?;
            None
        }
        ["-constmap", index, position] => {
            number(index)?;
            number(position)?;
            None
        }
        _ => return None,
    })
}

/// `t.Ex.add(II)I` as `t.Ex` and `add(II)I`.
fn split_method(text: &str) -> Option<(&str, &str)> {
    let point = text.get(..text.find('(')?)?.rfind('.')?;
    Some((&text[..point], &text[point + 1..]))
}

fn names(items: &[Item<'_>], structure: &Structure) -> Result<Names, LinkTxtError> {
    let classes = items.iter().filter_map(|item| match item.kind {
        Kind::Class(name, ..) => Some(name.replace('.', "/")),
        _ => None,
    });
    let mut reader = Reader {
        structure,
        linked: classes.collect(),
        names: Names::default(),
        class: 0,
    };
    for item in items {
        reader.item(item)?;
    }
    Ok(reader.names)
}

struct Reader<'a> {
    structure: &'a Structure,
    /// Names of all classes, as descriptors write them.
    linked: Vec<String>,
    names: Names,
    /// Address of the class whose lines are being read.
    class: u32,
}

impl Reader<'_> {
    fn item(&mut self, item: &Item<'_>) -> Result<(), LinkTxtError> {
        let foreign = |what: String, address| LinkTxtError::Foreign {
            line: item.line,
            what,
            address,
        };
        match item.kind {
            Kind::Static(class, field, address) => {
                let (name, descriptor) = self.split_field(field);
                if !(2..self.structure.code_start()).contains(&address) {
                    return Err(foreign(format!("static field {class}.{name}"), address));
                }
                self.names.statics.push(StaticSymbol {
                    class: dotted(class),
                    name,
                    descriptor,
                    address,
                });
            }
            Kind::Bytecode(class, method, address) => {
                if self.structure.method_at(address).is_none() {
                    return Err(foreign(format!("method {class}.{method}"), address));
                }
                let (name, descriptor) = method.split_at(method.find('(').unwrap_or(method.len()));
                let name = MethodName {
                    name: name.to_owned(),
                    descriptor: descriptor.to_owned(),
                };
                self.names.methods.insert(address, name);
            }
            Kind::Class(name, table, pool) => {
                let found = self.structure.class_of_pool(pool);
                let shape = found
                    .filter(|shape| shape.method_table == table)
                    .ok_or_else(|| foreign(format!("class {name}"), pool))?;
                self.class = shape.address;
                self.names.classes.insert(shape.address, dotted(name));
            }
            Kind::Field(field, offset) => {
                let (name, descriptor) = self.split_field(field);
                let fields = self.names.fields.entry(self.class).or_default();
                fields.push(FieldSymbol {
                    name,
                    descriptor,
                    offset,
                });
            }
        }
        Ok(())
    }

    /// `totalI` as `total` and `I`. Where the type of an object begins is not marked: `myListLjava/util/List;`. A linked
    /// class decides; otherwise the last `L` before the first slash does.
    fn split_field(&self, field: &str) -> (String, String) {
        let split = |at: usize| (field[..at].to_owned(), field[at..].to_owned());
        if let Some(array) = field.find('[') {
            return split(array);
        }
        let Some(object) = field.strip_suffix(';') else {
            let last = field.char_indices().next_back();
            return split(last.map_or(0, |(at, _)| at));
        };
        let package = object.find('/').unwrap_or(object.len());
        let starts: Vec<usize> = object[..package]
            .match_indices('L')
            .map(|(at, _)| at)
            .collect();
        let is_linked = |at: &&usize| self.linked.iter().any(|class| class == &object[*at + 1..]);
        let at = starts.iter().find(is_linked).or(starts.last());
        split(at.copied().unwrap_or_default())
    }
}

fn dotted(name: &str) -> String {
    name.replace('/', ".")
}
