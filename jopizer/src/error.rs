//! Errors of the linker, each with its place and the remedy.

use std::fmt;
use std::path::PathBuf;

use noak::error::DecodeError;
use thiserror::Error;

/// Place in the Java source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Class, in Java's spelling: `t.Main`.
    pub class: String,
    /// Method name, if the place is inside one.
    pub method: Option<String>,
    /// Source file, if the class file has it.
    pub source: Option<String>,
    /// Line, if the class file has it.
    pub line: Option<u16>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.class)?;
        if let Some(method) = &self.method {
            write!(f, ".{method}")?;
        }
        match (&self.source, self.line) {
            (Some(source), Some(line)) => write!(f, " ({source}:{line})"),
            (Some(source), None) => write!(f, " ({source})"),
            (None, Some(line)) => write!(f, " (line {line})"),
            (None, None) => Ok(()),
        }
    }
}

/// A name that leads nowhere, and who uses it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unresolved {
    /// Place of the use.
    pub place: Place,
    /// Error message: `class java.util.Locale is not on the class path`.
    pub problem: String,
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, used by {}", self.problem, self.place)
    }
}

/// A limit of the machine that the program exceeds (spec README, "Limits are JOP's").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Words of instance fields: 5-bit GC information.
    InstanceWords,
    /// Words of arguments: 5 bits in the method structure.
    ArgumentWords,
    /// Words of locals that are not arguments: 5 bits in the method structure.
    LocalWords,
    /// Words of code of one method.
    CodeWords,
}

impl Limit {
    /// The largest value that still fits.
    #[must_use]
    pub fn maximum(self) -> u32 {
        match self {
            Limit::InstanceWords | Limit::ArgumentWords | Limit::LocalWords => 31,
            Limit::CodeWords => 511,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::InstanceWords => "words of instance fields",
            Limit::ArgumentWords => "words of arguments",
            Limit::LocalWords => "words of local variables",
            Limit::CodeWords => "words of bytecode",
        })
    }
}

/// Errors of linking a program.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// A class-path entry cannot be read.
    #[error("{}: cannot read: {problem}", .path.display())]
    ClassPath {
        /// The entry, or the file below it.
        path: PathBuf,
        /// Error of the system or the archive reader.
        problem: String,
    },
    /// A file on the class path is no usable class file.
    #[error("{file}: {problem}")]
    ClassFile {
        /// The file, and the archive that holds it.
        file: String,
        /// The error.
        problem: ClassFileError,
    },
    /// The class in a file does not match the file's name.
    #[error("{file} holds class {found}, not {expected}; put it in the folder of its package")]
    WrongName {
        /// The file.
        file: String,
        /// Class inside.
        found: String,
        /// Class that the path represents.
        expected: String,
    },
    /// The main class is not there.
    #[error("main class {class} is not on the class path ({path})")]
    NoMainClass {
        /// As asked for.
        class: String,
        /// The entries searched.
        path: String,
    },
    /// A jar whose manifest names no main class.
    #[error("{}: its manifest has no Main-Class; give the class: -cp {} t.Main", .jar.display(), .jar.display())]
    NotExecutable {
        /// The jar.
        jar: PathBuf,
    },
    /// The main class has no entry point.
    #[error("class {class} has no method `public static void main(String[])`{remark}")]
    NoMainMethod {
        /// The main class.
        class: String,
        /// What is there in its place, or what to do.
        remark: &'static str,
    },
    /// The runtime lacks something the image format needs.
    #[error("runtime class {class} {problem}")]
    Runtime {
        /// The class of the runtime.
        class: String,
        /// The problem.
        problem: String,
    },
    /// Names that lead nowhere.
    #[error("{}", unresolved_text(.0))]
    Unresolved(Vec<Unresolved>),
    /// A construct that the machine or the linker does not have.
    #[error("{construct} is not supported, used by {place}; {remedy}")]
    Unsupported {
        /// The construct.
        construct: String,
        /// Where.
        place: Place,
        /// Suggested replacement.
        remedy: &'static str,
    },
    /// Bytecode that no compiler writes.
    #[error("damaged code in {place}: {problem}")]
    Code {
        /// Where.
        place: Place,
        /// The error.
        problem: String,
    },
    /// The class hierarchy contradicts itself.
    #[error("class {class} {problem}")]
    Hierarchy {
        /// The class.
        class: String,
        /// The error.
        problem: String,
    },
    /// The program exceeds a limit of the machine.
    #[error("{place} has {value} {limit}, the machine allows {}; {remedy}", .limit.maximum())]
    Limit {
        /// The excess.
        place: Place,
        /// The exceeded limit.
        limit: Limit,
        /// The value found.
        value: u32,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The program exceeds several limits, each as [`Self::Limit`], [`Self::StaticArea`] or [`Self::CodeArea`].
    #[error("{}", limits_text(.0))]
    Limits(Vec<LinkError>),
    /// A static field's address does not fit the 16-bit operand.
    #[error(
        "static field {field} would lie at address {address}, the last is 65535; use fewer static fields"
    )]
    StaticArea {
        /// The first field beyond.
        field: String,
        /// Its address.
        address: u32,
    },
    /// A method's code is beyond the 18 address bits of the method cache.
    #[error(
        "the code of {place} ends at address {address}, the method cache reaches 262143; link less code"
    )]
    CodeArea {
        /// The first method beyond.
        place: Place,
        /// End of its code.
        address: u32,
    },
    /// Arguments are given, and nothing could take them.
    #[error("the runtime takes no arguments: com.jopdesign.sys.LinkInfo.arguments is not linked")]
    NoArguments,
    /// The image is larger than the memory.
    #[error(
        "the image has {words} words, the memory {memory}; give the machine more memory or link less"
    )]
    Memory {
        /// Length of the image.
        words: u32,
        /// Size of the memory.
        memory: u32,
    },
}

