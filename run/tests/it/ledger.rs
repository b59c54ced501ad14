//! Times of threads, against a model that asks in every cycle what each thread does.

use proptest::prelude::*;
use run::probes::ledger::{Ledger, Reason, State, ThreadTimes};

#[derive(Debug, Clone)]
enum Event {
    Start,
    Run(usize),
    Block(usize, usize),
    Wake(usize),
    End(usize),
    Hold(bool),
    Poll(usize),
}

const BLOCKS: [State; 4] = [State::Sleep, State::Wait, State::Join, State::Lock];
const POLLS: [State; 4] = [State::Output, State::Input, State::Clock, State::Device];

fn reason(name: &str) -> Reason {
    Reason {
        object: name.to_owned(),
        place: "here".to_owned(),
    }
}

fn events() -> impl Strategy<Value = Vec<(u64, Event)>> {
    let number = 0..4_usize;
    let event = prop_oneof![
        1 => Just(Event::Start),
        4 => number.clone().prop_map(Event::Run),
        2 => (number.clone(), number.clone()).prop_map(|(thread, why)| Event::Block(thread, why)),
        2 => number.clone().prop_map(Event::Wake),
        1 => number.clone().prop_map(Event::End),
        2 => any::<bool>().prop_map(Event::Hold),
        3 => number.prop_map(Event::Poll),
    ];
    prop::collection::vec((0..50_u64, event), 0..60)
}

/// What is known of a thread in a cycle.
#[derive(Debug, Clone, Default)]
struct Known {
    start: u64,
    end: Option<u64>,
    blocked: Option<usize>,
    holds: bool,
    cycles: [u64; State::COUNT],
}

/// A model that goes through the run cycle by cycle.
#[derive(Debug, Default)]
struct Model {
    threads: Vec<Known>,
    running: Option<usize>,
    cycle: u64,
    /// Cycles that the running thread has run without a break.
    since: u64,
}

impl Model {
    fn state(&self, number: usize) -> State {
        let thread = &self.threads[number];
        let holder = self.running.map(|it| &self.threads[it]);
        let is_held = holder.is_some_and(|it| it.holds && it.blocked.is_none() && it.end.is_none());
        match thread.blocked {
            Some(why) => BLOCKS[why],
            None if self.running == Some(number) => State::Running,
            None if is_held => State::Monitor,
            None => State::Ready,
        }
    }

    fn go(&mut self, cycles: u64) {
        for _ in 0..cycles {
            for number in 0..self.threads.len() {
                let state = self.state(number);
                if self.threads[number].end.is_none() {
                    self.threads[number].cycles[state as usize] += 1;
                }
            }
            self.cycle += 1;
        }
        let runs = self
            .running
            .is_some_and(|it| self.state(it) == State::Running);
        self.since = if runs { self.since + cycles } else { 0 };
    }
}

/// Plays events to both; leaves out what no scheduler does.
fn play(events: &[(u64, Event)]) -> (Vec<ThreadTimes>, Model) {
    let (mut ledger, mut model) = (Ledger::default(), Model::default());
    for (later, event) in events {
        model.go(*later);
        let now = model.cycle;
        let lives = |model: &Model, it: usize| {
            model
                .threads
                .get(it)
                .is_some_and(|thread| thread.end.is_none())
        };
        match *event {
            Event::Start if model.threads.len() < 4 => {
                ledger.start(now);
                model.threads.push(Known {
                    start: now,
                    ..Known::default()
                });
            }
            Event::Run(it) if lives(&model, it) => {
                ledger.run(now, it);
                if model.running != Some(it) {
                    model.since = 0;
                }
                model.running = Some(it);
            }
            Event::Block(it, why) if lives(&model, it) => {
                ledger.block(now, it, BLOCKS[why], reason("object"));
                model.threads[it].blocked = Some(why);
                if model.running == Some(it) {
                    model.since = 0;
                }
            }
            Event::Wake(it) if lives(&model, it) => {
                ledger.wake(now, it);
                model.threads[it].blocked = None;
            }
            Event::End(it) if lives(&model, it) => {
                ledger.end(now, it);
                model.threads[it].end = Some(now);
                if model.running == Some(it) {
                    model.since = 0;
                }
            }
            Event::Hold(holds) if model.running.is_some() => {
                ledger.hold(now, holds.then(|| reason("monitor")));
                let running = model.running.unwrap();
                model.threads[running].holds = holds;
            }
            // An iteration that began and ended while the thread ran.
            Event::Poll(why) if model.since > 0 && lives(&model, model.running.unwrap()) => {
                let cycles = model.since.min(20);
                ledger.polled(POLLS[why], &reason("device"), cycles);
                let running = &mut model.threads[model.running.unwrap()];
                running.cycles[State::Running as usize] -= cycles;
                running.cycles[POLLS[why] as usize] += cycles;
                model.since -= cycles;
            }
            _ => {}
        }
    }
    let end = model.cycle;
    for thread in &mut model.threads {
        thread.end.get_or_insert(end);
    }
    (ledger.finish(end), model)
}

proptest! {
    #[test]
    fn every_cycle_of_a_thread_has_one_state(events in events()) {
        let (times, model) = play(&events);
        prop_assert_eq!(times.len(), model.threads.len());
        for (ours, known) in times.iter().zip(&model.threads) {
            prop_assert_eq!((ours.start, Some(ours.end)), (known.start, known.end));
            prop_assert_eq!(ours.cycles, known.cycles);
            prop_assert_eq!(ours.cycles.iter().sum::<u64>(), ours.end - ours.start);
        }
    }

    #[test]
    fn the_waits_add_up_to_their_states(events in events()) {
        let (times, _) = play(&events);
        for thread in times {
            for state in State::ALL.into_iter().filter(|state| state.waits()) {
                let of_state = thread.waits.iter().filter(|((own, _), _)| *own == state);
                let waits: Vec<_> = of_state.map(|(_, waits)| *waits).collect();
                let cycles: u64 = waits.iter().map(|waits| waits.cycles).sum();
                prop_assert_eq!(cycles, thread.cycles[state as usize]);
                for waits in waits {
                    prop_assert!(waits.count > 0 && waits.longest <= waits.cycles);
                    prop_assert!(waits.longest * waits.count >= waits.cycles);
                }
            }
        }
    }
}
