//! Recording: one run of the fast engine, divided into components.

use cost_model::{Atom, TimingError};
use cross_profile::{CallingContextTree, Origin, ThreadId};
use fast_engine::ConfigError;
use isa::MachineConfig;
use microcode::Build;
use run::{End, Fingerprint, Program};
use validation::{CaseError, CountedRun};

use crate::calls::Calls;
use crate::components::{
    self, Chosen, Component as Selection, Counting, NoComponent, Places, REST,
};
use crate::model::MethodCalls;
use crate::system::{Price, System};
use crate::vector::{Component, Provenance, Source, VERSION, Vector};

/// What is one atom beside paths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Atoms {
    /// A call of a library method from the application, with all that it does.
    pub library: bool,
    /// A bytecode in Java, with all that its method does.
    pub routines: bool,
}

/// Options of a recording.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordOptions {
    /// The components; what none of them has is in [`REST`].
    pub components: Vec<Selection>,
    /// Names of those of which every call is counted.
    pub per_call: Vec<String>,
    /// Atoms beside paths.
    pub atoms: Atoms,
}

/// A program that gives no vector.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot run, or has no end.
    #[error(transparent)]
    Run(#[from] CaseError),
    /// The memory has no formulas.
    #[error(transparent)]
    Memory(#[from] TimingError),
    /// The fast engine has no model for the machine.
    #[error(transparent)]
    Model(#[from] ConfigError),
    /// A component that cannot be.
    #[error(transparent)]
    Component(#[from] NoComponent),
    /// Calls of something that is no component.
    #[error("calls of {0}: no component has this name")]
    NoCalls(String),
    /// Too many calls that differ.
    #[error(
        "more than 65,536 calls that differ: count the calls of fewer components, or run the program with smaller arguments"
    )]
    ManyCalls,
}

impl RecordError {
    /// The end of the run that gave no vector, if it was one.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self {
            Self::Run(error) => error.end(),
            _ => None,
        }
    }
}

/// Counts a run to its end, which has to come before `max_cycles`.
///
/// # Errors
/// When the engine cannot be such a machine, the program does not end, or a component has nothing.
pub fn record(
    program: &Program,
    machine: &MachineConfig,
    build: Build,
    options: &RecordOptions,
    max_cycles: u64,
) -> Result<Vector, RecordError> {
    let (vector, _) = recorded(program, machine, build, options, max_cycles)?;
    Ok(vector)
}

/// The same, with the end of the run.
///
/// # Errors
/// As for [`record`].
pub fn recorded(
    program: &Program,
    machine: &MachineConfig,
    build: Build,
    options: &RecordOptions,
    max_cycles: u64,
) -> Result<(Vector, End), RecordError> {
    let (mut vector, calls, end) = counted(program, machine, build, options, max_cycles)?;
    Division::new(program, (machine, build), options)?.fit(&mut vector, &calls)?;
    Ok((vector, end))
}

/// A vector without models, by component the calls that were counted, and the end of the run.
type Counted = (Vector, Vec<Vec<MethodCalls>>, End);

pub(crate) fn counted(
    program: &Program,
    machine: &MachineConfig,
    build: Build,
    options: &RecordOptions,
    max_cycles: u64,
) -> Result<Counted, RecordError> {
    fast_engine::check_machine(machine)?;
    let division = Division::new(program, (machine, build), options)?;
    let costs = cost_model::derived_costs(machine, &microcode::jvm(build))?;
    let follower = division.follower(program);
    let (run, calls) =
        validation::followed_run(program, machine, (build, costs), None, max_cycles, follower)?;
    let (vector, calls) = division.divided(&run, calls, program)?;
    Ok((vector, calls, run.end))
}

/// What is counted of a run, and how it is divided.
#[derive(Debug, Clone)]
pub(crate) struct Division {
    machine: MachineConfig,
    build: Build,
    options: RecordOptions,
    chosen: Chosen,
    /// Bytecodes in Java.
    pub(crate) java: [bool; 256],
}

impl Division {
    /// Refuses components that cannot be.
    pub(crate) fn new(
        program: &Program,
        (machine, build): (&MachineConfig, Build),
        options: &RecordOptions,
    ) -> Result<Self, RecordError> {
        components::check(&options.components)?;
        let is_component = |name: &&String| options.components.iter().any(|it| it.name == **name);
        if let Some(name) = options.per_call.iter().find(|name| !is_component(name)) {
            return Err(RecordError::NoCalls(name.clone()));
        }
        let symbols = program.symbols.iter().flat_map(|symbols| &symbols.methods);
        let names: Vec<String> = symbols.map(ToString::to_string).collect();
        components::check_linked(&options.components, &names)?;
        let costs = cost_model::derived_costs(machine, &microcode::jvm(build))?;
        Ok(Self {
            machine: machine.clone(),
            build,
            options: options.clone(),
            chosen: Chosen::among(&options.components, &names),
            java: validation::java(&costs),
        })
    }

    /// What counts single calls, if any are to be counted.
    pub(crate) fn follower(&self, program: &Program) -> Option<Calls> {
        let options = &self.options;
        if options.per_call.is_empty() {
            return None;
        }
        let wanted = options.components.iter();
        let wanted = wanted
            .map(|it| options.per_call.contains(&it.name))
            .collect();
        let (chosen, symbols) = (self.chosen.clone(), program.symbols.as_ref());
        Some(Calls::new(
            chosen,
            wanted,
            options.atoms,
            self.java,
            symbols,
        ))
    }

