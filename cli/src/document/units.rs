//! Units of the numbers of documents, by key.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Document;

/// Units of keys that mean the same in every document.
const UNITS: &[(&str, &[&str])] = &[
    (
        "cycles",
        &[
            "cycles",
            "cycle",
            "self_cycles",
            "total_cycles",
            "cumulative_cycles",
            "cycles_before",
            "execute",
            "memory_read",
            "memory_write",
            "load_on_invoke",
            "load_on_return",
            "java_bytecode",
            "wait_io",
            "wait_time",
            "wait_idle",
            "exception",
            "interrupt",
            "stall_cycles",
            "stalled",
            "cycles_each",
            "truth",
            "predicted",
            "expected",
            "measured",
            "target",
            "warm",
            "cold",
            "hidden",
            "slack",
            "cycles_per_count",
            "load_hidden",
            "exception_at",
            "derived",
            "from_microcode",
            "largest_error",
            "interval",
            "min",
            "mean",
            "p50",
            "p90",
            "p99",
            "max",
            "worst_at_cycle",
            "array",
            "array_element",
            "object_field",
            "plain_read",
            "plain_write",
            "static_field",
            "method_cache",
            "copy_unit",
            "copy",
            "field",
            "read",
            "write",
            "method_load",
            "io",
            "other",
            "allocation",
            "java_bytecodes",
            "synchronisation",
            "exceptions",
            "interrupts",
            "prices",
            "routines",
            "runtime",
            "library",
            "cache",
            "missing",
            "foreign",
            "uncounted",
            "ram_cnt",
            "true",
            "pause",
            "longest_pause",
            "longest_pause_start",
            "tolerance",
            "after",
            "before",
            "difference",
            "bound",
            "own",
            "total",
            "per_repetition",
            "observed",
            "swing",
            "break_even",
            "saved_at_most",
            "execution_cycles",
            "wait_cycles",
            "first_cycle",
            "highest_from_cycle",
        ],
    ),
    (
        "part of 1",
        &[
            "share",
            "share_of_method",
            "recorded",
            "hit_rate",
            "gc_share",
            "method_hit_rate",
            "block_share",
            "error",
            "bias",
            "mape",
            "weighted",
            "median",
            "p95",
            "worst",
            "change",
            "kendall_tau",
        ],
    ),
    (
        "count",
        &[
            "bytecodes",
            "calls",
            "unfinished",
            "contexts",
            "executions",
            "lookups",
            "misses",
            "collections",
            "invoke_misses",
            "return_misses",
            "blocks",
            "ways",
            "cache_blocks",
            "microinstructions",
            "method_hits",
            "method_lookups",
            "memory_reads",
            "memory_writes",
            "other_accesses",
            "thrown",
            "occurrences",
            "methods",
            "classes",
            "statics",
            "handlers",
            "programs",
            "vectors",
            "passed",
            "values",
            "entries",
            "differing",
            "count",
            "missed",
            "without_truth",
            "top_overlap",
            "top_of",
            "top_shared",
            "rows",
            "equal",
            "different_with_reason",
            "different_without_reason",
            "objects",
            "handles_in_use",
            "free_handles",
            "handles",
            "length",
            "long",
            "repetitions",
            "most_repetitions",
            "left_out",
            "of_callers",
            "needed",
            "context",
            "interrupts_taken",
            "waits",
            "windows",
            "stretches",
        ],
    ),
    (
        "bytes",
        &[
            "bytes",
            "code_bytes",
            "own_code",
            "size",
            "line_size",
            "bytes_loaded",
            "bytes_used",
            "byte",
            "offset",
            "bytes_allocated",
        ],
    ),
    (
        "words",
        &[
            "words",
            "code_words",
            "words_loaded",
            "method_words_loaded",
            "memory_words",
            "instance_words",
            "reference_words",
            "arguments",
            "locals",
            "words_moved",
            "data_words",
            "free_words",
            "largest_free_words",
            "missed_words",
            "words_allocated",
            "stack_words",
        ],
    ),
    (
        "number",
        &[
            "line",
            "opcode",
            "code",
            "address",
            "word",
            "pc",
            "index",
            "pool",
            "method_table",
            "structs",
            "references",
            "interface_number",
            "entry",
            "method",
            "status",
            "exit_code",
            "format",
            "version",
            "what",
            "rank",
            "predicted_rank",
            "slot",
            "window",
            "phase",
            "start",
            "end",
            "handler",
        ],
    ),
    ("cycles per bytecode", &["cycles_per_bytecode", "cpi"]),
    ("cycles per call", &["self_per_call", "total_per_call"]),
    ("bytes per context", &["bytes_per_context"]),
    ("percent", &["error_in_percent", "least", "most"]),
    (
        "seconds",
        &[
            "seconds",
            "simulated_seconds",
            "plain_seconds",
            "cross_seconds",
        ],
    ),
    ("MHz", &["simulated_mhz"]),
    ("Hz", &["clk_freq_hz"]),
    ("baud", &["uart_baud"]),
    (
        "bits",
        &["bits", "block_bits", "jpc_width", "ram_width", "spm_width"],
    ),
    ("ratio", &["slow_down", "factor", "ratio"]),
    ("microseconds", &["microseconds"]),
];

