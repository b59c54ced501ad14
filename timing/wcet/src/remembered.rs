//! Fields whose values a frame remembers from one bytecode to the next: of objects that arguments refer to, and static ones.
//!
//! ```text
//!   if (count < capacity) {       less than the capacity    ─┐
//!       items[tail] = item;       no store into it           │ remembered
//!       count++;                  at most the capacity      ─┘
//! ```
//!
//! Each has a word behind the local variables of the frame. Only numbers of the program's own fields are remembered, as the runtime stores into
//! its objects by address, and only in programs in which nothing else runs in between.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cost_model::EvaluatedTable;
use isa::{Bytecode, Group, op};
use jopizer::linked_code::Instruction;
use jopizer::symbols::is_of_runtime;

use crate::arrays::Home;
use crate::call_graph::CallGraph;
use crate::calls::CallKind;
use crate::declared::{declaration, home, is_library};
use crate::program::{Method, Program};
use crate::slots::{slots, stored};
use crate::state::State;
use crate::types::{arguments_of, is_int};
use crate::value::{Kind, Value};
use crate::writers::{Writers, stores_by_address};

/// Most fields that one frame remembers.
const MOST_PLACES: usize = 12;
/// The field with the handler of interrupts, by class and name: while nothing writes it, no other code runs between two bytecodes.
const HANDLER: (&str, &str) = ("com.jopdesign.sys.JVMHelp", "timer");

/// What the frames of a method remember.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    /// Number of the first word.
    first: usize,
    places: Vec<Place>,
    /// Words that a call may change, by the place of its instruction.
    changed: BTreeMap<usize, Vec<usize>>,
}

/// A field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    /// The argument that refers to its object; none of static fields.
    object: Option<usize>,
    home: Home,
}

/// What the frames of all methods remember, by the address of their code.
#[derive(Debug, Default)]
pub(crate) struct AllRemembered(HashMap<u32, Remembered>);

static NOTHING: Remembered = Remembered {
    first: 0,
    places: Vec::new(),
    changed: BTreeMap::new(),
};

impl AllRemembered {
    /// Looks at all methods.
    pub(crate) fn of(
        program: &Program<'_>,
        costs: &EvaluatedTable,
        (writers, graph): (&Writers, &CallGraph),
    ) -> Self {
        if is_concurrent(program) {
            return Self::default();
        }
        let mut writing = HashMap::new();
        let all = program.methods().map(|method| {
            let places = places(program, method, writers);
            let changed = method.instructions.iter().enumerate();
            let changed = changed.filter(|(_, it)| {
                !places.is_empty() && program.call_kind(costs, it.opcode) == Some(CallKind::Invoke)
            });
            let first = method.locals.max(method.arguments);
            let changed = changed.map(|(number, it)| {
                let targets = program.targets(costs, method, it, None);
                let mut may_change = |place: &Place| {
                    let writing = writing
                        .entry(place.home)
                        .or_insert_with(|| writers.of(place.home, program, graph));
                    let Ok(targets) = &targets else {
                        return true;
                    };
                    targets.iter().any(|it| writing.contains(it))
                };
                let words = places.iter().enumerate();
                let words = words.filter(|(_, place)| may_change(place));
                (number, words.map(|(word, _)| first + word).collect())
            });
            let changed = changed.collect();
            let remembered = Remembered {
                first,
                places,
                changed,
            };
            (method.symbol.address, remembered)
        });
        Self(all.collect())
    }

    /// What the frames of a method remember.
    pub(crate) fn method(&self, address: u32) -> &Remembered {
        self.0.get(&address).unwrap_or(&NOTHING)
    }
}

