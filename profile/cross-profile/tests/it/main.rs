//! Tests of profiles: recording, call graphs, comparison.

mod call_graph;
mod call_times;
mod comparing;
mod faults;
mod folding;
mod merging;
mod method_names;
mod recording;
mod support;
