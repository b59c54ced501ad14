//! Small tables: a base and the rows that differ from it.
//!
//! ```text
//! base = "derived"        derived, published, or a file
//!
//! [[bytecode]]
//! name = "iaload"         or opcode = 46
//! cycles = 15             a number or a formula; of every path that raises no exception
//! ```

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use crate::file::{TableError, content, json_syntax, json_table, toml_syntax};
use crate::formula::Formula;
use crate::scenario::Scenario;
use crate::table::{Carrier, CostRow, CostTable, Path};

/// Changes of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overrides {
    /// The table that is changed: `derived`, `published`, or a file.
    pub base: String,
    /// Cycles of the load of a method.
    #[serde(default)]
    method_load: LoadChange,
    /// The changed rows.
    #[serde(default, rename = "bytecode")]
    pub rows: Vec<RowChange>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoadChange {
    hit: Option<Formula>,
    miss: Option<Formula>,
}

/// Changes of a row; what is absent stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowChange {
    /// Name of the bytecode; `interrupt`, `exception` or `reset`.
    name: Option<String>,
    /// Its number, in place of the name.
    opcode: Option<u8>,
    /// The path that changes; without it all that raise no exception.
    scenario: Option<Scenario>,
    /// Its implementation.
    carrier: Option<Carrier>,
    /// Cycles from dispatch to dispatch, without the load of a method.
    cycles: Option<Formula>,
    /// Cycles that run beside the load.
    hidden: Option<u32>,
}

impl Overrides {
    /// Reads overrides from TOML; none if the text has no `base`, as a whole table has not.
    ///
    /// # Errors
    /// When the text has a base but does not follow the schema.
    pub fn from_toml(text: &str) -> Result<Option<Self>, TableError> {
        match toml::from_str::<toml::Table>(text) {
            Ok(table) if table.contains_key("base") => toml::from_str(text)
                .map(Some)
                .map_err(|error| toml_syntax(text, &error)),
            Ok(table) if !table.contains_key("version") => Err(neither()),
            _ => Ok(None),
        }
    }

    /// Reads overrides from JSON; none if the text has no `base`.
    ///
    /// # Errors
    /// When the text has a base but does not follow the schema.
    pub fn from_json(text: &str) -> Result<Option<Self>, TableError> {
        let text = json_table(text)?;
        match serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(&text) {
            Ok(table) if table.contains_key("base") => serde_json::from_str(&text)
                .map(Some)
                .map_err(|error| json_syntax(&error)),
            Ok(table) if !table.contains_key("version") => Err(neither()),
            _ => Ok(None),
        }
    }

    /// The base with these changes.
    ///
    /// # Errors
    /// When a row is unknown, or the result is no table.
    pub fn apply(&self, base: CostTable) -> Result<CostTable, TableError> {
        self.refuse_twice()?;
        let mut table = base;
        let loads = [
            (&mut table.method_load.hit, &self.method_load.hit),
            (&mut table.method_load.miss, &self.method_load.miss),
        ];
        for (formula, change) in loads {
            if let Some(change) = change {
                formula.clone_from(change);
            }
        }
        RowChange::apply_all(&self.rows, table)
    }

    /// A row and path stand once, as in a whole table.
    fn refuse_twice(&self) -> Result<(), TableError> {
        for (before, change) in self.rows.iter().enumerate() {
            let place = change.place();
            if self.rows[..before].iter().any(|row| row.place() == place) {
                let name = change.name.clone();
                let name = name.or_else(|| Some(format!("opcode {}", change.opcode?)));
                let name = name.unwrap_or_else(|| "bytecode".to_owned());
                return Err(content(&name, "it is changed twice; keep one of both"));
            }
        }
        Ok(())
    }
}

impl RowChange {
    /// A table with these rows changed, in their order. Changes of one row and path are one.
    ///
    /// # Errors
    /// When a row is unknown, or the result is no table.
    pub fn apply_all(changes: &[Self], base: CostTable) -> Result<CostTable, TableError> {
        let mut table = base;
        let mut merged: Vec<Self> = Vec::new();
        for change in changes {
            if !merged.iter_mut().any(|known| known.absorb(change)) {
                merged.push(change.clone());
            }
        }
        for change in merged {
            change.apply(&mut table)?;
        }
        let provenance = &mut table.provenance;
        provenance.microcode_sha256.clear();
        if !provenance.microcode.ends_with(", changed") {
            provenance.microcode += ", changed";
        }
        table.check()?;
        Ok(table)
    }

