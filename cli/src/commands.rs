//! One file for each command.

pub(crate) mod annotate;
pub(crate) mod asm;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod conform;
pub(crate) mod cost;
pub(crate) mod cross;
pub(crate) mod debug;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod disasm;
pub(crate) mod evaluate;
pub(crate) mod explore;
pub(crate) mod export;
pub(crate) mod inspect;
pub(crate) mod isa;
pub(crate) mod licenses;
pub(crate) mod man;
pub(crate) mod memory;
pub(crate) mod metrics;
pub(crate) mod programs;
pub(crate) mod record;
pub(crate) mod report;
pub(crate) mod ring;
pub(crate) mod run;
pub(crate) mod sweep;
pub(crate) mod top;
pub(crate) mod trace;
pub(crate) mod validate;
pub(crate) mod vector;
pub(crate) mod vertical;
pub(crate) mod view;
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
        Command::Record(arguments) => record::execute(&arguments, console),
        Command::Metrics(arguments) => metrics::execute(&arguments, console),
        Command::Top(arguments) => top::execute(&arguments, console),
        Command::Vertical(arguments) => vertical::execute(&arguments),
        Command::Memory(arguments) => memory::execute(&arguments, console),
        Command::Debug(arguments) => debug::execute(&arguments, console),
        Command::View(arguments) => view::execute(&arguments, console),
        Command::Report(arguments) => report::execute(&arguments, console),
        Command::Compare(arguments) => compare::execute(&arguments, console),
        Command::Ring(arguments) => ring::execute(&arguments, console),
        Command::Export(arguments) => export::execute(&arguments, console),
        Command::Annotate(arguments) => annotate::execute(&arguments, console),
        Command::Programs(arguments) => programs::execute(&arguments, console),
        Command::Explore(arguments) => explore::execute(&arguments, console),
        Command::Sweep(arguments) => sweep::execute(&arguments, console),
        Command::Trace(arguments) => trace::execute(&arguments, console),
        Command::Validate(arguments) => validate::execute(&arguments, console),
        Command::Wcet(arguments) => wcet::execute(&arguments, console),
        Command::Evaluate(arguments) => evaluate::execute(&arguments, console),
        Command::Check(arguments) => check::execute(&arguments, console),
        Command::Diff(arguments) => diff::execute(&arguments, console),
        Command::Asm(arguments) => asm::execute(&arguments, console),
        Command::Disasm(arguments) => disasm::execute(&arguments, console),
        Command::Inspect(arguments) => inspect::execute(&arguments, console),
        Command::Isa(arguments) => isa::execute(&arguments, console),
        Command::Config(arguments) => config::execute(&arguments),
        Command::Conform(arguments) => conform::execute(&arguments, console),
        Command::Cost(arguments) => cost::execute(&arguments, console),
        Command::Vector(arguments) => vector::execute(&arguments, console),
        Command::Cross(arguments) => cross::execute(&arguments, console),
        Command::Completions(arguments) => completions::execute(&arguments),
        Command::Man(arguments) => man::execute(&arguments),
        Command::Licenses(_) => licenses::execute(),
    }
}
