//! The options that choose the recorded cycles.

use std::ops::Range;

use jopizer::Symbols;
use run::Program;
use sim_core::probe::Entry;
use trace::Window;

use super::earlier_run::{Call, Calls};
use crate::args::completion;
use crate::args::quantity::cycles;
use crate::args::{method_names, profile_file};
use crate::output::errors::Error;

/// At most one window.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Window")]
pub(super) struct WindowArguments {
    /// These cycles, counted from 0 at reset; the last one is excluded
    #[arg(long, value_name = "A..B", value_parser = range, group = "window")]
    cycles: Option<Range<u64>>,
    /// From one bytecode to another, counted from 0 at reset; the last one is excluded
    #[arg(long, value_name = "A..B", value_parser = range, group = "window")]
    bytecodes: Option<Range<u64>>,
    /// Each call of a method, from its first bytecode to its return; name with or without class and descriptor
    #[arg(long, value_name = "NAME", groups = ["window", "called"], add = completion::methods())]
    method: Option<String>,
    /// Each call of a region, which the program marks with joplab.Region; the program runs twice and has to end
    #[arg(long, value_name = "NAME", groups = ["window", "called"])]
    region: Option<String>,
    /// Only the N-th call of the method or region; `worst` is the longest, for which the program runs twice and has to
    /// end
    #[arg(long, value_name = "N", requires = "called")]
    call: Option<Call>,
    /// Around the first exception of the hardware
    #[arg(long, group = "window", group = "around")]
    exception: bool,
    /// Around the first interrupt
    #[arg(long, group = "window", group = "around")]
    interrupt: bool,
    /// Cycles before the exception or interrupt [default: 50]
    #[arg(long, value_name = "N", requires = "around", value_parser = cycles)]
    before: Option<u64>,
    /// Cycles after it [default: 100]
    #[arg(long, value_name = "N", requires = "around", value_parser = cycles)]
    after: Option<u64>,
}

const BEFORE: u64 = 50;
const AFTER: u64 = 100;

impl WindowArguments {
    /// The window; the whole run, if none is given.
    pub(super) fn window(&self, symbols: Option<&Symbols>) -> Result<Window, Error> {
        if let Some(name) = &self.method {
            let methods = method_names::all(needed(symbols, "--method")?, name)?;
            return Ok(Window::Method {
                addresses: methods.iter().map(|method| method.address).collect(),
                call: match self.call {
                    Some(Call::Number(number)) => Some(number),
                    Some(Call::Worst) | None => None,
                },
            });
        }
        if let Some(bytecodes) = &self.bytecodes {
            return Ok(Window::Bytecodes(bytecodes.clone()));
        }
        let entry = match (self.exception, self.interrupt) {
            (true, _) => Entry::Exception,
            (_, true) => Entry::Interrupt,
            _ => return Ok(Window::Cycles(self.cycles.clone().unwrap_or(0..u64::MAX))),
        };
        Ok(Window::Around {
            entry,
            before: self.before.unwrap_or(BEFORE),
            after: self.after.unwrap_or(AFTER),
        })
    }

    /// Refuses windows that several processors do not have, or only a chosen one of them.
    pub(super) fn check_for_several(&self, is_chosen: bool) -> Result<(), Error> {
        let earlier = [
            (self.region.is_some(), "--region"),
            (self.call == Some(Call::Worst), "--call worst"),
            (self.exception, "--exception"),
            (self.interrupt, "--interrupt"),
        ];
        if let Some((_, option)) = earlier.into_iter().find(|(is_given, _)| *is_given) {
            return Err(Error::Input(format!(
                "{option} is for one core, and the machine has several; give the cycles with --cycles A..B"
            )));
        }
        let own = [
            (self.method.is_some(), "--method"),
            (self.bytecodes.is_some(), "--bytecodes"),
        ];
        match own
            .into_iter()
            .find(|(is_given, _)| *is_given && !is_chosen)
        {
            Some((_, option)) => Err(Error::Input(format!(
                "{option} is of one core, and the machine has several; choose one with --core N, or cycles of all with --cycles A..B"
            ))),
            None => Ok(()),
        }
    }

    /// The calls whose cycles are the window, if it takes a run to know them.
    pub(super) fn earlier_calls(&self, program: &Program) -> Result<Option<Calls>, Error> {
        let symbols = program.symbols.as_ref();
        if let Some(region) = &self.region {
            profile_file::check_region(program, Some(region))?;
            return Ok(Some(Calls::OfRegion(region.clone(), self.call)));
        }
        let (Some(name), Some(Call::Worst)) = (&self.method, self.call) else {
            return Ok(None);
        };
        let methods = method_names::all(needed(symbols, "--method")?, name)?;
        let names = methods.iter().map(ToString::to_string).collect();
        Ok(Some(Calls::Longest(names)))
    }

    /// Reason why a window did not open; `calls` is the number of calls of the method.
    pub(super) fn missed(&self, calls: u64) -> String {
        match (&self.method, self.call, &self.bytecodes, &self.cycles) {
            (Some(method), Some(Call::Number(call)), _, _) => {
                format!("{method} was called {calls} times and not {call}")
            }
            (Some(method), _, _, _) => format!("{method} was not called"),
            (_, _, Some(bytecodes), _) => format!("bytecode {} did not come", bytecodes.start),
            (_, _, _, Some(cycles)) => format!("cycle {} did not come", cycles.start),
            _ if self.exception => "the hardware raised no exception".to_owned(),
            _ => "no interrupt was taken".to_owned(),
        }
    }
}

fn needed<'a>(symbols: Option<&'a Symbols>, option: &str) -> Result<&'a Symbols, Error> {
    symbols.ok_or_else(|| {
        Error::Input(format!(
            "{option} needs the symbols of the image; link it with `jop build`"
        ))
    })
}

/// `1000..1200`, `1k..2k`, `5000..`, `..100`.
fn range(text: &str) -> Result<Range<u64>, String> {
    const FORM: &str = "two numbers, as in 1000..1200, 20k.. or ..500";
    let (start, end) = text.split_once("..").ok_or(FORM)?;
    let number = |text: &str, otherwise| match text {
        "" => Ok(otherwise),
        text => cycles(text).map_err(|_| FORM.to_owned()),
    };
    let range = number(start, 0)?..number(end, u64::MAX)?;
    if range.is_empty() {
        return Err(format!(
            "{text} is empty; the first number must be the smaller one"
        ));
    }
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_end_of_a_range_may_be_left_out() {
        assert_eq!(range("1k..2_000"), Ok(1000..2000));
        assert_eq!(range("5.."), Ok(5..u64::MAX));
        assert_eq!(range("..5"), Ok(0..5));
    }

    #[test]
    fn ranges_without_a_cycle_are_refused() {
        for text in ["5", "5..5", "6..5", "a..b", "1...2", ""] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
