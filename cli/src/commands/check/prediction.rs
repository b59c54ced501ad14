//! Predictions of others, held against the machine as `jop validate` holds them.

use cross_profile::context_names::region_name;
use cross_profile::decomposition::Parts;
use isa::Bytecode;
use microcode::Build;
use regression::check::{
    Case, ErrorRow, Figures, Hashes, Measured, MicrocodeChoice, Predicted, Prediction, Record,
    Section,
};
use run::Setup;
use validation::{
    Costs, Job, NamedMachine, Plan, ProfilePrediction, Rules, Score, TablePrediction, study,
};

use super::predictor;
use super::printed::Printed;
use crate::args::cost_source::read_for;
use crate::args::profile_file;
use crate::commands::validate::inputs::check_provenance;
pub(super) use crate::host::limited::end_all as end_predictors;
use crate::output::console::Console;
use crate::output::errors::Error;

/// What predicts: in total alone, or as a profile or table.
enum Source {
    Total(u64),
    Profile(Box<ProfilePrediction>),
    Table(TablePrediction),
}

/// The figures of a prediction, and its errors; none where the host lacks a command that may be missing.
pub(super) fn predict(case: &Case, setup: &Setup) -> Result<Option<(Measured, Predicted)>, Error> {
    let machine = NamedMachine {
        name: case.configuration.clone(),
        config: setup.machine.clone(),
    };
    let Some(source) = source(case, setup, &machine)? else {
        return Ok(None);
    };
    let root = case.region.as_deref().map(region_name);
    let (profiles, tables) = match &source {
        Source::Total(_) => (&[][..], &[][..]),
        Source::Profile(profile) => (std::slice::from_ref(&**profile), &[][..]),
        Source::Table(table) => (&[][..], std::slice::from_ref(table)),
    };
    let plan = Plan {
        build: build(case),
        profiles,
        tables,
        root: root.as_deref(),
        fold: None,
        max_cycles: case.limits.cycles(),
        keeps_contexts: false,
    };
    let job = Job {
        subject: &setup.program,
        machine: &machine,
    };
    let found = study(&plan, &[job], &|| ()).remove(0);
    let found = found.map_err(Error::refused)?;
    let predicted = match (&source, found.predictions.first()) {
        (Source::Total(cycles), _) => Predicted {
            rows: vec![total(found.cycles, *cycles)],
            parts: Vec::new(),
        },
        (_, Some(score)) => of_score(score),
        (_, None) => unreachable!("one prediction was asked for"),
    };
    check_sections(case, &predicted)?;
    let outcome = format!("exit {}", found.failed.unwrap_or_default().cast_signed());
    let measured = Measured {
        hashes: Hashes::of(&setup.provenance()),
        outcome,
        figures: figures(case, &predicted),
    };
    Ok(Some((measured, predicted)))
}

fn build(case: &Case) -> Build {
    match case.microcode {
        MicrocodeChoice::Strict => Build::Strict,
        // The manifest refuses other files.
        MicrocodeChoice::Jop | MicrocodeChoice::File(_) => Build::Jop,
    }
}

/// What predicts the case; none if its command is missing and may be.
fn source(case: &Case, setup: &Setup, machine: &NamedMachine) -> Result<Option<Source>, Error> {
    let prediction = case.prediction.as_ref();
    let Some(prediction) = prediction else {
        unreachable!("only predictions are predicted")
    };
    let name = prediction.title();
    let profile = |profile| Source::Profile(Box::new(ProfilePrediction { name, profile }));
    Ok(Some(match prediction {
        Prediction::Table(file) => Source::Table(TablePrediction {
            name: prediction.title(),
            costs: Costs::Table(Box::new(read_for(file, build(case))?)),
            rules: Rules::default(),
        }),
        Prediction::Profile(file) => {
            let read = profile_file::read(file)?;
            let console = Console { quiet: true };
            check_provenance(file, &read, &setup.program, machine, console)?;
            profile(read)
        }
        Prediction::Predictor(predictor) => match predictor::run(predictor, case, setup)? {
            None => return Ok(None),
            Some(Printed::Total(cycles)) => Source::Total(cycles),
            Some(Printed::Profile(printed)) => profile(*printed),
        },
    }))
}

fn total(truth: u64, predicted: u64) -> ErrorRow {
    ErrorRow {
        section: Section::Total,
        name: "cycles".to_owned(),
        truth,
        predicted,
    }
}

fn of_score(score: &Score) -> Predicted {
    let comparison = &score.comparison;
    let mut rows = vec![total(comparison.total.truth, comparison.total.predicted)];
    rows.extend(comparison.by_method.iter().map(|pair| ErrorRow {
        section: Section::Methods,
        name: pair.what.clone(),
        truth: pair.truth,
        predicted: pair.predicted,
    }));
    rows.extend(comparison.by_bytecode.iter().map(|pair| ErrorRow {
        section: Section::Bytecodes,
        name: Bytecode::ALL[usize::from(pair.what)].name().to_owned(),
        truth: pair.truth,
        predicted: pair.predicted,
    }));
    let parts = Parts::NAMES
        .into_iter()
        .zip(score.decomposition.total.list());
    let parts = parts.filter(|(_, cycles)| *cycles != 0);
    Predicted {
        rows,
        parts: parts
            .map(|(name, cycles)| (name.to_owned(), cycles))
            .collect(),
    }
}

/// What is recorded or limited has to be predicted: no limit passes for want of figures.
fn check_sections(case: &Case, predicted: &Predicted) -> Result<(), Error> {
    for (record, section, key) in [
        (Record::Methods, Section::Methods, "max_method_error"),
        (Record::Bytecodes, Section::Bytecodes, "max_bytecode_error"),
    ] {
        let is_asked = case.record.contains(&record) || case.most_error.of(section).is_some();
        if is_asked && !predicted.rows.iter().any(|row| row.section == section) {
            let name = section.name();
            return Err(Error::Input(format!(
                "{} has no cycles of {name}; leave {key} and \"{name}\" in record out, or predict them",
                case.by()
            )));
        }
    }
    Ok(())
}

/// Predicted cycles as the figures of goldens.
fn figures(case: &Case, predicted: &Predicted) -> Figures {
    let mut figures = Figures::default();
    let is_recorded = |section: Section| {
        let mut recorded = case.record.iter().flat_map(|record| record.sections());
        section == Section::Total || recorded.any(|it| *it == section)
    };
    for row in predicted.rows.iter().filter(|row| is_recorded(row.section)) {
        figures.add(row.section, &*row.name, row.predicted);
    }
    figures
}
