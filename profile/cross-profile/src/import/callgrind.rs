//! Callgrind's profile format: the cost of each `fn=` section, calls from `calls=` lines.
//!
//! Names may be compressed (`fn=(1) main`, later `fn=(1)`). The line after `calls=` holds inclusive cost and
//! is the callee's, so it is skipped.

use std::collections::HashMap;
use std::io::BufRead;

use super::{Builder, ImportError};
use crate::profile::Profile;

#[derive(Default)]
struct Names(HashMap<String, String>);

impl Names {
    /// The name denoted by `(id) name`, `(id)` or `name`.
    fn resolve(&mut self, text: &str) -> Option<String> {
        let Some((id, name)) = text.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
            return Some(text.to_owned());
        };
        let name = name.trim();
        if name.is_empty() {
            return self.0.get(id).cloned();
        }
        self.0.insert(id.to_owned(), name.to_owned());
        Some(name.to_owned())
    }
}

/// Reads a callgrind profile; its first event is taken for cycles.
///
/// # Errors
///
/// [`ImportError`] names the line.
pub fn callgrind(from: impl BufRead) -> Result<Profile, ImportError> {
    let mut builder = Builder::new();
    let mut names = Names::default();
    let mut positions = 1;
    let (mut function, mut callee) = (None, None);
    let mut is_call_cost = false;
    for (number, line) in (1..).zip(from.lines()) {
        let wrong = |what: &str| ImportError::line(number, what);
        let line = line.map_err(|error| wrong(&error.to_string()))?;
        let line = line.trim();
        let unknown = || wrong("this name number has not been given a name");
        if let Some(text) = line.strip_prefix("positions:") {
            positions = text.split_whitespace().count().max(1);
        } else if let Some(text) = line.strip_prefix("fn=") {
            function = Some(names.resolve(text).ok_or_else(unknown)?);
        } else if let Some(text) = line.strip_prefix("cfn=") {
            callee = Some(names.resolve(text).ok_or_else(unknown)?);
        } else if let Some(text) = line.strip_prefix("calls=") {
            let calls = text.split_whitespace().next().and_then(|n| n.parse().ok());
            let calls = calls.ok_or_else(|| wrong("expected a number of calls"))?;
            let callee = callee.take();
            let callee = callee.ok_or_else(|| wrong("`calls=` without `cfn=` before it"))?;
            builder
                .add([callee.as_str()], calls, 0)
                .ok_or_else(|| wrong("more than 2^64 calls"))?;
            is_call_cost = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c)) {
            if std::mem::take(&mut is_call_cost) {
                continue;
            }
            let cost = match line.split_whitespace().nth(positions) {
                Some(cost) => cost
                    .parse()
                    .map_err(|_| wrong("expected a whole number of cycles"))?,
                None => 0,
            };
            let function = function.as_deref();
            let function = function.ok_or_else(|| wrong("cost without `fn=` before it"))?;
            builder
                .add([function], 0, cost)
                .ok_or_else(|| wrong("more than 2^64 cycles in all"))?;
        }
    }
    builder.finish("callgrind", true)
}
