//! State of the engine between two bytecodes.

use std::ops::Range;

use crate::bus::Bus;
use crate::code::{Code, MethodId, place};
use isa::{MachineConfig, OrganisationKind};
use method_cache::Longest;
use microcode::Build;

use crate::config::{self, ConfigError};
use crate::error::Fault;
use crate::lookups::Lookups;
use crate::object_cache::ObjectCache;
use crate::probe::MethodLookup;
use crate::stack::Stack;

/// Counters of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Bytecodes dispatched.
    pub bytecodes: u64,
    /// Interrupts taken.
    pub interrupts: u64,
    /// Exceptions taken.
    pub exceptions: u64,
    /// Executions of `athrow`.
    pub thrown: u64,
    /// Method-cache lookups.
    pub method_lookups: u64,
    /// Lookups that hit.
    pub method_hits: u64,
    /// Words of bytecode loaded into the method cache.
    pub method_words_loaded: u64,
}

/// Everything that a bytecode can change.
#[derive(Debug, Clone)]
pub(crate) struct Core {
    pub(crate) stack: Stack<true>,
    pub(crate) bus: Bus,
    pub(crate) object_cache: Option<ObjectCache>,
    pub(crate) switch: MethodSwitch,
    pub(crate) code: Code,
    /// Offset of the next bytecode in the running method.
    pub(crate) pc: u32,
    /// Index of a native field access that met null: the memory unit keeps it for the next access (spec 04 section 8).
    pub(crate) native_index: Option<u32>,
    pub(crate) strict: bool,
    /// Counters; those of the method cache are in `switch`.
    pub(crate) counters: Counters,
}

/// The method cache and the method that runs.
#[derive(Debug, Clone)]
pub(crate) struct MethodSwitch {
    method_cache: Lookups,
    longest_method: Longest,
    /// The words of a hit come from memory, too.
    puts_words: bool,
    /// The running method.
    pub(crate) method: MethodId,
    pub(crate) lookups: u64,
    pub(crate) hits: u64,
    pub(crate) words_loaded: u64,
    /// The last lookup, for probes.
    pub(crate) last: Option<MethodLookup>,
}

impl Core {
    /// The state after reset.
    pub(crate) fn new(
        config: &MachineConfig,
        build: Build,
        image: &[u32],
        stack_ram: &[u32],
    ) -> Result<Self, ConfigError> {
        config::check_machine(config)?;
        config::check_image(config, image)?;
        Ok(Self {
            stack: Stack::new(config.ram_width, stack_ram),
            bus: Bus::new(config, image),
            object_cache: config.object_cache.then(ObjectCache::default),
            switch: MethodSwitch {
                method_cache: Lookups::new(config)?,
                longest_method: Longest::of(config),
                puts_words: matches!(config.method_cache, OrganisationKind::Studied(_)),
                method: 0,
                lookups: 0,
                hits: 0,
                words_loaded: 0,
                last: None,
            },
            code: Code::new(),
            pc: 0,
            native_index: None,
            strict: build == Build::Strict,
            counters: Counters::default(),
        })
    }

    /// Nothing makes accesses go another way than plainly.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        !self.bus.redirects() && self.native_index.is_none()
    }
}

impl MethodSwitch {
    /// Puts an empty method cache in place, and these methods into it.
    pub(crate) fn refill(
        &mut self,
        config: &MachineConfig,
        words: &[u32],
    ) -> Result<(), isa::ConfigError> {
        self.method_cache = Lookups::new(config)?;
        for word in words {
            self.method_cache.find(place(*word).0, word & 0x3FF);
        }
        Ok(())
    }

    /// Asks the method cache for the method of a struct's first word and makes it the running one; `miss` tells what a
    /// load costs. Gives the cycles of the load.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        word: u32,
        code: &mut Code,
        bus: &mut Bus,
        miss: impl FnOnce(u32) -> u32,
    ) -> Result<u64, Fault> {
        let (method, words) = place(word);
        self.longest_method
            .check(words)
            .map_err(|reason| Fault::MethodTooLong { method, reason })?;
        let hit = self.method_cache.find(method, word & 0x3FF);
        self.lookups += 1;
        self.hits += u64::from(hit);
        self.method = if hit && !self.puts_words {
            // The tag is the address alone: what was loaded from there stands in the cache, with the length it had then.
            // The tag 0 is also that of an empty block and of a method's second.
            let id = code.at(method).filter(|_| method != 0);
            id.ok_or(Fault::NeverLoaded { method })?
        } else {
            match code.known(word) {
                Some(id) if !bus.code_written => id,
                known => load(word, known, code, bus),
            }
        };
        let cycles = if hit {
            0
        } else {
            self.words_loaded += u64::from(word & 0x3FF);
            miss(words).into()
        };
        self.last = Some(MethodLookup {
            method,
            words,
            hit,
            cycles,
        });
        Ok(cycles)
    }
}

/// Copies a method, unless the copy that is there is still true.
#[cold]
fn load(word: u32, known: Option<MethodId>, code: &mut Code, bus: &mut Bus) -> MethodId {
    if let Some(id) = known
        && code.is_current(id, &bus.words)
    {
        return id;
    }
    let (address, words) = place(word);
    let size = bus.words.len() as u32;
    let first = address % size;
    let range = &mut bus.code;
    *range = if first + words > size {
        0..size
    } else if Range::is_empty(range) {
        first..first + words
    } else {
        range.start.min(first)..range.end.max(first + words)
    };
    code.load(word, &bus.words)
}
