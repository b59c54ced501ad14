//! How small a trace is: the worst that a program of 500 methods can do is to call them without any pattern.

use isa::MachineConfig;
use lookups::{Header, Summary, Symbol, Writer};
use method_cache::replay::CallKind;
use std::collections::BTreeMap;

const METHODS: u64 = 500;
const EVENTS: u64 = 400_000;

/// Random numbers (Marsaglia 2003).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn lookup(method: u64, kind: CallKind) -> Symbol {
    Symbol::Lookup {
        address: method as u32 * 40 + 1,
        length: method as u32 % 39 + 1,
        kind,
        hidden: if kind == CallKind::Invoke { 37 } else { 9 },
    }
}

/// Bits for each event of calls to a depth of 20, `callees` of each method taken in turn with some luck.
fn bits_for_each_event(callees: u64, luck: u64) -> f64 {
    let header = Header {
        program: String::new(),
        image: String::new(),
        microcode: String::new(),
        machine: MachineConfig::default(),
        runs: false,
        methods: BTreeMap::new(),
    };
    let mut writer = Writer::new(Vec::new(), &header).expect("memory");
    let (mut stack, mut random) = (vec![0], 1);
    for event in 0..EVENTS {
        let running = stack[stack.len() - 1];
        let goes_deeper =
            stack.len() == 1 || stack.len() < 20 && next(&mut random).is_multiple_of(2);
        if goes_deeper {
            let which = if next(&mut random).is_multiple_of(luck) {
                next(&mut random)
            } else {
                event
            };
            let callee = (running * 31 + which % callees * 7 + 1) % METHODS;
            stack.push(callee);
            writer.put(lookup(callee, CallKind::Invoke));
        } else {
            stack.pop();
            writer.put(lookup(stack[stack.len() - 1], CallKind::Return));
        }
    }
    let bytes = writer
        .finish(&mut Summary::default())
        .expect("memory")
        .len();
    bytes as f64 * 8.0 / EVENTS as f64
}

#[test]
fn an_event_of_500_methods_takes_less_than_16_bits_however_they_are_called() {
    let few = bits_for_each_event(2, 8);
    let all = bits_for_each_event(METHODS, 1);
    assert!(few < all && all < 16.0, "{few} {all}");
}
