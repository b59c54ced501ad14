//! The file of counts that the agent writes.
//!
//! ```text
//! "JOPCROS" 3
//! int number of methods; for each: int bytes of what follows, 0 for a number without a method
//!   text name; byte 1 if it is the JDK's; int words of its linked code; byte opcode of its returns
//!   byte number of bytecodes before the first block; their opcodes
//!   int number of blocks; for each: short number of (byte opcode, short how often); short number of calls: int names
//!   int number of paths; for each: int place among the counts, byte opcode, text scenario of the cost table,
//!     or it, `then` and one or two opcodes that are executed where the machine notices it late,
//!     or `feature`, its number and how often each count has it, or `words`: those of block copies behind the first of each
//! int number of names; texts         what blocks call
//! int number of classes; texts       those that are instrumented
//! int number of lines; texts         what is not instrumented, and why
//! long collections of the simulated heap; long those that found nothing alive as what is would not fit, or was not asked for
//! int number of threads; for each: byte 1 if it is one of a group that is one thread in the profile; text name of the thread
//!   or the group, then contexts, a caller before its callees, the root first:
//!   varint method + 1; 0 for the root
//!   but for the root: varint how many places before this context its caller stands, varint calls,
//!   varint calls whose method was not in the cache, varint ends whose caller was not, varint number of counts, varints
//!   varint 0
//! ```
//!
//! Numbers are big-endian, texts UTF-8 behind an int with their bytes. A block's count is how often it began. The counts of paths
//! lie behind those of blocks.

use std::io::{self, BufReader, Read};

use cost_model::Scenario;
use integer_encoding::VarIntReader;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"JOPCROS\x03";

/// Most bytes of a text or a method.
const LONGEST: u32 = 1 << 26;

/// Why counts cannot be read.
#[derive(Debug, Error)]
pub enum CountsError {
    /// The file ends early, or cannot be read.
    #[error("the counts are cut ({0})")]
    Read(#[from] io::Error),
    /// It is something else.
    #[error("the counts are those of another agent, or damaged: {0}")]
    Damaged(&'static str),
}

/// A basic block as JOP executes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// Opcodes and how often each stands in it.
    pub bytecodes: Vec<(u8, u16)>,
    /// What it calls, by place among the names.
    pub calls: Vec<u32>,
}

/// What a count tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Executions that took this path.
    Path(Scenario),
    /// The same executions: what follows if the exception of the path comes too late for the next dispatch.
    Late {
        /// The path.
        scenario: Scenario,
        /// The bytecodes behind, which are executed until the exception is taken.
        next: [Option<u8>; 2],
    },
    /// A feature of operands, which the model of routines has a price for.
    Feature {
        /// Its number in the model.
        number: u16,
        /// How often it is there for each count.
        times: u32,
    },
    /// Words of block copies behind the first one of each.
    Words,
    /// Loads of a method of so many words by a return to it.
    Load(u32),
}

/// A count of more than executions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathCount {
    /// Place among the counts of a context.
    pub slot: usize,
    /// The bytecode.
    pub opcode: u8,
    /// What is counted.
    pub counted: Counted,
}

/// An instrumented method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// Its name, as `package.Class.method(descriptor)result`.
    pub name: String,
    /// Whether it is the JDK's or the runtime's, not the application's.
    pub library: bool,
    /// Words of its linked code.
    pub words: u32,
    /// Opcode of its returns.
    pub returns: u8,
    /// Bytecodes that are executed once for each call.
    pub prologue: Vec<u8>,
    /// Its blocks, in the order of the counts.
    pub blocks: Vec<Block>,
    /// What further counts tell.
    pub paths: Vec<PathCount>,
}

impl Method {
    /// The bytecode or entry whose features alone are counted, if the method has no code of its own here.
    #[must_use]
    pub fn stands_for(&self) -> Option<u8> {
        let path = self.paths.first().filter(|_| self.blocks.is_empty())?;
        matches!(path.counted, Counted::Feature { .. }).then_some(path.opcode)
    }

    /// Counts that a context of the method has.
    #[must_use]
    pub fn slots(&self) -> usize {
        let paths = self.paths.iter().map(|path| path.slot.saturating_add(1));
        paths.fold(self.blocks.len(), usize::max)
    }
}

