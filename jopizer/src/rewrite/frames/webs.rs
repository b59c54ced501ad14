//! Webs: all stores of a variable that some load may read, with these loads. A word of the frame may hold several, one after
//! the other; javac gives each variable of a scope a word of its own, whether it is still used or not.

use crate::instructions::{Body, Instruction, Operand};
use isa::op;

/// What the descriptor of a method says about its frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MethodShape {
    /// First word of each argument, `this` included, and whether it takes two.
    pub(super) arguments: Vec<(u16, bool)>,
    pub(super) argument_words: u16,
    pub(super) max_locals: u16,
    /// True if word 0 has to stay as it is for the whole call.
    pub(super) keeps_receiver: bool,
}

/// An instruction that loads or stores a local variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    /// Int, long, float, double, reference: 0 to 4, as the opcodes are in order.
    pub(super) kind: u8,
    pub(super) slot: u16,
    pub(super) is_store: bool,
}

impl Access {
    /// The access of an instruction, if it is one.
    pub(super) fn of<R>(instruction: &Instruction<R>) -> Option<Self> {
        let code = instruction.opcode;
        let long = |base: u8, is_store| match instruction.operand {
            Operand::Local(slot) => Some(Access {
                kind: code - base,
                slot,
                is_store,
            }),
            _ => None,
        };
        let short = |base: u8, is_store| {
            Some(Access {
                kind: (code - base) / 4,
                slot: u16::from((code - base) % 4),
                is_store,
            })
        };
        match code {
            op::ILOAD..=op::ALOAD => long(op::ILOAD, false),
            op::ILOAD_0..=op::ALOAD_3 => short(op::ILOAD_0, false),
            op::ISTORE..=op::ASTORE => long(op::ISTORE, true),
            op::ISTORE_0..=op::ASTORE_3 => short(op::ISTORE_0, true),
            _ => None,
        }
    }

    /// The instruction for it in another word.
    pub(super) fn instruction<R>(self, slot: u16, origin: u32) -> Instruction<R> {
        let (long, short) = if self.is_store {
            (op::ISTORE, op::ISTORE_0)
        } else {
            (op::ILOAD, op::ILOAD_0)
        };
        match u8::try_from(slot) {
            Ok(near @ 0..=3) => Instruction::plain(short + 4 * self.kind + near, origin),
            _ => Instruction::new(long + self.kind, Operand::Local(slot), origin),
        }
    }

    pub(super) fn is_wide(self) -> bool {
        self.kind == 1 || self.kind == 3
    }
}

/// A set of small numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Set(Vec<u64>);

impl Set {
    fn with_room(size: usize) -> Self {
        Set(vec![0; size.div_ceil(64)])
    }

    fn insert(&mut self, item: usize) {
        self.0[item / 64] |= 1 << (item % 64);
    }

    fn remove(&mut self, item: usize) {
        self.0[item / 64] &= !(1 << (item % 64));
    }

    pub(super) fn contains(&self, item: usize) -> bool {
        self.0[item / 64] >> (item % 64) & 1 != 0
    }

    /// Adds all items of another set; true if there was a new one.
    fn add_all(&mut self, other: &Set) -> bool {
        let mut grew = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            grew |= more & !*word != 0;
            *word |= more;
        }
        grew
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|item| self.contains(*item))
    }
}

/// One web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Web {
    pub(super) slot: u16,
    pub(super) is_wide: bool,
    /// True if the caller puts its value where it is.
    pub(super) is_argument: bool,
    /// Loads and stores, those in loops ten times for each loop.
    pub(super) weight: u32,
}

/// The webs of a method and where they are alive.
pub(super) struct Flow {
    pub(super) webs: Vec<Web>,
    /// The web of each instruction that loads or stores one.
    pub(super) accessed: Vec<Option<usize>>,
    /// Webs that are alive before each instruction.
    pub(super) live_in: Vec<Set>,
    pub(super) live_out: Vec<Set>,
}

/// A place that gives a variable a value: a store, or the call for an argument.
struct Definition {
    place: Option<usize>,
    slot: u16,
    is_wide: bool,
}

