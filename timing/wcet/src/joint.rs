//! The most expensive flow through several contexts at once, where something is limited in a call of one of them as a whole.
//!
//! ```text
//!   maximise    the cycles of all contexts (see [`crate::ipet`]) and of the calls between them
//!   entries     of a context = calls of it, 1 of the root
//!   rules       of ipet for one call of a context, each times its entries
//!   calls       of an instruction by callee = executions of the instruction
//!   limits      what counts, in all contexts of a call <= limit * entries of the method of the call
//!   modes       calls in each mode together <= entries; what happens in it only <= its most * calls in it
//!   terms       calls of a shared method <= their most, <= calls of its callers
//! ```
//!
//! A context that several calls lead to has the sum of their flows, which never is less than any of them allows.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, Variable};

use crate::correlation::{Correlation, First};
use crate::execute::{Execution, UNBOUNDED};
use crate::flow::Flow;
use crate::ipet::{Flows, LARGEST, Load, RELATIVE_ERROR};

/// A context among several.
pub(crate) struct Part<'a> {
    pub(crate) flow: &'a Flow,
    pub(crate) execution: &'a Execution,
    /// Blocks on ways from the entry to a return.
    pub(crate) live: &'a [bool],
    /// Most repetitions of each loop for one entry.
    pub(crate) bounds: Vec<u64>,
    /// Cost of one call beside its blocks.
    pub(crate) entry: u64,
    /// Cost of one execution of each block, without the calls below.
    pub(crate) cost: Vec<u64>,
    pub(crate) loads: Vec<Load>,
    pub(crate) calls: Vec<PartCall>,
    /// Ways that exclude each other.
    pub(crate) correlations: &'a [Correlation],
}

/// A call that is counted, or that goes to another part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartCall {
    /// The instruction, its block, and which group of its receivers.
    pub(crate) site: usize,
    pub(crate) block: usize,
    pub(crate) group: usize,
    /// Most calls of the group for one entry.
    pub(crate) most: u64,
    /// True if each execution of the instruction goes to one of its calls here.
    pub(crate) is_certain: bool,
    pub(crate) cost: u64,
    /// The part that it goes to; none if its cost is all that is to be known of it.
    pub(crate) to: Option<usize>,
}

/// What counts for a limit.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Counted {
    /// A call of a part.
    Call(usize, usize),
    /// Executions of a block.
    Block(usize, usize),
    /// Repetitions of a loop.
    Loop(usize, usize),
}

/// A limit for each call of a part.
pub(crate) struct Rule {
    pub(crate) within: usize,
    pub(crate) counted: Vec<Counted>,
    pub(crate) most: u64,
}

/// Modes of each call of a part, of which it is in one.
pub(crate) struct Modes {
    pub(crate) within: usize,
    /// What happens in each mode only, and the most of it.
    pub(crate) all: Vec<Vec<(Vec<Counted>, u64)>>,
}

/// Calls of a method that is called once in several calls of its callers.
pub(crate) struct Shared {
    /// Cycles of a call.
    pub(crate) cost: u64,
    pub(crate) most: u64,
    /// Calls of its callers.
    pub(crate) counted: Vec<Counted>,
}

/// The most expensive flow.
pub(crate) struct JointFlows {
    pub(crate) cycles: u64,
    /// Calls of each shared method.
    pub(crate) shared: Vec<u64>,
    /// Calls of each part.
    pub(crate) entries: Vec<u64>,
    /// Flows of each part in all its calls; choices are the calls.
    pub(crate) flows: Vec<Flows>,
}

/// Why there is no flow.
pub(crate) enum NoFlow {
    /// No way keeps all limits.
    Contradiction,
    /// The solver has no whole solution.
    Unsolved,
}

/// Parts and limits.
pub(crate) struct Joint<'a> {
    pub(crate) parts: Vec<Part<'a>>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) modes: Vec<Modes>,
    pub(crate) shared: Vec<Shared>,
}

/// Variables of a part.
struct OfPart {
    entry: Variable,
    edges: Vec<Option<Variable>>,
    loads: Vec<Variable>,
    calls: Vec<Variable>,
}

/// A programme that is made.
struct Making {
    problem: Problem,
    whole: bool,
}

/// A sum of variables with factors.
#[derive(Default)]
struct Sum(BTreeMap<usize, (Variable, f64)>);

impl Sum {
    fn add(&mut self, variable: Variable, factor: f64) {
        self.0.entry(variable.idx()).or_insert((variable, 0.0)).1 += factor;
    }

    fn edges(&mut self, part: &OfPart, edges: &[usize], factor: f64) {
        for edge in edges {
            if let Some(variable) = part.edges[*edge] {
                self.add(variable, factor);
            }
        }
    }

