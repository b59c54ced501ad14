//! The loaded classes and what follows from their hierarchy: subtyping, resolution, selection.

use std::fmt;
use std::rc::Rc;

use noak::AccessFlags;
use tracing::debug;

use crate::class_file::{ClassFile, Constant, Field, MemberId, Method};
use crate::class_path::ClassPath;
use crate::descriptor::{Signature, is_field_descriptor};
use crate::error::{LinkError, Place, dotted};
use crate::hashing::{FxHashMap, FxHashSet};
use crate::known_classes::OBJECT;

/// A loaded class, by order of loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ClassId(usize);

/// A method: its class and its place among the class's methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MethodKey {
    pub(crate) class: ClassId,
    pub(crate) index: usize,
}

/// A field: its class and its place among the class's fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FieldKey {
    pub(crate) class: ClassId,
    pub(crate) index: usize,
}

/// A class with its supertypes found.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) file: ClassFile,
    pub(crate) superclass: Option<ClassId>,
    /// The interfaces it names itself.
    pub(crate) interfaces: Vec<ClassId>,
    /// Every interface it implements: of its superclasses first, super-interfaces before those that extend them.
    pub(crate) all_interfaces: Vec<ClassId>,
}

/// A class that is nowhere to be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Missing {
    pub(crate) class: Rc<str>,
    /// The class that names it as a supertype, if that is why it was wanted.
    pub(crate) supertype_of: Option<Rc<str>>,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if is_library(&self.class) {
            "in the runtime's library"
        } else {
            "on the class path"
        };
        write!(f, "class {} is not {place}", dotted(&self.class))?;
        match &self.supertype_of {
            Some(class) => write!(f, ", a supertype of {}", dotted(class)),
            None => Ok(()),
        }
    }
}

/// Returns true if a class belongs to the class library, which the runtime brings.
fn is_library(class: &str) -> bool {
    class.starts_with("java/") || class.starts_with("javax/")
}

/// A class in a message.
pub(crate) fn described(class: &str) -> String {
    let library = if is_library(class) {
        " of the runtime's library"
    } else {
        ""
    };
    format!("class {}{library}", dotted(class))
}

/// Errors of loading a class.
pub(crate) enum LoadError {
    /// It, or a supertype, is nowhere.
    Missing(Missing),
    /// It is there and unusable.
    Fatal(LinkError),
}

impl From<LinkError> for LoadError {
    fn from(error: LinkError) -> Self {
        LoadError::Fatal(error)
    }
}

/// All classes loaded so far.
pub(crate) struct Classes {
    path: ClassPath,
    list: Vec<Class>,
    by_name: FxHashMap<Rc<str>, ClassId>,
    loading: Vec<Rc<str>>,
}

impl Classes {
    pub(crate) fn new(path: ClassPath) -> Self {
        Classes {
            path,
            list: Vec::new(),
            by_name: FxHashMap::default(),
            loading: Vec::new(),
        }
    }

    pub(crate) fn path(&self) -> &ClassPath {
        &self.path
    }

    /// Loads a class and its supertypes, if that has not happened yet.
    pub(crate) fn load(&mut self, name: &Rc<str>) -> Result<ClassId, LoadError> {
        if let Some(id) = self.by_name.get(name) {
            return Ok(*id);
        }
        let Some(found) = self.path.find(name)? else {
            return Err(LoadError::Missing(Missing {
                class: Rc::clone(name),
                supertype_of: None,
            }));
        };
        let file = ClassFile::parse(&found.bytes).map_err(|problem| LinkError::ClassFile {
            file: found.file.clone(),
            problem,
        })?;
        if file.name != *name {
            return Err(LoadError::Fatal(LinkError::WrongName {
                file: found.file,
                found: dotted(&file.name),
                expected: dotted(name),
            }));
        }
        debug!(class = %name, file = found.file, "loaded");
        self.add(file)
    }

    fn add(&mut self, file: ClassFile) -> Result<ClassId, LoadError> {
        let name = Rc::clone(&file.name);
        if self.loading.contains(&name) {
            return Err(hierarchy(&name, "is its own supertype").into());
        }
        check_members(&file)?;
        self.loading.push(Rc::clone(&name));
        let supertypes = self.load_supertypes(&file);
        self.loading.pop();
        let (superclass, interfaces) = supertypes?;
        let id = ClassId(self.list.len());
        let all_interfaces = self.implemented(superclass, &interfaces);
        self.list.push(Class {
            file,
            superclass,
            interfaces,
            all_interfaces,
        });
        self.by_name.insert(name, id);
        Ok(id)
    }

