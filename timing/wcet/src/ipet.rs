//! Implicit path enumeration: the most expensive flow through a method as an integer linear programme.
//!
//! ```text
//!   maximise    sum over blocks: cost * executions, and over loads: cost * loads
//!   flow        executions = sum of edges in (+ 1 at the entry) = sum of edges out (+ returns)
//!   loops       edges back <= bound * edges in from outside
//!   counts      edges and blocks <= visits of the abstract execution
//!   loads       <= entries of their scope, <= executions of what may load
//!   choices     <= visits with that receiver, and together <= executions of the call
//!   ways        that exclude each other <= 1 together
//! ```
//!
//! The counts of the solution are rounded and checked exactly, and their cycles are computed in whole numbers. The bound is never below
//! the optimum of the relaxed programme, which is above that of every whole flow.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use crate::correlation::{Correlation, First};
use crate::execute::{Execution, UNBOUNDED};
use crate::flow::Flow;

/// The largest bound that the solver's numbers hold exactly.
pub(crate) const LARGEST: u64 = 1 << 53;
/// Error of the solver's optimum.
pub(crate) const RELATIVE_ERROR: f64 = 1e-9;

/// Flow and prices of a context.
pub(crate) struct Task<'a> {
    pub(crate) flow: &'a Flow,
    pub(crate) execution: &'a Execution,
    /// Blocks on ways from the entry to a return.
    pub(crate) live: &'a [bool],
    /// Cycles of one execution of each block.
    pub(crate) cost: &'a [u64],
    /// Most repetitions of each loop; unused for loops that are not live.
    pub(crate) bounds: &'a [u64],
    /// Loads that happen at most once for each entry of a scope.
    pub(crate) loads: &'a [Load],
    /// Calls by their receivers, whose cost is not part of that of their blocks.
    pub(crate) choices: &'a [Choice],
    /// Ways that exclude each other.
    pub(crate) correlations: &'a [Correlation],
}

/// A call with one of its receivers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) cost: u64,
    /// The instruction; all its choices together are not more than its executions.
    pub(crate) site: usize,
    pub(crate) block: usize,
    /// Most calls with this receiver.
    pub(crate) most: u64,
}

/// A load of a method into the cache.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    pub(crate) cost: u64,
    /// The loop at whose entries it may happen again; none for the whole call.
    pub(crate) scope: Option<usize>,
    /// Blocks that look the method up.
    pub(crate) users: Vec<usize>,
}

/// The most expensive flow.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flows {
    pub(crate) cycles: u64,
    /// Executions of each block.
    pub(crate) blocks: Vec<u64>,
    /// Repetitions and entries of each loop.
    pub(crate) loops: Vec<(u64, u64)>,
    /// Loads.
    pub(crate) loads: Vec<u64>,
    /// Calls by their receivers.
    pub(crate) choices: Vec<u64>,
    /// Part of the cycles that the flow itself does not have.
    pub(crate) slack: u64,
}

impl Flows {
    /// With at least the cycles of the relaxed programme, unless it rounds to those of the flow.
    fn raised(mut self, relaxed: f64) -> Option<Self> {
        let is_same = (relaxed - self.cycles as f64).abs() < 0.5;
        let most = (relaxed * (1.0 + RELATIVE_ERROR)).ceil();
        if most.is_nan() || most >= LARGEST as f64 {
            return None;
        }
        if !is_same && most > self.cycles as f64 {
            self.slack = most as u64 - self.cycles;
            self.cycles = most as u64;
        }
        Some(self)
    }
}