    /// Executions of a block.
    fn block(&mut self, (part, of): (&Part<'_>, &OfPart), block: usize, factor: f64) {
        self.edges(of, &part.flow.blocks[block].into, factor);
        if block == 0 {
            self.add(of.entry, factor);
        }
    }

    /// Entries of a loop.
    fn entries(&mut self, (part, of): (&Part<'_>, &OfPart), number: usize, factor: f64) {
        let it = &part.flow.loops[number];
        self.edges(of, &it.entries, factor);
        if it.head == 0 {
            self.add(of.entry, factor);
        }
    }

    /// Puts it beside 0.
    fn constrain(self, making: &mut Making, rule: ComparisonOp) {
        let terms = self.0.into_values().filter(|(_, factor)| *factor != 0.0);
        let terms: Vec<(Variable, f64)> = terms.collect();
        if !terms.is_empty() {
            making.problem.add_constraint(terms, rule, 0.0);
        }
    }
}

impl Making {
    fn variable(&mut self, cost: u64) -> Variable {
        match self.whole {
            true => self.problem.add_integer_var(cost as f64, (0, i32::MAX)),
            false => self.problem.add_var(cost as f64, (0.0, f64::INFINITY)),
        }
    }
}

impl Joint<'_> {
    /// Solves the programme, if need be without the ways that exclude each other.
    pub(crate) fn solve(&mut self) -> Result<JointFlows, NoFlow> {
        let solved = self.solve_all();
        let mut parts = self.parts.iter();
        match solved {
            Err(NoFlow::Unsolved) if parts.any(|part| !part.correlations.is_empty()) => {
                self.parts
                    .iter_mut()
                    .for_each(|part| part.correlations = &[]);
                self.solve_all()
            }
            solved => solved,
        }
    }

    /// The cycles are never below the optimum of the relaxed programme.
    fn solve_all(&self) -> Result<JointFlows, NoFlow> {
        let mut relaxed = None;
        for whole in [false, true] {
            let (values, optimum) = self.values(whole)?;
            let relaxed = *relaxed.get_or_insert(optimum);
            let most = (relaxed * (1.0 + RELATIVE_ERROR)).ceil();
            if most.is_nan() || most >= LARGEST as f64 {
                return Err(NoFlow::Unsolved);
            }
            let is_whole = (values.iter().flatten())
                .all(|value| (value - value.round()).abs() < 1e-6 * value.abs().max(1.0));
            if !is_whole {
                continue;
            }
            let flows = self.flows(&values);
            // Rounding of the solver alone.
            let cycles = match (relaxed - flows.cycles as f64).abs() < 0.5 {
                true => flows.cycles,
                false => most as u64,
            };
            if let Some(slack) = cycles.checked_sub(flows.cycles) {
                let mut flows = flows;
                flows.cycles = cycles;
                flows.flows[0].slack = slack;
                return Ok(flows);
            }
        }
        Err(NoFlow::Unsolved)
    }

    /// Values of each part: entry, edges, loads, calls; then calls of shared methods; and the cost.
    fn values(&self, whole: bool) -> Result<(Vec<Vec<f64>>, f64), NoFlow> {
        let mut making = Making {
            problem: Problem::new(OptimizationDirection::Maximize),
            whole,
        };
        let parts: Vec<OfPart> = (self.parts.iter())
            .map(|part| variables(&mut making, part))
            .collect();
        let root = vec![(parts[0].entry, 1.0)];
        making.problem.add_constraint(root, ComparisonOp::Eq, 1.0);
        for both in self.parts.iter().zip(&parts) {
            add_flow(&mut making, both);
            add_loops(&mut making, both);
            add_loads(&mut making, both);
            add_calls(&mut making, both);
            add_correlations(&mut making, both);
        }
        self.add_entries(&mut making, &parts);
        for rule in &self.rules {
            self.add_rule(&mut making, &parts, rule);
        }
        for modes in &self.modes {
            self.add_modes(&mut making, &parts, modes);
        }
        let shared = self.shared.iter();
        let shared: Vec<Variable> = shared
            .map(|it| self.add_shared(&mut making, &parts, it))
            .collect();
        let outcome = making.problem.solve().map_err(|error| match error {
            Error::Infeasible => NoFlow::Contradiction,
            _ => NoFlow::Unsolved,
        })?;
        if !outcome.is_optimal() {
            return Err(NoFlow::Unsolved);
        }
        let solution = outcome.solution().ok_or(NoFlow::Unsolved)?;
        let values = parts.iter().map(|of| {
            let edges = of.edges.iter();
            let edges = edges.map(|it| it.map_or(0.0, |it| solution.var_value(it)));
            let rest = of.loads.iter().chain(&of.calls);
            let rest = rest.map(|it| solution.var_value(*it));
            let entry = std::iter::once(solution.var_value(of.entry));
            entry.chain(edges).chain(rest).collect()
        });
        let of_shared = shared.iter().map(|it| solution.var_value(*it)).collect();
        let values = values.chain([of_shared]);
        Ok((values.collect(), solution.objective()))
    }

    fn add_entries(&self, making: &mut Making, parts: &[OfPart]) {
        let mut sums: Vec<Sum> = parts.iter().map(|_| Sum::default()).collect();
        for (part, of) in self.parts.iter().zip(parts) {
            for (call, variable) in part.calls.iter().zip(&of.calls) {
                if let Some(to) = call.to {
                    sums[to].add(*variable, -1.0);
                }
            }
        }
        for (mut sum, of) in sums.into_iter().zip(parts).skip(1) {
            sum.add(of.entry, 1.0);
            sum.constrain(making, ComparisonOp::Eq);
        }
    }

    fn add_rule(&self, making: &mut Making, parts: &[OfPart], rule: &Rule) {
        let mut sum = self.sum(parts, &rule.counted);
        sum.add(parts[rule.within].entry, -(rule.most as f64));
        sum.constrain(making, ComparisonOp::Le);
    }

    fn add_modes(&self, making: &mut Making, parts: &[OfPart], modes: &Modes) {
        let mut together = Sum::default();
        for mode in &modes.all {
            let calls = making.variable(0);
            together.add(calls, 1.0);
            for (counted, most) in mode {
                let mut sum = self.sum(parts, counted);
                sum.add(calls, -(*most as f64));
                sum.constrain(making, ComparisonOp::Le);
            }
        }
        together.add(parts[modes.within].entry, -1.0);
        together.constrain(making, ComparisonOp::Le);
    }

    fn add_shared(&self, making: &mut Making, parts: &[OfPart], it: &Shared) -> Variable {
        let calls = making.variable(it.cost);
        let mut most = Sum::default();
        most.add(calls, 1.0);
        // The call of all is made once.
        most.add(parts[0].entry, -(it.most as f64));
        most.constrain(making, ComparisonOp::Le);
        let mut of_callers = self.sum(parts, &it.counted);
        of_callers.add(calls, -1.0);
        of_callers.constrain(making, ComparisonOp::Ge);
        calls
    }

    /// What counts, together.
    fn sum(&self, parts: &[OfPart], counted: &[Counted]) -> Sum {
        let mut sum = Sum::default();
        for counted in counted {
            match *counted {
                Counted::Call(part, call) => sum.add(parts[part].calls[call], 1.0),
                Counted::Block(part, block) => {
                    sum.block((&self.parts[part], &parts[part]), block, 1.0);
                }
                Counted::Loop(part, number) => {
                    let back = &self.parts[part].flow.loops[number].back;
                    sum.edges(&parts[part], back, 1.0);
                }
            }
        }
        sum
    }

    /// Flows of whole values, with their cycles.
    fn flows(&self, values: &[Vec<f64>]) -> JointFlows {
        let whole = |value: &f64| value.round().max(0.0) as u64;
        let shared = values.last().into_iter().flatten().map(whole);
        let shared: Vec<u64> = shared.collect();
        let terms = shared.iter().zip(&self.shared);
        let terms = terms.map(|(calls, it)| calls.saturating_mul(it.cost));
        let mut all = JointFlows {
            cycles: terms.fold(0, u64::saturating_add),
            shared,
            entries: Vec::new(),
            flows: Vec::new(),
        };
        for (part, values) in self.parts.iter().zip(values) {
            let values: Vec<u64> = values.iter().map(whole).collect();
            let (entry, rest) = (values[0], &values[1..]);
            let (edges, rest) = rest.split_at(part.flow.edges.len());
            let (loads, calls) = rest.split_at(part.loads.len());
            let sum = |all: &[usize]| all.iter().map(|edge| edges[*edge]).sum::<u64>();
            let at = |block: usize| if block == 0 { entry } else { 0 };
            let blocks = part.flow.blocks.iter().enumerate();
            let blocks: Vec<u64> = blocks
                .map(|(number, it)| sum(&it.into) + at(number))
                .collect();
            let loops = part.flow.loops.iter();
            let loops = loops.map(|it| (sum(&it.back), sum(&it.entries) + at(it.head)));
            let loops: Vec<(u64, u64)> = loops.collect();
            let priced = (blocks.iter().zip(part.cost.iter().copied()))
                .chain(loads.iter().zip(part.loads.iter().map(|it| it.cost)))
                .chain(calls.iter().zip(part.calls.iter().map(|it| it.cost)))
                .chain([(&entry, part.entry)]);
            let cycles = priced.fold(0_u64, |sum, (count, cost)| {
                sum.saturating_add(count.saturating_mul(cost))
            });
            all.cycles = all.cycles.saturating_add(cycles);
            all.entries.push(entry);
            all.flows.push(Flows {
                cycles,
                blocks,
                loops,
                loads: loads.to_vec(),
                choices: calls.to_vec(),
                slack: 0,
            });
        }
        all
    }
}

fn variables(making: &mut Making, part: &Part<'_>) -> OfPart {
    let edges = part.flow.edges.iter().enumerate();
    let edges = edges.map(|(number, edge)| {
        let is_taken =
            part.execution.edges[number] > 0 && part.live[edge.from] && part.live[edge.to];
        is_taken.then(|| making.variable(part.cost[edge.to]))
    });
    let edges = edges.collect();
    OfPart {
        edges,
        entry: making.variable(part.entry.saturating_add(part.cost[0])),
        loads: (part.loads.iter())
            .map(|load| making.variable(load.cost))
            .collect(),
        calls: (part.calls.iter())
            .map(|call| making.variable(call.cost))
            .collect(),
    }
}

fn add_flow(making: &mut Making, both: (&Part<'_>, &OfPart)) {
    let (part, of) = both;
    for (number, block) in part.flow.blocks.iter().enumerate() {
        if !part.live[number] {
            continue;
        }
        let mut balance = Sum::default();
        balance.block(both, number, 1.0);
        balance.edges(of, &block.out, -1.0);
        // What comes in beyond what goes out returns.
        let rule = match block.returns {
            true => ComparisonOp::Ge,
            false => ComparisonOp::Eq,
        };
        balance.constrain(making, rule);
        let most = part.execution.blocks[number];
        if most != UNBOUNDED {
            let mut executions = Sum::default();
            executions.block(both, number, 1.0);
            executions.add(of.entry, -(most as f64));
            executions.constrain(making, ComparisonOp::Le);
        }
    }
    for (variable, most) in of.edges.iter().zip(&part.execution.edges) {
        if let (Some(variable), true) = (variable, *most != UNBOUNDED) {
            let mut taken = Sum::default();
            taken.add(*variable, 1.0);
            taken.add(of.entry, -(*most as f64));
            taken.constrain(making, ComparisonOp::Le);
        }
    }
}

fn add_loops(making: &mut Making, both: (&Part<'_>, &OfPart)) {
    let (part, of) = both;
    for (number, it) in part.flow.loops.iter().enumerate() {
        if part.live[it.head] {
            let mut sum = Sum::default();
            sum.edges(of, &it.back, 1.0);
            sum.entries(both, number, -(part.bounds[number] as f64));
            sum.constrain(making, ComparisonOp::Le);
        }
    }
}

fn add_loads(making: &mut Making, both: (&Part<'_>, &OfPart)) {
    let (part, of) = both;
    for (load, variable) in part.loads.iter().zip(&of.loads) {
        let mut entries = Sum::default();
        entries.add(*variable, 1.0);
        match load.scope {
            Some(scope) => entries.entries(both, scope, -1.0),
            None => entries.add(of.entry, -1.0),
        }
        entries.constrain(making, ComparisonOp::Le);
        let mut uses = Sum::default();
        uses.add(*variable, 1.0);
        for block in &load.users {
            uses.block(both, *block, -1.0);
        }
        uses.constrain(making, ComparisonOp::Le);
    }
}

fn add_calls(making: &mut Making, both: (&Part<'_>, &OfPart)) {
    let (part, of) = both;
    let mut sites: BTreeMap<usize, (Sum, ComparisonOp)> = BTreeMap::new();
    let mut groups: BTreeMap<(usize, usize), (Sum, u64)> = BTreeMap::new();
    for (call, variable) in part.calls.iter().zip(&of.calls) {
        let (site, _) = sites.entry(call.site).or_insert_with(|| {
            let mut uses = Sum::default();
            uses.block(both, call.block, -1.0);
            let rule = match call.is_certain {
                true => ComparisonOp::Eq,
                false => ComparisonOp::Le,
            };
            (uses, rule)
        });
        site.add(*variable, 1.0);
        let key = (call.site, call.group);
        let (group, _) = groups.entry(key).or_insert((Sum::default(), call.most));
        group.add(*variable, 1.0);
    }
    for (sum, rule) in sites.into_values() {
        sum.constrain(making, rule);
    }
    for (mut sum, most) in groups.into_values() {
        if most != UNBOUNDED {
            sum.add(of.entry, -(most as f64));
            sum.constrain(making, ComparisonOp::Le);
        }
    }
}

fn add_correlations(making: &mut Making, both: (&Part<'_>, &OfPart)) {
    let (part, of) = both;
    for it in part.correlations {
        let mut taken = Sum::default();
        taken.edges(of, &it.edges, 1.0);
        match it.first {
            First::Edge(edge) => taken.edges(of, &[edge], 1.0),
            First::Block(block) => taken.block(both, block, 1.0),
        }
        taken.add(of.entry, -1.0);
        taken.constrain(making, ComparisonOp::Le);
    }
}
