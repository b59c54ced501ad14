//! What the page brings beside the module: the runtime, the programs, and the sources of both.

use jopizer::{Archive, LinkOptions, Runtime};
use run::Program;
use runtime::sources::PackedSources;

use crate::bench::Refusal;
use crate::request::{LibraryParts, PageProgram};

/// The library of a page. It lives as long as the page.
#[derive(Debug, Clone)]
pub(crate) struct Library {
    runtime: Archive,
    programs: Archive,
    pub(crate) sources: &'static PackedSources,
    table: Vec<PageProgram>,
}

impl Library {
    /// The library from its parts, one after the other in `bytes`.
    pub(crate) fn of(parts: LibraryParts, bytes: &[u8]) -> Result<Self, Refusal> {
        let bytes: &'static [u8] = Box::leak(bytes.into());
        let split = bytes.split_at_checked(parts.runtime);
        let split = split.and_then(|(runtime, rest)| {
            let (programs, sources) = rest.split_at_checked(parts.programs)?;
            Some((runtime, programs, sources))
        });
        let (runtime, programs, sources) = split.ok_or_else(|| {
            Refusal("the library of this page is damaged: make the page again".to_owned())
        })?;
        Ok(Self {
            runtime: Archive {
                name: "runtime.jar",
                bytes: runtime,
            },
            programs: Archive {
                name: "programs.jar",
                bytes: programs,
            },
            sources: Box::leak(Box::new(PackedSources::new(sources))),
            table: parts.table,
        })
    }

    /// A program of the table, linked; without arguments it gets its usual length.
    pub(crate) fn program(
        &self,
        name: &str,
        arguments: &[String],
        memory_words: u32,
    ) -> Result<Program, Refusal> {
        let program = self.table.iter().find(|it| it.name == name);
        let program = program.ok_or_else(|| Refusal(format!("no embedded program `{name}`")))?;
        let arguments = match arguments {
            [] => vec![program.length.to_string()],
            given => given.to_vec(),
        };
        let options = LinkOptions {
            archives: vec![self.programs],
            arguments,
            memory_words,
            ..LinkOptions::new(&*program.main_class, [])
        };
        self.link(name, options)
    }

    /// Links with the runtime of the page.
    pub(crate) fn link(&self, name: &str, options: LinkOptions) -> Result<Program, Refusal> {
        let options = LinkOptions {
            runtime: Runtime::Archive(self.runtime),
            ..options
        };
        let linked = jopizer::link(&options).map_err(Refusal::of)?;
        Ok(Program::linked(name, linked))
    }
}
