//! Calls with limits: contexts that what is limited may happen in are solved together, all others by themselves.
//!
//! A *scope* is one call of a method with limits. What a scope leads to is kept apart from the same contexts elsewhere, so that what
//! counts in it is counted in no other call.

use std::collections::{BTreeMap, BTreeSet};

use crate::bounds::LimitEvent;
use crate::contexts::{Context, ContextId};
use crate::error::WcetError;
use crate::execute::UNBOUNDED;
use crate::joint::{Counted, Joint, JointFlows, Modes, NoFlow, Part, PartCall, Rule, Shared};
use crate::shared::SharedCalls;
use crate::solve::{Call, Mode, Solved, SolvedPart, Solver};
use crate::supposed::Change;

/// A call of a method with limits.
struct Scope {
    /// The scope that it is in.
    parent: Option<usize>,
    /// Its first part.
    part: usize,
    method: u32,
}

/// A context in a scope.
struct Member {
    scope: usize,
    id: ContextId,
    mode: Mode,
    /// Calls whose cost is part of that of their block, by the place of their instruction.
    inside: BTreeMap<usize, Call>,
    /// Calls that are variables, in the order of the part's.
    calls: Vec<(usize, Call)>,
}

/// Contexts that are solved together.
#[derive(Default)]
struct Members {
    all: Vec<Member>,
    scopes: Vec<Scope>,
    known: BTreeMap<(usize, ContextId, Mode), usize>,
    /// Scopes within scopes, by their first context.
    inner: BTreeMap<(usize, ContextId, Mode), usize>,
    /// What counts beside that of limits.
    events: BTreeSet<LimitEvent>,
}

impl Members {
    /// The part of a context in a scope; a method with limits begins a scope of its own.
    fn part(
        &mut self,
        outer: Option<usize>,
        key: (ContextId, Mode),
        limited: Option<u32>,
    ) -> usize {
        let (id, mode) = key;
        let scope = match (outer, limited) {
            (Some(outer), Some(method)) => {
                let next = self.scopes.len();
                let scope = *self.inner.entry((outer, id, mode)).or_insert(next);
                if scope == next {
                    let part = self.all.len();
                    self.scopes.push(Scope {
                        parent: Some(outer),
                        part,
                        method,
                    });
                }
                scope
            }
            (Some(outer), None) => outer,
            (None, method) => {
                let method = method.unwrap_or(0);
                self.scopes.push(Scope {
                    parent: None,
                    part: 0,
                    method,
                });
                0
            }
        };
        let next = self.all.len();
        let part = *self.known.entry((scope, id, mode)).or_insert(next);
        if part == next {
            self.all.push(Member {
                scope,
                id,
                mode,
                inside: BTreeMap::new(),
                calls: Vec::new(),
            });
        }
        part
    }

    /// A scope and those around it.
    fn around(&self, scope: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(scope), |scope| self.scopes[*scope].parent)
    }
}

/// Contexts that are solved together at most, where that is not for a limit.
const MOST_PARTS: usize = 200;

/// What the flow is to be most of.
#[derive(Clone, Copy)]
enum Sought {
    Cycles,
    /// Calls of the callers of a shared method.
    Calls(u32),
}

impl<'a> Solver<'a> {
    /// Takes the limits of a method into the solution of one of its contexts.
    pub(crate) fn limit(&mut self, id: ContextId, mode: Mode) -> Result<(), WcetError> {
        let none = BTreeSet::new();
        let Some((members, mut joint)) = self.joint((id, mode), Sought::Cycles, none)? else {
            return Ok(());
        };
        let Some(flows) = self.flows(id, &mut joint)? else {
            return Ok(());
        };
        let parts = self.parts(members, &flows);
        if let Some(solved) = self.solution_mut(id, mode)
            && flows.cycles < solved.cycles
        {
            solved.cycles = flows.cycles;
            solved.parts = parts;
        }
        match mode {
            Mode::Scoped => self.take_misses(id),
            Mode::Hit | Mode::Miss => Ok(()),
        }
    }

    /// Most calls of the callers of a shared method in a call with limits; none if it has none.
    pub(crate) fn limited_count(
        &mut self,
        id: ContextId,
        shared: u32,
    ) -> Result<Option<u64>, WcetError> {
        let modes = [Mode::Scoped, Mode::Hit, Mode::Miss];
        let mode = modes
            .into_iter()
            .find(|mode| self.solution(id, *mode).is_some());
        let Some(mode) = mode else {
            return Ok(None);
        };
        let none = BTreeSet::new();
        let Some((_, mut joint)) = self.joint((id, mode), Sought::Calls(shared), none)? else {
            return Ok(None);
        };
        let flows = self.flows(id, &mut joint)?;
        Ok(flows.map(|flows| flows.cycles))
    }

