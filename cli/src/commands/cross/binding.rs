//! Whether calls with one target are bound to it.

use clap::ValueEnum;
use host_profile::{Binding, Settings};

use crate::output::errors::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum BindingOption {
    /// Directly: the class hierarchy shows which calls have one target
    Static,
    /// By a search in every call; slower
    None,
}

/// What is asked for, or else what is faster.
pub(super) fn choose(asked: Option<BindingOption>, settings: &Settings) -> Result<Binding, Error> {
    match asked {
        Some(_) if !settings.runs_throws => Err(Error::Input(
            "--binding is for --library target: the host's library is not given whole".to_owned(),
        )),
        Some(BindingOption::None) => Ok(Binding::None),
        Some(BindingOption::Static) | None => Ok(Binding::Static),
    }
}
