//! Predictions for many programs on many machines, compared with the truth.

use cost_model::{CostTable, EvaluatedTable, Latencies, TimingError};
use cross_profile::decomposition::{Carried, Decomposition};
use cross_profile::no_region::region_of;
use cross_profile::{Comparison, Fold, Profile, matching};
use isa::MachineConfig;
use microcode::Build;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::calibrations::Calibrations;
use crate::counted_run::counted_run;
use crate::error::CaseError;
use crate::named_machine::NamedMachine;
use crate::pricing::{Rules, price};
use crate::truth::truth;
use run::{End, Program};

/// Extra cycles of the machine beyond the engine's before a program counts as endless.
const GRACE: u64 = 1_000_000;

/// A profile that predicts as it is.
#[derive(Debug, Clone)]
pub struct ProfilePrediction {
    /// Its name in results.
    pub name: String,
    /// The profile.
    pub profile: Profile,
}

/// A cost table that predicts the path which the machine takes.
#[derive(Debug, Clone)]
pub struct TablePrediction {
    /// Its name in results.
    pub name: String,
    /// The table.
    pub costs: Costs,
    /// Its use.
    pub rules: Rules,
}

/// A cost table for every machine.
#[derive(Debug, Clone)]
pub enum Costs {
    /// That which is derived from the microcode.
    Derived,
    /// That which benchmarks on the machine give, without its microcode.
    Calibrated,
    /// A given one.
    Table(Box<CostTable>),
}

/// Common parts of the cases of a study.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'a> {
    /// The microcode of the machines.
    pub build: Build,
    /// Profiles that predict.
    pub profiles: &'a [ProfilePrediction],
    /// Tables that predict; without any the fast engine is not needed.
    pub tables: &'a [TablePrediction],
    /// The method below which cycles are compared; the whole run if there is none.
    pub root: Option<&'a str>,
    /// Contexts that become part of their callers on both sides; if none is said, what a profile needs, and for tables what those beside them do.
    pub fold: Option<Fold>,
    /// Cycles after which a program is given up.
    pub max_cycles: u64,
    /// The cases keep their comparisons of contexts; of many runs those are more than memory holds.
    pub keeps_contexts: bool,
}

/// A program on a machine.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The program.
    pub subject: &'a Program,
    /// The machine.
    pub machine: &'a NamedMachine,
}

/// All predictions for a program on a machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Name of the program.
    pub program: String,
    /// Name of the machine.
    pub machine: String,
    /// Cycles on the machine.
    pub cycles: u64,
    /// Status of a program that failed.
    #[serde(rename = "status", default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<u32>,
    /// The predictions: profiles, then tables, in the plan's order.
    pub predictions: Vec<Score>,
}

/// One prediction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Its name.
    pub prediction: String,
    /// Result of the comparison.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// Contexts that are part of their callers on both sides.
    pub folded: Fold,
    /// Parts of the error.
    pub decomposition: Decomposition,
    /// Methods of a given profile that the program does not have.
    pub unknown_methods: Vec<String>,
    /// Methods of the library that the profile has in another package, and the program's.
    pub moved_methods: Vec<(String, String)>,
}

