//! Cost of a point: its on-chip memory, or a formula of the user's over that and other resources.
//!
//! ```toml
//! [[unit]]
//! name = "object cache"
//! when = { object_cache = true }      # options of the machine
//! luts = 350
//!
//! [[unit]]
//! name = "floating-point unit"
//! variant = "fpu"                     # a variant of the instruction set
//! luts = 2400
//!
//! [[unit]]
//! name = "method cache"
//! luts = "60 + 9 * blocks"            # a formula over numbers of the machine
//! ```

use std::collections::BTreeMap;

use exmex::{Express as _, FlatEx};
use isa::config_reference::{OPTIONS, Values};
use isa::{GivenProcessors, MachineConfig, Processors, given_processors};
use serde::Deserialize;

use crate::on_chip;
use crate::space::{Point, blocks_of};

/// A formula or a file of resources that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CostError {
    /// Text that is no formula.
    #[error("`{formula}` is no formula: {reason}")]
    Formula {
        /// The text.
        formula: String,
        /// The reason.
        reason: String,
    },
    /// A name that no point has.
    #[error("`{formula}` has the unknown name `{name}`: one of {known}")]
    Name {
        /// The text.
        formula: String,
        /// The name.
        name: String,
        /// Names that exist.
        known: String,
    },
    /// The file follows no schema.
    #[error("line {line}: {message}")]
    Syntax {
        /// Line of the file, from 1; 0 where none is known.
        line: usize,
        /// The reason, on one line.
        message: String,
    },
    /// A unit that depends on an option that does not exist.
    #[error("unit `{unit}`: {reason}")]
    Unit {
        /// Its name.
        unit: String,
        /// The reason.
        reason: String,
    },
}

/// Resources of units, by the name of the resource.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resources {
    #[serde(default, rename = "unit")]
    units: Vec<Unit>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Unit {
    name: String,
    #[serde(default)]
    when: toml::Table,
    variant: Option<String>,
    #[serde(flatten)]
    amounts: BTreeMap<String, Amount>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
enum Amount {
    Number(f64),
    Formula(String),
}

/// A formula, ready for many points.
#[derive(Debug, Clone)]
pub struct Cost {
    formula: Formula,
    resources: Resources,
}

#[derive(Debug, Clone)]
struct Formula {
    text: String,
    expression: FlatEx<f64>,
}

/// Numbers of a point by name.
type Numbers = BTreeMap<String, f64>;

impl CostError {
    /// The place of an error of the reader.
    pub(crate) fn syntax(text: &str, error: &toml::de::Error) -> Self {
        let line = |start: usize| text[..start].matches('\n').count() + 1;
        Self::Syntax {
            line: error.span().map_or(0, |span| line(span.start)),
            message: error.message().replace('\n', ", "),
        }
    }
}

impl Resources {
    /// Reads a file of resources.
    ///
    /// # Errors
    /// When it follows no schema, or names an option that does not exist.
    pub fn from_toml(text: &str) -> Result<Self, CostError> {
        let read: Self = toml::from_str(text).map_err(|error| CostError::syntax(text, &error))?;
        for unit in &read.units {
            unit.check()?;
        }
        Ok(read)
    }

    /// Names of the resources.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let units = self.units.iter().flat_map(|unit| unit.amounts.keys());
        let mut names: Vec<String> = units.cloned().collect();
        names.sort();
        names.dedup();
        names
    }
}

impl Unit {
    fn check(&self) -> Result<(), CostError> {
        let refuse = |reason: String| CostError::Unit {
            unit: self.name.clone(),
            reason,
        };
        for (option, value) in &self.when {
            let text = text_of(value);
            let set = match given_processors::option(option) {
                Some(_) => GivenProcessors::default().set(option, &text),
                None => MachineConfig::default().set(option, &text),
            };
            set.map_err(|error| refuse(error.to_string()))?;
        }
        for amount in self.amounts.values() {
            if let Amount::Formula(text) = amount {
                let known = numbers(&MachineConfig::default(), None);
                Formula::new(text)?.check(&known)?;
            }
        }
        Ok(())
    }

