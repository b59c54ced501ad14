//! The keys of limits in a manifest: which go together, and what each may be.

use std::ops::Range;

use cross_profile::Cause;
use isa::Bytecode;
use toml::Spanned;

use crate::check::amount::{Amount, Unit};
use crate::check::error::CheckError;
use crate::check::figures::{COLLECTIONS, HEAP, LIVE, STACK, Section};
use crate::check::limit::{CallLimit, FigureLimit, Limit};
use crate::check::manifest::{EngineKind, NO_MEMORY, Resolver};
use crate::check::manifest_file::{CheckFile, LimitFile};

/// A clock faster than that of any machine.
const FASTEST_HZ: u32 = u32::MAX;
/// So many names fit into a message.
const FEW: usize = 40;
const EXAMPLES: &str = "{ call = \"Main.step\", deadline = \"250 us\" } or { figure = \"memory.stack\", max = \"200 words\" }";

impl Resolver<'_> {
    /// What calls and figures may be at most.
    pub(super) fn limits(&self, check: &CheckFile) -> Result<Vec<Limit>, CheckError> {
        let is_predicted =
            check.table.is_some() || check.profile.is_some() || check.predictor.is_some();
        let limits = check.limits.iter().map(|given| {
            let limit = self.limit(given)?;
            let is_memory = matches!(&limit, Limit::Figure(it) if it.section == Section::Memory);
            let problem = if is_predicted {
                "limits are of runs, and a prediction is none; give them a [[check]] of their own"
            } else if is_memory && check.engine() == EngineKind::Fast {
                NO_MEMORY
            } else {
                return Ok(limit);
            };
            Err(self.wrong(&given.span(), problem.to_owned()))
        });
        limits.collect()
    }

    fn limit(&self, given: &Spanned<LimitFile>) -> Result<Limit, CheckError> {
        let limit = given.get_ref();
        let line = self.line(given.span().start);
        let is_of_call = [&limit.deadline, &limit.period, &limit.jitter]
            .into_iter()
            .any(Option::is_some)
            || limit.bound.is_some();
        match (&limit.call, &limit.figure, &limit.max) {
            (Some(method), None, None) => self.of_call(method, given, line),
            (None, Some(figure), Some(most)) if !is_of_call => {
                self.of_figure(figure, most, given, line)
            }
            _ => {
                let problem = format!("a limit has `call` or `figure`, as in {EXAMPLES}");
                Err(self.wrong(&given.span(), problem))
            }
        }
    }

    fn of_call(
        &self,
        method: &str,
        given: &Spanned<LimitFile>,
        line: usize,
    ) -> Result<Limit, CheckError> {
        let limit = given.get_ref();
        let amount = |key: &str, given: &Option<Spanned<toml::Value>>| {
            let given = given.as_ref();
            given.map(|given| self.amount(key, given)).transpose()
        };
        let calls = CallLimit {
            method: method.to_owned(),
            deadline: amount("deadline", &limit.deadline)?,
            period: amount("period", &limit.period)?,
            jitter: amount("jitter", &limit.jitter)?,
            bound: limit.bound.unwrap_or_default(),
            line,
        };
        let mut times = [&limit.deadline, &limit.period, &limit.jitter].into_iter();
        let given_times = [&calls.deadline, &calls.period, &calls.jitter];
        for amount in given_times {
            let given = times.next().and_then(Option::as_ref);
            if let (Some(amount), Some(given)) = (amount, given) {
                self.check_unit(amount, Unit::Cycles, &given.span())?;
            }
        }
        let problem = match (&calls.deadline, &calls.jitter, &calls.period) {
            (None, None, _) => "a limit of calls has a deadline or a jitter",
            (_, Some(_), None) => "jitter counts from releases; add a period",
            (None, Some(_), _) if calls.bound => {
                "a bound is held against a deadline; add one, or leave bound out"
            }
            (_, _, Some(period)) if period.on(FASTEST_HZ) == 0 => "a period is longer than 0",
            _ => return Ok(Limit::Calls(calls)),
        };
        Err(self.wrong(&given.span(), problem.to_owned()))
    }

    fn of_figure(
        &self,
        figure: &str,
        most: &Spanned<toml::Value>,
        given: &Spanned<LimitFile>,
        line: usize,
    ) -> Result<Limit, CheckError> {
        let sections = || Section::ALL.into_iter().filter(|it| *it != Section::Bounds);
        let named = figure.split_once('.').and_then(|(section, name)| {
            let section = sections().find(|it| it.name() == section)?;
            Some((section, name))
        });
        let Some((section, name)) = named else {
            let sections: Vec<&str> = sections().map(Section::name).collect();
            let problem = format!(
                "there is no figure `{figure}`; write section.name, as in total.cycles or memory.stack; sections are {}",
                sections.join(", ")
            );
            return Err(self.wrong(&given.span(), problem));
        };
        let names = names(section);
        if !names.is_empty() && !names.contains(&name) {
            let problem = match names.len() {
                ..FEW => format!("it has {}", names.join(", ")),
                _ => "`jop isa` lists them".to_owned(),
            };
            let problem = format!("{} has no figure `{name}`; {problem}", section.name());
            return Err(self.wrong(&given.span(), problem));
        }
        let amount = self.amount("max", most)?;
        self.check_unit(&amount, section.unit(name), &most.span())?;
        Ok(Limit::Figure(FigureLimit {
            section,
            name: name.to_owned(),
            most: amount,
            line,
        }))
    }

    fn amount(&self, key: &str, given: &Spanned<toml::Value>) -> Result<Amount, CheckError> {
        let amount = match given.get_ref() {
            toml::Value::Integer(number) => Amount::read(&number.to_string()),
            toml::Value::String(text) => Amount::read(text),
            other => Amount::read(&other.to_string()),
        };
        amount.map_err(|problem| self.wrong(&given.span(), format!("{key}: {problem}")))
    }

    fn check_unit(
        &self,
        amount: &Amount,
        unit: Unit,
        span: &Range<usize>,
    ) -> Result<(), CheckError> {
        if amount.may_be(unit) {
            return Ok(());
        }
        let problem = format!("{amount} limits what counts {}", unit.name());
        Err(self.wrong(span, problem))
    }
}

