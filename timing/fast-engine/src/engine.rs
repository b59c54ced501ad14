//! The engine: an image, a machine and a table of costs.

use std::sync::Arc;

use cost_model::{EvaluatedTable, RowId};

use isa::op::ATHROW;
use isa::{MachineConfig, Output, Sender, Stop};
use microcode::Build;

use crate::config::{self, ConfigError};
use crate::core::{Core, Counters};
use crate::error::{Fault, check_cycles};
use crate::probe::{Executed, Place, Probe, Use};
use crate::quick_code::QuickCode;
use crate::step::{self, Step};
use crate::system_device::Waiting;
use crate::{boot, calls, field_access, quick, replaced};

/// An engine that cannot be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EngineError {
    /// The machine is none that the engine can be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The start of the program fails.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A processor with its memory and devices, between two bytecodes.
#[derive(Debug, Clone)]
pub struct Engine {
    pub(crate) costs: Arc<EvaluatedTable>,
    pub(crate) core: Core,
    /// Cycle that dispatches the next bytecode.
    pub(crate) cycle: u64,
    /// The start from reset, until a probe gets it.
    start: Option<Executed>,
    /// Cycle at whose end the last output left.
    output_at: u64,
    ended: bool,
    quick: QuickCode,
    /// Costs of methods in place of which the table has microcode; made when one is met.
    timeless: Option<Arc<EvaluatedTable>>,
}

impl Engine {
    /// A machine that is about to dispatch its first bytecode: `image` in memory, `stack_ram` the initial words of the stack
    /// RAM, bytecodes checked as this build of our microcode does.
    ///
    /// # Errors
    /// When the configuration cannot be, image and memory do not fit, or the first method cannot run.
    pub fn new(
        config: &MachineConfig,
        build: Build,
        costs: EvaluatedTable,
        image: &[u32],
        stack_ram: &[u32],
    ) -> Result<Self, EngineError> {
        if costs.bytecodes.len() != 256 {
            return Err(Fault::Table(costs.bytecodes.len()).into());
        }
        let mut core = Core::new(config, build, image, stack_ram)?;
        let start = boot::boot(&mut core, &costs)?;
        let strict = build == Build::Strict;
        Ok(Self {
            quick: QuickCode::new(&costs, strict, config.object_cache),
            costs: Arc::new(costs),
            core,
            cycle: start.cycles,
            start: Some(start),
            output_at: 0,
            ended: false,
            timeless: None,
        })
    }

    /// The same with the costs derived from that build of our microcode.
    ///
    /// # Errors
    /// As for [`Engine::new`], and when no formula knows the memory.
    pub fn with_derived_costs(
        config: &MachineConfig,
        build: Build,
        image: &[u32],
    ) -> Result<Self, EngineError> {
        let program = microcode::jvm(build);
        config::check_machine(config)?;
        let costs = cost_model::derived_costs(config, &program).map_err(ConfigError::from)?;
        Self::new(config, build, costs, image, &program.stack_ram)
    }

