//! A set of threads with its response times.

use isa::MachineConfig;
use response::{Common, Demand, Found, Prices, Response, Room, Section, Step, Thread};
use run::End;
use wcet::{Analysis, Disproof, Soundness};
use wcet_check::{SeenSet, SeenThread, Timed, all_disproved};

/// A thread as it was asked for.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) thread: Thread,
    /// Address of the code of its job.
    pub(super) job: u32,
    /// Of its first release, if known. Unit: microseconds.
    pub(super) offset: Option<u32>,
    pub(super) lines: Lines,
}

/// Lines of a thread in its file, from 1; none of a thread that the program makes.
#[derive(Clone, Default)]
pub(super) struct Lines {
    /// Of its head.
    pub(super) thread: usize,
    pub(super) keys: Vec<(String, usize)>,
}

impl Entry {
    pub(super) fn of_program(found: &Found, machine: &MachineConfig) -> Self {
        let cycles = |us: u32| u64::from(us) * per_us(machine);
        Self {
            name: found.class.clone(),
            thread: Thread {
                class: found.class.clone(),
                priority: found.priority,
                period: cycles(found.period),
                jitter: 0,
                deadline: cycles(found.period),
            },
            job: found.job,
            offset: Some(found.offset),
            lines: Lines::default(),
        }
    }

    pub(super) fn timed(&self, machine: &MachineConfig) -> Timed {
        let period = self.thread.period / per_us(machine);
        Timed {
            job: self.job,
            offset: self.offset.unwrap_or(0),
            period: u32::try_from(period).unwrap_or(u32::MAX),
        }
    }
}

/// Cycles of a microsecond, as the timer counts them.
pub(super) fn per_us(machine: &MachineConfig) -> u64 {
    u64::from(machine.clk_freq_hz / 1_000_000).max(1)
}

/// Verdict on a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No response is longer than the deadline.
    Met,
    /// The bound is above the deadline, which proves nothing.
    NotProven,
    /// A run has shown a response that is longer.
    Missed,
}

impl Verdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::NotProven => "not proven",
            Self::Missed => "missed",
        }
    }
}

/// A thread with all that is known of it.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) demand: Demand,
    pub(super) job: Analysis,
    pub(super) section: Option<Section>,
    pub(super) response: Response,
    pub(super) room: Room,
    pub(super) seen: Option<SeenThread>,
    /// Soundness of its bound.
    pub(super) sound: Soundness,
}

impl Row {
    pub(super) fn verdict(&self) -> Verdict {
        let seen = self.seen.as_ref().map_or(0, |seen| seen.longest);
        match self.response.cycles {
            _ if seen > self.demand.deadline => Verdict::Missed,
            Some(_) if self.sound == Soundness::No => Verdict::NotProven,
            Some(cycles) if cycles <= self.demand.deadline => Verdict::Met,
            _ => Verdict::NotProven,
        }
    }

    pub(super) fn is_disproved(&self) -> bool {
        let seen = self.seen.as_ref().map_or(0, |seen| seen.longest);
        self.response.cycles.is_some_and(|cycles| cycles < seen)
    }

    /// The part of the processor that it takes.
    pub(super) fn utilisation(&self) -> f64 {
        (self.demand.job + self.demand.release) as f64 / self.demand.period.max(1) as f64
    }
}

/// All threads, by falling priority.
pub(super) struct Set {
    pub(super) rows: Vec<Row>,
    pub(super) common: Common,
    pub(super) interrupt: u64,
    pub(super) wait: u64,
    pub(super) background: Option<Section>,
    /// False if main may switch interrupts off for a time without a bound.
    pub(super) is_sure: bool,
    pub(super) assumes: Vec<String>,
    /// What the run has disproved of the bounds of jobs and of times with interrupts off.
    pub(super) disproved: Vec<Disproof>,
    pub(super) cycles_per_us: f64,
    pub(super) end: Option<End>,
}

impl Set {
    pub(super) fn new(
        entries: Vec<Entry>,
        prices: Prices,
        seen: Option<&SeenSet>,
        mut assumes: Vec<String>,
        machine: &MachineConfig,
    ) -> Self {
        let common = prices.common();
        let responses = response::responses(&prices.threads, common);
        let rooms = response::rooms(&prices.threads, common);
        let bounds = || prices.jobs.iter().chain(&prices.others);
        let lines = bounds().flat_map(|bound| &bound.assumes);
        let lines = lines.map(ToString::to_string);
        let writers = prices.writers.iter();
        let writers = writers
            .map(|it| format!("{it}, which writes registers of devices, leaves interrupts on"));
        let unknown = prices.unknown.iter();
        let unknown = unknown.map(|why| {
            format!("main does not reach what has no bound after the start of the mission: {why}")
        });
        for line in lines.chain(writers).chain(unknown) {
            if !assumes.contains(&line) {
                assumes.push(line);
            }
        }
        // Each bound rests on the jobs and times of all.
        let worst = bounds().map(|bound| bound.sound).max();
        let disproved = all_disproved(bounds());
        let given = match assumes.is_empty() {
            true => Soundness::Yes,
            false => Soundness::Assumes,
        };
        let sound = worst.unwrap_or(Soundness::Yes).max(given);
        let end = seen.map(|seen| seen.end);
        let is_sure = prices.unknown.is_empty();
        let parts = prices
            .threads
            .into_iter()
            .zip(prices.jobs)
            .zip(prices.sections);
        let results = responses.into_iter().zip(rooms);
        let rows = entries.into_iter().zip(parts).zip(results).enumerate();
        let rows = rows.map(
            |(at, ((entry, ((demand, job), section)), (response, room)))| Row {
                name: entry.name,
                demand,
                job,
                section,
                response,
                room,
                seen: seen.map(|seen| seen.threads[at].clone()),
                sound,
            },
        );
        let mut rows: Vec<Row> = rows.collect();
        for row in &mut rows {
            if row.is_disproved() {
                row.sound = Soundness::No;
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.demand.priority));
        Self {
            rows,
            common,
            interrupt: prices.interrupt,
            wait: prices.wait,
            background: prices.background,
            is_sure,
            assumes,
            disproved,
            cycles_per_us: per_us(machine) as f64,
            end,
        }
    }

    /// The steps of the longest response of a thread; nothing if it has no bound.
    pub(super) fn time_line(&self, number: usize) -> Vec<Step> {
        let demands: Vec<Demand> = self.rows.iter().map(|row| row.demand.clone()).collect();
        response::timeline(&demands, number, self.common)
    }

    /// The thread whose response takes the largest part of its deadline, with the steps.
    pub(super) fn tightest(&self) -> Option<(usize, Vec<Step>)> {
        let part = |row: &Row| {
            let cycles = row.response.cycles? as f64;
            Some(cycles / row.demand.deadline.max(1) as f64)
        };
        let rows = self.rows.iter().enumerate();
        let parts = rows.filter_map(|(at, row)| Some((at, part(row)?)));
        let (number, _) = parts.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some((number, self.time_line(number)))
    }
}