/// Units of keys that mean something else in one document.
const SPECIAL: &[(Document, &str, &str)] = &[
    (Document::Annotate, "offset", "bytes"),
    (Document::Check, "before", "as the section says"),
    (Document::Check, "after", "as the section says"),
    (Document::Check, "difference", "as the section says"),
    (Document::Check, "tolerance", "as the figure"),
    (Document::CostCalibrate, "error", "cycles"),
    (Document::CostTable, "entry", "number"),
    (Document::Diff, "a", "as the name says"),
    (Document::Diff, "b", "as the name says"),
    (Document::Diff, "difference", "as the name says"),
    (Document::Evaluate, "methods", "part of 1"),
    (Document::Evaluate, "contexts", "part of 1"),
    (Document::Evaluate, "mean", "percent"),
    (Document::ReportCallsByContext, "from", "cycles"),
    (Document::ReportCallsByContext, "to", "cycles"),
    (Document::ReportWaiting, "run_cycles", "cycles"),
    (Document::ReportWaiting, "scheduler_cycles", "cycles"),
    (Document::ReportWaiting, "running", "cycles"),
    (Document::ReportWaiting, "ready", "cycles"),
    (Document::ReportWaiting, "monitor", "cycles"),
    (Document::ReportWaiting, "lock", "cycles"),
    (Document::ReportWaiting, "wait", "cycles"),
    (Document::ReportWaiting, "join", "cycles"),
    (Document::ReportWaiting, "sleep", "cycles"),
    (Document::ReportWaiting, "output", "cycles"),
    (Document::ReportWaiting, "input", "cycles"),
    (Document::ReportWaiting, "clock", "cycles"),
    (Document::ReportWaiting, "device", "cycles"),
    (Document::ReportWaiting, "waits", "count"),
    (Document::ReportWaiting, "longest", "cycles"),
    (
        Document::Explore,
        "cost",
        "as --cost-of says, bits without it",
    ),
    (Document::Explore, "uart_tx_depth", "bytes"),
    (Document::Explore, "uart_rx_depth", "bytes"),
    (
        Document::ExploreSensitivity,
        "cost",
        "as --cost-of says, bits without it",
    ),
    (Document::MetricsOverview, "total", "as the metric says"),
    (
        Document::MetricsOverview,
        "mean_of_a_window",
        "as the metric says",
    ),
    (Document::MetricsOverview, "highest", "as the metric says"),
    (Document::MetricsWindows, "start", "cycles"),
    (Document::MetricsWindows, "end", "cycles"),
    (Document::Run, "exceptions", "count"),
    (Document::Run, "interrupts", "count"),
    (Document::Run, "uart_tx_depth", "bytes"),
    (Document::Run, "uart_rx_depth", "bytes"),
    (Document::Sweep, "line", "bytes"),
    (Document::InspectMethod, "pc", "bytes"),
    (Document::InspectMethod, "start", "bytes"),
    (Document::InspectMethod, "end", "bytes"),
    (Document::InspectMethod, "handler", "bytes"),
    (Document::Inspect, "offset", "words"),
    (Document::Validate, "bytecodes", "cycles"),
    (Document::Validate, "calls", "cycles"),
    (Document::Validate, "methods", "count"),
    (Document::VerticalMethods, "exceptions", "cycles"),
    (Document::VerticalMethods, "interrupts", "cycles"),
];

/// Kinds of values that a key has in a body.
#[derive(Default)]
struct Kinds {
    is_number: bool,
    is_missing: bool,
    is_other: bool,
}

/// The unit of each key of a body that has numbers, in alphabetical order.
pub(super) fn of(document: Document, body: &Value) -> Map<String, Value> {
    let mut keys = BTreeMap::new();
    collect(body, &mut keys);
    // Numbers that are missing everywhere have the unit of those that are not.
    let may_be_number = |kinds: &Kinds| kinds.is_number || (kinds.is_missing && !kinds.is_other);
    let units = keys.into_iter().filter(|(_, kinds)| may_be_number(kinds));
    units
        .filter_map(|(key, _)| Some((key.to_owned(), unit(document, key)?.into())))
        .collect()
}

fn collect<'a>(value: &'a Value, keys: &mut BTreeMap<&'a str, Kinds>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let kinds = keys.entry(key).or_default();
                match value {
                    Value::Array(elements) => {
                        kinds.is_number |= elements.iter().any(is_of_numbers);
                    }
                    Value::Number(_) => kinds.is_number = true,
                    Value::Null => kinds.is_missing = true,
                    _ => kinds.is_other = true,
                }
                collect(value, keys);
            }
        }
        Value::Array(elements) => {
            for element in elements {
                collect(element, keys);
            }
        }
        _ => {}
    }
}

/// A number, or lists of them.
fn is_of_numbers(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().any(is_of_numbers),
        value => value.is_number(),
    }
}

fn unit(document: Document, key: &str) -> Option<&'static str> {
    let special = SPECIAL
        .iter()
        .find(|(of, name, _)| *of == document && *name == key);
    if let Some((_, _, unit)) = special {
        return Some(unit);
    }
    let mut usual = UNITS.iter();
    usual
        .find(|(_, keys)| keys.contains(&key))
        .map(|(unit, _)| *unit)
}
