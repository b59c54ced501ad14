//! The order in which class initialisers run (spec 11 section 10; cycles as spec README decides).

use crate::arrays::Type;
use crate::class_file::MemberId;
use crate::classes::{ClassId, MethodKey};
use crate::error::Note;
use crate::hashing::{FxHashMap, FxHashSet, OrderedSet};
use crate::instructions::Instruction;
use crate::program::ProgramParts;
use crate::reference::{Reference, Slot, SlotValue};
use isa::op;

/// The linked initialisers in the order in which they run, and the cycles met.
pub(crate) fn order(program: &ProgramParts) -> (Vec<MethodKey>, Vec<Note>) {
    let id = MemberId::new("<clinit>", "()V");
    let initialisers: FxHashMap<ClassId, MethodKey> = program
        .order
        .iter()
        .filter_map(|class| Some((*class, program.classes.declared(*class, &id)?)))
        .filter(|(_, key)| program.is_kept(*key))
        .collect();
    let mut sorter = Sorter {
        program,
        initialisers,
        state: FxHashMap::default(),
        order: Vec::new(),
        notes: Vec::new(),
    };
    for class in sorter.roots() {
        sorter.visit(class);
    }
    (sorter.order, sorter.notes)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Done,
}

struct Sorter<'a> {
    program: &'a ProgramParts,
    initialisers: FxHashMap<ClassId, MethodKey>,
    state: FxHashMap<ClassId, State>,
    order: Vec<MethodKey>,
    notes: Vec<Note>,
}

impl Sorter<'_> {
    /// Classes in order of first use: by the runtime's entry points, by `main`, then all others.
    fn roots(&self) -> Vec<ClassId> {
        let special = &self.program.special;
        let entries = special.jvm.entries.iter().chain(&special.help.entries);
        let runtime: Vec<MethodKey> = std::iter::once(special.boot)
            .chain(entries.copied().filter(|key| self.program.is_kept(*key)))
            .collect();
        let own = [special.startup, special.jvm.class, special.help.class];
        let mut roots: OrderedSet<ClassId> = own.into_iter().collect();
        roots.extend(Walk::uses(self.program, &runtime));
        roots.insert(special.main.class);
        roots.extend(Walk::uses(self.program, &[special.main]));
        roots.extend(&self.program.order);
        roots.into_iter().collect()
    }

    fn visit(&mut self, class: ClassId) {
        if self.state.contains_key(&class) {
            return;
        }
        self.state.insert(class, State::Waiting);
        let initialiser = self.initialisers.get(&class).copied();
        let uses = initialiser.map(|key| Walk::uses(self.program, &[key]));
        let supertypes = self.initialised_supertypes(class).into_iter();
        for used in supertypes.chain(uses.unwrap_or_default()) {
            self.visit(used);
            if used != class && self.state.get(&used) == Some(&State::Waiting) {
                self.note_cycle(used, class);
            }
        }
        self.state.insert(class, State::Done);
        self.order.extend(initialiser);
    }

    /// Classes that Java initialises with a class: its superclass and the interfaces that have default methods.
    fn initialised_supertypes(&self, class: ClassId) -> Vec<ClassId> {
        let classes = &self.program.classes;
        if classes[class].file.is_interface() {
            return Vec::new();
        }
        let interfaces = classes.all_interfaces(class).iter().copied();
        let interfaces = interfaces.filter(|interface| classes.has_default_method(*interface));
        classes[class]
            .superclass
            .into_iter()
            .chain(interfaces)
            .collect()
    }

    fn note_cycle(&mut self, first: ClassId, second: ClassId) {
        let has_initialiser = |class| self.initialisers.contains_key(&class);
        if has_initialiser(first) && has_initialiser(second) {
            let name = |class| self.program.classes.class_name(class);
            self.notes.push(Note::InitialiserCycle {
                first: name(first),
                second: name(second),
            });
        }
    }
}

