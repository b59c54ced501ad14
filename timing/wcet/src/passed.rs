//! What methods pass to others, and whom they may call: for who looks at a program as a whole.

use std::collections::BTreeSet;

use crate::analysis::{Analyser, STACK};
use crate::contexts::Contexts;
use crate::error::WcetError;
use crate::options::Options;

/// Arguments of a call, as far as each is one number.
pub type Passed = Vec<Option<i32>>;

impl Analyser<'_> {
    /// What a call of a method passes to another one, itself or through others: the arguments of each way, without repetition.
    ///
    /// # Errors
    /// If the method, or one that it calls, cannot be analysed.
    pub fn passed(
        &self,
        method: u32,
        callee: u32,
        options: &Options<'_>,
    ) -> Result<BTreeSet<Passed>, WcetError> {
        let stack = std::thread::Builder::new().stack_size(STACK);
        std::thread::scope(|scope| {
            let passed = stack.spawn_scoped(scope, || self.passed_here(method, callee, options));
            let passed = passed.map_err(|error| WcetError::Thread(error.to_string()))?;
            passed
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    fn passed_here(
        &self,
        method: u32,
        callee: u32,
        options: &Options<'_>,
    ) -> Result<BTreeSet<Passed>, WcetError> {
        let mut options = options.clone();
        options.bounds.look_up(self.program)?;
        let known = (
            &self.facts,
            &self.shapes,
            &self.remembered,
            &self.correlations,
        );
        let mut contexts = Contexts::new(self.program, &options, known, &self.graph);
        let mut rest = vec![contexts.root(method)?];
        let mut seen = BTreeSet::new();
        let mut found = BTreeSet::new();
        while let Some(id) = rest.pop() {
            if !seen.insert(id) {
                continue;
            }
            let context = &contexts.all[id];
            if context.method == callee {
                let arguments = context.arguments.iter();
                found.insert(arguments.map(|it| it.constant()).collect());
                continue;
            }
            rest.extend(context.calls.values().flatten());
        }
        Ok(found)
    }

    /// Methods that code may call, itself or through others: that of a method from a byte on. Calls by address are not among them, and
    /// nobody is followed beyond `last`.
    pub fn called_from(&self, method: u32, from: usize, last: &[u32]) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        let mut rest: Vec<u32> = self.callees(method, from).collect();
        while let Some(next) = rest.pop() {
            if found.insert(next) && !last.contains(&next) {
                rest.extend(self.callees(next, 0));
            }
        }
        found
    }

    fn callees(&self, method: u32, from: usize) -> impl Iterator<Item = u32> {
        let method = self.program.method(method).ok();
        let calls = method.into_iter().flat_map(move |method| {
            let after = method.instructions.iter().filter(move |it| it.pc >= from);
            after.filter_map(move |it| {
                self.program.call_kind(self.costs, it.opcode)?;
                self.program.targets(self.costs, method, it, None).ok()
            })
        });
        calls.flatten()
    }
}
