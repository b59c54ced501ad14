//! Calling-context profiles in the formats of other tools.
