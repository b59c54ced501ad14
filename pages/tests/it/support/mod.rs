//! What the tests of several pages share.

pub(crate) mod decoded;
pub(crate) mod kinds;
pub(crate) mod synthetic;
