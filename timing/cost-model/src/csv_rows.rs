//! Cost tables in CSV: rows that differ from the derived table, with the delimiters and numbers of any spreadsheet.
//!
//! Columns, in any order: `bytecode` (or `name`, `mnemonic`) or `opcode`; `formula` or `cycles`; `scenario`, `carrier`, and `hidden`
//! (or `load_hidden`), the cycles beside the load of a method. Other columns are ignored. A row without cycles changes nothing, so the
//! CSV of [`CostTable::to_csv`] gives its table back.

use std::collections::HashMap;

use isa::cells::{self, NumberError};

use crate::file::TableError;
use crate::formula::{Formula, Values};
use crate::overrides::RowChange;
use crate::scenario::Scenario;
use crate::table::{Carrier, CostTable};

/// Whether a text is a table in CSV: its header has a column of costs.
pub(crate) fn is_csv(text: &str) -> bool {
    let header = cells::header_line(text);
    let delimiter = char::from(cells::delimiter(header));
    let mut names = header.split(delimiter).map(column_name);
    header.contains(delimiter) && names.any(|name| COSTS.contains(&&*name))
}

/// The base with the rows of a table in CSV.
pub(crate) fn apply(text: &str, base: CostTable) -> Result<CostTable, TableError> {
    let text = text.trim_start_matches(cells::BYTE_ORDER_MARK);
    let delimiter = cells::delimiter(cells::header_line(text));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(text.as_bytes());
    let columns = Columns::find(reader.headers().map_err(|error| failed(&error))?)?;
    let (mut changes, mut hidden) = (Vec::new(), Vec::new());
    let mut seen = HashMap::new();
    for record in reader.records() {
        let record = record.map_err(|error| failed(&error))?;
        let row = Row {
            line: record.position().map_or(0, |at| {
                cells::line_after_empty_ones(text, at.byte(), at.line())
            }),
            record: &record,
            columns: &columns,
            delimiter,
        };
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let name = row.name(&base)?;
        let scenario = row.scenario()?;
        if let Some(before) = seen.insert((name.clone(), scenario), row.line) {
            let problem = format!("`{name}` again, as in line {before}; keep one of both");
            return Err(row.wrong(NAMES[0], problem));
        }
        if let Some(cycles) = row.cycles()? {
            let change = RowChange::of_cycles(&name, scenario, row.carrier()?, cycles);
            changes.push((scenario, change));
        }
        if let Some(cycles) = row.hidden()? {
            hidden.push((row.line, name, scenario, cycles));
        }
    }
    // A row without a scenario is of the paths that no other row has.
    changes.sort_by_key(|(scenario, _)| scenario.is_some());
    let changes: Vec<RowChange> = changes.into_iter().map(|(_, change)| change).collect();
    let mut table = RowChange::apply_all(&changes, base)?;
    hidden.sort_by_key(|(_, _, scenario, _)| scenario.is_some());
    for (line, name, scenario, cycles) in hidden {
        hide(&mut table, &name, scenario, cycles)
            .ok_or_else(|| syntax(line, "column `hidden`: this path loads no method"))?;
    }
    Ok(table)
}

/// Sets the cycles beside the load of a method; none if there is no load.
fn hide(table: &mut CostTable, name: &str, scenario: Option<Scenario>, hidden: u32) -> Option<()> {
    let row = table.all_rows_mut().find(|row| row.name == name)?;
    let meant = row
        .paths
        .iter_mut()
        .filter(|path| scenario.is_none_or(|it| it == path.scenario));
    let loads: Vec<_> = meant.filter_map(|path| path.load.as_mut()).collect();
    let has_loads = !loads.is_empty();
    for load in loads {
        load.hidden = hidden;
    }
    has_loads.then_some(())
}

const NAMES: [&str; 3] = ["bytecode", "name", "mnemonic"];
const COSTS: [&str; 2] = ["formula", "cycles"];
const HIDDEN: [&str; 2] = ["hidden", "load_hidden"];

