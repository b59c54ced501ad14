//! `jop cost compose`: sums of vectors and of single calls.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use vectors::Vector;

use crate::args::vector_terms::{self, Term};
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::refuse_inputs;
use crate::output::table::counted;

/// Add and scale what components execute
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Add and scale what components execute, as `jop run --engine fast --record vector` counts it.

A term is FILE[:COMPONENT][/call][*FACTOR]. Without COMPONENT it stands for all components of the file; with /call it \
is one call instead of all that was recorded; FACTOR multiplies it. Components with the same name are added. /call is \
the mean call or, with --with, the call with these parameters, by the fits of `jop run --per-call`; the error of the \
fits becomes the deviation of the counts.")]
#[command(after_help = "\
Examples:
  jop cost compose a.jrec b.jrec -o sum.jrec
  jop run --program lift --engine fast --record vector --component Door=lift.Door -o lift.jrec
  jop cost compose lift.jrec:Door*3 lift.jrec:'(rest)' -o three-doors.jrec
  jop run --program quick-sort --engine fast --record vector --per-call QuickSort.split -o sort.jrec
  jop cost compose sort.jrec:QuickSort.split/call*10 --with low=0 --with high=100 -o sorts.jrec")]
pub(super) struct Arguments {
    /// Terms of the sum
    #[arg(value_name = "TERM", required = true)]
    terms: Vec<Term>,
    /// Parameter of the calls of /call terms; repeat for several
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter)]
    with: Vec<(String, f64)>,
    /// File to write, .jrec or .json; standard output without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn parameter(text: &str) -> Result<(String, f64), String> {
    let wrong = || "write NAME=VALUE with a number".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let value: f64 = value.parse().map_err(|_| wrong())?;
    if name.is_empty() || !value.is_finite() {
        return Err(wrong());
    }
    Ok((name.to_owned(), value))
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    vector_terms::check_name(arguments.output.as_ref())?;
    let files: Vec<&Path> = arguments.terms.iter().map(|it| &*it.file).collect();
    refuse_inputs(arguments.output.as_deref(), "-o", &files)?;
    let mut with = BTreeMap::new();
    for (name, value) in &arguments.with {
        if with.insert(name.clone(), *value).is_some() {
            let problem = format!("--with {name}: given twice; give each parameter one value");
            return Err(Error::Input(problem));
        }
    }
    if !with.is_empty() && !arguments.terms.iter().any(|term| term.one_call) {
        let problem = "--with is for single calls: end a term with /call";
        return Err(Error::Input(problem.to_owned()));
    }
    let mut sum = Vector::empty();
    for term in &arguments.terms {
        let mut part = term.read()?;
        if term.one_call {
            note_means(&part, &with, (term, console));
            one_call(&mut part, &with, term)?;
        }
        sum.absorb(&part.times(term.factor));
        if !sum.is_finite() {
            return Err(Error::Input(format!(
                "{term}: the counts become too large; take a smaller factor"
            )));
        }
        let parameters = arguments.with.iter().filter(|_| term.one_call);
        let parameters: String = parameters
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        sum.provenance.composed.push(format!("{term}{parameters}"));
    }
    vector_terms::write(&sum, arguments.output.as_ref())?;
    console.note(&format!(
        "jop: {} from {}",
        counted(sum.components.len() as u64, "component"),
        counted(arguments.terms.len() as u64, "term")
    ));
    Ok(exit_code::DONE)
}

/// Says which parameters of a call are not given.
fn note_means(vector: &Vector, with: &BTreeMap<String, f64>, (term, console): (&Term, Console)) {
    let parameters = vector.components.iter().flat_map(|it| &it.models);
    let names = parameters.flat_map(|it| &it.parameters).map(|it| &it.name);
    let missing: BTreeSet<&str> = names
        .filter(|name| !with.is_empty() && !with.contains_key(*name))
        .map(String::as_str)
        .collect();
    if !missing.is_empty() {
        let names: Vec<&str> = missing.into_iter().collect();
        console.note(&format!(
            "jop: note: {term}: without --with for {}, which count with their means",
            names.join(", ")
        ));
    }
}

/// Replaces components by one call of each; those without calls go.
fn one_call(vector: &mut Vector, with: &BTreeMap<String, f64>, term: &Term) -> Result<(), Error> {
    let calls = vector.components.iter().filter_map(|it| it.one_call(with));
    let calls: Vec<_> = calls.collect();
    if !calls.is_empty() {
        vector.components = calls;
        return Ok(());
    }
    let models = vector.components.iter().flat_map(|it| &it.models);
    let names: Vec<&str> = models
        .flat_map(|it| &it.parameters)
        .map(|it| it.name.as_str())
        .collect();
    Err(Error::Input(match (with.is_empty(), names.is_empty()) {
        (true, _) => format!("{term}: it was never called"),
        (false, true) => format!("{term}: it has no parameters; record it with --per-call"),
        (false, false) => format!(
            "{term}: no method has all of --with; there are {}",
            names.join(", ")
        ),
    }))
}
