//! Analysis of methods of one program.

use std::collections::{BTreeMap, BTreeSet};

use cost_model::EvaluatedTable;
use isa::cause::{Cause, Charge, Service, service_of};
use isa::{OrganisationKind, op};

use crate::advice::advice;
use crate::assigned::assigned;
use crate::bounds::{Bounds, CallLimit, Limits, WatchedField};
use crate::cache::Cache;
use crate::call_graph::CallGraph;
use crate::collect::{Code, collect};
use crate::contexts::{ContextId, Contexts};
use crate::correlation::{Correlations, correlations};
use crate::error::WcetError;
use crate::facts::{Facts, kept};
use crate::options::{CachePolicy, Options};
use crate::phase_walk::{Timed, Walk};
use crate::premises::premises;
use crate::program::{Method, Program};
use crate::proven::Reached;
use crate::remembered::AllRemembered;
use crate::report::{Root, report};
use crate::result::Analysis;
use crate::shape::{Shapes, shapes};
use crate::shared::SharedCalls;
use crate::solve::{Mode, Solver};

/// Passes over all methods that find out what fields, arguments and results hold; each starts from what the one before has found.
const PASSES: u32 = 4;
/// Stack of an analysis: calls within each other are followed by calls within each other. Unit: bytes.
pub(crate) const STACK: usize = 512 << 20;

/// What bounds rest on that only a look at the program tells how to find in a run.
#[derive(Debug, Clone, Default)]
pub struct ToWatch {
    /// Methods that are called once in several calls of their callers, each with its callers.
    pub shared: BTreeMap<u32, Vec<u32>>,
    /// Fields with a range.
    pub fields: Vec<WatchedField>,
    /// Limits of what happens in one call of a method, by their number.
    pub limits: Vec<(usize, CallLimit)>,
}

/// A program, with what is known of its fields and of who calls whom: common to the analyses of all its methods.
#[derive(Debug)]
pub struct Analyser<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) costs: &'a EvaluatedTable,
    pub(crate) shapes: Shapes,
    pub(crate) facts: Facts,
    pub(crate) graph: CallGraph,
    pub(crate) remembered: AllRemembered,
    /// What is remembered where other threads may run in a call.
    nothing: AllRemembered,
    pub(crate) correlations: Correlations,
    /// The same where other threads may run in a call.
    pub(crate) of_locals: Correlations,
}

impl<'a> Analyser<'a> {
    /// Looks through the whole program.
    #[must_use]
    pub fn new(program: &'a Program<'a>, costs: &'a EvaluatedTable) -> Self {
        let shapes = shapes(program, costs);
        let code = Code {
            program,
            costs,
            shapes: &shapes,
            assigned: &assigned(program, costs),
        };
        let graph = CallGraph::of(program, costs);
        let mut remembered = AllRemembered::default();
        let mut facts = collect(code, &remembered, &Facts::default(), false);
        if let Some(writers) = &facts.writers {
            remembered = AllRemembered::of(program, costs, (writers, &graph));
        }
        for _ in 1..PASSES {
            facts = collect(code, &remembered, &facts, false);
        }
        let writers = facts.writers.take();
        let correlations = writers.map_or_else(Correlations::default, |writers| {
            correlations(program, costs, &shapes, (&writers, &graph))
        });
        facts = kept(program, facts, |facts| {
            collect(code, &remembered, facts, true)
        });
        Self {
            program,
            costs,
            shapes,
            facts,
            graph,
            remembered,
            nothing: AllRemembered::default(),
            of_locals: correlations.of_locals(),
            correlations,
        }
    }

    /// Fields of numbers of the program with the least and the largest that they ever hold, where the analysis knows more than their types tell.
    #[must_use]
    pub fn fields(&self) -> Vec<(WatchedField, (i32, i32))> {
        self.facts.numbers(self.program)
    }

