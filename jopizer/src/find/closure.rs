//! Finds the linked methods: everything that can run from the entry points (rapid type analysis).
//!
//! A virtual or interface call reaches the implementations in those classes which reached code instantiates. With
//! `keep_all` every method of every class in the closure of spec 11 section 3 is linked.

use std::collections::VecDeque;

use tracing::{debug, trace};

use crate::arrays::{ArrayTypes, CHAR, Element, Type};
use crate::class_file::MemberId;
use crate::classes::{ClassId, Classes, FieldKey, MethodKey};
use crate::dynamic::{DESERIALIZER, DynamicCalls};
use crate::error::{LinkError, Place, Unresolved};
use crate::hashing::{FxHashMap, FxHashSet, OrderedMap, OrderedSet};
use crate::instructions::{Body, Instruction};
use crate::known_classes::CLASS;
use crate::mentions::mentioned_classes;
use crate::missing_instructions::{Lock, check_locks, expand_increments, insert_locks};
use crate::program::ProgramParts;
use crate::reference::{Reference, Slot, SlotValue};
use crate::resolve::{ResolveError, Resolver};
use crate::shared_monitors::Monitors;
use crate::special::Special;
use isa::{Bytecode, op};

/// Finds what is linked.
pub(crate) fn reach(
    mut classes: Classes,
    main_class: &str,
    keep_all: bool,
    several_cores: bool,
) -> Result<ProgramParts, LinkError> {
    let special = Special::find(&mut classes, main_class)?;
    let monitors = several_cores.then(|| Monitors::find(&mut classes));
    let monitors = monitors.transpose()?;
    let mut closure = Closure::new(classes, special, keep_all);
    closure.monitors = monitors;
    closure.start();
    closure.run()?;
    closure.finish()
}

/// What has reached a method; a [`Place`] where somebody is told.
#[derive(Debug, Clone, Copy)]
enum Origin {
    /// An instruction, by its byte offset.
    Code(MethodKey, u32),
    Class(ClassId),
    /// A bytecode that Java implements.
    Bytecode(u8),
}

/// The analysis in progress.
struct Closure {
    classes: Classes,
    arrays: ArrayTypes,
    special: Special,
    keep_all: bool,
    /// The methods that take and leave monitors, on several cores.
    monitors: Option<Monitors>,
    /// Methods reached and not yet looked into, and who reached them.
    work: VecDeque<(MethodKey, Option<Origin>)>,
    reached: FxHashSet<MethodKey>,
    bodies: FxHashMap<MethodKey, Body<Reference>>,
    /// Code in which dynamic instructions were replaced, as class files have it.
    plain: FxHashMap<MethodKey, Body<u16>>,
    instantiated: OrderedSet<ClassId>,
    initialised: FxHashSet<ClassId>,
    /// Static fields that linked code names.
    statics: FxHashSet<FieldKey>,
    /// Virtual and interface calls: the class named and the method id.
    calls: OrderedSet<(ClassId, MemberId)>,
    interface_calls: FxHashSet<MemberId>,
    /// Ids called by `invokesuper`, which need an entry though nothing dispatches on them.
    super_calls: FxHashSet<MemberId>,
    catches: FxHashMap<(ClassId, u16), ClassId>,
    dynamic: DynamicCalls,
    /// Bytecodes that linked code has.
    opcodes: [bool; 256],
    unresolved: OrderedMap<String, Unresolved>,
    /// With `keep_all`: how many of the loaded classes have been taken in whole.
    taken: usize,
}

impl Closure {
    fn new(classes: Classes, special: Special, keep_all: bool) -> Self {
        Closure {
            classes,
            arrays: ArrayTypes::default(),
            special,
            keep_all,
            monitors: None,
            work: VecDeque::new(),
            reached: FxHashSet::default(),
            bodies: FxHashMap::default(),
            plain: FxHashMap::default(),
            instantiated: OrderedSet::default(),
            initialised: FxHashSet::default(),
            statics: FxHashSet::default(),
            calls: OrderedSet::default(),
            interface_calls: FxHashSet::default(),
            super_calls: FxHashSet::default(),
            catches: FxHashMap::default(),
            dynamic: DynamicCalls::default(),
            opcodes: [false; 256],
            unresolved: OrderedMap::default(),
            taken: 0,
        }
    }

