//! Tables as text for people, as JSON and as CSV, from the same rows.

use std::cmp::Ordering;
use std::io;

use clap::ValueEnum;

use comfy_table::{CellAlignment, ContentArrangement, presets};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use terminal_size::terminal_size_of;

use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::typeset::{self, Typesetting};

/// Formats of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns
    Table,
    /// One object; docs/schemas has its schema
    Json,
    /// Comma-separated values with a header line
    Csv,
}

/// The option of every command that prints a table.
#[derive(Debug, clap::Args)]
pub(crate) struct FormatArguments {
    /// Format of the table
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        default_value = "table",
        value_name = "FORMAT"
    )]
    pub(crate) format: Format,
}

/// One value of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// Text, as it is.
    Text(String),
    /// A count, shown to people with separators of thousands.
    Count(u64),
    /// A quantity, shown to people with so many decimals.
    Decimal(f64, usize),
    /// A part of a whole, 0 to 1, shown to people as a percentage.
    Part(f64),
    /// A signed difference.
    Difference(i128),
    /// A signed relative error, shown to people as a percentage; exactly none as 0.
    Error(f64),
    /// The error of a figure that may be anything, in every format a word.
    Unbounded,
    /// No value, shown in tables as a dash.
    None,
    /// No value, shown as nothing.
    Blank,
}

impl Value {
    /// A whole number, or one with two decimals.
    #[cfg(feature = "whole")]
    pub(crate) fn of_number(value: f64) -> Self {
        match value.fract() == 0.0 && (0.0..9e15).contains(&value) {
            true => Self::Count(value as u64),
            false => Self::Decimal(value, 2),
        }
    }

    fn is_number(&self) -> bool {
        !matches!(self, Self::Text(_))
    }

    fn for_people(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => thousands(*count),
            Self::Decimal(value, decimals) => decimal(*value, *decimals),
            Self::Part(part) => format!("{:.2} %", 100.0 * part),
            Self::Difference(difference) => signed(*difference),
            Self::Error(0.0) => "0".to_owned(),
            Self::Error(error) => format!("{:+.2} %", 100.0 * error),
            Self::Unbounded => UNBOUNDED.to_owned(),
            Self::None => "-".to_owned(),
            Self::Blank => String::new(),
        }
    }
}

impl Value {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(*count as f64),
            Self::Decimal(value, _) | Self::Part(value) | Self::Error(value) => Some(*value),
            Self::Difference(difference) => Some(*difference as f64),
            Self::Unbounded => Some(f64::INFINITY),
            Self::Text(_) | Self::None | Self::Blank => None,
        }
    }

    /// Numbers fall, and are before texts, which rise, and what has no value.
    fn falling(&self, other: &Self) -> Ordering {
        match (self.number(), other.number()) {
            (Some(own), Some(other)) => other.total_cmp(&own),
            (own, other) if own.is_some() || other.is_some() => other.is_some().cmp(&own.is_some()),
            _ => match (self, other) {
                (Self::Text(own), Self::Text(other)) => own.cmp(other),
                (own, other) => own.is_number().cmp(&other.is_number()),
            },
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Value {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) if text.is_empty() => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Decimal(value, _) | Self::Part(value) | Self::Error(value) => {
                serializer.serialize_f64(*value)
            }
            Self::Difference(difference) => serializer.serialize_i128(*difference),
            Self::Unbounded => serializer.serialize_str(UNBOUNDED),
            Self::None | Self::Blank => serializer.serialize_none(),
        }
    }
}

/// Which rows of a table are printed, and in which order.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Order<'a> {
    /// Most rows that people get; 0 for all.
    pub(crate) top: usize,
    /// The column by which they are sorted; otherwise they stay as they are.
    pub(crate) sort: Option<&'a str>,
}

/// Rows under named columns.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
    /// Rows that were left out, for people.
    missing: usize,
}

impl Table {
    /// An empty table.
    pub(crate) fn new<S: AsRef<str>>(columns: &[S]) -> Self {
        let columns = columns.iter().map(|column| column.as_ref().to_owned());
        Self {
            columns: columns.collect(),
            rows: Vec::new(),
            missing: 0,
        }
    }

    /// The rows in an order, and for people no more than are wanted.
    ///
    /// # Errors
    /// When there is no such column.
    pub(crate) fn ordered(self, order: Order<'_>, format: Format) -> Result<Self, Error> {
        let mut table = self.sorted(order.sort)?;
        (table.rows, table.missing) = limited(table.rows, order.top, format);
        Ok(table)
    }