/// One walk through everything that some methods may run, in the order in which they may first run it.
///
/// A call reaches the method named, and its implementations in the classes that the walk has seen instantiated:
/// what other code instantiates would tie unrelated initialisers together.
struct Walk<'a> {
    program: &'a ProgramParts,
    uses: OrderedSet<ClassId>,
    seen: FxHashSet<MethodKey>,
    instantiated: OrderedSet<ClassId>,
    calls: OrderedSet<(ClassId, MemberId)>,
    /// Methods being walked and the next instruction of each.
    stack: Vec<(MethodKey, usize)>,
}

impl<'a> Walk<'a> {
    /// The classes that these methods initialise, superclasses first.
    fn uses(program: &'a ProgramParts, methods: &[MethodKey]) -> OrderedSet<ClassId> {
        let mut walk = Walk {
            program,
            uses: OrderedSet::default(),
            seen: FxHashSet::default(),
            instantiated: OrderedSet::default(),
            calls: OrderedSet::default(),
            stack: Vec::new(),
        };
        for method in methods {
            walk.enter(*method);
            walk.run();
        }
        walk.uses
    }

    fn enter(&mut self, method: MethodKey) {
        if self.program.is_kept(method) && self.seen.insert(method) {
            self.stack.push((method, 0));
        }
    }

    fn run(&mut self) {
        while let Some((method, next)) = self.stack.last_mut() {
            let body = &self.program.bodies[method];
            match body.instructions.get(*next) {
                Some(instruction) => {
                    *next += 1;
                    self.follow(instruction);
                }
                None => {
                    self.stack.pop();
                }
            }
        }
    }

    fn follow(&mut self, instruction: &'a Instruction<Reference>) {
        match instruction.reference() {
            Some(Reference::Static(field)) => {
                if self.program.classes[field.class].file.made_for.is_some() {
                    // A lambda without captured values: its one object is the field's value.
                    self.instantiate(field.class);
                }
                if self.program.classes.field(*field).constant.is_none() {
                    self.initialise(field.class);
                }
            }
            Some(Reference::Slot(Slot { value, .. })) => {
                self.follow_slot(instruction.opcode, value);
            }
            Some(Reference::Instance(_)) | None => {}
        }
    }

    fn follow_slot(&mut self, opcode: u8, value: &SlotValue) {
        match value {
            SlotValue::Direct(target) => {
                if opcode == op::INVOKESTATIC {
                    self.initialise(target.class);
                }
                self.enter(*target);
            }
            SlotValue::Virtual { class, id, .. } | SlotValue::Interface { class, id, .. } => {
                self.call(*class, id);
            }
            SlotValue::Class(Type::Class(class)) if opcode == op::NEW => {
                self.initialise(*class);
                self.instantiate(*class);
            }
            _ => {}
        }
    }

    fn initialise(&mut self, class: ClassId) {
        let lineage: Vec<ClassId> = self.program.classes.lineage(class).collect();
        self.uses.extend(lineage.into_iter().rev());
    }

    fn call(&mut self, class: ClassId, id: &MemberId) {
        if !self.calls.insert((class, id.clone())) {
            return;
        }
        let classes = &self.program.classes;
        let receivers = self
            .instantiated
            .iter()
            .filter(|receiver| classes.is_subtype(**receiver, class));
        let targets: Vec<MethodKey> = std::iter::once(&class)
            .chain(receivers)
            .filter_map(|receiver| classes.select(*receiver, id))
            .collect();
        targets.into_iter().for_each(|target| self.enter(target));
    }

    fn instantiate(&mut self, receiver: ClassId) {
        if !self.instantiated.insert(receiver) {
            return;
        }
        let classes = &self.program.classes;
        let calls = self
            .calls
            .iter()
            .filter(|(class, _)| classes.is_subtype(receiver, *class));
        let targets: Vec<MethodKey> = calls
            .filter_map(|(_, id)| classes.select(receiver, id))
            .collect();
        targets.into_iter().for_each(|target| self.enter(target));
    }
}
