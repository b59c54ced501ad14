//! Ranges of fields that every store keeps where it finds them kept.
//!
//! ```text
//!   suppose      count is within 0..=0         a store leaves 1: broken, so suppose 0..=1, 0..=2, ...
//!   suppose      count is within 0..=32        the next number in the code; stores leave 0..=20: it holds
//!   suppose      count is within 0..=20        stores leave 0..=20: it holds
//! ```
//!
//! A program begins with first values, which are within all ranges that are supposed. If no store goes beyond them as long as all hold, none ever
//! does.

use std::collections::{BTreeMap, BTreeSet};

use jopizer::symbols::is_of_runtime;

use super::Facts;
use crate::arrays::Home;
use crate::bounds::{FieldPlace, Held, WatchedField};
use crate::declared::declaration;
use crate::program::{Program, constants};
use crate::types::is_int;
use crate::value::Value;

/// Looks through the program before what is still broken is given up.
const MOST_TRIALS: u32 = 20;
/// Looks from which a broken range leaves out more and more of the next steps.
const STRIDES: u32 = 12;
/// Looks in which a broken range takes just what was stored.
const JOINS: u32 = 3;
/// Looks that make ranges which hold smaller.
const NARROWINGS: u32 = 3;

type Ranges = BTreeMap<Home, Value>;

/// What is known, with ranges that every store keeps. `look` finds what is stored and passed where other facts hold.
pub(crate) fn kept(program: &Program<'_>, facts: Facts, look: impl Fn(&Facts) -> Facts) -> Facts {
    let mut supposed = first_ranges(program, &facts);
    let steps = steps(program);
    let mut trial = 0;
    let mut held = loop {
        if supposed.is_empty() {
            return facts;
        }
        let found = look(&facts.supposing(&supposed));
        let broken = broken(&supposed, &found);
        if broken.is_empty() {
            break found;
        }
        for (home, value) in broken {
            let known = supposed[&home];
            let wider = match value {
                Some(value) if trial < JOINS => known.join(value),
                Some(value) if trial < MOST_TRIALS => {
                    let skipped = (1 << trial.saturating_sub(STRIDES)) - 1;
                    widened(known, value, &steps, skipped)
                }
                _ => Value::ANY,
            };
            match facts.number(home) {
                Some(most) if !is_within(most, wider) => supposed.insert(home, wider),
                _ => supposed.remove(&home),
            };
        }
        trial += 1;
    };
    for _ in 0..NARROWINGS {
        let narrower = (supposed.iter()).map(|(home, range)| {
            let first = program_value(program, *home);
            let stored = held.number(*home).unwrap_or(first).join(first);
            let is_less = stored.kind.is_int() && is_within(stored, *range);
            (*home, if is_less { stored } else { *range })
        });
        let narrower: Ranges = narrower.collect();
        if narrower == supposed {
            break;
        }
        let found = look(&facts.supposing(&narrower));
        if !broken(&narrower, &found).is_empty() {
            break;
        }
        (supposed, held) = (narrower, found);
    }
    held.supposing(&supposed)
}

/// First values of numbers into which code stores.
fn first_ranges(program: &Program<'_>, facts: &Facts) -> Ranges {
    let fields = facts.fields.keys();
    let fields = fields.map(|(class, offset)| Home::Instance(*class, *offset));
    let statics = facts.statics.keys().map(|address| Home::Static(*address));
    let numbers = fields
        .chain(statics)
        .filter(|home| is_number(program, *home));
    numbers
        .map(|home| (home, program_value(program, home)))
        .collect()
}

fn is_number(program: &Program<'_>, home: Home) -> bool {
    let descriptor = match home {
        Home::Instance(class, offset) => declaration(program, class, offset).map(|(_, ty)| ty),
        Home::Static(address) => {
            let symbol = program.static_symbol(address.into());
            symbol.map(|it| it.descriptor.as_str())
        }
    };
    descriptor.is_some_and(is_int)
}

