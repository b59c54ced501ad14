//! One scene on the machine with the microcode in question and on the fast engine.

use cost_model::{CostRow, Scenario};
use fast_engine::{Engine, Fault};
use isa::Stop;
use sim_core::probe::Signals;
use sim_core::{MachineState, Probe};

use super::bench::Bench;
use crate::scene::{Outcome, Scene, SceneError};

/// Words that the microcode uses as it likes. Those of them that the runtime reads are compared with our microcode's.
const SCRATCH: std::ops::Range<usize> = 6..30;
/// Words of the scratch that the runtime reads (spec 12 section 1).
const READ_BY_RUNTIME: [usize; 4] = [14, 15, 17, 19];
/// Words of the ROM.
const ROM: usize = microcode::ROM_WORDS;

/// Words of the ROM that the machine came to.
#[derive(Debug)]
pub(super) struct Reached(Box<[bool; ROM]>);

impl Default for Reached {
    fn default() -> Self {
        Self(Box::new([false; ROM]))
    }
}

impl Probe for Reached {
    fn cycle(&mut self, state: &MachineState, _signals: &Signals) {
        self.0[usize::from(state.microcode_fetch.rom_address) % ROM] = true;
    }
}

impl Reached {
    /// The first word on the paths of a row that the machine did not come to. No other core is there to hold a monitor.
    pub(super) fn first_missing(&self, row: &CostRow) -> Option<u16> {
        let alone = |scenario| !matches!(scenario, Scenario::Refused | Scenario::OtherCore);
        let paths = row.paths.iter().filter(|path| alone(path.scenario));
        let spans = paths.flat_map(|path| &path.microcode);
        let mut words = spans.flat_map(|span| span.first..=span.last);
        words.find(|address| !self.0[usize::from(*address) % ROM])
    }
}

impl Bench<'_> {
    /// Compares the machine with this microcode and the fast engine on a scene.
    ///
    /// # Errors
    /// With what differs.
    pub(super) fn compare(&self, scene: Scene, reached: &mut Reached) -> Result<(), String> {
        let ours = scene.clone().run_on(&self.ours, self.config);
        let ours = ours.map_err(|error| error.to_string())?;
        let stage = scene.stage(self.program, self.config);
        let stage = stage.map_err(|error| error.to_string())?;
        let config = stage.machine.config().clone();
        let words = &stage.machine.state.memory_system.memory.words;
        let stack_ram = &self.program.stack_ram;
        let costs = self.costs.clone();
        let engine = Engine::new(&config, self.build, costs, words.as_slice(), stack_ram);
        let mut engine = engine.map_err(|error| error.to_string())?;
        let outcome = stage.run(reached).map_err(|error| match error {
            SceneError::NoEnd(_) => "the machine does not come back from it".to_owned(),
            SceneError::Machine(error) => error.to_string(),
        })?;
        loop {
            match engine.run(outcome.end(), &mut fast_engine::NoProbe) {
                Ok(Stop::Limit) => break,
                Ok(_) => {}
                // Whatever the microcode is, neither runs it.
                Err(Fault::MethodTooLong { .. }) => return Ok(()),
                Err(fault) => return Err(fault.to_string()),
            }
        }
        let difference = registers(&engine, &outcome)
            .or_else(|| memories(&engine, &outcome))
            .or_else(|| scratch(&ours, &outcome));
        difference.map_or(Ok(()), Err)
    }
}

fn other(what: &str, found: u32, expected: u32) -> Option<String> {
    let (found, expected) = (found.cast_signed(), expected.cast_signed());
    (found != expected).then(|| format!("{what} is {found} instead of {expected}"))
}

fn registers(engine: &Engine, outcome: &Outcome) -> Option<String> {
    let stack = &outcome.machine.state.stack;
    let [top, next] = engine.top();
    other("the top of stack", stack.a, top)
        .or_else(|| other("the second word of the stack", stack.b, next))
        .or_else(|| other("the stack pointer", outcome.top(), engine.stack_top()))
        .or_else(|| {
            other(
                "the address of local variable 0",
                outcome.vp(),
                engine.locals(),
            )
        })
}

fn memories(engine: &Engine, outcome: &Outcome) -> Option<String> {
    let state = &outcome.machine.state;
    let stack = || pairs(&state.stack.ram, engine.stack_ram());
    let memory = state.memory_system.memory.words.as_slice();
    let sp = state.stack.sp() as usize;
    let in_use = stack().take(sp + 1);
    let in_use = in_use.filter(|(place, ..)| !SCRATCH.contains(place));
    let (found, expected) = (outcome.end(), engine.cycles());
    let cycles = (found != expected)
        .then(|| format!("a test ends in cycle {found}, where the derived costs give {expected}"));
    first_other(in_use, |place| format!("word {place} of the stack RAM"))
        .or_else(|| {
            first_other(pairs(memory, engine.memory()), |place| {
                format!("word {place} of main memory")
            })
        })
        .or(cycles)
        .or_else(|| {
            first_other(stack().skip(sp + 1), |place| {
                format!("word {place} of the stack RAM, above the stack,")
            })
        })
}

/// Numbers of words, and the words of both.
fn pairs<'a>(
    found: &'a [u32],
    expected: &'a [u32],
) -> impl Iterator<Item = (usize, u32, u32)> + 'a {
    let words = found.iter().zip(expected).enumerate();
    words.map(|(place, (found, expected))| (place, *found, *expected))
}

fn first_other(
    mut words: impl Iterator<Item = (usize, u32, u32)>,
    what: impl Fn(usize) -> String,
) -> Option<String> {
    words.find_map(|(place, found, expected)| other(&what(place), found, expected))
}

/// Scratch that the runtime reads, against that of our microcode.
fn scratch(ours: &Outcome, outcome: &Outcome) -> Option<String> {
    READ_BY_RUNTIME.iter().find_map(|place| {
        let what = format!("word {place} of the stack RAM, which the runtime reads,");
        other(&what, outcome.stack_ram(*place), ours.stack_ram(*place))
    })
}
