//! Class files in, linked image and symbols out.
//!
//! ```text
//!  class path ──▶ closure ──▶ layout ──▶ image      app.jop
//!               what can run  addresses └▶ symbols  app.jop.sym.json
//! ```
//!
//! [`link`] reads the classes that a program's `main` reaches, together with the runtime, and lays them out in the
//! `.jop` format (spec 11). `docs/image-extensions.md` describes the extensions of that format.
//!
//! | Step | Folder | Files |
//! |---|---|---|
//! | write | `write/` | `emit`, `describe`, `arguments`; `class_files` |
//! | order and place | `place/` | `clinit`, `fields`, `vtable`, `interfaces`, `constants`, `strings`, `extensions`, `operands`, `layout` |
//! | rewrite | `rewrite/` | `split` (long initialisers), `frames` (fewer local words) |
//! | find what is linked | `find/` | `closure` over `classes`, `arrays` and `special`; `resolve` gives each instruction its bytecode and what it names; `shared_monitors` monitors of several cores; `dynamic` plain code for `invokedynamic`; `missing` finds what classes need and nobody has, `first_use` where, `spelling` how Java writes it |
//! | code of a method | `code/` | `instructions`, `assemble`, `code_builder`; `missing_instructions` (increments, locks), `natives` |
//! | read back | `linked/` | `image`, `symbols`, `structure`, `disassemble`, `inspect`, `stack_trace` |
//! | read | `read/` | `class_path`, `class_file`; `known_classes` |
//!
//! Each folder uses those below it in the table.
//!
//! [`Image`] is the text form, [`Symbols`] the map of addresses; [`disassemble`] shows linked code from these two alone.

mod code;
mod embedded;
mod error;
mod files;
mod find;
mod hashing;
mod linked;
mod place;
mod read;
mod rewrite;
mod write;

use code::{assemble, code_builder, instructions, missing_instructions, natives};
use find::{
    arrays, classes, closure, dynamic, first_use, missing, program, reference, resolve,
    shared_monitors, special, spelling,
};
pub use linked::{disassemble, inspect, linked_code, stack_trace, structure, symbols};
use linked::{embedded_tables, found_names, image, link_txt, names, packed_text};
use place::{
    clinit, constants, extension_places, extensions, fields, interfaces, layout, link_info,
    operands, strings, vtable,
};
use read::{bundle, class_file, class_path, descriptor, known_classes, manifest, mentions};
use rewrite::{frames, split, stack_effect};
use std::path::PathBuf;
use write::{arguments, class_files, describe, emit};

pub use arguments::ArgumentsError;
pub use bundle::Bundle;
pub use class_files::ClassFiles;
pub use class_path::class_names;
pub use embedded::LinkProgram;
pub use error::{ClassFileError, Limit, LinkError, Note, Place, Unresolved};
pub use image::{Image, ImageError};
pub use link_txt::LinkTxtError;
pub use manifest::ExecutableJar;
pub use missing::{Absent, Need, Needs, Needy, missing};
pub use names::is_unnamed;
pub use spelling::java_type;
pub use symbols::{Symbols, SymbolsError};

use class_path::ClassPath;
use classes::Classes;
use layout::Layout;
use program::ProgramParts;

/// Source of the runtime's classes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Runtime {
    /// The one built into this library.
    #[default]
    Embedded,
    /// A jar in memory.
    Archive(Archive),
    /// Directories, jars or class files of another one; they come before the class path.
    ClassPath(Vec<PathBuf>),
}

/// A jar that is part of the calling program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Archive {
    /// Name in messages.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// Program to link, and its machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkOptions {
    /// The class whose `main` runs, as `t.Main` or `t/Main`.
    pub main_class: String,
    /// Directories, jars and single class files, searched in order after the runtime.
    pub class_path: Vec<PathBuf>,
    /// Jars in memory, searched between the runtime and the class path. Default: none.
    pub archives: Vec<Archive>,
    /// Arguments of `main`.
    pub arguments: Vec<String>,
    /// True if methods that cannot run are linked too. Default: false.
    pub keep_all: bool,
    /// True if frames are made smaller: variables share words, and trivial accessors are no calls. Default: false.
    pub shrink_frames: bool,
    /// Size of the machine's memory. Unit: words. Default: 262,144, which is 1 MB.
    pub memory_words: u32,
    /// The runtime to link with. Default: the embedded one.
    pub runtime: Runtime,
    /// True for a machine of several cores: the classes of `runtime/cores` come before the runtime's, and monitors are calls of its `Monitors`.
    /// Default: false.
    pub several_cores: bool,
}

