//! A method with its flow graph and its calls, the same in every context.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use cost_model::EvaluatedTable;
use isa::{Bytecode, Group, op};
use jopizer::linked_code::targets;

use crate::calls::CallKind;
use crate::error::WcetError;
use crate::flow::Flow;
use crate::program::{Method, Program};
use crate::types::of_type;
use crate::value::Value;

/// A method's flow and calls.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) flow: Flow,
    /// Calls by the place of their instruction.
    pub(crate) sites: BTreeMap<usize, Site>,
    /// Block of each instruction.
    pub(crate) block_of: Vec<usize>,
    /// Instructions whose exceptions the method itself may catch and then go on to a return, with the place of the handler.
    pub(crate) caught: BTreeMap<usize, u32>,
}

/// A call.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) kind: CallKind,
    /// Words of arguments.
    pub(crate) arguments: usize,
    /// What its type tells of the result, word by word; of a routine that its bytecode does not describe.
    pub(crate) results: Vec<Value>,
    /// The word that the microcode pushes for the routine.
    pub(crate) pushed: Option<Value>,
    /// What is known beside the arguments: the number of keys of a search.
    pub(crate) beside: Option<Value>,
}

/// All methods, by the address of their code; an error for code that cannot be analysed.
pub(crate) type Shapes = HashMap<u32, Result<Arc<Shape>, WcetError>>;

/// Flow and calls of all methods.
pub(crate) fn shapes(program: &Program<'_>, costs: &EvaluatedTable) -> Shapes {
    let all = program.methods().map(|method| {
        let shape = Shape::of(program, costs, method).map(Arc::new);
        (method.symbol.address, shape)
    });
    all.collect()
}

impl Shape {
    fn of(
        program: &Program<'_>,
        costs: &EvaluatedTable,
        method: &Method<'_>,
    ) -> Result<Self, WcetError> {
        let flow = Flow::of(program, method)?;
        let mut block_of = vec![0; method.instructions.len()];
        for (number, block) in flow.blocks.iter().enumerate() {
            block_of[block.instructions.clone()].fill(number);
        }
        let mut sites = BTreeMap::new();
        for (number, it) in method.instructions.iter().enumerate() {
            if let Some(kind) = program.call_kind(costs, it.opcode) {
                sites.insert(number, site(program, costs, method, number, kind));
            }
        }
        Ok(Self {
            caught: caught(method, &flow, &block_of),
            flow,
            sites,
            block_of,
        })
    }
}

/// Instructions that may throw where a handler catches that does not always throw again, with the place of the handler.
fn caught(method: &Method<'_>, flow: &Flow, block_of: &[usize]) -> BTreeMap<usize, u32> {
    let instructions = || method.instructions.iter().enumerate();
    let goes_on = |handler: u32| {
        let mut at = instructions();
        let first = at.find(|(_, it)| it.pc == handler as usize);
        // A handler elsewhere is damaged code, of which nothing is known.
        first.is_none_or(|(number, _)| returns_from(flow, block_of[number]))
    };
    let mut caught = BTreeMap::new();
    for row in method.handlers.iter().filter(|row| goes_on(row.handler)) {
        let covered = row.start as usize..row.end as usize;
        let inside = instructions().filter(|(_, it)| covered.contains(&it.pc));
        for (number, _) in inside.filter(|(_, it)| may_throw(it.opcode)) {
            caught.entry(number).or_insert(row.handler);
        }
    }
    caught
}

/// Returns true if a way leads from a block to a return.
fn returns_from(flow: &Flow, block: usize) -> bool {
    let mut seen = vec![false; flow.blocks.len()];
    let mut rest = vec![block];
    while let Some(block) = rest.pop() {
        if std::mem::replace(&mut seen[block], true) {
            continue;
        }
        if flow.blocks[block].returns {
            return true;
        }
        let out = flow.blocks[block].out.iter();
        rest.extend(out.map(|edge| flow.edges[*edge].to));
    }
    false
}

/// Returns true if a bytecode may throw: by itself, or by what it calls.
fn may_throw(opcode: u8) -> bool {
    match Bytecode::of(opcode).group() {
        Group::Constant
        | Group::Load
        | Group::Store
        | Group::Stack
        | Group::Conversion
        | Group::Comparison
        | Group::Branch
        | Group::Switch
        | Group::Return
        | Group::Native => opcode == op::JOPSYS_INVOKE,
        Group::Arithmetic => matches!(opcode, op::IDIV | op::IREM | op::LDIV | op::LREM),
        _ => true,
    }
}

/// A call; one that has no known target gets none here and is refused where it can be reached.
fn site(
    program: &Program<'_>,
    costs: &EvaluatedTable,
    method: &Method<'_>,
    number: usize,
    kind: CallKind,
) -> Site {
    let it = &method.instructions[number];
    let known = program.targets(costs, method, it, None).unwrap_or_default();
    let first = known
        .first()
        .and_then(|target| program.method(*target).ok());
    let receiver = program.receiver_depth(method, it);
    let declared = (kind == CallKind::Invoke)
        .then(|| program.constant_text(method, it.operand))
        .flatten();
    let result = declared.and_then(|text| text.rsplit_once(')'));
    let results = match (result, first) {
        (Some((_, "V")), _) => Vec::new(),
        (Some((_, "J" | "D")), _) => vec![Value::ANY; 2],
        (Some((_, ty)), _) => vec![of_type(program, ty)],
        (None, Some(first)) => vec![Value::ANY; first.results],
        (None, None) => Vec::new(),
    };
    Site {
        kind,
        arguments: match (kind, receiver, first) {
            (CallKind::Invoke, Some(depth), _) => depth + 1,
            (_, _, Some(first)) => first.arguments,
            (_, _, None) => 0,
        },
        results,
        pushed: pushed(program, method, number),
        beside: keys(method, number),
    }
}

/// Keys of a `lookupswitch`, which its routine searches.
fn keys(method: &Method<'_>, number: usize) -> Option<Value> {
    let it = &method.instructions[number];
    let keys = targets(&method.code, it.pc).len().saturating_sub(1);
    (it.opcode == op::LOOKUPSWITCH).then(|| Value::int(keys.min(1 << 16) as i32))
}

/// What the microcode pushes before it calls the routine of a bytecode (spec 12 section 4).
fn pushed(program: &Program<'_>, method: &Method<'_>, number: usize) -> Option<Value> {
    let it = &method.instructions[number];
    match it.opcode {
        op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => {
            let word = program.constant(method, it.operand);
            Some(word.map_or(Value::ANY, |word| Value::int(word.cast_signed())))
        }
        op::NEWARRAY => Some(Value::int(method.byte(it.pc + 1).into())),
        op::PUTSTATIC_REF | op::PUTFIELD_REF => Some(Value::int(it.operand.into())),
        _ => None,
    }
}
