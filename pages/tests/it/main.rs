//! Tests of the pages, decoded as the browser does it.

mod caches;
mod notices;
mod ring;
mod support;
mod validation;