    fn start(&mut self) {
        let Special {
            object,
            string,
            startup,
            boot,
            main,
            ..
        } = self.special;
        let (jvm, help) = (self.special.jvm.class, self.special.help.class);
        for class in [startup, jvm, help, main.class] {
            self.initialise(class);
        }
        // Arrays dispatch to Object's methods; literals are strings.
        for class in [object, string] {
            self.instantiate(class);
        }
        self.keep(boot, None);
        self.keep(main, None);
        for entry in self.special.help.entries.clone() {
            self.keep(entry, None);
        }
        // Bytecode 0 stands for all unused ones; the others are those of initialisers that are cut in pieces.
        for opcode in [
            op::NOP,
            op::INVOKESTATIC,
            op::ALOAD_0,
            op::ARETURN,
            op::RETURN,
        ] {
            self.use_opcode(opcode);
        }
    }

    fn run(&mut self) -> Result<(), LinkError> {
        loop {
            while let Some((method, reached_from)) = self.work.pop_front() {
                self.look_into(method, reached_from)?;
            }
            if !self.keep_all || !self.take_next_class()? {
                return Ok(());
            }
        }
    }

    /// Marks a method as linked.
    fn keep(&mut self, method: MethodKey, from: Option<Origin>) {
        if self.reached.insert(method) {
            self.work.push_back((method, from));
        }
    }

    fn place(&self, origin: Origin) -> Place {
        match origin {
            Origin::Code(method, pc) => self.classes.code_place(method, pc),
            Origin::Class(class) => self.classes.class_place(class),
            Origin::Bytecode(opcode) => Place {
                class: format!("bytecode {}", Bytecode::of(opcode).name()),
                method: None,
                source: None,
                line: None,
            },
        }
    }

    fn look_into(&mut self, method: MethodKey, from: Option<Origin>) -> Result<(), LinkError> {
        let declared = self.classes.method(method);
        debug!(
            class = %self.classes.class_name(method.class),
            method = %declared.id,
            from = from.map(|from| self.place(from).to_string()).unwrap_or_default(),
            "linked"
        );
        if declared.is_native() {
            return Err(LinkError::Unsupported {
                construct: format!("native method {}", declared.id),
                place: match from {
                    Some(from) => self.place(from),
                    None => self.classes.method_place(method),
                },
                remedy: "only com.jopdesign.sys.Native has native methods",
            });
        }
        if let Some(body) = self.link_body(method)? {
            self.use_all(method, &body);
            self.bodies.insert(method, body);
        }
        Ok(())
    }

    /// Takes a method's code apart, finds what it names and rewrites it for JOP.
    fn link_body(&mut self, method: MethodKey) -> Result<Option<Body<Reference>>, LinkError> {
        let declared = self.classes.method(method);
        let Some(code) = &declared.code else {
            return Ok(None);
        };
        let lock = match (declared.is_synchronized(), declared.is_static()) {
            (false, _) => None,
            (true, false) => Some(Lock::Receiver),
            (true, true) => Some(Lock::Zero),
        };
        let mut raw = Body::decode(code).map_err(|error| LinkError::Code {
            place: self.classes.code_place(method, error.pc),
            problem: error.problem.to_string(),
        })?;
        let dynamic = DynamicCalls::are_in(&self.classes, method, &raw);
        for (pc, error) in self.dynamic.expand(&mut self.classes, method, &mut raw) {
            self.report(error, self.classes.code_place(method, pc))?;
        }
        if dynamic {
            self.plain.insert(method, raw.clone());
        }
        let mut body = raw.try_map(|instruction| self.link_instruction(method, instruction))?;
        self.link_handlers(method, &body)?;
        expand_increments(&mut body);
        if let Some(report) = self.null_report() {
            check_locks(&mut body, &report);
        }
        match (&self.monitors, lock) {
            (Some(monitors), lock) => {
                monitors
                    .read_past_caches(&mut body, |field| self.classes.field(field).is_volatile());
                if lock.is_some() {
                    let class = (lock == Some(Lock::Zero)).then_some(method.class);
                    monitors.guard(&mut body, class);
                }
                monitors.call(&mut body);
            }
            (None, Some(lock)) => insert_locks(&mut body, lock),
            (None, None) => {}
        }
        Ok(Some(body))
    }

    /// The call of the method that throws a NullPointerException, if the runtime has it.
    fn null_report(&self) -> Option<Reference> {
        let method = *self.special.help.entries.get(1)?;
        let fits = self.classes.method(method).id == MemberId::new("nullPoint", "()V");
        fits.then_some(Reference::Slot(Slot {
            index: u16::MAX,
            value: SlotValue::Direct(method),
        }))
    }

