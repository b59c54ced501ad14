//! Bounds that people give: of loops and of recursion, in files and in the data of the runtime.
//!
//! ```toml
//! [loops]
//! "lift.Queue.takeTo:44" = 12                        # the loop whose first bytecode is on that line
//! "motor.Crc16.update" = [8, "length / 2 + 1"]        # the loops of a method in the order of the code
//! [recursion]
//! "kernel.Recursion.ackermann" = 200                 # most calls of it that are active at once
//! ```
//!
//! A bound is how often a loop is *repeated* for one entry: for loops that test before each pass that is the number of passes; of a loop that
//! tests after each pass it is one less. It is a number or a formula: an int argument of the method by its name or as `$n` (the word of
//! the frame), or a quantity of the image (`#classes`, `#depth` of the class hierarchy, `#dimensions` of arrays), perhaps after `log2`, then
//! steps `+`, `-`, `*`, `/` with numbers, from left to right. The argument's largest value counts, and `log2` is rounded down.
//!
//! Loops of the source that share their first bytecode are one loop of the code, and a bound covers the repetitions of all of them. What
//! could mean another loop than its author had in mind is refused: keys of several methods or loops, lists of another length.

use std::path::Path;

use crate::error::WcetError;
use crate::flow::Flow;
use crate::program::{Method, Program};
use crate::result::BoundSource;
use crate::transfer::argument_types;
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
    /// Class and method, perhaps with a descriptor.
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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named {
    /// Byte offset of its first bytecode.
    pub(crate) offset: u32,
    /// Line of that.
    pub(crate) line: Option<u16>,
    /// True if several jumps lead back to it: it may be several loops of the source.
    pub(crate) is_merged: bool,
}

impl Named {
    /// Loops of a method that its entry reaches, in the order of the code.
    pub(crate) fn of(method: &Method<'_>, flow: &Flow) -> Vec<Self> {
        let named = flow.loops.iter().map(|it| {
            let first = flow.blocks[it.head].instructions.start;
            let offset = method.instructions[first].pc as u32;
            Self {
                offset,
                line: method.symbol.line(offset),
                is_merged: it.back.len() > 1,
            }
        });
        let mut named: Vec<Self> = named.collect();
        named.sort_by_key(|it| it.offset);
        named
    }
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

    /// Checks that every bound means one method, and one loop for each number.
    ///
    /// # Errors
    /// If one does not; those of the runtime may mean methods that are not linked.
    pub fn check(&self, program: &Program<'_>) -> Result<(), WcetError> {
        for entry in &self.recursion {
            let meant = program.methods().filter(|it| entry.means(it));
            entry.check_one(&meant.collect::<Vec<_>>(), "method")?;
        }
        for entry in &self.loops {
            let meant: Vec<_> = program.methods().filter(|it| entry.means(it)).collect();
            if meant.is_empty() {
                entry.check_one(&meant, "method")?;
                continue;
            }
            let mut with_loops = Vec::new();
            for method in meant {
                // Code that cannot be analysed is refused where it is reached.
                let Ok(flow) = Flow::of(program, method) else {
                    continue;
                };
                let loops = Named::of(method, &flow);
                if !loops.is_empty() {
                    entry.places(&loops)?;
                    with_loops.push(method);
                }
            }
            entry.check_one(&with_loops, "method with a loop")?;
        }
        Ok(())
    }

    /// The smallest bounds that are given for the loops of a method, in the order of the code.
    pub(crate) fn of_loops(
        &self,
        program: &Program<'_>,
        method: &Method<'_>,
        loops: &[Named],
        arguments: &[Value],
    ) -> Result<Vec<Option<(u64, BoundSource)>>, WcetError> {
        let mut found = annotated(method, loops)?;
        if loops.is_empty() {
            return Ok(found);
        }
        for entry in self.loops.iter().filter(|entry| entry.means(method)) {
            for (place, formula) in entry.places(loops)?.into_iter().zip(&entry.given) {
                let value = formula.value(program, method, arguments, entry.source);
                let value = value.map_err(|why| entry.problem(&why))?;
                let given = value.map(|value| (value, entry.source));
                let both = found[place].into_iter().chain(given);
                found[place] = both.min_by_key(|(bound, _)| *bound);
            }
        }
        Ok(found)
    }

    /// Most calls of a method that are active at once, if that is given.
    pub(crate) fn of_recursion(&self, method: &Method<'_>) -> Option<u32> {
        let own = self.recursion.iter().filter(|entry| entry.means(method));
        own.map(|entry| entry.given).min()
    }
}

impl<T> Entry<T> {
    fn means(&self, method: &Method<'_>) -> bool {
        let symbol = method.symbol;
        is_named(
            (&symbol.class, &symbol.name, &symbol.descriptor),
            &self.method,
        )
    }

    fn problem(&self, why: &str) -> WcetError {
        let line = self
            .line
            .map_or_else(String::new, |line| format!(":{line}"));
        WcetError::Bounds {
            file: self.file.clone(),
            problem: format!("\"{}{line}\": {why}", self.method),
        }
    }

