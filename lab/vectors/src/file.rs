//! Vectors and system vectors as JSON. Whole numbers are written without a fraction, keys in one order: equal vectors are equal bytes.

use isa::document::{self, WrongSchema};

use crate::system::SystemVector;
use crate::vector::{VERSION, Vector};

/// A file that is none of ours.
#[derive(Debug, thiserror::Error)]
pub enum VectorFileError {
    /// It is not JSON of the schema.
    #[error("line {line}: {message}; docs/recording-file.md describes it")]
    Syntax {
        /// Line from 1.
        line: usize,
        /// The error.
        message: String,
    },
    /// It is another document.
    #[error(transparent)]
    Schema(#[from] WrongSchema),
    /// It has another version.
    #[error("version {0}, and this program reads {VERSION}")]
    Version(u32),
    /// A number that no count or cycle can be, or lists that do not fit each other.
    #[error("{0}")]
    Content(String),
}

/// Identification of a vector as a document.
pub const VECTOR: &str = "joplab.vector/2";
/// Identification of a system vector.
pub const SYSTEM: &str = "joplab.vector-system/2";

impl Vector {
    /// Reads a vector.
    ///
    /// # Errors
    /// When the text is none.
    pub fn from_json(text: &str) -> Result<Self, VectorFileError> {
        Self::checked(&document::without_header(text, VECTOR)?)
    }

    /// Reads a vector without the header of a document.
    pub(crate) fn checked(text: &str) -> Result<Self, VectorFileError> {
        let vector: Self = serde_json::from_str(text).map_err(|error| syntax(&error))?;
        if vector.version != VERSION {
            return Err(VectorFileError::Version(vector.version));
        }
        for component in &vector.components {
            let mut counts = component.counts.iter();
            let is_wrong = |(_, it): &(&cost_model::Atom, &crate::WithError)| {
                !(it.count.is_finite() && it.deviation.is_finite())
            };
            if let Some((atom, _)) = counts.find(is_wrong) {
                let name = &component.name;
                return Err(VectorFileError::Content(format!(
                    "{name}: {atom}: no number"
                )));
            }
            for model in &component.models {
                model.check().map_err(VectorFileError::Content)?;
            }
        }
        Ok(vector)
    }
}

impl SystemVector {
    /// Reads a system vector.
    ///
    /// # Errors
    /// When the text is none.
    pub fn from_json(text: &str) -> Result<Self, VectorFileError> {
        let text = document::without_header(text, SYSTEM)?;
        let system: Self = serde_json::from_str(&text).map_err(|error| syntax(&error))?;
        if system.version != VERSION {
            return Err(VectorFileError::Version(system.version));
        }
        let rows = system.covariance.iter().zip(1..);
        let is_triangle = rows.clone().all(|(row, length)| row.len() == length);
        if system.covariance.len() != system.prices.len() || !is_triangle {
            let problem = "covariance: a triangle with a row for each price belongs here";
            return Err(VectorFileError::Content(problem.to_owned()));
        }
        let levels = system.unseen.as_ref().map(|it| it.level_covariance.len());
        if levels.is_some_and(|levels| levels != system.prices.len() + 1) {
            let problem = "level_covariance: a number for each price and one more belong here";
            return Err(VectorFileError::Content(problem.to_owned()));
        }
        Ok(system)
    }
}

/// Returns true if a text is a system vector rather than a cost table.
#[must_use]
pub fn is_system(text: &str) -> bool {
    text.contains(SYSTEM)
}

fn syntax(error: &serde_json::Error) -> VectorFileError {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    VectorFileError::Syntax {
        line: error.line(),
        message: message.to_owned(),
    }
}

/// Decimals that are written.
const DECIMALS: f64 = 1e9;
/// Whole numbers up to which every double is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number as it is written and read back.
#[must_use]
pub(crate) fn rounded(value: f64) -> f64 {
    let scaled = value * DECIMALS;
    if scaled.abs() < EXACT {
        scaled.round() / DECIMALS + 0.0
    } else {
        value
    }
}

/// Numbers that are written without a fraction where they have none.
pub(crate) mod number {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{EXACT, rounded};

    pub(crate) fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
        let value = rounded(*value);
        if value.fract() == 0.0 && value.abs() < EXACT {
            to.serialize_i64(value as i64)
        } else {
            to.serialize_f64(value)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        f64::deserialize(from)
    }
}

/// Counts as rows.
pub(crate) mod counts {
    use std::collections::BTreeMap;

    use cost_model::Atom;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::vector::WithError;

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        atom: Atom,
        #[serde(with = "super::number")]
        count: f64,
        #[serde(with = "super::number")]
        deviation: f64,
    }

    pub(crate) fn serialize<S: Serializer>(
        counts: &BTreeMap<Atom, WithError>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(counts.iter().map(|(atom, it)| Row {
            atom: atom.clone(),
            count: it.count,
            deviation: it.deviation,
        }))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<Atom, WithError>, D::Error> {
        let rows = Vec::<Row>::deserialize(from)?;
        let mut counts = BTreeMap::new();
        for row in rows {
            let count = WithError {
                count: row.count,
                deviation: row.deviation,
            };
            let name = row.atom.to_string();
            if counts.insert(row.atom, count).is_some() {
                return Err(serde::de::Error::custom(format!("{name} twice")));
            }
        }
        Ok(counts)
    }
}