    /// Counts calls of shared methods only on ways that call their callers: takes the most expensive way with them for the solution of a
    /// context, if it is less than that without them and all of them.
    pub(crate) fn share(
        &mut self,
        id: ContextId,
        mode: Mode,
        shared: &mut [SharedCalls],
    ) -> Result<(), WcetError> {
        let contexts = self.contexts;
        let mut events = BTreeSet::new();
        for it in shared.iter().filter(|it| it.calls > 0) {
            events.extend(contexts.callers(it.method).map(LimitEvent::Call));
        }
        let is_caller = events.contains(&LimitEvent::Call(contexts.all[id].method));
        if events.is_empty() || is_caller || self.is_hidden(&events, shared) {
            return Ok(());
        }
        let Some((members, mut joint)) = self.joint((id, mode), Sought::Cycles, events)? else {
            return Ok(());
        };
        joint.shared = shared
            .iter()
            .map(|it| Shared {
                cost: it.cycles / it.calls.max(1),
                most: it.calls,
                counted: self.calls_of_callers(&members, it.method),
            })
            .collect();
        let Some(flows) = self.flows(id, &mut joint)? else {
            return Ok(());
        };
        let parts = self.parts(members, &flows);
        let before = shared.iter().map(|it| it.cycles).sum::<u64>();
        if let Some(solved) = self.solution_mut(id, mode)
            && flows.cycles < solved.cycles.saturating_add(before)
        {
            for (it, calls) in shared.iter_mut().zip(&flows.shared) {
                it.cycles = it.cycles / it.calls.max(1) * calls;
                it.calls = *calls;
            }
            let terms = shared.iter().map(|it| it.cycles).sum::<u64>();
            solved.cycles = flows.cycles.saturating_sub(terms);
            solved.parts = parts;
        }
        Ok(())
    }

    /// Returns true if what is to be counted may happen in a shared method, or in a call that is taken for moved: neither is a part.
    fn is_hidden(&self, events: &BTreeSet<LimitEvent>, shared: &[SharedCalls]) -> bool {
        let mut all = self.contexts.all.iter();
        all.any(|context| {
            let is_shared = shared.iter().any(|it| it.method == context.method);
            let counts = |context: &Context| {
                let mut events = events.iter();
                events.any(|event| context.reach.contains(&event.method()))
            };
            let moved = match self.supposed {
                Some(Change::Before {
                    method,
                    instruction,
                    ..
                }) if method == context.method => context.calls.get(&instruction),
                _ => None,
            };
            let mut moved = moved.into_iter().flatten();
            is_shared && counts(context) || moved.any(|it| counts(&self.contexts.all[*it]))
        })
    }

    /// Calls of the callers of a shared method.
    fn calls_of_callers(&self, members: &Members, shared: u32) -> Vec<Counted> {
        let callers: BTreeSet<u32> = self.contexts.callers(shared).collect();
        let all = members.all.iter().enumerate().flat_map(|(part, member)| {
            let calls = member.calls.iter().enumerate();
            calls.map(move |(number, (_, call))| (part, number, call.callee))
        });
        all.filter(|(_, _, callee)| callers.contains(&self.contexts.all[*callee].method))
            .map(|(part, number, _)| Counted::Call(part, number))
            .collect()
    }

    fn flows(&self, id: ContextId, joint: &mut Joint<'_>) -> Result<Option<JointFlows>, WcetError> {
        let method = self.contexts.all[id].method;
        match joint.solve() {
            Ok(flows) => Ok(Some(flows)),
            Err(NoFlow::Unsolved) => Ok(None),
            Err(NoFlow::Contradiction) => Err(WcetError::Bounds {
                file: self.limits.from(method).to_string(),
                problem: format!(
                    "no call of {} keeps these limits, as the analysis proves; raise a limit, or leave one out",
                    self.contexts.program.name(method)
                ),
            }),
        }
    }

