//! `jop isa --timing`: measured cycles of the bytecodes next to the hardware's.
//!
//! People get one line for each bytecode and path; programs get one record for each memory speed too.

use bytecode_timing::measure::RAM_CNTS;
use bytecode_timing::{TimingRow, TimingVerdict, measure};
use isa::Bytecode;
use microcode::Build;
use serde::Serialize;

use crate::args::named::no_bytecode;
use crate::host::interrupts::end_at_interrupts;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::{Format, Table, Value, thousands};
use crate::output::{exit_code, stdout};

/// Measures and prints; exit code 1 if something differs without a reason.
pub(super) fn execute(
    strict: bool,
    opcodes: &[u8],
    format: Format,
    console: Console,
) -> Result<u8, Error> {
    end_at_interrupts()?;
    let (build, name) = if strict {
        (Build::Strict, "strict")
    } else {
        (Build::Jop, "jop")
    };
    let mut rows = measure(build).map_err(|reason| Error::System {
        what: "measure",
        reason: reason.into(),
    })?;
    if !opcodes.is_empty() {
        rows.retain(|row| opcodes.contains(&row.opcode));
    }
    let summary = Summary::of(&rows);
    let text = match format {
        Format::Table => for_people(&rows)? + &format!("\n{name} build: {}\n", summary.text()),
        Format::Csv => csv(&rows)?,
        Format::Json => document::json(
            Document::IsaTiming,
            &Timings {
                build: name,
                summary: &summary,
                rows: &rows,
            },
        )?,
    };
    stdout::print(&text)?;
    if format == Format::Csv {
        console.note(&format!("{name} build: {}", summary.text()));
    }
    Ok(if summary.different_without_reason == 0 {
        exit_code::DONE
    } else {
        exit_code::DIFFERS
    })
}

/// A bytecode by its name, or by its number as 46 or 0x2e.
pub(super) fn opcode(text: &str) -> Result<u8, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    let named = || {
        Bytecode::ALL
            .into_iter()
            .find(|bytecode| bytecode.name().eq_ignore_ascii_case(text))
            .map(Bytecode::code)
    };
    number
        .or_else(named)
        .ok_or_else(|| no_bytecode(text, Bytecode::ALL.map(Bytecode::name)))
}

/// Number of rows of each kind.
#[derive(Debug, Serialize)]
struct Summary {
    /// One for each bytecode, path and memory speed.
    rows: u64,
    equal: u64,
    different_with_reason: u64,
    different_without_reason: u64,
}

impl Summary {
    fn of(rows: &[TimingRow]) -> Self {
        let count = |verdict| rows.iter().filter(|row| row.verdict() == verdict).count() as u64;
        Self {
            rows: rows.len() as u64,
            equal: count(TimingVerdict::Equal),
            different_with_reason: count(TimingVerdict::Explained),
            different_without_reason: count(TimingVerdict::Unexplained),
        }
    }

    fn text(&self) -> String {
        let none_or = |count| match count {
            0 => "none".to_owned(),
            count => thousands(count),
        };
        format!(
            "{} rows: {} equal, {} different for a reason, {} different without one",
            thousands(self.rows),
            thousands(self.equal),
            none_or(self.different_with_reason),
            none_or(self.different_without_reason)
        )
    }
}

#[derive(Serialize)]
struct Timings<'a> {
    build: &'static str,
    summary: &'a Summary,
    rows: &'a [TimingRow],
}