impl LinkOptions {
    /// Links `main_class` from a class path, everything else by default.
    #[must_use]
    pub fn new(
        main_class: impl Into<String>,
        class_path: impl IntoIterator<Item = PathBuf>,
    ) -> Self {
        LinkOptions {
            main_class: main_class.into(),
            class_path: class_path.into_iter().collect(),
            archives: Vec::new(),
            arguments: Vec::new(),
            keep_all: false,
            shrink_frames: false,
            memory_words: 1 << 18,
            runtime: Runtime::Embedded,
            several_cores: false,
        }
    }
}

/// A linked program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// The words of memory.
    pub image: Image,
    /// Map of addresses.
    pub symbols: Symbols,
    /// Notes for the user.
    pub notes: Vec<Note>,
}

/// Links a program. The same classes and options give the same bytes.
///
/// # Errors
/// If a class is missing or damaged, if it uses what the machine does not have, or if a limit is exceeded; the error names
/// class, method and line.
pub fn link(options: &LinkOptions) -> Result<Linked, LinkError> {
    lay_out(reach(options)?, options)
}

/// Links a program, and gives what is linked of its classes and the runtime's as class files, too.
///
/// # Errors
/// As [`link`], and if code that the linker made has no form in a class file.
pub fn link_with_class_files(options: &LinkOptions) -> Result<(Linked, ClassFiles), LinkError> {
    let program = reach(options)?;
    let files = class_files::write(&program)?;
    Ok((lay_out(program, options)?, files))
}

fn reach(options: &LinkOptions) -> Result<ProgramParts, LinkError> {
    let classes = Classes::new(class_path(options)?);
    let main_class = &options.main_class;
    closure::reach(classes, main_class, options.keep_all, options.several_cores)
}

fn lay_out(mut program: ProgramParts, options: &LinkOptions) -> Result<Linked, LinkError> {
    let (initialisers, mut notes) = clinit::order(&program);
    notes.extend(split::split_initialisers(&mut program, &initialisers));
    if options.shrink_frames {
        notes.push(frames::shrink(&mut program));
    }
    let pools = constants::assign(&mut program)?;
    let mut layout = Layout::build(&program, pools, initialisers)?;
    layout.extensions = extensions::place(&program, &layout);
    let mut image = emit::emit(&program, &layout)?;
    match describe::arguments(&program, &layout) {
        Some(place) => arguments::replace(&mut image, &place, &options.arguments),
        None if options.arguments.is_empty() => {}
        None => return Err(LinkError::NoArguments),
    }
    let words = image.words.len() as u32;
    if words > options.memory_words {
        return Err(LinkError::Memory {
            words,
            memory: options.memory_words,
        });
    }
    let declared = program.special.jvm.declared;
    if declared < 256 {
        notes.push(Note::BytecodeMethods { declared });
    }
    let symbols = describe::describe(&program, &layout, &image);
    Ok(Linked {
        image,
        symbols,
        notes,
    })
}

fn class_path(options: &LinkOptions) -> Result<ClassPath, LinkError> {
    let mut path = ClassPath::new();
    match &options.runtime {
        Runtime::Embedded => {
            if options.several_cores {
                path.add_embedded("cores.jar", runtime::CORES_JAR)?;
            }
            path.add_embedded("runtime.jar", runtime::RUNTIME_JAR)?;
        }
        Runtime::Archive(jar) => path.add_embedded(jar.name, jar.bytes)?,
        Runtime::ClassPath(entries) => {
            for entry in entries {
                path.add(entry)?;
            }
        }
    }
    for archive in &options.archives {
        path.add_embedded(archive.name, archive.bytes)?;
    }
    for entry in &options.class_path {
        path.add(entry)?;
    }
    Ok(path)
}