impl Remembered {
    /// Nothing.
    pub(crate) fn nothing() -> &'static Self {
        &NOTHING
    }

    /// Words of a frame with the local variables.
    pub(crate) fn words(&self) -> usize {
        self.first + self.places.len()
    }

    /// What a read gives, of a field that holds `known` at any time; an object for those that are not static.
    pub(crate) fn read(
        &self,
        state: &mut State,
        (object, number): (Option<Value>, u16),
        known: Value,
    ) -> Value {
        let Some(word) = self.word(object, number) else {
            return known;
        };
        let value = match state.locals.get(word) {
            Some(own) if own.kind.is_int() => both(*own, known),
            _ => known,
        };
        if !matches!(value.kind, Kind::Int { .. } | Kind::Any) {
            return known;
        }
        if let Some(own) = state.locals.get_mut(word) {
            *own = value;
            own.origin = None;
        }
        Value {
            origin: u8::try_from(word).ok(),
            ..value
        }
    }

    /// A store into a field.
    pub(crate) fn store(
        &self,
        program: &Program<'_>,
        state: &mut State,
        (object, number): (Option<Value>, u16),
        value: Value,
    ) {
        if self.places.is_empty() {
            return;
        }
        let target = match object {
            Some(object) => {
                let class = object.class().map(|(class, _)| class);
                let declared = class.and_then(|class| declaration(program, class, number.into()));
                declared.map(|(class, _)| Home::Instance(class, number.into()))
            }
            None => Some(Home::Static(number)),
        };
        self.forget(state, |place| match (target, place.home) {
            (Some(target), home) => target == home,
            (None, Home::Instance(_, offset)) => offset == u32::from(number),
            (None, Home::Static(_)) => false,
        });
        if let Some(word) = self.word(object, number) {
            state.store(word, value);
        }
    }

    /// Effect of a bytecode that stores or calls by address.
    pub(crate) fn by_address(&self, state: &mut State, opcode: u8) {
        if stores_by_address(opcode) {
            self.forget(state, |_| true);
        }
    }

    /// Effect of a call.
    pub(crate) fn call(&self, state: &mut State, number: usize) {
        for word in self.changed.get(&number).into_iter().flatten() {
            state.store(*word, Value::ANY);
        }
    }

    fn forget(&self, state: &mut State, is_changed: impl Fn(&Place) -> bool) {
        for (word, place) in self.places.iter().enumerate() {
            if is_changed(place) {
                state.store(self.first + word, Value::ANY);
            }
        }
    }

    /// The word of a field.
    fn word(&self, object: Option<Value>, number: u16) -> Option<usize> {
        let slot = match object {
            Some(object) => Some(usize::from(object.origin?)),
            None => None,
        };
        let mut places = self.places.iter();
        let word = places.position(|place| {
            let own = match place.home {
                Home::Instance(_, offset) => offset == u32::from(number),
                Home::Static(address) => address == number,
            };
            own && place.object == slot
        });
        word.map(|word| self.first + word)
    }
}

/// What holds of a value of which both are known; the first if they exclude each other.
fn both(own: Value, known: Value) -> Value {
    let ((a, b), (c, d)) = (own.range(), known.range());
    let (lo, hi) = (a.max(c), b.min(d));
    match lo <= hi {
        true => Value::between(lo, hi).aged(&[own]),
        false => own,
    }
}

/// Returns true if threads or interrupts may run between two bytecodes, or if code of the program stores by address, or may: it makes numbers of
/// references.
fn is_concurrent(program: &Program<'_>) -> bool {
    let mut statics = program.symbols.statics.iter();
    let handler = statics.find(|it| (&*it.class, &*it.name) == HANDLER);
    let address = handler.and_then(|it| u16::try_from(it.address).ok());
    let switches = address.is_some_and(|it| program.unwritten_static(it).is_none());
    let own = program.methods().filter(|it| !is_library(&it.symbol.class));
    let mut opcodes = own.flat_map(|method| method.instructions.iter().map(|it| it.opcode));
    switches || opcodes.any(|it| stores_by_address(it) || it == op::JOPSYS_NOP)
}

/// Fields of numbers that a method reads of arguments that it never stores to, and static ones.
fn places(program: &Program<'_>, method: &Method<'_>, writers: &Writers) -> Vec<Place> {
    let mut kept: BTreeSet<usize> = (0..method.arguments).collect();
    for slot in method.instructions.iter().flat_map(|it| stored(method, it)) {
        kept.remove(&slot);
    }
    let arguments = arguments_of(program, method);
    let mut places = Vec::new();
    for (number, it) in method.instructions.iter().enumerate() {
        let place = match it.opcode {
            op::GETSTATIC => of_static(program, it.operand),
            op::GETFIELD => {
                let before = &method.instructions[..number];
                let object = object(before).filter(|slot| kept.contains(slot));
                object.and_then(|slot| {
                    let (class, _) = arguments.get(slot)?.class()?;
                    let (_, descriptor) = declaration(program, class, it.operand.into())?;
                    let home = home(program, Some(class), it.operand)?;
                    let object = Some(slot);
                    is_int(descriptor).then_some(Place { object, home })
                })
            }
            _ => None,
        };
        let place = place.filter(|it| writers.is_stored(it.home) && !places.contains(it));
        places.extend(place);
    }
    places.truncate(MOST_PLACES);
    places
}

/// The local variable whose object the next bytecode reads from.
fn object(before: &[Instruction]) -> Option<usize> {
    let mut back = before.iter().rev().filter(|it| it.opcode != op::DUP);
    let it = back.next()?;
    let bytecode = Bytecode::of(it.opcode);
    let is_load = bytecode.group() == Group::Load && bytecode.name().starts_with('a');
    is_load.then(|| slots(it, bytecode).next()).flatten()
}

fn of_static(program: &Program<'_>, address: u16) -> Option<Place> {
    let symbol = program.static_symbol(address.into())?;
    let is_own = !is_of_runtime(&symbol.class) && is_int(&symbol.descriptor);
    is_own.then_some(Place {
        object: None,
        home: Home::Static(address),
    })
}