/// Names of the figures of a section; none where they are those of methods.
fn names(section: Section) -> Vec<&'static str> {
    let bytecodes = || Bytecode::ALL.iter().map(|it| it.name()).collect();
    match section {
        Section::Total => vec!["cycles", "bytecodes", "interrupts", "exceptions"],
        Section::Cache => vec!["hits", "misses", "words_loaded"],
        Section::Memory => vec![STACK, LIVE, HEAP, COLLECTIONS],
        Section::Causes => Cause::ALL.into_iter().map(Cause::name).collect(),
        Section::Bytecodes | Section::Dispatches => bytecodes(),
        Section::Methods | Section::Calls | Section::Bounds => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::check::manifest::Manifest;

    fn limits(rest: &str) -> Result<Vec<Limit>, String> {
        let text = format!("goldens = 'g'\n[[check]]\nprograms = ['lift']\nrecord = []\n{rest}\n");
        let manifest = Manifest::parse(Path::new("timing.toml"), &text);
        let manifest = manifest.map_err(|error| error.to_string())?;
        Ok(manifest.cases[0].most.clone())
    }

    #[test]
    fn a_check_may_have_limits_alone() {
        let limits = limits(
            "limits = [\n{ call = 'M.step', deadline = '2 us', period = 900, jitter = 3 },\n\
             { figure = 'memory.stack', max = '1 KB' }]",
        );
        let limits = limits.unwrap();
        let Limit::Calls(calls) = &limits[0] else {
            panic!("{limits:?}");
        };
        assert_eq!((calls.method.as_str(), calls.line), ("M.step", 6));
        let Limit::Figure(figure) = &limits[1] else {
            panic!("{limits:?}");
        };
        assert_eq!((figure.section, figure.line), (Section::Memory, 7));
    }

    #[test]
    fn keys_that_do_not_go_together_are_refused_with_their_line() {
        for (rest, problem) in [
            ("limits = [{ call = 'a' }]", "has a deadline or a jitter"),
            ("limits = [{ call = 'a', jitter = 3 }]", "add a period"),
            (
                "limits = [{ call = 'a', jitter = 3, period = 9, bound = true }]",
                "held against a deadline",
            ),
            (
                "limits = [{ call = 'a', deadline = 3, period = '0 us' }]",
                "longer than 0",
            ),
            ("limits = [{ call = 'a', max = 3 }]", "`call` or `figure`"),
            (
                "limits = [{ figure = 'total.cycles', max = 3, bound = true }]",
                "`call` or `figure`",
            ),
            (
                "limits = [{ figure = 'cycles', max = 3 }]",
                "section.name, as in",
            ),
            (
                "limits = [{ figure = 'memory.heaps', max = 3 }]",
                "it has stack, live, heap, collections",
            ),
            (
                "limits = [{ figure = 'total.cycles', max = '3 parsecs' }]",
                "max: `3 parsecs` is no amount",
            ),
            (
                "limits = [{ figure = 'causes.wait-ioo', max = 3 }]",
                "it has execute, ",
            ),
            (
                "limits = [{ figure = 'bytecodes.IADD', max = 3 }]",
                "`jop isa` lists them",
            ),
            (
                "limits = [{ call = 'a', deadline = '5 words' }]",
                "5 words limits what counts cycles",
            ),
            (
                "limits = [{ figure = 'memory.stack', max = '5 us' }]",
                "5 us limits what counts words",
            ),
            (
                "limits = [{ call = 'a', deadline = -1 }]",
                "deadline: `-1` is no amount",
            ),
            (
                "limits = [{ call = 'a', deadline = 1.5 }]",
                "deadline: `1.5` is no amount",
            ),
            (
                "engine = 'fast'\nlimits = [{ figure = 'memory.stack', max = 3 }]",
                "does not see stack and heap",
            ),
            (
                "table = 'derived'\nlimits = [{ figure = 'total.cycles', max = 3 }]",
                "a prediction is none",
            ),
        ] {
            let error = limits(rest).unwrap_err();
            assert!(error.contains(problem), "{error}");
            assert!(error.starts_with("timing.toml:"), "{error}");
        }
    }
}
