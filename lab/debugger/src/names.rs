//! Names of addresses: methods, lines, static fields, microcode; with their texts.

use std::cell::RefCell;
use std::collections::HashMap;

use isa::method_name::{Meaning, no_method};
use jopizer::disassemble::Listing;
use jopizer::symbols::{ClassSymbol, MethodSymbol, StaticSymbol, Symbols};
use jopizer::{Image, disassemble};
use runtime::sources::{Source, SourcePath};
use sim_core::MachineState;

/// Classes of the runtime's own part, in which steps by line do not stop.
const INTERNAL: &str = "com.jopdesign.sys.";

/// A line of the microcode's listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MicrocodeLine {
    /// ROM address; none for a label.
    pub address: Option<u16>,
    /// As the listing has it.
    pub text: String,
}

/// Symbols and texts of a program and its microcode.
#[derive(Debug)]
pub struct Names {
    symbols: Option<Symbols>,
    sources: SourcePath,
    image: Image,
    microcode: Vec<MicrocodeLine>,
    labels: Vec<(String, u16)>,
    /// Read once: listings and sources by method address.
    listings: RefCell<HashMap<u32, Option<Listing>>>,
    texts: RefCell<HashMap<String, Option<Source>>>,
}

impl Names {
    /// Names for an image; without symbols, what can be read from the image itself.
    #[must_use]
    pub fn new(
        symbols: Option<Symbols>,
        sources: SourcePath,
        image: &[u32],
        microcode: &microcode::Program,
    ) -> Self {
        let image = Image {
            words: image.to_vec(),
        };
        let labels = microcode.symbols.labels.iter();
        Self {
            symbols: symbols.or_else(|| Symbols::of_image(&image).ok()),
            sources,
            image,
            microcode: microcode_lines(&microcode::listing(microcode)),
            labels: labels
                .map(|(name, address)| (name.clone(), *address))
                .collect(),
            listings: RefCell::default(),
            texts: RefCell::default(),
        }
    }

    /// Looks for sources there from now on.
    pub(crate) fn set_sources(&mut self, sources: SourcePath) {
        self.sources = sources;
        self.texts.get_mut().clear();
    }

    /// The symbols, if there are any.
    #[must_use]
    pub fn symbols(&self) -> Option<&Symbols> {
        self.symbols.as_ref()
    }

    /// The method at a code address.
    #[must_use]
    pub fn method(&self, address: u32) -> Option<&MethodSymbol> {
        self.symbols.as_ref()?.method_at(address)
    }

    /// The method with a method structure.
    #[must_use]
    pub fn method_of_struct(&self, address: u32) -> Option<&MethodSymbol> {
        self.symbols.as_ref()?.method_of_struct(address)
    }

    /// Returns true if steps by line pass a method: it has no lines, or is the runtime's own.
    #[must_use]
    pub fn is_passed(&self, address: u32) -> bool {
        self.method(address)
            .is_none_or(|method| method.lines.is_empty() || method.class.starts_with(INTERNAL))
    }

    /// The class whose method table is at an address.
    #[must_use]
    pub fn class_of_table(&self, table: u32) -> Option<&ClassSymbol> {
        let classes = &self.symbols.as_ref()?.classes;
        classes.iter().find(|class| class.method_table == table)
    }

    /// Checks if an object is of a class, named in full or without its package, or of one below it.
    pub(crate) fn is_a(&self, handle: u32, class: &str, state: &MachineState) -> bool {
        let memory = &state.memory_system.memory.words;
        let mut found = match handle {
            // The thrower of null makes this one.
            0 => return names_class("java.lang.NullPointerException", class),
            handle => self.class_of_table(memory.read(handle.wrapping_add(1))),
        };
        for _ in 0..MOST_CLASSES {
            let Some(known) = found else {
                return false;
            };
            if names_class(&known.name, class) {
                return true;
            }
            let parent = known.superclass.as_deref();
            found = parent.and_then(|parent| self.symbols.as_ref()?.class(parent));
        }
        false
    }

    /// Checks if a class of this name is linked.
    pub(crate) fn has_class(&self, name: &str) -> bool {
        let mut classes = self.symbols.iter().flat_map(|symbols| &symbols.classes);
        classes.any(|class| names_class(&class.name, name))
    }

    /// The message when no linked class has this name.
    pub(crate) fn no_class(&self, name: &str) -> String {
        let wanted = name.to_lowercase();
        let classes = self.symbols.iter().flat_map(|symbols| &symbols.classes);
        let mut near = classes.filter(|class| class.name.to_lowercase().contains(&wanted));
        match near.next() {
            Some(class) => format!("no class `{name}` is linked; did you mean {}?", class.name),
            None => format!("no class `{name}` is linked, so the program cannot throw one"),
        }
    }

    /// A static field as `Class.name`, `package.Class.name` or, if there is only one, `name`.
    #[must_use]
    pub fn static_field(&self, name: &str) -> Option<&StaticSymbol> {
        let mut fields = self.symbols.as_ref()?.statics.iter().filter(|field| {
            let full = format!("{}.{}", field.class, field.name);
            full == name || full.ends_with(&format!(".{name}"))
        });
        let found = fields.next()?;
        fields.next().is_none().then_some(found)
    }

