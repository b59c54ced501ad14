//! A case: a bytecode on one of its paths.

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
    pub(super) fn new(opcode: u8, path: &'static str, scene: &Scene) -> Self {
        Self {
            opcode,
            path,
            missed_words: None,
            measured: Measured::Bytecode,
            scene: scene.clone(),
        }
    }

    pub(super) fn missing(mut self, words: usize) -> Self {
        self.missed_words = u32::try_from(words).ok();
        self
    }
}

/// A scene with these operands that runs one bytecode.
pub(super) fn on_stack(operands: &[u32], bytecode: &[u8]) -> Scene {
    let mut scene = Scene::new();
    scene.push_all(operands).test(bytecode);
    scene
}