    fn load_supertypes(
        &mut self,
        file: &ClassFile,
    ) -> Result<(Option<ClassId>, Vec<ClassId>), LoadError> {
        let superclass = match &file.superclass {
            Some(superclass) => Some(self.load_supertype(superclass, &file.name)?),
            None if *file.name == *OBJECT => None,
            None => return Err(hierarchy(&file.name, "has no superclass").into()),
        };
        let mut interfaces = Vec::new();
        for interface in &file.interfaces {
            interfaces.push(self.load_supertype(interface, &file.name)?);
        }
        self.check_supertypes(&file.name, superclass, &interfaces)?;
        Ok((superclass, interfaces))
    }

    fn load_supertype(&mut self, name: &Rc<str>, of: &Rc<str>) -> Result<ClassId, LoadError> {
        self.load(name).map_err(|error| match error {
            LoadError::Missing(mut missing) => {
                missing.supertype_of.get_or_insert_with(|| Rc::clone(of));
                LoadError::Missing(missing)
            }
            fatal @ LoadError::Fatal(_) => fatal,
        })
    }

    fn check_supertypes(
        &self,
        name: &str,
        superclass: Option<ClassId>,
        interfaces: &[ClassId],
    ) -> Result<(), LinkError> {
        if superclass.is_some_and(|id| self[id].file.is_interface()) {
            return Err(hierarchy(name, "extends an interface"));
        }
        if interfaces.iter().any(|id| !self[*id].file.is_interface()) {
            return Err(hierarchy(name, "implements a class"));
        }
        Ok(())
    }