    /// The programme of a context whose method has limits, or in which other events count; none if there is nothing of that in it, or where
    /// no limit asks for it and it is large.
    fn joint(
        &mut self,
        (id, mode): (ContextId, Mode),
        sought: Sought,
        others: BTreeSet<LimitEvent>,
    ) -> Result<Option<(Members, Joint<'a>)>, WcetError> {
        let contexts = self.contexts;
        let context = &contexts.all[id];
        let limits = self.limits.of_method(context.method);
        let events = limits.flat_map(|it| &it.events);
        let mut events = events.chain(&others);
        if !events.any(|event| self.is_within(context, *event)) {
            return Ok(None);
        }
        let is_asked = others.is_empty();
        let mut members = Members {
            events: others,
            ..Members::default()
        };
        let mut parts = Vec::new();
        members.part(None, (id, mode), Some(context.method));
        while parts.len() < members.all.len() {
            if !is_asked && parts.len() > MOST_PARTS {
                return Ok(None);
            }
            let part = self.member(&mut members, parts.len(), sought)?;
            parts.push(part);
        }
        let rules = self.rules(&members, &parts);
        let shared = Vec::new();
        let modes = self.modes(&members, &parts);
        let joint = Joint {
            parts,
            rules,
            modes,
            shared,
        };
        Ok(Some((members, joint)))
    }

    /// Returns true if something may happen in a call of a context, beside that it is called.
    fn is_within(&self, context: &Context, event: LimitEvent) -> bool {
        match event {
            LimitEvent::Call(method) => {
                let mut callees = context.calls.values().flatten();
                callees.any(|callee| self.contexts.all[*callee].reach.contains(&method))
            }
            LimitEvent::Bytecode(method, _) | LimitEvent::Repetition(method, _) => {
                context.reach.contains(&method)
            }
        }
    }

    /// What counts in a scope.
    fn events(&self, members: &Members, scope: usize) -> BTreeSet<LimitEvent> {
        let methods = members.around(scope).map(|it| members.scopes[it].method);
        let limits = methods.flat_map(|method| self.limits.of_method(method));
        limits
            .flat_map(|limit| &limit.events)
            .chain(&members.events)
            .copied()
            .collect()
    }

