//! Methods that are called once in several calls of their callers, as the one that makes handles for sixteen allocations at once.
//!
//! Their cycles are no part of the calls that may meet them: in `n` calls of their callers they are called `n / every` times at most,
//! rounded up, which is a term of the whole call. `n` is the largest number of calls of all its callers on any way through the call, also of
//! those that pass the call of it by; a way with fewer calls of the callers than that has no more of it than these.

use std::collections::{BTreeSet, HashMap};

use crate::bounds::Given;
use crate::contexts::ContextId;
use crate::error::WcetError;
use crate::ipet::{Load, Task};
use crate::solve::{Mode, Solver};

/// Calls of a shared method in a whole call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SharedCalls {
    /// Its most expensive context.
    pub(crate) callee: ContextId,
    pub(crate) method: u32,
    /// Calls of its callers.
    pub(crate) of_callers: u64,
    pub(crate) calls: u64,
    /// Cycles of the load of it, in each call.
    pub(crate) load: u64,
    /// Cycles of the load of its caller on return, in each call.
    pub(crate) load_on_return: u64,
    /// Cycles of all calls with their loads.
    pub(crate) cycles: u64,
}

impl Solver<'_> {
    pub(crate) fn is_shared(&self, method: u32) -> bool {
        self.shared.contains_key(&method)
    }

    /// Calls of shared methods in a call of a context.
    pub(crate) fn shared_calls(&mut self, id: ContextId) -> Result<Vec<SharedCalls>, WcetError> {
        let mut all = Vec::new();
        let contexts = self.contexts;
        for (method, every) in self.shared.clone() {
            if !contexts.all[id].reach.contains(&method) {
                continue;
            }
            self.check_callers(method, &every)?;
            let of_callers = self.count(id, method)?;
            let calls = of_callers.div_ceil(every.most);
            self.check_least(id, method, &every, (of_callers, calls))?;
            all.extend(self.calls_of(method, of_callers, calls)?);
        }
        Ok(all)
    }

    /// Refuses a method that calls its own callers: how often is not told by how often they are called from outside.
    fn check_callers(&self, shared: u32, every: &Given) -> Result<(), WcetError> {
        let contexts = self.contexts;
        let own = contexts.all.iter().filter(|it| it.method == shared);
        let reach: BTreeSet<u32> = own.flat_map(|it| it.reach.iter().copied()).collect();
        let Some(caller) = contexts.callers(shared).find(|it| reach.contains(it)) else {
            return Ok(());
        };
        let program = contexts.program;
        Err(WcetError::Bounds {
            file: every.from.to_string(),
            problem: format!(
                "{} calls {}, one of its callers, so its calls have no share of theirs; leave it out of [every]",
                program.name(shared),
                program.name(caller)
            ),
        })
    }

    /// Refuses a share below the calls that every way makes.
    fn check_least(
        &self,
        id: ContextId,
        shared: u32,
        every: &Given,
        (of_callers, calls): (u64, u64),
    ) -> Result<(), WcetError> {
        let least = self.least_calls(id, shared, &mut HashMap::new());
        if least <= calls {
            return Ok(());
        }
        Err(WcetError::Bounds {
            file: every.from.to_string(),
            problem: format!(
                "{}: one call of it in {} calls of its callers would be {calls} in {of_callers}, and it is called {least} times at least, as the analysis \
                 proves; lower the number, or leave it out",
                self.contexts.program.name(shared),
                every.most
            ),
        })
    }

    /// Calls of a method that every call of a context makes.
    fn least_calls(&self, id: ContextId, shared: u32, known: &mut HashMap<ContextId, u64>) -> u64 {
        if let Some(known) = known.get(&id) {
            return *known;
        }
        let context = &self.contexts.all[id];
        let mut least: u64 = 0;
        for (callee, times) in context.certain_calls() {
            let is_it = self.contexts.all[callee].method == shared;
            let inside = self.least_calls(callee, shared, known);
            least = least.saturating_add(times.saturating_mul(inside.saturating_add(is_it.into())));
        }
        known.insert(id, least);
        least
    }

    fn calls_of(
        &mut self,
        shared: u32,
        of_callers: u64,
        calls: u64,
    ) -> Result<Option<SharedCalls>, WcetError> {
        let contexts = self.contexts;
        let all = contexts.all.iter().enumerate();
        let own: Vec<ContextId> = all
            .filter(|(_, it)| it.method == shared)
            .map(|(id, _)| id)
            .collect();
        let mut worst: Option<(u64, ContextId)> = None;
        for id in own {
            let cycles = self.solve(id, Mode::Miss)?;
            worst = worst.max(Some((cycles, id)));
        }
        let Some((cycles, callee)) = worst else {
            return Ok(None);
        };
        let method = contexts.program.method(shared)?;
        let callers = contexts.callers(shared);
        let callers = callers.filter_map(|it| contexts.program.method(it).ok());
        let returns = callers.map(|caller| self.load_on_return(method, self.words(caller)));
        let load_on_return = returns.max().unwrap_or(0);
        let load = self.dearest_load(self.words(method), false);
        Ok(Some(SharedCalls {
            callee,
            method: shared,
            of_callers,
            calls,
            load,
            load_on_return,
            cycles: calls.saturating_mul(cycles + load + load_on_return),
        }))
    }

    /// Most calls of callers of a shared method in one call of a context.
    pub(crate) fn count(&mut self, id: ContextId, shared: u32) -> Result<u64, WcetError> {
        if let Some(known) = self.counted.get(&(id, shared)) {
            return Ok(*known);
        }
        let contexts = self.contexts;
        let context = &contexts.all[id];
        let callers: BTreeSet<u32> = contexts.callers(shared).collect();
        let mut count = 0;
        if context.method != shared && !callers.is_disjoint(&context.reach) {
            let mut cost = vec![0_u64; context.shape.flow.blocks.len()];
            let mut moved = None;
            let method = contexts.program.method(context.method)?;
            let left = self.supposed.and_then(|change| change.moved(method));
            for (site, callees) in &context.calls {
                let mut most = 0;
                for callee in callees {
                    most = most.max(self.count(*callee, shared)?);
                }
                if let Some(scope) = left.filter(|(moved, _)| moved == site).map(|it| it.1) {
                    moved = Some(Load {
                        cost: most,
                        scope: Some(scope),
                        users: vec![context.shape.block_of[*site]],
                    });
                    continue;
                }
                let sum = &mut cost[context.shape.block_of[*site]];
                *sum = sum.saturating_add(most);
            }
            let is_caller = callers.contains(&context.method);
            let most = self.most(id, &cost, moved.as_ref())?;
            count = most.saturating_add(is_caller.into());
            if let Some(limited) = self.limited_count(id, shared)? {
                count = count.min(limited);
            }
        }
        self.counted.insert((id, shared), count);
        Ok(count)
    }

    /// The largest sum of costs of blocks on a way through a context.
    fn most(&self, id: ContextId, cost: &[u64], moved: Option<&Load>) -> Result<u64, WcetError> {
        if cost.iter().all(|it| *it == 0) && moved.is_none() {
            return Ok(0);
        }
        let context = &self.contexts.all[id];
        let method = self.contexts.program.method(context.method)?;
        let bounds = self.loop_bounds(context, method)?;
        let bounds = bounds.iter().map(|it| it.as_ref().map_or(0, |it| it.most));
        let task = Task {
            flow: &context.shape.flow,
            execution: &context.execution,
            live: &context.live,
            cost,
            bounds: &bounds.collect::<Vec<_>>(),
            loads: moved.map_or(&[], std::slice::from_ref),
            choices: &[],
            correlations: self.contexts.correlations(context.method),
        };
        let flows = task.solve().map_err(|problem| WcetError::Solver {
            method: method.name(),
            problem,
        })?;
        Ok(flows.cycles)
    }
}
