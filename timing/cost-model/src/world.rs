//! Worlds: operands, memory and devices in which a bytecode meets a scenario.
//!
//! Microcode is walked in a world, so that every branch is decided; the layouts are those of spec 12 sections 1 to 6.

use isa::image::CLASS_HEADER;
use isa::op;
use std::collections::BTreeMap;

use crate::scenario::Scenario;

/// Addresses that are the same in every world.
pub(crate) mod place {
    pub(crate) const METHOD: u32 = 0x100;
    pub(crate) const CONSTANTS: u32 = 0x200;
    pub(crate) const CALLEE: u32 = 0x300;
    pub(crate) const JAVA_METHODS: u32 = 0x400;
    pub(crate) const HELP_METHODS: u32 = 0x700;
    pub(super) const CLASS: u32 = 0x500;
    pub(super) const SUPERCLASS: u32 = 0x540;
    pub(super) const INTERFACES: u32 = 0x600;
    pub(super) const ARRAY: u32 = 0x800;
    pub(super) const DESCRIPTOR: u32 = 0x880;
    pub(super) const OBJECT: u32 = 0x820;
    pub(super) const HARDWARE: u32 = 0x840;
    pub(super) const DATA: u32 = 0x900;
    /// Stack pointer register and first local at the dispatch.
    pub(crate) const SP: u32 = 120;
    pub(crate) const VP: u32 = 80;
}

/// Address of a hardware object's registers, with the mark of one in bit 31.
const DEVICE: u32 = 0xffff_ffb0;
const LENGTH: u32 = 10;
/// Operand bytes of every bytecode: constant, field and local number 3.
const OPERANDS: [u8; 4] = [0, 3, 1, 0];
const CONSTANT: u32 = place::CONSTANTS + 3;
/// A constant of a virtual call: slot 4, no arguments beside the receiver.
const SLOT: u32 = 4;
const SLOT_CONSTANT: u32 = SLOT << 8;
/// Cache words of the callee and, in its second word, constant pool, two locals and one argument.
const METHOD_WORDS: [u32; 2] = [0x1000 << 10 | 8, place::CONSTANTS << 10 | 2 << 5 | 1];
const CLASS_SUPER: u32 = 3;
/// Stack words, the top first, of bytecodes for which they do not matter.
const WORDS: [u32; 8] = [5, 3, 7, 3, 11, 13, 17, 19];

/// A world.
#[derive(Debug, Clone)]
pub(crate) struct World {
    /// Operand stack, the top first.
    pub(crate) stack: Vec<u32>,
    /// Stack RAM words 0 to 5: mp, cp, heap, jjp, jjhp, lockcnt.
    pub(crate) variables: [u32; 6],
    /// Main memory; 0 where nothing is listed.
    pub(crate) memory: BTreeMap<u32, u32>,
    /// The bytes after the opcode.
    pub(crate) operands: [u8; 4],
    /// True if the object cache has the field that is read.
    pub(crate) object_cache_hit: bool,
    /// Values read from devices, by address from -128 on.
    pub(crate) devices: BTreeMap<i32, u32>,
    /// How many looks at the start signal of another core find none.
    pub(crate) looks_without_signal: u32,
}

impl World {
    /// Nothing in particular.
    pub(crate) fn plain() -> Self {
        let mut world = Self {
            stack: WORDS.to_vec(),
            variables: [
                place::METHOD,
                place::CONSTANTS,
                0x4000,
                place::JAVA_METHODS,
                place::HELP_METHODS,
                1,
            ],
            memory: BTreeMap::new(),
            operands: OPERANDS,
            object_cache_hit: false,
            devices: BTreeMap::new(),
            looks_without_signal: 0,
        };
        world.build();
        world
    }

    fn build(&mut self) {
        self.put(place::METHOD, &[0x1100 << 10 | 12, METHOD_WORDS[1]]);
        self.put(place::CALLEE, &METHOD_WORDS);
        self.put(CONSTANT, &[place::CALLEE]);
        self.put(place::CONSTANTS - 1, &[place::CLASS]);
        self.put(place::CLASS + CLASS_SUPER, &[place::SUPERCLASS]);
        let table = place::CLASS + CLASS_HEADER;
        self.put(table - 1, &[place::INTERFACES]);
        self.put(table + SLOT, &METHOD_WORDS);
        self.put(place::SUPERCLASS + CLASS_HEADER + SLOT, &METHOD_WORDS);
        self.put(place::INTERFACES + SLOT, &[place::CALLEE]);
        self.put(place::OBJECT, &[place::DATA, table, 0, 0]);
        self.put(place::HARDWARE, &[DEVICE, LENGTH, 0, 0]);
        self.put(place::ARRAY, &[place::DATA, LENGTH, 0, LENGTH, 0, 0]);
        self.put(place::ARRAY + 6, &[place::DESCRIPTOR]);
        self.put(place::DESCRIPTOR + CLASS_SUPER, &[place::SUPERCLASS]);
    }

