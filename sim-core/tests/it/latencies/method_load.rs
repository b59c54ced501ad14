//! Spec 05 section 1 and spec 04 section 7: cycles of a method-cache lookup and of the load that follows a miss.

use isa::MachineConfig;
use method_cache::OrganisationKind;
use sim_core::decode::MemoryOp;
use sim_core::probe::{MethodLookup, Probe};

use crate::support::bench::{Bench, Trace};
use crate::support::words::*;

use super::machines::{Target, closed_form, fastest_sram16, m, sram32};

/// Where the methods stand in memory; every byte of memory is another than its neighbours.
const METHOD: u32 = 512;
const OTHER_METHOD: u32 = 1024;

/// Loads methods one after the other, each given as address and length.
fn load(config: &MachineConfig, methods: &[(u32, u32)], cycles: usize) -> Trace {
    bench(config, methods).run(cycles)
}

fn bench(config: &MachineConfig, methods: &[(u32, u32)]) -> Bench {
    let mut bench = Bench::new(config);
    for (address, word) in bench.memory.iter_mut().enumerate() {
        *word = (address as u32).wrapping_mul(0x9e37_79b1);
    }
    for &(address, length) in methods {
        bench
            .push(address << 10 | length)
            .code(&[STBCRD, WAIT, WAIT]);
    }
    bench
}

/// Cycle, counted from the strobe, in which the controller is idle again and in which `bsy` falls.
fn idle_and_busy_low(trace: &Trace, start: usize) -> (usize, usize) {
    let idle = trace
        .after(start + 1, |row| row.state == "idl")
        .expect("the load ends");
    let busy_low = trace
        .after(start + 1, |row| !row.bsy)
        .expect("the load ends");
    (1 + idle, 1 + busy_low)
}

#[test]
fn a_load_takes_one_read_more_than_the_method_has_words() {
    for target in closed_form() {
        for length in [1, 2, 3, 31] {
            let trace = load(&target.config, &[(METHOD, length)], 1500);
            let start = trace.strobe(MemoryOp::MethodLoad);
            let read = m(target.r) + 1;
            let idle = 6 + (length as usize + 1) * read;
            let name = format!("{length} words, {}", target.name());
            assert_eq!(idle_and_busy_low(&trace, start), (idle, idle), "{name}");
            let reads: Vec<_> = trace
                .cycles(|row| row.command.rd)
                .iter()
                .map(|&cycle| (cycle - start, trace[cycle].command.address))
                .collect();
            let expected: Vec<_> = (0..=length)
                .map(|i| (5 + i as usize * read, METHOD + i))
                .collect();
            assert_eq!(reads, expected, "{name}");
        }
    }
}

#[test]
fn every_word_reaches_the_bytecode_ram_in_its_cycle_with_its_most_significant_byte_first() {
    for target in closed_form().chain([fastest_sram16()]) {
        let length = 5;
        let read = if target.config == fastest_sram16().config {
            3 // rdy_cnt skips 2
        } else {
            m(target.r) + 1
        };
        let whole = load(&target.config, &[(METHOD, length)], 400);
        let start = whole.strobe(MemoryOp::MethodLoad);
        let expected: Vec<_> = (1..=length as usize)
            .map(|i| start + 6 + i * read)
            .collect();
        assert_eq!(
            whole.cycles(|row| row.bc_wr_ena),
            expected,
            "{}",
            target.name()
        );
        for (i, &cycle) in expected.iter().enumerate() {
            let bytes = |cycles| {
                let trace = load(&target.config, &[(METHOD, length)], cycles);
                trace.machine.state.bytecode_fetch.jbc[4 * i..4 * i + 4].to_vec()
            };
            let word = (METHOD + i as u32).wrapping_mul(0x9e37_79b1);
            assert_eq!(bytes(cycle), [0; 4], "word {i}, {}", target.name());
            assert_eq!(
                bytes(cycle + 1),
                word.to_be_bytes(),
                "word {i}, {}",
                target.name()
            );
        }
    }
}

#[test]
fn a_hit_takes_four_cycles_and_reads_nothing() {
    for target in closed_form() {
        let methods = [(METHOD, 9), (OTHER_METHOD, 3), (METHOD, 9)];
        let trace = load(&target.config, &methods, 1200);
        let start = trace.strobe(MemoryOp::MethodLoad);
        assert_eq!(
            idle_and_busy_low(&trace, start),
            (4, 4),
            "{}",
            target.name()
        );
        let reads = trace.cycles(|row| row.command.rd);
        assert!(
            reads.iter().all(|&cycle| cycle < start),
            "{}",
            target.name()
        );
    }
}

#[test]
fn a_length_of_0_loads_1024_words() {
    let target = sram32(2);
    let trace = load(&target.config, &[(METHOD, 0)], 3000);
    let start = trace.strobe(MemoryOp::MethodLoad);
    let idle = 6 + 1025 * 2;
    assert_eq!(idle_and_busy_low(&trace, start), (idle, idle));
    let jbc = &trace.machine.state.bytecode_fetch.jbc;
    let last = (METHOD + 1023).wrapping_mul(0x9e37_79b1);
    assert_eq!(jbc[4092..4096], last.to_be_bytes());
}