    /// Returns true if a point has the unit.
    fn is_in(
        &self,
        (machine, processors): (&MachineConfig, Option<Processors>),
        variant: &str,
    ) -> bool {
        let is_set = |(option, value): (&String, &toml::Value)| {
            let text = text_of(value);
            if given_processors::option(option).is_some() {
                let given = GivenProcessors::of(processors);
                let mut with = given.clone();
                return with.set(option, &text).is_ok() && with == given;
            }
            let mut with = machine.clone();
            with.set(option, &text).is_ok() && with == *machine
        };
        self.variant.as_ref().is_none_or(|wanted| wanted == variant) && self.when.iter().all(is_set)
    }
}

impl Cost {
    /// A formula; without one the bits of on-chip memory.
    ///
    /// # Errors
    /// When it is none, or has unknown names.
    pub fn new(formula: Option<&str>, resources: Resources) -> Result<Self, CostError> {
        let formula = Formula::new(formula.unwrap_or("bits"))?;
        let mut known = numbers(&MachineConfig::default(), None);
        known.extend(resources.names().into_iter().map(|name| (name, 0.0)));
        formula.check(&known)?;
        Ok(Self { formula, resources })
    }

    /// The formula as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.formula.text
    }

    /// The cost of a point with a variant of the instruction set.
    #[must_use]
    pub fn of(&self, point: &Point, variant: &str) -> f64 {
        let system = (&point.config, point.processors);
        let mut numbers = numbers(system.0, system.1);
        let mut sums: Numbers = self
            .resources
            .names()
            .into_iter()
            .map(|name| (name, 0.0))
            .collect();
        for unit in &self.resources.units {
            if !unit.is_in(system, variant) {
                continue;
            }
            for (name, amount) in &unit.amounts {
                *sums.entry(name.clone()).or_default() += match amount {
                    Amount::Number(number) => *number,
                    Amount::Formula(text) => {
                        Formula::new(text).map_or(f64::NAN, |formula| formula.at(&numbers))
                    }
                };
            }
        }
        numbers.extend(sums);
        self.formula.at(&numbers)
    }
}

impl Formula {
    fn new(text: &str) -> Result<Self, CostError> {
        let expression = exmex::parse::<f64>(text).map_err(|error| CostError::Formula {
            formula: text.to_owned(),
            reason: error.to_string().replace('\n', ", "),
        })?;
        Ok(Self {
            text: text.to_owned(),
            expression,
        })
    }

    fn check(&self, known: &Numbers) -> Result<(), CostError> {
        let mut names = self.expression.var_names().iter();
        match names.find(|name| !known.contains_key(*name)) {
            None => Ok(()),
            Some(name) => Err(CostError::Name {
                formula: self.text.clone(),
                name: name.clone(),
                known: known.keys().cloned().collect::<Vec<_>>().join(", "),
            }),
        }
    }

    fn at(&self, numbers: &Numbers) -> f64 {
        let names = self.expression.var_names().iter();
        let values: Vec<f64> = names
            .map(|name| numbers.get(name).copied().unwrap_or(f64::NAN))
            .collect();
        self.expression.eval(&values).unwrap_or(f64::NAN)
    }
}

/// Numbers of a machine: its options, switches as 0 and 1, and what follows from them; slots are 0 without TDMA.
fn numbers(machine: &MachineConfig, processors: Option<Processors>) -> Numbers {
    let mut numbers = Numbers::new();
    for option in OPTIONS {
        if let Values::Range { value, .. } = option.values {
            numbers.insert(option.name.to_owned(), value(machine) as f64);
        }
    }
    let switch = |on: bool| if on { 1.0 } else { 0.0 };
    let bits = on_chip::bits(machine, processors);
    let slots = processors.and_then(|it| it.arbiter.slots());
    let slots = slots.map_or([0; 3], |it| [it.slot, it.read_gap, it.write_gap]);
    let own = [
        ("cores", processors.map_or(1.0, |it| f64::from(it.cores))),
        ("slot", slots[0].into()),
        ("read_gap", slots[1].into()),
        ("write_gap", slots[2].into()),
        ("object_cache", switch(machine.object_cache)),
        ("data_cache", switch(machine.data_cache)),
        ("size", f64::from(1u32 << machine.jpc_width)),
        ("blocks", f64::from(blocks_of(machine).unwrap_or(1))),
        ("bits", bits as f64),
        ("bytes", bits as f64 / 8.0),
    ];
    numbers.extend(own.map(|(name, number)| (name.to_owned(), number)));
    numbers
}

