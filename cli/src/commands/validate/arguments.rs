//! Arguments of `jop validate`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cross_profile::Fold;
use cross_profile::context_names::region_name;
use microcode::Build;

use crate::args::cluster::ClusterArguments;
use crate::args::completion;
use crate::args::cost_source::TableArguments;
use crate::args::division::DivisionArguments;
use crate::args::embedded_programs::{PROGRAM_OR_SUITE, Programs};
use crate::args::input::InputArguments;
use crate::args::program_source::LinkArguments;
use crate::args::quantity::cycles;
use crate::output::exit_code::exit_codes;
use crate::output::result::ResultArguments;

/// Compare predicted cycles with the machine's: in total, by method, context and cause
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Compare predicted cycles with the machine's: total, methods, calling contexts, bytecodes, causes.

The prediction comes from a cost table, by default the one derived from the microcode, or from a profile of this or another tool \
(--profile). A table prices the path that the machine takes, bytecode by bytecode. A profile's format is detected from its contents: Joplab's \
.jrec, CSV, JSON or Parquet of contexts or methods, collapsed stacks, callgrind, speedscope, pprof, Firefox Profiler.

Some profilers charge routines (the Java methods that the machine calls in place of a bytecode) to the calling method. \
--fold does this to the machine's profile and to the tables beside it. By default routines are folded if the profile \
has none of their cycles, and the runtime if it has none of its cycles. Descriptors may be missing; --map renames \
packages, classes or methods of the profile.

For each prediction the error is divided into parts that add up to it: wrong counts (calls, bytecodes), prices, routines, runtime, library, \
method cache, and methods that only one side has.

Predictions of other tables, the baselines, are printed beside it: `derived`; `calibrated`, from benchmarks on the \
machine, without its microcode; `published`, also with every method-cache lookup a hit, with every lookup a miss, and \
with a cache of one method; and `200 per Java bytecode`, as in the first CProf: the published table with a constant \
for each bytecode that Java methods implement, charged to the method that has the bytecode. docs/validation.md defines \
every figure, docs/profile-formats.md the formats of profiles.

-o FILE.svg or FILE.pdf is a chart of the errors for a paper.")]
#[command(after_help = concat!(exit_codes!("beyond --max-error or --max-method-error, or\n                    ", ", or nothing of the profile is in the program"), "

Examples:
  jop validate app.jop                                  the derived table and the baselines
  jop validate --program lift --table mine.toml --max-error 1
  jop validate --program lift --set iaload=15 --set idiv.carrier=microcode --set idiv=40
                                                        the derived table with other prices
  jop validate app.jop --profile other.csv --root t.Main.main
                                                        another tool's profile that begins with main
  jop validate app.jop --profile other.csv --fold all --map sun.misc=com.jopdesign.sys
  jop validate app.jop --format csv                     a row for each prediction and method
  jop validate --program embedded --machines twelve     a suite on many machines
  jop validate --program lift --page lift.html          the same and more as an HTML page
  jop validate --program all --config a.toml,b.toml --format csv
  jop validate --program all --machines twelve --cluster hq -o all.csv"))]
