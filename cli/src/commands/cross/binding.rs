//! Whether calls with one target are bound to it.

use clap::ValueEnum;
use host_profile::{Binding, Routines, Settings};

use crate::output::errors::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum BindingOption {
    /// By the hierarchy of the program's classes
    Static,
    /// Every call looks for it; slower
    None,
}

/// What is asked for, or else what is faster. Where exceptions run on the stack that JOP would have, every method looks for its
/// context.
pub(super) fn choose(asked: Option<BindingOption>, settings: &Settings) -> Result<Binding, Error> {
    let is_whole = settings.runs_throws;
    let runs_exceptions = is_whole && settings.routines == Routines::Exact;
    match asked {
        Some(_) if !is_whole => Err(Error::Input(
            "--binding is for --library target: the host's library is not given whole".to_owned(),
        )),
        Some(BindingOption::Static) if runs_exceptions => Err(Error::Input(
            "--binding static with --routines exact: exceptions run there, whose stack has no bound calls; add --routines constant".to_owned(),
        )),
        Some(BindingOption::None) => Ok(Binding::None),
        None if runs_exceptions => Ok(Binding::None),
        Some(BindingOption::Static) | None => Ok(Binding::Static),
    }
}
