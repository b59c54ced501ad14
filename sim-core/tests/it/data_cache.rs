//! Latencies and contents of the data caches, from the table of spec 05 section 4.

use isa::{MachineConfig, MemoryKind};
use sim_core::data_cache::DataCache;
use sim_core::main_memory::MainMemory;
use sim_core::simpcon::{CacheClass, Command};

/// A data cache in front of a memory whose word at each address is a function of the address.
struct Bench {
    cache: DataCache,
    memory: MainMemory,
}

/// Cycles from the request to the first one with `rdy_cnt` 0, and the data in it.
#[derive(Debug, PartialEq)]
struct Answer {
    latency: u32,
    data: u32,
}

fn content(address: u32) -> u32 {
    address.wrapping_mul(0x9E37_79B9)
}

impl Bench {
    fn new(ram_cnt: u8) -> Self {
        Self::on(MemoryKind::Sram32, ram_cnt)
    }

    fn on(memory: MemoryKind, ram_cnt: u8) -> Self {
        let config = MachineConfig {
            memory,
            ram_cnt,
            memory_words: 1 << 21,
            ..MachineConfig::default()
        };
        let words: Vec<u32> = (0..1 << 21).map(content).collect();
        Self {
            cache: DataCache::new(),
            memory: MainMemory::new(&config, &words),
        }
    }

    fn clock(&mut self, command: &Command, invalidate: bool) {
        let to_memory = self.cache.memory_command(command);
        self.cache
            .clock(command, self.memory.response(), invalidate);
        self.memory.clock(&to_memory);
    }

    fn request(&mut self, command: &Command) -> Answer {
        let answer = self.request_at_once(command);
        self.clock(&Command::IDLE, false);
        answer
    }

    /// As [`Bench::request`], but the next request can follow in the first ready cycle.
    fn request_at_once(&mut self, command: &Command) -> Answer {
        self.clock(command, false);
        let mut latency = 1;
        while self.cache.response(self.memory.response()).rdy_cnt != 0 {
            self.clock(&Command::IDLE, false);
            latency += 1;
            assert!(latency < 100, "the request never ends");
        }
        let data = self.cache.response(self.memory.response()).rd_data;
        Answer { latency, data }
    }

    fn read(&mut self, class: CacheClass, address: u32) -> Answer {
        self.request(&Command {
            rd: true,
            address,
            class,
            ..Command::IDLE
        })
    }

    fn write(&mut self, class: CacheClass, address: u32, wr_data: u32) -> u32 {
        let command = Command {
            wr: true,
            address,
            wr_data,
            class,
            ..Command::IDLE
        };
        self.request(&command).latency
    }
}

/// Every memory with closed forms: kind, `ram_cnt`, read and write wait states.
fn memories() -> impl Iterator<Item = (MemoryKind, u8, u32, u32)> {
    let sram32 = (1..=14).map(|n| (MemoryKind::Sram32, n, u32::from(n) - 1, u32::from(n)));
    let twice = |n: u8| 2 * u32::from(n);
    let sram16 = (2..=14).map(move |n| (MemoryKind::Sram16, n, twice(n) - 1, twice(n) + 1));
    let ssram32 = (2..=14).map(|n| (MemoryKind::Ssram32, n, u32::from(n) - 1, u32::from(n) - 1));
    sram32.chain(sram16).chain(ssram32)
}

const DIRECT: [CacheClass; 2] = [CacheClass::DirectMapped, CacheClass::DirectMappedConstant];
const ASSOCIATIVE: CacheClass = CacheClass::FullyAssociative;

#[test]
fn a_bypass_read_takes_r_plus_2_and_a_write_w_plus_2() {
    for (memory, ram_cnt, r, w) in memories() {
        let mut bench = Bench::on(memory, ram_cnt);
        let answer = bench.read(CacheClass::Bypass, 77);
        assert_eq!((answer.latency, answer.data), (r + 2, content(77)));
        assert_eq!(bench.write(CacheClass::Bypass, 77, 5), w + 2);
        assert_eq!(bench.read(CacheClass::Bypass, 77).data, 5);
    }
}

#[test]
fn a_direct_mapped_miss_takes_r_plus_4_a_hit_2_and_a_write_w_plus_3() {
    for (class, (memory, ram_cnt, r, w)) in DIRECT
        .into_iter()
        .flat_map(|class| memories().map(move |memory| (class, memory)))
    {
        let mut bench = Bench::on(memory, ram_cnt);
        let expected = |latency, data| Answer { latency, data };
        assert_eq!(bench.read(class, 300), expected(r + 4, content(300)));
        assert_eq!(bench.read(class, 300), expected(2, content(300)));
        assert_eq!(bench.write(class, 301, 9), w + 3);
        assert_eq!(bench.read(class, 301), expected(2, 9));
        assert_eq!(bench.read(CacheClass::Bypass, 301).data, 9);
    }
}