impl Task<'_> {
    /// Solves the programme, if need be without the ways that exclude each other.
    pub(crate) fn solve(&self) -> Result<Flows, String> {
        let solved = self.solve_all();
        if solved.is_ok() || self.correlations.is_empty() {
            return solved;
        }
        let without = Self {
            correlations: &[],
            ..*self
        };
        without.solve_all()
    }

    fn solve_all(&self) -> Result<Flows, String> {
        let edges = self.edges();
        if edges.is_empty() && self.loads.is_empty() && self.choices.is_empty() {
            let straight = self.checked(&[], &[], &[], &[]);
            return straight.ok_or_else(|| "its cycles are too many".to_owned());
        }
        // Most programmes have a whole solution without being asked for one.
        let mut relaxed = None;
        for whole in [false, true] {
            let (values, optimum) = self.values(&edges, whole)?;
            let relaxed = *relaxed.get_or_insert(optimum);
            let rounded: Vec<u64> = values.iter().map(|it| it.round().max(0.0) as u64).collect();
            // Whole numbers of the solver end here: a larger count may be cut off.
            if whole && rounded.iter().any(|it| *it >= i32::MAX as u64) {
                return Err("its counts are too large".to_owned());
            }
            let (of_edges, rest) = rounded.split_at(edges.len());
            let (of_loads, of_choices) = rest.split_at(self.loads.len());
            let is_whole = values
                .iter()
                .all(|value| (value - value.round()).abs() < 1e-6 * value.abs().max(1.0));
            if is_whole && let Some(flows) = self.checked(&edges, of_edges, of_loads, of_choices) {
                return flows
                    .raised(relaxed)
                    .ok_or_else(|| "its cycles are too many".to_owned());
            }
        }
        Err("its solution is not whole".to_owned())
    }

    /// Edges that can be taken on ways to a return.
    fn edges(&self) -> Vec<usize> {
        let all = self.flow.edges.iter().enumerate();
        let taken = all.filter(|(number, edge)| {
            self.execution.edges[*number] > 0 && self.live[edge.from] && self.live[edge.to]
        });
        taken.map(|(number, _)| number).collect()
    }

    /// Solution of the programme: edges, then loads, and the cost that the solver finds.
    fn values(&self, edges: &[usize], whole: bool) -> Result<(Vec<f64>, f64), String> {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let mut variables: Vec<Option<Variable>> = vec![None; self.flow.edges.len()];
        let add = |problem: &mut Problem, cost: u64, most: f64| match whole {
            true => problem.add_integer_var(cost as f64, (0, most.min(f64::from(i32::MAX)) as i32)),
            false => problem.add_var(cost as f64, (0.0, most)),
        };
        for number in edges {
            let most = limit(self.execution.edges[*number]);
            let cost = self.cost[self.flow.edges[*number].to];
            variables[*number] = Some(add(&mut problem, cost, most));
        }
        let loads: Vec<Variable> = self
            .loads
            .iter()
            .map(|load| add(&mut problem, load.cost, f64::INFINITY))
            .collect();
        let choices = self.choices.iter();
        let choices: Vec<Variable> = choices
            .map(|it| add(&mut problem, it.cost, limit(it.most)))
            .collect();
        self.add_flow(&mut problem, &variables);
        self.add_loops(&mut problem, &variables);
        self.add_loads(&mut problem, &variables, &loads);
        self.add_choices(&mut problem, &variables, &choices);
        self.add_correlations(&mut problem, &variables);
        let outcome = problem.solve().map_err(|error| error.to_string())?;
        if !outcome.is_optimal() {
            return Err("it was not solved to its end".to_owned());
        }
        let solution = outcome.solution().ok_or("it was not solved")?;
        let all = variables.iter().flatten().chain(&loads).chain(&choices);
        let values = all.map(|variable| solution.var_value(*variable)).collect();
        // Edges have the costs of the blocks that they lead to; no edge leads in from outside.
        Ok((values, solution.objective() + self.cost[0] as f64))
    }

    fn add_flow(&self, problem: &mut Problem, variables: &[Option<Variable>]) {
        for (number, block) in self.flow.blocks.iter().enumerate() {
            if !self.live[number] {
                continue;
            }
            let entered = f64::from(u8::from(number == 0));
            let mut balance = Sum::default();
            balance.add(&block.into, 1.0);
            balance.add(&block.out, -1.0);
            // What comes in beyond what goes out returns.
            let rule = if block.returns {
                ComparisonOp::Ge
            } else {
                ComparisonOp::Eq
            };
            balance.constrain(problem, variables, rule, -entered);
            let most = self.execution.blocks[number];
            if block.in_loop.is_some() && most != UNBOUNDED {
                let mut executions = Sum::default();
                executions.add(&block.into, 1.0);
                let most = limit(most) - entered;
                executions.constrain(problem, variables, ComparisonOp::Le, most);
            }
        }
    }

    fn add_loops(&self, problem: &mut Problem, variables: &[Option<Variable>]) {
        for (number, it) in self.flow.loops.iter().enumerate() {
            if self.live[it.head] {
                let bound = self.bounds[number] as f64;
                let mut sum = Sum::default();
                sum.add(&it.back, 1.0);
                sum.add(&it.entries, -bound);
                let entered = if it.head == 0 { bound } else { 0.0 };
                sum.constrain(problem, variables, ComparisonOp::Le, entered);
            }
        }
    }

    fn add_loads(&self, problem: &mut Problem, variables: &[Option<Variable>], loads: &[Variable]) {
        for (load, variable) in self.loads.iter().zip(loads) {
            let mut entries = Sum::default();
            let once = match load.scope.map(|scope| &self.flow.loops[scope]) {
                Some(scope) => {
                    entries.add(&scope.entries, -1.0);
                    f64::from(u8::from(scope.head == 0))
                }
                None => 1.0,
            };
            let mut uses = Sum::default();
            for block in &load.users {
                uses.add(&self.flow.blocks[*block].into, -1.0);
            }
            let entered = f64::from(u8::from(load.users.contains(&0)));
            for (sum, most) in [(entries, once), (uses, entered)] {
                let mut terms = sum.terms(variables);
                terms.push((*variable, 1.0));
                problem.add_constraint(terms, ComparisonOp::Le, most);
            }
        }
    }

    fn add_choices(
        &self,
        problem: &mut Problem,
        variables: &[Option<Variable>],
        choices: &[Variable],
    ) {
        let mut of_site: BTreeMap<usize, Vec<(Variable, f64)>> = BTreeMap::new();
        for (choice, variable) in self.choices.iter().zip(choices) {
            let terms = of_site.entry(choice.site).or_insert_with(|| {
                let mut uses = Sum::default();
                uses.add(&self.flow.blocks[choice.block].into, -1.0);
                uses.terms(variables)
            });
            terms.push((*variable, 1.0));
        }
        for (site, terms) in of_site {
            let choice = self.choices.iter().find(|choice| choice.site == site);
            let entered = choice.is_some_and(|choice| choice.block == 0);
            problem.add_constraint(terms, ComparisonOp::Le, f64::from(u8::from(entered)));
        }
    }

    fn add_correlations(&self, problem: &mut Problem, variables: &[Option<Variable>]) {
        for it in self.correlations {
            let mut taken = Sum::default();
            taken.add(&it.edges, 1.0);
            let mut most = 1.0;
            match it.first {
                First::Edge(edge) => taken.add(&[edge], 1.0),
                First::Block(block) => {
                    taken.add(&self.flow.blocks[block].into, 1.0);
                    most -= f64::from(u8::from(block == 0));
                }
            }
            taken.constrain(problem, variables, ComparisonOp::Le, most);
        }
    }

    /// The flows of a whole solution, if it keeps every rule exactly.
    fn checked(
        &self,
        edges: &[usize],
        counts: &[u64],
        loads: &[u64],
        choices: &[u64],
    ) -> Option<Flows> {
        let mut of_edge = vec![0; self.flow.edges.len()];
        for (number, count) in edges.iter().zip(counts) {
            of_edge[*number] = *count;
            if *count > self.execution.edges[*number] {
                return None;
            }
        }
        let sum = |edges: &[usize]| edges.iter().map(|edge| of_edge[*edge]).sum::<u64>();
        let mut flows = Flows {
            blocks: vec![0; self.flow.blocks.len()],
            loads: loads.to_vec(),
            choices: choices.to_vec(),
            ..Flows::default()
        };
        let mut cycles: u128 = 0;
        let mut returned = 0;
        for (number, block) in self.flow.blocks.iter().enumerate() {
            let executions = sum(&block.into) + u64::from(number == 0);
            let left = sum(&block.out);
            let surplus = executions.checked_sub(left)?;
            returned += surplus;
            let is_kept = surplus == 0 || block.returns;
            if !is_kept || executions > self.execution.blocks[number] {
                return None;
            }
            flows.blocks[number] = executions;
            cycles += u128::from(executions) * u128::from(self.cost[number]);
        }
        for (number, it) in self.flow.loops.iter().enumerate() {
            let entries = sum(&it.entries) + u64::from(it.head == 0);
            let repetitions = sum(&it.back);
            if repetitions > 0 && repetitions > self.bounds[number].checked_mul(entries)? {
                return None;
            }
            flows.loops.push((repetitions, entries));
        }
        for (load, count) in self.loads.iter().zip(loads) {
            let entries = load.scope.map_or(1, |scope| flows.loops[scope].1);
            let users = load.users.iter().map(|block| flows.blocks[*block]);
            if *count > entries || *count > users.sum::<u64>() {
                return None;
            }
            cycles += u128::from(*count) * u128::from(load.cost);
        }
        for it in self.correlations {
            let first = match it.first {
                First::Edge(edge) => of_edge[edge],
                First::Block(block) => flows.blocks[block],
            };
            if first + sum(&it.edges) > 1 {
                return None;
            }
        }
        let mut of_site: BTreeMap<usize, u64> = BTreeMap::new();
        for (choice, count) in self.choices.iter().zip(choices) {
            let sum = of_site.entry(choice.site).or_default();
            *sum += count;
            if *count > choice.most || *sum > flows.blocks[choice.block] {
                return None;
            }
            cycles += u128::from(*count) * u128::from(choice.cost);
        }
        flows.cycles = u64::try_from(cycles).ok().filter(|it| *it < LARGEST)?;
        (returned == 1).then_some(flows)
    }
}