    /// What a run is to show beside loops and calls.
    ///
    /// # Errors
    /// If a bound means no method or field, or several.
    pub fn to_watch(&self, bounds: &Bounds) -> Result<ToWatch, WcetError> {
        let mut bounds = bounds.clone();
        bounds.look_up(self.program)?;
        let methods = self.program.methods();
        let shared = methods.filter(|method| bounds.of_every(method).is_some());
        let shared = shared.map(|method| {
            let address = method.symbol.address;
            (address, self.graph.callers(address).collect())
        });
        Ok(ToWatch {
            shared: shared.collect(),
            fields: bounds.watched(self.program),
            limits: bounds.limits().collect(),
        })
    }

    /// The bound of a method at these costs, and that of each phase.
    pub(crate) fn bound_with(
        &self,
        method: u32,
        options: &Options<'_>,
        timed: Option<Timed<'_>>,
    ) -> Result<(Analysis, Option<Vec<u64>>), WcetError> {
        check_machine(options)?;
        let mut options = options.clone();
        options.bounds.look_up(self.program)?;
        let options = &options;
        let ranges = options.bounds.of_fields();
        let narrowed = (!ranges.is_empty()).then(|| self.facts.within(ranges));
        let facts = narrowed.as_ref().unwrap_or(&self.facts);
        let cache = Cache::of(options.config)?;
        let (remembered, correlations) = match options.is_preempted {
            true => (&self.nothing, &self.of_locals),
            false => (&self.remembered, &self.correlations),
        };
        let whole_program = (facts, &self.shapes, remembered, correlations);
        let mut contexts = Contexts::new(self.program, options, whole_program, &self.graph);
        let id = contexts.root(method)?;
        let method = self.program.method(method)?;
        let reached = Reached::from(&contexts, id);
        contexts.check_given(&reached)?;
        if !contexts.all[id].live.first().is_some_and(|live| *live) {
            return Err(WcetError::NeverReturns(method.name()));
        }
        let given = options.bounds.of_calls(self.program);
        let none = Limits::default();
        let mut solver = Solver::new(&contexts, cache, (None, &none));
        let needed = check_fit(&solver, method, id, options)?;
        let mut whole = self::whole(&mut solver, method, id)?;
        let mut limits = (&none, None);
        if !given.premises(&contexts.all[id].reach).is_empty() {
            let mut limited = Solver::new(&contexts, cache, (None, &given));
            let less = self::whole(&mut limited, method, id)?;
            // What lowers nothing need not be believed.
            if less.cycles < whole.cycles {
                limits = (&given, Some(whole.cycles));
                (solver, whole) = (limited, less);
            }
        }
        let (limits, without) = limits;
        if whole.cycles >= 1 << 53 {
            return Err(WcetError::TooLarge(method.name()));
        }
        let by_phase = timed.map(|timed| {
            let mut unlimited = Solver::new(&contexts, cache, (None, &none));
            self::by_phase(timed, &mut unlimited, method, id)
        });
        let by_phase = by_phase.transpose()?;
        let mut premises = premises(&solver, &reached, &whole.shared)?;
        premises.extend(facts.assumed());
        premises.extend(limits.premises(&contexts.all[id].reach));
        let all_fit = lever_of_cache(&mut solver, id, mode_of(options), whole.without_around())?;
        let root = Root {
            method,
            id,
            mode: mode_of(options),
            cycles: whole.cycles,
            charges: whole.charges,
            shared: &whole.shared,
            premises,
            needed,
            all_fit,
        };
        let (mut analysis, visits) = report(&solver, &root);
        analysis.without = without;
        if options.advise {
            analysis.levers = advice(&solver, &visits, whole.cycles, |change| {
                let mut solver = Solver::new(&contexts, cache, (Some(change), limits));
                let whole = self::whole(&mut solver, method, id);
                whole.ok().map(|whole| whole.cycles)
            });
        }
        Ok((analysis, by_phase))
    }
}

/// Cycles of a call of a method for each phase of the time slots in which it begins.
fn by_phase<'a>(
    timed: Timed<'a>,
    solver: &mut Solver<'a>,
    method: &Method<'_>,
    id: ContextId,
) -> Result<Vec<u64>, WcetError> {
    let mode = mode_of(solver.contexts.options);
    let whole = self::whole(solver, method, id)?;
    let shared = whole.without_around().saturating_sub(whole.inside);
    let around = whole.cycles.saturating_sub(whole.without_around());
    let inside = Walk::new(timed, solver).call(id, mode)?;
    let inside = (*inside).clone().with_anywhere(shared).cycles();
    let all = inside.iter().map(|it| it.saturating_add(around));
    Ok(all.collect())
}