#[test]
fn a_method_wraps_around_the_end_of_the_bytecode_ram() {
    // 4 KB are 1024 words: the first method takes 14 blocks, the second starts 128 words before the end.
    let target = sram32(1);
    let trace = load(&target.config, &[(1, 14 * 64 - 1), (METHOD, 200)], 4000);
    let jbc = &trace.machine.state.bytecode_fetch.jbc;
    let word = |i: u32| (METHOD + i).wrapping_mul(0x9e37_79b1).to_be_bytes();
    assert_eq!(jbc[14 * 256..14 * 256 + 4], word(0));
    assert_eq!(jbc[4092..4096], word(127));
    assert_eq!(jbc[..4], word(128));
    assert_eq!(jbc[4 * 71..4 * 72], word(199));
}

/// Cycles 0 to 5 of a lookup: ready, and the start in words.
fn lookup(trace: &Trace, start: usize) -> Vec<(bool, u32)> {
    let rows = trace.rows[start..start + 6].iter();
    rows.map(|row| (row.mc_rdy, row.mc_bcstart)).collect()
}

#[test]
fn a_miss_knows_its_start_in_cycle_2_is_ready_in_cycle_4_and_reads_from_cycle_5_on() {
    let trace = load(&sram32(2).config, &[(METHOD, 9), (OTHER_METHOD, 3)], 200);
    let start = trace.strobe(MemoryOp::MethodLoad);
    // The first method has block 0, the second block 1 of 64 words.
    let (before, after) = (0, 64);
    assert_eq!(
        lookup(&trace, start),
        [
            (true, before),
            (false, before),
            (false, after),
            (false, after),
            (true, after),
            (true, after)
        ]
    );
    assert!(!trace[start + 4].mc_in_cache);
    assert_eq!(trace[start + 4].state, "bc_cc");
    assert_eq!(trace[start + 5].state, "bc_r1");
}

#[test]
fn a_hit_knows_its_start_in_cycle_2_and_is_ready_in_cycle_3() {
    let methods = [(METHOD, 9), (OTHER_METHOD, 3), (METHOD, 9)];
    let trace = load(&sram32(2).config, &methods, 300);
    let start = trace.strobe(MemoryOp::MethodLoad);
    assert_eq!(
        lookup(&trace, start),
        [
            (true, 64),
            (false, 64),
            (false, 0),
            (true, 0),
            (true, 0),
            (true, 0)
        ]
    );
    assert!(trace[start + 3].mc_in_cache);
    assert_eq!(trace[start + 3].state, "bc_cc");
    assert_eq!(trace[start + 4].state, "idl");
}

/// Collects the lookups that the machine reports.
#[derive(Default)]
struct Lookups(Vec<(u64, MethodLookup)>);

impl Probe for Lookups {
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.0.push((cycle, lookup));
    }
}

#[test]
fn a_lookup_is_reported_once_in_the_cycle_its_answer_is_taken() {
    let methods = [(METHOD, 9), (OTHER_METHOD, 3), (METHOD, 9)];
    let trace = load(&sram32(2).config, &methods, 300);
    let strobes = trace.strobes(MemoryOp::MethodLoad);
    let mut lookups = Lookups::default();
    bench(&sram32(2).config, &methods)
        .machine()
        .run(300, &mut lookups);
    let answers = [(false, 0, 4), (false, 64, 4), (true, 0, 3)];
    let expected: Vec<_> = strobes
        .iter()
        .zip(methods)
        .zip(answers)
        .map(|((&strobe, (address, length)), (hit, start_word, ready))| {
            let lookup = MethodLookup {
                address,
                length,
                hit,
                start_word,
            };
            (strobe as u64 + ready, lookup)
        })
        .collect();
    assert_eq!(lookups.0, expected);
}

#[test]
fn the_variant_without_a_cache_loads_every_method_to_the_start_with_the_cycles_of_a_miss() {
    let config = MachineConfig {
        method_cache: OrganisationKind::OneBlock,
        ..sram32(2).config
    };
    let trace = load(&config, &[(METHOD, 9), (METHOD, 9)], 200);
    let start = trace.strobe(MemoryOp::MethodLoad);
    assert_eq!(idle_and_busy_low(&trace, start), (6 + 10 * 2, 6 + 10 * 2));
    assert!(
        trace
            .rows
            .iter()
            .all(|row| row.mc_bcstart == 0 && !row.mc_in_cache)
    );
}

#[test]
fn ldbcstart_delivers_bytes_and_sees_the_new_start_from_the_third_word_after_stbcrd_on() {
    for distance in 1..=8 {
        let mut bench = Bench::new(&sram32(2).config);
        bench.push(METHOD << 10 | 9).code(&[STBCRD, WAIT, WAIT]);
        bench.push(OTHER_METHOD << 10 | 3).code(&[STBCRD]);
        bench.code(&vec![NOP; distance - 1]).code(&[LDBCSTART]);
        let trace = bench.run(200);
        let expected = if distance < 3 { 0 } else { 4 * 64 };
        assert_eq!(trace.rows[199].a, expected, "distance {distance}");
    }
}

#[test]
fn a_load_on_the_fastest_16_bit_sram_starts_its_reads_when_rdy_cnt_is_0() {
    let target: Target = fastest_sram16();
    let trace = load(&target.config, &[(METHOD, 4)], 100);
    let start = trace.strobe(MemoryOp::MethodLoad);
    let reads = trace.cycles(|row| row.command.rd);
    let expected: Vec<_> = (0..5).map(|i| start + 5 + 3 * i).collect();
    assert_eq!(reads, expected);
    for &read in &reads[1..] {
        assert_eq!(trace[read].bus.rdy_cnt, 0);
    }
}
