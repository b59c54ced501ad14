//! The command lines of `jop` and `jop-evaluate`: options of all commands, and how they are read.

mod groups;
mod named_machine;

use std::ffi::OsString;

use clap::{ArgAction, CommandFactory, FromArgMatches, Parser};
use clap_complete::CompleteEnv;

use crate::args::{completion, usage_error};
use crate::commands;
use crate::output::{console, exit_code};

/// Laboratory for JOP, the Java Optimized Processor: links Java programs, runs them on a cycle-accurate machine,
/// and reports what every cycle was spent on.
#[derive(Debug, Parser)]
#[command(name = "jop", version, max_term_width = 100)]
#[command(after_help = "\
Exit codes:
  0  done             1  a comparison differs, or a program that was executed failed
  2  bad input        3  stopped by --max-cycles        130  stopped by Ctrl-C
  `jop run` and `jop demo` end with the program's own status.

Files: `-` as an output file is standard output. Files appear whole or not at all;
  only VCD traces and journals grow under their names.

Examples:
  jop demo                           run the embedded demonstration program
  jop run Main.class                 link a compiled class and run it
  jop conform tests/golden/vectors   compare the machine with traces of the hardware")]
pub(crate) struct Cli {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: commands::Command,
    #[command(flatten)]
    pub(crate) loudness: Loudness,
}

/// The command line of `jop-evaluate`.
#[cfg(feature = "whole")]
#[derive(Debug, Parser)]
#[command(name = "jop-evaluate", version, max_term_width = 100)]
pub(crate) struct Evaluation {
    #[command(flatten)]
    pub(crate) arguments: commands::evaluate::Arguments,
    #[command(flatten)]
    pub(crate) loudness: Loudness,
}

/// What is told on standard error.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Loudness {
    /// No report, notes or progress on standard error; errors and the program's own text remain. `jop check` and
    /// `jop diff` print no result either, unless -o names a file; only the exit code reports it
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Log the steps taken on standard error; repeat for more
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// Answers a shell and ends the process, if it is a shell that asks.
pub(crate) fn complete() {
    CompleteEnv::with_factory(definition)
        .var(completion::VARIABLE)
        .complete();
}

/// Reads the command line; ends the program after `--help` and on arguments it does not know.
pub(crate) fn parse() -> Cli {
    read(&definition())
}

/// The same of `jop-evaluate`.
#[cfg(feature = "whole")]
pub(crate) fn parse_evaluation() -> Evaluation {
    read(&Evaluation::command())
}

fn read<T: FromArgMatches>(definition: &clap::Command) -> T {
    let given = with_long_class_path(std::env::args_os());
    let given = named_machine::with_its_microcode(given, definition);
    let read = definition.clone().try_get_matches_from(given);
    let read = read.and_then(|matches| T::from_arg_matches(&matches));
    read.unwrap_or_else(|error| {
        let Some(message) = usage_error::message(&error, definition) else {
            error.exit();
        };
        console::problem(&message);
        std::process::exit(exit_code::COULD_NOT_RUN.into());
    })
}

/// The command line of `jop` with its help.
pub(crate) fn definition() -> clap::Command {
    let all = with_hidden_loudness(Cli::command());
    let all = groups::in_groups(all.mut_subcommand("demo", with_short_help));
    #[cfg(not(feature = "whole"))]
    let all = {
        let help = all.get_after_help().cloned().unwrap_or_default();
        all.after_help(format!("{help}\n\n{}", crate::output::missing::help()))
    };
    all
}

/// The first command that one sees takes what `jop run` takes, and lists the least of it.
fn with_short_help(demo: clap::Command) -> clap::Command {
    const LISTED: [&str; 5] = ["config", "max_cycles", "output", "engine", "strict"];
    demo.mut_args(|option| match LISTED.contains(&option.get_id().as_str()) {
        true => option,
        false => option.hide(true),
    })
}

/// `jop --help` tells of the options of all commands, so that the help of each has its own only.
fn with_hidden_loudness(all: clap::Command) -> clap::Command {
    let common: Vec<clap::Arg> = all.get_arguments().cloned().collect();
    let common = common.into_iter().map(|option| option.hide(true));
    let common: Vec<clap::Arg> = common.collect();
    hidden_below(all, &common)
}

fn hidden_below(command: clap::Command, options: &[clap::Arg]) -> clap::Command {
    command.mut_subcommands(|below| hidden_below(below.args(options), options))
}

/// `-cp` is what Java users type; other short options have one letter.
fn with_long_class_path(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut own = true;
    arguments
        .map(|argument| {
            own &= argument != "--";
            if own && argument == "-cp" {
                "--class-path".into()
            } else {
                argument
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_of_the_command_line_is_consistent() {
        definition().debug_assert();
        #[cfg(feature = "whole")]
        Evaluation::command().debug_assert();
    }

    fn with_all_below<'a>(command: &'a clap::Command, all: &mut Vec<&'a clap::Command>) {
        all.push(command);
        for below in command.get_subcommands() {
            with_all_below(below, all);
        }
    }

    #[test]
    fn no_example_is_wrapped_and_no_heading_is_above_the_options_of_others() {
        const MICROCODE: [&str; 2] = ["strict", "microcode"];
        let jop = definition();
        let mut all = Vec::new();
        with_all_below(&jop, &mut all);
        assert!(all.len() > 35, "{}", all.len());
        for command in all {
            let name = command.get_name();
            let help = command.get_after_help();
            let help = help.map(ToString::to_string).unwrap_or_default();
            for line in help.lines() {
                assert!(line.chars().count() <= 100, "{name}: {line}");
            }
            for option in command.get_arguments() {
                let is_below = option.get_help_heading() == Some("Microcode");
                let id = option.get_id().as_str();
                assert!(!is_below || MICROCODE.contains(&id), "{name}: {id}");
            }
        }
    }

    #[test]
    fn names_that_options_had_before_are_understood() {
        let commands = [
            "explore --caches app.jop --threads 2",
            "conform vectors --threads 2",
            "check --jobs 2",
            "cost calibrate --method nnls",
        ];
        for command in commands {
            let words = ["jop"].into_iter().chain(command.split(' '));
            let read = Cli::try_parse_from(words).map(|_| ());
            assert!(read.is_ok(), "{command}: {read:?}");
        }
    }

    #[test]
    fn cp_is_the_class_path_but_not_among_the_arguments_of_the_program() {
        let given = ["jop", "run", "-cp", "a", "Main", "--", "-cp"].map(OsString::from);
        let read = with_long_class_path(given.into_iter());
        assert_eq!(read[2], "--class-path");
        assert_eq!(read[6], "-cp");
    }
}