impl Definition {
    fn overlaps(&self, slot: u16, is_wide: bool) -> bool {
        self.slot < slot + 1 + u16::from(is_wide) && slot < self.slot + 1 + u16::from(self.is_wide)
    }
}

/// Instructions after the end of an exception range that may still raise one: the hardware reports some late.
const LATE: usize = 2;

/// Ways through a body.
struct Graph {
    next: Vec<Vec<usize>>,
    /// Handlers that an exception at an instruction may go to.
    handlers: Vec<Vec<usize>>,
}

impl Graph {
    fn of<R>(body: &Body<R>) -> Self {
        let length = body.instructions.len();
        let mut next = Vec::with_capacity(length);
        for (place, instruction) in body.instructions.iter().enumerate() {
            let mut to: Vec<usize> = instruction
                .targets()
                .into_iter()
                .map(|label| body.labels[label])
                .collect();
            if !instruction.ends_flow() {
                to.push(place + 1);
            }
            to.retain(|place| *place < length);
            next.push(to);
        }
        let mut handlers = vec![Vec::new(); length];
        for row in &body.handlers {
            let end = (body.labels[row.end] + LATE).min(length);
            for covered in &mut handlers[body.labels[row.start]..end] {
                covered.push(body.labels[row.handler]);
            }
        }
        Graph { next, handlers }
    }
}

impl Flow {
    /// `None` if the code is not what a compiler makes of Java.
    pub(super) fn of<R>(body: &Body<R>, shape: &MethodShape) -> Option<Self> {
        let accesses: Vec<Option<Access>> = body.instructions.iter().map(Access::of).collect();
        if body.instructions.iter().zip(&accesses).any(is_unknown) {
            return None;
        }
        let graph = Graph::of(body);
        let (definitions, made) = definitions(&accesses, shape);
        let reaching = reaching(&graph, &definitions, &made, shape.arguments.len());
        let mut groups = Groups((0..definitions.len()).collect());
        let mut read = vec![None; accesses.len()];
        for (place, access) in accesses.iter().enumerate() {
            let Some(access) = access.filter(|it| !it.is_store) else {
                continue;
            };
            for item in reaching[place]
                .iter()
                .filter(|item| *item < definitions.len())
            {
                let made = &definitions[item];
                if made.slot == access.slot && made.is_wide == access.is_wide() {
                    groups.join(*read[place].get_or_insert(item), item);
                }
            }
            // A load of nothing is in code that cannot run, or not a compiler's.
            read[place]?;
        }
        let (mut webs, numbers) = webs(&definitions, &mut groups);
        let mut accessed = vec![None; accesses.len()];
        for place in 0..accesses.len() {
            accessed[place] = read[place].or(made[place]).map(|item| numbers[item]);
        }
        for (place, weight) in weights(&graph).into_iter().enumerate() {
            if let Some(web) = accessed[place] {
                webs[web].weight = webs[web].weight.saturating_add(weight);
            }
        }
        let (live_in, live_out) = liveness(&graph, &accesses, &accessed, webs.len());
        let entry = live_in.first()?;
        if entry.iter().any(|web| !webs[web].is_argument) {
            return None;
        }
        Some(Flow {
            webs,
            accessed,
            live_in,
            live_out,
        })
    }
}

/// Local variables by other instructions than loads and stores.
fn is_unknown<R>((instruction, access): (&Instruction<R>, &Option<Access>)) -> bool {
    let names_local = matches!(
        instruction.operand,
        Operand::Local(_) | Operand::Increment { .. }
    );
    names_local && access.is_none()
}

/// Arguments first, then stores; and for each instruction the definition that it is.
fn definitions(
    accesses: &[Option<Access>],
    shape: &MethodShape,
) -> (Vec<Definition>, Vec<Option<usize>>) {
    let of_argument = |&(slot, is_wide): &(u16, bool)| Definition {
        place: None,
        slot,
        is_wide,
    };
    let mut definitions: Vec<Definition> = shape.arguments.iter().map(of_argument).collect();
    let mut made = vec![None; accesses.len()];
    for (place, access) in accesses.iter().enumerate() {
        if let Some(access) = access.filter(|it| it.is_store) {
            made[place] = Some(definitions.len());
            definitions.push(Definition {
                place: Some(place),
                slot: access.slot,
                is_wide: access.is_wide(),
            });
        }
    }
    (definitions, made)
}

