//! A program whose parts are all found: what the later steps place and write.

use crate::arrays::ArrayTypes;
use crate::class_file::MemberId;
use crate::classes::{ClassId, Classes, FieldKey, MethodKey};
use crate::hashing::{FxHashMap, FxHashSet};
use crate::instructions::Body;
use crate::reference::Reference;
use crate::special::Special;

/// Everything that is linked.
pub(crate) struct ProgramParts {
    pub(crate) classes: Classes,
    pub(crate) arrays: ArrayTypes,
    pub(crate) special: Special,
    /// Several cores run it: monitors are calls.
    pub(crate) several_cores: bool,
    /// Every linked class, by name.
    pub(crate) order: Vec<ClassId>,
    /// Linked methods that have code.
    pub(crate) bodies: FxHashMap<MethodKey, Body<Reference>>,
    /// Code in which dynamic instructions were replaced, as class files have it.
    pub(crate) plain: FxHashMap<MethodKey, Body<u16>>,
    /// Words of arguments and locals of methods whose frames were shrunk.
    pub(crate) max_locals: FxHashMap<MethodKey, u16>,
    /// Ids that a table must have an entry for; `None`: all.
    pub(crate) called: Option<FxHashSet<MemberId>>,
    /// Ids that interface calls name; `None`: all.
    pub(crate) interface_calls: Option<FxHashSet<MemberId>>,
    /// Classes of which there are objects, also as a part of objects of a subclass.
    pub(crate) with_objects: FxHashSet<ClassId>,
    /// Static fields that linked code names.
    pub(crate) statics: FxHashSet<FieldKey>,
    /// Classes that exception handlers catch, by the class whose pool names them and the index there.
    pub(crate) catches: FxHashMap<(ClassId, u16), ClassId>,
}

impl ProgramParts {
    /// Returns true if everything is linked, in the layout of the original linker.
    pub(crate) fn keeps_all(&self) -> bool {
        self.called.is_none()
    }

    /// Returns true if calls may meet objects of a class or of a subclass.
    pub(crate) fn has_objects(&self, class: ClassId) -> bool {
        self.keeps_all() || self.with_objects.contains(&class)
    }

    /// Returns true if the walkers of the stack leave a method's lock; on several cores a handler of its own does.
    pub(crate) fn is_synchronized(&self, method: MethodKey) -> bool {
        !self.several_cores && self.classes.method(method).is_synchronized()
    }

    pub(crate) fn is_kept(&self, method: MethodKey) -> bool {
        self.bodies.contains_key(&method)
    }

    /// The linked methods of a class that have code, in class-file order.
    pub(crate) fn kept_methods(&self, class: ClassId) -> impl Iterator<Item = MethodKey> {
        self.classes
            .methods(class)
            .map(|(key, _)| key)
            .filter(|key| self.is_kept(*key))
    }
}
