//! What is known whoever runs: of fields all that code stores into them and their first value, of arguments all that calls pass, of results all
//! that methods give back.

mod kept;

use std::collections::{BTreeMap, BTreeSet};

use isa::op;
use jopizer::linked_code::Instruction;

use crate::arrays::{ArrayStores, Arrays, Home};
use crate::assigned::Assigned;
use crate::bounds::Ranges;
use crate::collect::ByMethod;
use crate::declared::{declaration, home, is_of_library};
use crate::premise::Premise;
use crate::program::{ClassId, Method, Program};
use crate::state::State;
use crate::types::{arguments_of, combine, of_type};
use crate::value::{Kind, Value};
use crate::writers::Writers;

pub(crate) use self::kept::kept;

/// What is known of fields.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// By declaring class and offset.
    fields: BTreeMap<(ClassId, u32), Value>,
    /// By address.
    statics: BTreeMap<u16, Value>,
    /// What all calls pass.
    arguments: ByMethod,
    /// What all calls give back.
    returns: ByMethod,
    arrays: Arrays,
    /// What is given of fields.
    ranges: Ranges,
    /// Who stores into fields; none if code is unknown.
    pub(crate) writers: Option<Writers>,
}

/// Collects what is stored, passed and given back.
#[derive(Debug, Default)]
pub(crate) struct Stores {
    fields: BTreeMap<(ClassId, u32), Value>,
    statics: BTreeMap<u16, Value>,
    /// Offsets at which a store was seen whose class is unknown: nothing is known of such fields.
    anywhere: BTreeSet<u32>,
    arguments: ByMethod,
    returns: ByMethod,
    pub(crate) arrays: ArrayStores,
    writers: Writers,
    /// The method that is looked at.
    pub(crate) method: u32,
}

impl Facts {
    /// The same with ranges of fields that somebody gives.
    pub(crate) fn within(&self, ranges: Ranges) -> Self {
        Self {
            fields: self.fields.clone(),
            statics: self.statics.clone(),
            arguments: self.arguments.clone(),
            returns: self.returns.clone(),
            arrays: self.arrays.clone(),
            ranges,
            writers: None,
        }
    }

    /// What was assumed of the fields that were read.
    pub(crate) fn assumed(&self) -> impl Iterator<Item = Premise> {
        self.ranges.premises()
    }

    /// An element of an array of references, if it is known.
    pub(crate) fn element(&self, array: Value, index: Value) -> Option<Value> {
        self.arrays.element(array, index)
    }

    /// What is known of the arguments of a method, whoever calls it.
    pub(crate) fn arguments(&self, program: &Program<'_>, method: &Method<'_>) -> Vec<Value> {
        let typed = arguments_of(program, method);
        match self.arguments.get(&method.symbol.address) {
            Some(Some(passed)) if !is_called_by_hardware(program, method) => {
                let words = typed.iter().zip(passed);
                let words = words.map(|(typed, passed)| combine(program, *typed, *passed));
                words
                    .chain(typed.iter().skip(passed.len()).copied())
                    .collect()
            }
            _ => typed,
        }
    }

    /// What a call that goes to one of these methods gives back, where its type is `typed`; none if nothing is known of one of them.
    pub(crate) fn returned(&self, methods: &[u32], typed: &[Value]) -> Option<Vec<Value>> {
        let mut joined: Option<Vec<Value>> = None;
        for method in methods {
            let words = self.returns.get(method)?.as_ref()?;
            joined = Some(match joined {
                Some(known) => join(&known, words),
                None => words.clone(),
            });
        }
        let joined = joined.filter(|words| words.len() == typed.len())?;
        // References keep their type: what is known of them may be less.
        let words = typed.iter().zip(joined);
        let words = words.map(|(typed, known)| match known.kind {
            Kind::Int { .. } => known,
            _ => *typed,
        });
        Some(words.collect())
    }