/// Maximum number of shown entries of a long list.
const SHOWN: usize = 20;

fn unresolved_text(list: &[Unresolved]) -> String {
    let mut text = list
        .iter()
        .take(SHOWN)
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n");
    if list.len() > SHOWN {
        text.push_str(&format!("\nand {} more", list.len() - SHOWN));
    }
    text
}

/// Something the user may want to know although the program is linked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Two initialisers need each other.
    InitialiserCycle {
        /// Starts first, runs to its end last.
        first: String,
        /// Is initialised before `first` although it uses it.
        second: String,
    },
    /// The class JVM does not have a method for each bytecode.
    BytecodeMethods {
        /// Declared number.
        declared: usize,
    },
    /// An initialiser was cut into pieces.
    InitialiserSplit {
        /// Its class.
        class: String,
        /// Number of pieces.
        pieces: usize,
    },
    /// Frames were made smaller.
    FramesShrunk {
        /// Methods with fewer words of locals.
        methods: usize,
        /// Words that they have less, all together.
        words: usize,
        /// Calls of accessors that are none any more.
        calls: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::InitialiserCycle { first, second } => write!(
                f,
                "the initialisers of {first} and {second} use each other; {second} runs first and sees the fields of {first} unset"
            ),
            Note::BytecodeMethods { declared } => {
                write!(
                    f,
                    "class com.jopdesign.sys.JVM declares {declared} bytecode methods, not 256"
                )
            }
            Note::InitialiserSplit { class, pieces } => {
                write!(
                    f,
                    "the initialiser of {class} is long and was cut into {pieces} methods"
                )
            }
            Note::FramesShrunk {
                methods,
                words,
                calls,
            } => write!(
                f,
                "{methods} methods have {words} words of locals less in all; {calls} calls of accessors were replaced"
            ),
        }
    }
}

/// Java's spelling of an internal name.
pub(crate) fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

fn limits_text(exceeded: &[LinkError]) -> String {
    let lines: Vec<String> = exceeded.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

impl LinkError {
    /// The classes that exceed a limit of classes and methods; none if the program fails otherwise.
    #[must_use]
    pub fn too_large(&self) -> Vec<&str> {
        match self {
            Self::Limit { place, .. } => vec![&place.class],
            Self::Limits(limits) => limits.iter().flat_map(Self::too_large).collect(),
            _ => Vec::new(),
        }
    }
}

/// Errors of reading a class file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClassFileError {
    /// The file does not start with the magic number.
    #[error("not a class file")]
    Magic,
    /// Newer or older than anything known.
    #[error(
        "class file version {0} is not supported (45 to 65 are); compile with `javac --release 21` or lower"
    )]
    Version(u16),
    /// The structure is damaged.
    #[error("damaged class file: {0}")]
    Damaged(String),
}

impl From<DecodeError> for ClassFileError {
    fn from(error: DecodeError) -> Self {
        ClassFileError::Damaged(error.to_string())
    }
}