fn column_name(name: &str) -> String {
    let name = name.trim().trim_matches('"').trim();
    name.to_lowercase().replace([' ', '-'], "_")
}

/// Places of the columns.
struct Columns(HashMap<String, usize>);

impl Columns {
    fn find(header: &csv::StringRecord) -> Result<Self, TableError> {
        let mut places = HashMap::new();
        for (place, name) in header.iter().enumerate() {
            let key = column_name(name);
            if !key.is_empty() && places.insert(key, place).is_some() {
                let problem = format!("the column `{}` appears twice; keep one", name.trim());
                return Err(syntax(1, problem));
            }
        }
        let has = |names: &[&str]| names.iter().any(|name| places.contains_key(*name));
        if has(&COSTS) && (has(&NAMES) || has(&["opcode"])) {
            return Ok(Self(places));
        }
        let found: Vec<String> = header.iter().map(|it| format!("`{}`", it.trim())).collect();
        let problem = format!(
            "the header needs `bytecode` (or `opcode`) and `cycles` (or `formula`); found {}",
            found.join(", ")
        );
        Err(syntax(1, problem))
    }
}

/// A line of the file.
struct Row<'a> {
    line: u64,
    record: &'a csv::StringRecord,
    columns: &'a Columns,
    delimiter: u8,
}

impl<'a> Row<'a> {
    /// The cell of the first of these columns that has one.
    fn cell(&self, names: &[&'static str]) -> Option<(&'static str, &'a str)> {
        let mut found = names.iter().filter_map(|name| {
            let cell = self.record.get(*self.columns.0.get(*name)?)?.trim();
            (!cell.is_empty()).then_some((*name, cell))
        });
        found.next()
    }

    fn wrong(&self, column: &str, problem: impl std::fmt::Display) -> TableError {
        syntax(self.line, format!("column `{column}`: {problem}"))
    }

    /// The name of the row in the base.
    fn name(&self, base: &CostTable) -> Result<String, TableError> {
        let known = |name: &str| {
            let mut rows = base.all_rows().map(|row| row.name.as_str());
            rows.find(|known| known.eq_ignore_ascii_case(name))
        };
        let named = self.cell(&NAMES);
        let by_number = match self.cell(&["opcode"]) {
            None => None,
            Some((column, text)) => {
                let number = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
                    Some(digits) => u8::from_str_radix(digits, 16).ok(),
                    None => text.parse().ok(),
                };
                let wrong = || self.wrong(column, format!("`{text}` is no opcode: 0 to 255"));
                let number: u8 = number.ok_or_else(wrong)?;
                let row = base.all_rows().find(|row| row.opcode == Some(number));
                row.map(|row| row.name.clone())
            }
        };
        match (named, by_number) {
            (Some((column, name)), other) => {
                if let Some(other) = other.filter(|other| !other.eq_ignore_ascii_case(name)) {
                    let problem = format!("`{name}`, but the opcode is that of `{other}`");
                    return Err(self.wrong(column, problem));
                }
                known(name).map(str::to_owned).ok_or_else(|| {
                    let problem = format!("no bytecode `{name}`; {}", base.remedy_for(name));
                    self.wrong(column, problem)
                })
            }
            (None, Some(name)) => Ok(name),
            (None, None) => Err(self.wrong(NAMES[0], "a row without a bytecode")),
        }
    }

    fn scenario(&self) -> Result<Option<Scenario>, TableError> {
        let Some((column, text)) = self.cell(&["scenario"]) else {
            return Ok(None);
        };
        let mut all = Scenario::ALL.iter();
        let found = all.find(|it| it.name().eq_ignore_ascii_case(text));
        let names: Vec<&str> = Scenario::ALL.iter().map(|it| it.name()).collect();
        let problem = || format!("no scenario `{text}`: one of {}", names.join(", "));
        found
            .map(|it| Some(*it))
            .ok_or_else(|| self.wrong(column, problem()))
    }

