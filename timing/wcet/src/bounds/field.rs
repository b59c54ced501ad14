//! Ranges of fields that people give.
//!
//! ```toml
//! [fields]
//! "java.lang.StringBuilder.count" = 64               # from 0 to 64
//! "java.lang.StringBuilder.value" = [64, 128]        # the length of the array
//! "lift.Door.position" = [-5, 5]
//! ```
//!
//! A field is named with its class, the one that declares it. The range is that of its number, or of the length of the array or text that it
//! refers to, wherever code reads it; null has no length. It narrows what the analysis reads from the field.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::arrays::Home;
use crate::bound_source::BoundSource;
use crate::error::WcetError;
use crate::premise::{Premise, Subject};
use crate::program::{ClassId, Program};
use crate::value::{Kind, Value};

/// A range as it is given.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Class and field.
    name: String,
    /// Least and largest.
    range: (i32, i32),
    source: BoundSource,
    /// The file and its line.
    at: Arc<str>,
    /// The field, once it is looked up; none if it is not linked.
    meant: Option<(Home, Held)>,
}

isa::named_enum! {
    /// What is in a range.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Held {
        /// The number in the field.
        Number = "number",
        /// The length of the array that it refers to.
        Array = "array",
        /// The length of the text that it refers to.
        Text = "text",
    }
}

/// A field whose values a run is to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedField {
    /// Class and field.
    pub name: String,
    /// Where it is.
    pub place: FieldPlace,
    /// What counts.
    pub held: Held,
}

/// Where a field is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldPlace {
    /// In objects.
    Instance {
        /// Method tables of the classes whose objects have it.
        classes: BTreeSet<u32>,
        /// Word of the object.
        offset: u32,
    },
    /// At an address.
    Static(u32),
}

impl FieldPlace {
    pub(crate) fn of(home: Home, program: &Program<'_>) -> Self {
        match home {
            Home::Static(address) => Self::Static(address.into()),
            Home::Instance(class, offset) => {
                let ids = 0..program.classes.len() as ClassId;
                let ids = ids.filter(|id| program.ancestry(*id).any(|it| it == class));
                let tables = ids.filter_map(|id| {
                    let symbol = program.class_symbol(program.class(id).name)?;
                    Some(symbol.method_table)
                });
                let classes = tables.collect();
                Self::Instance { classes, offset }
            }
        }
    }
}

/// Ranges of the fields of a program, and which of them the analysis has read.
#[derive(Debug, Default)]
pub(crate) struct Ranges(Vec<(Entry, AtomicBool)>);

impl Entry {
    /// Reads a range.
    pub(super) fn new(
        name: &str,
        value: &toml::Value,
        source: BoundSource,
        at: &str,
    ) -> Result<Self, String> {
        let number = |value: &toml::Value| i32::try_from(value.as_integer()?).ok();
        let range = match value.as_array().map(Vec::as_slice) {
            Some([least, most]) => number(least).zip(number(most)),
            Some(_) => None,
            None => number(value).map(|most| (0, most)),
        };
        let range = range.filter(|(least, most)| least <= most && *most >= 0);
        Ok(Self {
            name: name.to_owned(),
            range: range.ok_or(
                "a number from 0 on for 0 up to it, or [LEAST, MOST] with MOST from 0 on, is expected",
            )?,
            source,
            at: at.into(),
            meant: None,
        })
    }

    fn problem(&self, why: &str) -> WcetError {
        WcetError::Bounds {
            file: self.at.to_string(),
            problem: format!("fields.\"{}\": {why}", self.name),
        }
    }

    /// Takes the field that the name means; one of the runtime need not be linked.
    pub(super) fn look_up(&mut self, program: &Program<'_>) -> Result<(), WcetError> {
        let (class, field) = self.name.rsplit_once('.').unwrap_or(("", &self.name));
        let Some(id) = program.class_named(class) else {
            if self.source == BoundSource::Runtime {
                return Ok(());
            }
            return Err(self.problem(&format!(
                "no class `{class}` is linked; write package, class and field, as in \"lift.Door.position\""
            )));
        };
        let (home, descriptor) =
            find(program, id, field).ok_or_else(|| self.problem(&unknown(program, id, field)))?;
        let held = held(descriptor).ok_or_else(|| {
            self.problem(&format!(
                "its type is {descriptor}; only whole numbers of 32 bits or less, arrays and texts have a range, so leave it out"
            ))
        })?;
        if held != Held::Number && self.range.0 < 0 {
            return Err(self.problem("a length is from 0 on"));
        }
        self.meant = Some((home, held));
        Ok(())
    }

    /// What a run has to show of it.
    pub(super) fn watched(&self, program: &Program<'_>) -> Option<WatchedField> {
        let (home, held) = self.meant?;
        Some(WatchedField {
            name: self.name.clone(),
            place: FieldPlace::of(home, program),
            held,
        })
    }

