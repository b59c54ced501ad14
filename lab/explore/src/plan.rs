//! The work of an exploration, divided into jobs.

use std::collections::HashMap;

use isa::{MachineConfig, Processors, System};
use jobs::Divided;
use run::Program;
use serde::{Deserialize, Serialize};

use crate::outcome::{JobResult, Outcome, has_hardware};
use crate::space::{Point, Refused, Space, run_machine};
use crate::variant::{Variant, VariantDescription, describe};
use crate::workload::Workload;

/// Points of a job at most: a million points are thousands of jobs, and a job takes seconds.
const MOST_POINTS: usize = 500;

/// A program in a description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramDescription {
    /// Its name.
    pub program: String,
    /// Fingerprint of its image and input, or of the counts of its profile.
    pub image: String,
    /// The same of its image for several cores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub several: Option<String>,
    /// It is a profile: its cycles can only be predicted.
    #[serde(default)]
    pub is_profile: bool,
}

/// Everything that the rows of an exploration depend on; equal for parts of the same one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// The programs.
    pub programs: Vec<ProgramDescription>,
    /// The variants of the instruction set.
    pub variants: Vec<VariantDescription>,
    /// The machines.
    pub space: Space,
    /// Cycles after which a program is given up.
    pub max_cycles: u64,
    /// Names of the organisations that were asked for one by one; others that no hardware has are in no front.
    #[serde(default)]
    pub asked: Vec<String>,
}

/// Points of a program that one exact run may serve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Job {
    /// Its number, from 0.
    pub job: usize,
    /// Name of the program.
    pub program: String,
    /// Name of a variant of the instruction set that its run has.
    pub variant: String,
    /// The machine of its run, but for memory, method cache and clock.
    pub machine: MachineConfig,
    /// Its processors, if it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processors: Option<Processors>,
    /// Number of points.
    pub points: usize,
    /// Number of the program.
    #[serde(skip)]
    pub(crate) workload: usize,
    /// Number of the run among those of the program.
    #[serde(skip)]
    pub(crate) run: usize,
    /// Its points, by their numbers.
    #[serde(skip)]
    pub(crate) of: Vec<usize>,
}

/// Points and jobs of a description.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The points that each program is looked at on, in the order of rows.
    pub points: Vec<Point>,
    /// Those that cannot be built.
    pub refused: Vec<Refused>,
    /// By program, then by exact run.
    pub jobs: Vec<Job>,
}

impl ProgramDescription {
    /// Of a workload with this name.
    #[must_use]
    pub fn of(name: &str, workload: &Workload) -> Self {
        let of = |program: &Program| program.fed_fingerprint().short().to_owned();
        let (image, several, is_profile) = match workload {
            Workload::Program(images) => (of(&images.one), images.several.as_ref().map(of), false),
            Workload::Profile(counts) => (counts.fingerprint(), None, true),
        };
        Self {
            program: name.to_owned(),
            image,
            several,
            is_profile,
        }
    }
}

impl Description {
    /// An exploration of programs with these variants on these machines; the first variant is the base.
    #[must_use]
    pub fn new(
        programs: Vec<ProgramDescription>,
        variants: &[Variant],
        space: Space,
        max_cycles: u64,
    ) -> Self {
        Self {
            programs,
            variants: describe(variants),
            space,
            max_cycles,
            asked: Vec::new(),
        }
    }

    /// The same, with organisations that were asked for one by one.
    #[must_use]
    pub fn asking_for(self, asked: Vec<String>) -> Self {
        Self { asked, ..self }
    }

    /// Returns true if a machine may be recommended: hardware has its method cache, or the organisation was asked for.
    #[must_use]
    pub fn may_recommend(&self, machine: &MachineConfig) -> bool {
        let organisation = machine.method_cache;
        let is_asked = || self.asked.iter().any(|name| name == organisation.name());
        has_hardware(organisation) || is_asked()
    }

    /// The plan: the same for whoever has the description.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let (machines, refused) = self.space.machines();
        let variants = 0..self.variants.len();
        let points: Vec<Point> = variants
            .flat_map(|variant| {
                let with = move |system: &System| Point {
                    variant,
                    config: system.machine.clone(),
                    processors: system.processors,
                };
                machines.iter().map(with)
            })
            .collect();
        let runs = self.runs(&points);
        let mut jobs = Vec::new();
        for (workload, program) in self.programs.iter().enumerate() {
            for (run, members) in runs.iter().enumerate() {
                for of in members.chunks(MOST_POINTS) {
                    let first = &points[members[0]];
                    jobs.push(Job {
                        job: jobs.len(),
                        program: program.program.clone(),
                        variant: self.variants[first.variant].name.clone(),
                        machine: machine_of_run(first),
                        processors: first.processors,
                        points: of.len(),
                        workload,
                        run,
                        of: of.to_vec(),
                    });
                }
            }
        }
        Plan {
            points,
            refused,
            jobs,
        }
    }

    /// The points of each exact run, in the order of their first points.
    fn runs(&self, points: &[Point]) -> Vec<Vec<usize>> {
        let mut numbers = HashMap::new();
        let mut runs: Vec<Vec<usize>> = Vec::new();
        for (number, point) in points.iter().enumerate() {
            let class = self.variants[point.variant].class;
            let key = (class, machine_of_run(point), point.processors);
            let run = *numbers.entry(key).or_insert_with(|| {
                runs.push(Vec::new());
                runs.len() - 1
            });
            runs[run].push(number);
        }
        runs
    }
}

/// The machine of the run that serves a point; one of several cores serves no other.
fn machine_of_run(point: &Point) -> MachineConfig {
    match point.processors {
        None => run_machine(&point.config),
        Some(_) => point.config.clone(),
    }
}

/// Finished jobs of one exploration.
pub type Parts = jobs::Parts<Description>;

impl Divided for Description {
    type Result = JobResult;
    const FORM: &'static str = "explore";
    const WORDS: &'static str = "jop explore";
    const NOUN: &'static str = "an exploration";

    fn count(&self) -> usize {
        self.plan().jobs.len()
    }

    fn job_of(result: &JobResult) -> usize {
        result.job
    }

    fn checker(&self) -> impl Fn(&JobResult) -> bool {
        let plan = self.plan();
        move |result| {
            let job = plan.jobs.get(result.job);
            let has = |job: &Job, outcome: &Outcome| job.of.contains(&outcome.point);
            job.is_some_and(|job| result.outcomes.iter().all(|outcome| has(job, outcome)))
        }
    }
}