    /// The change of a row's cycles.
    pub(crate) fn of_cycles(
        name: &str,
        scenario: Option<Scenario>,
        carrier: Option<Carrier>,
        cycles: Formula,
    ) -> Self {
        Self {
            name: Some(name.to_owned()),
            scenario,
            carrier,
            cycles: Some(cycles),
            ..Self::default()
        }
    }

    /// The name of its row; none if it has a number instead.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Row and path.
    fn place(&self) -> (Option<&str>, Option<u8>, Option<Scenario>) {
        (self.name.as_deref(), self.opcode, self.scenario)
    }

    /// Adds what another change of the same row and path says; false if it is of another.
    fn absorb(&mut self, other: &Self) -> bool {
        let same = self.place() == other.place();
        if same {
            self.carrier = other.carrier.or(self.carrier);
            self.hidden = other.hidden.or(self.hidden);
            self.cycles = other.cycles.clone().or_else(|| self.cycles.take());
        }
        same
    }

    fn apply(&self, table: &mut CostTable) -> Result<(), TableError> {
        let template = call_of_routine(table);
        let row = self.row(table)?;
        match self.carrier {
            Some(Carrier::Java) if row.carrier == Carrier::Microcode => {
                let Some(template) = template.filter(|_| row.opcode.is_some()) else {
                    let message = "carrier = \"java\": the base has no bytecode in Java whose call it could take";
                    return Err(content(&row.name, message));
                };
                row.carrier = Carrier::Java;
                row.method = row.opcode;
                row.entry = template.entry;
                row.paths = template.paths;
                row.unexplored.clear();
                row.underivable.clear();
                self.change_cycles(row);
            }
            Some(Carrier::Microcode) if row.carrier == Carrier::Java => {
                let Some(cycles) = &self.cycles else {
                    let message =
                        "carrier = \"microcode\": the base has it in Java; give its `cycles`, too";
                    return Err(content(&row.name, message));
                };
                row.carrier = Carrier::Microcode;
                row.method = None;
                row.entry = None;
                row.unexplored.clear();
                row.underivable.clear();
                row.paths = vec![Path::of_cycles(Scenario::Usual, cycles.clone())];
            }
            _ => self.change_cycles(row),
        }
        self.change_hidden(row)
    }

    fn row<'a>(&self, table: &'a mut CostTable) -> Result<&'a mut CostRow, TableError> {
        let name = self.name.as_deref().unwrap_or_default();
        let remedy = table.remedy_for(name);
        let mut rows = table.all_rows_mut();
        let found = match (&self.name, self.opcode) {
            (Some(name), None) => rows.find(|row| row.name.eq_ignore_ascii_case(name)),
            (None, Some(opcode)) => rows.find(|row| row.opcode == Some(opcode)),
            _ => {
                let message = "a changed row has a `name` or an `opcode`, one of both";
                return Err(content("bytecode", message));
            }
        };
        found.ok_or_else(|| content(name, format!("no bytecode; {remedy}")))
    }

    fn change_cycles(&self, row: &mut CostRow) {
        let Some(cycles) = &self.cycles else {
            return;
        };
        let wanted = self.scenario.unwrap_or_default();
        if row.paths.iter().all(|path| path.scenario != wanted) {
            let usual = row.path(Scenario::Usual).cloned();
            let path = usual.unwrap_or_else(|| Path::of_cycles(wanted, cycles.clone()));
            row.paths.push(Path {
                scenario: wanted,
                ..path
            });
            row.underivable.retain(|listed| listed.scenario != wanted);
        }
        for path in &mut row.paths {
            let is_meant = match self.scenario {
                Some(wanted) => path.scenario == wanted,
                None => path.exception.is_none(),
            };
            if is_meant && path.cycles != *cycles {
                // Where the bytecode waits stays; the rest of the cycles is its own work.
                *path = Path {
                    read_stall: std::mem::take(&mut path.read_stall),
                    write_stall: std::mem::take(&mut path.write_stall),
                    load: path.load.take(),
                    exception: path.exception.take(),
                    condition: std::mem::take(&mut path.condition),
                    ..Path::of_cycles(path.scenario, cycles.clone())
                };
            }
        }
    }

    fn change_hidden(&self, row: &mut CostRow) -> Result<(), TableError> {
        let Some(hidden) = self.hidden else {
            return Ok(());
        };
        let mut loads = 0;
        let meant = row
            .paths
            .iter_mut()
            .filter(|path| self.scenario.is_none_or(|it| it == path.scenario));
        for load in meant.filter_map(|path| path.load.as_mut()) {
            load.hidden = hidden;
            loads += 1;
        }
        match loads {
            0 => Err(content(&row.name, "`hidden`: it loads no method")),
            _ => Ok(()),
        }
    }
}

