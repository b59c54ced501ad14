//! Which microcode a command uses.