    /// The vector of a run, and by component the calls that were counted.
    pub(crate) fn divided(
        &self,
        run: &CountedRun,
        calls: Option<Calls>,
        program: &Program,
    ) -> Result<(Vector, Vec<Vec<MethodCalls>>), RecordError> {
        let options = &self.options;
        if calls.as_ref().is_some_and(|calls| calls.is_full) {
            return Err(RecordError::ManyCalls);
        }
        let mut vector = divide(run, options, self.chosen.clone())?;
        vector.provenance = provenance(program, &self.machine, self.build, options, run);
        let Some(calls) = calls else {
            return Ok((vector, Vec::new()));
        };
        let parts = options.components.iter().enumerate();
        let counted =
            parts.map(
                |(part, selection)| match options.per_call.contains(&selection.name) {
                    true => calls.of(part, &run.profile.methods),
                    false => Vec::new(),
                },
            );
        Ok((vector, counted.collect()))
    }

    /// Gives components the models of their calls.
    pub(crate) fn fit(
        &self,
        vector: &mut Vector,
        calls: &[Vec<MethodCalls>],
    ) -> Result<(), RecordError> {
        if calls.is_empty() {
            return Ok(());
        }
        let system = System::derived(&self.machine, self.build)?;
        // What has no price there counts as a cycle each.
        let price = |atom: &Atom| match system.price(atom) {
            Some(Price::Exact(cycles)) => cycles,
            _ => 1.0,
        };
        for (component, calls) in vector.components.iter_mut().zip(calls) {
            component.models = calls.iter().map(|it| it.model(price)).collect();
        }
        Ok(())
    }
}

/// The counts of each component.
fn divide(
    run: &CountedRun,
    options: &RecordOptions,
    chosen: Chosen,
) -> Result<Vector, RecordError> {
    let mut places = Places::new(chosen, options.atoms);
    let names = options.components.iter().map(|it| it.name.as_str());
    let mut parts: Vec<Component> = names.chain([REST]).map(Component::named).collect();
    let name = |method: cross_profile::MethodId| run.profile.name(method);
    for (thread, number) in run.profile.threads.iter().zip(0..) {
        let tree = &thread.tree;
        for id in tree.ids() {
            let place = places.of(tree, name, ThreadId(number), id);
            let calls = tree.context(id).calls;
            if place.entry == Some(id) && place.counting == Counting::Own {
                parts[place.part].calls += calls as f64;
            }
            let method = name(tree.context(id).method);
            if place.counting == Counting::Outermost && Origin::of(method) != Origin::Routine {
                let (_, payer) = places.payer(tree, name, ThreadId(number), id);
                parts[payer.part].add(Atom::Library(method.to_owned()), calls as f64);
            }
        }
    }
    for count in &run.counts {
        let tree = &run.profile.threads[count.thread.0 as usize].tree;
        let place = places.of(tree, name, count.thread, count.context);
        let (_, payer) = places.payer(tree, name, count.thread, count.context);
        let part = &mut parts[payer.part];
        match (place.counting, count.execution.path.row) {
            (Counting::Own, _) => {
                for (atom, each) in count.execution.atoms() {
                    part.add(atom, (each * count.times) as f64);
                }
            }
            (Counting::Outermost, cost_model::RowId::Bytecode(opcode))
                if run.java[usize::from(opcode)] =>
            {
                part.add(Atom::Routine(opcode), count.times as f64);
            }
            _ => {}
        }
    }
    for (atom, each) in run.start.0.atoms() {
        let root = CallingContextTree::ROOT;
        let tree = &run.profile.threads[0].tree;
        let place = places.of(tree, name, ThreadId(0), root);
        parts[place.part].add(atom, each as f64);
    }
    if let Some((thread, context, path, _)) = run.last {
        let tree = &run.profile.threads[thread.0 as usize].tree;
        let (_, payer) = places.payer(tree, name, thread, context);
        parts[payer.part].add(Atom::End(path), 1.0);
    }
    let empty = |part: &&Component| part.counts.is_empty() && part.name != REST;
    if let Some(part) = parts.iter().find(empty) {
        let selection = options.components.iter().find(|it| it.name == part.name);
        return Err(RecordError::Component(NoComponent::Nothing {
            name: part.name.clone(),
            pattern: selection.map_or_else(String::new, |it| it.pattern.clone()),
        }));
    }
    Ok(Vector {
        version: VERSION,
        provenance: Provenance::default(),
        components: parts,
    })
}

fn provenance(
    program: &Program,
    machine: &MachineConfig,
    build: Build,
    options: &RecordOptions,
    run: &CountedRun,
) -> Provenance {
    let Atoms { library, routines } = options.atoms;
    let kinds = [
        ("paths", true),
        ("library", library),
        ("routines", routines),
    ];
    let kinds = kinds.into_iter().filter(|(_, is_counted)| *is_counted);
    let image = program.fed_fingerprint();
    let option = |name: &str| {
        let value = serde_json::to_value(machine).ok();
        let value = value.and_then(|all| all.get(name).cloned());
        value.map_or_else(String::new, |value| match value {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        })
    };
    Provenance {
        atoms: kinds.map(|(name, _)| name.to_owned()).collect(),
        sources: vec![Source {
            program: program.name.clone(),
            image_sha256: image.digits().to_owned(),
            microcode_sha256: Fingerprint::of_microcode(&microcode::jvm(build))
                .digits()
                .to_owned(),
            machine_sha256: Fingerprint::of_machine(machine).digits().to_owned(),
            method_cache: format!(
                "{}, jpc_width {}, block_bits {}",
                option("method_cache"),
                option("jpc_width"),
                option("block_bits")
            ),
            memory: format!("{}, ram_cnt {}", option("memory"), machine.ram_cnt),
            engine: "fast".to_owned(),
            cycles: run.cycles,
            time_uses: run.time_uses,
        }],
        composed: Vec::new(),
    }
}