    fn put(&mut self, address: u32, words: &[u32]) {
        self.memory.extend((address..).zip(words.iter().copied()));
    }

    /// This world with these words on top of the stack, the top first.
    fn with(mut self, top: &[u32]) -> Self {
        self.stack = top.iter().chain(&WORDS).copied().collect();
        self
    }

    fn with_constant(mut self, constant: u32) -> Self {
        self.put(CONSTANT, &[constant]);
        self
    }

    fn with_device(mut self, address: i32, value: u32) -> Self {
        self.devices.insert(address, value);
        self
    }

    fn with_cached_field(mut self) -> Self {
        self.object_cache_hit = true;
        self
    }
}

/// A scenario and a world in which it happens.
#[derive(Debug, Clone)]
pub(crate) struct Staged {
    pub(crate) scenario: Scenario,
    /// The world; if the microcode loops, with one run.
    pub(crate) first: World,
    /// Other worlds of the scenario, which must take the same cycles.
    pub(crate) others: Vec<World>,
    /// The worlds in which the loop runs twice and three times.
    pub(crate) further_runs: Option<[World; 2]>,
}

impl Staged {
    fn new(scenario: Scenario, world: World) -> Self {
        Self {
            scenario,
            first: world,
            others: Vec::new(),
            further_runs: None,
        }
    }

    fn looping(scenario: Scenario, world: impl Fn(u32) -> World) -> Self {
        Self {
            further_runs: Some([world(2), world(3)]),
            ..Self::new(scenario, world(1))
        }
    }
}

const LOCK_STATUS: i32 = -123;
const CPU_ID: i32 = -122;
const LOCKCNT: usize = 5;

/// The way into the microcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    Bytecode(u8),
    Interrupt,
    Exception,
    Reset,
}

/// The scenarios that an entry may meet, the usual one first.
pub(crate) fn scenarios(entry: Entry) -> Vec<Staged> {
    match entry {
        Entry::Bytecode(opcode) => of_bytecode(opcode),
        Entry::Interrupt | Entry::Exception => vec![Staged::new(Scenario::Usual, World::plain())],
        Entry::Reset => of_reset(),
    }
}