    /// The value of an instance field of an object of a class, or what is known of this object's.
    pub(crate) fn field(
        &self,
        program: &Program<'_>,
        class: Option<ClassId>,
        offset: u16,
        own: Option<Value>,
    ) -> Value {
        let declared = class.and_then(|class| declaration(program, class, offset.into()));
        let Some((class, descriptor)) = declared else {
            return own.unwrap_or(Value::ANY);
        };
        let typed = of_type(program, descriptor);
        let known = match self.fields.get(&(class, offset.into())) {
            Some(known) => more_precise(*known, typed),
            None => typed,
        };
        let home = Home::Instance(class, offset.into());
        self.ranges.narrow(home, own.unwrap_or(known))
    }

    /// The value of a static field.
    pub(crate) fn static_field(&self, program: &Program<'_>, address: u16) -> Value {
        let known = self.unlimited_static(program, address);
        self.ranges.narrow(Home::Static(address), known)
    }

    fn unlimited_static(&self, program: &Program<'_>, address: u16) -> Value {
        let symbol = program.static_symbol(address.into());
        let typed = symbol.map_or(Value::ANY, |it| of_type(program, &it.descriptor));
        if let Some(word) = program.unwritten_static(address)
            && typed.kind == Kind::Any
        {
            return Value::int(word.cast_signed());
        }
        match self.statics.get(&address) {
            // A host or the linker may fill what code leaves empty.
            Some(known) if known.kind != Kind::Null => more_precise(*known, typed),
            _ => typed,
        }
    }
}

/// Of a stored value and the type of its field the one that tells more.
fn more_precise(known: Value, typed: Value) -> Value {
    match (known.kind, typed.kind) {
        // Code stores nothing else into it.
        (Kind::Null, Kind::Ref { .. }) => known,
        (Kind::Any | Kind::Null, _) => typed,
        (
            Kind::Ref {
                class: None,
                length,
                site,
                elements: own,
                ..
            },
            Kind::Ref {
                class,
                dims,
                elements,
                ..
            },
        ) => Kind::Ref {
            class,
            dims,
            exact: false,
            length,
            site,
            elements: elements.or(own),
        }
        .into(),
        _ => known,
    }
}

/// Returns true for classes into whose objects the runtime may store by address.
fn is_written_by_address(program: &Program<'_>, class: ClassId) -> bool {
    is_of_library(program, class) && !program.class(class).name.starts_with("java.io.")
}

/// Returns true for methods that more than bytecodes of the program call: `main`, initialisers of classes, and the runtime's own.
fn is_called_by_hardware(program: &Program<'_>, method: &Method<'_>) -> bool {
    let pointers = &program.structure.pointers;
    let structs = &method.symbol.structs;
    let by_address = structs.contains(&pointers.main)
        || pointers.initialisers.iter().any(|it| structs.contains(it));
    by_address || method.symbol.class.starts_with("com.jopdesign.sys.")
}

fn join(a: &[Value], b: &[Value]) -> Vec<Value> {
    a.iter().zip(b).map(|(a, b)| a.join(*b)).collect()
}

/// Adds values to those of a method; nothing is known of it any more if they are unknown.
fn add(all: &mut ByMethod, method: u32, words: Option<&[Value]>) {
    let known = all.get(&method).cloned();
    let plain = words.map(|words| words.iter().map(|it| it.forgotten()).collect::<Vec<_>>());
    let joined = match (known, plain) {
        (None, words) => words,
        (Some(Some(known)), Some(words)) => Some(join(&known, &words)),
        (Some(_), _) => None,
    };
    all.insert(method, joined);
}

impl Stores {
    /// A call of a method with these words, or with unknown ones.
    pub(crate) fn called(&mut self, method: u32, words: Option<&[Value]>) {
        add(&mut self.arguments, method, words);
    }

    /// What a method gives back.
    pub(crate) fn returned(&mut self, method: u32, words: Option<&[Value]>) {
        add(&mut self.returns, method, words);
    }

    /// The store of an instruction, if it is one.
    pub(crate) fn store(&mut self, program: &Program<'_>, it: &Instruction, state: &State) {
        match it.opcode {
            op::PUTFIELD | op::PUTFIELD_REF => {
                let class = state.peek(1).class().map(|(class, _)| class);
                self.arrays.give_up(state.peek(1));
                self.arrays
                    .keep(home(program, class, it.operand), state.peek(0));
                self.field(program, class, it.operand, state.peek(0));
            }
            op::PUTSTATIC | op::PUTSTATIC_REF => {
                let home = Home::Static(it.operand);
                self.arrays.keep(Some(home), state.peek(0));
                self.static_field(it.operand, state.peek(0));
            }
            op::GETFIELD | op::GETFIELD_REF => {
                let class = state.peek(0).class().map(|(class, _)| class);
                let read = class.and_then(|class| declaration(program, class, it.operand.into()));
                if read.is_none() {
                    self.arrays.read_unknown(it);
                }
            }
            _ => {}
        }
    }

