//! Hardware lock table: 32 locks by key, with nesting and a queue of waiters each (spec 07 section 6).
//!
//! ```text
//!                          +------+
//!   lock_req, op, data --->| ihlu |--> halted, status
//!                          +------+
//! ```
//!
//! A pointer scans the processors and serves one operation in four cycles: idle, ram, delay, operation.
//! An operation without rivals halts its processor for 5 cycles and the way of the pointer.
//!
//! Quirks:
//! - The caller of an unlock is not compared with the owner: any processor's unlock counts.
//! - The nesting counter has 8 bits: the 257th lock of a key makes it 0 again.
//! - A full table is an error for every key without an entry, for lock and unlock.
//! - Head and tail of a queue stay when its entry is freed.
//! - For numbers of processors that are no power of two the queues of the last entries lie outside of the queue memory.
//!   They read as 0 here and keep nothing; no trace of the hardware goes there.

use serde::{Deserialize, Serialize};

use crate::lock_port::LockRequest;

/// Locks that can be held at one time.
pub const ENTRIES: usize = 32;

/// States of the scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScanState {
    /// Looks for a processor with an operation.
    Idle,
    /// Addresses the queue memory.
    Ram,
    /// Waits for the queue memory.
    Delay,
    /// Does the operation.
    Operation,
}

/// Registers of one processor, all reset to 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Cpu {
    in_flag: bool,
    out_flag: bool,
    unlock: bool,
    key: u32,
    waiting: bool,
    status: bool,
}

/// Registers of one entry, all reset to 0, and `is_used` with them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    is_used: bool,
    key: u32,
    owner: usize,
    count: u8,
    head: usize,
    tail: usize,
}

/// Memory of the queues, one word for each entry and processor; outside reset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Queues {
    words: Vec<usize>,
    write_enable: bool,
    read_address: usize,
    write_address: usize,
    write_data: usize,
    /// The word read, a register.
    output: usize,
}

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ihlu {
    /// The processor that the scan looks at. Reset 0.
    pub scan: usize,
    /// State of the scan. Reset idle.
    pub state: ScanState,
    cpus: Vec<Cpu>,
    entries: Vec<Entry>,
    queues: Queues,
    /// Bits of a processor's number.
    width: u32,
    /// Entry of the operation's key, from the values of the cycle before. Valid in the states ram and operation.
    matching: Option<usize>,
    /// Free entry, the same.
    empty: usize,
    late_entry: Option<usize>,
}

impl Ihlu {
    /// The unit after reset, for two processors or more.
    #[must_use]
    pub fn new(cpus: usize) -> Self {
        Self {
            scan: 0,
            state: ScanState::Idle,
            cpus: vec![Cpu::default(); cpus],
            entries: vec![Entry::default(); ENTRIES],
            queues: Queues {
                words: vec![0; ENTRIES * cpus],
                write_enable: false,
                read_address: 0,
                write_address: 0,
                write_data: 0,
                output: 0,
            },
            width: cpus.next_power_of_two().trailing_zeros(),
            matching: None,
            empty: 0,
            late_entry: None,
        }
    }

