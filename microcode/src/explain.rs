//! What an error or a warning says of itself.

use std::fmt;

/// Details of an error or a warning, in addition to its title, which is its `Display`.
pub(crate) trait Explain: fmt::Display {
    /// Text at the carets.
    fn label(&self) -> String;
    /// The way out.
    fn help(&self) -> Option<String>;
}
