//! Control flow of a method, and its loops.

use isa::{Bytecode, Group, op};
use jopizer::linked_code::{Instruction, instructions, targets};

/// Instructions of a method with their successors, both by their number.
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
    pub(super) successors: Vec<Vec<usize>>,
}

impl Code {
    pub(super) fn new(bytes: &[u8]) -> Self {
        let instructions: Vec<Instruction> = instructions(bytes).collect();
        let number = |pc: i64| {
            let pc = usize::try_from(pc).ok()?;
            instructions.binary_search_by_key(&pc, |it| it.pc).ok()
        };
        let successors = instructions.iter().enumerate().map(|(place, it)| {
            let bytecode = Bytecode::of(it.opcode);
            let goes_on = match bytecode.group() {
                Group::Return | Group::Switch => false,
                Group::Branch => bytecode.is_conditional_branch(),
                _ => it.opcode != op::ATHROW,
            };
            let next = (goes_on && place + 1 < instructions.len()).then_some(place + 1);
            let targets = targets(bytes, it.pc).into_iter().filter_map(number);
            next.into_iter().chain(targets).collect()
        });
        Self {
            successors: successors.collect(),
            instructions,
        }
    }

    /// The way of an instruction back to itself in its innermost loop, without effects on memory or devices: the head of the loop and
    /// all instructions on such ways. None if there is no such loop.
    pub(super) fn round(&self, place: usize) -> Option<(usize, Vec<usize>)> {
        let heads = 0..=place;
        let loops = heads.filter_map(|head| Some((head, self.body(head)?)));
        let (head, body) = loops
            .filter(|(_, body)| body[place])
            .min_by_key(|(_, body)| body.iter().filter(|is_in| **is_in).count())?;
        let quiet = |it: usize| body[it] && is_quiet(self.instructions[it].opcode);
        let forward = reach(
            self.successors.len(),
            &self.successors[place],
            quiet,
            |it| &self.successors[it],
        );
        let predecessors = self.predecessors();
        let backward = reach(self.successors.len(), &predecessors[place], quiet, |it| {
            &predecessors[it]
        });
        let both = |it: &usize| forward[*it] && backward[*it];
        let round: Vec<usize> = (0..self.successors.len()).filter(both).collect();
        round.contains(&place).then_some((head, round))
    }

    /// The natural loop with this head; none if nothing goes back to it.
    fn body(&self, head: usize) -> Option<Vec<bool>> {
        let count = self.successors.len();
        let sources: Vec<usize> = (head..count)
            .filter(|it| self.successors[*it].contains(&head))
            .collect();
        let last = *sources.last()?;
        let predecessors = self.predecessors();
        let mut body = reach(
            count,
            &sources,
            |it| (head + 1..=last).contains(&it),
            |it| &predecessors[it],
        );
        body[head] = true;
        Some(body)
    }

    fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut predecessors = vec![Vec::new(); self.successors.len()];
        for (from, successors) in self.successors.iter().enumerate() {
            for to in successors {
                predecessors[*to].push(from);
            }
        }
        predecessors
    }
}

/// What can be reached from some places, those included, through places that are `allowed`.
fn reach<'a>(
    count: usize,
    from: &[usize],
    allowed: impl Fn(usize) -> bool,
    next: impl Fn(usize) -> &'a Vec<usize>,
) -> Vec<bool> {
    let mut reached = vec![false; count];
    let mut waiting: Vec<usize> = from.to_vec();
    while let Some(place) = waiting.pop() {
        if allowed(place) && !std::mem::replace(&mut reached[place], true) {
            waiting.extend(next(place));
        }
    }
    reached
}

/// A bytecode that neither calls nor writes to memory or a device.
fn is_quiet(opcode: u8) -> bool {
    match Bytecode::of(opcode).group() {
        Group::Constant
        | Group::Load
        | Group::Store
        | Group::ArrayLoad
        | Group::Stack
        | Group::Arithmetic
        | Group::Conversion
        | Group::Comparison
        | Group::Branch
        | Group::Switch => true,
        _ => matches!(
            opcode,
            op::GETSTATIC
                | op::GETSTATIC_REF
                | op::GETSTATIC_LONG
                | op::GETFIELD
                | op::GETFIELD_REF
                | op::GETFIELD_LONG
                | op::ARRAYLENGTH
                | op::JOPSYS_RD
                | op::JOPSYS_RDMEM
                | op::JOPSYS_RDINT
                | op::JOPSYS_GETSP
                | op::JOPSYS_GETVP
                | op::JOPSYS_NOP
                | op::JOPSYS_COND_MOVE
                | op::JOPSYS_GETFIELD
                | op::JOPSYS_GETSTATIC
        ),
    }
}
