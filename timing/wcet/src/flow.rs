//! Flow graph of a method: basic blocks, edges, natural loops. Ways of exceptions are not part of it.
//!
//! Every graph of compiled Java is reducible: a loop is entered at its head alone. Others are refused.

use std::collections::{BTreeMap, BTreeSet};

use isa::{Bytecode, op};
use jopizer::linked_code::{Switch, switch, targets};

use crate::error::WcetError;
use crate::program::{Method, Program};

/// Flow graph of a method.
#[derive(Debug)]
pub(crate) struct Flow {
    /// In the order of the code; the first one is entered.
    pub(crate) blocks: Vec<Block>,
    pub(crate) edges: Vec<Edge>,
    /// Outer loops before inner ones.
    pub(crate) loops: Vec<Loop>,
    /// Blocks that the entry reaches, each after those it follows on ways forward.
    pub(crate) order: Vec<usize>,
    /// Place of each block in that order; beyond its end if the entry does not reach it.
    pub(crate) place: Vec<usize>,
    /// The loop that each block is the head of.
    pub(crate) head_of: Vec<Option<usize>>,
}

/// Bytecodes that run one after the other.
#[derive(Debug)]
pub(crate) struct Block {
    /// Places among the method's instructions.
    pub(crate) instructions: std::ops::Range<usize>,
    /// Edges that leave it.
    pub(crate) out: Vec<usize>,
    /// Edges that lead to it.
    pub(crate) into: Vec<usize>,
    /// True if the method returns at its end.
    pub(crate) returns: bool,
    /// The innermost loop that it is in.
    pub(crate) in_loop: Option<usize>,
}

/// A way from one block to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// What is true on it.
    pub(crate) case: Case,
}

/// Reason why a block goes on along an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// No choice.
    Always,
    /// The condition of the branch holds.
    Taken,
    /// It does not.
    NotTaken,
    /// The switch has this key.
    Key(i32),
    /// The switch has none of its keys; those between both are keys of a table.
    Default { low: i32, high: i32 },
}

/// A natural loop.
#[derive(Debug)]
pub(crate) struct Loop {
    /// Its first block.
    pub(crate) head: usize,
    pub(crate) blocks: BTreeSet<usize>,
    /// Edges back to the head.
    pub(crate) back: Vec<usize>,
    /// Edges to the head from outside.
    pub(crate) entries: Vec<usize>,
    /// The loop around it.
    pub(crate) parent: Option<usize>,
}

impl Flow {
    /// The flow graph of a method.
    pub(crate) fn of(program: &Program<'_>, method: &Method<'_>) -> Result<Self, WcetError> {
        let starts = block_starts(program, method)?;
        let mut flow = Self {
            blocks: blocks(method, &starts),
            edges: Vec::new(),
            loops: Vec::new(),
            order: Vec::new(),
            place: Vec::new(),
            head_of: Vec::new(),
        };
        flow.connect(program, method, &starts)?;
        flow.sort();
        flow.find_loops(program, method)?;
        Ok(flow)
    }

    /// Byte offsets of the first bytecodes of all loops.
    pub(crate) fn heads(&self, method: &Method<'_>) -> impl Iterator<Item = u32> {
        self.loops.iter().map(|it| {
            let first = self.blocks[it.head].instructions.start;
            method.instructions[first].pc as u32
        })
    }

    /// Loops around a block, the innermost first.
    pub(crate) fn loops_around(&self, block: usize) -> impl Iterator<Item = usize> {
        let mut next = self.blocks[block].in_loop;
        std::iter::from_fn(move || {
            let current = next?;
            next = self.loops[current].parent;
            Some(current)
        })
    }

    /// Blocks that the entry reaches and from which a way leads to a return or around a loop, not only to a throw.
    pub(crate) fn going_on(&self) -> BTreeSet<usize> {
        let goes_on =
            |block: &&usize| self.blocks[**block].returns || self.blocks[**block].in_loop.is_some();
        let mut rest: Vec<usize> = self.order.iter().filter(goes_on).copied().collect();
        let mut found = BTreeSet::new();
        while let Some(block) = rest.pop() {
            if self.place[block] != usize::MAX && found.insert(block) {
                let into = self.blocks[block].into.iter();
                rest.extend(into.map(|edge| self.edges[*edge].from));
            }
        }
        found
    }

    fn connect(
        &mut self,
        program: &Program<'_>,
        method: &Method<'_>,
        starts: &BTreeMap<usize, usize>,
    ) -> Result<(), WcetError> {
        for from in 0..self.blocks.len() {
            let last = self.blocks[from].instructions.end - 1;
            for (target, case) in successors(method, last) {
                let to = *starts
                    .get(&target)
                    .ok_or_else(|| leaves_code(program, method, last))?;
                let edge = self.edges.len();
                self.edges.push(Edge { from, to, case });
                self.blocks[from].out.push(edge);
                self.blocks[to].into.push(edge);
            }
        }
        Ok(())
    }

