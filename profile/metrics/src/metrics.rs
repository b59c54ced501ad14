//! A recording of windows with its names: figures of foci, and profiles of parts.

use cross_profile::{CallingContextTree, Charge, ContextId, Profile, ThreadProfile};

use crate::figures::{Field, Figures, Metric};
use crate::focus::Share;
use crate::window::{Recorded, Window};

/// Windows of a run, and the profile that they add up to.
#[derive(Debug, Clone, PartialEq)]
pub struct Metrics {
    /// The windows.
    pub recorded: Recorded,
    /// Bytecodes whose executions are counted.
    pub bytecodes: Vec<String>,
    /// Clock cycles of the whole run, recorded or not.
    pub run_cycles: u64,
    /// All that was recorded. Cells name its contexts.
    pub profile: Profile,
}

impl Metrics {
    /// The windows.
    #[must_use]
    pub fn windows(&self) -> &[Window] {
        &self.recorded.windows
    }

    /// True if executions of bytecodes are counted.
    #[must_use]
    pub fn counts_bytecodes(&self) -> bool {
        !self.bytecodes.is_empty()
    }

    /// A metric of a share of the contexts in a window.
    #[must_use]
    pub fn value(&self, window: &Window, share: &Share, metric: Metric) -> u64 {
        let mut sum = 0;
        for cell in &window.cells {
            let tree = &self.profile.threads[cell.thread as usize].tree;
            if share.has(cell.thread, cell.context) {
                metric.add(&mut sum, metric.of(&cell.figures, (tree, cell.context)));
            }
        }
        sum
    }

    /// The same of all windows.
    #[must_use]
    pub fn total(&self, share: &Share, metric: Metric) -> u64 {
        let mut sum = 0;
        for window in self.windows() {
            metric.add(&mut sum, self.value(window, share, metric));
        }
        sum
    }

    /// The profile of these windows: all contexts of the run, without times of calls and figures by bytecode, which windows do not
    /// have.
    #[must_use]
    pub fn part(&self, windows: &[Window]) -> Profile {
        let threads = self.profile.threads.iter();
        let mut threads: Vec<ThreadProfile> = threads.map(ThreadProfile::without_figures).collect();
        for cell in windows.iter().flat_map(|window| &window.cells) {
            let tree = &mut threads[cell.thread as usize].tree;
            add(tree, cell.context, &cell.figures);
        }
        Profile {
            bytecodes: Vec::new(),
            threads,
            ..self.profile.clone()
        }
    }

    /// The windows that begin in these cycles.
    #[must_use]
    pub fn between(&self, cycles: std::ops::Range<u64>) -> &[Window] {
        let windows = self.windows();
        let first = windows.partition_point(|window| window.start < cycles.start);
        let behind = windows.partition_point(|window| window.start < cycles.end);
        &windows[first..behind.max(first)]
    }
}

/// Adds what a context did.
pub(crate) fn add(tree: &mut CallingContextTree, id: ContextId, figures: &Figures) {
    let context = tree.context_mut(id);
    for (sum, cycles) in context.cycles.iter_mut().zip(&figures.0[..Charge::COUNT]) {
        *sum += cycles;
    }
    context.calls += figures.get(Field::Calls);
    context.bytecodes += figures.get(Field::Bytecodes);
}