    /// Used entries.
    #[must_use]
    pub fn total(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_used).count()
    }

    /// The lock of an entry: its key and its owner; none if the entry is free.
    #[must_use]
    pub fn held(&self, entry: usize) -> Option<(u32, usize)> {
        let entry = self.entries.get(entry).filter(|entry| entry.is_used)?;
        Some((entry.key, entry.owner))
    }

    /// Processor `cpu` has to wait in this cycle, with its request in it.
    #[must_use]
    pub fn halted(&self, cpu: usize, request: LockRequest) -> bool {
        let cpu = &self.cpus[cpu];
        request.req || cpu.in_flag != cpu.out_flag || cpu.waiting
    }

    /// The last operation of processor `cpu` met a full table.
    #[must_use]
    pub fn status(&self, cpu: usize) -> bool {
        self.cpus[cpu].status
    }

    /// Processor `cpu` waits for a lock that another one holds.
    #[must_use]
    pub fn is_queued(&self, cpu: usize) -> bool {
        self.cpus[cpu].waiting
    }

    /// The lock that processor `cpu` waits for: its key and its owner.
    #[must_use]
    pub fn waits_for(&self, cpu: usize) -> Option<(u32, usize)> {
        let waiting = Some(&self.cpus[cpu]).filter(|it| it.waiting)?;
        let entry = self
            .entries
            .iter()
            .find(|entry| entry.is_used && entry.key == waiting.key)?;
        Some((entry.key, entry.owner))
    }

    /// The first entry that was used although its queue lies outside of the queue memory: there the hardware loses who waits
    /// (spec 07 section 6, sizes of n).
    #[must_use]
    pub fn late_entry(&self) -> Option<usize> {
        self.late_entry
    }

    /// The edge ending a cycle.
    pub fn clock(&mut self, requests: &[LockRequest]) {
        let found = self.find();
        self.queues.clock();
        self.state = match self.state {
            ScanState::Idle => self.scan(),
            ScanState::Ram => self.address_queue(),
            ScanState::Delay => ScanState::Operation,
            ScanState::Operation => self.operate(),
        };
        (self.matching, self.empty) = found.unwrap_or((self.matching, self.empty));
        for (cpu, request) in self.cpus.iter_mut().zip(requests) {
            if request.req {
                (cpu.unlock, cpu.key) = (request.unlock, request.data);
                cpu.in_flag = !cpu.in_flag;
            }
        }
    }

    /// No operation is under way: an edge without a request moves the pointer alone, and the queue memory's output once.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        let served = |cpu: &Cpu| cpu.in_flag == cpu.out_flag;
        self.state == ScanState::Idle && !self.queues.write_enable && self.cpus.iter().all(served)
    }

    /// The edges of so many cycles without requests.
    pub fn skip(&mut self, mut cycles: u64) {
        while cycles > 0 && !self.is_idle() {
            self.clock(&[]);
            cycles -= 1;
        }
        if cycles > 0 {
            self.queues.clock();
            let cpus = self.cpus.len() as u64;
            self.scan = ((self.scan as u64 + cycles) % cpus) as usize;
        }
    }

    /// Entry of the scanned processor's key, and a free one; nothing in cycles whose result no state looks at.
    fn find(&self) -> Option<(Option<usize>, usize)> {
        let cpu = &self.cpus[self.scan];
        let serves = cpu.in_flag != cpu.out_flag;
        if self.state == ScanState::Operation || self.state == ScanState::Idle && !serves {
            return None;
        }
        let mut entries = self.entries.iter();
        let matching = entries.position(|entry| entry.is_used && entry.key == cpu.key);
        let empty = self.entries.iter().position(|entry| !entry.is_used);
        Some((matching, empty.unwrap_or(0)))
    }

    fn scan(&mut self) -> ScanState {
        let cpu = &self.cpus[self.scan];
        if cpu.in_flag != cpu.out_flag {
            return ScanState::Ram;
        }
        self.scan += 1;
        if self.scan == self.cpus.len() {
            self.scan = 0;
        }
        ScanState::Idle
    }

    fn address_queue(&mut self) -> ScanState {
        let number = self.matching.unwrap_or(0);
        let entry = &self.entries[number];
        self.queues.read_address = number << self.width | entry.head;
        self.queues.write_address = number << self.width | entry.tail;
        self.queues.write_data = self.scan;
        if self.queues.read_address.max(self.queues.write_address) >= self.queues.words.len() {
            self.late_entry.get_or_insert(number);
        }
        ScanState::Delay
    }

    /// The pointer stays: the scan meets the same processor once more.
    fn operate(&mut self) -> ScanState {
        let unlock = self.cpus[self.scan].unlock;
        let cpu = &mut self.cpus[self.scan];
        cpu.out_flag = !cpu.out_flag;
        cpu.status = false;
        match self.matching {
            Some(number) if unlock => self.unlock(number),
            Some(number) => self.lock_used(number),
            None if self.entries.iter().all(|entry| entry.is_used) => {
                self.cpus[self.scan].status = true;
            }
            None if unlock => {}
            None => self.lock_empty(),
        }
        ScanState::Idle
    }

    fn lock_used(&mut self, number: usize) {
        let entry = &mut self.entries[number];
        if entry.owner == self.scan {
            entry.count = entry.count.wrapping_add(1);
            return;
        }
        entry.tail = (entry.tail + 1) & ((1 << self.width) - 1);
        self.queues.write_enable = true;
        self.cpus[self.scan].waiting = true;
    }

    /// The count is left as it was, which is 0.
    fn lock_empty(&mut self) {
        let entry = &mut self.entries[self.empty];
        entry.is_used = true;
        entry.key = self.cpus[self.scan].key;
        entry.owner = self.scan;
    }

    fn unlock(&mut self, number: usize) {
        let entry = &mut self.entries[number];
        if entry.count != 0 {
            entry.count -= 1;
        } else if entry.head == entry.tail {
            entry.is_used = false;
        } else {
            entry.owner = self.queues.output;
            entry.head = (entry.head + 1) & ((1 << self.width) - 1);
            if let Some(next) = self.cpus.get_mut(entry.owner) {
                next.waiting = false;
            }
        }
    }
}

impl Queues {
    /// A word that is written at this edge is read as it was before.
    fn clock(&mut self) {
        self.output = self.words.get(self.read_address).copied().unwrap_or(0);
        if std::mem::take(&mut self.write_enable)
            && let Some(word) = self.words.get_mut(self.write_address)
        {
            *word = self.write_data;
        }
    }
}
