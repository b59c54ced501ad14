//! Components whose atoms a recording counts.

use clap::ValueEnum;
use vectors::{Atoms, RecordOptions, Scope, Selection};

use crate::args::vector_terms::is_component_name;

/// Heading of these options alone; one of the whole group would go on with the options after it.
const HEADING: &str = "Components of --record vector";

/// Options of the section `vector`.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct ComponentArguments {
    /// A component with what it calls: package, class, method or `region NAME`; repeat for several
    #[arg(long, value_name = "[NAME=]PATTERN", value_parser = named, help_heading = HEADING)]
    component: Vec<(String, String)>,
    /// A component without what it calls; repeat for several
    #[arg(long = "own", value_name = "[NAME=]PATTERN", value_parser = named, help_heading = HEADING)]
    alone: Vec<(String, String)>,
    /// Also count each call of this component; a pattern that names no component becomes one. Repeat for several
    #[arg(long, value_name = "PATTERN", value_parser = checked, help_heading = HEADING)]
    per_call: Vec<String>,
    /// Calls that count as one atom, with everything that they execute
    #[arg(long, value_enum, value_name = "KINDS", value_delimiter = ',', help_heading = HEADING)]
    atoms: Vec<Kind>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// None: only paths of bytecodes are atoms
    Paths,
    /// Calls of library methods from the application
    Library,
    /// Bytecodes in Java
    Routines,
}

fn named(text: &str) -> Result<(String, String), String> {
    let (name, pattern) = text.split_once('=').unwrap_or((text, text));
    if name.is_empty() || pattern.is_empty() {
        return Err("write NAME=PATTERN, or a pattern that is its name".to_owned());
    }
    Ok((checked(name)?, pattern.to_owned()))
}

/// A name that terms of `jop cost compose` can name.
fn checked(name: &str) -> Result<String, String> {
    match is_component_name(name) {
        true => Ok(name.to_owned()),
        false => Err(format!(
            "`{name}` has an end that `jop cost compose` takes for a call or a factor; write NAME=PATTERN"
        )),
    }
}

/// A component of this name.
pub(crate) fn selection(name: &str, pattern: &str, scope: Scope) -> Selection {
    Selection {
        name: name.to_owned(),
        pattern: pattern.to_owned(),
        scope,
    }
}

impl ComponentArguments {
    /// Any option is given.
    pub(crate) fn is_given(&self) -> bool {
        let names = [self.component.is_empty(), self.alone.is_empty()];
        names.contains(&false) || !self.per_call.is_empty() || !self.atoms.is_empty()
    }

    /// What is counted.
    pub(crate) fn options(&self) -> RecordOptions {
        let of = |scope| move |(name, pattern): &(String, String)| selection(name, pattern, scope);
        let chosen = self.component.iter().map(of(Scope::WithCallees));
        let own = self.alone.iter().map(of(Scope::Alone));
        let mut components: Vec<Selection> = chosen.chain(own).collect();
        for name in &self.per_call {
            if !components.iter().any(|it| it.name == *name) {
                components.push(selection(name, name, Scope::WithCallees));
            }
        }
        RecordOptions {
            components,
            per_call: self.per_call.clone(),
            atoms: Atoms {
                library: self.atoms.contains(&Kind::Library),
                routines: self.atoms.contains(&Kind::Routines),
            },
        }
    }
}
