//! Tests of profiles: recording, call graphs, comparison, files of other tools.

mod call_graph;
mod call_times;
mod comparing;
mod faults;
mod folding;
mod merging;
mod method_names;
mod other_tools;
#[cfg(feature = "packed")]
mod pprof;
mod recording;
mod support;
mod units;
