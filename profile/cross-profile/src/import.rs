//! Profiles of other tools.
//!
//! | format | what it holds |
//! |---|---|
//! | CSV | header `context,calls,cycles`; a context is the chain of method names joined by `;`, cycles are its own |
//! | JSON | a list of `{"context": ["a", "b"], "calls": 1, "cycles": 2}`, or the names joined by `;` |
//! | collapsed stacks | lines `a;b;c 123`: chain and cycles, as flame-graph tools read them |
//! | callgrind | `fn=` sections; the first event counts; methods only, so the profile is flat |

mod callgrind;
mod collapsed;
mod csv_contexts;
mod detect;
mod json_contexts;

pub use callgrind::callgrind;
pub use collapsed::collapsed;
pub use csv_contexts::csv;
pub use detect::{Format, read};
pub use json_contexts::json;

use indexmap::IndexSet;
use thiserror::Error;

use crate::cause::{Charge, Service};
use crate::file::FileError;
use crate::profile::{Profile, Provenance, ThreadProfile};
use crate::tree::{CallingContextTree, MethodId};

/// Name of the context above all chains of an imported profile.
pub const ROOT_NAME: &str = "(all)";

/// Errors of reading another tool's profile.
#[derive(Debug, Error)]
pub enum ImportError {
    /// A line is wrong.
    #[error("line {line}: {what}")]
    Line {
        /// Line, counted from 1.
        line: u64,
        /// The error, and the expected value.
        what: String,
    },
    /// It is no JSON of the expected form.
    #[error("{0}; expected a list of objects with `context`, `calls` and `cycles`")]
    Json(#[from] serde_json::Error),
    /// It holds no context.
    #[error("the profile holds no context")]
    Empty,
    /// It is a profile file of ours, but a wrong one.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no text.
    #[error("neither a profile file nor text in UTF-8")]
    NotText,
}

impl ImportError {
    fn line(line: u64, what: impl Into<String>) -> Self {
        let what = what.into();
        Self::Line { line, what }
    }
}

/// Collects contexts into a profile.
struct Builder {
    names: IndexSet<String>,
    tree: CallingContextTree,
    total: u64,
}

impl Builder {
    fn new() -> Self {
        Self {
            names: IndexSet::from([ROOT_NAME.to_owned()]),
            tree: CallingContextTree::new(MethodId(0)),
            total: 0,
        }
    }

    /// Adds to a context; `None` if all cycles together pass 2^64.
    fn add<'a>(
        &mut self,
        chain: impl IntoIterator<Item = &'a str>,
        calls: u64,
        cycles: u64,
    ) -> Option<()> {
        let mut at = CallingContextTree::ROOT;
        for name in chain {
            let method = match self.names.get_index_of(name) {
                Some(place) => place,
                None => self.names.insert_full(name.to_owned()).0,
            };
            at = self
                .tree
                .callee(at, MethodId(method as u32), Service::Program);
        }
        self.total = self.total.checked_add(cycles)?;
        let context = self.tree.context_mut(at);
        context.calls = context.calls.checked_add(calls)?;
        context.cycles[Charge::Execute as usize] += cycles;
        Some(())
    }

    fn finish(self, tool: &str, flat: bool) -> Result<Profile, ImportError> {
        if self.tree.contexts().len() == 1 {
            return Err(ImportError::Empty);
        }
        Ok(Profile {
            provenance: Provenance {
                engine: tool.to_owned(),
                ..Provenance::default()
            },
            methods: self.names.into_iter().collect(),
            bytecodes: Vec::new(),
            flat,
            threads: vec![ThreadProfile {
                name: "main".to_owned(),
                tree: self.tree,
            }],
        })
    }
}

/// Names of a chain that is joined by `;`; those within a descriptor, as in `a.B.f(Lt/C;)Lt/D;`, are part of the name.
fn chain(joined: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(joined);
    let names = std::iter::from_fn(move || {
        let text = rest?;
        let end = name_end(text);
        rest = text.get(end + 1..);
        Some(text[..end].trim())
    });
    names.filter(|name| !name.is_empty())
}

/// End of the first name of a joined chain.
fn name_end(text: &str) -> usize {
    let semicolon = |from: usize| text[from..].find(';').map(|at| from + at);
    let Some(first) = semicolon(0) else {
        return text.len();
    };
    let Some(open) = text[..first].find('(') else {
        return first;
    };
    let Some(close) = text[open..].find(')').map(|at| open + at) else {
        return first;
    };
    let result = &text[close + 1..];
    let of_class = result.trim_start_matches('[').starts_with('L');
    let after = match semicolon(close) {
        Some(end) if of_class => end + 1,
        _ => close,
    };
    semicolon(after).unwrap_or(text.len())
}
