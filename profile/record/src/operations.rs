//! Overhead of the virtual machine: operations in their two forms, and services by method.

use cross_profile::{CallingContextTree, MethodId, Profile, Service};
use isa::Bytecode;
use serde::Serialize;

/// Class of the routines of bytecodes implemented in Java; each has its bytecode's name after `f_`.
const ROUTINES: &str = "com.jopdesign.sys.JVM.f_";

/// An operation that is a bytecode and a routine in Java.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// The bytecode: `dadd`.
    pub bytecode: &'static str,
    /// Times it was dispatched.
    pub dispatches: u64,
    /// Cycles of the bytecode itself, until the routine's first bytecode.
    pub cycles: u64,
    /// The routine: `com.jopdesign.sys.JVM.f_dadd(...)`.
    pub routine: String,
    /// Calls of the routine.
    pub calls: u64,
    /// Cycles of the routine and of all that it calls, without those of the bytecode.
    pub routine_cycles: u64,
}

/// Operations implemented in Java, those with the most cycles first.
#[must_use]
pub fn operations(profile: &Profile) -> Vec<Operation> {
    let figures = profile.by_method();
    let routines = profile.methods.iter().zip(figures);
    let mut operations: Vec<Operation> = routines
        .filter_map(|(name, figures)| {
            let mnemonic = name.strip_prefix(ROUTINES)?.split('(').next()?;
            let bytecode = Bytecode::named(mnemonic)?;
            let own = profile.bytecodes.get(usize::from(bytecode.code()))?;
            (figures.calls != 0).then(|| Operation {
                bytecode: bytecode.name(),
                dispatches: own.count,
                cycles: own.cycles,
                routine: name.clone(),
                calls: figures.calls,
                routine_cycles: figures.inclusive_cycles.saturating_sub(own.cycles),
            })
        })
        .collect();
    operations
        .sort_by_key(|operation| std::cmp::Reverse(operation.cycles + operation.routine_cycles));
    operations
}

/// Services of the virtual machine for one method of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceCosts {
    /// The method on whose behalf it ran.
    pub method: MethodId,
    /// Cycles by [`Service`]; those of the program are the method's own.
    pub cycles: [u64; Service::ALL.len()],
}

/// For each method what it cost with the services of the virtual machine that it asked for or that came upon it, those with
/// the most cycles of services first.
#[must_use]
pub fn service_costs(profile: &Profile) -> Vec<ServiceCosts> {
    let mut costs = vec![[0; Service::ALL.len()]; profile.methods.len()];
    for thread in &profile.threads {
        add_services(&thread.tree, &mut costs);
    }
    let methods = (0..).map(MethodId).zip(costs);
    let mut costs: Vec<ServiceCosts> = methods
        .map(|(method, cycles)| ServiceCosts { method, cycles })
        .filter(|costs| costs.services() != 0)
        .collect();
    costs.sort_by_key(|costs| (std::cmp::Reverse(costs.services()), costs.method));
    costs
}

impl ServiceCosts {
    /// Cycles of all services.
    #[must_use]
    pub fn services(&self) -> u64 {
        self.cycles[1..].iter().sum()
    }
}

fn add_services(tree: &CallingContextTree, costs: &mut [[u64; Service::ALL.len()]]) {
    let mut owners: Vec<MethodId> = Vec::with_capacity(tree.contexts().len());
    for context in tree.contexts() {
        let owner = match context.service {
            Service::Program => context.method,
            _ => owners[context.parent.0 as usize],
        };
        owners.push(owner);
        costs[owner.0 as usize][context.service as usize] += context.self_cycles();
    }
}
