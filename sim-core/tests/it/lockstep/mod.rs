//! Runs machine and interpreter side by side and compares what a program can see.
//!
//! A dispatch in cycle c, the ROM cycle of the word with `nxt`, is complete in cycle c + 3: the word was in IR in
//! c + 1 and in EX in c + 2. The Java PC shows the dispatch in c + 1 already, the stack pointer in c + 2; both
//! may have moved on in c + 3, so each register is taken in its cycle.

use std::collections::VecDeque;
use std::fmt::Write as _;

use microcode::Program;
use sim_core::probe::{Entry, Probe};
use sim_core::simpcon::Command;
use sim_core::{Machine, MachineState};

use crate::interpreter::{Coverage, Dispatch, Interpreter, Left};
use crate::legal_programs::LegalProgram;
use crate::support::words;

/// Dispatches of one program at most.
const DISPATCHES: usize = 150;
/// Words of one program at most.
const WORDS: u64 = 3000;
/// Cycles between two dispatches at most: the slowest memory needs 28 for each of 1025 words of a method.
const PATIENCE: u64 = 60_000;
/// Cycles to look at an idle program.
const IDLE: u64 = 40;

/// A dispatch that the machine has not completed.
#[derive(Debug, Default)]
struct Pending {
    cycle: u64,
    bytecode: u8,
    entry: u16,
    jpc: u32,
    sp: u32,
}

/// Sees the dispatches.
#[derive(Default)]
struct Dispatches(VecDeque<Pending>);

impl Probe for Dispatches {
    fn dispatch(&mut self, cycle: u64, _jpc: u32, _bytecode: u8) {
        self.0.push_back(Pending {
            cycle,
            ..Pending::default()
        });
    }

    fn entry(&mut self, cycle: u64, _entry: Entry) {
        self.dispatch(cycle, 0, 0);
    }
}

/// Compares all of a program; tells what it has met.
///
/// # Errors
/// With a report of the first difference.
pub(crate) fn run(case: &LegalProgram) -> Result<Coverage, String> {
    let program = case.program();
    let memory = case.world.memory();
    let machine = Machine::new(&case.world.config, &program, &memory).map_err(|e| e.to_string())?;
    let lockstep = Lockstep {
        machine,
        interpreter: Interpreter::new(&case.world.config, &program, &memory),
        dispatches: Dispatches::default(),
        program: &program,
        compared: 0,
    };
    lockstep.run()
}

struct Lockstep<'a> {
    machine: Machine,
    interpreter: Interpreter<'a>,
    dispatches: Dispatches,
    program: &'a Program,
    compared: usize,
}

