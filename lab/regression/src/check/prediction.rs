//! Predictions of others in a manifest: where their figures come from, and how far from the machine they may be.
//!
//! ```toml
//! [[check]]
//! programs = ["lift"]
//! table = "mine.toml"                  # a cost table; or
//! profile = "lift.csv"                 # a profile in any readable format, of one program on one machine; or
//! predictor = "python3 predict.py"     # a command that prints cycles as JSON
//! time_limit = 60                      # seconds for the command, 60 if left out
//! skip_if_missing = true               # no error where the host lacks the command
//! max_error = 2                        # percent, of the whole run
//! max_method_error = 5                 # percent, of each method
//! max_bytecode_error = 10              # percent, of each bytecode
//! record = ["total", "methods", "bytecodes"]    # [] holds the prediction to the limits alone, without a golden
//! ```

use std::path::PathBuf;

use crate::check::figures::Section;

/// Seconds for a command that no time limit is said for.
pub const USUAL_SECONDS: u64 = 60;

/// Letters of a prediction in the name of its golden, which is one of a file.
const MOST_LETTERS: usize = 100;

/// Source of predicted cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Prediction {
    /// A cost table, which prices the machine's path.
    Table(PathBuf),
    /// A profile.
    Profile(PathBuf),
    /// A command.
    Predictor(Predictor),
}

/// A command that prints cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predictor {
    /// The command as the manifest has it.
    pub command: String,
    /// Folder that it is started in: the manifest's.
    pub folder: PathBuf,
    /// Seconds after which it is ended.
    pub seconds: u64,
    /// Where the host lacks it, the case is left out.
    pub skip_if_missing: bool,
}

/// Largest errors that pass, in percent of the true cycles.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MostError {
    /// Of the whole run.
    pub total: Option<f64>,
    /// Of each method.
    pub method: Option<f64>,
    /// Of each bytecode.
    pub bytecode: Option<f64>,
}

/// True and predicted cycles of one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorRow {
    /// The whole run, methods or bytecodes.
    pub section: Section,
    /// Name of the thing.
    pub name: String,
    /// Cycles on the machine.
    pub truth: u64,
    /// Cycles by the prediction.
    pub predicted: u64,
}

/// A prediction held against the machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Predicted {
    /// The whole run first, then what else is compared.
    pub rows: Vec<ErrorRow>,
    /// Parts of the difference that are not zero, by the names of `jop validate`.
    pub parts: Vec<(String, i128)>,
}

impl Prediction {
    /// `table mine.toml`: stands for the engine in results.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Table(file) => format!("table {}", file_name(file)),
            Self::Profile(file) => format!("profile {}", file_name(file)),
            Self::Predictor(predictor) => format!("predictor {}", predictor.command),
        }
    }

    /// `table-mine.toml`: part of the golden's name.
    pub(crate) fn part_of_name(&self) -> String {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        let title = self.title();
        let letters = title.chars().take(MOST_LETTERS);
        let name: String = letters.map(|it| if fits(it) { it } else { '-' }).collect();
        name.strip_suffix(".toml").unwrap_or(&name).to_owned()
    }
}

fn file_name(file: &std::path::Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

impl MostError {
    /// The limit for what a section holds.
    #[must_use]
    pub fn of(&self, section: Section) -> Option<f64> {
        match section {
            Section::Total => self.total,
            Section::Methods => self.method,
            Section::Bytecodes => self.bytecode,
            _ => None,
        }
    }

    /// Some limit is set.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.total.or(self.method).or(self.bytecode).is_some()
    }
}

impl ErrorRow {
    /// Predicted less true cycles.
    #[must_use]
    pub fn difference(&self) -> i128 {
        i128::from(self.predicted) - i128::from(self.truth)
    }

    /// Relative signed error; none if the truth is zero.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        cross_profile::compare::relative_error(self.truth, self.predicted)
    }

    /// Returns true if the error exceeds the limit; what only the prediction has exceeds any.
    #[must_use]
    pub fn is_beyond(&self, most: &MostError) -> bool {
        most.of(self.section)
            .is_some_and(|most| match self.error() {
                Some(error) => 100.0 * error.abs() > most,
                None => self.predicted != 0,
            })
    }
}

impl Predicted {
    /// Rows beyond a limit, the largest difference first.
    #[must_use]
    pub fn beyond(&self, most: &MostError) -> Vec<&ErrorRow> {
        let mut rows: Vec<&ErrorRow> = self.rows.iter().filter(|row| row.is_beyond(most)).collect();
        rows.sort_by_key(|row| {
            (
                row.section,
                std::cmp::Reverse(row.difference().unsigned_abs()),
            )
        });
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(section: Section, truth: u64, predicted: u64) -> ErrorRow {
        ErrorRow {
            section,
            name: "a".to_owned(),
            truth,
            predicted,
        }
    }

    #[test]
    fn the_limit_itself_passes_and_what_only_the_prediction_has_never_does() {
        let most = MostError {
            method: Some(5.0),
            ..MostError::default()
        };
        let is_beyond = |truth, predicted| row(Section::Methods, truth, predicted).is_beyond(&most);
        assert!(!is_beyond(100, 105));
        assert!(!is_beyond(100, 95));
        assert!(is_beyond(100, 106));
        assert!(is_beyond(100, 94));
        assert!(is_beyond(0, 1));
        assert!(!is_beyond(0, 0));
        assert!(!row(Section::Bytecodes, 100, 900).is_beyond(&most));
    }

    #[test]
    fn rows_beyond_their_limit_stand_by_section_and_difference() {
        let most = MostError {
            total: Some(1.0),
            method: Some(1.0),
            bytecode: None,
        };
        let predicted = Predicted {
            rows: vec![
                row(Section::Methods, 100, 110),
                row(Section::Methods, 100, 80),
                row(Section::Total, 200, 190),
                row(Section::Bytecodes, 100, 10),
            ],
            parts: Vec::new(),
        };
        let beyond = predicted.beyond(&most);
        let differences: Vec<_> = beyond.iter().map(|row| row.difference()).collect();
        assert_eq!(differences, [-10, -20, 10]);
    }

    #[test]
    fn a_golden_of_a_command_has_a_name_of_a_file() {
        let predictor = |command: &str| {
            Prediction::Predictor(Predictor {
                command: command.to_owned(),
                folder: PathBuf::new(),
                seconds: 1,
                skip_if_missing: false,
            })
        };
        assert_eq!(
            predictor("python3 tools/my model.py").part_of_name(),
            "predictor-python3-tools-my-model.py"
        );
        assert_eq!(predictor(&"x ".repeat(900)).part_of_name().len(), 100);
        assert_eq!(
            Prediction::Table("a/mine.toml".into()).part_of_name(),
            "table-mine"
        );
    }
}