/// How the lookups of the method itself are priced.
fn mode_of(options: &Options<'_>) -> Mode {
    match options.cache {
        CachePolicy::AlwaysMiss => Mode::Miss,
        CachePolicy::AllFit | CachePolicy::Analysis => Mode::Scoped,
    }
}

/// The parts of a bound.
struct Whole {
    cycles: u64,
    /// Cycles of the call itself.
    inside: u64,
    /// Cycles around it, by cause.
    charges: [u64; Cause::COUNT],
    shared: Vec<SharedCalls>,
}

impl Whole {
    /// Cycles of the call itself and of shared calls.
    fn without_around(&self) -> u64 {
        let terms = self.shared.iter().map(|it| it.cycles);
        terms.fold(self.inside, u64::saturating_add)
    }
}

/// Cycles of a call of a method with all that belongs to it.
fn whole(solver: &mut Solver<'_>, method: &Method<'_>, id: ContextId) -> Result<Whole, WcetError> {
    let mode = mode_of(solver.contexts.options);
    solver.solve(id, mode)?;
    let mut shared = solver.shared_calls(id)?;
    solver.share(id, mode, &mut shared)?;
    let inside = solver.solve(id, mode)?;
    let (around, charges) = around(solver, method, id, mode);
    let terms = shared.iter().map(|it| it.cycles);
    Ok(Whole {
        cycles: terms.fold(inside.saturating_add(around), u64::saturating_add),
        inside,
        charges,
        shared,
    })
}

/// Refuses machines whose cycles depend on what is not analysed.
fn check_machine(options: &Options<'_>) -> Result<(), WcetError> {
    let config = options.config;
    let problem = match (config.object_cache, config.data_cache) {
        (true, _) => Some("object_cache = true"),
        (_, true) => Some("data_cache = true"),
        _ => None,
    };
    match problem {
        Some(option) => Err(WcetError::Machine { option }),
        None => Ok(()),
    }
}

/// Callers of a method, with those by address where it may be called so: `main`, initialisers of classes; all methods if nobody calls it.
fn callers<'p>(contexts: &'p Contexts<'_>, method: &Method<'_>) -> Vec<&'p Method<'p>> {
    let program = contexts.program;
    let named = contexts.callers(method.symbol.address);
    let mut named: Vec<_> = named.filter_map(|it| program.method(it).ok()).collect();
    let pointers = &program.structure.pointers;
    let structs = &method.symbol.structs;
    let is_initialiser = pointers.initialisers.iter().any(|it| structs.contains(it));
    if is_initialiser || structs.contains(&pointers.main) {
        let all = program.methods();
        let by_address = all.filter(|it| {
            let mut opcodes = it.instructions.iter().map(|it| it.opcode);
            opcodes.any(|opcode| opcode == op::JOPSYS_INVOKE)
        });
        named.extend(by_address);
    }
    if named.is_empty() {
        return program.methods().collect();
    }
    named
}

/// Blocks that the call and its caller need; `all-fit` is refused if the cache has fewer.
fn check_fit(
    solver: &Solver<'_>,
    method: &Method<'_>,
    id: ContextId,
    options: &Options<'_>,
) -> Result<u32, WcetError> {
    let contexts = solver.contexts;
    let reach = &contexts.all[id].reach;
    let with = |caller: &Method<'_>| {
        let mut methods = reach.clone();
        methods.insert(caller.symbol.address);
        solver.needed(&methods)
    };
    let callers = callers(contexts, method);
    let needed = callers.iter().map(|caller| with(caller)).max();
    let needed = needed.unwrap_or_else(|| with(method));
    if options.cache != CachePolicy::AllFit {
        return Ok(needed);
    }
    let blocks = solver.cache.blocks();
    match options.config.method_cache {
        OrganisationKind::Fifo | OrganisationKind::Studied(_) if solver.fits(&BTreeSet::new()) => {
            let is_ideal = solver.fits(&contexts.program.addresses().collect());
            if needed > blocks && !is_ideal {
                return Err(WcetError::DoesNotFit { needed, blocks });
            }
            Ok(needed)
        }
        kind => Err(WcetError::Organisation(kind.name().to_owned())),
    }
}

