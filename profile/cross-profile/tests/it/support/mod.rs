//! Random profiles, and an independent account of what was charged.

use cross_profile::{
    BytecodeUse, Charge, MethodId, Profile, Provenance, Recorder, Service, ThreadId, ThreadProfile,
};
use proptest::prelude::*;

pub(crate) mod sample;

/// Number of methods in random profiles.
pub(crate) const METHODS: u32 = 7;

/// What an engine may tell a recorder.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    Enter(u32, Service),
    Return,
    /// An exception leaves so many frames.
    Unwind(u8),
    Switch(u32),
    Charge(Charge, u32),
    Bytecodes(u16),
}

pub(crate) fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        4 => (0..METHODS, prop::sample::select(Service::ALL.to_vec())).prop_map(|(m, s)| Event::Enter(m, s)),
        3 => Just(Event::Return),
        1 => (1u8..5).prop_map(Event::Unwind),
        1 => (0u32..3).prop_map(Event::Switch),
        6 => (prop::sample::select(Charge::ALL.to_vec()), any::<u32>()).prop_map(|(c, n)| Event::Charge(c, n)),
        3 => any::<u16>().prop_map(Event::Bytecodes),
    ];
    prop::collection::vec(event, 0..300)
}

/// What was charged, by simple addition.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) cycles: u64,
    pub(crate) bytecodes: u64,
    pub(crate) calls: u64,
}

/// Plays events into a recorder.
pub(crate) fn play(events: &[Event]) -> (Profile, Account) {
    let mut recorder = Recorder::new(MethodId(0));
    let mut account = Account::default();
    let mut stacks = vec![Vec::new(); 3];
    let (mut thread, mut pointer) = (0, 0);
    for event in events {
        match *event {
            Event::Enter(method, service) => {
                pointer += 1;
                stacks[thread].push(pointer);
                account.calls += 1;
                recorder.enter(MethodId(method), service, pointer);
            }
            Event::Return => {
                stacks[thread].pop();
                recorder.resume(stacks[thread].last().copied().unwrap_or(0));
            }
            Event::Unwind(frames) => {
                let depth = stacks[thread].len().saturating_sub(usize::from(frames));
                stacks[thread].truncate(depth);
                recorder.resume(stacks[thread].last().copied().unwrap_or(0));
            }
            Event::Switch(to) => {
                thread = to as usize;
                recorder.switch(ThreadId(to), MethodId(0));
            }
            Event::Charge(charge, cycles) => {
                account.cycles += u64::from(cycles);
                recorder.charge(charge, u64::from(cycles));
            }
            Event::Bytecodes(count) => {
                account.bytecodes += u64::from(count);
                recorder.bytecodes(u64::from(count));
            }
        }
        assert_eq!(recorder.frame_pointer(), stacks[thread].last().copied());
    }
    (profile(recorder), account)
}

fn profile(recorder: Recorder) -> Profile {
    let threads = (0..).zip(recorder.into_trees());
    Profile {
        provenance: Provenance {
            program: "random".to_owned(),
            engine: "test".to_owned(),
            ..Provenance::default()
        },
        methods: (0..METHODS).map(|n| format!("Class.method{n}")).collect(),
        bytecodes: vec![
            BytecodeUse {
                count: 1,
                cycles: 2
            };
            256
        ],
        flat: false,
        threads: threads
            .map(|(n, tree): (u32, _)| ThreadProfile {
                name: format!("thread {n}"),
                tree,
            })
            .collect(),
    }
}