    /// A store or a read of an unknown value.
    pub(crate) fn unknown(&mut self, program: &Program<'_>, it: &Instruction, state: &State) {
        self.arrays.read_unknown(it);
        match it.opcode {
            op::PUTFIELD | op::PUTFIELD_REF => {
                let class = state.peek(1).class().map(|(class, _)| class);
                self.field(program, class, it.operand, Value::ANY);
            }
            op::PUTSTATIC | op::PUTSTATIC_REF => self.static_field(it.operand, Value::ANY),
            _ => {}
        }
    }

    /// A store into an instance field.
    fn field(&mut self, program: &Program<'_>, class: Option<ClassId>, offset: u16, value: Value) {
        let declared = class.and_then(|class| declaration(program, class, offset.into()));
        match declared {
            Some((class, _)) if is_written_by_address(program, class) => {}
            Some((class, _)) => {
                let key = (class, u32::from(offset));
                self.writers
                    .store(self.method, Home::Instance(class, key.1));
                let first = Value::from(Kind::Null);
                let known = *self.fields.get(&key).unwrap_or(&first);
                self.fields.insert(key, merge(known, value));
            }
            None => {
                self.anywhere.insert(offset.into());
                self.writers.store_anywhere(self.method, offset.into());
            }
        }
    }

    /// A store into a static field.
    fn static_field(&mut self, address: u16, value: Value) {
        self.writers.store(self.method, Home::Static(address));
        let first = Value::from(Kind::Null);
        let known = *self.statics.get(&address).unwrap_or(&first);
        self.statics.insert(address, merge(known, value));
    }

    /// What holds of every field after all stores, and of arrays if an earlier pass has found their fields. Fields of ints begin as 0, statics as the image has them.
    pub(crate) fn into_facts(
        self,
        program: &Program<'_>,
        assigned: &Assigned,
        earlier: &Facts,
    ) -> Facts {
        let arrays = self.arrays.into_arrays(|home| match home {
            Home::Instance(class, offset) if !self.anywhere.contains(&offset) => {
                earlier.fields.get(&(class, offset)).copied()
            }
            Home::Static(address) if program.word(address.into()) == Some(0) => {
                earlier.statics.get(&address).copied()
            }
            Home::Instance(..) | Home::Static(_) => None,
        });
        let fields = self.fields.into_iter();
        let fields = fields.filter(|((_, offset), _)| !self.anywhere.contains(offset));
        let has_first = |(class, offset): (ClassId, u32)| {
            let own = assigned.get(&class);
            own.is_none_or(|own| !own.contains(&offset))
        };
        let fields = fields.map(|(key, value)| match has_first(key) {
            true => (key, with_first(value, 0)),
            false => (key, value.forgotten()),
        });
        let statics = self.statics.into_iter().map(|(address, value)| {
            let first = program.word(address.into()).unwrap_or(0);
            (address, with_first(value, first))
        });
        Facts {
            fields: fields.collect(),
            statics: statics.collect(),
            arguments: self.arguments,
            returns: self.returns,
            arrays,
            ranges: Ranges::default(),
            writers: Some(self.writers),
        }
    }
}

/// Joins with the first word of a field, which for references is null.
fn with_first(value: Value, first: u32) -> Value {
    let value = value.forgotten();
    match value.kind {
        Kind::Int { .. } => value.join(Value::int(first.cast_signed())),
        // A reference to a literal may be there from the start.
        Kind::Ref { .. } | Kind::Null if first != 0 => Value::ANY,
        _ => value,
    }
}

/// The join, in which nothing yet is no value at all.
fn merge(known: Value, value: Value) -> Value {
    let value = value.forgotten();
    if known.kind == Kind::Null {
        return value;
    }
    known.join(value)
}