    /// A part, with its calls.
    fn member(
        &mut self,
        members: &mut Members,
        number: usize,
        sought: Sought,
    ) -> Result<Part<'a>, WcetError> {
        let contexts = self.contexts;
        let Member {
            scope, id, mode, ..
        } = members.all[number];
        self.solve(id, mode)?;
        let context = &contexts.all[id];
        let method = contexts.program.method(context.method)?;
        let events = self.events(members, scope);
        let moved = self.supposed.and_then(|change| change.moved(method));
        let mut calls = Vec::new();
        for (site, callees) in &context.calls {
            let block = context.shape.block_of[*site];
            let is_moved = moved.is_some_and(|(moved, _)| moved == *site);
            if !context.live[block] || is_moved {
                continue;
            }
            let counts = callees.iter().any(|callee| {
                let callee = &contexts.all[*callee];
                events.contains(&LimitEvent::Call(callee.method)) || self.is_joined(callee, &events)
            });
            if counts {
                self.counted(
                    members,
                    number,
                    (context, *site),
                    (&events, sought),
                    &mut calls,
                )?;
            } else {
                self.uncounted(members, number, (context, *site), sought, &mut calls)?;
            }
        }
        let cost = self.block_costs(members, number, sought)?;
        let Some(solved) = self.solution(id, mode) else {
            return Err(WcetError::TooLarge(method.name()));
        };
        let bounds = solved.bounds.iter();
        let loads = solved.loads.iter().map(|(load, _)| load.clone());
        let mut loads: Vec<_> = loads.collect();
        let mut entry = 0;
        if let Sought::Calls(shared) = sought {
            loads.iter_mut().for_each(|load| load.cost = 0);
            let mut callers = contexts.callers(shared);
            entry = callers.any(|it| it == context.method).into();
        }
        Ok(Part {
            flow: &context.shape.flow,
            execution: &context.execution,
            live: &context.live,
            bounds: bounds
                .map(|it| it.as_ref().map_or(0, |it| it.most))
                .collect(),
            entry,
            cost,
            loads,
            calls,
            correlations: contexts.correlations(context.method),
        })
    }

    /// Returns true if a callee is solved together with its caller.
    fn is_joined(&self, callee: &Context, events: &BTreeSet<LimitEvent>) -> bool {
        let method = self.contexts.program.method(callee.method);
        let is_collection = method.is_ok_and(|it| it.is_collection);
        let mut events = events.iter();
        !is_collection
            && !self.is_shared(callee.method)
            && events.any(|event| self.is_within(callee, *event))
    }

    /// Calls of an instruction, each a variable.
    fn counted(
        &mut self,
        members: &mut Members,
        number: usize,
        (context, site): (&'a Context, usize),
        (events, sought): (&BTreeSet<LimitEvent>, Sought),
        calls: &mut Vec<PartCall>,
    ) -> Result<(), WcetError> {
        let contexts = self.contexts;
        let Member {
            scope, id, mode, ..
        } = members.all[number];
        let caller = contexts.program.method(context.method)?;
        let all = [(UNBOUNDED, context.calls[&site].as_slice())];
        let groups = context.groups.get(&site);
        let groups: Vec<(u64, &[ContextId])> = match groups {
            Some(groups) => groups.iter().map(|it| (it.visits, &*it.callees)).collect(),
            None => all.to_vec(),
        };
        let is_certain = !context.ends.contains_key(&site)
            && !context.without_target.contains(&site)
            && groups.iter().all(|(_, callees)| !callees.is_empty());
        let block = context.shape.block_of[site];
        let Some(solved) = self.solution(id, mode) else {
            return Ok(());
        };
        let load = solved.prices[site].load;
        let mode = solved.mode_of(block);
        for (group, (most, callees)) in groups.into_iter().enumerate() {
            for callee in callees {
                let mut call = self.call(caller, *callee, load, mode)?;
                let of = &contexts.all[*callee];
                let mut cost = self.sought(&call, sought)?;
                if self.is_joined(of, events) {
                    let mut limits = self.limits.of_method(of.method);
                    let limited = limits.next().map(|_| of.method);
                    call.part = Some(members.part(Some(scope), (*callee, call.mode), limited));
                    cost = match sought {
                        Sought::Cycles => call.load.saturating_add(call.load_on_return),
                        Sought::Calls(_) => 0,
                    };
                }
                calls.push(PartCall {
                    site,
                    block,
                    group,
                    most,
                    is_certain,
                    cost,
                    to: call.part,
                });
                members.all[number].calls.push((site, call));
            }
        }
        Ok(())
    }

    /// Calls of an instruction as they are in the solution of their context alone.
    fn uncounted(
        &mut self,
        members: &mut Members,
        number: usize,
        (context, site): (&Context, usize),
        sought: Sought,
        calls: &mut Vec<PartCall>,
    ) -> Result<(), WcetError> {
        let Member { id, mode, .. } = members.all[number];
        let Some(solved) = self.solution(id, mode) else {
            return Ok(());
        };
        if let Some(call) = solved.calls.get(&site) {
            members.all[number].inside.insert(site, *call);
        }
        let visits = context.groups.get(&site);
        let choices = solved.choices.iter().filter(|(of, _)| *of == site);
        let choices: Vec<Call> = choices.map(|(_, call)| *call).collect();
        let most = visits.map_or(UNBOUNDED, |groups| {
            let visits = groups.iter().map(|group| group.visits);
            visits.fold(0, u64::saturating_add)
        });
        for call in choices {
            // A group is where the context of the call is.
            let group = visits.and_then(|groups| {
                groups
                    .iter()
                    .position(|group| group.callees.contains(&call.callee))
            });
            let most = match (visits, group) {
                (Some(groups), Some(group)) => groups[group].visits,
                _ => most,
            };
            calls.push(PartCall {
                site,
                block: context.shape.block_of[site],
                group: group.unwrap_or(usize::MAX),
                most,
                is_certain: false,
                cost: self.sought(&call, sought)?,
                to: None,
            });
            members.all[number].calls.push((site, call));
        }
        Ok(())
    }

    /// What a call counts for.
    fn sought(&mut self, call: &Call, sought: Sought) -> Result<u64, WcetError> {
        match sought {
            Sought::Cycles => Ok(call.sum()),
            Sought::Calls(shared) => self.count(call.callee, shared),
        }
    }

    /// What an execution of each block counts for, with the calls that are no variables.
    fn block_costs(
        &mut self,
        members: &Members,
        number: usize,
        sought: Sought,
    ) -> Result<Vec<u64>, WcetError> {
        let contexts = self.contexts;
        let Member {
            id,
            mode,
            ref inside,
            ..
        } = members.all[number];
        let context = &contexts.all[id];
        if let Sought::Calls(shared) = sought {
            let mut cost = vec![0_u64; context.shape.flow.blocks.len()];
            for site in inside.keys() {
                let mut most = 0;
                for callee in &context.calls[site] {
                    most = most.max(self.count(*callee, shared)?);
                }
                let sum = &mut cost[context.shape.block_of[*site]];
                *sum = sum.saturating_add(most);
            }
            return Ok(cost);
        }
        let solved = self.solution(id, mode);
        Ok(solved.map_or_else(Vec::new, |solved| solved.costs(context, inside)))
    }

    /// The limits of all scopes.
    fn rules(&self, members: &Members, parts: &[Part<'_>]) -> Vec<Rule> {
        let scopes = members.scopes.iter().enumerate();
        let rules = scopes.flat_map(|(number, scope)| {
            let limits = self.limits.of_method(scope.method);
            let limits = limits.filter(|limit| limit.modes.is_empty());
            limits.map(move |limit| Rule {
                within: scope.part,
                counted: self.counts(members, parts, number, &limit.events),
                most: limit.most,
            })
        });
        rules.collect()
    }

    /// The modes of all scopes.
    fn modes(&self, members: &Members, parts: &[Part<'_>]) -> Vec<Modes> {
        let scopes = members.scopes.iter().enumerate();
        let modes = scopes.flat_map(|(number, scope)| {
            let counts = move |event| self.counts(members, parts, number, &[event]);
            let limits = self.limits.of_method(scope.method);
            let limits = limits.filter(|limit| !limit.modes.is_empty());
            limits.map(move |limit| {
                let modes = limit.modes.iter().map(|mode| {
                    let events = mode.iter();
                    events
                        .map(|(event, most)| (counts(*event), *most))
                        .collect()
                });
                Modes {
                    within: scope.part,
                    all: modes.collect(),
                }
            })
        });
        modes.collect()
    }

    /// Where events happen in a scope.
    fn counts(
        &self,
        members: &Members,
        parts: &[Part<'_>],
        scope: usize,
        events: &[LimitEvent],
    ) -> Vec<Counted> {
        let mut counted = Vec::new();
        for (place, member) in members.all.iter().enumerate() {
            if !members.around(member.scope).any(|it| it == scope) {
                continue;
            }
            for event in events {
                match *event {
                    LimitEvent::Call(method) => {
                        let calls = member.calls.iter().enumerate();
                        let own = calls.filter(|(_, (_, call))| {
                            self.contexts.all[call.callee].method == method
                        });
                        counted.extend(own.map(|(call, _)| Counted::Call(place, call)));
                    }
                    LimitEvent::Bytecode(method, pc) => {
                        let context = &self.contexts.all[member.id];
                        let own = self.contexts.program.method(method).ok();
                        let own = own.filter(|_| context.method == method);
                        counted.extend(own.and_then(|own| {
                            let mut all = own.instructions.iter();
                            let number = all.position(|it| it.pc as u32 == pc)?;
                            Some(Counted::Block(place, context.shape.block_of[number]))
                        }));
                    }
                    LimitEvent::Repetition(method, head) => {
                        let context = &self.contexts.all[member.id];
                        let own = self.contexts.program.method(method).ok();
                        let own = own.filter(|_| context.method == method);
                        counted.extend(own.and_then(|own| {
                            let mut heads = parts[place].flow.heads(own);
                            let number = heads.position(|it| it == head)?;
                            Some(Counted::Loop(place, number))
                        }));
                    }
                }
            }
        }
        counted
    }

    /// Solutions of the parts, for the result.
    fn parts(&self, members: Members, flows: &JointFlows) -> Vec<SolvedPart> {
        let mut totals = vec![0_u64; members.all.len()];
        let mut order: Vec<usize> = (0..members.all.len()).collect();
        // Callees come before their callers.
        order.sort_by_key(|number| members.all[*number].id);
        let mut of_call = |number: usize, calls: &mut [(usize, Call)]| {
            let flows_of = &flows.flows[number];
            let mut total = flows_of.cycles;
            for ((_, call), count) in calls.iter_mut().zip(&flows_of.choices) {
                if let Some(part) = call.part {
                    call.cycles = totals[part].div_ceil(flows.entries[part].max(1));
                    total = total.saturating_add(count.saturating_mul(call.cycles));
                }
            }
            totals[number] = total;
        };
        let mut members = members.all;
        for number in order {
            of_call(number, &mut members[number].calls);
        }
        let all = members.into_iter().enumerate();
        let parts = all.filter_map(|(number, member)| {
            let own = self.solution(member.id, member.mode)?;
            Some(SolvedPart {
                id: member.id,
                mode: member.mode,
                entries: flows.entries[number],
                solved: Solved {
                    cycles: flows.flows[number].cycles,
                    flows: flows.flows[number].clone(),
                    prices: own.prices.clone(),
                    calls: member.inside,
                    choices: member.calls,
                    loads: own.loads.clone(),
                    bounds: own.bounds.clone(),
                    scoped: own.scoped.clone(),
                    parts: Vec::new(),
                },
            })
        });
        parts.collect()
    }
}
