//! Ways that exclude each other in one call, as they need different values of one variable and nothing in between changes it.
//!
//! ```text
//!   mode = FAULT;                   gives it a value        ─┐
//!   ...                             no store into it         │ once together
//!   switch (mode) { case NORMAL:    needs another one       ─┘
//! ```
//!
//! A variable is a local one, a static field, or a field of an object that fields lead to. Only what is in no loop is looked at: a call
//! does it once at most. Handlers of exceptions may change a field, and are not covered by a bound. Neither are other threads, but for response
//! times, which take local variables alone ([`Correlations::of_locals`]).

use std::collections::{BTreeSet, HashMap};

use cost_model::EvaluatedTable;
use isa::{Bytecode, Group, op};
use jopizer::linked_code::Instruction;
use jopizer::symbols::{StaticSymbol, is_of_runtime};

use crate::arrays::Home;
use crate::call_graph::CallGraph;
use crate::declared::{declaration, home};
use crate::flow::Case;
use crate::program::{ClassId, Method, Program};
use crate::shape::{Shape, Shapes};
use crate::slots::{slots, stored};
use crate::types::{arguments_of, of_type};
use crate::writers::{Writers, stores_by_address};

/// Ways of which a call takes one at most, and that once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Correlation {
    pub(crate) first: First,
    /// Later ones.
    pub(crate) edges: Vec<usize>,
    /// No other thread can change the variable.
    pub(crate) is_local: bool,
}

/// A store or a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum First {
    /// A block that stores a constant.
    Block(usize),
    /// A way that only some values take.
    Edge(usize),
}

/// Correlations by the address of a method.
#[derive(Debug, Default)]
pub(crate) struct Correlations(HashMap<u32, Vec<Correlation>>);

impl Correlations {
    /// Those of a method.
    pub(crate) fn of(&self, method: u32) -> &[Correlation] {
        self.0.get(&method).map_or(&[], Vec::as_slice)
    }

    /// Those that hold whatever other threads do.
    pub(crate) fn of_locals(&self) -> Self {
        let all = self.0.iter().map(|(method, all)| {
            let own = all.iter().filter(|it| it.is_local).cloned();
            (*method, own.collect())
        });
        Self(all.collect())
    }
}

/// A variable: where it begins, and the fields that lead to it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Variable {
    root: Root,
    path: Vec<Home>,
}

