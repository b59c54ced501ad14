//! The views of `jop show`: their names, what they need of a run, and the options that each reads.

use crate::output::errors::Error;

/// What a view shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    Flat,
    Causes,
    Gprof,
    Graph,
    Tree,
    Contexts,
    Calls,
    Threads,
    Waiting,
    Cores,
    Lines,
    Code,
    Operations,
    Time,
    Windows,
    Phases,
    Cache,
    Sites,
    Classes,
    Allocations,
    Collections,
    Live,
    Leaks,
    Stack,
    Vector,
    PerCall,
    Diff,
}

/// What a view needs of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Calling contexts with their causes.
    Contexts,
    /// States of threads.
    Threads,
    /// Several cores.
    Cores,
    /// Bytecodes.
    Lines,
    /// Windows.
    Windows,
    /// Lookups in the method cache.
    Lookups,
    /// Heap and stack.
    Heap,
    /// Counts of components.
    Vector,
}

/// Each view with its name, what it needs, and a line of help.
pub(crate) const VIEWS: [(View, &str, Need, &str); 27] = {
    use Need as N;
    use View as V;
    [
        (
            V::Flat,
            "flat",
            N::Contexts,
            "the hottest methods, then the causes",
        ),
        (V::Causes, "causes", N::Contexts, "cycles by cause"),
        (
            V::Gprof,
            "gprof",
            N::Contexts,
            "methods with cumulative cycles, and those of one call",
        ),
        (
            V::Graph,
            "graph",
            N::Contexts,
            "each method between its callers and its callees",
        ),
        (
            V::Tree,
            "tree",
            N::Contexts,
            "the calling-context tree; pages, flame graphs, files of other tools",
        ),
        (
            V::Contexts,
            "contexts",
            N::Contexts,
            "one row with all figures for each context, as CSV or Parquet",
        ),
        (
            V::Calls,
            "calls",
            N::Contexts,
            "times of calls; with --method by context, with a histogram",
        ),
        (
            V::Threads,
            "threads",
            N::Contexts,
            "threads, and the memory of their trees",
        ),
        (
            V::Waiting,
            "waiting",
            N::Threads,
            "what threads did, and what they waited for",
        ),
        (
            V::Cores,
            "cores",
            N::Cores,
            "what each of several cores executed and waited for, with a time line",
        ),
        (
            V::Lines,
            "lines",
            N::Lines,
            "Java source with executions, cycles and stalls of each line",
        ),
        (
            V::Code,
            "code",
            N::Lines,
            "methods; the bytecodes of --method; the microinstructions of the one --at",
        ),
        (
            V::Operations,
            "operations",
            N::Lines,
            "operations that are implemented in Java, in both forms",
        ),
        (V::Time, "time", N::Windows, "the run over time"),
        (V::Windows, "windows", N::Windows, "each window of the run"),
        (V::Phases, "phases", N::Windows, "phases by mix of methods"),
        (
            V::Cache,
            "cache",
            N::Lookups,
            "misses in the method cache by cause, methods that evict each other, similar caches",
        ),
        (V::Sites, "sites", N::Heap, "allocations by site"),
        (V::Classes, "classes", N::Heap, "allocations by class"),
        (
            V::Allocations,
            "allocations",
            N::Heap,
            "allocations by calling context",
        ),
        (
            V::Collections,
            "collections",
            N::Heap,
            "garbage collections, and who asked for them",
        ),
        (
            V::Live,
            "live",
            N::Heap,
            "objects alive after a collection, by site",
        ),
        (
            V::Leaks,
            "leaks",
            N::Heap,
            "sites with objects that survive and are never freed",
        ),
        (
            V::Stack,
            "stack",
            N::Heap,
            "the depth of the stack, and the deepest chain of calls",
        ),
        (
            V::Vector,
            "vector",
            N::Vector,
            "what components execute, with cycles; --table sets the prices",
        ),
        (
            V::PerCall,
            "per-call",
            N::Vector,
            "counts of single calls of components, as functions of their parameters",
        ),
        (
            V::Diff,
            "diff",
            N::Contexts,
            "two recordings compared: RECORDING OTHER",
        ),
    ]
};

