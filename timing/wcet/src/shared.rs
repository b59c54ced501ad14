//! Methods that are called once in several calls of their callers, as the one that makes handles for sixteen allocations at once.
//!
//! Their cycles are no part of the calls that may meet them: in `n` calls of their callers they are called `n / every` times at most,
//! rounded up, which is a term of the whole call. `n` is the largest number of such calls on any way through the call.

use crate::contexts::ContextId;
use crate::error::WcetError;
use crate::ipet::Task;
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
        for (method, every) in self.shared.clone() {
            let of_callers = self.count(id, method)?;
            if of_callers == 0 {
                continue;
            }
            let calls = of_callers.div_ceil(every.into());
            all.extend(self.calls_of(method, of_callers, calls)?);
        }
        Ok(all)
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
        let returns = callers.map(|caller| self.load_on_return(method, caller.words));
        let load_on_return = returns.max().unwrap_or(0);
        let load = self.dearest_load(method.words, false);
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
    fn count(&mut self, id: ContextId, shared: u32) -> Result<u64, WcetError> {
        if let Some(known) = self.counted.get(&(id, shared)) {
            return Ok(*known);
        }
        let contexts = self.contexts;
        let context = &contexts.all[id];
        let mut count = 0;
        if context.method != shared && context.reach.contains(&shared) {
            let mut cost = vec![0_u64; context.shape.flow.blocks.len()];
            let mut calls_it = false;
            for (site, callees) in &context.calls {
                let mut most = 0;
                for callee in callees {
                    most = most.max(self.count(*callee, shared)?);
                    calls_it |= contexts.all[*callee].method == shared;
                }
                let sum = &mut cost[context.shape.block_of[*site]];
                *sum = sum.saturating_add(most);
            }
            count = self.most(id, &cost)?.saturating_add(calls_it.into());
        }
        self.counted.insert((id, shared), count);
        Ok(count)
    }

    /// The largest sum of costs of blocks on a way through a context.
    fn most(&self, id: ContextId, cost: &[u64]) -> Result<u64, WcetError> {
        if cost.iter().all(|it| *it == 0) {
            return Ok(0);
        }
        let context = &self.contexts.all[id];
        let method = self.contexts.program.method(context.method)?;
        let bounds = self.bounds(context, method)?;
        let bounds = bounds.iter().map(|it| it.map_or(0, |(bound, _)| bound));
        let task = Task {
            flow: &context.shape.flow,
            execution: &context.execution,
            live: &context.live,
            cost,
            bounds: &bounds.collect::<Vec<_>>(),
            loads: &[],
            choices: &[],
        };
        let flows = task.solve().map_err(|problem| WcetError::Solver {
            method: method.name(),
            problem,
        })?;
        Ok(flows.cycles)
    }
}
