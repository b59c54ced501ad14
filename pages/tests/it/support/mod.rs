//! What the tests of several pages share.

pub(crate) mod decoded;
pub(crate) mod synthetic;
