//! A call site, and what is made for it.

use std::rc::Rc;

use noak::AccessFlags;

use super::parts::Key;
use crate::class_file::{ClassFile, Constant, Dynamic, Handle, MemberId, Method};
use crate::classes::{ClassId, Classes};
use crate::code_builder::CodeBuilder;
use crate::descriptor::Signature;
use crate::error::{Place, dotted};
use crate::hashing::{FxHashMap, FxHashSet};
use crate::known_classes::OBJECT;
use crate::resolve::ResolveError;
use isa::op;

/// Code generated for the call sites so far.
#[derive(Debug, Default)]
pub(crate) struct DynamicCalls {
    call_sites: Option<ClassId>,
    /// Concatenations by what they concatenate, so that equal ones share a method.
    pub(super) concatenations: FxHashMap<Key, MemberId>,
    /// Number of lambda classes of each class.
    pub(super) lambdas: FxHashMap<ClassId, u32>,
}

/// An `invokedynamic` instruction, or a dynamic constant that is loaded.
pub(super) struct Site<'a> {
    pub(super) classes: &'a mut Classes,
    pub(super) calls: &'a mut DynamicCalls,
    /// The class whose code it is.
    pub(super) host: ClassId,
    pub(super) place: Place,
    /// The name and type that the bootstrap method is given.
    pub(super) id: MemberId,
    pub(super) arguments: Vec<Constant>,
}

impl Site<'_> {
    /// The descriptor of the call site taken apart; it borrows nothing.
    pub(super) fn signature(&self) -> Result<(Vec<String>, String), ResolveError> {
        split_descriptor(&self.id.descriptor)
    }

    /// Puts a static method into the class of call sites; the id it got.
    pub(super) fn add_static(
        &mut self,
        name: &str,
        descriptor: &str,
        code: CodeBuilder,
    ) -> Result<MemberId, ResolveError> {
        let class = self.call_sites()?;
        let number = self.classes[class].file.methods.len();
        let id = MemberId::new(&format!("{name}${number}"), descriptor);
        let line = self.place.line;
        let code = code.finish(line, |constant| intern(self.classes, class, constant))?;
        self.classes.add_method(
            class,
            Method {
                access: AccessFlags::PUBLIC | AccessFlags::STATIC | AccessFlags::SYNTHETIC,
                id: id.clone(),
                code: Some(code),
                made_for: Some(self.place.clone()),
                loop_bounds: Vec::new(),
            },
        );
        Ok(id)
    }

    pub(super) fn call_sites(&mut self) -> Result<ClassId, ResolveError> {
        if let Some(class) = self.calls.call_sites {
            return Ok(class);
        }
        let class = self.classes.define(ClassFile {
            made_for: None,
            ..self.empty_class(CALL_SITES)
        })?;
        self.calls.call_sites = Some(class);
        Ok(class)
    }

    pub(super) fn empty_class(&self, name: &str) -> ClassFile {
        ClassFile {
            name: name.into(),
            access: AccessFlags::PUBLIC | AccessFlags::FINAL | AccessFlags::SYNTHETIC,
            superclass: Some(OBJECT.into()),
            interfaces: Vec::new(),
            source: None,
            inner_name: None,
            bootstraps: Vec::new(),
            made_for: Some(self.place.clone()),
            constants: vec![None],
            floats: FxHashSet::default(),
            fields: Vec::new(),
            methods: Vec::new(),
        }
    }

    pub(super) fn damaged(&self, problem: &str) -> ResolveError {
        ResolveError::Damaged(format!("invokedynamic of {} {problem}", self.id))
    }
}

/// The class of the static methods made for call sites.
const CALL_SITES: &str = "com/jopdesign/sys/CallSites";

/// Calls a static method of the class of call sites.
pub(super) fn call_static(code: &mut CodeBuilder, id: &MemberId) {
    code.call(op::INVOKESTATIC, CALL_SITES, &id.name, &id.descriptor);
}

pub(super) fn unknown_bootstrap(construct: &str, handle: &Handle) -> ResolveError {
    ResolveError::Unsupported {
        construct: format!(
            "{construct} with the bootstrap method {}.{}",
            dotted(&handle.member.class),
            handle.member.id.name
        ),
        remedy: "lambdas, method references, concatenations, records and switches as javac writes them are linked",
    }
}

pub(super) fn intern(
    classes: &mut Classes,
    class: ClassId,
    constant: Constant,
) -> Result<u16, ResolveError> {
    let index = classes.intern(class, constant);
    index.ok_or_else(|| {
        let name = classes.class_name(class);
        ResolveError::Damaged(format!("class {name} needs more than 65535 constants"))
    })
}

/// Argument types and result of a method descriptor.
pub(super) fn split_descriptor(descriptor: &str) -> Result<(Vec<String>, String), ResolveError> {
    let signature = Signature::parse(descriptor)
        .ok_or_else(|| ResolveError::Damaged(format!("method type {descriptor}")))?;
    let arguments = signature.arguments.iter().map(|it| (*it).to_owned());
    Ok((arguments.collect(), signature.result.to_owned()))
}

/// The text of a string constant.
pub(super) fn text(constant: Option<&Constant>) -> Option<Rc<[u16]>> {
    match constant {
        Some(Constant::String(text)) => Some(Rc::clone(text)),
        _ => None,
    }
}

/// The bootstrap method of a dynamic constant and what it is given.
pub(super) fn bootstrap(
    file: &ClassFile,
    dynamic: &Dynamic,
) -> Result<(Handle, Vec<Constant>), ResolveError> {
    let missing = || ResolveError::Damaged(format!("{} has no bootstrap method", dynamic.id));
    let row = file.bootstraps.get(usize::from(dynamic.bootstrap));
    let row = row.ok_or_else(missing)?;
    let Some(Constant::MethodHandle(handle)) = file.constant(row.handle) else {
        return Err(missing());
    };
    let arguments = row.arguments.iter();
    let arguments: Option<Vec<Constant>> = arguments
        .map(|index| file.constant(*index).cloned())
        .collect();
    Ok((handle.clone(), arguments.ok_or_else(missing)?))
}