fn csv(rows: &[TimingRow]) -> Result<String, Error> {
    let bytes = crate::output::rows::csv(rows)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// One line for each bytecode and path, then the reasons by their letters.
fn for_people(rows: &[TimingRow]) -> Result<String, Error> {
    let mut table = Table::new(&[
        "code", "bytecode", "path", "loads", "r1", "r2", "r3", "r4", "r5", "r6", "hardware", "why",
    ]);
    let mut reasons: Vec<&str> = Vec::new();
    for line in lines(rows) {
        let [first, ..] = line else { continue };
        let loads = match first.missed_words {
            None => String::new(),
            Some(1) => "1 word".to_owned(),
            Some(words) => format!("{words} words"),
        };
        let mut cells: Vec<Value> = vec![
            format!("{:02X}", first.opcode).into(),
            first.name.into(),
            first.path.into(),
            loads.into(),
        ];
        cells.extend(RAM_CNTS.map(|speed| measured(line, speed)));
        cells.push(hardware(line).into());
        cells.push(why(line, &mut reasons).into());
        table.push(cells);
    }
    let mut text = table.for_people();
    text += "\nr1 to r6: cycles at ram_cnt 1 to 6; loads: length of the method that the call or return misses\n";
    for (letter, reason) in ('a'..).zip(reasons) {
        text += &format!("{letter}  {reason}\n");
    }
    Ok(text)
}

/// Rows that differ in nothing but the memory speed.
fn lines(rows: &[TimingRow]) -> impl Iterator<Item = &[TimingRow]> {
    let key = |row: &TimingRow| (row.opcode, row.path, row.missed_words);
    rows.chunk_by(move |left, right| key(left) == key(right))
}

fn measured(line: &[TimingRow], ram_cnt: u8) -> Value {
    let row = line.iter().find(|row| row.ram_cnt == ram_cnt);
    row.map_or_else(|| Value::from(""), |row| row.measured.into())
}

/// `=`, or the cycles of the hardware, or that it has no such path; a defect is marked.
fn hardware(line: &[TimingRow]) -> String {
    if line.iter().all(|row| row.verdict() == TimingVerdict::Equal) {
        return "=".to_owned();
    }
    let cycles: Option<Vec<_>> = line
        .iter()
        .map(|row| row.target.map(|cycles| format!("{cycles:3}")))
        .collect();
    let text = cycles.map_or_else(|| "no such path".to_owned(), |cycles| cycles.join(" "));
    if line
        .iter()
        .any(|row| row.verdict() == TimingVerdict::Unexplained)
    {
        text + "  unexplained"
    } else {
        text
    }
}

/// The letter of the reason, if the line differs for one.
fn why<'a>(line: &'a [TimingRow], reasons: &mut Vec<&'a str>) -> String {
    let differs = line
        .iter()
        .find(|row| row.verdict() != TimingVerdict::Equal);
    let Some(reason) = differs.and_then(|row| row.reason.as_deref()) else {
        return String::new();
    };
    let place = reasons.iter().position(|known| *known == reason);
    let place = place.unwrap_or_else(|| {
        reasons.push(reason);
        reasons.len() - 1
    });
    ('a'..).nth(place).map(String::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use bytecode_timing::target::Source;

    use super::*;

    fn row(ram_cnt: u8, measured: u64, target: i64, reason: Option<&str>) -> TimingRow {
        TimingRow {
            opcode: isa::op::IALOAD,
            name: "iaload",
            path: "null",
            missed_words: None,
            ram_cnt,
            measured,
            target: Some(target),
            expected: target + 1,
            source: Source::Formula,
            reason: reason.map(str::to_owned),
        }
    }

    #[test]
    fn a_bytecode_is_named_or_numbered() {
        assert_eq!(
            ["iaload", "IALOAD", "46", "0x2e"].map(opcode),
            [Ok(46), Ok(46), Ok(46), Ok(46)]
        );
        assert_eq!(opcode("iaddd"), Err("did you mean `iadd`?".to_owned()));
        assert_eq!(
            opcode("getfeild"),
            Err("did you mean `getfield`?".to_owned())
        );
        assert_eq!(
            opcode("256"),
            Err("`jop isa --bytecodes` lists them".to_owned())
        );
    }

    #[test]
    fn a_difference_without_a_reason_is_marked_and_counted() {
        let rows = [row(1, 8, 7, None), row(2, 8, 8, None)];
        assert_eq!(
            for_people(&rows).unwrap().lines().nth(1),
            Some("2E    iaload    null          8   8                    7   8  unexplained")
        );
        let text = Summary::of(&rows).text();
        assert_eq!(
            text,
            "2 rows: 1 equal, none different for a reason, 1 different without one"
        );
    }

    #[test]
    fn equal_reasons_share_a_letter() {
        let rows = [
            row(1, 8, 7, Some("x")),
            TimingRow {
                path: "index",
                ..row(1, 10, 9, Some("y"))
            },
            TimingRow {
                path: "",
                ..row(1, 6, 5, Some("x"))
            },
        ];
        let text = for_people(&rows).unwrap();
        let letters: Vec<_> = text
            .lines()
            .skip(1)
            .take(3)
            .filter_map(|line| line.chars().last())
            .collect();
        assert_eq!(letters, ['a', 'b', 'a']);
        assert!(text.ends_with("\na  x\nb  y\n"), "{text}");
    }
}
