//! Points of an exploration: programs on machines along several axes.

use serde::Serialize;

use crate::payload::{PageError, Payload};
use crate::template::EXPLORE;

/// An axis of an exploration.
#[derive(Debug, Serialize)]
pub struct ExploreAxis {
    /// Option of the machine, or `variant`.
    pub option: String,
    /// Its name for people.
    pub label: String,
    /// Its values, as configurations have them.
    pub values: Vec<String>,
    /// What people read in place of those.
    pub texts: Vec<String>,
}

/// A program on a point.
#[derive(Debug, Serialize)]
pub struct ExploreRow {
    /// Place of the program.
    pub program: usize,
    /// Places of the values on each axis.
    pub at: Vec<usize>,
    /// Clock cycles.
    pub cycles: u64,
    /// Time. Unit: microseconds.
    pub microseconds: f64,
    /// On-chip memory. Unit: bits.
    pub bits: u64,
    /// Cost, by the formula of the page.
    pub cost: f64,
    /// True if it is on the front of time and cost.
    pub pareto: bool,
    /// Source of the cycles.
    pub source: &'static str,
}

/// What an exploration page shows.
#[derive(Debug, Serialize)]
pub struct ExplorePoints {
    /// Names of the programs.
    pub programs: Vec<String>,
    /// The axes.
    pub axes: Vec<ExploreAxis>,
    /// Options of the machine around which the axes are, with their values in TOML.
    pub base: Vec<(String, String)>,
    /// Formula of the cost.
    pub cost: String,
    /// The rows.
    pub rows: Vec<ExploreRow>,
}

/// The exploration page. `facts` are names and values of what was explored.
///
/// # Errors
///
/// [`PageError`] if there is no row, or a number that a browser could not show exactly.
pub fn explore(
    title: &str,
    facts: &[(String, String)],
    points: &ExplorePoints,
) -> Result<String, PageError> {
    if points.rows.is_empty() {
        return Err(PageError::Empty);
    }
    let mut payload = Payload::default();
    payload.put("title", &title)?;
    payload.put("facts", &facts)?;
    payload.put("points", points)?;
    EXPLORE.fill(title, payload)
}
