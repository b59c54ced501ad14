//! Words for webs: a greedy colouring of their interference graph. Webs that are used most come first and take the lowest
//! words, which one bytecode without operand reaches in one cycle.

use super::webs::{Access, Flow, MethodShape};
use crate::instructions::{Body, Variable};

/// First word of each web, and words of the frame in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Colouring {
    pub(super) slots: Vec<u16>,
    pub(super) words: u16,
}

/// Webs that must not share words, both ways.
fn interference(flow: &Flow, shape: &MethodShape) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); flow.webs.len()];
    let mut join = |a: usize, b: usize| {
        if a != b {
            edges[a].push(b);
            edges[b].push(a);
        }
    };
    for (place, web) in flow.accessed.iter().enumerate() {
        // A load needs nothing new: what is alive with it met it at a store.
        let Some(web) = *web else { continue };
        for other in flow.live_out[place]
            .iter()
            .filter(|it| *it < flow.webs.len())
        {
            join(web, other);
        }
    }
    let entry = flow.live_in.first();
    for argument in 0..shape.arguments.len() {
        for other in entry.into_iter().flat_map(|set| set.iter()) {
            join(argument, other);
        }
        if shape.keeps_receiver {
            for other in 0..flow.webs.len() {
                join(0, other);
            }
        }
    }
    edges
}

/// Words that overlap those of a neighbour.
fn clashes(
    flow: &Flow,
    slots: &[Option<u16>],
    neighbours: &[usize],
    slot: u16,
    is_wide: bool,
) -> bool {
    let end = slot + 1 + u16::from(is_wide);
    neighbours.iter().any(|other| {
        slots[*other].is_some_and(|start| {
            start < end && slot < start + 1 + u16::from(flow.webs[*other].is_wide)
        })
    })
}

/// Cycles that all accesses of a web take, by their weights: words 0 to 3 have bytecodes of their own, of which that for
/// the long in word 3 is no quicker than the others.
fn cost(weight: u32, slot: u16, is_wide: bool) -> u64 {
    let cycles = match (is_wide, slot) {
        (false, 0..=3) => 1,
        (false, _) | (true, 0..=2) => 2,
        (true, _) => 11,
    };
    u64::from(weight) * cycles
}

/// A colouring that takes fewer words than the compiler's, or as many and fewer cycles.
pub(super) fn colour(flow: &Flow, shape: &MethodShape) -> Option<Colouring> {
    let edges = interference(flow, shape);
    let mut order: Vec<usize> = (0..flow.webs.len())
        .filter(|web| !flow.webs[*web].is_argument)
        .collect();
    let gain = |web: &usize| {
        let web = &flow.webs[*web];
        u64::from(web.weight) * if web.is_wide { 9 } else { 1 }
    };
    order.sort_by_key(|web| (std::cmp::Reverse(gain(web)), *web));
    let mut slots: Vec<Option<u16>> = flow
        .webs
        .iter()
        .map(|web| web.is_argument.then_some(web.slot))
        .collect();
    for web in order {
        let is_wide = flow.webs[web].is_wide;
        let free =
            (0..u16::MAX).find(|slot| !clashes(flow, &slots, &edges[web], *slot, is_wide))?;
        slots[web] = Some(free);
    }
    let slots: Vec<u16> = slots.into_iter().collect::<Option<_>>()?;
    let ends = flow
        .webs
        .iter()
        .zip(&slots)
        .map(|(web, slot)| slot + 1 + u16::from(web.is_wide));
    let words = ends.max().unwrap_or_default().max(shape.argument_words);
    let total = |slot: &dyn Fn(usize) -> u16| -> u64 {
        let webs = flow.webs.iter().enumerate();
        webs.map(|(number, web)| cost(web.weight, slot(number), web.is_wide))
            .sum()
    };
    let before = (shape.max_locals, total(&|web| flow.webs[web].slot));
    let after = (words, total(&|web| slots[web]));
    (after < before).then_some(Colouring { slots, words })
}

/// Moves accesses and names of variables to their new words.
pub(super) fn apply<R>(body: &mut Body<R>, flow: &Flow, colouring: &Colouring) {
    let variables = std::mem::take(&mut body.variables);
    for variable in variables {
        rename(body, flow, colouring, &variable);
    }
    for (instruction, web) in body.instructions.iter_mut().zip(&flow.accessed) {
        if let (Some(access), Some(web)) = (Access::of(instruction), web) {
            *instruction = access.instruction(colouring.slots[*web], instruction.origin);
        }
    }
}

/// A name stays where the web that it names is alive: after that, its words may be another's.
fn rename<R>(body: &mut Body<R>, flow: &Flow, colouring: &Colouring, variable: &Variable) {
    let (start, end) = (body.labels[variable.start], body.labels[variable.end]);
    let mut run: Option<(usize, usize)> = None;
    for place in start..=end {
        let alive = |web: &usize| flow.webs[*web].slot == variable.slot;
        let here = (place < end)
            .then(|| flow.live_in[place].iter().find(alive))
            .flatten();
        if let Some((web, from)) = run
            && here != Some(web)
        {
            let labels = [from, place].map(|place| {
                body.labels.push(place);
                body.labels.len() - 1
            });
            body.variables.push(Variable {
                start: labels[0],
                end: labels[1],
                slot: colouring.slots[web],
                ..variable.clone()
            });
            run = None;
        }
        if let (None, Some(web)) = (run, here) {
            run = Some((web, place));
        }
    }
}
