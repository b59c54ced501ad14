//! Bounds that people give: of loops and of recursion, in files and in the data of the runtime.
//!
//! ```toml
//! [loops]
//! "lift.Queue.takeTo:44" = 12                        # the loop on that line
//! "motor.Crc16.update" = [8, "length / 2 + 1"]        # the loops of a method in the order of the code
//! [recursion]
//! "kernel.Recursion.ackermann" = 200                 # most calls of it that are active at once
//! ```
//!
//! A bound is how often a loop is *repeated* for one entry: for loops that test before each pass that is the number of passes; of a loop that
//! tests after each pass it is one less. It is a number or a formula: an int argument of the method by its name or as `$n` (the word of
//! the frame), or a quantity of the image (`#classes`, `#depth` of the class hierarchy, `#dimensions` of arrays), perhaps after `log2`, then
//! steps `+`, `-`, `*`, `/` with numbers, from left to right. The argument's largest value counts, and `log2` is rounded down.

use std::path::Path;

use crate::error::WcetError;
use crate::program::{Method, Program};
use crate::result::BoundSource;
use crate::value::Value;

/// Bounds of loops and recursion.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    loops: Vec<Entry<Vec<Formula>>>,
    recursion: Vec<Entry<u32>>,
}

/// What is given for a method, or one of its lines.
#[derive(Debug, Clone)]
struct Entry<T> {
    /// Class and method.
    method: String,
    line: Option<u16>,
    given: T,
    source: BoundSource,
    /// File and key, for messages.
    file: String,
}

/// A number, an argument or a quantity, and steps.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Formula {
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

/// A quantity of the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Classes,
    Depth,
    Dimensions,
}

impl Quantity {
    fn named(name: &str) -> Option<Self> {
        match name {
            "classes" => Some(Self::Classes),
            "depth" => Some(Self::Depth),
            "dimensions" => Some(Self::Dimensions),
            _ => None,
        }
    }

    fn of(self, program: &Program<'_>) -> usize {
        match self {
            Self::Classes => program.classes.len(),
            Self::Depth => program.depth(),
            Self::Dimensions => program.dimensions(),
        }
    }
}

/// A loop of a method, as bounds name it.
pub(crate) struct Named<'a> {
    /// Lines of its first and of its last bytecode.
    pub(crate) lines: [Option<u16>; 2],
    /// Its place among the loops of the method, in the order of the code.
    pub(crate) place: usize,
    /// What is known of the arguments.
    pub(crate) arguments: &'a [Value],
}

impl Bounds {
    /// Bounds of the runtime and of the embedded programs.
    #[must_use]
    pub fn of_runtime() -> Self {
        let mut bounds = Self::default();
        let text = runtime::LOOP_BOUNDS;
        // A test reads it.
        let _ = bounds.add(text, "bounds of the runtime", BoundSource::Runtime);
        bounds
    }

