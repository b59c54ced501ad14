//! Embedded programs by name, one or several, in every command alike.

use runtime::programs::{self, EmbeddedProgram, PROGRAMS, Suite};

use crate::args::named::Named;

const REMEDY: &str = "no such program; `jop programs` lists them";
const SUITES: [Suite; 3] = [Suite::Embedded, Suite::Kernel, Suite::Modern];

/// Value of a `--program` that takes one program.
pub(crate) const PROGRAM: Named<&'static EmbeddedProgram> = Named {
    names,
    read: programs::find,
    remedy: REMEDY,
};

/// Value of a `--program` that takes several: each is a program, a suite, or `all`.
pub(crate) const PROGRAM_OR_SUITE: Named<Programs> = Named {
    names: || {
        let suites = SUITES.into_iter().map(Suite::name);
        names().into_iter().chain(suites).chain(["all"]).collect()
    },
    read: |name| {
        let suite = SUITES.into_iter().find(|suite| suite.name() == name);
        match (name, suite) {
            ("all", _) => Some(Programs(PROGRAMS.iter().collect())),
            (_, Some(suite)) => Some(Programs(programs::suite(suite).collect())),
            (_, None) => Some(Programs(vec![programs::find(name)?])),
        }
    },
    remedy: REMEDY,
};

/// One program, or those of a suite.
#[derive(Debug, Clone)]
pub(crate) struct Programs(Vec<&'static EmbeddedProgram>);

/// The programs of all names, in their order, each once.
pub(crate) fn distinct(named: &[Programs]) -> Vec<&'static EmbeddedProgram> {
    let mut distinct: Vec<&'static EmbeddedProgram> = Vec::new();
    for program in named.iter().flat_map(|programs| &programs.0) {
        if !distinct.contains(program) {
            distinct.push(program);
        }
    }
    distinct
}

fn names() -> Vec<&'static str> {
    PROGRAMS.iter().map(|program| program.name).collect()
}
