//! A part of a profile: one method and its callees.

use crate::observer::START;
use crate::profile::{Profile, ThreadProfile};
use crate::tree::{CallingContextTree, MethodId};

impl Profile {
    /// The contexts from the outermost calls of a method on, which become the beginnings of their chains; none if it was
    /// never called. A name without a descriptor stands for all methods of that name. Bytecodes are not told of a part.
    #[must_use]
    pub fn below(&self, method: &str) -> Option<Self> {
        let is_root: Vec<bool> = self.methods.iter().map(|name| is(name, method)).collect();
        let start = MethodId(self.methods.len() as u32);
        let threads = self.threads.iter().map(|thread| ThreadProfile {
            name: thread.name.clone(),
            tree: tree_below(&thread.tree, start, &is_root),
        });
        let part = Self {
            provenance: self.provenance.clone(),
            methods: self
                .methods
                .iter()
                .cloned()
                .chain([START.to_owned()])
                .collect(),
            bytecodes: Vec::new(),
            flat: self.flat,
            threads: threads.collect(),
        };
        (part.contexts() > part.threads.len()).then_some(part)
    }
}

fn is(name: &str, method: &str) -> bool {
    let rest = name.strip_prefix(method);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
}

fn tree_below(tree: &CallingContextTree, start: MethodId, is_root: &[bool]) -> CallingContextTree {
    let mut part = CallingContextTree::new(start);
    let mut here = Vec::with_capacity(tree.contexts().len());
    for id in tree.ids() {
        let context = tree.context(id);
        let caller = here.get(context.parent.0 as usize).copied().flatten();
        let caller = match caller {
            None if is_root[context.method.0 as usize] => Some(CallingContextTree::ROOT),
            caller => caller,
        };
        let place = caller.map(|caller| part.callee(caller, context.method, context.service));
        if let Some(place) = place {
            let sum = part.context_mut(place);
            sum.calls += context.calls;
            sum.bytecodes += context.bytecodes;
            for (sum, cycles) in sum.cycles.iter_mut().zip(context.cycles) {
                *sum += cycles;
            }
        }
        here.push(place);
    }
    part
}
