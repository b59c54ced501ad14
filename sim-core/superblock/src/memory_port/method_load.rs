//! Lookups of methods and their loads.

use method_cache::{Lookup, MethodCache};
use sim_core::decode::MemoryOp;
use sim_core::probe::MethodLookup;
use sim_core::simpcon::CacheClass;

use crate::core::Load;
use crate::latency::Latency;
use crate::memory_port::MemoryPort;
use crate::sums::{Sums, Waited};

impl<S: Sums> MemoryPort<'_, S> {
    /// Begins the load of a method: what it does is done when it is waited for.
    #[inline(always)]
    pub(crate) fn look_up(&mut self, a: u32, strobe: u64) -> Option<()> {
        let length = a & 0x3FF;
        let cycles = self.load_cycles(length);
        let window = self.system.controller.base_reg < self.system.controller.pos_reg;
        let longest = u64::from(cycles) + self.margin;
        if length == 0 || window || strobe + longest > self.core.horizon {
            return None;
        }
        let address = a >> 10 & method_cache::ADDRESS_MASK;
        if S::MAY_STOP && self.sums.watches(address) {
            return None;
        }
        let Lookup { hit, start_word } = self.system.method_cache.peek(address, length);
        let delay = match S::SHARED && !hit {
            true => self.ask_load(a, strobe)?,
            false => 0,
        };
        self.core.load = Some(Load {
            cycle: strobe,
            a,
            hit,
            start_word,
            delay,
        });
        let free = if hit {
            self.latencies.hit.free
        } else {
            cycles + delay
        };
        self.core.busy = strobe + u64::from(free);
        self.core.last_op = MemoryOp::MethodLoad;
        Some(())
    }

    pub(super) fn load_cycles(&self, length: u32) -> u32 {
        let (fixed, each) = self.latencies.miss;
        fixed + each * length
    }

    /// What the load of a method has done when it is done; `wait` is the cycle in which microcode begins to wait for it. Since its
    /// strobe something else may have become busy.
    pub(crate) fn finish_load(&mut self, load: &Load, wait: u64) {
        let start = load.a >> 10 & method_cache::ADDRESS_MASK;
        let length = load.a & 0x3FF;
        let (hit, start_word) = (load.hit, load.start_word);
        let cache = &mut self.system.method_cache;
        let controller = &mut self.system.controller;
        // What it compares is that of the cycle after the strobe.
        cache.look_up_again(Lookup { hit, start_word }, start, length);
        controller.bc_len = length;
        self.statistics.method_lookups += 1;
        let lookup = MethodLookup {
            address: start,
            length,
            hit,
            start_word,
        };
        // The answer is there one cycle later where the tags have taken the method in.
        self.sums.looked_up(&Waited {
            strobe: load.cycle,
            wait,
            answer: load.cycle + if hit { 3 } else { 4 },
            lookup,
            bytecode: self.core.jinstr,
        });
        self.core.field_pulse = false;
        controller.read_ocache = false;
        if hit {
            self.core.rd_data = self.bus_data();
            self.statistics.method_hits += 1;
            if self.system.method_cache.needs_words() {
                self.put_words(start, length, start_word);
            }
            self.set_address(start);
            self.comes_to_rest(load.cycle, self.latencies.hit);
            return;
        }
        self.statistics.method_words_loaded += u64::from(length);
        self.load_words(start, length, start_word);
        let cycles = self.load_cycles(length) + load.delay;
        self.comes_to_rest(load.cycle, Latency::plain(cycles, cycles));
    }

    /// The words of a method, and one more that is read in vain.
    pub(super) fn load_words(&mut self, start: u32, length: u32, start_word: u32) {
        let mask = self.jbc.len() as u32 - 1;
        self.put_words(start, length, start_word);
        let data = self.word(start + length);
        let controller = &mut self.system.controller;
        controller.bc_len = 0;
        controller.bc_addr = (start_word + length) & mask >> 2;
        self.set_address(start + length + 1);
        if self.has_caches() {
            let address = start + length;
            self.statistics.memory_reads += u64::from(length) - 1;
            self.has_read_cached(&[(CacheClass::Bypass, address), (CacheClass::Bypass, address)]);
        } else {
            self.has_read_memory(u64::from(length) + 1, start + length, data);
        }
    }

    /// The words of a method in the bytecode RAM.
    fn put_words(&mut self, start: u32, length: u32, start_word: u32) {
        let mask = self.jbc.len() as u32 - 1;
        let key = start << 10 | length;
        let first = start_word << 2 & mask;
        let memory = &self.system.memory.words;
        let place = start as usize..(start + length) as usize;
        if let Some(words) = memory.as_slice().get(place) {
            self.methods.load(key, first, self.jbc, words);
        } else {
            let words: Vec<u32> = (start..start + length).map(|at| memory.read(at)).collect();
            self.methods.load(key, first, self.jbc, &words);
        }
    }
}