impl Lockstep<'_> {
    /// To the idle loop, to what is not specified, or to the limits.
    fn run(mut self) -> Result<Coverage, String> {
        while self.compared < DISPATCHES {
            match self.interpreter.run_to_dispatch(WORDS) {
                Ok(Some(dispatch)) => self.compare_dispatch(dispatch)?,
                Ok(None) => {
                    self.compare_idle()?;
                    break;
                }
                Err(Left(_)) => return Ok(self.interpreter.coverage()),
            }
            self.compared += 1;
        }
        self.compare_scratchpad()?;
        Ok(self.interpreter.coverage())
    }

    fn compare_dispatch(&mut self, expected: Dispatch) -> Result<(), String> {
        let Some(found) = self.next_dispatch() else {
            return Err(self.report(&format!("no dispatch; expected {expected:x?}")));
        };
        let mut differences = Differences::default();
        differences.compare("bytecode", found.bytecode.into(), expected.bytecode.into());
        differences.compare("entry", found.entry.into(), expected.entry.into());
        differences.compare("jpc", found.jpc, expected.jpc);
        differences.compare("sp", found.sp, self.interpreter.stack.sp);
        self.compare_state(differences)
    }

    fn compare_idle(&mut self) -> Result<(), String> {
        // The last dispatch led here; the stack of the idle loop does not move.
        for _ in 0..IDLE {
            self.machine.step(&mut self.dispatches);
        }
        if !self.dispatches.0.is_empty() {
            return Err(self.report("a dispatch where the program idles"));
        }
        let mut differences = Differences::default();
        let state = &self.machine.state;
        differences.compare(
            "jpc",
            state.bytecode_fetch.jpc,
            self.interpreter.bytecodes.jpc,
        );
        differences.compare("sp", state.stack.sp(), self.interpreter.stack.sp);
        self.compare_state(differences)
    }

    /// Runs the machine until a dispatch is complete.
    fn next_dispatch(&mut self) -> Option<Pending> {
        let limit = self.machine.state.cycle + PATIENCE;
        while self.machine.state.cycle < limit {
            self.machine.step(&mut self.dispatches);
            let MachineState {
                cycle,
                bytecode_fetch,
                microcode_fetch,
                stack,
                ..
            } = &self.machine.state;
            for pending in &mut self.dispatches.0 {
                match cycle - pending.cycle {
                    1 => {
                        pending.bytecode = bytecode_fetch.jinstr;
                        pending.entry = microcode_fetch.pc;
                        pending.jpc = bytecode_fetch.jpc;
                    }
                    2 => pending.sp = stack.sp(),
                    _ => {}
                }
            }
            if self
                .dispatches
                .0
                .front()
                .is_some_and(|first| first.cycle + 3 == *cycle)
            {
                return self.dispatches.0.pop_front();
            }
        }
        None
    }

    /// Registers and memories that hold still between dispatches.
    fn compare_state(&self, mut differences: Differences) -> Result<(), String> {
        let (found, expected) = (&self.machine.state.stack, &self.interpreter.stack);
        differences.compare("A", found.a, expected.a);
        differences.compare("B", found.b, expected.b);
        differences.compare("vp", found.vp(), expected.vp[0]);
        differences.compare("ar", found.ar(), expected.ar);
        differences.compare_words("stack RAM", &found.ram, &expected.ram);
        let found = &self.machine.state.memory_system.memory.words;
        let expected = &self.interpreter.memory.bus.words;
        differences.compare_words("memory", found.as_slice(), expected);
        self.finish(&differences)
    }

    /// The scratchpad shows its words on the bus only.
    fn compare_scratchpad(&self) -> Result<(), String> {
        let mut scratchpad = self.machine.state.memory_system.scratchpad.clone();
        let expected = &self.interpreter.memory.bus.scratchpad;
        let mut read = |address: usize| {
            scratchpad.clock(&Command {
                rd: true,
                address: 0x40_0000 + address as u32,
                ..Command::IDLE
            });
            scratchpad.response().rd_data
        };
        let found: Vec<_> = (0..expected.len()).map(&mut read).collect();
        let mut differences = Differences::default();
        differences.compare_words("scratchpad", &found, expected);
        self.finish(&differences)
    }

    fn finish(&self, differences: &Differences) -> Result<(), String> {
        if differences.0.is_empty() {
            Ok(())
        } else {
            Err(self.report(&differences.0))
        }
    }

    /// The differences and the words that led to them.
    fn report(&self, differences: &str) -> String {
        let mut report = format!(
            "machine and interpreter differ at dispatch {} in cycle {}:\n{differences}\nwords executed last:\n",
            self.compared, self.machine.state.cycle
        );
        for address in self.interpreter.recent() {
            let word = words::text(self.program.word(address));
            let _ = writeln!(report, "  {address:4}  {word}");
        }
        report
    }
}

/// Lines that name what differs.
#[derive(Default)]
struct Differences(String);

impl Differences {
    fn compare(&mut self, name: &str, found: u32, expected: u32) {
        if found != expected {
            let _ = writeln!(
                self.0,
                "  {name}: machine {found:#x}, interpreter {expected:#x}"
            );
        }
    }

    fn compare_words(&mut self, name: &str, found: &[u32], expected: &[u32]) {
        if found != expected {
            self.compare(
                &format!("size of {name}"),
                found.len() as u32,
                expected.len() as u32,
            );
            for (address, (&found, &expected)) in found.iter().zip(expected).enumerate() {
                self.compare(&format!("{name}[{address}]"), found, expected);
            }
        }
    }
}
