//! What a search looks at, and what it changes.

use std::collections::BTreeMap;

use wcet::{Analyser, Bounds, Input, Program};

use crate::runs::{ObserveError, Watched};

/// What a search looks at.
#[derive(Debug, Clone, Copy)]
pub struct Searched<'a> {
    /// The program and its machine.
    pub watched: Watched<'a>,
    /// The program as the analysis sees it.
    pub program: &'a Program<'a>,
    /// The analysis.
    pub analyser: &'a Analyser<'a>,
    /// What is given.
    pub bounds: &'a Bounds,
    /// Collections have a price.
    pub has_price: bool,
}

/// A long call that another search of the same program has found.
#[derive(Debug, Clone)]
pub struct Hint {
    /// Its place among the calls of the method in the run.
    pub(super) call: usize,
    /// Inputs that are not as the program has them.
    pub(super) inputs: Vec<Input>,
}

/// A search that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// No call to start from.
    #[error(
        "{0}: the run never calls it, and a search starts from calls of the run; raise --max-cycles, or choose another method"
    )]
    NeverCalled(String),
    /// What is given means nothing.
    #[error(transparent)]
    Given(#[from] wcet::WcetError),
    /// The run fails.
    #[error(transparent)]
    Run(#[from] ObserveError),
}

/// Numbers that are put into places, by the number of the place.
pub(super) type Changes = BTreeMap<usize, i32>;
