//! Tests of memory recordings: sums against other probes, figures against programs whose source gives them, files.

mod conservation;
mod division;
mod support;
