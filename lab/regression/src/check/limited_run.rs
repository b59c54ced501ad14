//! Figures of a run beside their limits.

use std::collections::HashMap;

use cross_profile::{ListedCall, Profile};
use recorders::{Choice, FastRecordedRun, Recorded, RecordedRun};
use run::{Counted as _, Counters, End, Setup, Silent};

use crate::check::figures::Figures;
use crate::check::limit::{CallLimit, Calls, FigureLimit, Limit, LimitRow};
use crate::check::manifest::Case;
use crate::check::record::Record;
use crate::check::run::{BuildCosts, RunError, engine, figures, limits};

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

/// Runs a case, with everything recorded that its limits ask for.
pub(super) fn recorded(
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
pub(super) fn rows(
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
    for limit in &case.most {
        match limit {
            Limit::Calls(limit) => rows.extend(run.calls(limit)?),
            Limit::Figure(limit) => rows.push(run.figure(limit)?),
        }
    }
    Ok(rows)
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
        let mut rows = limit
            .rows(method, &calls, bound, self.clock_hz)
            .map_err(|wrong| RunError::Unit(wrong, limit.line))?;
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
        let row = limit.row(name, &self.figures, self.clock_hz);
        row.map_err(|wrong| RunError::Unit(wrong, limit.line))
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
