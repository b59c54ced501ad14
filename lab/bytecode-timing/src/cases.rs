//! Measured cases: one for every path through every bytecode.

mod arrays;
mod calls;
mod data;
mod plain;
mod system;

use microcode::Build;

use crate::scene::Scene;

/// Purpose of a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measured {
    /// The bytecode after the first marker.
    Bytecode,
    /// The interrupt or exception entry.
    Entry,
}

/// One way through one bytecode.
#[derive(Debug, Clone)]
pub struct Case {
    /// Opcode; 240 and 241 are the interrupt and the exception entry.
    pub opcode: u8,
    /// Name of the path, empty for the usual one.
    pub path: &'static str,
    /// Words of the method that has to be loaded; none on a hit and where no method is asked for.
    pub missed_words: Option<u32>,
    /// Measured figures of the run.
    pub measured: Measured,
    /// The stage.
    pub scene: Scene,
}

impl Case {
    fn new(opcode: u8, path: &'static str, scene: &Scene) -> Self {
        Self {
            opcode,
            path,
            missed_words: None,
            measured: Measured::Bytecode,
            scene: scene.clone(),
        }
    }

    fn missing(mut self, words: usize) -> Self {
        self.missed_words = u32::try_from(words).ok();
        self
    }
}

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

/// A scene with these operands that runs one bytecode.
fn on_stack(operands: &[u32], bytecode: &[u8]) -> Scene {
    let mut scene = Scene::new();
    scene.push_all(operands).test(bytecode);
    scene
}
