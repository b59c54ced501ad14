//! Random programs that keep the programming rules of spec 02 sections 4 and 5 and spec 10 section 4.
//!
//! A program is a main part and a routine for every bytecode. The main part ends by loading a method of random
//! bytes and dispatching its first one; from then on the bytes decide. Some bytecodes lead to an idle loop.

mod builder;
mod items;
mod strategy;
mod world;

use std::fmt;

use microcode::{JumpTable, Program};
use proptest::prelude::*;

use crate::support::words::{self, *};
use builder::Builder;
use items::{Constant, Item};
use world::Kind;
pub(crate) use world::World;

/// A machine and a program for it.
#[derive(Clone)]
pub(crate) struct LegalProgram {
    pub(crate) world: World,
    main: Vec<Item>,
    routines: Vec<Routine>,
    /// Bytecodes in 256 that idle.
    idle: u8,
}

/// The microcode of some bytecodes.
#[derive(Debug, Clone)]
struct Routine {
    items: Vec<Item>,
    /// Elements it leaves on the stack, or takes.
    net: i32,
    ending: Ending,
}

/// How the microcode of a bytecode ends.
#[derive(Debug, Clone)]
enum Ending {
    /// With any word.
    Word,
    /// With a branch on this value; the dispatch in its second delay slot overrides it.
    LostBranch(Constant),
    /// With the result of an array load.
    ArrayLoad(Constant, Constant),
}

/// Random programs.
pub(crate) fn legal_programs() -> impl Strategy<Value = LegalProgram> {
    let net = prop_oneof![8 => Just(0), 1 => Just(1), 1 => Just(-1)];
    let routine = (strategy::items(6), net, strategy::ending());
    let routine = routine.prop_map(|(items, net, ending)| Routine { items, net, ending });
    (
        world::world(),
        strategy::items(10),
        prop::collection::vec(routine, 1..=8),
        0u8..6,
    )
        .prop_map(|(world, main, routines, idle)| LegalProgram {
            world,
            main,
            routines,
            idle,
        })
}

impl LegalProgram {
    /// The microcode, with the start of each routine.
    fn assemble(&self) -> (Builder, Vec<u16>) {
        let mut builder = Builder::new(self.world.config.object_cache);
        builder.items(&self.main);
        builder.items(&[Item::Load {
            method: (Kind::Method, 0),
            run: true,
            fillers: Vec::new(),
        }]);
        builder.end_routine(0);
        let mut starts = Vec::new();
        for routine in &self.routines {
            starts.push(builder.here());
            builder.items(&routine.items);
            match routine.ending {
                Ending::Word => builder.end_routine(routine.net),
                Ending::LostBranch(test) => {
                    builder.end_routine_with_a_lost_branch(routine.net, test);
                }
                Ending::ArrayLoad(array, index) => {
                    builder.end_routine_with_an_array_load(routine.net, array, index);
                }
            }
        }
        starts.push(builder.here());
        builder.code(&[jmp(-1), NOP, NOP]);
        (builder, starts)
    }

    /// ROM address of every bytecode's routine; the idle loop is the last of `starts`.
    fn table(&self, starts: &[u16]) -> Vec<u16> {
        let routines = starts.len() - 1;
        (0..256usize)
            .map(|bytecode| {
                let idles = bytecode * 37 % 256 < usize::from(self.idle);
                starts[if idles { routines } else { bytecode % routines }]
            })
            .collect()
    }

    /// Contents of the microcode memories.
    pub(crate) fn program(&self) -> Program {
        let (builder, starts) = self.assemble();
        let mut rom = builder.rom;
        assert!(rom.len() <= 2048, "{} words do not fit", rom.len());
        rom.resize(2048, NOP);
        let routines = starts.len() - 1;
        Program {
            rom,
            stack_ram: self.world.stack_ram(),
            jump_table: JumpTable {
                bytecodes: self.table(&starts),
                interrupt: starts[0],
                exception: starts[routines / 2],
            },
            symbols: Default::default(),
        }
    }
}

/// The failure report of a program: its machine and its words.
impl fmt::Debug for LegalProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (builder, starts) = self.assemble();
        writeln!(f, "{:?}, seed {:#x}", self.world.config, self.world.seed)?;
        let ram = self.world.stack_ram();
        for (address, &word) in builder.rom.iter().enumerate() {
            if let Some(routine) = starts
                .iter()
                .position(|&start| usize::from(start) == address)
            {
                writeln!(f, "routine {routine}:")?;
            }
            write!(f, "  {address:4}  {}", words::text(word))?;
            if let constant @ 0x0a0..=0x0df = word & 0x3ff {
                write!(f, "    ; {:#x}", ram[usize::from(constant) - 0x0a0])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
