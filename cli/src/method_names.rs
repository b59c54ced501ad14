//! Methods as users name them, the same in every command: `run`, `Main.run` or `t.Main.run`, with or without types, `(int)` or `(I)`.
//! [`cross_profile::method_name::means`] is the one that compares.

use cross_profile::method_name::{means, no_method};
use jopizer::Symbols;
use jopizer::symbols::MethodSymbol;

use crate::errors::Error;

/// Candidates that a message lists.
const LISTED: usize = 8;

/// All methods of a name in whatever class, overloads included, or the one whose code holds a word address.
pub(crate) fn all<'a>(symbols: &'a Symbols, name: &str) -> Result<Vec<&'a MethodSymbol>, Error> {
    if name.parse::<u32>().is_ok() {
        return Ok(vec![only(symbols, name)?]);
    }
    let names = names(symbols);
    let found = named(&names, name)?;
    Ok(found.iter().map(|place| &symbols.methods[*place]).collect())
}

/// The one method of a name, or the one whose code holds a word address.
pub(crate) fn only<'a>(symbols: &'a Symbols, name: &str) -> Result<&'a MethodSymbol, Error> {
    if let Ok(address) = name.parse() {
        return symbols.method_at(address).ok_or_else(|| {
            Error::Input(format!(
                "no method has code at {address}; `jop inspect --part methods` lists all"
            ))
        });
    }
    let names = names(symbols);
    Ok(&symbols.methods[one(&names, name)?])
}

/// The place of the one method of a name among names written `package.Class.method(descriptor)result`.
pub(crate) fn one(names: &[String], name: &str) -> Result<usize, Error> {
    let found = named(names, name)?;
    match found[..] {
        [place] => Ok(place),
        _ => Err(ambiguous(names, &found, name)),
    }
}

/// The places of the overloads of one method.
pub(crate) fn overloads(names: &[String], name: &str) -> Result<Vec<usize>, Error> {
    let found = named(names, name)?;
    let path = |place: usize| names[place].split('(').next();
    if found.iter().all(|place| path(*place) == path(found[0])) {
        return Ok(found);
    }
    Err(ambiguous(names, &found, name))
}

/// The places of the methods that a name means; of those in several classes the one that is written as it is.
fn named(names: &[String], name: &str) -> Result<Vec<usize>, Error> {
    let meant = |place: &usize| means(&names[*place], name);
    let found: Vec<usize> = (0..names.len()).filter(meant).collect();
    if found.is_empty() {
        return Err(unknown(names, name));
    }
    let rest = |place: &usize| names[*place].strip_prefix(name);
    let is_whole =
        |place: &&usize| rest(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('('));
    let whole: Vec<usize> = found.iter().filter(is_whole).copied().collect();
    Ok(if whole.is_empty() { found } else { whole })
}

/// Checks that a name means one linked method, its overloads included.
pub(crate) fn check_one(symbols: &Symbols, name: &str) -> Result<(), Error> {
    overloads(&names(symbols), name).map(|_| ())
}

/// What to tell when no linked method has this name.
pub(crate) fn unlinked(symbols: &Symbols, name: &str) -> Error {
    unknown(&names(symbols), name)
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

fn unknown(names: &[String], name: &str) -> Error {
    let names = names.iter().map(String::as_str);
    Error::Input(no_method(
        names,
        name,
        "`jop inspect --part methods` lists all",
    ))
}