    /// Reverse post-order of a depth-first walk.
    fn sort(&mut self) {
        let mut seen = vec![false; self.blocks.len()];
        let mut stack = vec![(0, 0)];
        let mut finished = Vec::new();
        seen[0] = true;
        while let Some((block, next)) = stack.pop() {
            let Some(edge) = self.blocks[block].out.get(next) else {
                finished.push(block);
                continue;
            };
            stack.push((block, next + 1));
            let to = self.edges[*edge].to;
            if !std::mem::replace(&mut seen[to], true) {
                stack.push((to, 0));
            }
        }
        finished.reverse();
        self.order = finished;
    }

    fn find_loops(&mut self, program: &Program<'_>, method: &Method<'_>) -> Result<(), WcetError> {
        let place = self.places();
        let dominators = self.dominators(&place);
        let mut heads: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, edge) in self.edges.iter().enumerate() {
            let (Some(from), Some(to)) = (place[edge.from], place[edge.to]) else {
                continue;
            };
            if to > from {
                continue;
            }
            if !dominates(&dominators, edge.to, edge.from) {
                let first = self.blocks[edge.to].instructions.start;
                let pc = method.instructions[first].pc as u32;
                return Err(WcetError::Irreducible {
                    place: program.place(method, pc),
                });
            }
            heads.entry(edge.to).or_default().push(number);
        }
        for (head, back) in heads {
            let blocks = self.body(head, &back, &place);
            self.loops.push(Loop {
                head,
                entries: Vec::new(),
                blocks,
                back,
                parent: None,
            });
        }
        self.nest(&place);
        self.place = place
            .iter()
            .map(|place| place.unwrap_or(usize::MAX))
            .collect();
        self.head_of = vec![None; self.blocks.len()];
        for (number, it) in self.loops.iter().enumerate() {
            self.head_of[it.head] = Some(number);
        }
        Ok(())
    }

    /// Place of each block in the order; none where the entry does not lead.
    fn places(&self) -> Vec<Option<usize>> {
        let mut place = vec![None; self.blocks.len()];
        for (number, block) in self.order.iter().enumerate() {
            place[*block] = Some(number);
        }
        place
    }

    /// The immediate dominator of each block; the entry has itself.
    fn dominators(&self, place: &[Option<usize>]) -> Vec<Option<usize>> {
        let mut dominators: Vec<Option<usize>> = vec![None; self.blocks.len()];
        dominators[0] = Some(0);
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for block in self.order.iter().skip(1) {
                let from = self.blocks[*block].into.iter();
                let known = from
                    .map(|edge| self.edges[*edge].from)
                    .filter(|from| dominators[*from].is_some());
                let common = known.reduce(|a, b| meet(&dominators, place, a, b));
                if common != dominators[*block] {
                    dominators[*block] = common;
                    has_changed = true;
                }
            }
        }
        dominators
    }

    /// Blocks from which the back edges can be reached without the head.
    fn body(&self, head: usize, back: &[usize], place: &[Option<usize>]) -> BTreeSet<usize> {
        let mut body = BTreeSet::from([head]);
        let mut rest: Vec<usize> = back.iter().map(|edge| self.edges[*edge].from).collect();
        while let Some(block) = rest.pop() {
            if place[block].is_some() && body.insert(block) {
                let into = self.blocks[block].into.iter();
                rest.extend(into.map(|edge| self.edges[*edge].from));
            }
        }
        body
    }

    fn nest(&mut self, place: &[Option<usize>]) {
        self.loops
            .sort_by_key(|it| (std::cmp::Reverse(it.blocks.len()), it.head));
        for number in 0..self.loops.len() {
            let head = self.loops[number].head;
            let around = (0..number).rev();
            let mut around = around.filter(|outer| self.loops[*outer].blocks.contains(&head));
            let parent = around.next();
            self.loops[number].parent = parent;
            for block in self.loops[number].blocks.clone() {
                self.blocks[block].in_loop = Some(number);
            }
            let back = &self.loops[number].back;
            let into = self.blocks[head].into.iter().copied();
            let entries: Vec<usize> = into
                .filter(|edge| !back.contains(edge) && place[self.edges[*edge].from].is_some())
                .collect();
            self.loops[number].entries = entries;
        }
    }
}

