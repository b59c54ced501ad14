//! The cases of a validation as jobs.

use jobs::Divided;
use run::{End, Fingerprint};
use serde::{Deserialize, Serialize};
use validation::{Case, CaseError, Plan};

use super::inputs::Inputs;

/// What the cases depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Work {
    /// Predictions and rules.
    settings: String,
    /// By program and machine.
    pub(super) jobs: Vec<Job>,
}

/// A program on a machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Job {
    job: usize,
    pub(super) program: String,
    image: String,
    machine: String,
    config: String,
}

/// A case, or why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct CaseResult {
    pub(super) job: usize,
    pub(super) case: Option<Case>,
    pub(super) left_out: Option<LeftOut>,
}

/// A program that could not be compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct LeftOut {
    pub(super) reason: String,
    /// Machine and engine end the program differently: an error, whatever the other cases are.
    pub(super) differs: bool,
    /// The exit code, where the end of its run is the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<u8>,
}

impl CaseResult {
    pub(super) fn of(job: usize, found: Result<Case, CaseError>) -> Self {
        let (case, left_out) = match found {
            Ok(case) => (Some(case), None),
            Err(error) => {
                let differs = matches!(error, CaseError::OtherEnd { .. });
                let left_out = LeftOut {
                    reason: error.to_string(),
                    differs,
                    code: error.end().map(End::judged),
                };
                (None, Some(left_out))
            }
        };
        Self {
            job,
            case,
            left_out,
        }
    }
}

impl Work {
    pub(super) fn of(inputs: &Inputs, plan: &Plan<'_>) -> Self {
        let profiles = plan.profiles.iter().map(|it| {
            let provenance = &it.profile.provenance;
            format!("{} {provenance:?} {}", it.name, it.profile.total_cycles())
        });
        let profiles: Vec<String> = profiles.collect();
        let settings = format!(
            "{:?} {profiles:?} {:?} {:?} {:?} {}",
            plan.build, plan.tables, plan.root, plan.fold, plan.max_cycles
        );
        let letters: Vec<u32> = settings.bytes().map(u32::from).collect();
        let jobs = inputs.jobs.iter().enumerate();
        let jobs = jobs.map(|(job, &(subject, machine))| {
            let program = &inputs.subjects[subject];
            let machine = &inputs.machines[machine];
            let input = program.input.as_deref().unwrap_or_default();
            let image = Fingerprint::of_fed_image(&program.image.words, input);
            Job {
                job,
                program: program.name.clone(),
                image: image.short().to_owned(),
                machine: machine.name.clone(),
                config: Fingerprint::of_machine(&machine.config).short().to_owned(),
            }
        });
        Self {
            settings: Fingerprint::of_image(&letters).short().to_owned(),
            jobs: jobs.collect(),
        }
    }
}

impl Divided for Work {
    type Result = CaseResult;
    const FORM: &'static str = "validate";
    const WORDS: &'static str = "jop validate";
    const NOUN: &'static str = "a validation";

    fn count(&self) -> usize {
        self.jobs.len()
    }

    fn job_of(result: &CaseResult) -> usize {
        result.job
    }

    fn checker(&self) -> impl Fn(&CaseResult) -> bool {
        |result| result.job < self.jobs.len() && result.case.is_some() != result.left_out.is_some()
    }
}