/// Cycles around the method's own: the dispatch of the bytecode that it is the routine of, and the load of its caller on return.
fn around(
    solver: &Solver<'_>,
    method: &Method<'_>,
    id: ContextId,
    mode: Mode,
) -> (u64, [u64; Cause::COUNT]) {
    let contexts = solver.contexts;
    let mut causes = [0; Cause::COUNT];
    let mut cycles = 0;
    let mut charge = |service, charge: Charge, amount: u64| {
        causes[Cause::of(service, charge) as usize] += amount;
        cycles += amount;
    };
    let service = service_of_root(solver, method);
    let callers = callers(contexts, method);
    let loads = callers.iter().map(|caller| {
        let is_kept = mode == Mode::Scoped && solver.keeps(caller, &contexts.all[id]);
        match is_kept {
            true => 0,
            false => solver.load_on_return(method, solver.words(caller)),
        }
    });
    charge(service, Charge::LoadOnReturn, loads.max().unwrap_or(0));
    let costs = contexts.options.costs;
    let rows = routine_rows(contexts.program, costs, method);
    let dispatch = rows.filter_map(|opcode| {
        let price = crate::price::price(costs, opcode, None).ok()?;
        let load = price.load.map_or(0, |load| load.miss(solver.words(method)));
        Some((
            price.cycles + u64::from(load),
            price.charges,
            u64::from(load),
        ))
    });
    if let Some((_, charges, load)) = dispatch.max_by_key(|(cycles, ..)| *cycles) {
        for (kind, amount) in Charge::ALL.into_iter().zip(charges) {
            charge(service, kind, amount);
        }
        charge(service, Charge::LoadOnInvoke, load);
    }
    (cycles, causes)
}

/// Bytecodes that a method is the routine of.
pub(crate) fn routine_rows<'p>(
    program: &'p Program<'_>,
    costs: &'p EvaluatedTable,
    method: &'p Method<'_>,
) -> impl Iterator<Item = u8> + 'p {
    let used = program.symbols.bytecodes.iter().copied();
    used.filter(move |opcode| {
        let row = &costs.bytecodes[usize::from(*opcode)];
        let number = row.method.unwrap_or(*opcode);
        let structure = program.structure.pointers.jvm + 2 * u32::from(number);
        row.carrier == cost_model::Carrier::Java && method.symbol.structs.contains(&structure)
    })
}

/// On whose behalf the method itself runs.
pub(crate) fn service_of_root(solver: &Solver<'_>, method: &Method<'_>) -> Service {
    let contexts = solver.contexts;
    let mut rows = routine_rows(contexts.program, contexts.options.costs, method);
    match rows.next() {
        Some(opcode) => service_of(opcode),
        None => Service::of_method(&method.symbol.to_string()),
    }
}

/// Cycles of the call if the cache held everything that it looks up once it is loaded.
fn lever_of_cache(
    solver: &mut Solver<'_>,
    id: ContextId,
    mode: Mode,
    cycles: u64,
) -> Result<u64, WcetError> {
    let context = &solver.contexts.all[id];
    if mode == Mode::Hit || solver.fits(&context.reach) {
        return Ok(0);
    }
    solver.solve(id, Mode::Hit)?;
    let mut shared = solver.shared_calls(id)?;
    solver.share(id, Mode::Hit, &mut shared)?;
    let terms: u64 = shared.iter().map(|it| it.cycles).sum();
    let hits = solver.solve(id, Mode::Hit)?.saturating_add(terms);
    let loads: u64 = solver.loads_once(&context.reach, context.method);
    Ok(cycles.saturating_sub(hits.saturating_add(loads)))
}
