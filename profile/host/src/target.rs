//! A program that runs on our library on the host: what the agent is given of the linked program.
//!
//! ```text
//! "JOPPROG" 1
//! text internal name of the main class
//! int number of classes; for each: text internal name, int length, the class file
//! int number of classes with an initialiser, in the order in which these run; texts, their internal names
//! int words of the machine's memory; int words of the stack
//! int number of words of the image; the words
//! int address of the table of classes, int address of the descriptors of primitive arrays; 0 where there is none
//! int number of types; for each: text internal name, `[Lt/Main;` for an array, int address of its structure or descriptor
//! int number of static references; for each: text internal name of the class, text name, int address
//! int number of methods; for each: text internal name of the class, text name, text descriptor, int address of its structure
//! ```
//!
//! Numbers are big-endian, texts UTF-8 behind an int with their bytes.

use std::path::Path;

use jopizer::{ClassFiles, Linked};

use crate::settings::{STACK_START, escaped};

const MAGIC: &[u8; 8] = b"JOPPROG\x01";

/// The class whose statics tell where the linker's tables are.
const LINK_INFO: &str = "com.jopdesign.sys.LinkInfo";

/// Packages of our library, and the class in it that the linker's code for call sites is in.
const LIBRARY: [&str; 2] = ["java/", "com/jopdesign/"];
const CALL_SITES: &str = "com/jopdesign/sys/CallSites";

/// The class that starts threads.
const SCHEDULER: &str = "com.jopdesign.sys.Scheduler";

/// What the JVM is to be started with: without it, exceptions that it throws often would not tell where.
pub const JVM_OPTION: &str = "-XX:-OmitStackTraceInFastThrow";

/// Where classes that work on the machine itself are.
const MACHINE: &str = "com/jopdesign/sys/";

/// Why our library cannot carry a linked program on the host; nothing if it can.
#[must_use]
pub fn obstacle(files: &ClassFiles) -> Option<String> {
    let mut application = files
        .classes
        .iter()
        .filter(|(name, _)| !LIBRARY.iter().any(|package| name.starts_with(package)));
    let (name, _) = application.find(|(_, bytes)| names_machine(bytes))?;
    Some(format!(
        "{} works on the machine itself, through classes of com.jopdesign.sys",
        name.replace('/', ".")
    ))
}

/// Whether a linked program can start a thread: the scheduler's start is in it.
#[must_use]
pub fn starts_threads(linked: &Linked) -> bool {
    let mut methods = linked.symbols.methods.iter();
    methods.any(|method| method.class == SCHEDULER && method.name == "start")
}

/// Whether a class file names a class of the machine.
fn names_machine(bytes: &[u8]) -> bool {
    let found = bytes.windows(MACHINE.len()).enumerate();
    found
        .filter(|(_, text)| *text == MACHINE.as_bytes())
        .any(|(at, _)| !bytes[at..].starts_with(CALL_SITES.as_bytes()))
}

/// The file with a program.
#[must_use]
pub fn program_file(
    linked: &Linked,
    files: &ClassFiles,
    memory_words: u32,
    stack_words: u32,
) -> Vec<u8> {
    let mut to = MAGIC.to_vec();
    text(&mut to, &internal(&linked.symbols.main_class));
    number(&mut to, files.classes.len() as u32);
    for (name, bytes) in &files.classes {
        text(&mut to, name);
        number(&mut to, bytes.len() as u32);
        to.extend(bytes);
    }
    number(&mut to, files.initialisers.len() as u32);
    for name in &files.initialisers {
        text(&mut to, name);
    }
    number(&mut to, memory_words);
    number(&mut to, stack_words.saturating_sub(STACK_START));
    let image = &linked.image.words;
    number(&mut to, image.len() as u32);
    for word in image {
        number(&mut to, *word);
    }
    number(&mut to, table(linked, "classTable"));
    number(&mut to, table(linked, "primitiveArrays"));
    let symbols = &linked.symbols;
    number(
        &mut to,
        (symbols.classes.len() + symbols.arrays.len()) as u32,
    );
    let classes = symbols
        .classes
        .iter()
        .map(|class| (&class.name, class.address));
    let arrays = symbols
        .arrays
        .iter()
        .map(|array| (&array.name, array.address));
    for (name, address) in classes.chain(arrays) {
        text(&mut to, &internal(name));
        number(&mut to, address);
    }
    let statics = symbols.statics.iter();
    let references: Vec<_> = statics
        .filter(|field| field.descriptor.starts_with(['L', '[']))
        .collect();
    number(&mut to, references.len() as u32);
    for field in references {
        text(&mut to, &internal(&field.class));
        text(&mut to, &field.name);
        number(&mut to, field.address);
    }
    let methods = symbols.methods.iter();
    let methods = methods.filter_map(|method| Some((method, *method.structs.first()?)));
    let methods: Vec<_> = methods.collect();
    number(&mut to, methods.len() as u32);
    for (method, address) in methods {
        text(&mut to, &internal(&method.class));
        text(&mut to, &method.name);
        text(&mut to, &method.descriptor);
        number(&mut to, address);
    }
    to
}

/// The line of the agent's settings that names the file.
#[must_use]
pub fn setting(file: &Path) -> String {
    format!("target={}\n", escaped(file))
}

/// What the linker wrote into a static field of `LinkInfo`.
fn table(linked: &Linked, name: &str) -> u32 {
    let field = linked.symbols.static_field(LINK_INFO, name);
    let word = field.and_then(|address| linked.image.words.get(address as usize));
    word.copied().unwrap_or_default()
}

fn internal(name: &str) -> String {
    name.replace('.', "/")
}

fn number(to: &mut Vec<u8>, value: u32) {
    to.extend(value.to_be_bytes());
}

fn text(to: &mut Vec<u8>, text: &str) {
    number(to, text.len() as u32);
    to.extend(text.as_bytes());
}
