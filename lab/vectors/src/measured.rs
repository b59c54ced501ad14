//! Measured totals: which vector took how many cycles.
//!
//! ```csv
//! vector,cycles
//! lift.jrec,509288
//! udpip.jrec:checksum,77120
//! ```

use serde::Deserialize;

/// A vector and what it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// File of the vector, and after a `:` its component.
    pub vector: String,
    /// Cycles that were measured.
    pub cycles: f64,
    /// Line of the list, from 1.
    pub line: u64,
}

/// A list that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MeasuredError {
    /// A line is wrong.
    #[error(
        "line {line}: {message}; a line is a vector and its cycles, after the header vector,cycles"
    )]
    Line {
        /// Its number from 1.
        line: u64,
        /// What is wrong.
        message: String,
    },
    /// There is none.
    #[error("it has no measurements; give lines of vector,cycles")]
    Empty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    vector: String,
    cycles: f64,
}

/// Reads measured totals; lines that begin with `#` are comments.
///
/// # Errors
/// When a line has no vector or no positive number of cycles.
pub fn read_measured(text: &str) -> Result<Vec<Measured>, MeasuredError> {
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut all = Vec::new();
    // The reader's place is before the comments that it has skipped.
    let line = |position: Option<&csv::Position>| {
        let before = position.map_or(0, |it| it.line() as usize - 1);
        let mut lines = text.lines().zip(1..).skip(before);
        let found = lines.find(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        found.map_or(1, |(_, number)| number)
    };
    let read = |error: &csv::Error| MeasuredError::Line {
        line: line(error.position()),
        message: error
            .to_string()
            .rsplit(": ")
            .next()
            .unwrap_or_default()
            .to_owned(),
    };
    let head = reader.headers().map_err(|error| read(&error))?.clone();
    for record in reader.records() {
        let record = record.map_err(|error| read(&error))?;
        let line = line(record.position());
        let row: Row = record
            .deserialize(Some(&head))
            .map_err(|error| read(&error))?;
        if !(row.cycles.is_finite() && row.cycles > 0.0) {
            return Err(MeasuredError::Line {
                line,
                message: "cycles are a number above 0".to_owned(),
            });
        }
        all.push(Measured {
            vector: row.vector,
            cycles: row.cycles,
            line,
        });
    }
    match all.is_empty() {
        true => Err(MeasuredError::Empty),
        false => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_vectors_and_cycles() {
        let text = "# ours\nvector,cycles\na.jrec, 12\nb.jrec:x,3.5\n";
        let read = read_measured(text).unwrap();
        assert_eq!(read[0].cycles, 12.0);
        assert_eq!((&*read[1].vector, read[1].line), ("b.jrec:x", 4));
    }

    #[test]
    fn a_list_without_figures_is_refused_with_its_line() {
        for (text, place) in [
            ("vector,cycles\na.jrec,many\n", "line 2"),
            ("vector,cycles\na.jrec,-1\n", "line 2"),
            ("# ours\nvector,cycles\n# theirs\na.jrec,-1\n", "line 4"),
            ("vector\na.jrec\n", "line"),
            ("vector,cycles\n", "no measurements"),
        ] {
            let error = read_measured(text).unwrap_err().to_string();
            assert!(error.contains(place), "{error}");
        }
    }
}