/// A value as a configuration has it.
fn text_of(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: &str = "[[unit]]\nname = \"core\"\nluts = 2000\n\
        [[unit]]\nname = \"object cache\"\nwhen = { object_cache = true }\nluts = 350\n\
        [[unit]]\nname = \"fpu\"\nvariant = \"fpu\"\nluts = 2400\n\
        [[unit]]\nname = \"tags\"\nwhen = { method_cache = \"fifo\" }\nluts = \"60 + 9 * blocks\"\n";

    fn point(text: &str) -> Point {
        let system = isa::System::from_toml(text).unwrap_or_else(|error| panic!("{error}"));
        Point {
            variant: 0,
            config: system.machine,
            processors: system.processors,
        }
    }

    fn cost(formula: &str) -> Cost {
        let resources = Resources::from_toml(UNITS).unwrap_or_else(|error| panic!("{error}"));
        Cost::new(Some(formula), resources).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn units_count_where_their_options_and_their_variant_are() {
        let plain = point("");
        let luts = cost("luts");
        assert!((luts.of(&plain, "base") - 2204.0).abs() < 1e-9);
        assert!((luts.of(&plain, "fpu") - 4604.0).abs() < 1e-9);
        let other = point("object_cache = true\nmethod_cache = \"lru\"");
        assert!((luts.of(&other, "base") - 2350.0).abs() < 1e-9);
        let both = cost("bits + 0.5*luts");
        let bits = on_chip::bits(&plain.config, None) as f64;
        assert!((both.of(&plain, "base") - bits - 1102.0).abs() < 1e-9);
    }

    #[test]
    fn units_and_formulas_know_the_cores() {
        let units = "[[unit]]\nname = \"arbiter\"\nwhen = { arbiter = \"tdma\" }\nluts = \"90 * cores + slot\"\n\
            [[unit]]\nname = \"one\"\nwhen = { cores = 1 }\nluts = 7\n";
        let cost = Cost::new(Some("luts"), Resources::from_toml(units).unwrap()).unwrap();
        let at = |text: &str| cost.of(&point(text), "base");
        assert!((at("cores = 4") - 363.0).abs() < 1e-9);
        assert!((at("cores = 4\narbiter = \"fair\"") - 0.0).abs() < 1e-9);
        assert!((at("") - 7.0).abs() < 1e-9);
    }

    #[test]
    fn without_a_formula_the_cost_is_the_bits() {
        let cost = Cost::new(None, Resources::default()).unwrap();
        let plain = point("");
        let bits = on_chip::bits(&plain.config, None) as f64;
        assert!((cost.of(&plain, "base") - bits).abs() < 1e-9);
    }

    #[test]
    fn unknown_names_options_and_broken_formulas_are_refused() {
        let resources = || Resources::from_toml(UNITS).unwrap();
        let error = |formula: &str| {
            Cost::new(Some(formula), resources())
                .unwrap_err()
                .to_string()
        };
        assert!(error("bits + watts").contains("unknown name `watts`"));
        assert!(error("bits +").contains("no formula"));
        let file = |text: &str| Resources::from_toml(text).unwrap_err().to_string();
        assert!(
            file("[[unit]]\nname = \"a\"\nwhen = { dcache = true }").contains("no option `dcache`")
        );
        assert!(file("[[unit]]\nluts = 3").contains("line"));
        assert!(file("[[unit]]\nname = \"a\"\nluts = \"2 * sise\"").contains("sise"));
    }
}
