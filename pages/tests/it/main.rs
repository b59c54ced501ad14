//! Tests of the pages, decoded as the browser does it.

mod annotation;
mod caches;
mod evaluation;
mod libraries;
mod machine;
mod notices;
mod ring;
mod support;
mod validation;