    /// The rows by a column, numbers falling and texts rising; without one as they are.
    ///
    /// # Errors
    /// When there is no such column.
    pub(crate) fn sorted(mut self, column: Option<&str>) -> Result<Self, Error> {
        if let Some(name) = column {
            let column = self.column(name)?;
            self.rows.sort_by(|a, b| a[column].falling(&b[column]));
        }
        Ok(self)
    }

    /// The place of a column that is named as in the head of the table, or as in JSON.
    fn column(&self, name: &str) -> Result<usize, Error> {
        let wanted = key(name);
        let place = self.columns.iter().position(|column| key(column) == wanted);
        place.filter(|_| !wanted.is_empty()).ok_or_else(|| {
            let names = self.columns.iter().filter(|column| !column.is_empty());
            let names: Vec<&str> = names.map(String::as_str).collect();
            Error::Input(format!(
                "--sort {name}: no such column; there are {}",
                names.join(", ")
            ))
        })
    }

    /// Two of its columns: names, and the numbers of those that have one.
    ///
    /// # Errors
    /// When there is no such column.
    #[cfg(feature = "whole")]
    pub(crate) fn pairs(&self, name: &str, number: &str) -> Result<Vec<(String, f64)>, Error> {
        let (name, number) = (self.column(name)?, self.column(number)?);
        let pairs = self.rows.iter();
        let pairs = pairs.filter_map(|row| Some((row[name].for_people(), row[number].number()?)));
        Ok(pairs.collect())
    }

    /// The same with a last line for people that says how many rows `--top` leaves out.
    pub(crate) fn without(mut self, rows: usize) -> Self {
        self.missing = rows;
        self
    }

    /// Appends a row with a value for each column.
    pub(crate) fn push(&mut self, row: Vec<Value>) {
        self.rows.push(row);
    }

    /// The table as text that ends with a line end; as JSON it is this document.
    pub(crate) fn render(&self, format: Format, document: Document) -> Result<String, Error> {
        match format {
            Format::Table => Ok(self.for_people()),
            Format::Json => document::json(document, self),
            Format::Csv => self.csv(),
        }
    }

