//! A stage for one bytecode: memory, operand stack and locals before it, and a stop after it.
//!
//! The machine boots into a method without arguments and with eight locals. It pushes what the scene asks for, runs
//! [`MARKER`], then the tested bytecode; every way out of that ends in [`MARKER`] again, in this method, in a
//! method called, or in the exception entry.

use isa::address::system;
use isa::{MachineConfig, op};
use microcode::Program;
use sim_core::probe::Entry;
use sim_core::{Machine, MachineError, NoProbe, Probe};

use crate::image::{Image, MethodStruct, Shape};

/// Stands before the tested bytecode and where the run ends: `jopsys_nop`.
pub const MARKER: u8 = op::JOPSYS_NOP;
/// First local of the test method in the stack RAM.
pub const FIRST_LOCAL: u32 = 67;
/// Locals of the test method.
pub const LOCALS: u32 = 8;
/// First operand of the test method in the stack RAM.
pub const FIRST_OPERAND: u32 = FIRST_LOCAL + LOCALS + 5;

const CYCLE_LIMIT: u64 = 200_000;
/// Events in the message of a run without end.
const SHOWN_EVENTS: usize = 6;
const MEMORY_WORDS: u32 = 16_384;

/// Event at a bytecode boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A bytecode was dispatched.
    Bytecode(u8),
    /// An interrupt or exception took its place.
    Entry(Entry),
}

/// A run that did not reach its end.
#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    /// The machine refused configuration or image.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The marker never came.
    #[error("no end within {CYCLE_LIMIT} cycles; it begins with {0:?}; look at the scene's code")]
    NoEnd(Vec<Event>),
}

/// The stage.
#[derive(Debug, Clone)]
pub struct Scene {
    /// Memory besides the test method.
    pub image: Image,
    /// Class of the test method, which `invokesuper` starts from.
    pub class: u32,
    /// Methods of class JVM, one for each opcode.
    java_methods: u32,
    /// Methods of class JVMHelp: interrupt, two others, exception.
    help_methods: u32,
    constants: Vec<u32>,
    code: Vec<u8>,
    marker: u32,
    fill_words: usize,
}

impl Default for Scene {
    fn default() -> Self {
        Self::new()
    }
}

impl Scene {
    /// An empty stage; methods of classes JVM and JVMHelp end the run.
    #[must_use]
    pub fn new() -> Self {
        let mut image = Image::new();
        let no_operands = Shape {
            arguments: 0,
            locals: 0,
        };
        let end = image.code(&end_of_run(), 0, no_operands);
        let exception = image.code(&exception_end(), 0, no_operands);
        let java_methods = image.place(&[end.code, end.shape].repeat(256));
        let help_methods = image.place(&[end.code, end.shape].repeat(3));
        image.method(exception);
        let class = image.class(0, 0, &[]);
        Self {
            image,
            class,
            java_methods,
            help_methods,
            constants: vec![0],
            code: Vec::new(),
            marker: 0,
            fill_words: 0,
        }
    }

    /// Appends bytecodes to the test method.
    pub fn run_before(&mut self, bytecodes: &[u8]) -> &mut Self {
        self.code.extend_from_slice(bytecodes);
        self
    }

    /// Index of a new constant, as two operand bytes.
    pub fn constant(&mut self, value: u32) -> [u8; 2] {
        let index = u16::try_from(self.constants.len()).unwrap_or(u16::MAX);
        self.constants.push(value);
        index.to_be_bytes()
    }

    /// Pushes a value.
    pub fn push(&mut self, value: u32) -> &mut Self {
        let [high, low] = self.constant(value);
        self.run_before(&[op::LDC_W, high, low])
    }

    /// Pushes values, the last one on top.
    pub fn push_all(&mut self, values: &[u32]) -> &mut Self {
        for value in values {
            self.push(*value);
        }
        self
    }

    /// Sets a local of the test method.
    pub fn set_local(&mut self, local: u8, value: u32) -> &mut Self {
        self.push(value).run_before(&[op::ISTORE, local])
    }

    /// The bytecode under test: [`MARKER`], then these bytes, then the end.
    pub fn test(&mut self, bytecode: &[u8]) -> &mut Self {
        self.marker = u32::try_from(self.code.len()).unwrap_or(u32::MAX);
        self.code.push(MARKER);
        self.code.extend_from_slice(bytecode);
        self.code.extend(end_of_run());
        self
    }

    /// Bytecodes that reach a marker elsewhere and come back to the end.
    pub fn run_to_end(&mut self, bytecodes: &[u8]) -> &mut Self {
        self.code.extend_from_slice(bytecodes);
        self.code.extend(end_of_run());
        self
    }

