//! Placement in memory.

pub(crate) mod arrays;
pub(crate) mod clinit;
pub(crate) mod constants;
pub(crate) mod extensions;
pub(crate) mod fields;
pub(crate) mod interfaces;
pub(crate) mod layout;
pub(crate) mod link_info;
pub(crate) mod packed_text;
pub(crate) mod strings;
pub(crate) mod vtable;
