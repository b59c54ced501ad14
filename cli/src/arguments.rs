//! The command line: global options and the list of commands.

use std::ffi::OsString;

use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::{commands, console, exit_code, usage_error};

/// Laboratory for JOP, the Java Optimized Processor: links Java programs, runs them on a cycle-accurate machine,
/// and reports what every cycle was spent on.
#[derive(Debug, Parser)]
#[command(name = "jop", version, max_term_width = 100)]
#[command(after_help = "\
Exit codes:
  0  done             1  a comparison differs, or a program that was executed failed
  2  bad input        3  stopped by --max-cycles        130  stopped by Ctrl-C
  `jop run` and `jop demo` end with the program's own status.

Files: `-` is standard output where a file is written. Files appear whole or not at all;
  only VCD traces and journals grow under their names.

Examples:
  jop demo                           run the embedded demonstration program
  jop run Main.class                 link a compiled class and run it
  jop conform tests/golden/vectors   compare the machine with traces of the hardware")]
pub(crate) struct Cli {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// No report, notes or progress on standard error; errors and the program's own text remain. `jop check` and
    /// `jop diff` print no result either, unless -o names a file; their exit code tells
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Log the steps taken on standard error; repeat for more
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// The commands, each in its own file under `commands`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(commands::demo::Arguments),
    Build(commands::build::Arguments),
    Run(commands::run::Arguments),
    #[cfg(feature = "whole")]
    Debug(Box<commands::debug::Arguments>),
    #[cfg(feature = "whole")]
    View(Box<commands::view::Arguments>),
    Report(Box<commands::report::Arguments>),
    #[cfg(feature = "whole")]
    Compare(Box<commands::compare::Arguments>),
    #[cfg(feature = "whole")]
    Ring(commands::ring::Arguments),
    #[cfg(feature = "whole")]
    Record(Box<commands::record::Arguments>),
    #[cfg(feature = "whole")]
    Vertical(commands::vertical::Arguments),
    #[cfg(feature = "whole")]
    Metrics(Box<commands::metrics::Arguments>),
    #[cfg(feature = "whole")]
    Memory(Box<commands::memory::Arguments>),
    #[cfg(feature = "whole")]
    Top(commands::top::Arguments),
    #[cfg(feature = "whole")]
    Export(commands::export::Arguments),
    #[cfg(feature = "whole")]
    Annotate(Box<commands::annotate::Arguments>),
    Programs(commands::programs::Arguments),
    #[cfg(feature = "whole")]
    Sweep(Box<commands::sweep::Arguments>),
    #[cfg(feature = "whole")]
    Explore(Box<commands::explore::Arguments>),
    Trace(Box<commands::trace::Arguments>),
    #[cfg(feature = "whole")]
    Validate(Box<commands::validate::Arguments>),
    #[cfg(feature = "whole")]
    Wcet(Box<commands::wcet::Arguments>),
    #[cfg(feature = "whole")]
    Evaluate(Box<commands::evaluate::Arguments>),
    Check(commands::check::Arguments),
    #[cfg(feature = "whole")]
    Diff(commands::diff::Arguments),
    Asm(commands::asm::Arguments),
    Disasm(commands::disasm::Arguments),
    Inspect(commands::inspect::Arguments),
    Isa(commands::isa::Arguments),
    Config(commands::config::Arguments),
    Conform(commands::conform::Arguments),
    #[cfg(feature = "whole")]
    Cost(commands::cost::Arguments),
    #[cfg(feature = "whole")]
    Vector(commands::vector::Arguments),
    #[cfg(feature = "whole")]
    Cross(commands::cross::Arguments),
    Completions(commands::completions::Arguments),
    #[cfg(feature = "whole")]
    Man(commands::man::Arguments),
    #[command(alias = "licences")]
    Licenses(commands::licenses::Arguments),
}

/// Reads the command line; ends the program after `--help` and on arguments it does not know.
pub(crate) fn parse() -> Cli {
    let given = with_long_class_path(std::env::args_os());
    let read = definition().try_get_matches_from(given);
    let read = read.and_then(|matches| Cli::from_arg_matches(&matches));
    read.unwrap_or_else(|error| {
        let Some(message) = usage_error::message(&error, &Cli::command()) else {
            error.exit();
        };
        console::problem(&message);
        std::process::exit(exit_code::COULD_NOT_RUN.into());
    })
}

/// The command line with its help.
fn definition() -> clap::Command {
    let all = Cli::command();
    #[cfg(not(feature = "whole"))]
    let all = {
        let help = all.get_after_help().cloned().unwrap_or_default();
        all.after_help(format!("{help}\n\n{}", crate::whole::help()))
    };
    all
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
        Cli::command().debug_assert();
    }

    fn with_all_below<'a>(command: &'a clap::Command, all: &mut Vec<&'a clap::Command>) {
        all.push(command);
        for below in command.get_subcommands() {
            with_all_below(below, all);
        }
    }

    #[test]
    fn no_example_is_wrapped_and_no_heading_is_above_the_options_of_others() {
        const MICROCODE: [&str; 6] = [
            "strict",
            "microcode",
            "define",
            "rom",
            "stack_ram",
            "jump_table",
        ];
        let jop = Cli::command();
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
            "annotate app.jop --html a.html",
            "sweep app.jop --threads 2",
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
