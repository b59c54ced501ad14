//! One file for each command.

pub(crate) mod asm;
pub(crate) mod build;
pub(crate) mod check;
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
pub(crate) mod inspect;
pub(crate) mod isa;
pub(crate) mod licenses;
#[cfg(feature = "whole")]
pub(crate) mod man;
pub(crate) mod programs;
pub(crate) mod run;
pub(crate) mod show;
#[cfg(feature = "whole")]
pub(crate) mod top;
pub(crate) mod trace;
#[cfg(feature = "whole")]
pub(crate) mod validate;
#[cfg(feature = "whole")]
pub(crate) mod view;
#[cfg(feature = "whole")]
pub(crate) mod wcet;

use clap::Subcommand;

use crate::output::console::Console;
use crate::output::errors::Error;

/// The commands, each in its own file under `commands`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(demo::Arguments),
    Build(build::Arguments),
    Run(run::Arguments),
    #[cfg(feature = "whole")]
    Debug(Box<debug::Arguments>),
    #[cfg(feature = "whole")]
    View(Box<view::Arguments>),
    Show(Box<show::Arguments>),
    #[cfg(feature = "whole")]
    Top(top::Arguments),
    Programs(programs::Arguments),
    #[cfg(feature = "whole")]
    Explore(Box<explore::Arguments>),
    Trace(Box<trace::Arguments>),
    #[cfg(feature = "whole")]
    Validate(Box<validate::Arguments>),
    #[cfg(feature = "whole")]
    Wcet(Box<wcet::Arguments>),
    Check(check::Arguments),
    #[cfg(feature = "whole")]
    Diff(diff::Arguments),
    Asm(asm::Arguments),
    Disasm(disasm::Arguments),
    Inspect(inspect::Arguments),
    Isa(isa::Arguments),
    Config(config::Arguments),
    Conform(conform::Arguments),
    #[cfg(feature = "whole")]
    Cost(cost::Arguments),
    #[cfg(feature = "whole")]
    Cross(cross::Arguments),
    Completions(completions::Arguments),
    #[cfg(feature = "whole")]
    Man(man::Arguments),
    #[command(alias = "licences")]
    Licenses(licenses::Arguments),
}

/// Runs a command; gives the exit code. `whole` is the command line, for the manual.
pub(crate) fn execute(
    command: Command,
    whole: fn() -> clap::Command,
    console: Console,
) -> Result<u8, Error> {
    match command {
        Command::Demo(arguments) => demo::execute(&arguments, console),
        Command::Build(arguments) => build::execute(&arguments, console),
        Command::Run(arguments) => run::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Top(arguments) => top::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Debug(arguments) => debug::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::View(arguments) => view::execute(&arguments, console),
        Command::Show(arguments) => show::execute(&arguments, console),
        Command::Programs(arguments) => programs::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Explore(arguments) => explore::execute(&arguments, console),
        Command::Trace(arguments) => trace::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Validate(arguments) => validate::execute(&arguments, console),
        #[cfg(feature = "whole")]
        Command::Wcet(arguments) => wcet::execute(&arguments, console),
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
        Command::Cross(arguments) => cross::execute(&arguments, console),
        Command::Completions(arguments) => completions::execute(&arguments),
        #[cfg(feature = "whole")]
        Command::Man(arguments) => man::execute(&arguments, whole()),
        Command::Licenses(_) => licenses::execute(),
    }
}