/// Options, each with the views that read it. What is not here, all read.
const READ_BY: [(&str, &[View]); 34] = {
    use View as V;
    const PROFILE: &[View] = &[
        V::Flat,
        V::Causes,
        V::Gprof,
        V::Graph,
        V::Tree,
        V::Contexts,
        V::Calls,
        V::Threads,
        V::Lines,
        V::Code,
        V::Operations,
        V::Time,
        V::Windows,
        V::Phases,
        V::Diff,
    ];
    const PARTS: &[View] = &[
        V::Lines,
        V::Code,
        V::Operations,
        V::Time,
        V::Windows,
        V::Phases,
    ];
    const TIME: &[View] = &[V::Time, V::Windows, V::Phases];
    const EXPORTED: &[View] = &[V::Tree, V::Contexts, V::Diff];
    const SITES: &[View] = &[V::Sites, V::Classes, V::Allocations, V::Live, V::Leaks];
    const SORTED: &[View] = &[
        V::Flat,
        V::Causes,
        V::Calls,
        V::Threads,
        V::Waiting,
        V::Cores,
        V::Code,
        V::Time,
        V::Windows,
        V::Phases,
        V::Cache,
        V::Sites,
        V::Classes,
        V::Collections,
        V::Live,
        V::Leaks,
        V::Stack,
        V::Vector,
        V::PerCall,
    ];
    [
        ("--sort", SORTED),
        ("--thread", PROFILE),
        ("--region", PROFILE),
        ("--only", PARTS),
        ("--below", PARTS),
        ("--every", PARTS),
        ("--from", PARTS),
        ("--to", PARTS),
        (
            "--method",
            &[
                V::Calls,
                V::Lines,
                V::Code,
                V::Cache,
                V::Sites,
                V::Classes,
                V::Allocations,
                V::Live,
                V::Leaks,
            ],
        ),
        ("--at", &[V::Code]),
        ("--bytecode", &[V::Lines]),
        ("--interleaved", &[V::Lines]),
        ("--source", &[V::Lines]),
        ("--window", TIME),
        ("--bytecodes", TIME),
        ("--focus", TIME),
        ("--foci", TIME),
        (
            "--metric",
            &[V::Time, V::Windows, V::Phases, V::Tree, V::Diff],
        ),
        ("--between", TIME),
        ("--distance", TIME),
        ("--class", SITES),
        ("--application", &[V::Sites, V::Classes, V::Live, V::Leaks]),
        ("--component", &[V::Vector, V::PerCall]),
        ("--table", &[V::Vector]),
        ("--set", &[V::Vector]),
        ("--collection", &[V::Live]),
        ("--survived", &[V::Leaks]),
        ("--as", EXPORTED),
        ("--root", &[V::Tree, V::Diff]),
        ("--title", &[V::Tree, V::Diff]),
        ("--symbols", EXPORTED),
        ("--symbols-of", EXPORTED),
        ("--min-share", &[V::Tree, V::Diff]),
        ("--min-arc", &[V::Tree]),
    ]
};

impl View {
    /// The view of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let found = VIEWS.iter().find(|(_, known, _, _)| *known == name);
        found.map(|(view, _, _, _)| *view)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        VIEWS[self as usize].1
    }

    /// What it needs of a run.
    pub(crate) fn need(self) -> Need {
        VIEWS[self as usize].2
    }

    /// It shows a tree of calls, and so can be a page of rings.
    pub(crate) fn is_of_tree(self) -> bool {
        matches!(self, Self::Tree | Self::Contexts | Self::Diff)
    }

    /// An error for an option that this view does not read.
    pub(crate) fn refuse(self, given: &[(&str, bool)]) -> Result<(), Error> {
        let given = given.iter().filter(|(_, is_given)| *is_given);
        for (option, _) in given {
            let known = READ_BY.iter().find(|(name, _)| name == option);
            let Some((_, views)) = known else { continue };
            if !views.contains(&self) {
                let names: Vec<&str> = views.iter().map(|view| view.name()).collect();
                return Err(Error::Input(format!(
                    "`jop show {}` has no {option}; it is for {}",
                    self.name(),
                    names.join(", ")
                )));
            }
        }
        Ok(())
    }
}

/// The views, a line each, for the help.
pub(crate) fn help() -> String {
    let lines = VIEWS.iter();
    let lines = lines.map(|(_, name, _, about)| format!("  {name:<12} {about}\n"));
    format!("Views:\n{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_view_stands_at_its_place_and_has_a_name_of_its_own() {
        for (place, (view, name, _, _)) in VIEWS.iter().enumerate() {
            assert_eq!(*view as usize, place);
            assert_eq!(View::named(name), Some(*view));
        }
    }

    #[test]
    fn options_are_those_of_the_command() {
        let all = <super::super::Arguments as clap::Args>::augment_args(clap::Command::new("show"));
        let known: Vec<String> = all
            .get_arguments()
            .filter_map(|it| it.get_long())
            .map(|it| format!("--{it}"))
            .collect();
        for (option, views) in READ_BY {
            assert!(known.iter().any(|it| it == option), "{option}");
            assert!(!views.is_empty(), "{option}");
        }
    }

    #[test]
    fn each_option_that_only_some_views_read_is_known_to_do_so() {
        use clap::FromArgMatches;
        let command =
            <super::super::Arguments as clap::Args>::augment_args(clap::Command::new("show"));
        let matches = command.get_matches_from(["show"]);
        let arguments = super::super::Arguments::from_arg_matches(&matches).unwrap();
        for (option, is_given) in arguments.given() {
            assert!(!is_given, "{option}");
            assert!(READ_BY.iter().any(|(name, _)| *name == option), "{option}");
        }
    }

    #[test]
    fn an_option_of_another_view_is_refused_with_the_views_that_read_it() {
        let refused = View::Causes.refuse(&[("--at", true), ("--top", true)]);
        let told = refused.map_err(|error| error.to_string());
        assert_eq!(
            told,
            Err("`jop show causes` has no --at; it is for code".to_owned())
        );
        assert!(
            View::Code
                .refuse(&[("--at", true), ("--root", false)])
                .is_ok()
        );
    }
}
