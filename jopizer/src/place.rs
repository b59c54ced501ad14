//! Placement in memory.

pub(crate) mod clinit;
pub(crate) mod constants;
pub(crate) mod extension_places;
pub(crate) mod extensions;
pub(crate) mod fields;
pub(crate) mod interfaces;
pub(crate) mod layout;
pub(crate) mod link_info;
pub(crate) mod operands;
pub(crate) mod strings;
pub(crate) mod vtable;
