//! What is asked of an exploration, and which options a question reads.

use std::path::PathBuf;

use explore::{Cost, Resources};
use isa::bounded_file;

use crate::args::quantity::budget;
use crate::output::errors::Error;

/// Options that choose what is asked.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is asked")]
pub(super) struct QuestionArguments {
    /// Show hits, misses, words, bytes used and cycles of every method cache; --size, --blocks and --org select some
    #[arg(long, conflicts_with_all = ["sensitivity", "break_even", "machines"])]
    caches: bool,
    /// Compare these machine files, separated by commas, as printed by `jop config`; `default` is the default machine
    #[arg(long, value_name = "FILES", value_delimiter = ',', conflicts_with_all = ["sensitivity", "break_even"])]
    pub(super) machines: Vec<PathBuf>,
    /// With --machines: count only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME", requires = "machines")]
    pub(super) region: Option<String>,
    /// Vary one axis at a time around the machine of --config
    #[arg(long, conflicts_with = "break_even")]
    sensitivity: bool,
    /// Print for each bytecode in Java how many cycles it may take in microcode or hardware
    #[arg(long)]
    break_even: bool,
    /// Print or write only the Pareto front of time and cost; with --caches, of cycles and size
    #[arg(long, conflicts_with = "job")]
    pub(super) pareto: bool,
    /// Cost of a point: a formula of bits, bytes, size, blocks, options of the machine, and the amounts of --resources
    #[arg(long, value_name = "FORMULA")]
    cost_of: Option<String>,
    /// Amounts of units, for --cost-of
    #[arg(long, value_name = "FILE.toml")]
    resources: Option<PathBuf>,
    /// Print the best point within a budget: a cost, or bytes of on-chip memory as in 12KB
    #[arg(long, value_name = "COST", value_parser = budget, conflicts_with = "job")]
    pub(super) under: Option<f64>,
    /// Also let organisations of the method cache that no hardware has into fronts and budgets; those that --org,
    /// --vary or --config names are in anyway
    #[arg(long)]
    pub(super) with_studied: bool,
    /// With --caches: also replay a program that reads a clock, waits or takes interrupts, as if the cache did not
    /// change its path; rows are marked, and the error is measured on caches of the hardware
    #[arg(long)]
    pub(super) assume_path: bool,
    /// Print at most this many rows; 0 prints every point, also those that others beat [default: 40; with --caches
    /// every row]
    #[arg(long, value_name = "N")]
    pub(super) top: Option<usize>,
}

/// Questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Points and their front, or the best one.
    Points,
    /// One axis at a time.
    Sensitivity,
    /// Bytecodes in Java.
    BreakEven,
    /// Method caches.
    Caches,
    /// Machine files side by side.
    Machines,
}

/// The questions that read an option.
type ReadBy = &'static [Question];

use Question as Q;

const DIVIDED: ReadBy = &[Q::Points, Q::Caches];
const PRICED: ReadBy = &[Q::Points, Q::Sensitivity];
const ISA: ReadBy = &[Q::Points, Q::Sensitivity, Q::BreakEven];
const AXES: ReadBy = &[Q::Points, Q::Sensitivity, Q::Caches];

/// Options that not all questions read.
const READ_BY: &[(&str, ReadBy)] = &[
    ("--size", AXES),
    ("--blocks", AXES),
    ("--org", AXES),
    ("--memory", AXES),
    ("--ram-cnt", AXES),
    ("--clock", PRICED),
    ("--cores", PRICED),
    ("--arbiter", PRICED),
    ("--slot", PRICED),
    ("--vary", PRICED),
    ("--line", &[Q::Caches]),
    ("--ways", &[Q::Caches]),
    ("--carrier", ISA),
    ("--cost", ISA),
    ("--variants", ISA),
    ("--pareto", DIVIDED),
    ("--cost-of", PRICED),
    ("--resources", PRICED),
    ("--under", &[Q::Points]),
    ("--with-studied", DIVIDED),
    ("--assume-path", &[Q::Caches]),
    ("--top", &[Q::Points, Q::BreakEven, Q::Caches]),
    (
        "--config",
        &[Q::Points, Q::Sensitivity, Q::BreakEven, Q::Caches],
    ),
    ("--table", &[Q::Caches]),
    ("--set", &[Q::Caches]),
    ("--page", DIVIDED),
    ("--verify", DIVIDED),
    ("--journal", DIVIDED),
    ("--list-jobs", DIVIDED),
    ("--merge", DIVIDED),
    ("--cluster", DIVIDED),
];

