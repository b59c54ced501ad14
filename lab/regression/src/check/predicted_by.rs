//! The keys of predictions in a manifest: which go together, and what each may be.

use toml::Spanned;

use crate::check::error::CheckError;
use crate::check::manifest::{MicrocodeChoice, Resolver};
use crate::check::manifest_file::{CheckFile, ProgramFile};
use crate::check::prediction::{MostError, Prediction, Predictor, USUAL_SECONDS};
use crate::check::record::Record;

/// Tables that need no file.
const OWN_TABLES: [&str; 2] = ["derived", "published"];
/// Figures that every prediction may have.
const PREDICTED: [Record; 3] = [Record::Total, Record::Methods, Record::Bytecodes];

impl Resolver<'_> {
    /// Where the cycles come from, if not from an engine.
    pub(super) fn prediction(&self, check: &CheckFile) -> Result<Option<Prediction>, CheckError> {
        let sources = [
            check.table.as_ref().map(Spanned::span),
            check.profile.as_ref().map(Spanned::span),
            check.predictor.as_ref().map(Spanned::span),
        ];
        let given: Vec<_> = sources.into_iter().flatten().collect();
        if let [_, second, ..] = given.as_slice() {
            let problem = "a check has one of `table`, `profile` and `predictor`; give each its own [[check]]";
            return Err(self.wrong(second, problem.to_owned()));
        }
        self.check_keys_of_predictor(check)?;
        let prediction = match (&check.table, &check.profile, &check.predictor) {
            (Some(file), _, _)
                if OWN_TABLES
                    .iter()
                    .any(|own| file.get_ref().as_os_str() == *own) =>
            {
                Prediction::Table(file.get_ref().clone())
            }
            (Some(file), _, _) => Prediction::Table(self.existing(&file.span(), file.get_ref())?),
            (_, Some(file), _) => Prediction::Profile(self.existing(&file.span(), file.get_ref())?),
            (_, _, Some(command)) => self.predictor(check, command)?,
            (None, None, None) => return Ok(None),
        };
        self.check_keys_beside(check)?;
        Ok(Some(prediction))
    }

    fn predictor(
        &self,
        check: &CheckFile,
        command: &Spanned<String>,
    ) -> Result<Prediction, CheckError> {
        if command.get_ref().split_whitespace().next().is_none() {
            let problem = "predictor names no command; write one, as in \"python3 predict.py\"";
            return Err(self.wrong(&command.span(), problem.to_owned()));
        }
        let seconds = check.time_limit.as_ref();
        if let Some(seconds) = seconds.filter(|it| !(1..=86_400).contains(it.get_ref())) {
            let problem = "time_limit is in seconds, from 1 to 86400".to_owned();
            return Err(self.wrong(&seconds.span(), problem));
        }
        Ok(Prediction::Predictor(Predictor {
            command: command.get_ref().clone(),
            folder: self.folder.to_owned(),
            seconds: seconds.map_or(USUAL_SECONDS, |seconds| *seconds.get_ref()),
            skip_if_missing: check
                .skip_if_missing
                .as_ref()
                .is_some_and(|it| *it.get_ref()),
        }))
    }

    /// Keys that only a command has.
    fn check_keys_of_predictor(&self, check: &CheckFile) -> Result<(), CheckError> {
        let time_limit = check
            .time_limit
            .as_ref()
            .map(|it| ("time_limit", it.span()));
        let skip = check.skip_if_missing.as_ref();
        let skip = skip.map(|it| ("skip_if_missing", it.span()));
        match time_limit.or(skip) {
            Some((key, span)) if check.predictor.is_none() => {
                let problem = format!("{key} belongs to a predictor; leave it out");
                Err(self.wrong(&span, problem))
            }
            _ => Ok(()),
        }
    }

    /// Keys of runs that a prediction does not have.
    fn check_keys_beside(&self, check: &CheckFile) -> Result<(), CheckError> {
        if let Some(engine) = &check.engine {
            let problem = "a prediction is compared with the machine; leave engine out";
            return Err(self.wrong(&engine.span(), problem.to_owned()));
        }
        if let (Some(name), MicrocodeChoice::File(_)) = (&check.microcode, self.microcode(check)?) {
            let problem = "a prediction is compared on our microcode; take `jop` or `strict`";
            return Err(self.wrong(&name.span(), problem.to_owned()));
        }
        let record = &check.record;
        if !check.bounds.is_empty() || record.get_ref().iter().any(|it| !PREDICTED.contains(it)) {
            let problem = "of a prediction total, methods and bytecodes are recorded; give the others a [[check]] of their own";
            return Err(self.wrong(&record.span(), problem.to_owned()));
        }
        Ok(())
    }

    /// Limits, which belong to predictions.
    pub(super) fn most_error(&self, check: &CheckFile) -> Result<MostError, CheckError> {
        let is_predicted =
            check.table.is_some() || check.profile.is_some() || check.predictor.is_some();
        let limit = |key: &str, limit: &Option<Spanned<f64>>| {
            let Some(limit) = limit else {
                return Ok(None);
            };
            let percent = *limit.get_ref();
            if !is_predicted {
                let problem = format!(
                    "{key} limits a prediction; add table, profile or predictor, or take tolerance"
                );
                return Err(self.wrong(&limit.span(), problem));
            }
            if !percent.is_finite() || percent < 0.0 {
                let problem = format!("{key} is a percentage of 0 or more, as in 0, 0.5 or 10");
                return Err(self.wrong(&limit.span(), problem));
            }
            Ok(Some(percent))
        };
        Ok(MostError {
            total: limit("max_error", &check.max_error)?,
            method: limit("max_method_error", &check.max_method_error)?,
            bytecode: limit("max_bytecode_error", &check.max_bytecode_error)?,
        })
    }

    /// A profile is of one run.
    pub(super) fn check_profile(&self, check: &CheckFile, runs: usize) -> Result<(), CheckError> {
        match &check.profile {
            Some(profile) if runs != 1 => {
                let problem = "a profile is of one program on one configuration; name one of each";
                Err(self.wrong(&profile.span(), problem.to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// A predicted program runs to its own end.
    pub(super) fn check_predicted(
        &self,
        name: &Spanned<String>,
        program: &ProgramFile,
        prediction: &Prediction,
    ) -> Result<(), CheckError> {
        let is_command = matches!(prediction, Prediction::Predictor(_));
        let problem = match program {
            _ if program.until.is_some() => {
                "a prediction is of the run to its end; take a program without `until`"
            }
            _ if program.region.is_some() && is_command => {
                "a predictor is of the whole run; take a program without `region`"
            }
            _ => return Ok(()),
        };
        Err(self.wrong(&name.span(), problem.to_owned()))
    }
}
