//! Programs, machines and predictions that the arguments name.

use std::path::Path;

use cross_profile::{Profile, matching};
use isa::MachineConfig;
use jopizer::LinkOptions;
use jopizer::LinkProgram;
use validation::{
    Costs, NamedMachine, ProfilePrediction, Rules, TablePrediction, baselines, twelve_machines,
};

use super::arguments::{Arguments, MachineSet, Renaming};
use crate::args::embedded_programs;
use crate::args::program_source::link_with_notes;
use crate::args::{machine_file, profile_file};
use crate::output::console::Console;
use crate::output::errors::Error;
use run::Fingerprint;

/// Name of the machine without a file, the same in every table.
pub(super) const DEFAULT_MACHINE: &str = "default";

/// Places of subject and machine.
type Jobs = Vec<(usize, usize)>;

/// Everything that is compared.
pub(super) struct Inputs {
    pub(super) subjects: Vec<run::Program>,
    pub(super) machines: Vec<NamedMachine>,
    pub(super) jobs: Jobs,
    pub(super) profiles: Vec<ProfilePrediction>,
    pub(super) tables: Vec<TablePrediction>,
}

/// Reads and links everything.
pub(super) fn load(arguments: &Arguments, console: Console) -> Result<Inputs, Error> {
    let machines = machines(arguments)?;
    let (subjects, jobs) = subjects(arguments, &machines, console)?;
    let profiles = profiles(arguments, &subjects, &machines, console)?;
    Ok(Inputs {
        subjects,
        machines,
        jobs,
        profiles,
        tables: tables(arguments)?,
    })
}

fn machines(arguments: &Arguments) -> Result<Vec<NamedMachine>, Error> {
    if let Some(MachineSet::Twelve) = arguments.machines {
        return Ok(twelve_machines(&MachineConfig::default()));
    }
    if arguments.config.is_empty() {
        return Ok(vec![NamedMachine {
            name: DEFAULT_MACHINE.to_owned(),
            config: MachineConfig::default(),
        }]);
    }
    let named = arguments.config.iter().map(|path| {
        Ok(NamedMachine {
            name: path.display().to_string(),
            config: machine_file::read(path)?,
        })
    });
    named.collect()
}

/// Programs are linked once for each size of memory.
fn subjects(
    arguments: &Arguments,
    machines: &[NamedMachine],
    console: Console,
) -> Result<(Vec<run::Program>, Jobs), Error> {
    let mut subjects = Vec::new();
    let mut jobs = Vec::new();
    let count = arguments.own.len() + embedded_programs::distinct(&arguments.embedded).len();
    for program in 0..count {
        let mut linked: Vec<(u32, usize)> = Vec::new();
        for (machine, NamedMachine { config, .. }) in machines.iter().enumerate() {
            let words = config.memory_words;
            let known = linked.iter().find(|(known, _)| *known == words);
            let subject = match known {
                Some((_, subject)) => *subject,
                None => {
                    let subject = load_program(arguments, program, words, console)?;
                    subjects.push(subject);
                    linked.push((words, subjects.len() - 1));
                    subjects.len() - 1
                }
            };
            jobs.push((subject, machine));
        }
    }
    let input = arguments.input.whole_of(&subjects, console)?;
    let fed = subjects
        .into_iter()
        .map(|program| program.fed(input.clone()));
    Ok((fed.collect(), jobs))
}

/// The program at a place among those of the arguments.
fn load_program(
    arguments: &Arguments,
    place: usize,
    memory_words: u32,
    console: Console,
) -> Result<run::Program, Error> {
    if let Some(own) = arguments.own.get(place) {
        let given = &arguments.arguments;
        return arguments.link.load(own, given, memory_words, console);
    }
    let program = embedded_programs::distinct(&arguments.embedded)[place];
    let options = LinkOptions {
        memory_words,
        ..program.options(&arguments.arguments)
    };
    let linked = link_with_notes(&options, console)?;
    Ok(run::Program::linked(program.name, linked))
}

fn profiles(
    arguments: &Arguments,
    subjects: &[run::Program],
    machines: &[NamedMachine],
    console: Console,
) -> Result<Vec<ProfilePrediction>, Error> {
    let Some(path) = &arguments.profile else {
        return Ok(Vec::new());
    };
    let ([subject], [machine]) = (subjects, machines) else {
        return Err(Error::Input(
            "--profile is of one program on one machine; name one of each".to_owned(),
        ));
    };
    let mut profile = profile_file::read(path)?;
    for Renaming { from, to } in &arguments.map {
        matching::rename(&mut profile, from, to);
    }
    check_provenance(path, &profile, subject, machine, console)?;
    if arguments.root().is_none() {
        tell_where_it_begins(path, &profile, console);
    }
    Ok(vec![ProfilePrediction {
        name: path.display().to_string(),
        profile,
    }])
}

/// What JOP executes before `main` is no error of a profile that begins there.
fn tell_where_it_begins(path: &Path, profile: &Profile, console: Console) {
    let has_start = |name: &String| name.starts_with("com.jopdesign.sys.Startup.");
    if let Some(first) = profile.outermost()
        && !profile.methods.iter().any(has_start)
        && let Some(main) = first.split('(').next()
        && main.ends_with(".main")
    {
        console.note(&format!(
            "jop: note: {} begins at `{main}`, the program with the start of the runtime; `--root {main}` compares what is below it",
            path.display()
        ));
    }
}

/// The given table, if there is one, and the baselines; without both the derived table.
fn tables(arguments: &Arguments) -> Result<Vec<TablePrediction>, Error> {
    let mut tables = Vec::new();
    if arguments.table.is_given() {
        tables.push(TablePrediction {
            name: arguments.table.name(),
            costs: Costs::Table(Box::new(arguments.table.load(arguments.build())?)),
            rules: Rules::default(),
        });
    }
    let mut baselines = baselines().map_err(Error::refused)?;
    if arguments.no_baselines {
        let asked = arguments.table.is_given() || arguments.profile.is_some();
        baselines.truncate(usize::from(!asked));
    }
    tables.extend(baselines);
    Ok(tables)
}

/// A profile with the fingerprint of its program must be of this program; another machine causes a note.
pub(crate) fn check_provenance(
    path: &Path,
    profile: &Profile,
    subject: &run::Program,
    machine: &NamedMachine,
    console: Console,
) -> Result<(), Error> {
    let image = Fingerprint::of_image(&subject.image.words);
    let differs = |told: &str, ours: &Fingerprint| !told.is_empty() && told != ours.digits();
    if differs(&profile.provenance.image, &image) {
        return Err(Error::Input(format!(
            "{}: recorded with another image of `{}` than this one of {}; record it again, or name the program it is of",
            path.display(),
            profile.provenance.program,
            subject.name,
        )));
    }
    if differs(
        &profile.provenance.machine,
        &Fingerprint::of_machine(&machine.config),
    ) {
        console.note(&format!(
            "jop: note: {} was recorded on another machine; it is used as a prediction for this one",
            path.display()
        ));
    }
    Ok(())
}
