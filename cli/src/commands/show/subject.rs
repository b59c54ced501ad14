//! What a view is of: a file, or a program that is run.

use std::path::{Path, PathBuf};

use cross_profile::Profile;
#[cfg(feature = "whole")]
use isa::Processors;
use run::Setup;

use super::arguments::Words;
use super::part::{PartArguments, take_part};
use super::quiet_run::{Conditions, quiet_run};
use super::subject_program::SubjectProgram;
use crate::args::profile_file;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;

/// What the words of the command line mean.
pub(super) struct Subject<'a> {
    pub(super) program: &'a SubjectProgram,
    pub(super) words: &'a Words,
    pub(super) console: Console,
}

impl Subject<'_> {
    /// The file, or the name of the program.
    pub(super) fn path(&self) -> Result<&Path, Error> {
        self.words.subject.as_deref().ok_or_else(|| {
            Error::Input(format!(
                "`jop show {}` needs a recording or a program: FILE.jrec, Main.java, --program NAME",
                self.words.view.name()
            ))
        })
    }

    /// The same for messages.
    pub(super) fn name(&self) -> Result<String, Error> {
        Ok(self.path()?.display().to_string())
    }

    /// It is a program, and not a file that has been recorded.
    pub(super) fn is_program(&self) -> Result<bool, Error> {
        Ok(self.program.is_meant(&self.path()?.to_string_lossy()))
    }

    /// The program on its machine; none of a file.
    pub(super) fn setup(&self) -> Result<Option<Setup>, Error> {
        let path = self.path()?;
        if self.is_program()? {
            let name = path.to_string_lossy();
            return self.program.setup(&name, self.console).map(Some);
        }
        self.program.refuse_for_files(path, "a recording")?;
        Ok(None)
    }

    /// The program on its cores.
    #[cfg(feature = "whole")]
    pub(super) fn several(&self) -> Result<(Setup, Processors), Error> {
        let name = self.path()?.to_string_lossy();
        self.program.several(&name, self.console)
    }

    /// What ends the run early.
    pub(super) fn conditions(&self) -> Result<Conditions<'static>, Error> {
        self.program.conditions(self.console)
    }

    /// The profile, and the exit code of the program's end; none after Ctrl-C.
    pub(super) fn profile(&self, part: &PartArguments) -> Result<Option<(Profile, u8)>, Error> {
        let path = self.path()?;
        let (mut profile, code) = match self.setup()? {
            Some(setup) => {
                profile_file::check_region(&setup.program, part.region.as_deref())?;
                match quiet_run(&setup, &self.conditions()?, "")? {
                    Some(ran) => {
                        let code = exit_code::of_run(ran.end, &setup.program, self.console);
                        (ran.profile, code)
                    }
                    None => return Ok(None),
                }
            }
            None => (profile_of(path, self.console)?, exit_code::DONE),
        };
        profile = take_part(profile, path, part)?;
        Ok(Some((profile, code)))
    }
}

/// A recording's profile, up to its cut, or that of another tool.
#[cfg(feature = "whole")]
fn profile_of(path: &Path, console: Console) -> Result<Profile, Error> {
    match crate::args::recording_file::journaled(path, console)? {
        Some(profile) => Ok(profile),
        None => profile_file::read(path),
    }
}

#[cfg(not(feature = "whole"))]
fn profile_of(path: &Path, _console: Console) -> Result<Profile, Error> {
    profile_file::read(path)
}

/// The file of a word that has to be there.
#[cfg(feature = "whole")]
pub(super) fn other(words: &Words) -> Result<&PathBuf, Error> {
    words.other.as_ref().ok_or_else(|| {
        Error::Input(
            "`jop show diff` compares two recordings: jop show diff A.jrec B.jrec".to_owned(),
        )
    })
}
