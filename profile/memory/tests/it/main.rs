//! Tests of memory recordings: sums against other probes, figures against programs whose source gives them, files.

mod conservation;
mod division;
mod figures;
mod files;
mod stack;
mod support;