#[test]
fn an_associative_miss_takes_r_plus_5_a_hit_2_and_a_write_w_plus_4() {
    for (memory, ram_cnt, r, w) in memories() {
        let mut bench = Bench::on(memory, ram_cnt);
        let expected = |latency, data| Answer { latency, data };
        assert_eq!(bench.read(ASSOCIATIVE, 300), expected(r + 5, content(300)));
        assert_eq!(bench.read(ASSOCIATIVE, 300), expected(2, content(300)));
        assert_eq!(bench.write(ASSOCIATIVE, 301, 9), w + 4);
        assert_eq!(bench.read(ASSOCIATIVE, 301), expected(2, 9));
        assert_eq!(bench.read(CacheClass::Bypass, 301).data, 9);
    }
}

#[test]
fn the_least_recently_used_of_sixteen_lines_is_replaced() {
    let mut bench = Bench::new(2);
    for address in 0..16 {
        bench.read(ASSOCIATIVE, address);
    }
    assert_eq!(bench.read(ASSOCIATIVE, 0).latency, 2);
    bench.read(ASSOCIATIVE, 100);
    assert_eq!(bench.read(ASSOCIATIVE, 0).latency, 2);
    assert_ne!(bench.read(ASSOCIATIVE, 1).latency, 2);
}

#[test]
fn an_invalidation_spares_the_constants() {
    let mut bench = Bench::new(2);
    for class in [DIRECT[0], DIRECT[1], ASSOCIATIVE] {
        bench.read(class, 40);
    }
    bench.clock(&Command::IDLE, true);
    assert_ne!(bench.read(CacheClass::DirectMapped, 40).latency, 2);
    assert_ne!(bench.read(ASSOCIATIVE, 40).latency, 2);
    assert_eq!(bench.read(CacheClass::DirectMappedConstant, 40).latency, 2);
}

#[test]
fn addresses_that_differ_above_bit_19_share_a_line() {
    for class in [DIRECT[0], DIRECT[1], ASSOCIATIVE] {
        let mut bench = Bench::new(2);
        bench.read(class, 40);
        let aliased = bench.read(class, 40 + (1 << 20));
        assert_eq!((aliased.latency, aliased.data), (2, content(40)));
    }
}

#[test]
fn a_request_in_the_cycle_of_a_fill_still_sees_the_old_line() {
    for class in DIRECT {
        let mut bench = Bench::new(2);
        let read = Command {
            rd: true,
            address: 40,
            class,
            ..Command::IDLE
        };
        let miss = bench.request_at_once(&read).latency;
        assert_eq!(bench.request_at_once(&read).latency, miss);
        assert_eq!(bench.request_at_once(&read).latency, 2);
    }
}

#[test]
fn in_its_own_cycle_an_invalidation_already_shows_units_without_data_and_a_request_of_it_is_lost() {
    for class in [DIRECT[0], DIRECT[1], ASSOCIATIVE] {
        let mut bench = Bench::new(2);
        bench.read(class, 40);
        let before = bench.cache.response(bench.memory.response());
        assert_eq!((before.rdy_cnt, before.rd_data), (0, content(40)));
        bench.cache.reset_units();
        let during = bench.cache.response(bench.memory.response());
        assert_eq!((during.rdy_cnt, during.rd_data), (0, 0));
        let request = Command {
            rd: true,
            address: 41,
            class,
            ..Command::IDLE
        };
        bench.clock(&request, true);
        assert!(bench.cache.is_idle());
        assert_eq!(bench.cache.response(bench.memory.response()).rdy_cnt, 0);
    }
}

#[test]
fn a_write_request_in_the_cycle_of_a_fetch_gives_the_fetched_line_its_data() {
    // The memory has another word: only the line of the fetch is wrong (spec 15 section 2).
    let mut bench = Bench::new(2);
    let read = Command {
        rd: true,
        address: 40,
        class: CacheClass::DirectMapped,
        ..Command::IDLE
    };
    bench.clock(&read, false);
    while bench.cache.response(bench.memory.response()).rdy_cnt != 1 {
        bench.clock(&Command::IDLE, false);
    }
    let write = Command {
        wr: true,
        rd: false,
        address: 41,
        wr_data: 9,
        ..read
    };
    bench.request(&write);
    assert_eq!(bench.read(CacheClass::Bypass, 40).data, content(40));
    assert_eq!(
        bench.read(CacheClass::DirectMapped, 40),
        Answer {
            latency: 2,
            data: 9
        }
    );
}