    /// A class that has been loaded.
    pub(crate) fn get(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.list.len()).map(ClassId)
    }

    /// Adds a class that the linker made.
    pub(crate) fn define(&mut self, file: ClassFile) -> Result<ClassId, LoadError> {
        self.add(file)
    }

    /// The pool index of a constant, which is added to the class's pool if it is not there. `None` if the pool is full.
    pub(crate) fn intern(&mut self, class: ClassId, constant: Constant) -> Option<u16> {
        let pool = &mut self.list[class.0].file.constants;
        let known = pool
            .iter()
            .position(|known| known.as_ref() == Some(&constant));
        let index = known.unwrap_or_else(|| {
            pool.push(Some(constant));
            pool.len() - 1
        });
        u16::try_from(index).ok()
    }

    /// Adds a method that the linker made to a class.
    pub(crate) fn add_method(&mut self, class: ClassId, method: Method) -> MethodKey {
        let methods = &mut self.list[class.0].file.methods;
        methods.push(method);
        MethodKey {
            class,
            index: methods.len() - 1,
        }
    }

    pub(crate) fn method(&self, key: MethodKey) -> &Method {
        &self[key.class].file.methods[key.index]
    }

    pub(crate) fn field(&self, key: FieldKey) -> &Field {
        &self[key.class].file.fields[key.index]
    }

    /// The methods of a class with their keys, in class-file order.
    pub(crate) fn methods(&self, class: ClassId) -> impl Iterator<Item = (MethodKey, &Method)> {
        let methods = self[class].file.methods.iter().enumerate();
        methods.map(move |(index, method)| (MethodKey { class, index }, method))
    }

    /// The fields of a class with their keys, in class-file order.
    pub(crate) fn fields(&self, class: ClassId) -> impl Iterator<Item = (FieldKey, &Field)> {
        let fields = self[class].file.fields.iter().enumerate();
        fields.map(move |(index, field)| (FieldKey { class, index }, field))
    }

    pub(crate) fn declared(&self, class: ClassId, id: &MemberId) -> Option<MethodKey> {
        self[class]
            .file
            .find_method(id)
            .map(|index| MethodKey { class, index })
    }

    /// A class and its superclasses, upwards.
    pub(crate) fn lineage(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |id| self[*id].superclass)
    }

    /// The interfaces of a superclass, and of those that a class names.
    fn implemented(&self, superclass: Option<ClassId>, interfaces: &[ClassId]) -> Vec<ClassId> {
        let inherited = superclass.map_or(&[][..], |id| self.all_interfaces(id));
        let mut list = inherited.to_vec();
        for interface in interfaces {
            let above = self.all_interfaces(*interface);
            for implemented in above.iter().chain([interface]) {
                if !list.contains(implemented) {
                    list.push(*implemented);
                }
            }
        }
        list
    }

    /// Every interface a class implements: of its superclasses first, super-interfaces before those that extend them.
    pub(crate) fn all_interfaces(&self, class: ClassId) -> &[ClassId] {
        &self[class].all_interfaces
    }

    /// Returns true if an interface is initialised with the classes that implement it (JLS 12.4.1).
    pub(crate) fn has_default_method(&self, interface: ClassId) -> bool {
        self.methods(interface)
            .any(|(_, method)| method.is_virtual() && !method.is_abstract())
    }

    /// Returns true if values of `class` are values of `of`: the same, a subclass, or an implementation.
    pub(crate) fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        if self[of].file.is_interface() {
            class == of || self.all_interfaces(class).contains(&of)
        } else {
            self.lineage(class).any(|ancestor| ancestor == of)
        }
    }

    /// Field resolution: the class, its interfaces, then its superclass, and so on upwards.
    pub(crate) fn resolve_field(&self, class: ClassId, id: &MemberId) -> Option<FieldKey> {
        self.lineage(class).find_map(|ancestor| {
            let own = |class: ClassId| {
                self.fields(class)
                    .find(|(_, field)| field.id == *id)
                    .map(|(key, _)| key)
            };
            own(ancestor).or_else(|| {
                let interfaces = self[ancestor].interfaces.iter();
                interfaces
                    .flat_map(|interface| self.with_super_interfaces(*interface))
                    .find_map(own)
            })
        })
    }

    fn with_super_interfaces(&self, interface: ClassId) -> Vec<ClassId> {
        let mut list = self.all_interfaces(interface).to_vec();
        list.push(interface);
        list.reverse();
        list
    }

    /// Method resolution: the classes upwards, then the interfaces.
    pub(crate) fn resolve_method(&self, class: ClassId, id: &MemberId) -> Option<MethodKey> {
        self.lineage(class)
            .find_map(|ancestor| self.declared(ancestor, id))
            .or_else(|| self.find_in_interfaces(class, id))
    }

    /// The method a virtual or interface call of `id` runs for a receiver of class `class`; may be abstract.
    pub(crate) fn select(&self, class: ClassId, id: &MemberId) -> Option<MethodKey> {
        self.lineage(class)
            .find_map(|ancestor| {
                self.declared(ancestor, id)
                    .filter(|key| self.method(*key).is_virtual())
            })
            .or_else(|| self.find_in_interfaces(class, id))
    }

    /// The most specific interface method with this id: a default method if there is one.
    fn find_in_interfaces(&self, class: ClassId, id: &MemberId) -> Option<MethodKey> {
        let candidates: Vec<MethodKey> = self
            .all_interfaces(class)
            .iter()
            .filter_map(|interface| self.declared(*interface, id))
            .filter(|key| self.method(*key).is_virtual())
            .collect();
        let overridden = |key: &MethodKey| {
            candidates
                .iter()
                .any(|other| other.class != key.class && self.is_subtype(other.class, key.class))
        };
        let specific: Vec<MethodKey> = candidates
            .iter()
            .copied()
            .filter(|key| !overridden(key))
            .collect();
        let default = specific
            .iter()
            .find(|key| !self.method(**key).is_abstract());
        default.or(specific.first()).copied()
    }

    pub(crate) fn class_name(&self, class: ClassId) -> String {
        dotted(&self[class].file.name)
    }

    /// A class as a place for messages.
    pub(crate) fn class_place(&self, class: ClassId) -> Place {
        if let Some(place) = &self[class].file.made_for {
            return place.clone();
        }
        Place {
            class: self.class_name(class),
            method: None,
            source: self[class].file.source.clone(),
            line: None,
        }
    }

    /// A method as a place for messages, with its first line.
    pub(crate) fn method_place(&self, key: MethodKey) -> Place {
        self.place(key, u16::MAX.into())
            .unwrap_or_else(|| self.class_place(key.class))
    }

    /// A code position as a place for messages; a pc beyond the code gives the method's first line.
    pub(crate) fn code_place(&self, key: MethodKey, pc: u32) -> Place {
        self.place(key, pc)
            .unwrap_or_else(|| self.class_place(key.class))
    }

    fn place(&self, key: MethodKey, pc: u32) -> Option<Place> {
        let method = self[key.class].file.methods.get(key.index)?;
        if method.made_for.is_some() {
            return method.made_for.clone();
        }
        let lines = method.code.as_ref().map_or(&[][..], |code| &code.lines);
        let inside = method
            .code
            .as_ref()
            .is_some_and(|code| (pc as usize) < code.bytes.len());
        let line = if inside {
            lines
                .iter()
                .filter(|(start, _)| u32::from(*start) <= pc)
                .max_by_key(|(start, _)| *start)
        } else {
            lines.iter().min_by_key(|(start, _)| *start)
        };
        Some(Place {
            method: Some(method.id.name.to_string()),
            line: line.map(|(_, line)| *line),
            ..self.class_place(key.class)
        })
    }
}