    /// Refuses a key that means several methods, or none.
    fn check_one(&self, meant: &[&Method<'_>], what: &str) -> Result<(), WcetError> {
        match meant {
            [_] => Ok(()),
            [] if self.source == BoundSource::Runtime => Ok(()),
            [] => Err(self.problem(&format!(
                "no linked {what} is called so; `jop inspect --part methods` lists all"
            ))),
            several => {
                let names = several.iter().map(|it| it.symbol.to_string());
                let names = names.collect::<Vec<_>>().join(", ");
                Err(self.problem(&format!(
                    "it means {names}; write one of these, with package and descriptor"
                )))
            }
        }
    }
}

impl Entry<Vec<Formula>> {
    /// Places of the loops that the numbers are for.
    fn places(&self, loops: &[Named]) -> Result<Vec<usize>, WcetError> {
        let Some(line) = self.line else {
            if self.given.len() == loops.len() {
                return Ok((0..loops.len()).collect());
            }
            return Err(self.problem(&count_differs(self.given.len(), loops)));
        };
        let all = loops.iter().enumerate();
        let on_line: Vec<_> = all.filter(|(_, it)| it.line == Some(line)).collect();
        match (on_line.as_slice(), self.given.len()) {
            ([(_, it)], _) if it.is_merged => Err(self.problem(
                "several jumps lead back to that loop, so it may be several loops of the source; leave the line out, and give a number for each loop of the code, \
                 which covers all repetitions",
            )),
            ([(place, _)], 1) => Ok(vec![*place]),
            ([_], given) => Err(self.problem(&format!("{given} numbers for one loop; give one"))),
            _ => Err(self.problem(&format!(
                "{} loops begin on that line, not one; the loops of the method begin at {}",
                on_line.len(),
                places_of(loops)
            ))),
        }
    }
}

/// Bounds by annotation.
fn annotated(
    method: &Method<'_>,
    loops: &[Named],
) -> Result<Vec<Option<(u64, BoundSource)>>, WcetError> {
    let given = &method.symbol.loop_bounds;
    let problem = |problem: String| WcetError::Bounds {
        file: format!("@LoopBounds of {}", method.name()),
        problem,
    };
    if given.is_empty() {
        return Ok(vec![None; loops.len()]);
    }
    if given.len() != loops.len() {
        return Err(problem(count_differs(given.len(), loops)));
    }
    let numbers = given.iter().map(|number| {
        let bound = u64::try_from(*number);
        let bound = bound
            .map_err(|_| problem(format!("{number} is no bound; write a number from 0 on")))?;
        Ok(Some((bound, BoundSource::Annotation)))
    });
    numbers.collect()
}

fn count_differs(given: usize, loops: &[Named]) -> String {
    format!(
        "{given} numbers for {} loops of the code; give one for each of those at {}",
        loops.len(),
        places_of(loops)
    )
}

/// Lines and offsets of loops, for messages.
fn places_of(loops: &[Named]) -> String {
    let places = loops.iter().map(|it| match it.line {
        Some(line) => format!("line {line} (byte {})", it.offset),
        None => format!("byte {}", it.offset),
    });
    let places: Vec<String> = places.collect();
    match places.is_empty() {
        true => "no line".to_owned(),
        false => places.join(", "),
    }
}

/// Returns true if a key means a method: by its whole name, without the package, and with or without its descriptor.
fn is_named((class, name, descriptor): (&str, &str, &str), key: &str) -> bool {
    let (path, given) = match key.find('(') {
        Some(at) => key.split_at(at),
        None => (key, ""),
    };
    let Some((of_class, of_name)) = path.rsplit_once('.') else {
        return false;
    };
    let is_class = class == of_class
        || class
            .strip_suffix(of_class)
            .is_some_and(|rest| rest.ends_with('.'));
    is_class && of_name == name && (given.is_empty() || given == descriptor)
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
        source: BoundSource,
    ) -> Result<Option<u64>, String> {
        let (word, shown) = match &self.start {
            Start::Number(number) => return Ok(Some(self.steps_from(*number))),
            Start::Image(quantity) => {
                let quantity = i64::try_from(quantity.of(program)).ok();
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
        let queue = ("lift.Queue", "add", "(I)V");
        assert!(is_named(queue, "lift.Queue.add"));
        assert!(is_named(queue, "Queue.add"));
        assert!(is_named(queue, "Queue.add(I)V"));
        assert!(!is_named(queue, "Queue.add(J)V"));
        assert!(!is_named(queue, "add"));
        assert!(!is_named(("lift.MyQueue", "add", "(I)V"), "Queue.add"));
    }

    fn places(key: &str, given: &str, loops: &[(u16, bool)]) -> Result<Vec<usize>, String> {
        let mut bounds = Bounds::default();
        let text = format!("[loops]\n\"{key}\" = {given}");
        bounds.add(&text, "b.toml", BoundSource::File).unwrap();
        let loops = loops.iter().map(|(line, is_merged)| Named {
            offset: u32::from(*line) * 2,
            line: Some(*line),
            is_merged: *is_merged,
        });
        let found = bounds.loops[0].places(&loops.collect::<Vec<_>>());
        found.map_err(|error| error.to_string())
    }

    #[test]
    fn a_list_has_a_number_for_each_loop_of_the_code() {
        let loops = [(10, false), (12, false)];
        assert_eq!(places("a.B.c", "[1, 2]", &loops), Ok(vec![0, 1]));
        let refused = places("a.B.c", "[1]", &loops).unwrap_err();
        assert!(refused.contains("1 numbers for 2 loops"), "{refused}");
        assert!(refused.contains("line 12 (byte 24)"), "{refused}");
        assert!(places("a.B.c", "[1, 2, 3]", &loops).is_err());
        assert_eq!(places("a.B.c", "4", &[(10, true)]), Ok(vec![0]));
        assert!(places("a.B.c", "[4, 5]", &[(10, true)]).is_err());
    }

    #[test]
    fn a_line_means_one_loop_to_which_one_jump_leads_back() {
        let loops = [(10, false), (12, false), (12, false), (14, true)];
        assert_eq!(places("a.B.c:10", "1", &loops), Ok(vec![0]));
        for line in [11, 12, 14] {
            assert!(places(&format!("a.B.c:{line}"), "1", &loops).is_err());
        }
        assert!(places("a.B.c:10", "[1, 2]", &loops).is_err());
    }
}
