//! Elements of arrays of references that never leave one field: what is stored where.
//!
//! An array is *followed* from the instruction that makes it through the field that keeps it to the bytecodes that read and write its
//! elements. It is given up where it goes anywhere else: into a second field, another array, an argument, a result. The first pass
//! over the program finds the fields, so what later passes find holds.

use std::collections::{BTreeMap, BTreeSet};

use isa::{Bytecode, Group, op};
use jopizer::linked_code::Instruction;

use crate::program::ClassId;
use crate::state::State;
use crate::value::{Kind, Site, Value};

/// Elements that one store may reach before the array is given up, and that one read joins.
const MOST_ELEMENTS: i64 = 64;

/// Words of arguments at most where an instruction does not tell them.
const UNKNOWN_WORDS: usize = 4;

/// Elements by place; what is not there is null.
type Elements = BTreeMap<i32, Value>;

/// What is known of elements.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arrays(BTreeMap<u16, Elements>);

/// A field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Home {
    /// By declaring class and offset.
    Instance(ClassId, u32),
    /// By address.
    Static(u16),
}

/// Collects stores into arrays.
#[derive(Debug, Default)]
pub(crate) struct ArrayStores {
    elements: BTreeMap<u16, Elements>,
    homes: BTreeMap<u16, Home>,
    given_up: BTreeSet<u16>,
    /// An array was lost from sight.
    all_given_up: bool,
    /// Offsets and addresses of fields that are read where nothing is known.
    read_offsets: BTreeSet<u32>,
    read_statics: BTreeSet<u16>,
}

impl Arrays {
    /// An element of an array, if it is known.
    pub(crate) fn element(&self, array: Value, index: Value) -> Option<Value> {
        let Site::One(site) = array.site() else {
            return None;
        };
        let elements = self.0.get(&site)?;
        let (first, last) = places(array, index);
        let known = if last - first < MOST_ELEMENTS {
            (first..=last)
                .filter_map(|place| i32::try_from(place).ok())
                .map(|place| elements.get(&place).copied().unwrap_or(Kind::Null.into()))
                .reduce(Value::join)
        } else {
            elements.values().copied().reduce(Value::join)
        };
        known.filter(|value| value.kind != Kind::Any)
    }
}

/// First and last place that an index may mean.
fn places(array: Value, index: Value) -> (i64, i64) {
    let ((lo, hi), (_, length)) = (index.range(), array.length());
    (
        i64::from(lo).max(0),
        i64::from(hi).min(i64::from(length) - 1),
    )
}

impl ArrayStores {
    /// Gives an array up.
    pub(crate) fn give_up(&mut self, value: Value) {
        match value.site() {
            Site::One(site) => {
                self.given_up.insert(site);
            }
            Site::Unknown => self.all_given_up = true,
            Site::Elsewhere => {}
        }
    }

    /// A store of a value into a field, or into one that is unknown.
    pub(crate) fn keep(&mut self, home: Option<Home>, value: Value) {
        match (value.site(), home) {
            (Site::One(site), Some(home)) => {
                let known = *self.homes.entry(site).or_insert(home);
                if known != home {
                    self.given_up.insert(site);
                }
            }
            _ => self.give_up(value),
        }
    }

    /// A read of a field of which only the bytecode is known.
    pub(crate) fn read_unknown(&mut self, it: &Instruction) {
        match it.opcode {
            op::GETFIELD | op::GETFIELD_REF => {
                self.read_offsets.insert(it.operand.into());
            }
            op::GETSTATIC | op::GETSTATIC_REF => {
                self.read_statics.insert(it.operand);
            }
            _ => {}
        }
    }

    /// An instruction with the frame before it, stores into fields left out; `words` are the arguments of calls.
    pub(crate) fn before(&mut self, it: &Instruction, words: usize, state: &State) {
        let gone = match (it.opcode, Bytecode::of(it.opcode).group()) {
            (op::AASTORE, _) => {
                self.store(state.peek(2), state.peek(1), state.peek(0));
                1
            }
            (op::GETFIELD | op::GETFIELD_REF, _) => 1,
            (op::ATHROW | op::CHECKCAST, _) | (_, Group::Return) => 1,
            (_, Group::Invoke | Group::Native | Group::Entry | Group::Prefix | Group::Reserved) => {
                if words > 0 {
                    words
                } else {
                    UNKNOWN_WORDS
                }
            }
            _ => 0,
        };
        for depth in 0..gone {
            self.give_up(state.peek(depth));
        }
    }

    fn store(&mut self, array: Value, index: Value, value: Value) {
        let Site::One(site) = array.site() else {
            self.give_up(array);
            return;
        };
        let (first, last) = places(array, index);
        if last - first >= MOST_ELEMENTS {
            self.given_up.insert(site);
            return;
        }
        let elements = self.elements.entry(site).or_default();
        for place in (first..=last).filter_map(|place| i32::try_from(place).ok()) {
            let value = value.forgotten();
            let known = elements.entry(place).or_insert(Kind::Null.into());
            *known = known.join(value);
        }
    }

    /// What holds of arrays; `read` is what reads of a field have given in this pass.
    pub(crate) fn into_arrays(self, read: impl Fn(Home) -> Option<Value>) -> Arrays {
        if self.all_given_up {
            return Arrays::default();
        }
        let homes = self.homes.iter();
        let kept = homes.filter(|(site, home)| {
            let is_read_unknown = match home {
                Home::Instance(_, offset) => self.read_offsets.contains(offset),
                Home::Static(address) => self.read_statics.contains(address),
            };
            let is_followed = read(**home).is_some_and(|value| match value.site() {
                Site::One(one) => one == **site,
                Site::Unknown => true,
                Site::Elsewhere => false,
            });
            is_followed && !is_read_unknown && !self.given_up.contains(site)
        });
        let kept = kept.map(|(site, _)| {
            let elements = self.elements.get(site).cloned().unwrap_or_default();
            (*site, elements)
        });
        Arrays(kept.collect())
    }
}