impl Variable {
    fn is_local(&self) -> bool {
        self.path.is_empty() && matches!(self.root, Root::Local(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Root {
    Local(usize),
    Static(u16),
}

/// Numbers, as ranges from the least to the largest.
type Numbers = Vec<(i32, i32)>;

/// An operand that is known.
enum Operand {
    Constant(i32),
    Variable(Variable),
}

/// Something that is known of a variable.
#[derive(Clone)]
struct Known {
    variable: Variable,
    first: First,
    numbers: Numbers,
}

/// Looks at all methods.
pub(crate) fn correlations(
    program: &Program<'_>,
    costs: &EvaluatedTable,
    shapes: &Shapes,
    (writers, graph): (&Writers, &CallGraph),
) -> Correlations {
    let mut writing = HashMap::new();
    let all = program.methods().filter_map(|method| {
        let shape = shapes.get(&method.symbol.address)?.as_ref().ok()?;
        let mut finder = Finder {
            program,
            costs,
            method,
            shape,
            writers: (writers, graph),
            writing: &mut writing,
        };
        let found = finder.find();
        (!found.is_empty()).then_some((method.symbol.address, found))
    });
    Correlations(all.collect())
}

struct Finder<'a, 'w> {
    program: &'a Program<'a>,
    costs: &'a EvaluatedTable,
    method: &'a Method<'a>,
    shape: &'a Shape,
    writers: (&'a Writers, &'a CallGraph),
    /// Methods that may store into a field, as far as they were looked for.
    writing: &'w mut HashMap<Home, BTreeSet<u32>>,
}

impl Finder<'_, '_> {
    fn find(&mut self) -> Vec<Correlation> {
        let tested = self.tested();
        if tested.is_empty() {
            return Vec::new();
        }
        let mut known = self.stores();
        known.extend(tested.iter().cloned());
        let mut pairs: Vec<(First, bool, BTreeSet<usize>)> = Vec::new();
        for first in &known {
            let others = tested.iter().filter(|it| {
                it.variable == first.variable && are_apart(&it.numbers, &first.numbers)
            });
            let others = others.filter_map(|it| match it.first {
                First::Edge(edge) => Some(edge),
                First::Block(_) => None,
            });
            let others: Vec<usize> = others.collect();
            if others.is_empty() {
                continue;
            }
            let unchanged = self.unchanged(first);
            let edges = &self.shape.flow.edges;
            let later = others.into_iter().filter(|it| unchanged[edges[*it].from]);
            pairs.push((first.first, first.variable.is_local(), later.collect()));
        }
        self.together(&pairs)
    }

    /// Sets of ways that exclude each other, in place of pairs: one constraint for a set is stronger than many for its pairs.
    fn together(&self, pairs: &[(First, bool, BTreeSet<usize>)]) -> Vec<Correlation> {
        let flow = &self.shape.flow;
        let excludes = |edge: usize, other: usize| {
            let mut own = pairs
                .iter()
                .filter(|(first, ..)| *first == First::Edge(edge));
            flow.edges[edge].from == flow.edges[other].from
                || own.any(|(.., later)| later.contains(&other))
        };
        let mut found = Vec::new();
        for (first, is_local, later) in pairs {
            let mut rest: Vec<usize> = later.iter().copied().collect();
            rest.sort_by_key(|edge| flow.place[flow.edges[*edge].from]);
            while !rest.is_empty() {
                let mut edges: Vec<usize> = Vec::new();
                for edge in &rest {
                    if edges.iter().all(|it| excludes(*it, *edge)) {
                        edges.push(*edge);
                    }
                }
                rest.retain(|edge| !edges.contains(edge));
                found.push(Correlation {
                    first: *first,
                    edges,
                    is_local: *is_local,
                });
            }
        }
        found
    }

    /// Values of variables on the ways of branches.
    fn tested(&self) -> Vec<Known> {
        let flow = &self.shape.flow;
        let mut tested = Vec::new();
        for block in flow.blocks.iter().filter(|it| it.in_loop.is_none()) {
            let Some((variable, other)) = self.compared(block.instructions.end - 1) else {
                continue;
            };
            for edge in &block.out {
                let opcode = self.method.instructions[block.instructions.end - 1].opcode;
                let keys = block.out.iter().map(|edge| flow.edges[*edge].case);
                let numbers = match flow.edges[*edge].case {
                    Case::Always => continue,
                    Case::Key(key) => vec![(key, key)],
                    Case::Default { .. } => without(keys),
                    case => related(opcode, case == Case::Taken, other),
                };
                tested.push(Known {
                    variable: variable.clone(),
                    first: First::Edge(*edge),
                    numbers,
                });
            }
        }
        tested
    }

    /// The variable that a branch looks at, and what it is compared with: a number, on its left if so.
    fn compared(&self, branch: usize) -> Option<(Variable, (i32, bool))> {
        let opcode = self.method.instructions[branch].opcode;
        let (last, begin) = self.operand(self.before(branch)?)?;
        match (opcode, last) {
            (op::IFEQ..=op::IFLE | op::TABLESWITCH | op::LOOKUPSWITCH, Operand::Variable(it)) => {
                Some((it, (0, false)))
            }
            (op::IF_ICMPEQ..=op::IF_ICMPLE, last) => {
                let (first, _) = self.operand(self.before(begin)?)?;
                match (first, last) {
                    (Operand::Variable(it), Operand::Constant(number)) => {
                        Some((it, (number, false)))
                    }
                    (Operand::Constant(number), Operand::Variable(it)) => {
                        Some((it, (number, true)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Stores of constants.
    fn stores(&self) -> Vec<Known> {
        let flow = &self.shape.flow;
        let mut stores = Vec::new();
        for (number, block) in flow.blocks.iter().enumerate() {
            if block.in_loop.is_some() {
                continue;
            }
            for at in block.instructions.clone() {
                let Some((variable, constant)) = self.stored_constant(at) else {
                    continue;
                };
                stores.push(Known {
                    variable,
                    first: First::Block(number),
                    numbers: vec![(constant, constant)],
                });
            }
        }
        stores
    }

    fn stored_constant(&self, at: usize) -> Option<(Variable, i32)> {
        let it = &self.method.instructions[at];
        let bytecode = Bytecode::of(it.opcode);
        let is_local = bytecode.group() == Group::Store && bytecode.name().starts_with('i');
        let is_store = is_local || matches!(it.opcode, op::PUTSTATIC | op::PUTFIELD);
        let (Operand::Constant(number), begin) =
            self.operand(self.before(at)?).filter(|_| is_store)?
        else {
            return None;
        };
        let variable = match it.opcode {
            op::PUTSTATIC => {
                self.own_static(it.operand)?;
                let root = Root::Static(it.operand);
                let path = Vec::new();
                Variable { root, path }
            }
            op::PUTFIELD => self.field(self.before(begin)?, it)?.0,
            _ => Variable {
                root: Root::Local(slots(it, bytecode).next()?),
                path: Vec::new(),
            },
        };
        Some((variable, number))
    }

    /// The instruction before another one on all ways to it: that of the same block.
    fn before(&self, number: usize) -> Option<usize> {
        let before = number.checked_sub(1)?;
        let block_of = &self.shape.block_of;
        (block_of[before] == block_of[number]).then_some(before)
    }

    /// The number that instructions up to one push, with the first of them.
    fn operand(&self, last: usize) -> Option<(Operand, usize)> {
        let it = self.method.instructions.get(last)?;
        let bytecode = Bytecode::of(it.opcode);
        let byte = |n: usize| self.method.byte(it.pc + n);
        let root = match it.opcode {
            op::BIPUSH => return Some((Operand::Constant(byte(1).cast_signed().into()), last)),
            op::SIPUSH => {
                let number = i16::from_be_bytes([byte(1), byte(2)]);
                return Some((Operand::Constant(number.into()), last));
            }
            op::ICONST_M1..=op::ICONST_5 => {
                let number = i32::from(it.opcode) - i32::from(op::ICONST_0);
                return Some((Operand::Constant(number), last));
            }
            op::GETFIELD => {
                let (variable, begin) = self.field(self.before(last)?, it)?;
                return Some((Operand::Variable(variable), begin));
            }
            op::GETSTATIC => {
                self.own_static(it.operand)?;
                Root::Static(it.operand)
            }
            _ if bytecode.group() == Group::Load && bytecode.name().starts_with('i') => {
                Root::Local(slots(it, bytecode).next()?)
            }
            _ => return None,
        };
        let path = Vec::new();
        Some((Operand::Variable(Variable { root, path }), last))
    }

    /// A static field of the program; the runtime may store into its own by address.
    fn own_static(&self, address: u16) -> Option<&StaticSymbol> {
        let symbol = self.program.static_symbol(address.into())?;
        (!is_of_runtime(&symbol.class)).then_some(symbol)
    }

    /// The field that an instruction means, of the object that those up to another push.
    fn field(&self, last: usize, access: &Instruction) -> Option<(Variable, usize)> {
        let (mut variable, class, begin) = self.object(last)?;
        let field = home(self.program, Some(class), access.operand)?;
        variable.path.push(field);
        Some((variable, begin))
    }

    /// The object that instructions up to one push, its class, and the first of them.
    fn object(&self, last: usize) -> Option<(Variable, ClassId, usize)> {
        let it = self.method.instructions.get(last)?;
        let bytecode = Bytecode::of(it.opcode);
        let class_of = |ty: &str| of_type(self.program, ty).class().map(|(class, _)| class);
        match it.opcode {
            op::GETSTATIC_REF => {
                let symbol = self.own_static(it.operand)?;
                let root = Root::Static(it.operand);
                let path = Vec::new();
                Some((Variable { root, path }, class_of(&symbol.descriptor)?, last))
            }
            op::GETFIELD_REF => {
                let (mut variable, class, begin) = self.object(self.before(last)?)?;
                variable
                    .path
                    .push(home(self.program, Some(class), it.operand)?);
                let (_, descriptor) = declaration(self.program, class, it.operand.into())?;
                Some((variable, class_of(descriptor)?, begin))
            }
            _ if bytecode.group() == Group::Load && bytecode.name().starts_with('a') => {
                let slot = slots(it, bytecode).next()?;
                let mut all = self.method.instructions.iter();
                let is_kept = all.all(|it| stored(self.method, it).all(|it| it != slot));
                let arguments = arguments_of(self.program, self.method);
                let argument = arguments.get(slot).filter(|_| is_kept)?;
                let (class, _) = argument.class()?;
                let root = Root::Local(slot);
                let path = Vec::new();
                Some((Variable { root, path }, class, last))
            }
            _ => None,
        }
    }

    /// Blocks at whose end a variable has the value that is known of it, on all ways from there.
    fn unchanged(&mut self, known: &Known) -> Vec<bool> {
        let flow = &self.shape.flow;
        let changes: Vec<bool> = (flow.blocks.iter())
            .map(|block| {
                let mut all = block.instructions.clone();
                all.any(|number| self.changes(number, &known.variable))
            })
            .collect();
        let mut kept = vec![false; flow.blocks.len()];
        let mut lost = kept.clone();
        let ends = |block: usize| flow.blocks[block].out.iter();
        let mut rest: Vec<usize> = match known.first {
            First::Edge(edge) => vec![flow.edges[edge].to],
            First::Block(block) => {
                // The last store counts, and nothing behind it may change the variable.
                kept[block] = self.ends_with(block, known);
                if !kept[block] {
                    return vec![false; flow.blocks.len()];
                }
                ends(block).map(|edge| flow.edges[*edge].to).collect()
            }
        };
        let mut changed = Vec::new();
        while let Some(block) = rest.pop() {
            if std::mem::replace(&mut kept[block], true) {
                continue;
            }
            let next = ends(block).map(|edge| flow.edges[*edge].to);
            if changes[block] {
                lost[block] = true;
                changed.extend(next);
            } else {
                rest.extend(next);
            }
        }
        while let Some(block) = changed.pop() {
            if !std::mem::replace(&mut lost[block], true) {
                changed.extend(ends(block).map(|edge| flow.edges[*edge].to));
            }
        }
        let both = kept.iter().zip(&lost);
        both.map(|(kept, lost)| *kept && !lost).collect()
    }

    /// Returns true if the last change of a variable in a block is the store that is known.
    fn ends_with(&mut self, block: usize, known: &Known) -> bool {
        let all = self.shape.flow.blocks[block].instructions.clone();
        let mut all = all.rev();
        let last = all.find(|number| self.changes(*number, &known.variable));
        let stored = last.and_then(|number| self.stored_constant(number));
        stored.is_some_and(|(variable, number)| {
            variable == known.variable && known.numbers == [(number, number)]
        })
    }

    /// Returns true if an instruction may change a variable.
    fn changes(&mut self, number: usize, variable: &Variable) -> bool {
        let it = &self.method.instructions[number];
        let of_local = |slot| variable.root == Root::Local(slot);
        if stored(self.method, it).any(of_local) {
            return true;
        }
        if variable.is_local() {
            return false;
        }
        match it.opcode {
            op::PUTSTATIC | op::PUTSTATIC_REF | op::PUTSTATIC_LONG => {
                variable.root == Root::Static(it.operand)
            }
            op::PUTFIELD | op::PUTFIELD_REF | op::PUTFIELD_LONG => {
                let mut path = variable.path.iter();
                path.any(
                    |home| matches!(home, Home::Instance(_, at) if *at == u32::from(it.operand)),
                )
            }
            opcode if stores_by_address(opcode) => true,
            _ if self.shape.sites.contains_key(&number) => self.may_store(it, variable),
            _ => false,
        }
    }

    /// Returns true if a call may store into what makes a variable.
    fn may_store(&mut self, it: &Instruction, variable: &Variable) -> bool {
        let targets = self.program.targets(self.costs, self.method, it, None);
        let targets = targets.unwrap_or_default();
        let root = match variable.root {
            Root::Static(address) => Some(Home::Static(address)),
            Root::Local(_) => None,
        };
        let homes = variable.path.iter().copied().chain(root);
        let (writers, graph) = self.writers;
        let mut homes = homes.collect::<Vec<_>>().into_iter();
        targets.is_empty()
            || homes.any(|home| {
                let own = self.writing.entry(home);
                let own = own.or_insert_with(|| writers.of(home, self.program, graph));
                targets.iter().any(|target| own.contains(target))
            })
    }
}

/// Numbers of which a branch takes a way, where a variable is compared with one, which may be on the left.
fn related(opcode: u8, is_taken: bool, (number, is_left): (i32, bool)) -> Numbers {
    let relation = match opcode {
        op::IFEQ..=op::IFLE => opcode - op::IFEQ,
        _ => opcode - op::IF_ICMPEQ,
    };
    // Each odd relation is the complement of the even one before it.
    let relation = if is_taken { relation } else { relation ^ 1 };
    let relation = match (is_left, relation) {
        (true, 2 | 3) => relation + 2,
        (true, 4 | 5) => relation - 2,
        _ => relation,
    };
    let below = number.checked_sub(1).map(|last| (i32::MIN, last));
    let above = number.checked_add(1).map(|first| (first, i32::MAX));
    let ranges = match relation {
        0 => vec![Some((number, number))],
        1 => vec![below, above],
        2 => vec![below],
        3 => vec![Some((number, i32::MAX))],
        4 => vec![above],
        _ => vec![Some((i32::MIN, number))],
    };
    ranges.into_iter().flatten().collect()
}

/// Numbers that are no key of a switch.
fn without(cases: impl Iterator<Item = Case>) -> Numbers {
    let keys = cases.filter_map(|case| match case {
        Case::Key(key) => Some(i64::from(key)),
        _ => None,
    });
    let keys: BTreeSet<i64> = keys.collect();
    let mut from = i64::from(i32::MIN);
    let mut numbers = Numbers::new();
    for key in keys.into_iter().chain([i64::from(i32::MAX) + 1]) {
        if from < key {
            numbers.push((from as i32, (key - 1) as i32));
        }
        from = key + 1;
    }
    numbers
}

fn are_apart(a: &Numbers, b: &Numbers) -> bool {
    let mut pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    pairs.all(|(a, b)| a.1 < b.0 || b.1 < a.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(numbers: &Numbers, number: i32) -> bool {
        numbers.iter().any(|(lo, hi)| (*lo..=*hi).contains(&number))
    }

    #[test]
    fn numbers_of_a_way_are_those_for_which_its_relation_holds() {
        let relations: [fn(i32, i32) -> bool; 6] = [
            |a, b| a == b,
            |a, b| a != b,
            |a, b| a < b,
            |a, b| a >= b,
            |a, b| a > b,
            |a, b| a <= b,
        ];
        let ends = [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX];
        for (number, holds) in (0..).zip(relations) {
            for (variable, other) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
                for is_taken in [true, false] {
                    let right = related(op::IF_ICMPEQ + number, is_taken, (other, false));
                    let left = related(op::IF_ICMPEQ + number, is_taken, (other, true));
                    let of_right = contains(&right, variable);
                    assert_eq!(of_right, holds(variable, other) == is_taken);
                    let of_left = contains(&left, variable);
                    assert_eq!(of_left, holds(other, variable) == is_taken);
                }
            }
        }
    }

    #[test]
    fn numbers_of_a_default_are_all_but_the_keys() {
        let keys = [i32::MIN, 0, 1, 5];
        let numbers = without(keys.into_iter().map(Case::Key));
        assert_eq!(
            numbers,
            [(i32::MIN + 1, -1), (2, 4), (6, i32::MAX)],
            "{numbers:?}"
        );
        assert!(are_apart(&numbers, &vec![(0, 1), (5, 5)]));
        assert!(!are_apart(&numbers, &vec![(1, 2)]));
    }
}
