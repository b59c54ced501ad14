//! Formulas of bounds: a number, an argument or a quantity of the image, and steps with numbers.

use isa::{MachineConfig, UartKind};

use crate::bound_source::BoundSource;
use crate::program::{Method, Program};
use crate::types::argument_types;
use crate::value::Value;

/// A number, an argument or a quantity, and steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Formula {
    /// Its logarithm is taken first.
    log2: bool,
    start: Start,
    steps: Vec<(char, i64)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Start {
    Number(i64),
    /// Name of an argument.
    Name(String),
    /// Word of the frame.
    Word(usize),
    /// A quantity of the image.
    Image(Quantity),
}

/// A quantity of the image or of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Classes,
    Depth,
    Dimensions,
    /// How often a program that sends finds the UART full.
    Uart,
}

impl Quantity {
    fn named(name: &str) -> Option<Self> {
        match name {
            "classes" => Some(Self::Classes),
            "depth" => Some(Self::Depth),
            "dimensions" => Some(Self::Dimensions),
            "uart" => Some(Self::Uart),
            _ => None,
        }
    }

    /// Its value; none if nothing bounds it.
    fn of(self, program: &Program<'_>, config: &MachineConfig) -> Option<usize> {
        match self {
            Self::Classes => Some(program.classes.len()),
            Self::Depth => Some(program.depth()),
            Self::Dimensions => Some(program.dimensions()),
            Self::Uart => (config.uart == UartKind::Instant).then_some(0),
        }
    }
}

pub(super) fn formulas(value: &toml::Value) -> Result<Vec<Formula>, String> {
    match value {
        toml::Value::Array(values) => values.iter().map(formula).collect(),
        value => Ok(vec![formula(value)?]),
    }
}

fn formula(value: &toml::Value) -> Result<Formula, String> {
    match value {
        toml::Value::Integer(number) if *number >= 0 => Ok(Formula {
            log2: false,
            start: Start::Number(*number),
            steps: Vec::new(),
        }),
        toml::Value::String(text) => Formula::parse(text),
        other => Err(format!(
            "`{other}` is no bound: a number from 0 on, or text such as \"length / 2 + 1\""
        )),
    }
}

impl Formula {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = |part: &str| {
            format!(
                "`{part}` in `{text}`: write an argument, then + - * / with numbers, each between blanks"
            )
        };
        let mut parts = text.split_whitespace();
        let mut first = parts.next().ok_or_else(|| wrong(""))?;
        let log2 = first == "log2";
        if log2 {
            first = parts.next().ok_or_else(|| wrong("log2"))?;
        }
        let start = if let Ok(number) = first.parse::<i64>() {
            Start::Number(number)
        } else if let Some(word) = first.strip_prefix('$') {
            Start::Word(word.parse().map_err(|_| wrong(first))?)
        } else if let Some(name) = first.strip_prefix('#') {
            Start::Image(Quantity::named(name).ok_or_else(|| wrong(first))?)
        } else {
            Start::Name(first.to_owned())
        };
        let mut steps = Vec::new();
        while let Some(operator) = parts.next() {
            let sign = match operator {
                "+" => '+',
                "-" => '-',
                "*" => '*',
                "/" => '/',
                _ => return Err(wrong(operator)),
            };
            let number = parts.next().unwrap_or_default();
            let by: i64 = number.parse().map_err(|_| wrong(number))?;
            if by < 1 {
                return Err(wrong(number));
            }
            steps.push((sign, by));
        }
        Ok(Self { log2, start, steps })
    }

    /// Returns true if its value depends on an argument.
    pub(super) fn takes_argument(&self) -> bool {
        matches!(self.start, Start::Name(_) | Start::Word(_))
    }

    /// Its value for the largest value of its argument; none if that is unknown.
    pub(super) fn value(
        &self,
        (program, config): (&Program<'_>, &MachineConfig),
        method: &Method<'_>,
        arguments: &[Value],
        source: BoundSource,
    ) -> Result<Option<u64>, String> {
        let (word, shown) = match &self.start {
            Start::Number(number) => return Ok(Some(self.steps_from(*number))),
            Start::Image(quantity) => {
                let quantity = quantity.of(program, config);
                let quantity = quantity.and_then(|it| i64::try_from(it).ok());
                return Ok(quantity.map(|it| self.steps_from(it)));
            }
            Start::Word(word) => (*word, format!("${word}")),
            Start::Name(name) => match method.symbol.slot_of(name, 0) {
                Some(slot) => (slot as usize, name.clone()),
                // Without names of variables the loop has no bound, and is refused as such.
                None if source == BoundSource::Runtime => return Ok(None),
                None => {
                    return Err(format!(
                        "`{name}` is no argument of {}; write $n for word n of its frame, or compile with -g",
                        method.name()
                    ));
                }
            },
        };
        let types = argument_types(method);
        let is_int = match types.get(word) {
            Some(ty) => ["I", "S", "B", "C", "Z"].contains(ty),
            // Beside its arguments: the number of keys of a search.
            None => source == BoundSource::Runtime,
        };
        if !is_int {
            return Err(format!(
                "`{shown}` is no int argument of {}; write a number, or another argument",
                method.name()
            ));
        }
        let largest = arguments.get(word).map(|value| value.range().1);
        let largest = largest.filter(|largest| *largest < i32::MAX);
        Ok(largest.map(|largest| self.steps_from(largest.into())))
    }

    fn steps_from(&self, start: i64) -> u64 {
        let steps = self.steps.iter();
        let start = match self.log2 {
            true => start.max(1).ilog2().into(),
            false => start.max(0),
        };
        let value = steps.fold(start, |value, (operator, by)| match operator {
            '+' => value.saturating_add(*by),
            '-' => (value - by).max(0),
            '*' => value.saturating_mul(*by),
            _ => value / by,
        });
        value.max(0).cast_unsigned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_goes_from_left_to_right_and_never_below_0() {
        let value = |text: &str| Formula::parse(text).map(|it| it.steps_from(20));
        assert_eq!(value("size / 8 + 1"), Ok(3));
        assert_eq!(value("size - 30 + 2"), Ok(2));
        assert_eq!(value("log2 size + 1"), Ok(5));
        assert!(value("#moons").is_err());
        assert!(value("size /").is_err());
        assert!(value("size ^ 2").is_err());
        assert!(value("size / 0").is_err());
    }
}
