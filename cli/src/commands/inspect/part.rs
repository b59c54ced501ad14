//! Parts of an image's tree.

use clap::ValueEnum;

/// A part of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Part {
    /// Length, regions, special pointers
    Header,
    /// Static fields
    Statics,
    /// Methods with sizes and method-cache blocks
    Methods,
    /// String literals
    Strings,
    /// Classes with method tables, constant pools, interface tables; array types
    Classes,
}