    /// Fills the test method with zeros up to this length in words.
    pub fn fill_to(&mut self, words: usize) -> &mut Self {
        self.fill_words = words;
        self
    }

    /// Byte offset of the marker of [`Scene::test`] in the test method.
    #[must_use]
    pub fn marker_offset(&self) -> u32 {
        self.marker
    }

    /// Replaces the method of class JVM that carries `opcode` out.
    pub fn set_java_method(&mut self, opcode: u8, method: MethodStruct) {
        let address = self.java_methods + 2 * u32::from(opcode);
        self.image.set(address, method.code);
        self.image.set(address + 1, method.shape);
    }

    /// Replaces a method of class JVMHelp: 0 the interrupt, 3 the exception entry.
    pub fn set_help_method(&mut self, number: u32, method: MethodStruct) {
        self.image.set(self.help_methods + 2 * number, method.code);
        self.image
            .set(self.help_methods + 2 * number + 1, method.shape);
    }

    /// Address of the exception entry's method struct.
    #[must_use]
    pub fn exception_method(&self) -> u32 {
        self.help_methods + 6
    }

    /// Address of the method struct that carries `opcode` out in class JVM.
    #[must_use]
    pub fn java_method(&self, opcode: u8) -> u32 {
        self.java_methods + 2 * u32::from(opcode)
    }

    /// A method of `words` words that ends the run.
    pub fn method_that_ends(&mut self, words: usize, shape: Shape) -> MethodStruct {
        let code = if words == 1 {
            vec![MARKER, op::GOTO, 0, 0]
        } else {
            filled(end_of_run(), words)
        };
        self.image.code(&code, 0, shape)
    }

    /// A method that returns while the first static word is 0, and else ends the run.
    pub fn method_called_twice(&mut self, shape: Shape) -> MethodStruct {
        let mut code = vec![op::GETSTATIC, 0, 2, op::IFNE, 0, 4, op::RETURN]; // ifne over the return
        code.extend(end_of_run());
        self.image.code(&code, 0, shape)
    }

    /// Sets the word that [`Scene::method_called_twice`] looks at.
    pub fn call_again(&mut self) -> &mut Self {
        self.run_before(&[op::ICONST_1, op::PUTSTATIC, 0, 2])
    }

    /// Runs the scene on the default machine with this memory speed.
    ///
    /// # Errors
    /// When the image does not fit or the second marker does not come.
    pub fn run(self, program: &Program, ram_cnt: u8) -> Result<Outcome, SceneError> {
        let config = MachineConfig {
            ram_cnt,
            ..MachineConfig::default()
        };
        self.run_on(program, &config)
    }

    /// Runs the scene on any machine, with a small memory.
    ///
    /// # Errors
    /// When the image does not fit or the second marker does not come.
    pub fn run_on(self, program: &Program, config: &MachineConfig) -> Result<Outcome, SceneError> {
        self.stage(program, config)?.run(&mut NoProbe)
    }

    /// A machine with the scene in its memory, before its first cycle.
    ///
    /// # Errors
    /// When the image does not fit.
    pub fn stage(mut self, program: &Program, config: &MachineConfig) -> Result<Stage, SceneError> {
        let config = MachineConfig {
            memory_words: MEMORY_WORDS,
            ..config.clone()
        };
        self.image.place(&[self.class]);
        let constants = self.image.place(&self.constants);
        let code = filled(self.code, self.fill_words);
        let shape = Shape {
            arguments: 0,
            locals: LOCALS,
        };
        let main = self.image.code(&code, constants, shape);
        let main_method = self.image.method(main);
        let special = [main_method, self.java_methods, self.help_methods];
        let special = self.image.place(&special);
        self.image.set(1, special);
        let image = self.image.into_words();
        Ok(Stage {
            machine: Machine::new(&config, program, &image)?,
            main_method,
            main_code: main.code >> 10,
            constants,
        })
    }
}

/// A scene before its first cycle.
#[derive(Debug, Clone)]
pub struct Stage {
    /// The machine.
    pub machine: Machine,
    /// Address of the test method's struct.
    pub main_method: u32,
    /// Address of its code.
    pub main_code: u32,
    /// Address of its constant pool.
    pub constants: u32,
}

impl Stage {
    /// Runs up to the second marker.
    ///
    /// # Errors
    /// When it does not come.
    pub fn run<P: Probe>(self, probe: &mut P) -> Result<Outcome, SceneError> {
        let mut machine = self.machine;
        let mut log = Log::default();
        while log.markers < 2 {
            if machine.state.cycle > CYCLE_LIMIT {
                let first = log.events.iter().take(SHOWN_EVENTS);
                return Err(SceneError::NoEnd(first.map(|event| event.1).collect()));
            }
            machine.step(&mut (&mut log, &mut *probe));
        }
        Ok(Outcome {
            machine,
            events: log.events,
            main_method: self.main_method,
            main_code: self.main_code,
            constants: self.constants,
        })
    }
}