    /// The table as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            // Names such as <init> are no HTML.
            let escaped = |cell: String| cell.replace('|', "\\|").replace('<', "&lt;");
            let cells: Vec<String> = cells.map(escaped).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&mut self.columns.iter().cloned());
        let is_number = |index: usize| self.rows.iter().all(|row| row[index].is_number());
        let rule =
            (0..self.columns.len()).map(|index| if is_number(index) { "--:" } else { "---" });
        text += &line(&mut rule.map(str::to_owned));
        for row in &self.rows {
            text += &line(&mut row.iter().map(Value::for_people));
        }
        text
    }

    /// Aligned columns, or a table of the form that the file's ending means.
    pub(crate) fn for_people(&self) -> String {
        let mut text = match typeset::chosen() {
            None => self.aligned(),
            Some(Typesetting::Markdown) => self.markdown(),
            Some(Typesetting::Latex) => self.latex(),
        };
        if self.missing != 0 {
            text += &more(self.missing);
        }
        text
    }

    /// The table as LaTeX.
    pub(crate) fn latex(&self) -> String {
        let cells = |row: &Vec<Value>| row.iter().map(Value::for_people).collect();
        let rows: Vec<Vec<String>> = self.rows.iter().map(cells).collect();
        let is_number = |index: usize| {
            self.rows
                .iter()
                .all(|row: &Vec<Value>| row[index].is_number())
        };
        let numbers: Vec<bool> = (0..self.columns.len()).map(is_number).collect();
        typeset::latex(&self.columns, &rows, &numbers)
    }

    fn aligned(&self) -> String {
        let mut table = comfy_table::Table::new();
        // Wraps to the width of a terminal; a pipe gets every row on one line.
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic);
        if let Some((terminal_size::Width(columns), _)) = terminal_size_of(io::stdout()) {
            table.set_width(columns);
        }
        table.set_header(&self.columns);
        for row in &self.rows {
            table.add_row(row.iter().map(Value::for_people));
        }
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if self.rows.iter().all(|row| row[index].is_number()) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.trim_fmt() + "\n"
    }

    /// Comma-separated values with a header line of the keys that JSON has.
    pub(crate) fn csv(&self) -> Result<String, Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let keys = self.columns.iter().map(|column| key(column));
        writer
            .write_record(keys.collect::<Vec<_>>())
            .map_err(internal)?;
        for row in &self.rows {
            writer.serialize(row).map_err(internal)?;
        }
        let bytes = writer
            .into_inner()
            .map_err(|reason| internal(reason.into_error().into()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let keys: Vec<String> = self.columns.iter().map(|column| key(column)).collect();
        struct Object<'a>(&'a [String], &'a [Value]);
        impl Serialize for Object<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(Some(self.0.len()))?;
                for (name, value) in self.0.iter().zip(self.1) {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
        let mut rows = serializer.serialize_seq(Some(self.rows.len()))?;
        for row in &self.rows {
            rows.serialize_element(&Object(&keys, row))?;
        }
        rows.end()
    }
}

/// A column's name as a key of JSON: `self_cycles`, `total_per_call`, `io`.
fn key(column: &str) -> String {
    let words = column.replace("I/O", "io").replace('/', " per ");
    let words = words.replace('%', " percent ").to_lowercase();
    let words = words.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// Rows that are printed, and how many are left out: programs get all, people the first `top`, or all if it is 0.
pub(crate) fn limited<T>(mut rows: Vec<T>, top: usize, format: Format) -> (Vec<T>, usize) {
    let all = rows.len();
    if format == Format::Table && top != 0 {
        rows.truncate(top);
    }
    let missing = all - rows.len();
    (rows, missing)
}

/// The error of a figure that may be anything.
const UNBOUNDED: &str = "unbounded";

/// Parts of a list in one cell that people get, of which `--top 0` gives all.
const LISTED: usize = 4;

/// Parts of a list in one cell that are printed: programs get all, people a few, or all if `top` is 0.
pub(crate) fn listed(top: usize, format: Format) -> usize {
    match format == Format::Table && top != 0 {
        true => LISTED,
        false => usize::MAX,
    }
}

/// A list in one cell, of at most so many parts, and how many more there are.
pub(crate) fn list(mut parts: Vec<String>, most: usize, separator: &str) -> String {
    let all = parts.len();
    parts.truncate(most);
    if parts.len() < all {
        parts.push(format!("{} more", thousands((all - parts.len()) as u64)));
    }
    parts.join(separator)
}

/// The line that says how many rows `--top` leaves out.
pub(crate) fn more(missing: usize) -> String {
    format!(
        "and {} more; --top 0 prints all\n",
        thousands(missing as u64)
    )
}

/// 1234567 as `1,234,567`.
pub(crate) fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// 1234.56 as `1,234.6` with one decimal.
pub(crate) fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let end = text.find('.').unwrap_or(text.len());
    match text[..end].parse() {
        Ok(whole) => thousands(whole) + &text[end..],
        Err(_) => text,
    }
}

/// `1 call`, `2,000 calls`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let ending = match (count, noun.ends_with('s')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{} {noun}{ending}", thousands(count))
}

/// -1234 as `-1,234`, 0 without a sign.
fn signed(difference: i128) -> String {
    let magnitude = thousands(u64::try_from(difference.unsigned_abs()).unwrap_or(u64::MAX));
    match difference.signum() {
        0 => magnitude,
        1 => format!("+{magnitude}"),
        _ => format!("-{magnitude}"),
    }
}