impl Question {
    /// As it is asked.
    fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Sensitivity => "--sensitivity",
            Self::BreakEven => "--break-even",
            Self::Caches => "--caches",
            Self::Machines => "--machines",
        }
    }

    /// An error for an option that this question does not read.
    pub(super) fn refuse(self, given: &[(&str, bool)]) -> Result<(), Error> {
        for (option, _) in given.iter().filter(|(_, is_given)| *is_given) {
            let known = READ_BY.iter().find(|(name, _)| name == option);
            let Some((_, questions)) = known else {
                continue;
            };
            if !questions.contains(&self) {
                let names: Vec<&str> = questions.iter().map(|it| it.name()).collect();
                let instead = match self {
                    Self::Caches if *questions == ISA => {
                        "; --set changes a price here, and in place of --caches --org all explores method caches with all of these"
                    }
                    _ => "",
                };
                return Err(Error::Input(format!(
                    "`jop explore` has no {option} for {}; it is for {}{instead}",
                    self.name(),
                    names.join(", ")
                )));
            }
        }
        Ok(())
    }
}

impl QuestionArguments {
    /// The question.
    pub(super) fn question(&self) -> Question {
        match self {
            Self { caches: true, .. } => Question::Caches,
            Self {
                sensitivity: true, ..
            } => Question::Sensitivity,
            Self {
                break_even: true, ..
            } => Question::BreakEven,
            Self { machines, .. } if !machines.is_empty() => Question::Machines,
            _ => Question::Points,
        }
    }

    /// Options that only some questions read, and which are given.
    pub(super) fn given(&self) -> [(&'static str, bool); 7] {
        [
            ("--pareto", self.pareto),
            ("--cost-of", self.cost_of.is_some()),
            ("--resources", self.resources.is_some()),
            ("--under", self.under.is_some()),
            ("--with-studied", self.with_studied),
            ("--assume-path", self.assume_path),
            ("--top", self.top.is_some()),
        ]
    }

    /// The cost of a point.
    pub(super) fn cost(&self) -> Result<Cost, Error> {
        let resources = match &self.resources {
            None => Resources::default(),
            Some(path) => {
                let text = bounded_file::text(path, 1, "a file of resources has");
                let text = text.map_err(|reason| Error::Read {
                    path: path.clone(),
                    reason,
                })?;
                Resources::from_toml(&text).map_err(Error::at(path.display()))?
            }
        };
        Cost::new(self.cost_of.as_deref(), resources).map_err(Error::at("--cost-of"))
    }
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::super::arguments::Arguments;
    use super::*;

    fn command() -> clap::Command {
        <Arguments as clap::Args>::augment_args(clap::Command::new("explore"))
    }

    #[test]
    fn options_that_some_questions_read_are_those_of_the_command() {
        let known: Vec<String> = command()
            .get_arguments()
            .filter_map(|it| it.get_long())
            .map(|it| format!("--{it}"))
            .collect();
        let matches = command().get_matches_from(["explore", "app.jop"]);
        let arguments = Arguments::from_arg_matches(&matches).unwrap();
        let given = arguments.given();
        assert!(given.iter().all(|(_, is_given)| !is_given));
        for (option, questions) in READ_BY {
            assert!(known.iter().any(|it| it == option), "{option}");
            assert!(given.iter().any(|(it, _)| it == option), "{option}");
            assert!(!questions.is_empty(), "{option}");
        }
        assert_eq!(given.len(), READ_BY.len());
    }

    #[test]
    fn an_option_of_another_question_is_refused_with_the_questions_that_read_it() {
        let refused = Question::Caches.refuse(&[("--size", true), ("--clock", true)]);
        let told = refused.map_err(|error| error.to_string());
        assert_eq!(
            told,
            Err(
                "`jop explore` has no --clock for --caches; it is for points, --sensitivity"
                    .to_owned()
            )
        );
        assert!(Question::Machines.refuse(&[("--size", false)]).is_ok());
    }
}