pub(crate) struct Arguments {
    /// FILE.jop, mem_main.dat, FILE.class, or names of classes on the class path
    #[arg(value_name = "PROGRAM", required_unless_present = "embedded")]
    pub(super) own: Vec<String>,
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites, `all` is all of them
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["own", "class_path"],
          hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    pub(super) embedded: Vec<Programs>,
    /// Arguments passed to main
    #[arg(last = true, value_name = "ARGS")]
    pub(super) arguments: Vec<String>,
    #[command(flatten)]
    pub(super) link: LinkArguments,
    #[command(flatten)]
    pub(super) input: InputArguments,
    #[command(flatten)]
    pub(super) table: TableArguments,
    /// Profile to check, of one program on one machine
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "set"])]
    pub(super) profile: Option<PathBuf>,
    /// Omit the baselines; a profile then needs no other model of the machine
    #[arg(long)]
    pub(super) no_baselines: bool,
    /// Machines, as printed by `jop config`, separated by commas; by default the default machine
    #[arg(
        long,
        visible_alias = "machine",
        value_name = "FILES",
        value_delimiter = ','
    )]
    pub(super) config: Vec<PathBuf>,
    /// A set of machines
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        value_name = "SET",
        conflicts_with = "config"
    )]
    pub(super) machines: Option<MachineSet>,
    /// Compare only this method (as in demo.Demo.main) and all that it calls; chains of calls then begin with it
    #[arg(long, value_name = "METHOD", add = completion::methods())]
    pub(super) root: Option<String>,
    /// Compare only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME", conflicts_with = "root")]
    pub(super) region: Option<String>,
    /// Add the cycles of these contexts to their callers, on both sides; by default what a profile needs, and none for
    /// tables
    #[arg(long, value_name = "CONTEXTS", value_parser = fold())]
    pub(super) fold: Option<Fold>,
    /// Rename a package, class or method of the profile; repeat for several
    #[arg(long, value_name = "FROM=TO", requires = "profile", value_parser = renaming)]
    pub(super) map: Vec<Renaming>,
    /// Fail if the absolute total error exceeds this. Unit: percent of the true cycles
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) max_error: Option<f64>,
    /// Fail if the error of a method exceeds this, or if only the prediction has the method. Unit: percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) max_method_error: Option<f64>,
    /// Print at most this many methods and bytecodes, largest differences first; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) top: usize,
    /// With --format csv, print only rows of methods with a difference, and no rows of whole predictions
    #[arg(long)]
    pub(super) by_method: bool,
    /// Stop a program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    pub(super) max_cycles: Option<u64>,
    /// Joplab's microcode with exact null and bounds checks, including the cycles they take
    #[arg(long)]
    pub(super) strict: bool,
    /// Also write an HTML page: scatter, distribution of errors, their parts, ranks, causes, bytecodes
    #[arg(long, value_name = "FILE")]
    pub(super) page: Option<PathBuf>,
    #[command(flatten)]
    pub(super) result: ResultArguments,
    #[command(flatten)]
    pub(super) division: DivisionArguments,
    #[command(flatten)]
    pub(super) cluster: ClusterArguments,
}

/// Predefined sets of machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum MachineSet {
    /// No method cache (one block), 1, 4 and 8 KB, each with ram_cnt 2, 3 and 6
    Twelve,
}

/// A package, class or method of the profile, and its name in the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Renaming {
    pub(super) from: String,
    pub(super) to: String,
}

impl Arguments {
    /// The context that chains begin with.
    pub(super) fn root(&self) -> Option<String> {
        let region = self.region.as_deref().map(region_name);
        region.or_else(|| self.root.clone())
    }

    pub(super) fn build(&self) -> Build {
        if self.strict {
            Build::Strict
        } else {
            Build::Jop
        }
    }
}

/// The foldings by their names.
pub(super) fn fold() -> impl TypedValueParser<Value = Fold> {
    let all = [Fold::None, Fold::Routines, Fold::Runtime, Fold::All];
    let values = all.into_iter().zip([
        "every method is compared as it is",
        "Java methods that the machine calls for a bytecode, an exception or an interrupt, with what they call of runtime and library",
        "routines, and all of com.jopdesign",
        "routines, runtime, and the class library",
    ]);
    let values = values.map(|(fold, help)| PossibleValue::new(fold.name()).help(help));
    PossibleValuesParser::new(values).map(move |name| {
        let mut named = all.into_iter().filter(|fold| fold.name() == name);
        named.next().unwrap_or_default()
    })
}

pub(super) fn renaming(text: &str) -> Result<Renaming, String> {
    let parts = text.split_once('=');
    let parts = parts.filter(|(from, to)| !from.is_empty() && !to.is_empty());
    let (from, to) = parts.ok_or("FROM=TO, as in sun.misc=com.jopdesign.sys")?;
    Ok(Renaming {
        from: from.replace('/', "."),
        to: to.replace('/', "."),
    })
}

pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse::<f64>().ok();
    number
        .filter(|number| number.is_finite() && *number >= 0.0)
        .ok_or_else(|| "a percentage of 0 or more, as in 0, 0.5 or 10".to_owned())
}