/// What the agent wrote of one context.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Its method; none for the root.
    pub method: Option<usize>,
    /// Place of the caller among the contexts of the thread.
    pub parent: usize,
    /// Calls.
    pub calls: u64,
    /// Calls whose method was not in the method cache.
    pub entry_misses: u64,
    /// Ends after which the caller was not there.
    pub exit_misses: u64,
    /// How often each block began, and how often paths were taken.
    pub counts: Vec<u64>,
}

/// One thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Thread {
    /// Its name, or that of its group.
    pub name: String,
    /// Whether all threads of this name are one group.
    pub grouped: bool,
    /// Its contexts; the first is the root.
    pub contexts: Vec<Context>,
}

/// Everything that the agent wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Methods by number.
    pub methods: Vec<Option<Method>>,
    /// What blocks call.
    pub names: Vec<String>,
    /// Classes whose methods are instrumented.
    pub classes: Vec<String>,
    /// What is not instrumented, and why.
    pub left_out: Vec<String>,
    /// Collections of the simulated heap.
    pub collections: u64,
    /// Those of [`Self::collections`] that found nothing alive.
    pub blind_collections: u64,
    /// The threads, in the order of their first call.
    pub threads: Vec<Thread>,
}

impl Counts {
    /// Reads counts.
    ///
    /// # Errors
    /// When the file is cut, damaged or none.
    pub fn read(from: impl Read) -> Result<Self, CountsError> {
        let mut from = Source(BufReader::new(from));
        let magic: [u8; 8] = from.bytes()?;
        if &magic != MAGIC {
            return Err(CountsError::Damaged("no counts"));
        }
        let mut counts = Self::default();
        for _ in 0..from.int()? {
            counts.methods.push(from.method()?);
        }
        counts.names = from.texts()?;
        let mut blocks = counts.methods.iter().flatten().flat_map(|it| &it.blocks);
        let calls = counts.names.len();
        if blocks.any(|block| block.calls.iter().any(|name| *name as usize >= calls)) {
            return Err(CountsError::Damaged("a call has no name"));
        }
        counts.classes = from.texts()?;
        counts.left_out = from.texts()?;
        counts.collections = u64::from_be_bytes(from.bytes()?);
        counts.blind_collections = u64::from_be_bytes(from.bytes()?);
        for _ in 0..from.int()? {
            let grouped = from.byte()? != 0;
            let name = from.text()?;
            let contexts = from.contexts(&counts.methods)?;
            counts.threads.push(Thread {
                name,
                grouped,
                contexts,
            });
        }
        Ok(counts)
    }
}

/// What the name of a count says: a scenario of the cost table, also with `then` and opcodes, `words`, `load` and words, or `feature`, its number, and how
/// often it is there.
fn counted(name: &str) -> Option<Counted> {
    if name == "words" {
        return Some(Counted::Words);
    }
    if let Some(words) = name.strip_prefix("load ") {
        return words.parse().ok().map(Counted::Load);
    }
    if let Some(feature) = name.strip_prefix("feature ") {
        let (number, times) = feature.split_once(' ').unwrap_or((feature, "1"));
        return Some(Counted::Feature {
            number: number.parse().ok()?,
            times: times.parse().ok()?,
        });
    }
    if let Some((name, next)) = name.split_once(" then ") {
        let mut next = next.split(' ').map(|opcode| opcode.parse().ok());
        return Some(Counted::Late {
            scenario: scenario(name)?,
            next: [Some(next.next()??), next.next().flatten()],
        });
    }
    scenario(name).map(Counted::Path)
}

fn scenario(name: &str) -> Option<Scenario> {
    let mut scenarios = Scenario::ALL.iter();
    scenarios.find(|scenario| scenario.name() == name).copied()
}

struct Source<R>(R);

impl<R: Read> Source<R> {
    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn int(&mut self) -> io::Result<u32> {
        self.bytes().map(u32::from_be_bytes)
    }

    fn short(&mut self) -> io::Result<u16> {
        self.bytes().map(u16::from_be_bytes)
    }

    fn byte(&mut self) -> io::Result<u8> {
        self.bytes().map(|[byte]| byte)
    }

