//! One of the profiles of a ring chart.

use cross_profile::Profile;

/// A profile of a ring chart.
#[derive(Debug, Clone, Copy)]
pub struct RingSide<'a> {
    /// Name on the page, such as its file.
    pub name: &'a str,
    /// Its contexts.
    pub profile: &'a Profile,
}
