//! Links the embedded programs of `runtime`.

use runtime::programs::{EmbeddedProgram, PROGRAMS_JAR};

use crate::{Archive, LinkError, LinkOptions, Linked, link};

/// Programs that can be linked without a class path.
///
/// ```
/// use jopizer::LinkProgram;
///
/// let lift = runtime::programs::find("lift").unwrap();
/// let linked = lift.link(lift.length, 1 << 18)?;
/// assert_eq!(linked.symbols.main_class, "lift.Main");
/// # Ok::<(), jopizer::LinkError>(())
/// ```
pub trait LinkProgram {
    /// Options that link it with these arguments; without any it gets its default length. Everything else by default.
    fn options(&self, arguments: &[String]) -> LinkOptions;

    /// Links it for a run of a given length on a machine with `memory_words` words of memory.
    ///
    /// # Errors
    /// If it does not fit that memory.
    fn link(&self, length: u32, memory_words: u32) -> Result<Linked, LinkError> {
        link(&LinkOptions {
            memory_words,
            ..self.options(&[length.to_string()])
        })
    }
}

impl LinkProgram for EmbeddedProgram {
    fn options(&self, arguments: &[String]) -> LinkOptions {
        let arguments = match arguments {
            [] => vec![self.length.to_string()],
            given => given.to_vec(),
        };
        LinkOptions {
            archives: vec![Archive {
                name: "programs.jar",
                bytes: PROGRAMS_JAR,
            }],
            arguments,
            ..LinkOptions::new(self.main_class, [])
        }
    }
}
