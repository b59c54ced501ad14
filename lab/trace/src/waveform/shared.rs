//! Signals of what several processors share: arbiter, memory, lock unit.

use std::borrow::Cow;

use isa::{LockUnitKind, Processors};
use sim_core::cmp::SharedSignals;
use sim_core::cmp::ihlu::{ENTRIES, Ihlu};
use sim_core::cmp::lock_unit::LockUnit;

use super::sampled::Sampled;
use super::writer::CORES;
use super::{Declared, Format, TOP};

/// The number that stands for no processor.
const NOBODY: u64 = 8;

/// The value of a signal; the second argument is the processor whose access the memory works on.
type Shown = Box<dyn Fn(&SharedSignals, u64) -> u64>;

/// All units.
pub(super) struct SharedUnits {
    signals: Vec<(Declared, Shown)>,
    pub(super) sampled: Sampled,
    served: u64,
}

impl SharedUnits {
    /// Those of such processors.
    pub(super) fn new(processors: &Processors) -> Self {
        let cores = usize::from(processors.cores);
        let mut units = Self {
            signals: Vec::new(),
            sampled: Sampled::default(),
            served: NOBODY,
        };
        units.add_arbiter(cores);
        units.add_memory();
        match processors.lock_unit {
            LockUnitKind::None => {}
            LockUnitKind::Ihlu => units.add_table(cores),
            LockUnitKind::Cmpsync => units.add_global(),
        }
        units
    }

    pub(super) fn declare(&mut self, signals: &mut Vec<Declared>) {
        let first = signals.len();
        signals.extend(self.signals.iter().map(|(declared, _)| declared.clone()));
        self.sampled = Sampled::new(first, &signals[first..]);
    }

    pub(super) fn sample(&mut self, signals: &SharedSignals) {
        if signals.granted != 0 {
            self.served = signals.granted.trailing_zeros().into();
        } else if signals.response.rdy_cnt == 0 {
            self.served = NOBODY;
        }
        for ((_, shown), value) in self.signals.iter().zip(&mut self.sampled.now) {
            *value = shown(signals, self.served);
        }
    }

    fn add(
        &mut self,
        scopes: &[&'static str],
        name: &str,
        format: Format,
        shown: impl Fn(&SharedSignals, u64) -> u64 + 'static,
    ) {
        let declared = Declared {
            scopes: [&[TOP], scopes].concat(),
            name: name.to_owned(),
            format,
        };
        self.signals.push((declared, Box::new(shown)));
    }

    fn add_arbiter(&mut self, cores: usize) {
        const ARBITER: &str = "arbiter";
        self.add(&[ARBITER], "counter", Format::Bits(32), |s, _| {
            s.counter.unwrap_or(0).into()
        });
        self.add(&[ARBITER], "grants", CORE, |s, _| match s.granted {
            0 => NOBODY,
            granted => granted.trailing_zeros().into(),
        });
        for (core, scope) in CORES.into_iter().enumerate().take(cores) {
            let own = [ARBITER, scope];
            self.add(&own, "rd", BIT, move |s, _| s.requests[core].rd.into());
            self.add(&own, "wr", BIT, move |s, _| s.requests[core].wr.into());
            self.add(&own, "address", ADDRESS, move |s, _| {
                s.requests[core].address.into()
            });
            self.add(&own, "wr_data", WORD, move |s, _| {
                s.requests[core].wr_data.into()
            });
            self.add(&own, "waits", BIT, move |s, _| (s.waits >> core & 1).into());
        }
    }

    fn add_memory(&mut self) {
        const MEMORY: [&str; 1] = ["memory"];
        self.add(&MEMORY, "serves", CORE, |_, served| served);
        self.add(&MEMORY, "rd", BIT, |s, _| s.command.rd.into());
        self.add(&MEMORY, "wr", BIT, |s, _| s.command.wr.into());
        self.add(&MEMORY, "address", ADDRESS, |s, _| s.command.address.into());
        self.add(&MEMORY, "wr_data", WORD, |s, _| s.command.wr_data.into());
        self.add(&MEMORY, "rd_data", WORD, |s, _| s.response.rd_data.into());
        self.add(&MEMORY, "rdy_cnt", Format::Bits(2), |s, _| {
            s.response.rdy_cnt.into()
        });
    }

    fn add_table(&mut self, cores: usize) {
        self.add(
            &[LOCK_UNIT],
            "state",
            Format::Text(9, scan_state),
            |s, _| table(s, 0, |unit| unit.state as u64),
        );
        self.add(&[LOCK_UNIT], "scan", Format::Bits(3), |s, _| {
            table(s, 0, |unit| unit.scan as u64)
        });
        self.add(&[LOCK_UNIT], "total", Format::Bits(6), |s, _| {
            table(s, 0, |unit| unit.total() as u64)
        });
        for (core, scope) in CORES.into_iter().enumerate().take(cores) {
            let own = [LOCK_UNIT, scope];
            self.add(&own, "halted", BIT, move |s, _| {
                (s.halted >> core & 1).into()
            });
            self.add(&own, "waits_for", CORE, move |s, _| {
                let lock = s.lock_unit.waits_for(core);
                lock.map_or(NOBODY, |(_, owner)| owner as u64)
            });
        }
        for entry in 0..ENTRIES {
            let own = [LOCK_UNIT, "locks"];
            let (key, owner) = (format!("key_{entry}"), format!("owner_{entry}"));
            self.add(&own, &owner, CORE, move |s, _| {
                table(s, NOBODY, |unit| {
                    unit.held(entry).map_or(NOBODY, |(_, owner)| owner as u64)
                })
            });
            self.add(&own, &key, WORD, move |s, _| {
                table(s, 0, |unit| {
                    unit.held(entry).map_or(0, |(key, _)| key.into())
                })
            });
        }
    }

    fn add_global(&mut self) {
        self.add(&[LOCK_UNIT], "owner", CORE, |s, _| match s.lock_unit {
            LockUnit::Cmpsync(unit) => unit.owner.map_or(NOBODY, |owner| owner as u64),
            _ => NOBODY,
        });
        self.add(&[LOCK_UNIT], "last", CORE, |s, _| match s.lock_unit {
            LockUnit::Cmpsync(unit) => unit.last as u64,
            _ => NOBODY,
        });
    }
}

const LOCK_UNIT: &str = "lock_unit";
const BIT: Format = Format::Bits(1);
const ADDRESS: Format = Format::Bits(23);
const WORD: Format = Format::Bits(32);
const CORE: Format = Format::Text(5, core_name);

fn core_name(number: u64) -> Cow<'static, str> {
    CORES.get(number as usize).copied().unwrap_or("-").into()
}

fn scan_state(number: u64) -> Cow<'static, str> {
    let name = match number {
        0 => "idle",
        1 => "ram",
        2 => "delay",
        _ => "operation",
    };
    name.into()
}

fn table(signals: &SharedSignals, otherwise: u64, value: impl Fn(&Ihlu) -> u64) -> u64 {
    match signals.lock_unit {
        LockUnit::Ihlu(unit) => value(unit),
        LockUnit::None | LockUnit::Cmpsync(_) => otherwise,
    }
}
