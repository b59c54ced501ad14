//! Hash tables with a quick hash: the keys are ids and names of one program, which nobody chooses to collide.

use indexmap::{IndexMap, IndexSet};
pub(crate) use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A map that keeps the order of insertion.
pub(crate) type OrderedMap<K, V> = IndexMap<K, V, FxBuildHasher>;
/// A set that keeps the order of insertion.
pub(crate) type OrderedSet<T> = IndexSet<T, FxBuildHasher>;
