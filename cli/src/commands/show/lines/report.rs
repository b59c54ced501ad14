//! Lines of methods, before they are written.

use record::{Annotation, Vertical};

/// Contents shown of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    Source,
    Bytecode,
    Interleaved,
}

/// A recording and the part of it that is shown.
pub(super) struct Report<'a> {
    /// The program as the user named it.
    pub(super) program: String,
    pub(super) vertical: &'a Vertical,
    pub(super) annotations: Vec<Annotation>,
    /// Set if no method was left out.
    pub(super) is_whole: bool,
    /// Methods that `--top` leaves out.
    pub(super) left_out: usize,
    /// The only region that counts.
    pub(super) region: Option<String>,
}
