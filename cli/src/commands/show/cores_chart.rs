//! The time line of several cores as a chart: a panel for each, and one for the memory.

use charts::{Axis, Figure, Mark, Panel, Point, Series};
use record::Cores;
use run::{CoreTime, CoreWindow};

/// Windows that a chart can show apart.
const MOST: usize = 200;

/// Name and cycles of what a core may do; those of the rest are not asked for.
type State = (&'static str, fn(&CoreTime) -> u64);

/// What a core does, the last one at the bottom.
const STATES: [State; 7] = [
    ("executes", |_| 0),
    ("idle", |it| it.idle),
    ("before start", |it| it.before_start),
    ("waits for turn", |it| it.waits_for_turn),
    ("waits for others", |it| it.waits_for_others),
    ("lock unit", |it| it.lock_unit),
    ("lock waits", |it| it.lock_waits),
];

/// The parts of each window that a core spent in each state, one on top of the other.
pub(super) fn chart(cores: &Cores) -> Figure {
    let windows = cores.windows.at_most(MOST).windows;
    let memory = Panel {
        x: Axis::linear("cycle").with_zero(),
        y: Axis::linear("memory busy, %").with_zero(),
        series: vec![Series {
            name: String::new(),
            mark: Mark::Filled,
            points: points(&windows, |it| it.memory_busy),
        }],
    };
    let count = usize::from(cores.processors.cores);
    let lanes = (0..count).map(|core| Panel {
        x: Axis::linear("cycle").with_zero(),
        y: Axis::linear(&format!("core {core}, %")).with_zero(),
        series: lane(&windows, core, core + 1 == count),
    });
    Figure {
        panels: [memory].into_iter().chain(lanes).collect(),
    }
}

/// Each state is drawn over those above it; all panels share the legend of the last one.
fn lane(windows: &[CoreWindow], core: usize, is_last: bool) -> Vec<Series> {
    let states = STATES.iter().enumerate().map(|(place, (name, _))| Series {
        name: if is_last {
            (*name).to_owned()
        } else {
            String::new()
        },
        mark: Mark::Filled,
        points: points(windows, |window| {
            let Some(time) = window.cores.get(core) else {
                return 0;
            };
            match place {
                0 => window.cycles,
                place => STATES[place..].iter().map(|(_, cycles)| cycles(time)).sum(),
            }
        }),
    });
    states.collect()
}

/// The part of each window as a percentage.
fn points(windows: &[CoreWindow], cycles: impl Fn(&CoreWindow) -> u64) -> Vec<Point> {
    let mut start = 0;
    let mut points = Vec::new();
    for window in windows {
        let part = 100.0 * cycles(window) as f64 / window.cycles.max(1) as f64;
        points.push(Point::new(start as f64, part));
        start += window.cycles;
    }
    points.extend(points.last().map(|last| Point::new(start as f64, last.y)));
    points
}
