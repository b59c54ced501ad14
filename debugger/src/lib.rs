//! Debugger of the machine: breakpoints, steps in both directions, commands, terminal views.