    /// Adds the bounds of a file.
    ///
    /// # Errors
    /// If it cannot be read, or has something that is no bound.
    pub fn add_file(&mut self, path: &Path) -> Result<(), WcetError> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| WcetError::Bounds {
            file: file.clone(),
            problem: error.to_string(),
        })?;
        self.add(&text, &file, BoundSource::File)
    }

    /// Adds bounds from text.
    ///
    /// # Errors
    /// If it has something that is no bound; `file` is named.
    pub fn add(&mut self, text: &str, file: &str, source: BoundSource) -> Result<(), WcetError> {
        let problem = |problem: String| WcetError::Bounds {
            file: file.to_owned(),
            problem,
        };
        let table: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| problem(one_line(&error.to_string())))?;
        for (section, values) in &table {
            let values = values.as_table().ok_or_else(|| {
                problem(format!(
                    "`{section}` is no table: write [loops] or [recursion]"
                ))
            })?;
            for (key, value) in values {
                self.add_entry(section, key, value, (file, source))
                    .map_err(|why| problem(format!("{section}.\"{key}\": {why}")))?;
            }
        }
        Ok(())
    }

    fn add_entry(
        &mut self,
        section: &str,
        key: &str,
        value: &toml::Value,
        (file, source): (&str, BoundSource),
    ) -> Result<(), String> {
        let (method, line) = split_key(key)?;
        match section {
            "loops" => self.loops.push(Entry {
                given: formulas(value)?,
                method,
                line,
                source,
                file: file.to_owned(),
            }),
            "recursion" => {
                let depth = value.as_integer().and_then(|it| u32::try_from(it).ok());
                let depth = depth.filter(|depth| *depth > 0 && line.is_none());
                self.recursion.push(Entry {
                    given: depth.ok_or("a number of calls from 1 on for a method is expected")?,
                    method,
                    line,
                    source,
                    file: file.to_owned(),
                });
            }
            _ => return Err("is in no table [loops] or [recursion]".to_owned()),
        }
        Ok(())
    }

    /// Checks that the methods of all bounds from files are linked.
    ///
    /// # Errors
    /// If one is not.
    pub fn check(&self, program: &Program<'_>) -> Result<(), WcetError> {
        let loops = self
            .loops
            .iter()
            .map(|it| (&it.method, &it.file, it.source));
        let recursion = self.recursion.iter();
        let recursion = recursion.map(|it| (&it.method, &it.file, it.source));
        for (method, file, source) in loops.chain(recursion) {
            let is_there = program.methods().any(|it| is_named(&it.name(), method));
            if source == BoundSource::File && !is_there {
                return Err(WcetError::Bounds {
                    file: file.clone(),
                    problem: format!(
                        "no linked method is called `{method}`; `jop inspect --part methods` lists all"
                    ),
                });
            }
        }
        Ok(())
    }

    /// The smallest bound that is given for a loop.
    pub(crate) fn of_loop(
        &self,
        program: &Program<'_>,
        method: &Method<'_>,
        named: &Named<'_>,
    ) -> Option<(u64, BoundSource)> {
        let name = method.name();
        let annotated = method.symbol.loop_bounds.get(named.place);
        let annotated = annotated.map(|bound| (u64::from(*bound), BoundSource::Annotation));
        let given = self.loops.iter().filter_map(|entry| {
            if !is_named(&name, &entry.method) {
                return None;
            }
            let formula = match entry.line {
                Some(line) if named.lines.contains(&Some(line)) => entry.given.first(),
                Some(_) => None,
                None => entry.given.get(named.place),
            }?;
            let value = formula.value(program, method, named.arguments)?;
            Some((value, entry.source))
        });
        given.chain(annotated).min_by_key(|(bound, _)| *bound)
    }

    /// Most calls of a method that are active at once, if that is given.
    pub(crate) fn of_recursion(&self, method: &Method<'_>) -> Option<u32> {
        let name = method.name();
        let entries = self.recursion.iter();
        let own = entries.filter(|entry| is_named(&name, &entry.method));
        own.map(|entry| entry.given).min()
    }
}

/// Returns true if a key means a method: by its whole name, or without the package.
fn is_named(name: &str, key: &str) -> bool {
    let is_end = || {
        let rest = name.strip_suffix(key);
        rest.is_some_and(|rest| rest.ends_with('.')) && key.contains('.')
    };
    name == key || is_end()
}

fn split_key(key: &str) -> Result<(String, Option<u16>), String> {
    let Some((method, line)) = key.rsplit_once(':') else {
        return Ok((key.to_owned(), None));
    };
    let line = line.parse().map_err(|_| format!("`{line}` is no line"))?;
    Ok((method.to_owned(), Some(line)))
}

fn formulas(value: &toml::Value) -> Result<Vec<Formula>, String> {
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

    /// Its value for the largest value of its argument; none if that is unknown.
    fn value(
        &self,
        program: &Program<'_>,
        method: &Method<'_>,
        arguments: &[Value],
    ) -> Option<u64> {
        let word = match &self.start {
            Start::Number(number) => return Some(self.steps_from(*number)),
            Start::Image(quantity) => {
                let quantity = i64::try_from(quantity.of(program)).ok()?;
                return Some(self.steps_from(quantity));
            }
            Start::Word(word) => *word,
            Start::Name(name) => method.symbol.slot_of(name, 0)? as usize,
        };
        let (_, largest) = arguments.get(word)?.range();
        (largest < i32::MAX).then(|| self.steps_from(largest.into()))
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

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_of_the_runtime_are_read() {
        let mut bounds = Bounds::default();
        bounds
            .add(runtime::LOOP_BOUNDS, "runtime", BoundSource::Runtime)
            .unwrap();
        assert!(!bounds.loops.is_empty());
    }

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

    #[test]
    fn what_is_no_bound_is_refused_in_one_line() {
        let read = |text: &str| {
            let mut bounds = Bounds::default();
            let error = bounds.add(text, "b.toml", BoundSource::File).unwrap_err();
            error.to_string()
        };
        assert_eq!(
            read("[loops]\n\"a.B.c:x\" = 1"),
            "b.toml: loops.\"a.B.c:x\": `x` is no line"
        );
        assert_eq!(
            read("[recursion]\n\"a.B.c\" = 0"),
            "b.toml: recursion.\"a.B.c\": a number of calls from 1 on for a method is expected"
        );
        assert!(!read("[loops\n").contains('\n'));
    }

    #[test]
    fn a_key_means_a_method_with_or_without_its_package() {
        assert!(is_named("lift.Queue.add", "lift.Queue.add"));
        assert!(is_named("lift.Queue.add", "Queue.add"));
        assert!(!is_named("lift.Queue.add", "add"));
        assert!(!is_named("lift.MyQueue.add", "Queue.add"));
    }
}
