//! Snippets of bytecodes on the stage of `bytecode-timing`.
//!
//! ```text
//! ; config: ram_cnt = 3         options of the machine, separated by commas
//! ; local 1 = 40                a local of the method
//! ; local 1 = object 7 8        a reference to an object with these fields
//! ; push 5                      an operand
//! ; interrupt                   enables interrupts by software and requests one with the first bytecode
//! ; show 3                      bytecodes shown; as many as the snippet has, if not said
//! iload 1                       a bytecode with its operands; branches relative, `method N` is one of N words
//! ```

use std::ops::Range;

use bytecode_timing::image::Shape;
use bytecode_timing::scene::{MARKER, Scene};
use isa::MachineConfig;
use isa::address::system;
use isa::{Bytecode, Operands, op};
use microcode::{Build, Program};
use sim_core::{Machine, Probe};

/// A snippet and the machine that it runs on.
pub(crate) struct Snippet {
    pub(crate) microcode: Program,
    config: MachineConfig,
    scene: Scene,
    /// Bytecodes shown.
    shown: u64,
}

impl Snippet {
    /// Reads a snippet; everything else of a golden file is left alone.
    pub(crate) fn parse(text: &str) -> Self {
        let mut snippet = Self {
            microcode: microcode::jvm(Build::Jop),
            config: MachineConfig::default(),
            scene: Scene::new(),
            shown: 0,
        };
        let mut code = Vec::new();
        let mut shown = None;
        for line in text.lines() {
            match line.strip_prefix("; ") {
                Some(directive) => shown = snippet.directive(directive).or(shown),
                None if line.starts_with(';') || line.trim().is_empty() => {}
                None => {
                    code.extend(snippet.bytecode(line));
                    snippet.shown += 1;
                }
            }
        }
        snippet.shown = shown.unwrap_or(snippet.shown);
        snippet.scene.test(&code);
        snippet
    }

    /// A machine before its first cycle, and the numbers of the bytecodes shown.
    pub(crate) fn staged(&self) -> (Machine, Range<u64>) {
        let stage = self.scene.clone().stage(&self.microcode, &self.config);
        let machine = stage.unwrap().machine;
        let mut probe = BeforeMarker::default();
        let mut scout = machine.clone();
        while !probe.reached && scout.state.cycle < 100_000 {
            scout.step(&mut probe);
        }
        assert!(probe.reached, "the snippet is never reached");
        (machine, probe.bytecodes..probe.bytecodes + self.shown)
    }

    /// Gives the number of `show`.
    fn directive(&mut self, directive: &str) -> Option<u64> {
        if let Some(options) = directive.strip_prefix("config: ") {
            self.config = MachineConfig::from_toml(&options.replace(", ", "\n")).unwrap();
        }
        let words: Vec<&str> = directive.split_whitespace().collect();
        match words[..] {
            ["local", local, "=", "object", ref fields @ ..] => {
                let fields: Vec<u32> = fields.iter().map(|field| number(field)).collect();
                let class = self.scene.class;
                let object = self.scene.image.object(&fields, class);
                self.scene.set_local(local.parse().unwrap(), object);
            }
            ["local", local, "=", value] => {
                self.scene.set_local(local.parse().unwrap(), number(value));
            }
            ["push", value] => {
                self.scene.push(number(value));
            }
            ["interrupt"] => {
                // The mask leaves the timer out, which is pending from reset on.
                self.write(2, system::INTERRUPT_MASK);
                self.write(1, system::INTERRUPT_ENABLE);
                let request = [1, system::SOFTWARE_INTERRUPT];
                self.scene.push_all(&request);
            }
            ["show", count] => return Some(count.parse().unwrap()),
            _ => {}
        }
        None
    }

    fn write(&mut self, value: u32, register: u32) {
        let operands = [value, register];
        self.scene.push_all(&operands).run_before(&[op::JOPSYS_WR]);
    }

    fn bytecode(&mut self, line: &str) -> Vec<u8> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let bytecode: Bytecode = words[0].parse().unwrap();
        let mut bytes = vec![bytecode.code()];
        let operands = &words[1..];
        match (bytecode.operands(), operands) {
            (Operands::None, []) => {}
            (Operands::Slot16, ["method", words]) => {
                let shape = Shape {
                    arguments: 0,
                    locals: 0,
                };
                let method = self.scene.method_that_ends(words.parse().unwrap(), shape);
                let address = self.scene.image.method(method);
                bytes.extend(self.scene.constant(address));
            }
            (Operands::SignedByte | Operands::Local, [value]) => bytes.push(number(value) as u8),
            (Operands::Increment, values) => {
                bytes.extend(values.iter().map(|value| number(value) as u8));
            }
            (Operands::Branch | Operands::SignedShort | Operands::Field, [value]) => {
                bytes.extend((number(value) as u16).to_be_bytes());
            }
            _ => panic!("operands of `{line}`"),
        }
        bytes
    }
}

fn number(text: &str) -> u32 {
    let hexadecimal = text.strip_prefix("0x");
    let number = hexadecimal.map_or_else(
        || text.parse::<i64>().unwrap(),
        |digits| i64::from_str_radix(digits, 16).unwrap(),
    );
    number as u32
}

/// Counts bytecodes up to the marker, that one included.
#[derive(Default)]
struct BeforeMarker {
    bytecodes: u64,
    reached: bool,
}

impl Probe for BeforeMarker {
    fn dispatch(&mut self, _cycle: u64, _jpc: u32, bytecode: u8) {
        if !self.reached {
            self.bytecodes += 1;
            self.reached = bytecode == MARKER;
        }
    }
}
