//! Methods that store into a field, by themselves or in what they call.

use std::collections::{BTreeMap, BTreeSet};

use isa::op;

use crate::arrays::Home;
use crate::call_graph::CallGraph;
use crate::declared::is_library;
use crate::program::Program;

/// Methods with stores into fields, by the address of their code.
#[derive(Debug, Default, Clone)]
pub(crate) struct Writers {
    homes: BTreeMap<Home, BTreeSet<u32>>,
    /// By offset, where the class of the object is unknown.
    anywhere: BTreeMap<u32, BTreeSet<u32>>,
}

impl Writers {
    /// A store of a method into a field.
    pub(crate) fn store(&mut self, method: u32, home: Home) {
        self.homes.entry(home).or_default().insert(method);
    }

    /// A store at an offset of an object of an unknown class.
    pub(crate) fn store_anywhere(&mut self, method: u32, offset: u32) {
        self.anywhere.entry(offset).or_default().insert(method);
    }

    /// Returns true for fields that some code stores into.
    pub(crate) fn is_stored(&self, home: Home) -> bool {
        self.homes.contains_key(&home) || self.is_stored_anywhere(home)
    }

    /// Returns true for fields that a store may mean whose object is of an unknown class.
    pub(crate) fn is_stored_anywhere(&self, home: Home) -> bool {
        match home {
            Home::Instance(_, offset) => self.anywhere.contains_key(&offset),
            Home::Static(_) => false,
        }
    }

    /// Methods in a call of which a field may be stored into. One that calls by address may do anything, and so may one of the program that stores so;
    /// the runtime stores so into its own objects.
    pub(crate) fn of(&self, home: Home, program: &Program<'_>, graph: &CallGraph) -> BTreeSet<u32> {
        let offset = match home {
            Home::Instance(_, offset) => self.anywhere.get(&offset),
            Home::Static(_) => None,
        };
        let known = self.homes.get(&home);
        let by_address = program.methods().filter(|method| {
            let is_own = !is_library(&method.symbol.class);
            let mut opcodes = method.instructions.iter().map(|it| it.opcode);
            opcodes.any(|it| it == op::JOPSYS_INVOKE || is_own && stores_by_address(it))
        });
        let by_address = by_address.map(|method| method.symbol.address);
        let own = known.into_iter().chain(offset).flatten().copied();
        let all = own.chain(by_address);
        all.flat_map(|writer| graph.reaching(writer)).collect()
    }
}

/// Returns true for bytecodes of the runtime's natives that store or call by address.
pub(crate) fn stores_by_address(opcode: u8) -> bool {
    matches!(
        opcode,
        op::JOPSYS_INVOKE
            | op::JOPSYS_PUTFIELD
            | op::JOPSYS_PUTSTATIC
            | op::JOPSYS_WR
            | op::JOPSYS_WRMEM
            | op::JOPSYS_MEMCPY
            | op::JOPSYS_INT2EXT
    )
}
