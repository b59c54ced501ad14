//! Keys of bounds: which method and which of its loops each one means.

use std::sync::Arc;

use isa::method_name::{Meaning, no_method};

use super::formula::Formula;
use super::given::Given;
use crate::bound_source::BoundSource;
use crate::error::WcetError;
use crate::flow::Flow;
use crate::program::{Method, Program};

/// What is given for a method, or one of its lines.
#[derive(Debug, Clone)]
pub(super) struct Entry<T> {
    /// Name of the method, in any form that commands understand.
    pub(super) method: String,
    pub(super) line: Option<u16>,
    pub(super) given: T,
    pub(super) source: BoundSource,
    /// The file and its line, for messages.
    pub(super) at: Arc<str>,
    /// Address of the method that the name means, once that is looked up; none if it is not linked.
    pub(super) meant: Option<u32>,
}

impl<T> Entry<T> {
    /// For a method as a whole.
    pub(super) fn new(given: T, method: String, source: BoundSource, at: &str) -> Self {
        Self {
            method,
            line: None,
            given,
            source,
            at: at.into(),
            meant: None,
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

impl<T> Entry<T> {
    /// What its number is, with who gives it.
    pub(super) fn given_as(&self, most: u64) -> Given {
        Given {
            most,
            source: self.source,
            from: self.at.clone(),
            is_constant: true,
        }
    }

    pub(super) fn means(&self, method: &Method<'_>) -> bool {
        self.meant == Some(method.symbol.address)
    }

    pub(super) fn problem(&self, why: &str) -> WcetError {
        let line = self
            .line
            .map_or_else(String::new, |line| format!(":{line}"));
        WcetError::Bounds {
            file: self.at.to_string(),
            problem: format!("\"{}{line}\": {why}", self.method),
        }
    }

    /// Methods that have the name; those of the runtime need not be linked.
    pub(super) fn named<'p>(
        &self,
        program: &'p Program<'_>,
    ) -> Result<Vec<&'p Method<'p>>, WcetError> {
        let named = methods_named(program, &self.method);
        if named.is_empty() && self.source != BoundSource::Runtime {
            let names: Vec<_> = program.methods().map(|it| it.symbol.to_string()).collect();
            let names = names.iter().map(String::as_str);
            return Err(self.problem(&no_method(names, &self.method, LISTED)));
        }
        Ok(named)
    }

    /// Takes the one method that the key means.
    pub(super) fn take(&mut self, meant: &[&Method<'_>]) -> Result<(), WcetError> {
        self.meant = match meant {
            [] => None,
            [one] => Some(one.symbol.address),
            several => {
                let names = several.iter().map(|it| it.symbol.to_string());
                let names = names.collect::<Vec<_>>().join(", ");
                return Err(self.problem(&format!(
                    "it means {names}; write one of these, with package and descriptor"
                )));
            }
        };
        Ok(())
    }
}

/// What lists the names of methods.
const LISTED: &str = "`jop inspect --part methods` lists all";

/// Methods that a name stands for, as every command understands it.
fn methods_named<'p>(program: &'p Program<'_>, name: &str) -> Vec<&'p Method<'p>> {
    let path = name.split('(').next().unwrap_or_default();
    let last = path.rsplit(['.', '/']).next().unwrap_or_default();
    let all = program.methods();
    let similar = all.filter(|it| it.symbol.name.ends_with(last));
    let similar: Vec<_> = similar.map(|it| (it.symbol.to_string(), it)).collect();
    let meaning = Meaning::among(name, similar.iter().map(|(name, _)| name.as_str()));
    let meant = similar.iter().filter(|(name, _)| meaning.is(name));
    meant.map(|(_, method)| *method).collect()
}

impl Entry<Vec<Formula>> {
    /// Takes the method whose loops the key means: of several with that name the one with a loop on the line.
    pub(super) fn take_loops(&mut self, program: &Program<'_>) -> Result<(), WcetError> {
        let named = self.named(program)?;
        // Code that cannot be analysed is refused where it is reached.
        let with_loops: Vec<_> = named
            .iter()
            .filter_map(|method| {
                let loops = Named::of(method, &Flow::of(program, method).ok()?);
                (!loops.is_empty()).then_some((*method, loops))
            })
            .collect();
        let has_line = |loops: &[Named]| {
            let mut lines = loops.iter().map(|it| it.line);
            self.line.is_none() || lines.any(|line| line == self.line)
        };
        let on_line: Vec<_> = with_loops.iter().filter(|it| has_line(&it.1)).collect();
        match (on_line.as_slice(), with_loops.as_slice()) {
            ([(method, loops)], _) | ([], [(method, loops)]) => {
                self.places(loops)?;
                self.take(&[method])
            }
            ([], []) if self.source == BoundSource::Runtime => self.take(&[]),
            ([], []) => Err(self.problem("the method has no loop; leave the bound out")),
            ([], several) => {
                let loops = several
                    .iter()
                    .map(|(method, loops)| format!("{} at {}", method.symbol, places_of(loops)));
                let loops = loops.collect::<Vec<_>>().join(", ");
                Err(self.problem(&format!(
                    "no loop begins on that line; loops begin in {loops}"
                )))
            }
            (several, _) => {
                let several: Vec<_> = several.iter().map(|(method, _)| *method).collect();
                self.take(&several)
            }
        }
    }

    /// Places of the loops that the numbers are for.
    pub(super) fn places(&self, loops: &[Named]) -> Result<Vec<usize>, WcetError> {
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

pub(super) fn count_differs(given: usize, loops: &[Named]) -> String {
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

pub(super) fn split_key(key: &str) -> Result<(String, Option<u16>), String> {
    let Some((method, line)) = key.rsplit_once(':') else {
        return Ok((key.to_owned(), None));
    };
    match line.parse() {
        Ok(line) => Ok((method.to_owned(), Some(line))),
        // The type of a result: `work(int): void`.
        Err(_) if method.ends_with(')') && line.starts_with(' ') => Ok((key.to_owned(), None)),
        Err(_) => Err(format!("`{line}` is no line")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Bounds;

    #[test]
    fn a_key_ends_with_a_line_but_not_with_the_type_of_a_result() {
        let split = |key: &str| split_key(key).unwrap();
        assert_eq!(split("work(int):9"), ("work(int)".to_owned(), Some(9)));
        assert_eq!(
            split("A.work(int): void"),
            ("A.work(int): void".to_owned(), None)
        );
        assert_eq!(
            split("A.work(int): void:9"),
            ("A.work(int): void".to_owned(), Some(9))
        );
        assert!(split_key("A.work:x").is_err());
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
