//! Interface numbers, the global list of interface methods, and the classes with interface tables (spec 11 section 8).

use crate::class_file::MemberId;
use crate::classes::ClassId;
use crate::hashing::{FxHashMap, OrderedSet};
use crate::program::ProgramParts;

/// Common parts of all interface tables.
#[derive(Debug)]
pub(crate) struct Interfaces {
    /// Interface numbers, from 1.
    numbers: FxHashMap<ClassId, u32>,
    /// Method ids; the index is the place in each interface table.
    list: OrderedSet<MemberId>,
}

impl Interfaces {
    pub(crate) fn build(program: &ProgramParts) -> Self {
        let classes = &program.classes;
        let interfaces: Vec<ClassId> = program
            .order
            .iter()
            .copied()
            .filter(|id| classes[*id].file.is_interface())
            .collect();
        let called = |id: &MemberId| {
            program
                .interface_calls
                .as_ref()
                .is_none_or(|calls| calls.contains(id))
        };
        let list = interfaces
            .iter()
            .flat_map(|interface| classes.methods(*interface))
            .filter(|(_, method)| method.is_virtual() && called(&method.id))
            .map(|(_, method)| method.id.clone())
            .collect();
        Interfaces {
            numbers: interfaces.into_iter().zip(1..).collect(),
            list,
        }
    }

    /// The number of an interface.
    pub(crate) fn number(&self, interface: ClassId) -> u32 {
        self.numbers.get(&interface).copied().unwrap_or_default()
    }

    /// The methods in list order.
    pub(crate) fn list(&self) -> &OrderedSet<MemberId> {
        &self.list
    }

    /// Words of implements bits of a class with a table.
    pub(crate) fn implements_words(&self) -> usize {
        self.numbers.len().div_ceil(32)
    }

    /// The implements bits of a class; word `i` has interfaces `32 i + 1` to `32 i + 32`.
    pub(crate) fn implements(&self, program: &ProgramParts, class: ClassId) -> Vec<u32> {
        let mut words = vec![0; self.implements_words()];
        for interface in program.classes.all_interfaces(class) {
            let bit = self.number(*interface) as usize - 1;
            words[bit / 32] |= 1 << (bit % 32);
        }
        words
    }

    /// Returns true if a class needs its own table: it names an interface that its superclass does not
    /// implement, or declares a method of one.
    pub(crate) fn has_own_table(&self, program: &ProgramParts, class: ClassId) -> bool {
        let classes = &program.classes;
        let declared = &classes[class];
        let inherited = declared
            .superclass
            .map(|id| classes.all_interfaces(id))
            .unwrap_or_default();
        let names_new = declared.interfaces.iter().any(|id| !inherited.contains(id));
        let interfaces = classes.all_interfaces(class);
        let of_interface = |id: &MemberId| {
            interfaces
                .iter()
                .any(|interface| classes.declared(*interface, id).is_some())
        };
        let declares = classes
            .methods(class)
            .any(|(_, method)| self.list.contains(&method.id) && of_interface(&method.id));
        names_new || declares
    }

    /// The class whose table `class` uses: itself or the nearest ancestor that has one.
    pub(crate) fn table_owner(&self, program: &ProgramParts, class: ClassId) -> Option<ClassId> {
        program
            .classes
            .lineage(class)
            .find(|ancestor| self.has_own_table(program, *ancestor))
    }
}