    fn premise(&self) -> Premise {
        Premise {
            subject: Subject::Field,
            method: self.name.clone(),
            line: None,
            offset: None,
            number: u64::try_from(self.range.1).unwrap_or(0),
            least: Some(self.range.0),
            of: Vec::new(),
            limit: None,
            source: self.source,
            from: Some(self.at.to_string()),
            proven: None,
            address: 0,
            is_constant: true,
        }
    }
}

/// The field of a class by its name, and its type.
fn find<'p>(program: &Program<'p>, class: ClassId, field: &str) -> Option<(Home, &'p str)> {
    let name = program.class(class).name;
    let mut fields = program.class_symbol(name)?.fields.iter();
    if let Some(it) = fields.find(|it| it.name == field) {
        return Some((Home::Instance(class, it.offset), &it.descriptor));
    }
    let mut statics = program.symbols.statics.iter();
    let it = statics.find(|it| it.class == name && it.name == field)?;
    let address = u16::try_from(it.address).ok()?;
    Some((Home::Static(address), &it.descriptor))
}

/// Why a class has no such field.
fn unknown(program: &Program<'_>, class: ClassId, field: &str) -> String {
    let name = program.class(class).name;
    let mut above = program.ancestry(class).skip(1);
    if let Some(it) = above.find(|it| find(program, *it, field).is_some()) {
        let declaring = program.class(it).name;
        return format!("{name} inherits it; write \"{declaring}.{field}\"");
    }
    let own = program.class_symbol(name).map(|it| it.fields.as_slice());
    let own = own.unwrap_or_default().iter().map(|it| &*it.name);
    let statics = program.symbols.statics.iter();
    let statics = statics.filter(|it| it.class == name).map(|it| &*it.name);
    let fields = own.chain(statics).collect::<Vec<_>>().join(", ");
    match fields.is_empty() {
        true => format!("{name} has no field; leave it out"),
        false => format!("{name} has no field `{field}`; it has {fields}"),
    }
}

/// What is in the range of a field of a type.
fn held(descriptor: &str) -> Option<Held> {
    match descriptor {
        "Z" | "B" | "C" | "S" | "I" => Some(Held::Number),
        "Ljava/lang/String;" => Some(Held::Text),
        _ => descriptor.starts_with('[').then_some(Held::Array),
    }
}

impl Ranges {
    /// Those that are given for fields that the program has.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let meant = entries.iter().filter(|entry| entry.meant.is_some());
        Self(
            meant
                .map(|it| (it.clone(), AtomicBool::new(false)))
                .collect(),
        )
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is known of the value of a field, within its range.
    pub(crate) fn narrow(&self, home: Home, known: Value) -> Value {
        let own = self.0.iter();
        let own = own.filter(|(entry, _)| entry.meant.is_some_and(|(it, _)| it == home));
        own.fold(known, |known, (entry, is_read)| {
            is_read.store(true, Ordering::Relaxed);
            within(known, entry.range)
        })
    }

    /// What a bound assumes that has read some of the fields.
    pub(crate) fn premises(&self) -> impl Iterator<Item = Premise> {
        let read = self.0.iter();
        let read = read.filter(|(_, is_read)| is_read.load(Ordering::Relaxed));
        read.map(|(entry, _)| entry.premise())
    }
}

/// What is known, within a range; a range apart from it says nothing, as no such value is ever read.
fn within(known: Value, (least, most): (i32, i32)) -> Value {
    let both = |(lo, hi): (i32, i32)| (lo.max(least), hi.min(most));
    let mut value = known;
    match &mut value.kind {
        Kind::Any | Kind::Int { .. } => {
            let (lo, hi) = both(known.range());
            if lo <= hi {
                return Value::between(lo, hi);
            }
        }
        Kind::Ref { length, .. } => {
            let (lo, hi) = both(*length);
            if lo <= hi {
                *length = (lo, hi);
            }
        }
        Kind::Null | Kind::OfHandle { .. } => {}
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> Option<(i32, i32)> {
        let table: toml::Table = format!("it = {value}").parse().unwrap();
        let entry = Entry::new("a.B.c", &table["it"], BoundSource::File, "b.toml:1");
        entry.ok().map(|entry| entry.range)
    }

    #[test]
    fn a_range_is_a_number_or_two() {
        assert_eq!(read("64"), Some((0, 64)));
        assert_eq!(read("[-5, 5]"), Some((-5, 5)));
        for none in [
            "-1",
            "[5, 4]",
            "[1]",
            "[-2, -1]",
            "3000000000",
            "\"64\"",
            "[1, \"2\"]",
        ] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn a_range_narrows_numbers_and_lengths() {
        assert_eq!(within(Value::ANY, (0, 9)).range(), (0, 9));
        assert_eq!(within(Value::between(-4, 4), (0, 9)).range(), (0, 4));
        assert_eq!(within(Value::int(20), (0, 9)).range(), (20, 20));
        let array = Value::any_array(None, 1);
        assert_eq!(within(array, (4, 9)).length(), (4, 9));
    }
}