    fn link_instruction(
        &mut self,
        method: MethodKey,
        instruction: Instruction<u16>,
    ) -> Result<Instruction<Reference>, LinkError> {
        let origin = instruction.origin;
        match self.resolver(method.class).resolve(instruction) {
            Ok(instruction) => Ok(instruction),
            Err(error) => {
                self.report(error, self.classes.code_place(method, origin))?;
                Ok(Instruction::plain(op::NOP, origin))
            }
        }
    }

    fn link_handlers(
        &mut self,
        method: MethodKey,
        body: &Body<Reference>,
    ) -> Result<(), LinkError> {
        for handler in body.handlers.iter().filter(|handler| handler.catch != 0) {
            match self.resolver(method.class).class_constant(handler.catch) {
                Ok(Type::Class(class)) => {
                    self.catches.insert((method.class, handler.catch), class);
                }
                Ok(Type::Array(_)) => {
                    let place = self.classes.code_place(method, 0);
                    let problem = "it catches an array".to_owned();
                    return Err(LinkError::Code { place, problem });
                }
                Err(error) => {
                    let first = body.labels.get(handler.start).copied().unwrap_or_default();
                    let pc = body.instructions.get(first).map_or(0, |first| first.origin);
                    self.report(error, self.classes.code_place(method, pc))?;
                }
            }
        }
        Ok(())
    }

