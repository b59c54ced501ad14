//! Runs a case: its figures, and calls and figures beside their limits.

use std::collections::HashMap;

use cross_profile::{ListedCall, Profile};
use recorders::{Choice, FastRecordedRun, Recorded, RecordedRun};
use run::{Counted as _, Counters, End, Setup, Silent};

use crate::check::figures::{COLLECTIONS, Figures, LIVE, Section};
use crate::check::golden::Measured;
use crate::check::limit::{CallLimit, Calls, FigureLimit, Limit, LimitRow};
use crate::check::manifest::Case;
use crate::check::record::Record;
use crate::check::run::{
    BuildCosts, RunError, check_end, engine, figures, is_late, limits, measured, on_either,
};

/// What a case names, as the program has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    /// Methods of limits by what the manifest calls them.
    pub methods: HashMap<String, String>,
    /// Proven bounds of methods, by the names that the program has for them.
    pub bounds: HashMap<String, u64>,
}

impl Named {
    fn method<'a>(&'a self, name: &'a str) -> &'a str {
        self.methods.get(name).map_or(name, String::as_str)
    }
}

/// A case that has run.
#[derive(Debug, Clone, PartialEq)]
pub struct Ran {
    /// Its figures.
    pub measured: Measured,
    /// Its limits.
    pub limits: Vec<LimitRow>,
}

/// Runs a case to its end: on the fast engine if there are costs, else on the machine.
///
/// # Errors
///
/// If it cannot run as the manifest wants it.
pub fn run(
    case: &Case,
    setup: &Setup,
    costs: Option<BuildCosts<'_>>,
    named: &Named,
) -> Result<Ran, RunError> {
    if case.most.is_empty() && !case.needs_memory() {
        let (end, counters, profile) = on_either(case, setup, costs)?;
        let measured = measured(case, setup, (end, counters), profile)?;
        let limits = Vec::new();
        return Ok(Ran { measured, limits });
    }
    if costs.is_some() && is_late(case, setup) {
        return Err(RunError::TimedUntil);
    }
    let (end, counters, recorded) = recorded(case, setup, costs, named)?;
    check_end(case, end)?;
    let limits = rows(case, setup, named, (&counters, &recorded))?;
    let mut measured = measured(case, setup, (end, counters), Some(recorded.profile))?;
    if !case.has_golden() {
        measured.figures.add_total(&counters);
    }
    if let Some(memory) = recorded
        .heap
        .filter(|_| case.record.contains(&Record::Memory))
    {
        measured.figures.add_memory(&memory);
    }
    Ok(Ran { measured, limits })
}

/// Runs a case, with everything recorded that its limits ask for.
fn recorded(
    case: &Case,
    setup: &Setup,
    costs: Option<BuildCosts<'_>>,
    named: &Named,
) -> Result<(End, Counters, Recorded), RunError> {
    let calls = case.most.iter().filter_map(|limit| match limit {
        Limit::Calls(limit) => Some(named.method(&limit.method).to_owned()),
        Limit::Figure(_) => None,
    });
    let choice = Choice {
        heap: case.needs_memory(),
        every_cycle: case.needs_memory(),
        calls: calls.collect(),
        ..Choice::default()
    };
    let limits = limits(case);
    if let Some(costs) = costs {
        let mut run = FastRecordedRun::new(engine(setup, costs)?, choice, setup)?;
        let end = run::to_end(&setup.program, &mut run, &mut Silent, &limits)?;
        return Ok((end, run.counters(end), run.finish(end, setup)));
    }
    let mut run = RecordedRun::new(setup.build()?, choice, setup)?;
    let Ok(end) = run::to_end(&setup.program, &mut run, &mut Silent, &limits);
    Ok((end, run.counters(end), run.finish(end, setup)))
}

/// A row for each limit of a case.
fn rows(
    case: &Case,
    setup: &Setup,
    named: &Named,
    (counters, recorded): (&Counters, &Recorded),
) -> Result<Vec<LimitRow>, RunError> {
    let mut all = figures(
        &[
            Record::Total,
            Record::Cache,
            Record::Causes,
            Record::Methods,
            Record::Bytecodes,
        ],
        counters,
        Some(&recorded.profile),
    );
    if let Some(memory) = &recorded.heap {
        all.add_memory(memory);
    }
    let run = Run {
        clock_hz: setup.machine.clk_freq_hz,
        named,
        figures: all,
        recorded,
        cycles: counters.cycles,
    };
    let mut rows = Vec::new();
    let mut problem = None;
    for limit in &case.most {
        let found = match limit {
            Limit::Calls(limit) => run.calls(limit),
            Limit::Figure(limit) => run.figure(limit).map(|row| vec![row]),
        };
        match found {
            Ok(found) => rows.extend(found),
            Err(error) => problem = problem.or(Some(error)),
        }
    }
    match problem {
        // A limit that does not hold comes before one that says nothing.
        Some(problem) if rows.iter().all(LimitRow::holds) => Err(problem),
        _ => Ok(rows),
    }
}

struct Run<'a> {
    clock_hz: u32,
    named: &'a Named,
    figures: Figures,
    recorded: &'a Recorded,
    cycles: u64,
}

impl Run<'_> {
    fn calls(&self, limit: &CallLimit) -> Result<Vec<LimitRow>, RunError> {
        let method = self.named.method(&limit.method);
        let profile = &self.recorded.profile;
        let calls = self.recorded.calls.iter();
        let calls = Calls {
            calls: calls.filter(|call| name(profile, call) == method).collect(),
            end: self.cycles,
        };
        if calls.calls.is_empty() {
            return Err(RunError::NoCall(method.to_owned(), limit.line));
        }
        let bound = self.named.bounds.get(method).copied();
        let bound = bound.filter(|_| limit.bound);
        if let Some(period) = limit.period.as_ref().filter(|it| it.on(self.clock_hz) == 0) {
            return Err(RunError::NoPeriod(period.to_string(), limit.line));
        }
        let mut rows = limit.rows(method, &calls, bound, self.clock_hz);
        for worst in rows.iter_mut().filter_map(|row| row.call.as_mut()) {
            worst.context = context(profile, calls.calls[worst.number - 1]);
        }
        Ok(rows)
    }

    fn figure(&self, limit: &FigureLimit) -> Result<LimitRow, RunError> {
        let name = match limit.is_of_method() {
            true => self.named.method(&limit.name),
            false => &limit.name,
        };
        let collections = self.figures.get(Section::Memory, COLLECTIONS);
        if (limit.section, name) == (Section::Memory, LIVE) && collections == 0 {
            return Err(RunError::NoCollection(limit.line));
        }
        Ok(limit.row(name, &self.figures, self.clock_hz))
    }
}

/// Name of the method of a call.
fn name<'a>(profile: &'a Profile, call: &ListedCall) -> &'a str {
    let tree = &profile.threads[call.thread.0 as usize].tree;
    profile.name(tree.context(call.context).method)
}

/// Methods from the start of the thread to a call.
fn context(profile: &Profile, call: &ListedCall) -> Vec<String> {
    let tree = &profile.threads[call.thread.0 as usize].tree;
    let path = tree.path(call.context).into_iter();
    path.map(|id| profile.name(tree.context(id).method).to_owned())
        .collect()
}