impl std::ops::Index<ClassId> for Classes {
    type Output = Class;

    fn index(&self, id: ClassId) -> &Class {
        &self.list[id.0]
    }
}

/// Checks what every later step takes for granted.
fn check_members(file: &ClassFile) -> Result<(), LinkError> {
    let damaged = |problem: String| Err(hierarchy(&file.name, &problem));
    let mut seen = FxHashSet::default();
    for field in &file.fields {
        if !is_field_descriptor(&field.id.descriptor) {
            return damaged(format!("has field {} of unknown type", field.id));
        }
        if !seen.insert(&field.id) {
            return damaged(format!("declares field {} twice", field.id));
        }
    }
    for method in &file.methods {
        if Signature::parse(&method.id.descriptor).is_none() {
            return damaged(format!("has method {} of unknown type", method.id));
        }
        if !seen.insert(&method.id) {
            return damaged(format!("declares method {} twice", method.id));
        }
        let bodiless = method
            .access
            .intersects(AccessFlags::ABSTRACT | AccessFlags::NATIVE);
        if bodiless == method.code.is_some() {
            return damaged(format!(
                "has method {} with a body where none may be, or without one",
                method.id
            ));
        }
    }
    Ok(())
}

fn hierarchy(class: &str, problem: &str) -> LinkError {
    LinkError::Hierarchy {
        class: dotted(class),
        problem: problem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERFACE: u16 = 0x0601;
    const PLAIN: u16 = 0x0021;

    /// A class file without members; `supertypes` are the superclass and the interfaces.
    fn class_file(access: u16, name: &str, supertypes: &[&str]) -> Vec<u8> {
        let names = [&[name][..], supertypes].concat();
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52];
        let count = names.len() as u16;
        bytes.extend((2 * count + 1).to_be_bytes());
        // Each name is a text and a class of it: the class is at twice its number, from 1 on.
        for (text, name) in (1_u16..).step_by(2).zip(&names) {
            bytes.push(1);
            bytes.extend((name.len() as u16).to_be_bytes());
            bytes.extend(name.as_bytes());
            bytes.push(7);
            bytes.extend(text.to_be_bytes());
        }
        let mut put = |number: u16| bytes.extend(number.to_be_bytes());
        put(access);
        put(2);
        put(if supertypes.is_empty() { 0 } else { 4 });
        let interfaces = 3..=count;
        put(interfaces.clone().count() as u16);
        interfaces.for_each(|number| put(2 * number));
        // Fields, methods, attributes.
        (0..3).for_each(|_| put(0));
        bytes
    }

    #[test]
    fn an_interface_that_is_reached_twice_is_listed_once_after_those_above_it() {
        let folder = tempfile::tempdir().unwrap();
        for (access, name, supertypes) in [
            (PLAIN, OBJECT, &[][..]),
            (INTERFACE, "Top", &[OBJECT]),
            (INTERFACE, "Left", &[OBJECT, "Top"]),
            (INTERFACE, "Right", &[OBJECT, "Top"]),
            (INTERFACE, "Both", &[OBJECT, "Left", "Right"]),
            (PLAIN, "Base", &[OBJECT, "Right"]),
            (PLAIN, "Leaf", &["Base", "Left", "Top", "Left"]),
            (PLAIN, "Whole", &[OBJECT, "Both"]),
            (PLAIN, "Under", &["Leaf", "Both"]),
        ] {
            let file = folder.path().join(name).with_extension("class");
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, class_file(access, name, supertypes)).unwrap();
        }
        let mut path = ClassPath::new();
        path.add(folder.path()).unwrap();
        let mut classes = Classes::new(path);
        for (class, expected) in [
            ("Base", &["Top", "Right"][..]),
            ("Leaf", &["Top", "Right", "Left"]),
            ("Whole", &["Top", "Left", "Right", "Both"]),
            ("Under", &["Top", "Right", "Left", "Both"]),
            ("Top", &[]),
        ] {
            let id = classes.load(&class.into()).ok().unwrap();
            let list = classes.all_interfaces(id).iter();
            let names: Vec<&str> = list.map(|id| &*classes[*id].file.name).collect();
            assert_eq!(names, expected, "{class}");
        }
    }
}
