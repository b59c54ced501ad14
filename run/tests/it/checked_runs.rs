//! An engine beside the reference: a run that is exact goes to its end, one that is not stops where it first is not.

use isa::{MachineConfig, Processors, Stop, System};
use jopizer::{LinkOptions, LinkProgram};
use run::checked::CheckFault;
use run::engine::{Saved, View};
use run::probes::CollectionProbe;
use run::{
    BlockRun, Checked, CheckedSeveral, Counted, Counters, End, Engine, FastRun, MachineRun,
    Microcode, Program, Setup, SeveralBlockRun, SeveralFault, SeveralRun,
};
use sim_core::{Machine, Statistics};

use crate::support::{machine, microcode, program};

type Usual = BlockRun<CollectionProbe>;

fn built(name: &str, config: &MachineConfig) -> Machine {
    let linked = program(name, 1, config);
    Machine::new(config, &microcode(), &linked.image.words).unwrap()
}

fn usual(machine: &Machine) -> Usual {
    BlockRun::usual(
        machine.clone(),
        (Statistics::default(), CollectionProbe::new(None)),
    )
}

/// An engine that does something wrong in one cycle.
#[derive(Clone)]
struct Broken {
    engine: Usual,
    cycle: u64,
    breaks: fn(&mut Usual),
}

impl Engine for Broken {
    type Fault = std::convert::Infallible;

    fn run(&mut self, limit: u64) -> Result<Stop, Self::Fault> {
        if self.cycle() < self.cycle && self.cycle <= limit {
            match self.engine.run(self.cycle)? {
                Stop::Limit => (self.breaks)(&mut self.engine),
                output => return Ok(output),
            }
        }
        self.engine.run(limit)
    }

    fn cycle(&self) -> u64 {
        self.engine.cycle()
    }

    fn cycles(&self, end: End) -> u64 {
        self.engine.cycles(end)
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.engine.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        self.engine.view()
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.engine.empty_uart()
    }
}

impl Counted for Broken {
    fn counters(&self, end: End) -> Counters {
        self.engine.counters(end)
    }

    fn saved(&self) -> Option<Saved<'_>> {
        self.engine.saved()
    }
}