    fn carrier(&self) -> Result<Option<Carrier>, TableError> {
        match self.cell(&["carrier"]) {
            None => Ok(None),
            Some((column, text)) => match &*text.to_ascii_lowercase() {
                "microcode" => Ok(Some(Carrier::Microcode)),
                "java" => Ok(Some(Carrier::Java)),
                _ => {
                    let problem = format!("`{text}` is no carrier: microcode or java");
                    Err(self.wrong(column, problem))
                }
            },
        }
    }

    /// The formula; if there are cycles, too, they are its value on a memory.
    fn cycles(&self) -> Result<Option<Formula>, TableError> {
        let cycles = match self.cell(&["cycles"]) {
            Some((column, text)) => Some(self.formula(column, text)?),
            None => None,
        };
        let Some((column, text)) = self.cell(&["formula"]) else {
            return Ok(cycles);
        };
        let formula = self.formula(column, text)?;
        if let Some(cycles) = cycles.filter(|it| !text.contains('k') && !is_value(&formula, it)) {
            let problem = format!(
                "`{text}` is never {cycles} cycles, as column `cycles` has it; empty the cell that is not meant"
            );
            return Err(self.wrong(column, problem));
        }
        Ok(Some(formula))
    }

    /// A number, or a formula.
    fn formula(&self, column: &str, text: &str) -> Result<Formula, TableError> {
        let plain = match cells::count(text, self.delimiter) {
            Ok(number) => number.to_string(),
            Err(NumberError::NotANumber(_)) => text.to_owned(),
            Err(error) => return Err(self.wrong(column, error)),
        };
        plain.parse().map_err(|error| self.wrong(column, error))
    }

    fn hidden(&self) -> Result<Option<u32>, TableError> {
        let Some((column, text)) = self.cell(&HIDDEN) else {
            return Ok(None);
        };
        let count = cells::count(text, self.delimiter);
        let count = count.map_err(|error| self.wrong(column, error))?;
        let small = u32::try_from(count);
        small
            .map(Some)
            .map_err(|_| self.wrong(column, "too many cycles"))
    }
}

/// Whether a formula has a value on any memory.
fn is_value(formula: &Formula, cycles: &Formula) -> bool {
    let wanted = cycles.at(Values::of_waits(0, 0));
    let mut waits = (0..=WAITS).flat_map(|r| (0..=WAITS + 2).map(move |w| (r, w)));
    waits.any(|(r, w)| formula.at(Values::of_waits(r, w)) == wanted)
}

/// Wait states of the slowest memory.
const WAITS: i64 = 31;

fn failed(error: &csv::Error) -> TableError {
    let line = error.position().map_or(0, csv::Position::line);
    syntax(line, error.to_string())
}

fn syntax(line: u64, message: impl Into<String>) -> TableError {
    TableError::Syntax {
        line: usize::try_from(line).unwrap_or_default(),
        message: message.into(),
    }
}

