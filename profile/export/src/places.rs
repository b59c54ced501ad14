//! Positions of methods in their sources.

use std::collections::HashMap;

use cross_profile::Profile;
use jopizer::Symbols;

/// File and first line of a method.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Source file, as `udpip/Ip.java`; none if it is not known.
    pub file: Option<String>,
    /// Line of its first bytecode; 0 if it is not known.
    pub line: u16,
}

/// Places of a profile's methods, in their order; without symbols none is known.
#[must_use]
pub fn places(profile: &Profile, symbols: Option<&Symbols>) -> Vec<Place> {
    let methods = symbols.into_iter().flat_map(|symbols| {
        let methods = symbols.methods.iter();
        methods.map(move |method| (method.to_string(), (symbols, method)))
    });
    let methods: HashMap<String, _> = methods.collect();
    let place = |name: &String| {
        let (symbols, method) = methods.get(name)?;
        let class = symbols.class(&method.class);
        let file = class.and_then(|class| class.source.as_deref());
        Some(Place {
            file: file.map(|file| runtime::sources::path_of(&method.class, file)),
            line: method.lines.first().map_or(0, |(_, line)| *line),
        })
    };
    let names = profile.methods.iter();
    names.map(|name| place(name).unwrap_or_default()).collect()
}
