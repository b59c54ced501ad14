//! The class library that a program of `jop cross run` runs on.

use clap::ValueEnum;
use isa::MachineConfig;

use super::target::{Target, Unlinkable};
use crate::output::errors::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LibraryOption {
    /// The program runs on the host's library; calls of it are listed, and its cycles are missing
    Host,
    /// The program is linked and runs on Joplab's library, which is counted, too
    Target,
}

/// The library that a program runs on.
pub(super) enum Library {
    Target(Box<Target>),
    /// The host's, and why the program cannot have the target's.
    Host(Option<Unlinkable>),
}

impl Library {
    /// The library that is asked for; else the target's where the program links. Cover and threads may leave no choice.
    pub(super) fn choose(
        (asked, has_threads): (Option<LibraryOption>, bool),
        covers_jdk: bool,
        java: &[String],
        machine: &MachineConfig,
    ) -> Result<Self, Error> {
        match asked {
            Some(LibraryOption::Target) if covers_jdk => Err(Error::Input(
                "--cover jdk: with --library target no class of the JDK belongs to the program; leave one of the two out"
                    .to_owned(),
            )),
            Some(LibraryOption::Target) => {
                let linked = Target::link(java, machine);
                linked.map(|target| Self::Target(Box::new(target))).map_err(Unlinkable::refused)
            }
            None if !covers_jdk => match Target::link(java, machine) {
                Ok(target) => Ok(Self::Target(Box::new(target))),
                Err(reason) if has_threads => Err(reason.refused()),
                Err(reason) => Ok(Self::Host(Some(reason))),
            },
            _ if has_threads => Err(Error::Input(
                "--threads is for --library target: on the host's library the JVM runs all threads; leave it out"
                    .to_owned(),
            )),
            _ => Ok(Self::Host(None)),
        }
    }

    /// The option that asks for it.
    pub(super) fn option(&self) -> LibraryOption {
        match self {
            Self::Target(_) => LibraryOption::Target,
            Self::Host(_) => LibraryOption::Host,
        }
    }

    /// The linked program.
    pub(super) fn target(&self) -> Option<&Target> {
        match self {
            Self::Target(target) => Some(target),
            Self::Host(_) => None,
        }
    }
}