/// Definitions whose values may be in the frame before each instruction.
fn reaching(
    graph: &Graph,
    definitions: &[Definition],
    made: &[Option<usize>],
    arguments: usize,
) -> Vec<Set> {
    let mut before = vec![Set::with_room(definitions.len()); made.len()];
    let mut entered = vec![false; made.len()];
    for argument in 0..arguments {
        before[0].insert(argument);
    }
    entered[0] = true;
    let mut work = vec![0];
    while let Some(place) = work.pop() {
        let mut after = before[place].clone();
        if let Some(item) = made[place] {
            let new = &definitions[item];
            for other in before[place].iter() {
                if definitions[other].overlaps(new.slot, new.is_wide) {
                    after.remove(other);
                }
            }
            after.insert(item);
        }
        // A handler may find the values before the instruction that raises, or after it.
        let mut either = after.clone();
        either.add_all(&before[place]);
        let normal = graph.next[place].iter().map(|to| (*to, &after));
        let raised = graph.handlers[place].iter().map(|to| (*to, &either));
        for (to, values) in normal.chain(raised) {
            if before[to].add_all(values) | !std::mem::replace(&mut entered[to], true) {
                work.push(to);
            }
        }
    }
    before
}

/// Disjoint sets of definitions.
struct Groups(Vec<usize>);

impl Groups {
    fn first(&self, mut item: usize) -> usize {
        while self.0[item] != item {
            item = self.0[item];
        }
        item
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// The webs, and the web of each definition.
fn webs(definitions: &[Definition], groups: &mut Groups) -> (Vec<Web>, Vec<usize>) {
    let mut webs: Vec<Web> = Vec::new();
    let mut numbers = vec![0; definitions.len()];
    for (item, definition) in definitions.iter().enumerate() {
        let first = groups.first(item);
        if first == item {
            numbers[item] = webs.len();
            webs.push(Web {
                slot: definition.slot,
                is_wide: definition.is_wide,
                is_argument: definition.place.is_none(),
                weight: 0,
            });
        } else {
            numbers[item] = numbers[first];
        }
    }
    (webs, numbers)
}

/// How often each instruction counts: ten times for each loop around it, by its backward branches.
fn weights(graph: &Graph) -> Vec<u32> {
    let mut weights = vec![1_u32; graph.next.len()];
    for (place, next) in graph.next.iter().enumerate() {
        for to in next.iter().filter(|to| **to <= place) {
            for weight in &mut weights[*to..=place] {
                *weight = weight.saturating_mul(10).min(1000);
            }
        }
    }
    weights
}

/// Webs whose values may still be read, before and after each instruction.
fn liveness(
    graph: &Graph,
    accesses: &[Option<Access>],
    accessed: &[Option<usize>],
    webs: usize,
) -> (Vec<Set>, Vec<Set>) {
    let mut live_in = vec![Set::with_room(webs); accesses.len()];
    let mut live_out = live_in.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for place in (0..accesses.len()).rev() {
            let mut out = Set::with_room(webs);
            for next in &graph.next[place] {
                out.add_all(&live_in[*next]);
            }
            let mut raised = Set::with_room(webs);
            for handler in &graph.handlers[place] {
                raised.add_all(&live_in[*handler]);
            }
            out.add_all(&raised);
            let mut before = out.clone();
            if let (Some(access), Some(web)) = (accesses[place], accessed[place]) {
                if access.is_store {
                    before.remove(web);
                } else {
                    before.insert(web);
                }
            }
            // An exception may come before the instruction has had its effect.
            before.add_all(&raised);
            changed |= live_in[place].add_all(&before);
            live_out[place].add_all(&out);
        }
    }
    (live_in, live_out)
}