/// A sum of edges with factors.
#[derive(Default)]
struct Sum(BTreeMap<usize, f64>);

impl Sum {
    fn add(&mut self, edges: &[usize], factor: f64) {
        for edge in edges {
            *self.0.entry(*edge).or_default() += factor;
        }
    }

    fn terms(&self, variables: &[Option<Variable>]) -> Vec<(Variable, f64)> {
        let terms = self.0.iter().filter(|(_, factor)| **factor != 0.0);
        terms
            .filter_map(|(edge, factor)| Some((variables[*edge]?, *factor)))
            .collect()
    }

    fn constrain(
        &self,
        problem: &mut Problem,
        variables: &[Option<Variable>],
        rule: ComparisonOp,
        side: f64,
    ) {
        let terms = self.terms(variables);
        if !terms.is_empty() {
            problem.add_constraint(terms, rule, side);
        }
    }
}

fn limit(count: u64) -> f64 {
    if count == UNBOUNDED {
        f64::INFINITY
    } else {
        count as f64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::flow::{Block, Case, Edge, Loop};

    /// A loop whose body is block 2 or block 3: 0 to 1, 1 to 2, 1 to 3, both back to 1, 1 to 4, which returns.
    fn flow() -> Flow {
        let ends = [(0, 1), (1, 2), (1, 3), (2, 1), (3, 1), (1, 4)];
        let edges: Vec<Edge> = ends
            .iter()
            .map(|(from, to)| Edge {
                from: *from,
                to: *to,
                case: Case::Always,
            })
            .collect();
        let block = |number: usize| {
            let with = |end: fn(&Edge) -> usize| {
                let all = edges.iter().enumerate();
                let own = all.filter(|(_, edge)| end(edge) == number);
                own.map(|(edge, _)| edge).collect()
            };
            Block {
                instructions: number..number + 1,
                out: with(|edge| edge.from),
                into: with(|edge| edge.to),
                returns: number == 4,
                in_loop: (1..4).contains(&number).then_some(0),
            }
        };
        Flow {
            blocks: (0..5).map(block).collect(),
            loops: vec![Loop {
                head: 1,
                blocks: BTreeSet::from([1, 2, 3]),
                back: vec![3, 4],
                entries: vec![0],
                parent: None,
            }],
            order: vec![0, 1, 2, 3, 4],
            place: vec![0, 1, 2, 3, 4],
            head_of: vec![None, Some(0), None, None, None],
            edges,
        }
    }

    fn solve(visits_of_3: u64, loads: &[Load]) -> Flows {
        solve_with(visits_of_3, loads, &[])
    }

    fn solve_with(visits_of_3: u64, loads: &[Load], choices: &[Choice]) -> Flows {
        let flow = flow();
        let mut blocks = vec![1, UNBOUNDED, UNBOUNDED, visits_of_3, 1];
        blocks[0] = 1;
        let execution = Execution {
            blocks,
            edges: vec![1, UNBOUNDED, visits_of_3, UNBOUNDED, visits_of_3, 1],
            loops: vec![None],
            least: Vec::new(),
            certain: Vec::new(),
            operands: BTreeMap::new(),
            receivers: BTreeMap::new(),
            returns: None,
        };
        let task = Task {
            flow: &flow,
            execution: &execution,
            live: &[true; 5],
            cost: &[1, 10, 100, 1_000, 10_000],
            bounds: &[5],
            loads,
            choices,
            correlations: &[],
        };
        task.solve().unwrap()
    }

    #[test]
    fn the_dearest_way_through_a_loop_is_taken_as_often_as_its_bound_allows() {
        let flows = solve(UNBOUNDED, &[]);
        assert_eq!(flows.cycles, 1 + 6 * 10 + 5 * 1_000 + 10_000);
        assert_eq!(flows.blocks, [1, 6, 0, 5, 1]);
        assert_eq!(flows.loops, [(5, 1)]);
    }

    #[test]
    fn counted_visits_limit_a_way_and_the_rest_goes_the_next_best() {
        let flows = solve(2, &[]);
        assert_eq!(flows.cycles, 1 + 6 * 10 + 2 * 1_000 + 3 * 100 + 10_000);
        assert_eq!(solve(0, &[]).blocks, [1, 6, 5, 0, 1]);
    }

    #[test]
    fn a_call_has_each_receiver_as_often_as_it_was_met_and_all_as_often_as_it_runs() {
        let choice = |cost, most| Choice {
            cost,
            site: 2,
            block: 2,
            most,
        };
        let flows = solve_with(0, &[], &[choice(7, 2), choice(50, 1), choice(3, 9)]);
        assert_eq!(flows.choices, [2, 1, 2]);
        let calls = 2 * 7 + 50 + 2 * 3;
        assert_eq!(flows.cycles, 1 + 6 * 10 + 5 * 100 + 10_000 + calls);
    }

    #[test]
    fn the_bound_is_never_below_the_relaxed_optimum() {
        let flows = |cycles| Flows {
            cycles,
            ..Flows::default()
        };
        assert_eq!(flows(100).raised(100.3).unwrap().cycles, 100);
        let raised = flows(100).raised(101.5).unwrap();
        assert_eq!((raised.cycles, raised.slack), (102, 2));
        assert_eq!(flows(100).raised(90.0).unwrap().cycles, 100);
        assert!(flows(100).raised(f64::NAN).is_none());
    }

    #[test]
    fn a_load_happens_once_for_each_entry_of_its_scope_and_only_where_it_is_used() {
        let load = |scope, users: &[usize]| Load {
            cost: 7,
            scope,
            users: users.to_vec(),
        };
        let loads = [load(Some(0), &[3]), load(None, &[2, 3]), load(None, &[2])];
        let flows = solve(5, &loads);
        assert_eq!(flows.loads, [1, 1, 0]);
        assert_eq!(flows.cycles, 1 + 6 * 10 + 5 * 1_000 + 10_000 + 2 * 7);
    }
}