    /// The static field at an address.
    #[must_use]
    pub fn static_at(&self, address: u32) -> Option<&StaticSymbol> {
        let fields = &self.symbols.as_ref()?.statics;
        fields.iter().find(|field| field.address == address)
    }

    /// Methods of a name as every command understands it: `name`, `Class.name` or with the package, with or without types; all
    /// overloads.
    pub fn methods_named(&self, name: &str) -> Vec<&MethodSymbol> {
        let methods = self.symbols.iter().flat_map(|symbols| &symbols.methods);
        let named: Vec<(&MethodSymbol, String)> =
            methods.map(|method| (method, method.to_string())).collect();
        let meaning = Meaning::among(name, named.iter().map(|(_, full)| full.as_str()));
        let meant = named.into_iter().filter(|(_, full)| meaning.is(full));
        meant.map(|(method, _)| method).collect()
    }

    /// What to tell when no linked method has this name.
    #[must_use]
    pub(crate) fn no_method(&self, name: &str) -> String {
        let methods = self.symbols.iter().flat_map(|symbols| &symbols.methods);
        let names: Vec<String> = methods.map(ToString::to_string).collect();
        let names = names.iter().map(String::as_str);
        no_method(
            names,
            name,
            "`methods TEXT` lists those whose name contains it",
        )
    }

    /// Starts of a line of a source file: methods with byte offsets.
    #[must_use]
    pub fn line_starts(&self, file: &str, line: u16) -> Vec<(u32, u32)> {
        let Some(symbols) = &self.symbols else {
            return Vec::new();
        };
        let wanted = |class: &str| {
            let source = symbols
                .class(class)
                .and_then(|class| class.source.as_deref());
            source == Some(file.rsplit('/').next().unwrap_or(file))
        };
        let methods = symbols
            .methods
            .iter()
            .filter(|method| wanted(&method.class));
        methods
            .filter_map(|method| {
                let start = method.lines.iter().find(|(_, number)| *number == line)?;
                Some((method.address, u32::from(start.0)))
            })
            .collect()
    }

    /// Name of a method, short: class without package, and name.
    #[must_use]
    pub fn method_name(&self, address: u32) -> String {
        match self.method(address) {
            Some(method) => short(method),
            None => format!("{address:#07x}"),
        }
    }

    /// `Door.java:42`, if the line is known.
    #[must_use]
    pub fn line(&self, address: u32, pc: u32) -> Option<(String, u16)> {
        let method = self.method(address)?;
        let class = self.symbols.as_ref()?.class(&method.class)?;
        Some((class.source.clone()?, method.line(pc)?))
    }

    /// The text of a method's source file.
    #[must_use]
    pub fn source(&self, address: u32) -> Option<Source> {
        let method = self.method(address)?;
        let mut texts = self.texts.borrow_mut();
        let read = || self.symbols.as_ref()?.source(method, &self.sources);
        texts
            .entry(method.class.clone())
            .or_insert_with(read)
            .clone()
    }

    /// The bytecodes of a method.
    #[must_use]
    pub fn listing(&self, address: u32) -> Option<Listing> {
        let method = self.method(address)?;
        let mut listings = self.listings.borrow_mut();
        let read = || {
            Some(disassemble::disassemble(
                &self.image,
                self.symbols.as_ref()?,
                method,
            ))
        };
        listings.entry(method.address).or_insert_with(read).clone()
    }

    /// The microcode's listing.
    #[must_use]
    pub fn microcode(&self) -> &[MicrocodeLine] {
        &self.microcode
    }

    /// Address of a label of the microcode.
    #[must_use]
    pub fn label(&self, name: &str) -> Option<u16> {
        self.labels
            .iter()
            .find(|(label, _)| label == name)
            .map(|(_, address)| *address)
    }

    /// The label before a ROM address, and the distance from it.
    #[must_use]
    pub fn nearest_label(&self, address: u16) -> Option<(&str, u16)> {
        let before = self.labels.iter().filter(|(_, label)| *label <= address);
        let (name, label) = before.max_by_key(|(_, label)| *label)?;
        Some((name, address - label))
    }
}

/// Checks if a name, in full or without its package, is that of a class.
fn names_class(full: &str, name: &str) -> bool {
    let package = full.strip_suffix(name);
    package.is_some_and(|package| package.is_empty() || package.ends_with('.'))
}

/// Classes above a class at most.
const MOST_CLASSES: usize = 64;
/// Class without package, and name.
#[must_use]
pub(crate) fn short(method: &MethodSymbol) -> String {
    let class = method.class.rsplit('.').next().unwrap_or(&method.class);
    format!("{class}.{}", method.name)
}

fn microcode_lines(listing: &str) -> Vec<MicrocodeLine> {
    let lines = listing.lines().skip(1);
    lines
        .map(|line| MicrocodeLine {
            address: line.get(..4).and_then(|digits| digits.parse().ok()),
            text: line.to_owned(),
        })
        .collect()
}