/// The first block that dominates both.
fn meet(
    dominators: &[Option<usize>],
    place: &[Option<usize>],
    mut a: usize,
    mut b: usize,
) -> usize {
    while a != b {
        let later = if place[a] > place[b] { &mut a } else { &mut b };
        let Some(up) = dominators[*later] else {
            return 0;
        };
        *later = up;
    }
    a
}

fn dominates(dominators: &[Option<usize>], above: usize, mut block: usize) -> bool {
    while block != above {
        match dominators[block] {
            Some(up) if up != block => block = up,
            _ => return false,
        }
    }
    true
}

/// Byte offsets at which blocks begin, with the number of the block.
fn block_starts(
    program: &Program<'_>,
    method: &Method<'_>,
) -> Result<BTreeMap<usize, usize>, WcetError> {
    let offsets: BTreeSet<usize> = method.instructions.iter().map(|it| it.pc).collect();
    let mut starts = BTreeSet::from([0]);
    for (number, it) in method.instructions.iter().enumerate() {
        check(program, method, number)?;
        if !ends_block(it.opcode) {
            continue;
        }
        starts.extend(
            method
                .instructions
                .get(number + 1)
                .map(|following| following.pc),
        );
        for target in targets(&method.code, it.pc) {
            let target = usize::try_from(target).ok();
            let target = target.filter(|target| offsets.contains(target));
            starts.insert(target.ok_or_else(|| leaves_code(program, method, number))?);
        }
    }
    if method.instructions.is_empty() {
        return Err(leaves_code(program, method, 0));
    }
    Ok(starts.into_iter().zip(0..).collect())
}

/// Refuses bytecodes whose flow is not that of structured code.
fn check(program: &Program<'_>, method: &Method<'_>, number: usize) -> Result<(), WcetError> {
    let it = &method.instructions[number];
    if matches!(it.opcode, op::JSR | op::JSR_W | op::RET | op::WIDE) {
        return Err(WcetError::Code {
            place: program.place(method, it.pc as u32),
            problem: format!("{} is not analysed", Bytecode::of(it.opcode)),
        });
    }
    Ok(())
}

fn leaves_code(program: &Program<'_>, method: &Method<'_>, number: usize) -> WcetError {
    let it = method.instructions.get(number);
    WcetError::Code {
        place: program.place(method, it.map_or(0, |it| it.pc as u32)),
        problem: "the flow leaves the code of the method".to_owned(),
    }
}

fn blocks(method: &Method<'_>, starts: &BTreeMap<usize, usize>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (number, it) in method.instructions.iter().enumerate() {
        if starts.contains_key(&it.pc) {
            blocks.push(Block {
                instructions: number..number,
                out: Vec::new(),
                into: Vec::new(),
                returns: false,
                in_loop: None,
            });
        }
        if let Some(block) = blocks.last_mut() {
            block.instructions.end = number + 1;
            block.returns = Bytecode::of(it.opcode).is_return();
        }
    }
    blocks
}

fn is_switch(opcode: u8) -> bool {
    matches!(opcode, op::TABLESWITCH | op::LOOKUPSWITCH)
}

fn ends_block(opcode: u8) -> bool {
    let bytecode = Bytecode::of(opcode);
    bytecode.is_branch() || bytecode.is_return() || is_switch(opcode) || opcode == op::ATHROW
}

/// Where the flow goes after an instruction.
fn successors(method: &Method<'_>, number: usize) -> Vec<(usize, Case)> {
    let it = &method.instructions[number];
    let bytecode = Bytecode::of(it.opcode);
    let targets: Vec<usize> = targets(&method.code, it.pc)
        .into_iter()
        .map(|target| target as usize)
        .collect();
    let following = it.pc + it.length;
    if bytecode.is_return() || it.opcode == op::ATHROW {
        return Vec::new();
    }
    if let Some(table) = switch(&method.code, it.pc) {
        return cases(&table, it.opcode == op::TABLESWITCH);
    }
    if bytecode.is_conditional_branch() {
        return vec![(following, Case::NotTaken), (targets[0], Case::Taken)];
    }
    let next = targets.first().copied().unwrap_or(following);
    vec![(next, Case::Always)]
}

/// Targets of a switch with their keys, the default last.
fn cases(table: &Switch, is_table: bool) -> Vec<(usize, Case)> {
    let keys = table.keys.iter();
    let mut cases: Vec<_> = keys
        .map(|(key, target)| (*target as usize, Case::Key(*key)))
        .collect();
    let (low, high) = match (is_table, table.keys.first(), table.keys.last()) {
        (true, Some((low, _)), Some((high, _))) => (*low, *high),
        // No key is sure to be met.
        _ => (0, -1),
    };
    cases.push((table.default as usize, Case::Default { low, high }));
    cases
}
