//! What the agent is asked for.

use std::path::Path;

use cost_model::{Carrier, EvaluatedTable, Scenario};
use isa::{MachineConfig, op};
use thiserror::Error;

use crate::cache::{CacheError, CacheOrganisation};

/// Whose classes are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Cover {
    /// Those of the program and its libraries.
    #[default]
    Application,
    /// The JDK's own, too.
    Jdk,
}

/// How bytecodes that JOP has in Java are priced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Routines {
    /// The runtime's methods run beside the program, with its operands.
    #[default]
    Exact,
    /// Fitted costs of features of the operands.
    Model,
    /// A number of cycles for each bytecode.
    Constant,
}

/// What lookups in the method cache give.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CacheModel {
    /// What the organisation gives.
    #[default]
    Simulated,
    /// A hit.
    Hits,
    /// A miss.
    Misses,
}

/// What is counted of a block in which a bytecode throws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Exceptions {
    /// All of it: cheap.
    #[default]
    Fast,
    /// What is executed: blocks end behind each bytecode that may throw.
    Exact,
}

/// What collections of the simulated heap find.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Collections {
    /// What the host's collector finds alive; the runtime's own collector runs on it.
    #[default]
    Priced,
    /// Nothing alive: they are counted and take no cycles.
    Counted,
}

/// Whether calls with one target are bound to it, where the program is given whole. The profile is the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Binding {
    /// By the hierarchy of the program's classes: fast.
    #[default]
    Static,
    /// Each method looks for its context when it begins.
    None,
}

/// Everything the agent is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whose classes are counted.
    pub cover: Cover,
    /// How bytecodes that JOP has in Java are priced.
    pub routines: Routines,
    /// What lookups in the method cache give.
    pub cache: CacheModel,
    /// The organisation; none for that of the machine.
    pub organisation: Option<CacheOrganisation>,
    /// Whether all threads share one method cache, as in the hardware.
    pub shared_cache: bool,
    /// What is counted of a block in which a bytecode throws.
    pub exceptions: Exceptions,
    /// Whether exceptions run, as they do where the program runs on our library; a model prices them elsewhere.
    pub runs_throws: bool,
    /// What collections of the simulated heap find.
    pub collections: Collections,
    /// Whether calls with one target are bound to it.
    pub binding: Binding,
    /// Bytecodes of a thread from one dump or callback to the next; 0 for none.
    pub every: u64,
    /// The class that is called then; dumps if there is none.
    pub callback: Option<String>,
}

/// Bytecodes in Java whose methods the host cannot run beside a program on its own library: athrow works on the machine's stack.
const WITHOUT_ROUTINE: [u8; 1] = [op::ATHROW];

/// Bytecodes in Java that do the same whatever their operands are: their short methods run beside the program with the model, too.
const WITHOUT_OPERANDS: [u8; 2] = [op::PUTSTATIC_REF, op::PUTFIELD_REF];

/// What the agent cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// The method cache.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// The routines find their operands behind the machine's memory, by addresses of 22 bits.
    #[error(
        "memory_words = {0}: `--routines exact` takes at most {MOST_MEMORY_WORDS}; use `--routines constant` or a smaller memory"
    )]
    LargeMemory(u32),
}

/// Words of the largest memory behind which there is room for the operands of all switches (spec 11 section 3).
const MOST_MEMORY_WORDS: u32 = 3_600_000;

impl Settings {
    /// Whether the method of a bytecode runs beside the program.
    #[must_use]
    pub fn runs_routine(&self, opcode: u8, table: &EvaluatedTable) -> bool {
        let row = &table.bytecodes[usize::from(opcode)];
        let wanted = match self.routines {
            Routines::Exact => is_compiled(opcode) && !self.is_without_routine(opcode),
            Routines::Model => WITHOUT_OPERANDS.contains(&opcode),
            Routines::Constant => false,
        };
        wanted && row.carrier == Carrier::Java
    }

    /// Whether features of a bytecode's operands are counted, which the model has a price for.
    #[must_use]
    pub fn models(&self, opcode: u8, table: &EvaluatedTable) -> bool {
        let row = &table.bytecodes[usize::from(opcode)];
        let wanted = match self.routines {
            Routines::Exact => self.is_without_routine(opcode),
            Routines::Model => is_compiled(opcode) && !WITHOUT_OPERANDS.contains(&opcode),
            Routines::Constant => false,
        };
        wanted && row.carrier == Carrier::Java
    }

    fn is_without_routine(&self, opcode: u8) -> bool {
        !self.runs_throws && WITHOUT_ROUTINE.contains(&opcode)
    }