/// The row of a bytecode that does nothing but call its Java method: the one that most others in Java share.
fn call_of_routine(table: &CostTable) -> Option<CostRow> {
    let in_java = || {
        table
            .bytecodes
            .iter()
            .filter(|row| row.carrier == Carrier::Java)
    };
    let sharing = |row: &CostRow| in_java().filter(|other| other.entry == row.entry).count();
    in_java().max_by_key(|row| sharing(row)).cloned()
}

fn neither() -> TableError {
    let message = "no `version`, as a whole table has, and no `base`, as changes of one have: begin with base = \"derived\" for a few changed rows";
    content("table", message)
}

/// As [`RowChange::from_str`] reads its parts, those of one change separated by spaces: `fadd.carrier=microcode fadd=6`.
impl fmt::Display for RowChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match (&self.name, self.opcode) {
            (Some(name), _) => name.clone(),
            (None, number) => number.unwrap_or_default().to_string(),
        };
        let carrier = self.carrier.map(|carrier| match carrier {
            Carrier::Microcode => format!("{name}.carrier=microcode"),
            Carrier::Java => format!("{name}.carrier=java"),
        });
        let scenario = self.scenario.map_or(String::new(), |it| format!("/{it}"));
        let cycles = self.cycles.as_ref();
        let cycles = cycles.map(|cycles| format!("{name}{scenario}={cycles}"));
        let hidden = self.hidden.map(|hidden| format!("{name}.hidden={hidden}"));
        let parts: Vec<String> = [carrier, cycles, hidden].into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

/// `iaload=15`, `0x2e=15`, `iaload/null=8`, `idiv.carrier=microcode`, `invokestatic.hidden=30`.
impl FromStr for RowChange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (place, value) = text
            .split_once('=')
            .ok_or_else(|| "no `=`; write ROW=CYCLES, as in iaload=15".to_owned())?;
        let (place, key) = place.split_once('.').unwrap_or((place, "cycles"));
        let (name, scenario) = match place.split_once('/') {
            Some((name, scenario)) => (name, Some(scenario_of(scenario)?)),
            None => (place, None),
        };
        if name.is_empty() {
            return Err("no row; write ROW=CYCLES, as in iaload=15".to_owned());
        }
        let opcode = opcode_of(name);
        let mut change = Self {
            name: opcode.is_none().then(|| name.to_owned()),
            opcode,
            scenario,
            ..Self::default()
        };
        match key {
            "cycles" => {
                let formula = value.parse::<Formula>();
                change.cycles = Some(formula.map_err(|error| error.to_string())?);
            }
            "hidden" => {
                let number = value.parse();
                change.hidden =
                    Some(number.map_err(|_| format!("`{value}` is no number of cycles"))?);
            }
            "carrier" => {
                change.carrier = Some(match value {
                    "microcode" => Carrier::Microcode,
                    "java" => Carrier::Java,
                    _ => return Err(format!("`{value}` is no carrier: microcode or java")),
                });
            }
            _ => return Err(format!("no key `{key}`: cycles, hidden or carrier")),
        }
        Ok(change)
    }
}

/// A number of a bytecode: 46 or 0x2e.
fn opcode_of(text: &str) -> Option<u8> {
    text.strip_prefix("0x").map_or_else(
        || text.parse().ok(),
        |digits| u8::from_str_radix(digits, 16).ok(),
    )
}

fn scenario_of(name: &str) -> Result<Scenario, String> {
    let mut all = Scenario::ALL.iter();
    all.find(|scenario| scenario.name() == name)
        .copied()
        .ok_or_else(|| format!("no scenario `{name}`; docs/cost-table.md lists them"))
}