/// Class and field.
fn name(program: &Program<'_>, home: Home) -> String {
    match home {
        Home::Instance(class, offset) => {
            let class = program.class(class).name;
            let symbol = program.class_symbol(class);
            let mut fields = symbol.iter().flat_map(|it| &it.fields);
            let field = fields.find(|it| it.offset == offset);
            format!("{class}.{}", field.map_or("?", |it| &it.name))
        }
        Home::Static(address) => match program.static_symbol(address.into()) {
            Some(symbol) => format!("{}.{}", symbol.class, symbol.name),
            None => format!("static field at {address}"),
        },
    }
}

/// What a field holds when the program begins.
fn program_value(program: &Program<'_>, home: Home) -> Value {
    match home {
        Home::Instance(..) => Value::int(0),
        Home::Static(address) => {
            let word = program.word(address.into()).unwrap_or(0);
            Value::int(word.cast_signed())
        }
    }
}

/// Where ranges that are not yet wide enough may end: numbers in the code of the program, and those beside them.
fn steps(program: &Program<'_>) -> BTreeSet<i32> {
    let own = program
        .methods()
        .filter(|it| !is_of_runtime(&it.symbol.class));
    let numbers = own.flat_map(|it| constants(program, it));
    let around = |it: i32| [it.saturating_sub(1), it, it.saturating_add(1)];
    numbers.flat_map(around).chain([0]).collect()
}

/// A range up to the steps behind what was stored.
fn widened(known: Value, stored: Value, steps: &BTreeSet<i32>, skipped: usize) -> Value {
    let ((least, most), (lo, hi)) = (known.range(), stored.range());
    let lower = || steps.range(..=lo).rev().nth(skipped).copied();
    let upper = || steps.range(hi..).nth(skipped).copied();
    let lo = if lo < least {
        lower().unwrap_or(i32::MIN)
    } else {
        least
    };
    let hi = if hi > most {
        upper().unwrap_or(i32::MAX)
    } else {
        most
    };
    Value::between(lo, hi)
}

/// Fields into which something beyond their ranges may be stored, with what that is; none if it is unknown.
fn broken(supposed: &Ranges, found: &Facts) -> Vec<(Home, Option<Value>)> {
    let Some(writers) = &found.writers else {
        return supposed.keys().map(|home| (*home, None)).collect();
    };
    let all = supposed.iter().filter_map(|(home, range)| {
        if writers.is_stored_anywhere(*home) {
            return Some((*home, None));
        }
        if !writers.is_stored(*home) {
            return None;
        }
        match found.number(*home) {
            Some(stored) if is_within(stored, *range) => None,
            stored => Some((*home, stored.filter(|it| it.kind.is_int()))),
        }
    });
    all.collect()
}

fn is_within(value: Value, range: Value) -> bool {
    let ((lo, hi), (least, most)) = (value.range(), range.range());
    least <= lo && hi <= most
}

impl Facts {
    /// Fields of numbers with what they hold at any time, where that is less than all numbers.
    pub(crate) fn numbers(&self, program: &Program<'_>) -> Vec<(WatchedField, (i32, i32))> {
        let ranges = first_ranges(program, self).into_keys();
        let ranges = ranges.filter_map(|home| Some((home, self.number(home)?)));
        let known = ranges.filter(|(_, value)| value.kind.is_int());
        let all = known.map(|(home, value)| {
            let field = WatchedField {
                name: name(program, home),
                place: FieldPlace::of(home, program),
                held: Held::Number,
            };
            (field, value.range())
        });
        all.collect()
    }

    /// The same with other ranges of fields.
    fn supposing(&self, ranges: &Ranges) -> Self {
        let mut facts = self.within(crate::bounds::Ranges::default());
        for (home, range) in ranges {
            match home {
                Home::Instance(class, offset) => facts.fields.insert((*class, *offset), *range),
                Home::Static(address) => facts.statics.insert(*address, *range),
            };
        }
        facts
    }

    /// What is stored into a field, and its first value.
    fn number(&self, home: Home) -> Option<Value> {
        match home {
            Home::Instance(class, offset) => self.fields.get(&(class, offset)).copied(),
            Home::Static(address) => self.statics.get(&address).copied(),
        }
    }
}
