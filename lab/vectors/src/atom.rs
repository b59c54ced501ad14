//! Atoms: what a component is counted in.
//!
//! | atom | is |
//! |---|---|
//! | `iadd`, `lshl by-0`, `interrupt` | a path of the cost table with one run of its loop, its method in the cache |
//! | `jopsys_int2ext further-run` | one more run of the loop of a path |
//! | `load 35 on invokestatic` | the load of a method of so many words, which was not in the cache |
//! | `hit 35 on invokestatic` | a method of so many words that was in the cache; free, as the path has it |
//! | `end in jopsys_wr device` | the bytecode that ends the program, up to its write |
//! | `device cycle` | a cycle in which a device held the program |
//! | `routine ldiv` | a bytecode in Java with all that its method does |
//! | `library java.lang.Math.max(II)I` | a call of a library method with all that it does |
//! | `load on invokestatic`, `loaded word` | the parts of a load; in system vectors only |

use std::fmt;
use std::str::FromStr;

use cost_model::{PathId, RowId, Scenario};
use isa::Bytecode;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One kind of event that costs cycles.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A bytecode or entry in a scenario.
    Path(PathId),
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
    /// Constant part of a load, by what asked for it.
    LoadOn(RowId),
    /// Each word of a load.
    LoadedWord,
}

/// A text that names no atom.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no atom; docs/vectors.md lists them")]
pub struct NoAtom(pub String);

impl Atom {
    /// A bytecode as it usually happens.
    #[must_use]
    pub fn bytecode(opcode: u8) -> Self {
        Self::Path(PathId {
            row: RowId::Bytecode(opcode),
            scenario: Scenario::Usual,
        })
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => f.write_str(&path_name(*path)),
            Self::FurtherRun(path) => write!(f, "{} further-run", path_name(*path)),
            Self::Load { on, words } => write!(f, "load {words} on {}", path_name(*on)),
            Self::Hit { on, words } => write!(f, "hit {words} on {}", path_name(*on)),
            Self::End(path) => write!(f, "end in {}", path_name(*path)),
            Self::DeviceCycle => f.write_str("device cycle"),
            Self::Routine(opcode) => write!(f, "routine {}", Bytecode::of(*opcode).name()),
            Self::Library(method) => write!(f, "library {method}"),
            Self::LoadOn(row) => write!(f, "load on {}", row_name(*row)),
            Self::LoadedWord => f.write_str("loaded word"),
        }
    }
}

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
        return row_named(row).map(Atom::LoadOn);
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

/// Entries beside the bytecodes.
const ENTRIES: [(&str, RowId); 3] = [
    ("interrupt", RowId::Interrupt),
    ("exception", RowId::Exception),
    ("reset", RowId::Reset),
];

fn row_name(row: RowId) -> &'static str {
    match row {
        RowId::Bytecode(opcode) => Bytecode::of(opcode).name(),
        entry => ENTRIES
            .into_iter()
            .find(|(_, id)| *id == entry)
            .map_or("", |(name, _)| name),
    }
}

fn row_named(name: &str) -> Option<RowId> {
    let entry = ENTRIES.into_iter().find(|(entry, _)| *entry == name);
    let bytecode = || Some(RowId::Bytecode(Bytecode::named(name)?.code()));
    entry.map(|(_, id)| id).or_else(bytecode)
}

fn path_name(path: PathId) -> String {
    match path.scenario {
        Scenario::Usual => row_name(path.row).to_owned(),
        scenario => format!("{} {scenario}", row_name(path.row)),
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
    let row = row_named(row)?;
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
    use super::*;

    #[test]
    fn every_atom_is_read_back_from_its_name() {
        let entries = ENTRIES.map(|(_, row)| row);
        let rows = (0..=u8::MAX).map(RowId::Bytecode).chain(entries);
        let mut names = std::collections::BTreeSet::new();
        let mut count = 0;
        for row in rows {
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
            Atom::Routine(isa::op::LDIV),
            Atom::Library("java.lang.Math.max(II)I".to_owned()),
        ] {
            assert_eq!(atom.to_string().parse(), Ok(atom));
        }
    }

    #[test]
    fn a_text_that_names_none_is_refused() {
        for text in ["", "iaddd", "load x on return", "iadd sideways", "library "] {
            assert_eq!(text.parse::<Atom>(), Err(NoAtom(text.to_owned())));
        }
    }
}