fn of_bytecode(opcode: u8) -> Vec<Staged> {
    let plain = World::plain;
    let list: Vec<(Scenario, World)> = match opcode {
        op::IALOAD | op::FALOAD | op::AALOAD..=op::SALOAD => array_access(&[]),
        op::IASTORE | op::FASTORE | op::BASTORE..=op::SASTORE => array_access(&[1]),
        op::LALOAD | op::DALOAD => long_array_access(&[]),
        op::LASTORE | op::DASTORE => long_array_access(&[1, 2]),
        op::LSHL | op::LSHR | op::LUSHR => vec![
            (Scenario::Usual, plain().with(&[5, 7, 9])),
            (Scenario::Usual, plain().with(&[31, 7, u32::MAX])),
            (Scenario::Usual, plain().with(&[65, 0, 0])),
            (Scenario::ByZero, plain().with(&[64, 7, 9])),
            (Scenario::ByZero, plain().with(&[0, 7, 9])),
            (Scenario::By32To63, plain().with(&[37, 7, 9])),
            (Scenario::By32To63, plain().with(&[63, 7, u32::MAX])),
            (Scenario::By32To63, plain().with(&[32, 0, 0])),
        ],
        op::LCMP => comparisons(),
        op::IRETURN | op::FRETURN | op::ARETURN => {
            vec![(Scenario::Usual, plain().with(&frame(&[1])))]
        }
        op::LRETURN | op::DRETURN => vec![(Scenario::Usual, plain().with(&frame(&[1, 2])))],
        op::RETURN => vec![(Scenario::Usual, plain().with(&frame(&[])))],
        op::GETFIELD | op::GETFIELD_REF => fields(&[], &[], true),
        op::PUTFIELD => fields(&[1], &[], false),
        op::GETFIELD_LONG => fields(&[], &[], false),
        op::PUTFIELD_LONG => fields(&[1, 2], &[], false),
        op::JOPSYS_GETFIELD => fields(&[], &[3], true),
        op::JOPSYS_PUTFIELD => fields(&[1], &[3], false),
        op::INVOKEVIRTUAL | op::INVOKEINTERFACE | op::INVOKESUPER => virtual_calls(opcode),
        op::INVOKESPECIAL => vec![
            (Scenario::Usual, plain().with(&[place::OBJECT])),
            (Scenario::Null, plain().with(&[0])),
        ],
        op::INVOKESTATIC => vec![(Scenario::Usual, plain())],
        op::ARRAYLENGTH => vec![
            (Scenario::Usual, plain().with(&[place::ARRAY])),
            (Scenario::Null, plain().with(&[0])),
        ],
        op::MONITORENTER => monitor_enter(),
        op::MONITOREXIT => monitor_exit(),
        op::JOPSYS_RD | op::JOPSYS_RDMEM | op::JOPSYS_GETSTATIC => native(&[]),
        op::JOPSYS_WR | op::JOPSYS_WRMEM | op::JOPSYS_PUTSTATIC => native(&[7]),
        op::JOPSYS_RDINT => vec![(Scenario::Usual, plain().with(&[1]))],
        op::JOPSYS_WRINT => vec![(Scenario::Usual, plain().with(&[29, 7]))],
        op::JOPSYS_SETSP => vec![(Scenario::Usual, plain().with(&[110]))],
        op::JOPSYS_SETVP => vec![(Scenario::Usual, plain().with(&[90]))],
        op::JOPSYS_INT2EXT | op::JOPSYS_EXT2INT => return block_copies(opcode),
        op::JOPSYS_INVOKE => vec![(Scenario::Usual, plain().with(&[place::CALLEE]))],
        op::JOPSYS_COND_MOVE => vec![
            (Scenario::Usual, plain().with(&[1])),
            (Scenario::ConditionZero, plain().with(&[0])),
        ],
        op::JOPSYS_MEMCPY => vec![
            (
                Scenario::Usual,
                plain().with(&[1, place::DATA, place::DATA + 0x80]),
            ),
            (
                Scenario::Stop,
                plain().with(&[u32::MAX, place::DATA, place::DATA + 0x80]),
            ),
        ],
        _ => vec![(Scenario::Usual, plain())],
    };
    let mut staged: Vec<Staged> = Vec::new();
    for (scenario, world) in list {
        match staged.iter_mut().find(|staged| staged.scenario == scenario) {
            Some(known) => known.others.push(world),
            None => staged.push(Staged::new(scenario, world)),
        }
    }
    staged
}

fn array_access(values: &[u32]) -> Vec<(Scenario, World)> {
    let (inside, beyond) = (2, LENGTH + 1);
    let high = 1 << 23;
    [
        (Scenario::Usual, inside, place::ARRAY),
        (Scenario::Null, inside, 0),
        (Scenario::Index, beyond, place::ARRAY),
        (Scenario::IndexBit22, u32::MAX, place::ARRAY),
        (Scenario::IndexBit22, 1 << 22, place::ARRAY),
        (Scenario::HighIndex, high | beyond, place::ARRAY),
        (Scenario::HighIndexInside, high | inside, place::ARRAY),
        (Scenario::NullHighIndex, u32::MAX, 0),
        (Scenario::NullHighIndex, high, 0),
        (Scenario::Device, inside, place::HARDWARE),
    ]
    .map(|(scenario, index, array)| {
        let stack = [values, &[index, array]].concat();
        (scenario, World::plain().with(&stack))
    })
    .into()
}

fn long_array_access(values: &[u32]) -> Vec<(Scenario, World)> {
    [
        (Scenario::Usual, 2, place::ARRAY),
        (Scenario::Null, 2, 0),
        (Scenario::Index, LENGTH, place::ARRAY),
        (Scenario::Index, u32::MAX, place::ARRAY),
        (Scenario::Index, 1 << 31, place::ARRAY),
        (Scenario::Device, 2, place::HARDWARE),
    ]
    .map(|(scenario, index, array)| {
        let stack = [values, &[index, array]].concat();
        (scenario, World::plain().with(&stack))
    })
    .into()
}

