//! One of a fixed set of names: in any case, completed by shells, with a suggestion for what is misspelt.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

pub(crate) use isa::similar::nearest;

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
