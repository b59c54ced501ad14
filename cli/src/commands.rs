//! One file for each command.

#[cfg(feature = "whole")]
pub(crate) mod annotate;
pub(crate) mod asm;
pub(crate) mod build;
pub(crate) mod check;
#[cfg(feature = "whole")]
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod conform;
#[cfg(feature = "whole")]
pub(crate) mod cost;
#[cfg(feature = "whole")]
pub(crate) mod cross;
#[cfg(feature = "whole")]
pub(crate) mod debug;
pub(crate) mod demo;
#[cfg(feature = "whole")]
pub(crate) mod diff;
pub(crate) mod disasm;
#[cfg(feature = "whole")]
pub(crate) mod evaluate;
#[cfg(feature = "whole")]
pub(crate) mod explore;
#[cfg(feature = "whole")]
pub(crate) mod export;
pub(crate) mod inspect;
pub(crate) mod isa;
pub(crate) mod licenses;
#[cfg(feature = "whole")]
pub(crate) mod man;
#[cfg(feature = "whole")]
pub(crate) mod memory;
#[cfg(feature = "whole")]
pub(crate) mod metrics;
pub(crate) mod programs;
#[cfg(feature = "whole")]
pub(crate) mod record;
pub(crate) mod report;
#[cfg(feature = "whole")]
pub(crate) mod ring;
pub(crate) mod run;
#[cfg(feature = "whole")]
pub(crate) mod sweep;
#[cfg(feature = "whole")]
pub(crate) mod top;
pub(crate) mod trace;
#[cfg(feature = "whole")]
pub(crate) mod validate;
#[cfg(feature = "whole")]
pub(crate) mod vector;
#[cfg(feature = "whole")]
pub(crate) mod vertical;
#[cfg(feature = "whole")]
pub(crate) mod view;
#[cfg(feature = "whole")]
pub(crate) mod wcet;

use crate::arguments::{Cli, Command};
use crate::console::Console;
use crate::errors::Error;

/// Runs a command; gives the exit code.
pub(crate) fn execute(cli: Cli) -> Result<u8, Error> {
    let console = Console { quiet: cli.quiet };
    match cli.command {
        Command::Demo(arguments) => demo::execute(&arguments, console),
        Command::Build(arguments) => build::execute(&arguments, console),
        Command::Run(arguments) => run::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Record(arguments) => record::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Metrics(arguments) => metrics::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Top(arguments) => top::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Vertical(arguments) => vertical::execute(&arguments),
        #[cfg(feature = "whole")]
        Command::Memory(arguments) => memory::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Debug(arguments) => debug::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::View(arguments) => view::execute(&arguments, console),
        Command::Report(arguments) => report::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Compare(arguments) => compare::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Ring(arguments) => ring::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Export(arguments) => export::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Annotate(arguments) => annotate::execute(&arguments, console),
        Command::Programs(arguments) => programs::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Explore(arguments) => explore::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Sweep(arguments) => sweep::execute(&arguments, console),
        Command::Trace(arguments) => trace::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Validate(arguments) => validate::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Wcet(arguments) => wcet::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Evaluate(arguments) => evaluate::execute(&arguments, console),
        Command::Check(arguments) => check::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Diff(arguments) => diff::execute(&arguments, console),
        Command::Asm(arguments) => asm::execute(&arguments, console),
        Command::Disasm(arguments) => disasm::execute(&arguments, console),
        Command::Inspect(arguments) => inspect::execute(&arguments, console),
        Command::Isa(arguments) => isa::execute(&arguments, console),
        Command::Config(arguments) => config::execute(&arguments),
        Command::Conform(arguments) => conform::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Cost(arguments) => cost::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Vector(arguments) => vector::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Cross(arguments) => cross::execute(&arguments, console),
        Command::Completions(arguments) => completions::execute(&arguments),
        #[cfg(feature = "whole")]
        Command::Man(arguments) => man::execute(&arguments),
        Command::Licenses(_) => licenses::execute(),
    }
}
