//! Our JVM microcode, assembled from the embedded sources.

use std::io;
use std::path::Path;

use crate::assembly::{Assembly, Options};
use crate::diagnostics::AsmError;
use crate::embedded::SOURCES;
use crate::program::Program;

/// Path of the sources in the repository, as in messages and traces.
const FOLDER: &str = "microcode/asm";
const MAIN: &str = "microcode/asm/jvm.asm";

/// The two builds of the one source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Build {
    /// The cycles of the hardware, and its looseness: some null and bounds checks come late or not at all.
    #[default]
    Jop,
    /// Exact null and bounds exceptions everywhere, for the cycles they take.
    Strict,
}

impl Build {
    fn options(self) -> Options {
        let defines = match self {
            Self::Jop => Vec::new(),
            Self::Strict => vec!["STRICT".to_owned()],
        };
        Options { defines }
    }
}

/// Our JVM microcode.
pub fn jvm(build: Build) -> Program {
    // The sources are fixed with the library, and a test assembles them.
    jvm_assembly(build)
        .unwrap_or_else(|error| panic!("{error}"))
        .program
}

/// Our JVM microcode with the warnings of its assembly.
///
/// # Errors
/// The sources that this library was built with are wrong.
pub fn jvm_assembly(build: Build) -> Result<Assembly, AsmError> {
    Assembly::of_source(Path::new(MAIN), &load, &build.options())
}

/// Our JVM microcode with more macros defined: bytecodes that move into microcode or into Java ([`MOVES`]).
///
/// # Errors
/// When a definition is none that the preprocessor takes.
pub fn jvm_with(build: Build, defines: &[String]) -> Result<Assembly, AsmError> {
    let mut options = build.options();
    options.defines.extend_from_slice(defines);
    Assembly::of_source(Path::new(MAIN), &load, &options)
}

/// Macros that move a bytecode, and what each does.
pub const MOVES: &[(&str, &str)] = &[
    ("FADD_MICROCODE", "fadd in microcode instead of Java"),
    ("I2B_MICROCODE", "i2b in microcode instead of Java"),
    ("IMUL_JAVA", "imul in Java instead of microcode"),
    ("LCMP_JAVA", "lcmp in Java instead of microcode"),
];

/// The sources of our JVM microcode: paths in the repository and texts, `jvm.asm`, which includes the others, first.
pub fn jvm_sources() -> Vec<(String, &'static str)> {
    let sources = SOURCES.iter();
    sources
        .map(|(name, text)| (format!("{FOLDER}/{name}"), *text))
        .collect()
}

/// Assembles other texts in the place of [`jvm_sources`]; `load` gives the text of a path.
///
/// # Errors
/// What is wrong in them.
pub fn jvm_assembly_of(
    build: Build,
    load: &dyn Fn(&Path) -> io::Result<String>,
) -> Result<Assembly, AsmError> {
    Assembly::of_source(Path::new(MAIN), load, &build.options())
}

fn load(path: &Path) -> io::Result<String> {
    let mut sources = SOURCES.iter();
    let name = path.strip_prefix(FOLDER).ok();
    let found = sources.find(|(known, _)| name == Some(Path::new(known)));
    let (_, text) = found.ok_or_else(|| io::Error::other("not among the embedded sources"))?;
    Ok((*text).to_owned())
}