    /// The file that the agent reads; `out` is where it writes.
    ///
    /// # Errors
    /// When the machine's method cache cannot be built, or its memory leaves the routines no addresses for their operands.
    pub fn file(
        &self,
        machine: &MachineConfig,
        table: &EvaluatedTable,
        out: &Path,
        runtime: &Path,
    ) -> Result<String, SettingsError> {
        if self.routines == Routines::Exact && machine.memory_words > MOST_MEMORY_WORDS {
            return Err(SettingsError::LargeMemory(machine.memory_words));
        }
        let routines = opcodes(|opcode| self.runs_routine(opcode, table));
        let model = opcodes(|opcode| self.models(opcode, table));
        let [kind, blocks, words] = self.cache(machine)?;
        let cover = match self.cover {
            Cover::Application => "app",
            Cover::Jdk => "jdk",
        };
        let exceptions = match self.exceptions {
            Exceptions::Fast => "fast",
            Exceptions::Exact => "exact",
        };
        let binding = match self.binding {
            Binding::Static => "static",
            Binding::None => "none",
        };
        Ok(format!(
            "out={}\ncover={cover}\nexceptions={exceptions}\nbinding={binding}\narray-receivers={}\nroutines={routines}\nmodel={model}\ncache={kind}\nblocks={blocks}\nblock-words={words}\n\
             cache-of={}\nmemory={}\nstack={}\ncollections={}\nruntime={}\nevery={}\ncallback={}\ncycles={}\n",
            escaped(out),
            array_receivers(table),
            if self.shared_cache {
                "machine"
            } else {
                "thread"
            },
            machine.memory_words,
            stack_words(machine),
            if self.prices_collections() {
                "priced"
            } else {
                "counted"
            },
            escaped(runtime),
            self.every,
            escaped(Path::new(self.callback.as_deref().unwrap_or_default())),
            usual_cycles(table),
        ))
    }

    /// Whether the runtime's collector runs on the program's objects: not where the library that runs it is counted, too.
    #[must_use]
    pub fn prices_collections(&self) -> bool {
        self.collections == Collections::Priced
            && self.routines == Routines::Exact
            && self.cover == Cover::Application
    }

    /// The organisation of the method cache on a machine.
    ///
    /// # Errors
    /// When it is the machine's, which the agent does not simulate.
    pub fn organisation(&self, machine: &MachineConfig) -> Result<CacheOrganisation, CacheError> {
        self.organisation
            .map_or_else(|| CacheOrganisation::of_machine(machine), Ok)
    }

    /// Number of the organisation in the agent, blocks, and words of a block.
    fn cache(&self, machine: &MachineConfig) -> Result<[u32; 3], CacheError> {
        match self.cache {
            CacheModel::Hits => Ok([0, 1, 1]),
            CacheModel::Misses => CacheOrganisation::OneBlock.numbers(machine),
            CacheModel::Simulated => self.organisation(machine)?.numbers(machine),
        }
    }
}

/// Words of the stack RAM that are not stack (spec 12 section 1).
pub(crate) const STACK_START: u32 = 64;

/// Words of a machine's stack.
pub(crate) fn stack_words(machine: &MachineConfig) -> u32 {
    (1 << machine.ram_width) - STACK_START
}

fn array_receivers(table: &EvaluatedTable) -> &'static str {
    match has_array_receivers(table) {
        true => "counted",
        false => "as others",
    }
}

/// Whether a virtual call of an array takes a path of its own: with exact checks alone.
pub(crate) fn has_array_receivers(table: &EvaluatedTable) -> bool {
    let row = &table.bytecodes[usize::from(op::INVOKEVIRTUAL)];
    let mut paths = row.others.iter();
    paths.any(|(scenario, _)| *scenario == Scenario::ArrayReceiver)
}

/// Opcodes as the agent reads them.
fn opcodes(is_wanted: impl Fn(u8) -> bool) -> String {
    let wanted = (0..=u8::MAX).filter(|opcode| is_wanted(*opcode));
    let wanted: Vec<String> = wanted.map(|opcode| opcode.to_string()).collect();
    wanted.join(",")
}

/// Whether compilers write a bytecode, or our linker makes it of what they write.
fn is_compiled(opcode: u8) -> bool {
    opcode <= op::LAST_OF_JAVA || (op::GETSTATIC_REF..=op::PUTFIELD_LONG).contains(&opcode)
}

/// Cycles of each bytecode on its usual path, nothing where it has a Java method.
fn usual_cycles(table: &EvaluatedTable) -> String {
    let rows = table.bytecodes.iter();
    let cycles = rows.map(|row| match row.carrier {
        Carrier::Microcode => row.usual.cycles.to_string(),
        _ => String::new(),
    });
    cycles.collect::<Vec<_>>().join(",")
}

/// The line of the agent's settings that names a kept JDK.
#[must_use]
pub fn kept_setting(path: &Path) -> String {
    format!("kept={}\n", escaped(path))
}

/// A path as a value in a file of Java properties.
pub(crate) fn escaped(path: &Path) -> String {
    let mut text = String::new();
    for unit in path.to_string_lossy().encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_graphic() && byte != b'\\' => text.push(byte.into()),
            _ => text.push_str(&format!("\\u{unit:04x}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_blanks_and_umlauts_is_one_value() {
        assert_eq!(escaped(Path::new("/a b/ä.raw")), "/a\\u0020b/\\u00e4.raw");
    }

    #[test]
    fn the_default_machine_has_sixteen_blocks_of_sixty_four_words() {
        let cache = Settings::default().cache(&MachineConfig::default());
        assert_eq!(cache, Ok([1, 16, 64]));
    }
}
