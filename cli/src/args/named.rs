//! One of a fixed set of names: in any case, completed by shells, with a suggestion for what is misspelt.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// Least similarity of a suggestion, 0 to 1.
const SIMILAR: f64 = 0.6;

/// The parser of an option that takes a name.
#[derive(Clone)]
pub(crate) struct Named<T> {
    /// All names, in the order in which they are offered.
    pub(crate) names: fn() -> Vec<&'static str>,
    /// What a name in lower case stands for.
    pub(crate) read: fn(&str) -> Option<T>,
    /// What to do where no name is similar; empty where the names themselves are listed.
    pub(crate) remedy: &'static str,
}

impl<T> Named<T> {
    /// What a name stands for, or what to do about it.
    pub(crate) fn parse(&self, text: &str) -> Result<T, String> {
        (self.read)(&text.to_ascii_lowercase()).ok_or_else(|| match nearest(text, (self.names)()) {
            Some(name) => format!("did you mean `{name}`?"),
            None if self.remedy.is_empty() => format!("one of {}", (self.names)().join(", ")),
            None => self.remedy.to_owned(),
        })
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let own = self.clone();
        (move |text: &str| own.parse(text)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// The candidate that is most like a text, if one is.
pub(crate) fn nearest<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    nearest_above(SIMILAR, text, candidates)
}

/// The same, with another least similarity.
pub(crate) fn nearest_above<'a>(
    least: f64,
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    let similarity =
        |name: &str| strsim::normalized_damerau_levenshtein(&text, &name.to_ascii_lowercase());
    candidates
        .into_iter()
        .map(|name| (similarity(name), name))
        .filter(|(similarity, _)| *similarity >= least)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, name)| name)
}

/// What to do about a name that none of these bytecodes has.
pub(crate) fn no_bytecode<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(text, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`jop isa --bytecodes` lists them".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRUIT: Named<usize> = Named {
        names: || vec!["apple", "pear"],
        read: |name| ["apple", "pear"].iter().position(|known| *known == name),
        remedy: "look in the basket",
    };

    #[test]
    fn a_name_is_known_in_any_case() {
        assert_eq!(
            ["pear", "PEAR", "Apple"].map(|name| FRUIT.parse(name)),
            [Ok(1), Ok(1), Ok(0)]
        );
    }

    #[test]
    fn a_misspelt_name_is_suggested_and_another_told_where_to_look() {
        assert_eq!(FRUIT.parse("aple").unwrap_err(), "did you mean `apple`?");
        assert_eq!(FRUIT.parse("stone").unwrap_err(), "look in the basket");
    }
}
