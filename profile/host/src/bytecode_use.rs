//! Executions and cycles of each bytecode.

use std::collections::HashMap;

use cross_profile::BytecodeUse;
use isa::op;

use crate::counts::{Counts, Method};

/// Every invoke that leads to a method of its own.
const INVOKES: [u8; 5] = [
    op::INVOKESTATIC,
    op::INVOKEVIRTUAL,
    op::INVOKESPECIAL,
    op::INVOKEINTERFACE,
    op::INVOKESUPER,
];

/// Sums by opcode.
pub(crate) struct Uses {
    rows: Vec<BytecodeUse>,
    /// The invoke by which one method calls another, by their numbers.
    invokes: HashMap<(usize, usize), u8>,
}

impl Uses {
    pub(crate) fn new() -> Self {
        Self {
            rows: vec![BytecodeUse::default(); 256],
            invokes: HashMap::new(),
        }
    }

    /// Adds executions of a bytecode, with their cycles.
    pub(crate) fn add(&mut self, opcode: u8, count: u64, cycles: u64) {
        let row = &mut self.rows[usize::from(opcode)];
        row.count += count;
        row.cycles += cycles;
    }

    /// The rows, by opcode.
    pub(crate) fn into_rows(self) -> Vec<BytecodeUse> {
        self.rows
    }

    /// The invoke by which a method calls another. Where it calls it by several, or calls an overridden one, this is the most
    /// frequent one that can be meant: only the load of the callee is charged to it.
    pub(crate) fn invoke(&mut self, counts: &Counts, caller: Option<usize>, callee: usize) -> u8 {
        let Some(caller) = caller else {
            return op::INVOKESTATIC;
        };
        let find = || {
            let [caller, callee] = [caller, callee].map(|number| counts.methods[number].as_ref());
            caller
                .zip(callee)
                .and_then(|(caller, callee)| invoke(counts, caller, &callee.name))
        };
        let entry = self.invokes.entry((caller, callee));
        *entry.or_insert_with(|| find().unwrap_or(op::INVOKESTATIC))
    }
}

fn invoke(counts: &Counts, caller: &Method, callee: &str) -> Option<u8> {
    let named = most_frequent(caller, |call| call == callee, counts);
    named
        .or_else(|| most_frequent(caller, |call| member(call) == member(callee), counts))
        .or_else(|| most_frequent(caller, |_| true, counts))
}

/// The invoke that blocks with such a call have most.
fn most_frequent(caller: &Method, is_meant: impl Fn(&str) -> bool, counts: &Counts) -> Option<u8> {
    let mut found = [0_u32; INVOKES.len()];
    let blocks = caller.blocks.iter().filter(|block| {
        let mut names = block
            .calls
            .iter()
            .filter_map(|name| counts.names.get(*name as usize));
        names.any(|name| is_meant(name))
    });
    for (opcode, times) in blocks.flat_map(|block| &block.bytecodes) {
        if let Some(place) = INVOKES.iter().position(|invoke| invoke == opcode) {
            found[place] += u32::from(*times);
        }
    }
    let most = (0..INVOKES.len()).max_by_key(|place| (found[*place], INVOKES.len() - place))?;
    (found[most] != 0).then(|| INVOKES[most])
}

/// Name and descriptor without the class.
fn member(name: &str) -> &str {
    let end = name.find('(').unwrap_or(name.len());
    let start = name[..end].rfind('.').map_or(0, |dot| dot + 1);
    &name[start..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Block;

    fn method(name: &str, blocks: Vec<Block>) -> Option<Method> {
        Some(Method {
            name: name.to_owned(),
            library: false,
            words: 1,
            returns: op::RETURN,
            prologue: Vec::new(),
            blocks,
            paths: Vec::new(),
        })
    }

    #[test]
    fn a_load_belongs_to_the_invoke_that_names_the_method_or_one_that_it_overrides() {
        let block = |opcode, call| Block {
            bytecodes: vec![(opcode, 1)],
            calls: vec![call],
        };
        let caller = vec![
            block(op::INVOKEINTERFACE, 0),
            block(op::INVOKESPECIAL, 1),
            block(op::INVOKESPECIAL, 1),
        ];
        let counts = Counts {
            methods: vec![
                method("A.main()V", caller),
                method("B.run()V", vec![]),
                method("C.<init>()V", vec![]),
                method("D.<clinit>()V", vec![]),
            ],
            names: vec!["java.lang.Runnable.run()V".into(), "C.<init>()V".into()],
            ..Counts::default()
        };
        let mut uses = Uses::new();
        assert_eq!(uses.invoke(&counts, Some(0), 1), op::INVOKEINTERFACE);
        assert_eq!(uses.invoke(&counts, Some(0), 2), op::INVOKESPECIAL);
        assert_eq!(uses.invoke(&counts, Some(0), 3), op::INVOKESPECIAL);
        assert_eq!(uses.invoke(&counts, Some(1), 2), op::INVOKESTATIC);
        assert_eq!(uses.invoke(&counts, None, 2), op::INVOKESTATIC);
    }
}
