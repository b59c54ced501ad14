//! Keys of bounds: which method and which of its loops each one means.

use super::formula::Formula;
use crate::error::WcetError;
use crate::flow::Flow;
use crate::program::Method;
use crate::result::BoundSource;

/// What is given for a method, or one of its lines.
#[derive(Debug, Clone)]
pub(super) struct Entry<T> {
    /// Class and method, perhaps with a descriptor.
    pub(super) method: String,
    pub(super) line: Option<u16>,
    pub(super) given: T,
    pub(super) source: BoundSource,
    /// File and key, for messages.
    pub(super) file: String,
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
    pub(super) fn means(&self, method: &Method<'_>) -> bool {
        let symbol = method.symbol;
        is_named(
            (&symbol.class, &symbol.name, &symbol.descriptor),
            &self.method,
        )
    }

    pub(super) fn problem(&self, why: &str) -> WcetError {
        let line = self
            .line
            .map_or_else(String::new, |line| format!(":{line}"));
        WcetError::Bounds {
            file: self.file.clone(),
            problem: format!("\"{}{line}\": {why}", self.method),
        }
    }

    /// Refuses a key that means several methods, or none.
    pub(super) fn check_one(&self, meant: &[&Method<'_>], what: &str) -> Result<(), WcetError> {
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

pub(super) fn split_key(key: &str) -> Result<(String, Option<u16>), String> {
    let Some((method, line)) = key.rsplit_once(':') else {
        return Ok((key.to_owned(), None));
    };
    let line = line.parse().map_err(|_| format!("`{line}` is no line"))?;
    Ok((method.to_owned(), Some(line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Bounds;

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
