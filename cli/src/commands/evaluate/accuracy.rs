//! Predictions of tables and of the cross-profiler, compared with the machine.

use cross_profile::{Comparison, Fold, Profile};
use jopizer::LinkProgram;
use microcode::Build;
use run::End;
use runtime::programs::EmbeddedProgram;
use validation::{Case, Job, Plan, ProfilePrediction, Score, study};

use super::host::Host;
use super::published::PREDICTORS;
use super::result::{Accuracy, Evaluation, HotMethod, PredictorRow, Source};
use super::variants::{CROSS, CacheState, CrossVariant};
use crate::args::program_source::link_with_notes;
use crate::output::errors::Error;
use crate::output::exit_code;

/// The profile does not depend on the compiler, and most runs are over before the better one pays.
const EARLY: &[&str] = &["-XX:TieredStopAtLevel=1"];
/// Methods of each program in the ranking.
const HOT: usize = 10;

/// Rows of a program in one state of the cache.
pub(super) fn evaluate(
    state: CacheState,
    program: &'static EmbeddedProgram,
    host: Option<&Host>,
    evaluation: &mut Evaluation,
    console: crate::output::console::Console,
) -> Result<(), Error> {
    let machine = state.machine();
    let tables = state.tables()?;
    let words = machine.config.memory_words;
    let cross = cross_profiles(state, program, host);
    let options = jopizer::LinkOptions {
        memory_words: words,
        ..program.options(&[])
    };
    let linked = link_with_notes(&options, console)?;
    let subject = run::Program::linked(program.name, linked);
    let root = format!("{}.main", program.main_class);
    let mut plan = Plan {
        build: Build::Jop,
        profiles: &[],
        tables: &tables,
        root: Some(&root),
        fold: Some(Fold::Routines),
        max_cycles: u64::MAX,
        keeps_contexts: true,
    };
    let job = Job {
        subject: &subject,
        machine: &machine,
    };
    let add = |case: Case, evaluation: &mut Evaluation| {
        for score in &case.predictions {
            evaluation.accuracy.push(row(state, &case, score));
            if state == CacheState::Simulated {
                hot_methods(&case.program, score, &mut evaluation.hot_methods);
            }
        }
    };
    let case = study(&plan, &[job], &|| ()).remove(0);
    let case = case.map_err(Error::at(program.name))?;
    exit_code::ended_well(End::Exit(case.failed.unwrap_or(0)), program.name)?;
    add(case, evaluation);
    plan.tables = &[];
    for (variant, profile) in cross {
        let skip = |reason: String| {
            format!(
                "{} of {}, cache {}: {reason}",
                variant.name,
                program.name,
                state.name()
            )
        };
        let profile = match profile {
            Ok(profile) => profile,
            Err(reason) => {
                evaluation.skipped.push(skip(reason));
                continue;
            }
        };
        let profiles = [ProfilePrediction {
            name: variant.name.to_owned(),
            profile,
        }];
        let plan = Plan {
            profiles: &profiles,
            ..plan
        };
        match study(&plan, &[job], &|| ()).remove(0) {
            Ok(case) => add(case, evaluation),
            Err(reason) => evaluation.skipped.push(skip(reason.to_string())),
        }
    }
    Ok(())
}

/// Profiles of one program by variants of the cross-profiler.
type Profiles = Vec<(CrossVariant, Result<Profile, String>)>;

/// The cross-profiler's profiles of a program.
fn cross_profiles(
    state: CacheState,
    program: &'static EmbeddedProgram,
    host: Option<&Host>,
) -> Profiles {
    let Some(host) = host else {
        return Vec::new();
    };
    let own = CROSS.iter().filter(|variant| variant.state == state);
    let profile = |variant: &CrossVariant| {
        let options = (variant.options, EARLY);
        let profile = host.cross((program, program.length), state, options);
        (*variant, profile.map(|(profile, _)| profile))
    };
    own.map(profile).collect()
}

fn row(state: CacheState, case: &Case, score: &Score) -> Accuracy {
    let comparison = &score.comparison;
    Accuracy {
        cache: state,
        program: case.program.clone(),
        prediction: score.prediction.clone(),
        truth: comparison.total.truth,
        predicted: comparison.total.predicted,
        error: comparison.total_error(),
        methods: comparison.methods.as_ref().map(|errors| errors.weighted),
        contexts: comparison.contexts.as_ref().map(|errors| errors.weighted),
        kendall_tau: comparison.kendall_tau,
        top_shared: comparison.top_overlap as u64,
        top_of: comparison.top_of as u64,
    }
}

/// The methods with the most true cycles, and where a prediction has them.
fn hot_methods(program: &str, score: &Score, rows: &mut Vec<HotMethod>) {
    let predicted = predicted_order(&score.comparison);
    let hottest = score.comparison.by_method.iter().take(HOT);
    for (place, pair) in hottest.enumerate() {
        let found = predicted.iter().position(|name| **name == pair.what);
        rows.push(HotMethod {
            program: program.to_owned(),
            prediction: score.prediction.clone(),
            method: pair.what.clone(),
            truth: pair.truth,
            predicted: pair.predicted,
            rank: place as u64 + 1,
            predicted_rank: found.map(|place| place as u64 + 1),
        });
    }
}

/// Methods with predicted cycles, the most first; equal ones by name.
fn predicted_order(comparison: &Comparison) -> Vec<&str> {
    let methods = comparison.by_method.iter();
    let mut methods: Vec<_> = methods.filter(|pair| pair.predicted != 0).collect();
    methods.sort_by(|a, b| b.predicted.cmp(&a.predicted).then(a.what.cmp(&b.what)));
    methods.iter().map(|pair| pair.what.as_str()).collect()
}

/// Errors of our predictions in this run, then those that others published.
pub(super) fn predictors(accuracy: &[Accuracy]) -> Vec<PredictorRow> {
    let mut rows: Vec<PredictorRow> = Vec::new();
    for state in CacheState::ALL {
        let own = || accuracy.iter().filter(|row| row.cache == state);
        let mut names: Vec<&str> = Vec::new();
        for row in own() {
            if !names.contains(&&*row.prediction) {
                names.push(&row.prediction);
            }
        }
        for name in names {
            let errors = own().filter(|row| row.prediction == name);
            let errors = errors.filter_map(|row| row.error);
            let errors: Vec<f64> = errors.map(|error| 100.0 * error.abs()).collect();
            if errors.is_empty() {
                continue;
            }
            rows.push(PredictorRow {
                predictor: format!("{name}, cache {}", state.name()),
                compared_with: format!("our machine, {} programs", errors.len()),
                least: errors.iter().copied().fold(f64::INFINITY, f64::min),
                mean: Some(errors.iter().sum::<f64>() / errors.len() as f64),
                most: errors.iter().copied().fold(0.0, f64::max),
                source: Source::Measured,
            });
        }
    }
    rows.extend(PREDICTORS.iter().map(|predictor| PredictorRow {
        predictor: predictor.name.to_owned(),
        compared_with: predictor.compared_with.to_owned(),
        least: predictor.least,
        mean: None,
        most: predictor.most,
        source: Source::Published,
    }));
    rows
}