    /// Clock cycles since reset: up to the next dispatch, or to the write that ended the program.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        if self.ended {
            self.output_at + 1
        } else {
            self.cycle
        }
    }

    /// Clock cycles from reset until the last output had left.
    #[must_use]
    pub fn cycles_of_output(&self) -> u64 {
        self.output_at + 1
    }

    /// Counters of the run so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let switch = &self.core.switch;
        Counters {
            method_lookups: switch.lookups,
            method_hits: switch.hits,
            method_words_loaded: switch.words_loaded,
            ..self.core.counters
        }
    }

    /// Reads of clocks and of a timed UART, waits for a cycle, and interrupts taken: with none of them the path of the program does not
    /// depend on cycles.
    #[must_use]
    pub fn time_uses(&self) -> u64 {
        self.core.bus.time_uses + self.core.counters.interrupts
    }

    /// Executions of each bytecode in the quick loop, reported in sums to probes with [`Probe::SUMS`].
    #[must_use]
    pub fn uses(&self) -> [Use; 256] {
        self.quick.uses(&self.core.code)
    }

    /// Stack RAM address of the running method's local 0.
    #[must_use]
    pub fn locals(&self) -> u32 {
        self.core.stack.vp
    }

    /// Returns true if bytes of the host are on their way to the program.
    #[must_use]
    pub fn has_input(&self) -> bool {
        self.core.bus.uart.has_input()
    }

    /// Main memory.
    #[must_use]
    pub fn memory(&self) -> &[u32] {
        &self.core.bus.words
    }

    /// The stack RAM; of words 6 to 29, scratch of the microcode, only those that the runtime reads are kept.
    #[must_use]
    pub fn stack_ram(&self) -> &[u32] {
        self.core.stack.words()
    }

    /// Address that the top of stack would have in the stack RAM; the two top words are [`Engine::top`].
    #[must_use]
    pub fn stack_top(&self) -> u32 {
        self.core.stack.sp.wrapping_add(2) & self.core.stack.mask()
    }

    /// Top of stack and the word below.
    #[must_use]
    pub fn top(&self) -> [u32; 2] {
        [self.core.stack.a, self.core.stack.b]
    }

    /// Puts a word into a local variable of the running method.
    pub fn put_local(&mut self, slot: u32, word: u32) {
        let address = self.core.stack.vp.wrapping_add(slot);
        self.core.stack.store(address, word);
    }

    /// Puts a word of data into main memory, without cycles; what is outside of it stays.
    pub fn put_word(&mut self, address: u32, word: u32) {
        if let Some(place) = self.core.bus.words.get_mut(address as usize) {
            *place = word;
        }
    }

    /// Empties the method cache but for the running method and the one at this code address, which has called it.
    ///
    /// # Errors
    /// If the machine has no such cache.
    pub fn forget_methods(
        &mut self,
        config: &MachineConfig,
        caller: u32,
    ) -> Result<(), ConfigError> {
        let code = &self.core.code;
        let caller = code.at(caller & method_cache::ADDRESS_MASK);
        let words = caller.into_iter().chain([self.core.switch.method]);
        let words: Vec<u32> = words.map(|id| code.methods[id as usize].word).collect();
        Ok(self.core.switch.refill(config, &words)?)
    }

    /// Reports writes to the static field at this word address to probes.
    pub fn watch(&mut self, field: u32) {
        self.core.bus.watch.fields.push(field);
        self.quick.watch(field);
    }

    /// Appends bytes of the host to what the UART receives.
    pub fn feed(&mut self, bytes: &[u8]) {
        let cycle = self.cycle_of_host();
        self.core.bus.uart.feed(cycle, bytes);
    }

    /// Sets how the host sends to a timed UART from now on.
    pub fn set_sender(&mut self, sender: Sender) {
        let cycle = self.cycle_of_host();
        self.core.bus.uart.set_sender(cycle, sender);
    }

    /// Cycle in which the host acts: reset until the program runs, though the engine has done its start.
    fn cycle_of_host(&self) -> u64 {
        if self.start.is_some() { 0 } else { self.cycle }
    }

    /// The bytes that a timed UART still holds, after the program has ended.
    pub fn empty_uart(&mut self) -> Vec<u8> {
        self.core.bus.uart.empty()
    }

    /// Runs until something leaves the machine or the next dispatch would be at `limit` or later.
    ///
    /// # Errors
    /// When the program does what the engine cannot execute.
    pub fn run<P: Probe>(&mut self, limit: u64, probe: &mut P) -> Result<Stop, Fault> {
        if let Some(start) = self.start.take() {
            self.report_accesses(probe);
            probe.executed(&start);
        }
        self.core.bus.accesses = P::DEVICES.then(Vec::new);
        loop {
            if let Some(output) = self.core.bus.outputs.pop_front() {
                return Ok(Stop::Output(self.leave(output)));
            }
            if self.cycle >= limit {
                self.core.bus.collect_sent(self.cycle);
                match self.core.bus.outputs.pop_front() {
                    Some(output) => return Ok(Stop::Output(self.leave(output))),
                    None => return Ok(Stop::Limit),
                }
            }
            if !P::BYTECODES && !probe.wants_steps() && self.core.is_plain() {
                let horizon = self.core.bus.system.quiet_until().min(limit);
                if self.cycle < horizon {
                    let quick = &mut self.quick;
                    self.cycle = quick::run(&mut self.core, quick, self.cycle, horizon, probe)?;
                }
                if self.cycle >= limit {
                    continue;
                }
            }
            self.step(probe)?;
        }
    }

    /// Reports the accesses of devices since the last report.
    #[inline(always)]
    fn report_accesses<P: Probe>(&mut self, probe: &mut P) {
        if P::DEVICES {
            for access in self
                .core
                .bus
                .accesses
                .iter_mut()
                .flat_map(|it| it.drain(..))
            {
                probe.accessed(&access);
            }
        }
    }

    fn leave(&mut self, (cycle, output): (u64, Output)) -> Output {
        self.output_at = cycle;
        self.ended |= matches!(output, Output::Exit(_));
        output
    }

    /// One bytecode, or one interrupt or exception entry.
    pub(crate) fn step<P: Probe>(&mut self, probe: &mut P) -> Result<(), Fault> {
        let (start, core) = (self.cycle, &mut self.core);
        let (method, pc) = step::place(core);
        let place = Place { method, pc };
        core.switch.last = None;
        let row = match core.bus.system.boundary(start) {
            Some(Waiting::Exception) => {
                core.counters.exceptions += 1;
                RowId::Exception
            }
            Some(Waiting::Interrupt) => {
                core.counters.interrupts += 1;
                RowId::Interrupt
            }
            None => {
                core.counters.bytecodes += 1;
                let opcode = step::opcode(core)?;
                core.counters.thrown += u64::from(opcode == ATHROW);
                if P::FIELDS
                    && let Some(access) = field_access::next(core, opcode)
                {
                    probe.field(&access, &core.bus.words);
                }
                RowId::Bytecode(opcode)
            }
        };
        let costs = self.costs.row(row);
        check_cycles(row, costs)?;
        let mut step = Step::new(core, costs, start);
        let done = match row {
            RowId::Bytecode(opcode) => match step::execute(&mut step, opcode) {
                Err(Fault::NotInMicrocode { .. }) => {
                    let costs = &self.costs;
                    let timeless = self
                        .timeless
                        .get_or_insert_with(|| Arc::new(replaced::timeless(costs)));
                    replaced::execute(&mut step, timeless, opcode)
                }
                done => done,
            },
            entry => calls::entry(&mut step, entry == RowId::Exception),
        };
        if step.unpriced {
            return Err(Fault::Unpriced { method, pc });
        }
        done?;
        step.end();
        self.cycle += step.cycles;
        if !step.core.stack.is_in_place() {
            return Err(Fault::StackAstray { method, pc });
        }
        let executed = step.executed(row, place);
        self.report_accesses(probe);
        if let Some((field, data)) = self.core.bus.watch.take() {
            probe.wrote(field, data);
        }
        probe.executed(&executed);
        Ok(())
    }
}