fn internal(reason: csv::Error) -> Error {
    Error::System {
        what: "write CSV",
        reason: reason.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&["name", "cycles"]);
        table.push(vec!["a, \"b\"".into(), 1_234_567.into()]);
        table.push(vec!["c".into(), 2.into()]);
        table
    }

    #[test]
    fn people_get_aligned_columns_with_separated_thousands() {
        assert_eq!(
            table().for_people(),
            "name       cycles\na, \"b\"  1,234,567\nc               2\n"
        );
    }

    #[test]
    fn markdown_shows_bars_and_angle_brackets_as_they_are() {
        let mut table = Table::new(&["a|b", "c"]);
        table.push(vec!["Sieve.<init>()V".into(), 2.into()]);
        let shown = "| a\\|b | c |\n| --- | --: |\n| Sieve.&lt;init>()V | 2 |\n";
        assert_eq!(table.markdown(), shown);
    }

    #[test]
    fn people_get_rounded_numbers_and_percentages_and_programs_all_digits() {
        let mut table = Table::new(&["a", "b"]);
        table.push(vec![Value::Decimal(2.0625, 2), Value::Part(0.125)]);
        assert_eq!(table.for_people(), "   a        b\n2.06  12.50 %\n");
        assert_eq!(table.csv().unwrap(), "a,b\n2.0625,0.125\n");
    }

    #[test]
    fn differences_and_errors_have_a_sign_unless_they_are_nothing() {
        let mut table = Table::new(&["cycles", "error", "tau"]);
        table.push(vec![
            Value::Difference(-1234),
            Value::Error(-0.00042),
            Value::None,
        ]);
        table.push(vec![
            Value::Difference(0),
            Value::Error(0.0),
            Value::Decimal(0.5, 2),
        ]);
        assert_eq!(
            table.for_people(),
            "cycles    error   tau\n-1,234  -0.04 %     -\n     0        0  0.50\n"
        );
        assert_eq!(
            table.csv().unwrap(),
            "cycles,error,tau\n-1234,-0.00042,\n0,0.0,0.5\n"
        );
    }

    #[test]
    fn csv_quotes_what_needs_it_and_keeps_bare_numbers() {
        assert_eq!(
            table().csv().unwrap(),
            "name,cycles\n\"a, \"\"b\"\"\",1234567\nc,2\n"
        );
    }

    #[test]
    fn json_keeps_the_order_of_columns() {
        let text = table().render(Format::Json, Document::Switches).unwrap();
        // Units are in alphabetical order.
        let (_, rows) = text.split_once("\"rows\"").unwrap();
        assert!(rows.find("name").unwrap() < rows.find("cycles").unwrap());
        assert!(text.contains("\"cycles\": 1234567"));
    }

    #[test]
    fn only_people_get_a_part_and_are_told_so() {
        assert_eq!(limited(vec![1, 2, 3], 2, Format::Table), (vec![1, 2], 1));
        assert_eq!(limited(vec![1, 2, 3], 0, Format::Table), (vec![1, 2, 3], 0));
        assert_eq!(limited(vec![1, 2, 3], 2, Format::Csv), (vec![1, 2, 3], 0));
        let text = table().without(1).for_people();
        assert!(
            text.ends_with("2\nand 1 more; --top 0 prints all\n"),
            "{text}"
        );
    }

    #[test]
    fn keys_of_json_are_words_joined_by_underscores() {
        let keys = [
            "self cycles",
            "total/call",
            "I/O",
            "load-on-invoke",
            "error %",
        ]
        .map(key);
        let wanted = [
            "self_cycles",
            "total_per_call",
            "io",
            "load_on_invoke",
            "error_percent",
        ];
        assert_eq!(keys, wanted);
    }

    #[test]
    fn decimals_have_separators_and_one_thing_is_singular() {
        let decimals = [
            (25_703.84, 1),
            (2.0625, 2),
            (-1234.5, 1),
            (999.96, 1),
            (7.4, 0),
        ];
        assert_eq!(
            decimals.map(|(value, decimals)| decimal(value, decimals)),
            ["25,703.8", "2.06", "-1234.5", "1,000.0", "7"]
        );
        let counts = [(0, "call"), (1, "call"), (2000, "class"), (1, "class")];
        assert_eq!(
            counts.map(|(count, noun)| counted(count, noun)),
            ["0 calls", "1 call", "2,000 classes", "1 class"]
        );
    }

    #[test]
    fn thousands_are_separated_from_the_right() {
        assert_eq!(
            [0, 999, 1000, 1_000_000].map(thousands),
            ["0", "999", "1,000", "1,000,000"]
        );
    }

    #[test]
    fn numbers_fall_before_texts_that_rise_and_before_what_has_no_value() {
        let mut table = Table::new(&["a / b", "name"]);
        for (value, name) in [
            (Value::None, "none"),
            ("b".into(), "later"),
            (Value::Count(2), "two"),
            (Value::Part(2.5), "more"),
            ("a".into(), "earlier"),
            (Value::Unbounded, "all"),
        ] {
            table.push(vec![value, name.into()]);
        }
        let order = Order {
            top: 5,
            sort: Some("A_per_B"),
        };
        let text = table.clone().ordered(order, Format::Table).unwrap();
        let names = text.rows.iter().map(|row| row[1].for_people());
        let names: Vec<String> = names.collect();
        assert_eq!(names, ["all", "more", "two", "earlier", "later"]);
        assert_eq!(text.missing, 1);
        let unknown = table.sorted(Some("c")).map(|_| ()).unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "--sort c: no such column; there are a / b, name"
        );
    }
}
