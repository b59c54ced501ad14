//! Where a bound comes from.

use serde::{Deserialize, Serialize};

isa::named_enum! {
    /// Source of a loop's bound.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum BoundSource {
        /// Analysis of the values that end the loop.
        Analysis = "analysis",
        /// `@LoopBounds` in the Java source.
        Annotation = "annotation",
        /// A file of bounds.
        File = "file",
        /// Data of the runtime.
        Runtime = "runtime",
        /// An option of the command.
        Option = "option",
        /// Runs; not sound.
        Observed = "observed",
    }
}
