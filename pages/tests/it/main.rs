//! Tests of the pages, decoded as the browser does it.

mod annotation;
mod caches;
mod evaluation;
mod libraries;
mod machine;
mod notices;
mod private;
mod ring;
mod support;
mod validation;

// Private files name each other from the root.
use private::{library, payload};
