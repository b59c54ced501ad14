//! Names of another tool's profile brought to those of the truth.
//!
//! Ours are `package.Class.method(descriptor)result`. A name with `/` for `.` before its descriptor is the same
//! method. A profile without any descriptor is matched without them: overloaded methods of the truth are then one.

use std::collections::HashSet;

use thiserror::Error;

use crate::import::ROOT_NAME;
use crate::observer::START;
use crate::profile::Profile;

/// Names that an error quotes.
const QUOTED: usize = 3;

/// No method of the profile is one of the truth.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("none of its {count} methods is one of the program ({names}); names are like `{example}`")]
pub struct NoMatch {
    /// Methods of the profile.
    pub count: usize,
    /// Some of them.
    pub names: String,
    /// A name of the truth.
    pub example: String,
}

/// Result of matching.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched {
    /// Methods of the profile.
    pub methods: usize,
    /// Entries that the truth lacks, by name.
    pub unknown: Vec<String>,
}

/// Renames methods on both sides so that the same ones have the same name.
///
/// # Errors
///
/// [`NoMatch`] if none does.
pub fn align(truth: &mut Profile, prediction: &mut Profile) -> Result<Matched, NoMatch> {
    let described = prediction
        .methods
        .iter()
        .any(|name| descriptor(name).is_some());
    for name in truth.methods.iter_mut().chain(&mut prediction.methods) {
        *name = plain(name, described);
    }
    let known: HashSet<&String> = truth.methods.iter().collect();
    let methods: Vec<&String> = prediction
        .methods
        .iter()
        .filter(|name| is_method(name))
        .collect();
    let mut unknown: Vec<String> = methods
        .iter()
        .filter(|name| !known.contains(*name))
        .map(|name| (*name).clone())
        .collect();
    unknown.sort();
    unknown.dedup();
    if unknown.len() >= methods.len() {
        return Err(NoMatch {
            count: methods.len(),
            names: quoted(&unknown),
            example: hottest(truth).unwrap_or_else(|| START.to_owned()),
        });
    }
    Ok(Matched {
        methods: methods.len(),
        unknown,
    })
}

/// Start of the descriptor. Names in parentheses, such as `(below main)`, are no methods of ours.
fn descriptor(name: &str) -> Option<usize> {
    name.find('(').filter(|place| *place > 0)
}

/// Neither the context above all others nor the one before the first call.
fn is_method(name: &str) -> bool {
    name != ROOT_NAME && name != START
}

fn plain(name: &str, described: bool) -> String {
    if !is_method(name) {
        return name.to_owned();
    }
    let (method, descriptor) = name.split_at(descriptor(name).unwrap_or(name.len()));
    let method = method.replace('/', ".");
    if described {
        method + descriptor
    } else {
        method
    }
}

fn hottest(profile: &Profile) -> Option<String> {
    let methods = profile.methods.iter().zip(profile.by_method());
    let named = methods.filter(|(name, _)| is_method(name));
    let hottest = named.max_by_key(|(_, figures)| figures.self_cycles);
    hottest.map(|(name, _)| name.clone())
}

fn quoted(names: &[String]) -> String {
    let mut text: Vec<String> = names
        .iter()
        .take(QUOTED)
        .map(|name| format!("`{}`", name.escape_debug()))
        .collect();
    if names.len() > QUOTED {
        text.push("...".to_owned());
    }
    text.join(", ")
}