    fn text(&mut self) -> Result<String, CountsError> {
        let length = self.int()?;
        if length > LONGEST {
            return Err(CountsError::Damaged("a text is too long"));
        }
        let mut bytes = vec![0; length as usize];
        self.0.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| CountsError::Damaged("a text is not UTF-8"))
    }

    fn texts(&mut self) -> Result<Vec<String>, CountsError> {
        (0..self.int()?).map(|_| self.text()).collect()
    }

    fn method(&mut self) -> Result<Option<Method>, CountsError> {
        if self.int()? == 0 {
            return Ok(None);
        }
        let name = self.text()?;
        let library = self.byte()? != 0;
        let words = self.int()?;
        let returns = self.byte()?;
        let prologue = (0..self.byte()?)
            .map(|_| self.byte())
            .collect::<Result<_, _>>()?;
        let blocks = (0..self.int()?)
            .map(|_| self.block())
            .collect::<Result<_, _>>()?;
        let paths = (0..self.int()?)
            .map(|_| self.path())
            .collect::<Result<_, _>>()?;
        Ok(Some(Method {
            name,
            library,
            words,
            returns,
            prologue,
            blocks,
            paths,
        }))
    }

    fn block(&mut self) -> io::Result<Block> {
        let bytecodes = (0..self.short()?)
            .map(|_| Ok((self.byte()?, self.short()?)))
            .collect::<io::Result<_>>()?;
        let calls = (0..self.short()?)
            .map(|_| self.int())
            .collect::<io::Result<_>>()?;
        Ok(Block { bytecodes, calls })
    }

    fn path(&mut self) -> Result<PathCount, CountsError> {
        let slot = self.int()? as usize;
        let opcode = self.byte()?;
        let name = self.text()?;
        let counted = counted(&name).ok_or(CountsError::Damaged("no such path"))?;
        Ok(PathCount {
            slot,
            opcode,
            counted,
        })
    }

    fn contexts(&mut self, methods: &[Option<Method>]) -> Result<Vec<Context>, CountsError> {
        if self.0.read_varint::<u64>()? != 0 {
            return Err(CountsError::Damaged("a thread without a start"));
        }
        let mut contexts = vec![Context::default()];
        loop {
            let method: u64 = self.0.read_varint()?;
            if method == 0 {
                return Ok(contexts);
            }
            let context = self.context(method as usize - 1, contexts.len())?;
            let known = methods.get(method as usize - 1).and_then(Option::as_ref);
            let known = known.ok_or(CountsError::Damaged("a context has no method"))?;
            if context.counts.len() < known.slots() {
                return Err(CountsError::Damaged("a context has too few counts"));
            }
            contexts.push(context);
        }
    }

    fn context(&mut self, method: usize, place: usize) -> Result<Context, CountsError> {
        let back: u64 = self.0.read_varint()?;
        let parent = place.checked_sub(back as usize).filter(|_| back != 0);
        let parent = parent.ok_or(CountsError::Damaged(
            "a caller does not stand before its callee",
        ))?;
        let [calls, entry_misses, exit_misses, number] = self.varints()?;
        if number > u64::from(LONGEST) {
            return Err(CountsError::Damaged("a context has too many counts"));
        }
        let counts = (0..number)
            .map(|_| self.0.read_varint())
            .collect::<io::Result<_>>()?;
        Ok(Context {
            method: Some(method),
            parent,
            calls,
            entry_misses,
            exit_misses,
            counts,
        })
    }

    fn varints<const N: usize>(&mut self) -> io::Result<[u64; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.0.read_varint()?;
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_without_a_name_is_damage() {
        let mut bytes = MAGIC.to_vec();
        let mut ints = |ints: &[u32]| bytes.extend(ints.iter().flat_map(|it| it.to_be_bytes()));
        // One method with an empty name.
        ints(&[1, 1, 0]);
        bytes.push(0);
        bytes.extend(1_u32.to_be_bytes());
        bytes.extend([177, 0]);
        // One block without bytecodes that calls name 0, no paths, no names.
        bytes.extend(1_u32.to_be_bytes());
        bytes.extend([0, 0, 0, 1]);
        bytes.extend([0; 12]);
        let error = Counts::read(&*bytes).expect_err("it is damaged");
        assert!(error.to_string().ends_with("a call has no name"), "{error}");
    }

    #[test]
    fn what_is_executed_late_is_one_bytecode_or_two() {
        let late = |next| {
            let scenario = Scenario::Index;
            Some(Counted::Late { scenario, next })
        };
        assert_eq!(counted("index then 61 28"), late([Some(61), Some(28)]));
        assert_eq!(counted("index then 61"), late([Some(61), None]));
        assert_eq!(counted("index"), Some(Counted::Path(Scenario::Index)));
        for wrong in ["index then", "index then x", "nothing then 61"] {
            assert_eq!(counted(wrong), None, "{wrong}");
        }
    }
}