impl CostTable {
    /// A table in CSV to fill in: a row for each bytecode without cycles, with its formula here beside it.
    ///
    /// # Errors
    /// None that a table of this library can cause.
    pub fn to_template(&self) -> Result<String, TableError> {
        let failed = |error: &dyn std::fmt::Display| TableError::Write(error.to_string());
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header = ["bytecode", "scenario", "cycles", "derived"];
        writer
            .write_record(header)
            .map_err(|error| failed(&error))?;
        for row in self.all_rows().filter(|row| !row.paths.is_empty()) {
            let formula = row.paths[0].cycles.to_string();
            let record = [row.name.as_str(), "", "", &formula];
            writer
                .write_record(record)
                .map_err(|error| failed(&error))?;
        }
        let bytes = writer.into_inner().map_err(|error| failed(&error))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derive::derive;
    use crate::memory_timing::MemoryTiming;

    fn base() -> CostTable {
        derive(&microcode::jvm(microcode::Build::Jop), "jop")
    }

    fn cycles(text: &str, name: &str) -> String {
        let table = apply(text, base()).expect("a table");
        let row = table.all_rows().find(|row| row.name == name);
        row.expect("a row").paths[0].cycles.to_string()
    }

    fn error(text: &str) -> String {
        apply(text, base()).expect_err("no table").to_string()
    }

    #[test]
    fn the_csv_and_the_template_of_a_table_give_it_back() {
        let table = base();
        let memory = MemoryTiming::of(isa::MemoryKind::Sram32, 2).expect("a memory");
        for text in [table.to_csv(memory), table.to_template()] {
            let text = text.expect("a text");
            assert!(is_csv(&text));
            let read = apply(&text, base()).expect("a table");
            assert!(read.all_rows().eq(table.all_rows()));
        }
    }

    #[test]
    fn spreadsheets_of_all_languages_are_read() {
        for text in [
            "bytecode,cycles\niaload,\"1,015\"\n",
            "\u{feff}Cycles;note;Bytecode\r\n\"1.015,0\";slow;iaload\r\n;;\r\n",
            "OPCODE\tCYCLES\n0x2e\t1 015\n",
            "mnemonic;formula\niaload;1015\n",
            "opcode,bytecode,cycles,carrier\n0X2E,IALOAD,1015,Microcode\n",
        ] {
            assert_eq!(cycles(text, "iaload"), "1015", "{text}");
        }
        assert_eq!(
            cycles("name;cycles\niaload;max(3, r) + 2\n", "iaload"),
            "5 + max(0, r-3)"
        );
    }

    #[test]
    fn hidden_cycles_of_a_scenario_stay_whatever_the_order_of_the_rows() {
        let hidden = |text: &str, scenario| {
            let table = apply(text, base()).expect("a table");
            let row = table.all_rows().find(|row| row.name == "invokevirtual");
            let paths = &row.expect("a row").paths;
            let path = paths.iter().find(|path| path.scenario == scenario);
            let load = path.expect("a path").load.as_ref();
            load.expect("a load").hidden
        };
        for text in [
            "bytecode,scenario,hidden,cycles\ninvokevirtual,usual,3,\ninvokevirtual,,7,\n",
            "bytecode,scenario,hidden,cycles\ninvokevirtual,,7,\ninvokevirtual,usual,3,\n",
        ] {
            assert_eq!(hidden(text, Scenario::Usual), 3, "{text}");
        }
    }

    #[test]
    fn an_error_names_line_and_column() {
        let messages = [
            (
                "bytecode,cycles\niaload,7.5\n",
                "line 2: column `cycles`: `7.5` is no whole number; round it",
            ),
            (
                "bytecode;cycles\n\niaload;1.015\n",
                "line 3: column `cycles`: `1.015` can be 1015 or 1.015; write 1015 or 1.0150",
            ),
            (
                "bytecode,cycles\nialoda,7\n",
                "line 2: column `bytecode`: no bytecode `ialoda`; did you mean `iaload`?",
            ),
            (
                "bytecode,cycles\nqqqqqq,7\n",
                "line 2: column `bytecode`: no bytecode `qqqqqq`; `jop isa --bytecodes` lists them",
            ),
            (
                "bytecode,cycles\niaload,1.015\n",
                "line 2: column `cycles`: `1.015` can be 1015 or 1.015",
            ),
            (
                "bytecode,opcode,cycles\niaload,47,7\n",
                "line 2: column `bytecode`: `iaload`, but the opcode is that of `laload`",
            ),
            (
                "bytecode,cycles\niaload,7\niaload,8\n",
                "line 3: column `bytecode`: `iaload` again, as in line 2",
            ),
            (
                "bytecode,formula,cycles\niaload,7 + r,3\n",
                "line 2: column `formula`: `7 + r` is never 3 cycles",
            ),
            (
                "bytecode,price\niaload,7\n",
                "line 1: the header needs `bytecode` (or `opcode`) and `cycles` (or `formula`); found `bytecode`, `price`",
            ),
            (
                "bytecode,hidden,cycles\niadd,3,1\n",
                "column `hidden`: this path loads no method",
            ),
        ];
        for (text, message) in messages {
            let found = error(text);
            assert!(found.contains(message), "{found}\n{message}");
        }
    }
}
