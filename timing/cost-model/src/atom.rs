//! Atoms: what programs are counted in and systems are priced in.
//!
//! | atom | is |
//! |---|---|
//! | `iadd`, `lshl by-0`, `interrupt` | a path of the cost table with one run of its loop, its method in the cache |
//! | `ifeq taken`, `ifeq not-taken` | a conditional branch by its way; in calibrations only |
//! | `jopsys_int2ext further-run` | one more run of the loop of a path |
//! | `load 35 on invokestatic` | the load of a method of so many words, which was not in the cache |
//! | `hit 35 on invokestatic` | a method of so many words that was in the cache; free, as the path has it |
//! | `end in jopsys_wr device` | the bytecode that ends the program, up to its write |
//! | `device cycle` | a cycle in which a device held the program |
//! | `routine ldiv` | a bytecode in Java with all that its method does |
//! | `library java.lang.Math.max(II)I` | a call of a library method with all that it does |
//! | `load on invokestatic`, `loaded word` | the parts of a load; in systems only |
//! | `iadd+isub` | bytecodes one after the other; in calibrations only |
//!
//! What an engine counts is an [`Execution`]; atoms follow from it.

use std::fmt;
use std::str::FromStr;

use isa::Bytecode;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::path_id::{PathId, RowId};
use crate::scenario::Scenario;

/// One kind of event that costs cycles.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A bytecode or entry in a scenario.
    Path(PathId),
    /// A conditional branch.
    Branch {
        /// Opcode.
        opcode: u8,
        /// True if it was taken.
        taken: bool,
    },
    /// One more run of the loop of a path.
    FurtherRun(PathId),
    /// The load of a method that a path asked for.
    Load {
        /// The path.
        on: PathId,
        /// Words of the method.
        words: u32,
    },
    /// A method that a path asked for and that the cache had.
    Hit {
        /// The path.
        on: PathId,
        /// Words of the method.
        words: u32,
    },
    /// The bytecode that ends the program, up to its write.
    End(PathId),
    /// A cycle in which a device held the program.
    DeviceCycle,
    /// A bytecode in Java as a whole.
    Routine(u8),
    /// A call of a library method from the application, as a whole.
    Library(String),
    /// Constant part of a load that is not hidden, by what asked for it; negative, as much runs in parallel.
    LoadOn(RowId),
    /// Each word of such a load.
    LoadedWord,
    /// Bytecodes one after the other, as a whole.
    Sequence(Vec<u8>),
}

/// A bytecode or entry as it was executed: all that a cost table prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Execution {
    /// The bytecode or entry, and what happened.
    pub path: PathId,
    /// Trips of its loop.
    pub runs: u32,
    /// The method it went to, if it did.
    pub lookup: Option<Asked>,
    /// Cycles by which a device delayed it.
    pub delay: u64,
}

/// A lookup in the method cache, as several caches answer it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Asked {
    /// Words of the method.
    pub words: u32,
    /// True if the machine's cache had it.
    pub hit: bool,
    /// True if the lookup before was for the same method: a cache of one method has it.
    pub again: bool,
}

impl Execution {
    /// Its atoms with their numbers.
    pub fn atoms(&self) -> impl Iterator<Item = (Atom, u64)> {
        let on = self.path;
        let further = u64::from(self.runs.saturating_sub(1));
        let lookup = self.lookup.map(|Asked { words, hit, .. }| match hit {
            true => Atom::Hit { on, words },
            false => Atom::Load { on, words },
        });
        let all = [
            (Some(Atom::Path(on)), 1),
            (lookup, 1),
            (Some(Atom::FurtherRun(on)), further),
            (Some(Atom::DeviceCycle), self.delay),
        ];
        let counted = all.into_iter().filter(|(_, times)| *times > 0);
        counted.filter_map(|(atom, times)| Some((atom?, times)))
    }
}

/// A text that names no atom.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no atom; docs/vectors.md lists them")]
pub struct NoAtom(pub String);

impl Atom {
    /// A bytecode as it usually happens.
    #[must_use]
    pub fn bytecode(opcode: u8) -> Self {
        Self::Path(PathId::usual(RowId::Bytecode(opcode)))
    }

    /// A path as calibrations price it: a branch by its way.
    #[must_use]
    pub fn ways(path: PathId) -> Vec<Self> {
        match path.branch() {
            Some(opcode) => [false, true]
                .map(|taken| Self::Branch { opcode, taken })
                .to_vec(),
            None => vec![Self::Path(path)],
        }
    }

    /// Returns true if it may be negative, as part of a price that is not.
    #[must_use]
    pub fn may_be_negative(&self) -> bool {
        matches!(self, Self::LoadOn(_))
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => f.write_str(&path_name(*path)),
            Self::Branch { opcode, taken } => {
                let way = if *taken { "taken" } else { "not-taken" };
                write!(f, "{} {way}", Bytecode::of(*opcode).name())
            }
            Self::FurtherRun(path) => write!(f, "{} further-run", path_name(*path)),
            Self::Load { on, words } => write!(f, "load {words} on {}", path_name(*on)),
            Self::Hit { on, words } => write!(f, "hit {words} on {}", path_name(*on)),
            Self::End(path) => write!(f, "end in {}", path_name(*path)),
            Self::DeviceCycle => f.write_str("device cycle"),
            Self::Routine(opcode) => write!(f, "routine {}", Bytecode::of(*opcode).name()),
            Self::Library(method) => write!(f, "library {method}"),
            Self::LoadOn(row) => write!(f, "load on {}", row.name()),
            Self::LoadedWord => f.write_str("loaded word"),
            Self::Sequence(opcodes) => {
                let names = opcodes.iter().map(|opcode| Bytecode::of(*opcode).name());
                f.write_str(&names.collect::<Vec<_>>().join("+"))
            }
        }
    }
}

