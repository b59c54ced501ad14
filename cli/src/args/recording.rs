//! What `jop run` records, and where: sections of a recording, and its limits.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::output::atomic_file::{PendingFile, file_only};
use crate::output::errors::Error;

/// Options of a recording.
#[derive(Debug, clap::Args)]
pub(crate) struct RecordingArguments {
    /// Write a recording to this file; `jop show` shows it
    #[arg(short, long, value_name = "FILE.jrec")]
    output: Option<PathBuf>,
    /// Sections of the recording, separated by commas
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        value_name = "SECTIONS",
        value_delimiter = ',',
        requires = "output",
        default_value = "contexts"
    )]
    record: Vec<Section>,
    #[cfg(feature = "whole")]
    #[command(flatten)]
    extent: crate::args::extent::ExtentArguments,
    #[cfg(feature = "whole")]
    #[command(flatten)]
    components: crate::args::components::ComponentArguments,
}

/// What can be recorded of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Section {
    /// Calling contexts with their causes; always there
    Contexts,
    /// Each bytecode
    Lines,
    /// Each bytecode and its microinstructions
    Microinstructions,
    /// Windows of time
    Windows,
    /// Allocations, collections, and the stack at calls
    Heap,
    /// As heap, with the depth of the stack in every cycle
    Stack,
    /// Lookups in the method cache, for `jop explore --caches`
    Lookups,
    /// States of threads and their waits, for `jop show waiting`
    Threads,
    /// Counts of what components execute, for `jop cost predict`; with --engine fast
    Vector,
    /// Microinstructions, windows, heap, lookups and threads
    All,
}

impl RecordingArguments {
    /// The file of the recording, if there is to be one.
    pub(crate) fn file(&self) -> Result<Option<PendingFile>, Error> {
        self.output.as_deref().map(PendingFile::create).transpose()
    }

    /// A recording is asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.output.is_some()
    }

    /// Refuses standard output, to which the program prints, other endings, and limits of nothing.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match &self.output {
            Some(file) => {
                file_only(file, "a recording")?;
                check_ending(file)?;
                self.refuse_components()?;
                refuse_missing(self)
            }
            None => self.refuse_extent(),
        }
    }

    /// Sections besides contexts, or limits, are asked for.
    pub(crate) fn is_more_than_contexts(&self) -> bool {
        let more = self.record.iter().any(|it| *it != Section::Contexts);
        self.is_given() && (more || self.has_extent())
    }

    /// Refuses more than contexts of an engine or a run that cannot tell it.
    pub(crate) fn contexts_only(&self, why: &str) -> Result<(), Error> {
        if !self.is_more_than_contexts() {
            return Ok(());
        }
        let other = self.record.iter().find(|it| **it != Section::Contexts);
        let name = other.and_then(|it| it.to_possible_value());
        let what = name.map_or_else(
            || "a limit of the recording".to_owned(),
            |name| format!("--record {}", name.get_name()),
        );
        Err(Error::Input(format!("{what} {why}")))
    }
}

#[cfg(feature = "whole")]
impl RecordingArguments {
    fn has_extent(&self) -> bool {
        self.extent.is_given()
    }

    fn refuse_extent(&self) -> Result<(), Error> {
        match self.extent.is_given() || self.components.is_given() {
            true => Err(Error::Input(
                "limits, windows and components are of a recording; name its file: -o FILE.jrec"
                    .to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// What is counted of components, if that is asked for.
    pub(crate) fn components(&self) -> Option<vectors::RecordOptions> {
        let is_asked = self.record.contains(&Section::Vector);
        is_asked.then(|| self.components.options())
    }

    fn refuse_components(&self) -> Result<(), Error> {
        match self.components.is_given() && self.components().is_none() {
            true => Err(Error::Input(
                "--component, --own, --per-call and --atoms are of a vector; add --record vector"
                    .to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// What the recorders are asked for.
    pub(crate) fn choice(&self) -> Result<recorders::Choice, Error> {
        let has = |section| self.record.contains(&section) || self.record.contains(&Section::All);
        let windows = has(Section::Windows);
        if !windows && self.extent.has_windows() {
            return Err(Error::Input(
                "--window and --bytecodes are of windows; add --record windows".to_owned(),
            ));
        }
        let grain = if has(Section::Microinstructions) {
            record::Grain::Microinstruction
        } else if has(Section::Lines) {
            record::Grain::Bytecode
        } else {
            record::Grain::Method
        };
        let every_cycle = self.record.contains(&Section::Stack);
        Ok(recorders::Choice {
            grain,
            windows: windows.then(|| self.extent.windows()).transpose()?,
            heap: has(Section::Heap) || every_cycle,
            lookups: has(Section::Lookups),
            threads: has(Section::Threads),
            calls: Vec::new(),
            every_cycle,
            limits: self.extent.limits(),
        })
    }
}

#[cfg(not(feature = "whole"))]
impl RecordingArguments {
    fn has_extent(&self) -> bool {
        false
    }

    fn refuse_extent(&self) -> Result<(), Error> {
        Ok(())
    }

    fn refuse_components(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// What this build cannot record.
#[cfg(not(feature = "whole"))]
fn refuse_missing(arguments: &RecordingArguments) -> Result<(), Error> {
    arguments.contexts_only(&format!("is {}", crate::output::missing::INSTALL))
}

#[cfg(feature = "whole")]
fn refuse_missing(_: &RecordingArguments) -> Result<(), Error> {
    Ok(())
}

/// An error for a name that is no recording's.
pub(crate) fn check_ending(file: &Path) -> Result<(), Error> {
    crate::output::result::check_ending(file, "a recording", recording::FILE_ENDING)
}
