//! A part of a profile: one method and its callees.

use crate::context_names::START;
use crate::method_name::Meaning;
use crate::profile::{Profile, ThreadProfile};
use crate::recorder::ThreadId;
use crate::tree::{CallingContextTree, Context, ContextId, MethodId};

/// The contexts of one method and its callees, in trees that may still grow.
#[derive(Debug, Clone)]
pub struct Region {
    method: Meaning,
    /// By [`MethodId`].
    is_root: Vec<bool>,
    /// By thread and context.
    is_inside: Vec<Vec<bool>>,
}

impl Region {
    /// The region of a method. `names` are those of the trees' methods; [`Meaning`] says which of them a name stands for.
    #[must_use]
    pub fn new(method: &str, names: &[String]) -> Self {
        let method = Meaning::among(method, names.iter().map(String::as_str));
        Self {
            is_root: names.iter().map(|name| method.is(name)).collect(),
            method,
            is_inside: Vec::new(),
        }
    }

    /// The trees have got another method.
    pub(crate) fn add_method(&mut self, name: &str) {
        self.is_root.push(self.method.is(name));
    }

    /// Checks if a context is the method's, or below one that is.
    pub fn contains(
        &mut self,
        tree: &CallingContextTree,
        thread: ThreadId,
        context: ContextId,
    ) -> bool {
        let thread = thread.0 as usize;
        if self.is_inside.len() <= thread {
            self.is_inside.resize(thread + 1, Vec::new());
        }
        let inside = &mut self.is_inside[thread];
        // Callers come before their callees.
        for Context { parent, method, .. } in &tree.contexts()[inside.len()..] {
            let caller = inside.get(parent.0 as usize).copied().unwrap_or(false);
            inside.push(caller || self.is_root[method.0 as usize]);
        }
        inside[context.0 as usize]
    }
}

impl Profile {
    /// The contexts from the outermost calls of a method on, which become the beginnings of their chains; none if it was
    /// never called. [`Meaning`] says which methods a name stands for. The part has no figures by bytecode, as
    /// those of a profile are of the whole run; [`crate::Observer::below`] records those of a part.
    #[must_use]
    pub fn below(&self, method: &str) -> Option<Self> {
        let method = Meaning::among(method, self.methods.iter().map(String::as_str));
        let is_root: Vec<bool> = self.methods.iter().map(|name| method.is(name)).collect();
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
            if let Some(times) = tree.call_times(id) {
                part.call_times_mut(place).absorb(times);
            }
        }
        here.push(place);
    }
    part
}