    fn resolver(&mut self, class: ClassId) -> Resolver<'_> {
        Resolver {
            classes: &mut self.classes,
            arrays: &mut self.arrays,
            class,
        }
    }

    /// Collects what is missing, so that one run reports all of it; everything else ends the run.
    fn report(&mut self, error: ResolveError, place: Place) -> Result<(), LinkError> {
        match error {
            ResolveError::Unresolved(problem) => {
                trace!(%place, problem, "unresolved");
                let entry = Unresolved {
                    place,
                    problem: problem.clone(),
                };
                self.unresolved.entry(problem).or_insert(entry);
                Ok(())
            }
            ResolveError::Unsupported { construct, remedy } => Err(LinkError::Unsupported {
                construct,
                place,
                remedy,
            }),
            ResolveError::Damaged(problem) => Err(LinkError::Code { place, problem }),
            ResolveError::Fatal(error) => Err(error),
        }
    }

    /// Follows what the instructions of a linked method do.
    fn use_all(&mut self, method: MethodKey, body: &Body<Reference>) {
        for instruction in &body.instructions {
            self.use_opcode(instruction.opcode);
            if matches!(instruction.opcode, op::LDC | op::LDC_W) {
                // Which of the two it will be depends on the pool.
                self.use_opcode(op::LDC);
                self.use_opcode(op::LDC_W);
            }
            if let Some(reference) = instruction.reference() {
                let place = Origin::Code(method, instruction.origin);
                self.use_reference(instruction.opcode, reference, place);
            }
        }
    }

    /// The first use of a bytecode links the Java method that may implement it.
    fn use_opcode(&mut self, opcode: u8) {
        let known = std::mem::replace(&mut self.opcodes[usize::from(opcode)], true);
        if !known && let Some(method) = self.special.jvm.entries.get(usize::from(opcode)).copied() {
            self.keep(method, Some(Origin::Bytecode(opcode)));
        }
    }

    fn use_reference(&mut self, opcode: u8, reference: &Reference, place: Origin) {
        let value = match reference {
            Reference::Static(field) => return self.use_static(*field),
            Reference::Instance(_) => return,
            Reference::Slot(Slot { value, .. }) => value,
        };
        match value {
            SlotValue::Direct(target) => {
                if opcode == op::INVOKESTATIC {
                    self.initialise(target.class);
                }
                self.keep(*target, Some(place));
            }
            SlotValue::Virtual { class, id, .. } if opcode == op::INVOKESUPER => {
                self.super_calls.insert(id.clone());
                if let Some(target) = self.classes.select(*class, id) {
                    self.keep(target, Some(place));
                }
            }
            SlotValue::Virtual { class, id, .. } => self.call(*class, id, place),
            SlotValue::Interface { class, id, .. } => {
                self.interface_calls.insert(id.clone());
                self.call(*class, id, place);
            }
            SlotValue::Class(Type::Class(class)) if opcode == op::NEW => {
                self.initialise(*class);
                self.instantiate(*class);
            }
            SlotValue::Literal(_) => {
                if let Some(class) = self.classes.get(CLASS) {
                    self.instantiate(class);
                }
            }
            SlotValue::String(_) => {
                self.arrays.of(Element::Primitive(CHAR));
            }
            SlotValue::Class(_) | SlotValue::Word(_) | SlotValue::Wide(_) | SlotValue::Unused => {}
        }
    }

    fn use_static(&mut self, field: FieldKey) {
        self.statics.insert(field);
        // A constant has its value in the image and starts no initialiser (JLS 12.4.1).
        if self.classes.field(field).constant.is_none() {
            self.initialise(field.class);
        }
    }

    /// A virtual or interface call reaches every instantiated receiver class.
    fn call(&mut self, class: ClassId, id: &MemberId, place: Origin) {
        if !self.calls.insert((class, id.clone())) {
            return;
        }
        for n in 0..self.instantiated.len() {
            let receiver = self.instantiated[n];
            if self.classes.is_subtype(receiver, class)
                && let Some(target) = self.classes.select(receiver, id)
            {
                self.keep(target, Some(place));
            }
        }
    }

    fn instantiate(&mut self, receiver: ClassId) {
        if !self.instantiated.insert(receiver) {
            return;
        }
        for n in 0..self.calls.len() {
            let (class, id) = &self.calls[n];
            if self.classes.is_subtype(receiver, *class)
                && let Some(target) = self.classes.select(receiver, id)
            {
                self.keep(target, Some(Origin::Class(receiver)));
            }
        }
    }

    /// Links the initialisers that Java runs before the first use of a class (JLS 12.4.1).
    fn initialise(&mut self, class: ClassId) {
        // Its supertypes are, too, or are about to be.
        if self.initialised.contains(&class) {
            return;
        }
        let lineage: Vec<ClassId> = self.classes.lineage(class).collect();
        for ancestor in lineage {
            if !self.initialised.insert(ancestor) {
                continue;
            }
            if let Some(initialiser) = self
                .classes
                .declared(ancestor, &MemberId::new("<clinit>", "()V"))
            {
                self.keep(initialiser, Some(Origin::Class(ancestor)));
            }
            if !self.classes[ancestor].file.is_interface() {
                self.initialise_interfaces(ancestor);
            }
        }
    }

    /// Only interfaces with default methods are initialised with the classes that implement them.
    fn initialise_interfaces(&mut self, class: ClassId) {
        for interface in self.classes.all_interfaces(class).to_vec() {
            if self.classes.has_default_method(interface) {
                self.initialise(interface);
            }
        }
    }

    /// With `keep_all`: takes one more class whole, and everything it mentions. False when there is none left.
    fn take_next_class(&mut self) -> Result<bool, LinkError> {
        let Some(class) = self.classes.ids().nth(self.taken) else {
            return Ok(false);
        };
        self.taken += 1;
        let methods: Vec<MethodKey> = self
            .classes
            .methods(class)
            .filter(|(_, method)| *method.id.name != *DESERIALIZER)
            .map(|(key, _)| key)
            .collect();
        for name in mentioned_classes(&self.classes[class].file) {
            match self.classes.load(&name) {
                Ok(_) => {}
                Err(error) => self.report(error.into(), self.classes.class_place(class))?,
            }
        }
        self.initialise(class);
        self.instantiate(class);
        for method in methods {
            self.keep(method, Some(Origin::Class(class)));
        }
        Ok(true)
    }

    fn finish(self) -> Result<ProgramParts, LinkError> {
        if !self.unresolved.is_empty() {
            return Err(LinkError::Unresolved(
                self.unresolved.into_values().collect(),
            ));
        }
        let classes = self.classes;
        let mut order: Vec<ClassId> = classes.ids().collect();
        order.sort_by(|a, b| {
            classes[*a]
                .file
                .name
                .as_bytes()
                .cmp(classes[*b].file.name.as_bytes())
        });
        let called = || {
            let dispatched = self.calls.iter().map(|(_, id)| id);
            dispatched.chain(&self.super_calls).cloned().collect()
        };
        let lineages = self
            .instantiated
            .iter()
            .map(|class| classes.lineage(*class));
        Ok(ProgramParts {
            order,
            with_objects: lineages.flatten().collect(),
            max_locals: FxHashMap::default(),
            called: (!self.keep_all).then(called),
            interface_calls: (!self.keep_all).then_some(self.interface_calls),
            classes,
            arrays: self.arrays,
            special: self.special,
            several_cores: self.monitors.is_some(),
            bodies: self.bodies,
            plain: self.plain,
            statics: self.statics,
            catches: self.catches,
        })
    }
}