/// The second long is on top, each with its low word above its high word.
fn comparisons() -> Vec<(Scenario, World)> {
    let (negative, positive) = ([3, u32::MAX], [3, 0]);
    [
        (Scenario::Usual, positive, [4, 0]),
        (Scenario::Usual, [4, 0], positive),
        (Scenario::Usual, [3, 1], positive),
        (Scenario::Usual, negative, [4, u32::MAX]),
        (Scenario::Usual, negative, [3, u32::MAX - 1]),
        (Scenario::FirstNegative, negative, positive),
        (Scenario::SecondNegative, positive, negative),
        (Scenario::Equal, positive, positive),
        (Scenario::Equal, negative, negative),
    ]
    .map(|(scenario, first, second)| (scenario, World::plain().with(&[second, first].concat())))
    .into()
}

/// Results, then the saved words of a frame.
fn frame(results: &[u32]) -> Vec<u32> {
    [
        results,
        &[
            place::METHOD,
            place::CONSTANTS,
            place::VP,
            40,
            place::SP - 20,
        ],
    ]
    .concat()
}

/// Values lie above the reference, an index from the stack between them.
fn fields(values: &[u32], index: &[u32], cached: bool) -> Vec<(Scenario, World)> {
    let on = |reference| World::plain().with(&[values, index, &[reference]].concat());
    let mut list = vec![
        (Scenario::Usual, on(place::OBJECT)),
        (Scenario::Null, on(0)),
        (Scenario::Device, on(place::HARDWARE)),
    ];
    if cached {
        list.push((
            Scenario::ObjectCacheHit,
            on(place::OBJECT).with_cached_field(),
        ));
    }
    list
}

fn virtual_calls(opcode: u8) -> Vec<(Scenario, World)> {
    let on = |receiver| {
        World::plain()
            .with(&[receiver])
            .with_constant(SLOT_CONSTANT)
    };
    let mut list = vec![
        (Scenario::Usual, on(place::OBJECT)),
        (Scenario::Null, on(0)),
    ];
    if opcode == op::INVOKEVIRTUAL {
        list.push((Scenario::ArrayReceiver, on(place::ARRAY)));
        let mut hardware = on(place::HARDWARE);
        let table = place::CLASS + CLASS_HEADER;
        hardware.put(place::HARDWARE, &[DEVICE, table, 0, LENGTH]);
        list.push((Scenario::HardwareReceiver, hardware));
    }
    list
}

fn monitor_enter() -> Vec<(Scenario, World)> {
    vec![
        (Scenario::Usual, World::plain()),
        (
            Scenario::Refused,
            World::plain().with_device(LOCK_STATUS, 2),
        ),
    ]
}

fn monitor_exit() -> Vec<(Scenario, World)> {
    let mut nested = World::plain();
    nested.variables[LOCKCNT] = 2;
    vec![
        (Scenario::Usual, World::plain()),
        (Scenario::Nested, nested),
    ]
}

/// The address is on top.
fn native(value: &[u32]) -> Vec<(Scenario, World)> {
    let at = |address| World::plain().with(&[&[address], value].concat());
    vec![
        (Scenario::Usual, at(place::DATA)),
        (Scenario::Device, at(DEVICE)),
    ]
}

fn block_copies(opcode: u8) -> Vec<Staged> {
    let stage = |(scenario, array)| {
        Staged::looping(scenario, |count| match opcode {
            op::JOPSYS_INT2EXT => World::plain().with(&[count, array, 100]),
            _ => World::plain().with(&[count, 100, array]),
        })
    };
    [
        (Scenario::Usual, place::ARRAY),
        (Scenario::Device, place::HARDWARE),
    ]
    .map(stage)
    .into()
}

fn of_reset() -> Vec<Staged> {
    let mut first = World::plain();
    first.memory.insert(1, 0x40);
    first.memory.extend([
        (0x40, place::CALLEE),
        (0x41, place::JAVA_METHODS),
        (0x42, place::HELP_METHODS),
    ]);
    let other = |looks: u32| World {
        looks_without_signal: looks - 1,
        ..first.clone().with_device(CPU_ID, 1)
    };
    vec![
        Staged::new(Scenario::Usual, first.clone()),
        Staged::looping(Scenario::OtherCore, other),
    ]
}
