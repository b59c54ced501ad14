//! Measured cases: one for every path through every bytecode.

mod arrays;
mod calls;
mod case;
mod data;
mod plain;
mod system;

pub use self::case::{Case, Measured};

use microcode::Build;

use self::case::on_stack;
use crate::scene::Scene;

/// All cases of a build, in order of opcodes.
#[must_use]
pub fn all(build: Build) -> Vec<Case> {
    let mut cases = plain::cases();
    cases.extend(data::cases());
    cases.extend(arrays::cases(build));
    cases.extend(calls::cases(build));
    cases.extend(system::cases());
    cases.sort_by_key(|case| case.opcode);
    cases
}

/// More stages of a bytecode: what it may meet beside the paths that are measured.
pub(crate) fn more_scenes(opcode: u8) -> Vec<Scene> {
    let mut scenes = arrays::indices(opcode);
    scenes.extend(data::watched_monitor(opcode));
    scenes
}
