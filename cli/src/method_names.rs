//! Resolves method names given by the user.

use jopizer::Symbols;
use jopizer::symbols::MethodSymbol;

use crate::errors::Error;

/// Candidates that a message lists.
const LISTED: usize = 8;

/// Checks if a method matches `run`, `Main.run` or `t.Main.run`, each with or without its descriptor.
pub(crate) fn is_named(method: &MethodSymbol, name: &str) -> bool {
    let full = format!("{}.{}", method.class, method.name);
    let whole = format!("{full}{}", method.descriptor);
    [full, whole].iter().any(|full| {
        full.strip_suffix(name)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

/// All methods of a name, overloads included, or the one whose code holds a word address.
pub(crate) fn all<'a>(symbols: &'a Symbols, name: &str) -> Result<Vec<&'a MethodSymbol>, Error> {
    if name.parse::<u32>().is_ok() {
        return Ok(vec![only(symbols, name)?]);
    }
    let methods = symbols.methods.iter();
    let named: Vec<_> = methods.filter(|method| is_named(method, name)).collect();
    if named.is_empty() {
        return Err(unknown(symbols, name));
    }
    Ok(named)
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
    let mut named = symbols
        .methods
        .iter()
        .filter(|method| is_named(method, name));
    let found = named.next().ok_or_else(|| unknown(symbols, name))?;
    let others: Vec<_> = named.collect();
    if others.is_empty() {
        return Ok(found);
    }
    let count = 1 + others.len();
    let mut listed: Vec<String> = [found]
        .into_iter()
        .chain(others)
        .take(LISTED)
        .map(ToString::to_string)
        .collect();
    if count > LISTED {
        listed.push(format!("and {} more", count - LISTED));
    }
    Err(Error::Input(format!(
        "`{name}` is the name of {count} methods; give class or descriptor: {}",
        listed.join(", ")
    )))
}

fn unknown(symbols: &Symbols, name: &str) -> Error {
    let wanted = name.split('(').next().unwrap_or(name);
    let similar = symbols
        .methods
        .iter()
        .map(|method| (strsim::jaro_winkler(wanted, &method.name), method))
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .filter(|(similarity, _)| *similarity > 0.85);
    let remedy = similar.map_or_else(
        || "`jop inspect --part methods` lists all".to_owned(),
        |(_, method)| format!("did you mean {method}?"),
    );
    Error::Input(format!("no method `{name}` is linked; {remedy}"))
}
