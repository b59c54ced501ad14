//! Measured totals: which vector took how many cycles.
//!
//! ```csv
//! vector,cycles
//! lift.jrec,509288
//! udpip.jrec:checksum,77120
//! ```

use isa::cells::{self, NumberError};

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

/// Reads measured totals; lines that begin with `#` are comments.
///
/// # Errors
/// When a line has no vector or no positive number of cycles.
pub fn read_measured(text: &str) -> Result<Vec<Measured>, MeasuredError> {
    let text = text.trim_start_matches(cells::BYTE_ORDER_MARK);
    let delimiter = cells::delimiter(cells::header_line(text));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let line_of = |at: Option<&csv::Position>| {
        cells::line_after_comments(text, at.map_or(1, csv::Position::line))
    };
    let failed = |error: csv::Error| {
        let message = error.to_string();
        wrong(
            line_of(error.position()),
            message.rsplit(": ").next().unwrap_or_default(),
        )
    };
    let header = reader.headers().map_err(failed)?.clone();
    let [vector, cycles] = places(&header).map_err(|message| wrong(line_of(None), message))?;
    let mut all = Vec::new();
    for record in reader.records() {
        let record = record.map_err(failed)?;
        // Spreadsheets write rows of nothing but delimiters.
        if record.iter().all(str::is_empty) {
            continue;
        }
        let line = line_of(record.position());
        all.push(Measured {
            vector: record[vector].to_owned(),
            cycles: figure(&record[cycles], delimiter).map_err(|message| wrong(line, message))?,
            line,
        });
    }
    match all.is_empty() {
        true => Err(MeasuredError::Empty),
        false => Ok(all),
    }
}

fn wrong(line: u64, message: impl Into<String>) -> MeasuredError {
    MeasuredError::Line {
        line,
        message: message.into(),
    }
}

/// Places of the columns `vector` and `cycles`, in any order and case.
fn places(header: &csv::StringRecord) -> Result<[usize; 2], String> {
    let known = ["vector", "cycles"];
    let is = |name: &str, wanted: &str| name.eq_ignore_ascii_case(wanted);
    if let Some(other) = header
        .iter()
        .find(|name| !known.iter().any(|it| is(name, it)))
    {
        return Err(format!("unknown column `{}`", other.escape_debug()));
    }
    let place = |wanted: &str| {
        let found = header.iter().position(|name| is(name, wanted));
        found.ok_or_else(|| format!("no column `{wanted}`"))
    };
    Ok([place(known[0])?, place(known[1])?])
}

/// Cycles above 0, decimals included.
fn figure(text: &str, delimiter: u8) -> Result<f64, String> {
    let number = match cells::number(text, delimiter) {
        Ok(number) => number.parse().ok(),
        Err(NumberError::NotANumber(text)) => text.parse().ok(),
        Err(error) => return Err(format!("column `cycles`: {error}")),
    };
    let positive = number.filter(|it: &f64| it.is_finite() && *it > 0.0);
    positive.ok_or_else(|| {
        format!(
            "column `cycles`: `{}` is no number above 0",
            text.escape_debug()
        )
    })
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
    fn lists_of_spreadsheets_are_read() {
        for text in [
            "\u{feff}Cycles;Vector\r\n1.234.567,5;a.jrec\r\n;\r\n",
            "vector\tcycles\na.jrec\t1 234 567.5\n",
            "vector,cycles\na.jrec,1.2345675e6\n",
        ] {
            assert_eq!(
                read_measured(text).unwrap()[0].cycles,
                1_234_567.5,
                "{text}"
            );
        }
    }

    #[test]
    fn a_list_without_figures_is_refused_with_its_line() {
        for (text, place) in [
            ("vector,cycles\na.jrec,many\n", "line 2"),
            ("vector,cycles\na.jrec,-1\n", "line 2"),
            ("# ours\nvector,cycles\n# theirs\na.jrec,-1\n", "line 4"),
            ("vector\na.jrec\n", "line 1: no column `cycles`"),
            ("vector,cycle\na.jrec,1\n", "line 1: unknown column `cycle`"),
            (
                "vector;cycles\na.jrec;509.288\n",
                "line 2: column `cycles`: `509.288` can be",
            ),
            ("vector,cycles\n", "no measurements"),
        ] {
            let error = read_measured(text).unwrap_err().to_string();
            assert!(error.contains(place), "{error}");
        }
    }
}