/// Six `nop`s, in which the pipeline comes to rest, the marker and an endless loop.
fn end_of_run() -> Vec<u8> {
    vec![
        op::NOP,
        op::NOP,
        op::NOP,
        op::NOP,
        op::NOP,
        op::NOP,
        MARKER,
        op::GOTO,
        0,
        0,
    ]
}

/// Reads the exception number, then ends the run.
fn exception_end() -> Vec<u8> {
    let mut code = vec![op::BIPUSH, system::EXCEPTION as u8, op::JOPSYS_RD];
    code.extend(end_of_run());
    code
}

fn filled(mut code: Vec<u8>, words: usize) -> Vec<u8> {
    code.resize(code.len().max(4 * words), 0);
    code
}

/// Cycles of the dispatches from the first marker on.
#[derive(Debug, Default)]
struct Log {
    markers: u32,
    events: Vec<(u64, Event)>,
}

impl Log {
    fn note(&mut self, cycle: u64, event: Event) {
        // The tested bytecode may be the marker's own.
        let tested = self.events.len() == 1;
        self.markers += u32::from(event == Event::Bytecode(MARKER) && !tested);
        if self.markers > 0 {
            self.events.push((cycle, event));
        }
    }
}

impl Probe for Log {
    fn dispatch(&mut self, cycle: u64, _jpc: u32, bytecode: u8) {
        self.note(cycle, Event::Bytecode(bytecode));
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.note(cycle, Event::Entry(entry));
    }
}

/// The machine at the second marker and what it dispatched since the first.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The machine.
    pub machine: Machine,
    /// Cycle and kind of every dispatch, both markers included.
    pub events: Vec<(u64, Event)>,
    /// Address of the test method's struct.
    pub main_method: u32,
    /// Address of its code.
    pub main_code: u32,
    /// Address of its constant pool.
    pub constants: u32,
}

impl Outcome {
    /// Cycles of the tested bytecode.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.cycles_after(1)
    }

    /// Cycle that dispatches the second marker.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.events.last().map_or(0, |(cycle, _)| *cycle)
    }

    /// Cycles from the first interrupt or exception entry to the bytecode after it.
    #[must_use]
    pub fn entry_cycles(&self) -> Option<u64> {
        let entry = self
            .events
            .iter()
            .position(|(_, event)| matches!(event, Event::Entry(_)))?;
        Some(self.cycles_after(entry))
    }

    fn cycles_after(&self, index: usize) -> u64 {
        self.events[index + 1].0 - self.events[index].0
    }

    /// Events after the tested bytecode.
    #[must_use]
    pub fn next_event(&self) -> Event {
        self.events[2].1
    }

    /// Address of the top of the operand stack in the stack RAM: `S` (spec 12 section 1).
    #[must_use]
    pub fn top(&self) -> u32 {
        self.machine.state.stack.sp() + 2
    }

    /// A word of the stack, wherever it is held.
    #[must_use]
    pub fn stack_word(&self, address: u32) -> u32 {
        let stack = &self.machine.state.stack;
        match self.top() - address {
            0 => stack.a,
            1 => stack.b,
            _ => stack.ram[address as usize],
        }
    }

    /// Operands of the test method, the top last.
    #[must_use]
    pub fn operands(&self) -> Vec<u32> {
        (FIRST_OPERAND..=self.top())
            .map(|address| self.stack_word(address))
            .collect()
    }

    /// A local of the test method.
    #[must_use]
    pub fn local(&self, local: u32) -> u32 {
        self.stack_word(FIRST_LOCAL + local)
    }

    /// A word of the stack RAM itself; a microcode variable, for one.
    #[must_use]
    pub fn stack_ram(&self, address: usize) -> u32 {
        self.machine.state.stack.ram[address]
    }

    /// The register of the locals: address of local 0.
    #[must_use]
    pub fn vp(&self) -> u32 {
        self.machine.state.stack.vp()
    }

    /// Returns true if interrupts are enabled globally.
    #[must_use]
    pub fn interrupts_enabled(&self) -> bool {
        let io = &self.machine.state.memory_system.io;
        io.system.interrupt_enable()
    }

    /// A word of main memory.
    #[must_use]
    pub fn memory(&self, address: u32) -> u32 {
        self.machine.state.memory_system.memory.words.read(address)
    }
}
