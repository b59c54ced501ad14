//! The configuration of a machine, as text and option by option.

use isa::MachineConfig;
use isa::config_reference::OPTIONS;

fn error(text: &str) -> String {
    MachineConfig::from_toml(text).unwrap_err().to_string()
}

#[test]
fn an_empty_text_is_the_default_machine() {
    assert_eq!(
        MachineConfig::from_toml("").unwrap(),
        MachineConfig::default()
    );
}

#[test]
fn sizes_may_have_units_and_the_names_of_the_options_of_commands() {
    let read = |text| MachineConfig::from_toml(text).unwrap();
    let written = "jpc_width = 13\nblock_bits = 3\nmethod_cache = \"lru\"\nclk_freq_hz = 60_000_000\nram_cnt = 3\n";
    for text in [
        "size = \"8K\"\nblocks = 8\norg = \"lru\"\nclock = \"60M\"\nram_cnt = 3\n",
        "cache_bytes = 8192\nblock_bits = 3\norg = \"lru\"\nclock = \"60 MHz\"\nram_cnt = 3\n",
    ] {
        assert_eq!(read(text), read(written), "{text}");
    }
    assert_eq!(read("memory_words = \"64K\"").memory_words, 1 << 16);
    assert_eq!(
        error("size = 3000"),
        "line 1: size = 3000 is not a power of two"
    );
    assert_eq!(
        error("size = \"4K\"\njpc_width = 12"),
        "line 2: `jpc_width` is given twice, once as `size`; leave one out"
    );
}

#[test]
fn a_unit_is_taken_only_where_it_fits() {
    let words = |text: &str| {
        let text = format!("memory_words = \"{text}\"");
        MachineConfig::from_toml(&text).map(|it| it.memory_words)
    };
    assert_eq!(words("1MB"), Ok(1 << 18));
    assert_eq!(words("1 MiB"), Ok(1 << 18));
    assert_eq!(words("1M"), Ok(1 << 20));
    assert_eq!(words("0.5M"), Ok(1 << 19));
    assert_eq!(words("262_144"), Ok(1 << 18));
    for text in [
        "memory_words = \"1MHz\"",
        "memory_words = \"4098B\"",
        "clock = \"60MB\"",
        "uart_baud = \"9600B\"",
        "size = \"4KHz\"",
        "size = \"B\"",
        "blocks = \"16B\"",
        "blocks = 0",
        "size = -4096",
    ] {
        let error = error(&format!("ram_cnt = 3\n{text}"));
        assert!(error.starts_with("line 2: "), "{text}: {error}");
    }
    assert_eq!(
        error("clock = \"60MB\""),
        "line 1: clock = \"60MB\": no frequency, as in 60000000, 60M or 60MHz"
    );
    let sixteen = MachineConfig::from_toml("blocks = \"16\"").unwrap();
    assert_eq!(sixteen.block_bits, 4);
}

#[test]
fn other_errors_of_a_file_with_units_keep_their_line() {
    let unknown = error("size = \"4K\"\n\nram_count = 2\n");
    assert!(
        unknown.starts_with("line 3: unknown field `ram_count`"),
        "{unknown}"
    );
    let kind = error("# ours\nsize = \"4K\"\nram_cnt = true\n");
    assert!(kind.starts_with("line 3: invalid type"), "{kind}");
    let number = error("clock = 9_999_999_999\n");
    assert!(number.starts_with("line 1: invalid value"), "{number}");
}

#[test]
fn an_unknown_key_is_named_with_its_line() {
    let error = error("ram_cnt = 3\nram_count = 2\n");
    assert!(
        error.starts_with("line 2: unknown field `ram_count`"),
        "{error}"
    );
    assert!(!error.contains('\n'));
}

#[test]
fn every_option_is_set_by_its_name_as_a_configuration_has_it() {
    let text = "memory = \"sram16\"\nmethod_cache = \"lru\"\nobject_cache = true\ndata_cache = true\n\
                    stack_ram = \"new-data\"\nuart = \"timed\"\nclk_freq_hz = 60000000\nmemory_words = 2048\nram_cnt = 3\n\
                    spm_width = 8\njpc_width = 11\nblock_bits = 3\nram_width = 9\nuart_baud = 9600\nuart_tx_depth = 3\n\
                    uart_rx_depth = 4\n";
    assert_eq!(text.lines().count(), OPTIONS.len());
    let mut config = MachineConfig::default();
    for line in text.lines() {
        let (option, value) = line.split_once(" = ").unwrap();
        config.set(option, value.trim_matches('"')).unwrap();
    }
    assert_eq!(config, MachineConfig::from_toml(text).unwrap());
    let unknown = config.set("ram_count", "1").unwrap_err();
    assert!(unknown.to_string().contains("no option `ram_count`"));
    let bad = config.set("memory", "dram").unwrap_err();
    assert_eq!(bad.to_string(), "memory = dram: sram32, sram16, ssram32");
}

#[test]
fn a_value_out_of_range_names_option_value_and_range() {
    assert_eq!(
        error("ram_cnt = 15"),
        "ram_cnt = 15 is out of range: 1 to 14 clock cycles (length of one memory read)"
    );
}

#[test]
fn a_method_as_long_as_the_cache_or_one_of_two_halves_is_too_long() {
    let longest = |text: &str| MachineConfig::from_toml(text).unwrap().longest_method();
    assert_eq!(longest(""), 1023);
    assert_eq!(longest("method_cache = \"two-block\"\njpc_width = 10"), 127);
}

#[test]
fn a_block_without_a_word_is_refused() {
    assert!(error("jpc_width = 10\nblock_bits = 9").contains("blocks must have at least one word"));
}

#[test]
fn the_two_block_cache_is_refused_at_other_sizes() {
    assert!(error("method_cache = \"two-block\"").contains("jpc_width = 10"));
}

#[test]
fn a_baud_rate_above_an_eighth_of_the_clock_is_refused() {
    assert!(error("clk_freq_hz = 1_000_000\nuart_baud = 400_000").contains("uart_baud"));
    MachineConfig::from_toml("clk_freq_hz = 1_000_000").unwrap();
}

#[test]
fn synchronous_sram_is_refused_with_one_cycle_reads() {
    assert!(error("memory = \"ssram32\"\nram_cnt = 1").contains("ram_cnt >= 2"));
}
