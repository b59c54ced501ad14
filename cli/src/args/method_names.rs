//! Methods as users name them, the same in every command: `run`, `Main.run` or `t.Main.run`, with or without types, `(int)` or `(I)`.
//! [`cross_profile::method_name::Meaning`] is the one that compares.

use std::path::Path;

use cross_profile::Profile;
use cross_profile::method_name::{Meaning, no_method};
use jopizer::Symbols;
use jopizer::symbols::MethodSymbol;

use crate::output::errors::Error;

/// Lists the methods of an image.
const LINKED: &str = "jop inspect --part methods";
/// Candidates that a message lists.
const LISTED: usize = 8;

/// All methods of a name in whatever class, overloads included, or the one whose code holds a word address.
pub(crate) fn all<'a>(symbols: &'a Symbols, name: &str) -> Result<Vec<&'a MethodSymbol>, Error> {
    if name.parse::<u32>().is_ok() {
        return Ok(vec![only(symbols, name)?]);
    }
    let names = names(symbols);
    let found = named(&names, name, LINKED)?;
    Ok(found.iter().map(|place| &symbols.methods[*place]).collect())
}

/// The one method of a name, or the one whose code holds a word address.
pub(crate) fn only<'a>(symbols: &'a Symbols, name: &str) -> Result<&'a MethodSymbol, Error> {
    if let Ok(address) = name.parse() {
        return symbols.method_at(address).ok_or_else(|| {
            Error::Input(format!(
                "no method has code at {address}; `{LINKED}` lists all"
            ))
        });
    }
    let names = names(symbols);
    Ok(&symbols.methods[one(&names, name, LINKED)?])
}

/// The place of the one method of a name among names written `package.Class.method(descriptor)result`; `list` is the command that
/// lists them.
pub(crate) fn one(names: &[String], name: &str, list: &str) -> Result<usize, Error> {
    let found = named(names, name, list)?;
    match found[..] {
        [place] => Ok(place),
        _ => Err(ambiguous(names, &found, name)),
    }
}

/// The places of the overloads of one method of a profile.
pub(crate) fn of_profile(profile: &Profile, file: &Path, name: &str) -> Result<Vec<usize>, Error> {
    let list = format!("jop show {} --top 0", file.display());
    overloads(&profile.methods, name, &list)
}

/// The places of the overloads of one method.
pub(crate) fn overloads(names: &[String], name: &str, list: &str) -> Result<Vec<usize>, Error> {
    let found = named(names, name, list)?;
    let path = |place: usize| names[place].split('(').next();
    if found.iter().all(|place| path(*place) == path(found[0])) {
        return Ok(found);
    }
    Err(ambiguous(names, &found, name))
}

/// The places of the methods that a name stands for.
pub(crate) fn named(names: &[String], name: &str, list: &str) -> Result<Vec<usize>, Error> {
    let meaning = Meaning::among(name, names.iter().map(String::as_str));
    let found: Vec<usize> = (0..names.len())
        .filter(|place| meaning.is(&names[*place]))
        .collect();
    if found.is_empty() {
        return Err(unknown(names, name, list));
    }
    Ok(found)
}

/// Checks that a name means one linked method, its overloads included.
pub(crate) fn check_one(symbols: &Symbols, name: &str) -> Result<(), Error> {
    overloads(&names(symbols), name, LINKED).map(|_| ())
}

/// What to tell when no linked method has this name.
pub(crate) fn unlinked(symbols: &Symbols, name: &str) -> Error {
    unknown(&names(symbols), name, LINKED)
}

fn names(symbols: &Symbols) -> Vec<String> {
    symbols.methods.iter().map(ToString::to_string).collect()
}

fn ambiguous(names: &[String], found: &[usize], name: &str) -> Error {
    let listed = found.iter().take(LISTED).map(|place| names[*place].clone());
    let mut listed: Vec<String> = listed.collect();
    if found.len() > LISTED {
        listed.push(format!("and {} more", found.len() - LISTED));
    }
    Error::Input(format!(
        "`{name}` is the name of {} methods; give class or descriptor: {}",
        found.len(),
        listed.join(", ")
    ))
}

fn unknown(names: &[String], name: &str, list: &str) -> Error {
    let names = names.iter().map(String::as_str);
    Error::Input(no_method(names, name, &format!("`{list}` lists all")))
}
