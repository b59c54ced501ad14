//! Predictions for many programs on many machines, held against the truth.

use cross_profile::matching::{self, Matched};
use cross_profile::{Comparison, Profile};
use rayon::prelude::*;
use serde::Serialize;

use crate::error::CaseError;
use crate::subject::{NamedMachine, Subject};
use crate::truth::truth;

/// What predicts.
#[derive(Debug, Clone)]
pub struct Prediction {
    /// Its name in results.
    pub name: String,
    /// Where its cycles come from.
    pub source: Source,
}

/// Where predicted cycles come from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A profile that is given as it is.
    Profile(Box<Profile>),
}

/// What all cases of a study share.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'a> {
    /// The microcode of the machines.
    pub microcode: &'a microcode::Program,
    /// What is compared with the truth.
    pub predictions: &'a [Prediction],
    /// Cycles after which a program is given up.
    pub max_cycles: u64,
}

/// A program on a machine.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The program.
    pub subject: &'a Subject,
    /// The machine.
    pub machine: &'a NamedMachine,
}

/// All predictions for a program on a machine.
#[derive(Debug, Clone, Serialize)]
pub struct Case {
    /// Name of the program.
    pub program: String,
    /// Name of the machine.
    pub machine: String,
    /// Cycles on the machine.
    pub cycles: u64,
    /// The predictions in their order.
    pub predictions: Vec<Score>,
}

/// One prediction.
#[derive(Debug, Clone, Serialize)]
pub struct Score {
    /// Its name.
    pub prediction: String,
    /// How it compares.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// Methods of a given profile that the program does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown_methods: Vec<String>,
}

/// Carries a study out, cases in parallel; `finished` is told of each that is done. The results stand in the order of
/// the jobs.
pub fn study(
    plan: &Plan<'_>,
    jobs: &[Job<'_>],
    finished: &(dyn Fn() + Sync),
) -> Vec<Result<Case, CaseError>> {
    let cases = jobs.par_iter().map(|job| {
        let case = case(plan, *job);
        finished();
        case
    });
    cases.collect()
}

fn case(plan: &Plan<'_>, job: Job<'_>) -> Result<Case, CaseError> {
    let Job { subject, machine } = job;
    let truth = truth(subject, &machine.config, plan.microcode, plan.max_cycles)?;
    let scores = plan.predictions.iter().map(|prediction| {
        let (comparison, matched) = match &prediction.source {
            Source::Profile(profile) => of_profile(&truth, profile)?,
        };
        Ok(Score {
            prediction: prediction.name.clone(),
            comparison,
            unknown_methods: matched.map_or_else(Vec::new, |matched| matched.unknown),
        })
    });
    Ok(Case {
        program: subject.name.clone(),
        machine: machine.name.clone(),
        cycles: truth.total_cycles(),
        predictions: scores.collect::<Result<_, CaseError>>()?,
    })
}

fn of_profile(
    truth: &Profile,
    profile: &Profile,
) -> Result<(Comparison, Option<Matched>), CaseError> {
    let (mut truth, mut profile) = (truth.clone(), profile.clone());
    let matched = matching::align(&mut truth, &mut profile)?;
    Ok((Comparison::new(&truth, &profile), Some(matched)))
}