/// Reads atoms of vectors and of their systems: those of calibrations are in no file that is read.
impl FromStr for Atom {
    type Err = NoAtom;

    fn from_str(text: &str) -> Result<Self, NoAtom> {
        parse(text).ok_or_else(|| NoAtom(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Atom> {
    match text {
        "device cycle" => return Some(Atom::DeviceCycle),
        "loaded word" => return Some(Atom::LoadedWord),
        _ => {}
    }
    if let Some(row) = text.strip_prefix("load on ") {
        return RowId::named(row).map(Atom::LoadOn);
    }
    if let Some(name) = text.strip_prefix("routine ") {
        return Some(Atom::Routine(Bytecode::named(name)?.code()));
    }
    if let Some(method) = text.strip_prefix("library ") {
        return (!method.is_empty()).then(|| Atom::Library(method.to_owned()));
    }
    if let Some(path) = text.strip_prefix("end in ") {
        return path_named(path).map(Atom::End);
    }
    if let Some(rest) = text.strip_prefix("load ") {
        let (words, on) = lookup(rest)?;
        return Some(Atom::Load { on, words });
    }
    if let Some(rest) = text.strip_prefix("hit ") {
        let (words, on) = lookup(rest)?;
        return Some(Atom::Hit { on, words });
    }
    if let Some(path) = text.strip_suffix(" further-run") {
        return path_named(path).map(Atom::FurtherRun);
    }
    path_named(text).map(Atom::Path)
}

fn lookup(text: &str) -> Option<(u32, PathId)> {
    let (words, path) = text.split_once(" on ")?;
    Some((words.parse().ok()?, path_named(path)?))
}

impl RowId {
    /// Every row of a table: the bytecodes, and the entries.
    pub fn all() -> impl Iterator<Item = Self> {
        let entries = [Self::Interrupt, Self::Exception, Self::Reset];
        (0..=u8::MAX).map(Self::Bytecode).chain(entries)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bytecode(opcode) => Bytecode::of(opcode).name(),
            Self::Interrupt => "interrupt",
            Self::Exception => "exception",
            Self::Reset => "reset",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::all().find(|row| row.name() == name)
    }
}

fn path_name(path: PathId) -> String {
    match path.scenario {
        Scenario::Usual => path.row.name().to_owned(),
        scenario => format!("{} {scenario}", path.row.name()),
    }
}

fn path_named(name: &str) -> Option<PathId> {
    let (row, scenario) = match name.split_once(' ') {
        None => (name, Scenario::Usual),
        Some((row, scenario)) => {
            let mut all = Scenario::ALL.iter();
            (row, *all.find(|known| known.name() == scenario)?)
        }
    };
    let row = RowId::named(row)?;
    Some(PathId { row, scenario })
}

impl Serialize for Atom {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Atom {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use isa::op;

    use super::*;

    #[test]
    fn every_atom_is_read_back_from_its_name() {
        let mut names = std::collections::BTreeSet::new();
        let mut count = 0;
        for row in RowId::all() {
            for &scenario in Scenario::ALL {
                let on = PathId { row, scenario };
                let all = [
                    Atom::Path(on),
                    Atom::FurtherRun(on),
                    Atom::End(on),
                    Atom::Load { on, words: 7 },
                    Atom::Hit { on, words: 7 },
                ];
                for atom in all {
                    let name = atom.to_string();
                    assert_eq!(name.parse(), Ok(atom));
                    names.insert(name);
                    count += 1;
                }
            }
            assert_eq!(Atom::LoadOn(row).to_string().parse(), Ok(Atom::LoadOn(row)));
        }
        assert_eq!(names.len(), count, "each has a name of its own");
        for atom in [
            Atom::DeviceCycle,
            Atom::LoadedWord,
            Atom::Routine(op::LDIV),
            Atom::Library("java.lang.Math.max(II)I".to_owned()),
        ] {
            assert_eq!(atom.to_string().parse(), Ok(atom));
        }
    }

    #[test]
    fn those_of_calibrations_have_names_of_their_own_that_are_not_read() {
        let (opcode, taken) = (op::IFEQ, true);
        let pair = Atom::Sequence(vec![op::IADD, op::ISUB]);
        for (atom, name) in [
            (Atom::Branch { opcode, taken }, "ifeq taken"),
            (pair, "iadd+isub"),
        ] {
            assert_eq!(atom.to_string(), name);
            assert_eq!(name.parse::<Atom>(), Err(NoAtom(name.to_owned())));
        }
    }

    #[test]
    fn a_text_that_names_none_is_refused() {
        for text in ["", "iaddd", "load x on return", "iadd sideways", "library "] {
            assert_eq!(text.parse::<Atom>(), Err(NoAtom(text.to_owned())));
        }
    }
}
