//! The keys of limits in a manifest: which go together, and what each may be.

use toml::Spanned;

use crate::check::amount::Amount;
use crate::check::error::CheckError;
use crate::check::figures::{COLLECTIONS, HEAP, LIVE, STACK, Section};
use crate::check::limit::{CallLimit, FigureLimit, Limit};
use crate::check::manifest::{EngineKind, NO_MEMORY, Resolver};
use crate::check::manifest_file::{AmountFile, CheckFile, LimitFile};

/// Figures under names that are known before a run; of the other sections methods and bytecodes are.
const KNOWN: [(Section, &[&str]); 3] = [
    (
        Section::Total,
        &["cycles", "bytecodes", "interrupts", "exceptions"],
    ),
    (Section::Cache, &["hits", "misses", "words_loaded"]),
    (Section::Memory, &[STACK, LIVE, HEAP, COLLECTIONS]),
];
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
        let amount = |key: &str, given: &Option<Spanned<AmountFile>>| {
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
        let problem = match (&calls.deadline, &calls.jitter, &calls.period) {
            (None, None, _) => "a limit of calls has a deadline or a jitter",
            (_, Some(_), None) => "jitter counts from releases; add a period",
            (None, Some(_), _) if calls.bound => {
                "a bound is held against a deadline; add one, or leave bound out"
            }
            (_, _, Some(period)) if period.is_zero() => "a period is longer than 0",
            _ => return Ok(Limit::Calls(calls)),
        };
        Err(self.wrong(&given.span(), problem.to_owned()))
    }

    fn of_figure(
        &self,
        figure: &str,
        most: &Spanned<AmountFile>,
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
        let known = KNOWN.iter().find(|(known, _)| *known == section);
        if let Some((_, names)) = known.filter(|(_, names)| !names.contains(&name)) {
            let problem = format!(
                "{} has no figure `{name}`; it has {}",
                section.name(),
                names.join(", ")
            );
            return Err(self.wrong(&given.span(), problem));
        }
        Ok(Limit::Figure(FigureLimit {
            section,
            name: name.to_owned(),
            most: self.amount("max", most)?,
            line,
        }))
    }

    fn amount(&self, key: &str, given: &Spanned<AmountFile>) -> Result<Amount, CheckError> {
        match given.get_ref() {
            AmountFile::Number(number) => Ok(Amount::plain(*number)),
            AmountFile::Text(text) => Amount::read(text)
                .map_err(|problem| self.wrong(&given.span(), format!("{key}: {problem}"))),
        }
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
