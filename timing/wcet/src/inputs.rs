//! What the analysis takes for possible: ranges of the numbers that a call is given, for who looks for its longest call.
//!
//! Each range holds whatever the program does, or is given. Numbers outside of it are no counterexample of a bound.

use std::collections::BTreeSet;

use isa::op;
use jopizer::symbols::is_of_runtime;

use crate::analysis::Analyser;
use crate::bounds::Bounds;
use crate::error::WcetError;
use crate::facts::Facts;
use crate::program::{Program, constants};
use crate::types::argument_types;
use crate::value::{Kind, Value};

/// Least and largest value.
pub type Range = (i32, i32);

/// Ranges of numbers.
#[derive(Debug)]
pub struct Inputs<'a> {
    program: &'a Program<'a>,
    facts: Facts,
}

/// Fields that methods read.
#[derive(Debug, Clone, Default)]
pub struct Reads {
    /// Addresses of static fields.
    pub statics: BTreeSet<u32>,
    /// Words of objects.
    pub offsets: BTreeSet<u32>,
}

impl<'a> Analyser<'a> {
    /// Ranges of the numbers that calls are given.
    ///
    /// # Errors
    /// If a bound means no method or field, or several.
    pub fn inputs(&self, bounds: &Bounds) -> Result<Inputs<'a>, WcetError> {
        let mut bounds = bounds.clone();
        bounds.look_up(self.program)?;
        Ok(Inputs {
            program: self.program,
            facts: self.facts.within(bounds.of_fields()),
        })
    }
}

impl Inputs<'_> {
    /// Ranges of the argument words of a method; none for references.
    #[must_use]
    pub fn arguments(&self, method: u32) -> Vec<Option<Range>> {
        let Ok(method) = self.program.method(method) else {
            return Vec::new();
        };
        let types = argument_types(method);
        let known = self.facts.arguments(self.program, method);
        let mut second = false;
        let ranges = types.iter().zip(known).map(|(ty, value)| {
            let is_second = std::mem::replace(&mut second, ["J", "D"].contains(ty));
            (is_second || is_number(ty)).then(|| range(value)).flatten()
        });
        ranges.collect()
    }

    /// Range of the first word of a field of objects of a class, if it is a number that may vary; the runtime writes its objects by address, or
    /// has rules for them.
    #[must_use]
    pub fn field(&self, class: &str, offset: u32, descriptor: &str) -> Option<Range> {
        let is_fixed = is_of_runtime(class) || !is_number(descriptor);
        let id = self.program.class_named(class).filter(|_| !is_fixed)?;
        let offset = u16::try_from(offset).ok()?;
        range(self.facts.field(self.program, Some(id), offset, None))
    }

    /// The same of a static field; one that nobody writes does not vary.
    #[must_use]
    pub fn static_field(&self, address: u32) -> Option<Range> {
        let symbol = self.program.static_symbol(address)?;
        let address = u16::try_from(address).ok()?;
        let is_fixed = is_of_runtime(&symbol.class)
            || !is_number(&symbol.descriptor)
            || self.program.unwritten_static(address).is_some();
        (!is_fixed)
            .then(|| range(self.facts.static_field(self.program, address)))
            .flatten()
    }

    /// Fields that methods read.
    #[must_use]
    pub fn reads(&self, methods: &BTreeSet<u32>) -> Reads {
        let mut reads = Reads::default();
        let methods = methods
            .iter()
            .filter_map(|it| self.program.method(*it).ok());
        for it in methods.flat_map(|method| &method.instructions) {
            match it.opcode {
                op::GETSTATIC | op::GETSTATIC_REF | op::GETSTATIC_LONG => {
                    reads.statics.insert(it.operand.into());
                }
                op::GETFIELD | op::GETFIELD_REF | op::GETFIELD_LONG => {
                    reads.offsets.insert(it.operand.into());
                }
                _ => {}
            }
        }
        reads
    }

    /// Numbers in the code of methods.
    #[must_use]
    pub fn constants(&self, methods: &BTreeSet<u32>) -> BTreeSet<i32> {
        let methods = methods
            .iter()
            .filter_map(|it| self.program.method(*it).ok());
        methods.flat_map(|it| constants(self.program, it)).collect()
    }
}

fn is_number(descriptor: &str) -> bool {
    ["Z", "B", "C", "S", "I", "F", "J", "D"].contains(&descriptor)
}

/// The range of a word that is a number.
fn range(value: Value) -> Option<Range> {
    match value.kind {
        Kind::Any | Kind::Int { .. } => Some(value.range()),
        Kind::Null | Kind::Ref { .. } | Kind::OfHandle { .. } => None,
    }
}
