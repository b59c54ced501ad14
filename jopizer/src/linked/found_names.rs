//! Names of classes, methods and fields, as they are found.

use std::collections::HashMap;

use crate::structure::Structure;
use crate::symbols::{ArraySymbol, FieldSymbol, StaticSymbol};

/// A method's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MethodName {
    pub(crate) name: String,
    /// Empty if it is not known.
    pub(crate) descriptor: String,
}

/// Names by what they belong to.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// By class address.
    pub(crate) classes: HashMap<u32, String>,
    /// By code address.
    pub(crate) methods: HashMap<u32, MethodName>,
    /// Source files by class address.
    pub(crate) sources: HashMap<u32, String>,
    /// Lines by code address.
    pub(crate) lines: HashMap<u32, Vec<(u16, u16)>>,
    /// Instance fields by class address.
    pub(crate) fields: HashMap<u32, Vec<FieldSymbol>>,
    pub(crate) statics: Vec<StaticSymbol>,
    pub(crate) arrays: Vec<ArraySymbol>,
}

impl Names {
    /// Names a class that has no name yet.
    pub(crate) fn class(&mut self, address: u32, name: &str) {
        self.classes
            .entry(address)
            .or_insert_with(|| name.to_owned());
    }

    /// Names the method of a structure if it has no name yet.
    pub(crate) fn method_of(
        &mut self,
        structure: &Structure,
        address: u32,
        name: &str,
        descriptor: &str,
    ) {
        if let Some(code) = structure.code_of_struct(address) {
            self.methods.entry(code).or_insert_with(|| MethodName {
                name: name.to_owned(),
                descriptor: descriptor.to_owned(),
            });
        }
    }
}
