//! Results and errors as text: tables, documents, files, standard output and standard error.

pub(crate) mod atomic_file;
#[cfg(feature = "whole")]
pub(crate) mod cache_name;
pub(crate) mod console;
pub(crate) mod document;
pub(crate) mod errors;
pub(crate) mod exit_code;
pub(crate) mod file_name;
#[cfg(feature = "whole")]
pub(crate) mod journal_file;
pub(crate) mod machine_summary;
pub(crate) mod method_blocks;
#[cfg(any(test, not(feature = "whole")))]
pub(crate) mod missing;
#[cfg(feature = "whole")]
pub(crate) mod picture;
pub(crate) mod progress;
pub(crate) mod report_text;
pub(crate) mod result;
pub(crate) mod rows;
pub(crate) mod stdout;
pub(crate) mod table;
pub(crate) mod typeset;