/// What the check says of an engine that is broken in a cycle.
fn told(cycle: u64, breaks: fn(&mut Usual)) -> run::checked::Difference {
    let machine = built("sieve", &machine(""));
    let broken = Broken {
        engine: usual(&machine),
        cycle,
        breaks,
    };
    let mut checked = Checked::new(broken, machine, Statistics::default());
    match run::alone(&mut checked, u64::MAX) {
        Err(CheckFault::Differs(difference)) => *difference,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_wrong_register_is_named_with_its_first_cycle_and_both_values() {
    let difference = told(200_001, |run| {
        run.machine.machine_mut().state.stack.ram[250] ^= 0x10;
    });
    assert_eq!((difference.same, difference.cycle), (200_000, 200_001));
    let [register] = &difference.differing[..] else {
        panic!("{difference}");
    };
    assert_eq!(register.name, "stack.ram[250]");
    let [ours, theirs] = [&register.engine, &register.reference].map(|it| it.parse::<u32>());
    assert_eq!(ours.unwrap() ^ theirs.unwrap(), 0x10);
    let text = difference.to_string();
    assert!(text.contains("not in cycle 200001"), "{text}");
    assert!(
        text.contains("--max-cycles 200000 --checkpoints DIR"),
        "{text}"
    );
}

#[test]
fn a_wrong_word_of_memory_and_a_wrong_counter_are_differences() {
    let difference = told(70_000, |run| {
        let memory = &mut run.machine.machine_mut().state.memory_system.memory;
        let word = memory.words.read(100_000);
        memory.words.write(100_000, !word);
    });
    assert_eq!(difference.cycle, 70_000);
    assert_eq!(difference.differing[0].name, "main memory[100000]");
    let difference = told(70_000, |run| run.probe.0.method_hits += 1);
    assert_eq!(difference.cycle, 70_000);
    assert_eq!(difference.differing[0].name, "counters.method_hits");
}

#[test]
fn exact_engines_go_to_the_end_of_their_programs() {
    for (name, toml) in [
        ("sieve", ""),
        ("producer-consumer", "object_cache = true"),
        ("lift", "data_cache = true\nmemory = \"sram16\""),
        ("quick-sort", "uart = \"timed\"\nuart_baud = 2_000_000"),
    ] {
        let machine = built(name, &machine(toml));
        let mut alone = MachineRun::new(machine.clone(), Statistics::default());
        let end = run::alone(&mut alone, u64::MAX).unwrap();
        let engine = usual(&machine);
        let mut checked = Checked::new(engine, machine, Statistics::default());
        let found = run::alone(&mut checked, u64::MAX);
        assert_eq!(found.unwrap(), end, "{name}");
        let compared = checked.compared();
        assert_eq!(compared.cycles, alone.cycle(), "{name}");
        assert!(compared.state && compared.outputs > 1, "{compared:?}");
        assert!(compared.cuts > compared.cycles / (1 << 16), "{compared:?}");
    }
}

#[test]
fn the_fast_engine_is_compared_by_output_cycles_and_counters() {
    for name in ["sieve", "producer-consumer", "lift"] {
        for toml in ["", "uart = \"timed\"\nuart_baud = 2_000_000"] {
            let config = machine(toml);
            let linked = program(name, 1, &config);
            let machine = built(name, &config);
            let engine = |words: &[u32]| {
                fast_engine::Engine::with_derived_costs(&config, microcode::Build::Jop, words)
            };
            let engine = FastRun::usual(engine(&linked.image.words).unwrap());
            let mut checked = Checked::new(engine, machine, Statistics::default());
            let end = run::alone(&mut checked, u64::MAX);
            assert_eq!(end.unwrap(), End::Exit(0), "{name} {toml}");
            assert!(!checked.compared().state);
        }
    }
}

#[test]
fn a_price_that_is_not_the_machines_is_a_difference() {
    let config = machine("");
    let linked = program("sieve", 1, &config);
    let mut costs = cost_model::derived_costs(&config, &microcode()).unwrap();
    costs.bytecodes[usize::from(isa::op::IALOAD)].usual.cycles += 1;
    let stack = microcode().stack_ram;
    let build = microcode::Build::Jop;
    let engine =
        fast_engine::Engine::new(&config, build, costs, &linked.image.words, &stack).unwrap();
    let machine = built("sieve", &config);
    let mut checked = Checked::new(FastRun::usual(engine), machine, Statistics::default());
    let end = run::alone(&mut checked, u64::MAX);
    assert!(matches!(end, Err(CheckFault::Differs(_))), "{end:?}");
}

/// The sieve on two cores, linked for several.
fn on_two_cores() -> (Setup, Processors) {
    let System {
        machine,
        processors,
    } = System::from_toml("cores = 2\nuart = \"instant\"").unwrap();
    let program = runtime::programs::find("sieve").unwrap();
    let options = LinkOptions {
        memory_words: machine.memory_words,
        several_cores: true,
        ..program.options(&["1".to_owned()])
    };
    let setup = Setup {
        program: Program::linked("sieve", jopizer::link(&options).unwrap()),
        machine,
        microcode: Microcode::ours(microcode::Build::Jop),
    };
    (setup, processors.unwrap())
}

#[test]
fn several_cores_in_superblocks_go_to_the_end_beside_the_reference() {
    let (setup, processors) = on_two_cores();
    let mut alone = SeveralBlockRun::new(&setup, &processors).unwrap();
    let end = run::alone(&mut alone, u64::MAX).unwrap();
    let reference = SeveralRun::new(&setup, &processors).unwrap();
    let engine = SeveralBlockRun::new(&setup, &processors).unwrap();
    let mut checked = CheckedSeveral::new(engine, reference);
    assert_eq!(run::alone(&mut checked, u64::MAX).unwrap(), end);
    let compared = checked.compared();
    assert_eq!(compared.cycles, alone.cycle());
    assert!(compared.state && compared.outputs > 1, "{compared:?}");
    assert!(compared.cuts > compared.cycles / (1 << 16), "{compared:?}");
}

#[test]
fn several_cores_that_part_are_named_with_the_first_cycle() {
    let (setup, processors) = on_two_cores();
    let mut reference = SeveralRun::new(&setup, &processors).unwrap();
    reference.machine.cpus[1].state.stack.ram[250] ^= 0x10;
    let engine = SeveralBlockRun::new(&setup, &processors).unwrap();
    let mut checked = CheckedSeveral::new(engine, reference);
    let Err(SeveralFault::Differs(difference)) = run::alone(&mut checked, u64::MAX) else {
        panic!("two stacks are not the same");
    };
    assert_eq!((difference.same, difference.cycle), (0, 1));
    assert_eq!(difference.differing[0].name, "core 1: stack.ram[250]");
    let text = difference.to_string();
    assert!(text.contains("--max-cycles 0, without"), "{text}");
}
