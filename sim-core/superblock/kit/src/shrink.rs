//! A smaller case with a difference, found greedily: the same from the same case.

use isa::{MachineConfig, MemoryKind, OrganisationKind};

use crate::case::{Case, Difference, NOP};

/// Cases tried at most.
const MOST_TRIES: u32 = 8000;

/// A case and its difference.
pub(crate) struct Shrinker {
    pub(crate) case: Case,
    pub(crate) difference: Difference,
    tries: u32,
}

impl Shrinker {
    pub(crate) fn new(case: Case, difference: Difference) -> Self {
        Self {
            case,
            difference,
            tries: 0,
        }
    }

    /// Makes it as small as it gets.
    pub(crate) fn shrink(&mut self) {
        let start = self.case.starts[self.difference.start].clone();
        self.attempt(|case| case.starts = vec![start]);
        loop {
            let before = self.case.clone();
            self.shorten();
            self.simplify_machine();
            self.fill(|case| &mut case.rom.0, NOP);
            self.simplify_words();
            self.fill(|case| &mut case.memory.0, 0);
            self.fill(|case| &mut case.stack.0, 0);
            self.fill(|case| &mut case.bytes.0, 0);
            self.simplify_table();
            if self.case == before || self.tries >= MOST_TRIES {
                break;
            }
        }
        self.trim();
    }

    /// Keeps a change after which there is a difference.
    fn attempt(&mut self, change: impl FnOnce(&mut Case)) -> bool {
        let mut case = self.case.clone();
        change(&mut case);
        if case == self.case || self.tries >= MOST_TRIES {
            return false;
        }
        self.tries += 1;
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case.check()));
        let difference = match outcome {
            Ok(Ok(_)) => return false,
            Ok(Err(difference)) => difference,
            Err(_) => panicked(),
        };
        // A configuration without machine is no case.
        if difference.cycles == 0 && difference.report != panicked().report {
            return false;
        }
        self.case = case;
        self.difference = difference;
        true
    }

    fn shorten(&mut self) {
        let cycles = self.difference.cycles;
        if cycles > 0 {
            self.attempt(|case| case.starts[0].cycles = cycles);
        }
        self.attempt(|case| case.starts[0].timer = None);
        self.attempt(|case| case.falters = None);
        self.attempt(|case| case.starts[0].quiet = true);
        // One cut.
        self.attempt(|case| case.starts[0].apart = 1 << 40);
    }

    fn simplify_machine(&mut self) {
        let default = MachineConfig::default();
        self.attempt(|case| case.config.data_cache = false);
        self.attempt(|case| case.config.object_cache = false);
        self.attempt(|case| case.config.spm_width = 0);
        self.attempt(|case| case.config.ram_width = default.ram_width);
        self.attempt(|case| case.config.method_cache = OrganisationKind::Fifo);
        self.attempt(|case| {
            case.config.memory = MemoryKind::Sram32;
            case.config.ram_cnt = default.ram_cnt;
        });
        self.attempt(|case| case.config.ram_cnt = default.ram_cnt);
        self.attempt(|case| case.config.memory_words = 1024);
        self.attempt(|case| case.config.clk_freq_hz = default.clk_freq_hz);
    }

    /// Sets words to `word`: halves first, then smaller parts.
    fn fill<T: Copy + PartialEq>(&mut self, of: fn(&mut Case) -> &mut Vec<T>, word: T) {
        let length = of(&mut self.case).len();
        let mut part = length;
        while part > 0 {
            let mut from = 0;
            while from < length {
                let to = (from + part).min(length);
                self.attempt(|case| of(case)[from..to].fill(word));
                from = to;
            }
            part /= 2;
        }
    }

    fn simplify_words(&mut self) {
        for at in 0..self.case.rom.0.len() {
            for flag in [0x400, 0x800] {
                self.attempt(|case| case.rom.0[at] &= !flag);
            }
            if self.case.rom.0[at] & 0x3FF != NOP {
                self.attempt(|case| case.rom.0[at] &= 0xC00);
            }
        }
    }

    fn simplify_table(&mut self) {
        let first = self.case.table.0[0];
        self.attempt(|case| case.interrupt = first);
        self.attempt(|case| case.exception = first);
        for entry in self.case.table.0.clone() {
            self.attempt(|case| {
                let entries = case.table.0.iter_mut();
                entries
                    .filter(|it| **it == entry)
                    .for_each(|it| *it = first);
            });
        }
    }

    /// Leaves out what is there anyway.
    fn trim(&mut self) {
        let Case {
            rom,
            memory,
            stack,
            bytes,
            ..
        } = &mut self.case;
        trim(&mut rom.0, NOP);
        trim(&mut memory.0, 0);
        trim(&mut stack.0, 0);
        trim(&mut bytes.0, 0);
    }
}

/// A difference of a case in which an engine panics.
pub(crate) fn panicked() -> Difference {
    Difference {
        start: 0,
        cycles: 0,
        report: "an engine panics".to_owned(),
    }
}

fn trim<T: Copy + PartialEq>(words: &mut Vec<T>, word: T) {
    let last = words.iter().rposition(|it| *it != word);
    words.truncate(last.map_or(0, |last| last + 1));
}
