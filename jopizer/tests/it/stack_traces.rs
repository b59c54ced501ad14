//! Stack traces from the words that the runtime sends.

use jopizer::stack_trace::TraceReader;

fn texts(words: &[u32]) -> Vec<String> {
    let mut reader = TraceReader::default();
    words
        .iter()
        .filter_map(|word| reader.push(*word, None))
        .collect()
}

#[test]
fn calls_without_symbols_are_addresses() {
    assert_eq!(
        texts(&[2, 100, 7, 110, 0, 1, 100, 8]),
        [
            "\tat method@100(byte 7)\n\tat method@110(byte 0)\n",
            "\tat method@100(byte 8)\n"
        ]
    );
}

#[test]
fn calls_common_with_the_enclosing_trace_are_counted() {
    let trace = [3 | 2 << 8 | 1 << 16, 1, 1, 2, 2, 3, 3, 9, 9, 3, 3];
    assert_eq!(
        texts(&trace),
        ["\t\tat method@1(byte 1)\n\t\tat method@2(byte 2)\n\t\t... 1 more\n"]
    );
}

#[test]
fn a_trace_without_calls_is_empty() {
    assert_eq!(texts(&[0, 0x10000]), ["", ""]);
}