/// Runs a study, cases in parallel; `finished` is called for each completed case. The results are in the order of
/// the jobs.
pub fn study(
    plan: &Plan<'_>,
    jobs: &[Job<'_>],
    finished: &(dyn Fn() + Sync),
) -> Vec<Result<Case, CaseError>> {
    let calibrates = |table: &TablePrediction| matches!(table.costs, Costs::Calibrated);
    let calibrations = if plan.tables.iter().any(calibrates) {
        Calibrations::of(plan.build, jobs.iter().map(|job| &job.machine.config))
    } else {
        Calibrations::default()
    };
    let cases = jobs.par_iter().map(|job| {
        let mut case = case(plan, *job, &calibrations);
        if let (Ok(case), false) = (&mut case, plan.keeps_contexts) {
            let scores = case.predictions.iter_mut();
            scores.for_each(|score| score.comparison.by_context = Vec::new());
        }
        finished();
        case
    });
    cases.collect()
}

fn case(plan: &Plan<'_>, job: Job<'_>, calibrations: &Calibrations) -> Result<Case, CaseError> {
    let Job { subject, machine } = job;
    let config = &machine.config;
    let microcode = microcode::jvm(plan.build);
    if plan.tables.is_empty() {
        let (truth, end) = truth(subject, config, &microcode, plan.root, plan.max_cycles)?;
        let truth = recorded_part(truth, plan.root, "the program")?;
        return Ok(Case::new(job, (&truth, end), of_profiles(plan, &truth)?));
    }
    fast_engine::check_machine(config)?;
    let derived = cost_model::derived_costs(config, &microcode)?;
    // The engine refuses what the machine would run into unseen, so it goes first.
    let run = counted_run(
        subject,
        config,
        plan.build,
        derived.clone(),
        plan.root,
        plan.max_cycles,
    )?;
    let engine = run.profile.total_cycles();
    let most = engine.saturating_add(GRACE);
    let (truth, end) = match truth(subject, config, &microcode, plan.root, most) {
        Err(CaseError::NoEnd(machine)) => return Err(CaseError::OtherEnd { engine, machine }),
        other => other?,
    };
    let truth = recorded_part(truth, plan.root, "the program")?;
    let mut scores = of_profiles(plan, &truth)?;
    // Beside a profile a table is compared over the same methods.
    let folded = scores.iter().map(|score| score.folded).max();
    let fold = plan.fold.or(folded).unwrap_or_default();
    for table in plan.tables {
        let predicted = match &table.costs {
            Costs::Derived => price(&run, &derived, table.rules),
            Costs::Calibrated => {
                let costs = on_machine(calibrations.table(config)?, config)?;
                price(&run, &costs, table.rules)
            }
            Costs::Table(costs) => price(&run, &on_machine(costs, config)?, table.rules),
        };
        let predicted = recorded_part(predicted, plan.root, &table.name)?;
        let carried = Carried {
            calls: true,
            bytecodes: true,
            loads: true,
        };
        scores.push(score(&table.name, [&truth, &predicted], fold, carried));
    }
    Ok(Case::new(job, (&truth, end), scores))
}

/// The profile that a table predicts for a program on a machine, without a run of the machine.
///
/// # Errors
/// When the fast engine is no such machine, or the program does not end before `max_cycles`.
pub fn predict(
    subject: &Program,
    config: &MachineConfig,
    build: Build,
    table: &CostTable,
    max_cycles: u64,
) -> Result<Profile, CaseError> {
    fast_engine::check_machine(config)?;
    let derived = cost_model::derived_costs(config, &microcode::jvm(build))?;
    let run = counted_run(subject, config, build, derived, None, max_cycles)?;
    Ok(price(&run, &on_machine(table, config)?, Rules::default()))
}

impl Case {
    fn new(job: Job<'_>, (truth, end): (&Profile, End), predictions: Vec<Score>) -> Self {
        Self {
            program: job.subject.name.clone(),
            machine: job.machine.name.clone(),
            cycles: truth.total_cycles(),
            failed: end.failed(),
            predictions,
        }
    }
}

/// A profile below a method, if only that is compared.
fn part(profile: Profile, root: Option<&str>, name: &str) -> Result<Profile, CaseError> {
    let Some(root) = root else {
        return Ok(profile);
    };
    if let Some(region) = region_of(root) {
        let part = profile.region(region);
        return part.map_err(|reason| CaseError::NoRegion {
            name: name.to_owned(),
            reason,
        });
    }
    profile.below(root).ok_or_else(|| CaseError::NoRoot {
        name: name.to_owned(),
        root: root.to_owned(),
    })
}

/// The part of a profile that was recorded with the bytecodes of this part.
fn recorded_part(
    mut profile: Profile,
    root: Option<&str>,
    name: &str,
) -> Result<Profile, CaseError> {
    let bytecodes = std::mem::take(&mut profile.bytecodes);
    let part = part(profile, root, name)?;
    Ok(Profile { bytecodes, ..part })
}

fn of_profiles(plan: &Plan<'_>, truth: &Profile) -> Result<Vec<Score>, CaseError> {
    let scores = plan.profiles.iter().map(|prediction| {
        let mut truth = truth.clone();
        let profile = prediction.profile.clone();
        // Without chains nothing tells what is below the root; the profile's maker begins there.
        let root = plan.root.filter(|_| !profile.flat);
        let mut profile = part(profile, root, &prediction.name)?;
        let matched = matching::align(&mut truth, &mut profile);
        let matched = matched.map_err(|reason| CaseError::NoMatch {
            name: prediction.name.clone(),
            reason,
        })?;
        let fold = plan.fold.unwrap_or_else(|| Fold::of(&profile));
        if fold.is_impossible(&profile) {
            return Err(CaseError::FoldFlat {
                name: prediction.name.clone(),
                fold,
            });
        }
        let carried = Carried::of(&profile);
        let score = score(&prediction.name, [&truth, &profile], fold, carried);
        check_contexts(&score, &profile)?;
        Ok(Score {
            unknown_methods: matched.unknown,
            moved_methods: matched.moved,
            ..score
        })
    });
    scores.collect()
}

/// A prediction compared with the truth; their methods have the same names.
fn score(name: &str, [truth, predicted]: [&Profile; 2], fold: Fold, carried: Carried) -> Score {
    let comparison = match fold {
        Fold::None => Comparison::new(truth, predicted),
        _ => Comparison::new(&fold.apply(truth), &fold.apply(predicted)),
    };
    Score {
        prediction: name.to_owned(),
        comparison,
        folded: fold,
        decomposition: Decomposition::new(truth, predicted, fold, carried),
        unknown_methods: Vec::new(),
        moved_methods: Vec::new(),
    }
}

/// A profile with chains of calls has one in common with the truth.
fn check_contexts(score: &Score, profile: &Profile) -> Result<(), CaseError> {
    let Some(contexts) = &score.comparison.contexts else {
        return Ok(());
    };
    if contexts.count > contexts.missed {
        return Ok(());
    }
    Err(CaseError::NoContext {
        name: score.prediction.clone(),
        contexts: profile.contexts().saturating_sub(profile.threads.len()),
        first: profile.outermost().unwrap_or_default().to_owned(),
    })
}

fn on_machine(table: &CostTable, config: &MachineConfig) -> Result<EvaluatedTable, CaseError> {
    match table.for_machine(config) {
        // Only a table of its own has numbers for this memory; formulas of another are taken at its wait states.
        Err(TimingError::Sram16TooFast) => Ok(table.evaluate(Latencies::FASTEST_SRAM16)),
        other => Ok(other?),
    }
}
