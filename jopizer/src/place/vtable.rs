//! Virtual tables: the order of entries in the method table of each class (spec 11 section 8).

use crate::class_file::{MemberId, Method};
use crate::classes::{ClassId, MethodKey};
use crate::hashing::{FxHashMap, OrderedMap};
use crate::program::ProgramParts;

/// The method table of a class: ids in order, each with the method whose structure the entry repeats.
/// `None` is an abstract method, or one that nothing reaches.
#[derive(Debug, Clone, Default)]
pub(crate) struct VirtualTable {
    entries: OrderedMap<MemberId, Option<MethodKey>>,
    /// Number of them, from the first on, that subclasses repeat.
    inheritable: usize,
}

impl VirtualTable {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn index_of(&self, id: &MemberId) -> Option<usize> {
        self.entries.get_index_of(id)
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (&MemberId, Option<MethodKey>)> {
        self.entries.iter().map(|(id, method)| (id, *method))
    }
}

/// The tables of all linked classes.
pub(crate) fn build(program: &ProgramParts) -> FxHashMap<ClassId, VirtualTable> {
    let mut tables = FxHashMap::default();
    for class in &program.order {
        build_class(program, *class, &mut tables);
    }
    tables
}

fn build_class(
    program: &ProgramParts,
    class: ClassId,
    tables: &mut FxHashMap<ClassId, VirtualTable>,
) -> VirtualTable {
    if let Some(table) = tables.get(&class) {
        return table.clone();
    }
    let declared = &program.classes[class];
    let table = if declared.file.is_interface() {
        interface_table(program, class)
    } else {
        let inherited = declared
            .superclass
            .filter(|_| program.has_objects(class))
            .map(|id| build_class(program, id, tables))
            .unwrap_or_default();
        class_table(program, class, inherited)
    };
    tables.insert(class, table.clone());
    table
}

/// An interface has a table for its own code alone (`docs/image-extensions.md`, "Interfaces").
fn interface_table(program: &ProgramParts, class: ClassId) -> VirtualTable {
    let kept = program.kept_methods(class);
    let entries = kept.map(|key| (program.classes.method(key).id.clone(), Some(key)));
    VirtualTable {
        entries: entries.collect(),
        inheritable: 0,
    }
}

fn class_table(program: &ProgramParts, class: ClassId, inherited: VirtualTable) -> VirtualTable {
    let mut table = inherited;
    table.entries.truncate(table.inheritable);
    let NewIds { dispatched, direct } = new_ids(program, class);
    for id in dispatched {
        table.entries.entry(id).or_insert(None);
    }
    table.inheritable = table.entries.len();
    for id in direct {
        table.entries.entry(id).or_insert(None);
    }
    for (id, entry) in &mut table.entries {
        if let Some(method) = selected(program, class, id) {
            *entry = Some(method).filter(|key| program.is_kept(*key));
        }
    }
    share_unused_bytecodes(program, class, &mut table);
    table
}

/// The ids that a class may add to its superclass's table.
struct NewIds {
    /// Methods that subclasses repeat, as calls dispatch on them.
    dispatched: Vec<MemberId>,
    /// Methods that only direct calls name.
    direct: Vec<MemberId>,
}

/// First the class's own methods, then those of its interfaces.
fn new_ids(program: &ProgramParts, class: ClassId) -> NewIds {
    let classes = &program.classes;
    let special = [&program.special.jvm, &program.special.help];
    let entries = special.into_iter().find(|special| special.class == class);
    let first = entries.map_or(&[][..], |special| &special.entries);
    let own = classes
        .methods(class)
        .filter(|(key, method)| program.is_kept(*key) || is_called(program, method));
    // Initialisers come last, so that the methods entered by place stand together in JVM and JVMHelp.
    let (initialisers, own): (Vec<_>, Vec<_>) =
        own.partition(|(_, method)| entries.is_some() && method.id.is_initialiser());
    let first = first.iter().map(|key| classes.method(*key));
    let own = own
        .into_iter()
        .chain(initialisers)
        .map(|(_, method)| method);
    let interfaces = classes.all_interfaces(class);
    let of_interfaces = interfaces
        .iter()
        .flat_map(|interface| classes.methods(*interface))
        .map(|(_, method)| method)
        .filter(|method| is_called(program, method));
    let all = first.chain(own).chain(of_interfaces);
    // Nothing dispatches on a class of which there are no objects.
    let objects = program.has_objects(class);
    let ids = all.map(|method| (objects && is_dispatched(program, method), method.id.clone()));
    let (dispatched, direct): (Vec<_>, Vec<_>) = ids.partition(|(dispatched, _)| *dispatched);
    let direct = direct.into_iter().map(|(_, id)| id);
    NewIds {
        dispatched: dispatched.into_iter().map(|(_, id)| id).collect(),
        direct: direct
            .filter(|id| objects || entries.is_some() || is_kept(program, class, id))
            .collect(),
    }
}

/// Returns true if a method takes a place in the tables of subclasses, too.
fn is_dispatched(program: &ProgramParts, method: &Method) -> bool {
    program.keeps_all() || is_called(program, method)
}

fn is_kept(program: &ProgramParts, class: ClassId, id: &MemberId) -> bool {
    let declared = program.classes.declared(class, id);
    declared.is_some_and(|key| program.is_kept(key))
}

/// Returns true if calls dispatch to methods with this id.
fn is_called(program: &ProgramParts, method: &Method) -> bool {
    method.is_virtual()
        && program
            .called
            .as_ref()
            .is_none_or(|called| called.contains(&method.id))
}

/// The method of this class's entry; `None` keeps the superclass's.
fn selected(program: &ProgramParts, class: ClassId, id: &MemberId) -> Option<MethodKey> {
    program
        .classes
        .declared(class, id)
        .or_else(|| program.classes.select(class, id))
}

/// Bytecodes that linked code never uses are reported by the method of bytecode 0.
fn share_unused_bytecodes(program: &ProgramParts, class: ClassId, table: &mut VirtualTable) {
    let jvm = &program.special.jvm;
    if class != jvm.class {
        return;
    }
    for method in &jvm.entries {
        if let Some(entry) = table.entries.get_mut(&program.classes.method(*method).id)
            && entry.is_none()
        {
            *entry = jvm.entries.first().copied();
        }
    }
}
