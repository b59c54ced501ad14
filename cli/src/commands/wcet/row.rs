//! A method with its bound.

use wcet::Analysis;
use wcet_check::Seen;

/// A method with its bound, or why it has none.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) bound: Result<Analysis, wcet::WcetError>,
    pub(super) seen: Option<Seen>,
}
