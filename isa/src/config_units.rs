//! Machine files as people write them: sizes with units, and the names that the options of commands have.
//!
//! ```text
//!   size = "4K"       jpc_width = 12        bytes, a power of two
//!   blocks = 16       block_bits = 4        a power of two
//!   org = "lru"       method_cache = "lru"
//!   clock = "60M"     clk_freq_hz = 60_000_000
//! ```

use toml::{Table, Value};

/// Names of options of commands, and the option of the machine; true where the machine has the binary logarithm.
const NAMES: [(&str, &str, bool); 5] = [
    ("size", "jpc_width", true),
    ("cache_bytes", "jpc_width", true),
    ("blocks", "block_bits", true),
    ("org", "method_cache", false),
    ("clock", "clk_freq_hz", false),
];

/// Names whose number may have K, M or G, and what K is.
const WITH_UNITS: [(&str, u64); 6] = [
    ("clk_freq_hz", 1000),
    ("clock", 1000),
    ("uart_baud", 1000),
    ("memory_words", 1024),
    ("size", 1024),
    ("cache_bytes", 1024),
];

/// The same table with the names and numbers of the machine; none if it has no others.
///
/// # Errors
/// On a value that is no power of two where it has to be one, or an option that is given twice.
pub(crate) fn plain(text: &str) -> Option<Result<Table, String>> {
    let given: Table = toml::from_str(text).ok()?;
    let mut table = Table::new();
    let mut is_other = false;
    for (name, value) in given {
        let row = NAMES.iter().find(|(known, _, _)| *known == name);
        let (option, is_log) =
            row.map_or((name.as_str(), false), |(_, option, log)| (*option, *log));
        let value = match number(&name, &value) {
            Some(number) => {
                is_other |= value.is_str();
                Value::Integer(number)
            }
            None => value,
        };
        is_other |= row.is_some();
        let value = match value.as_integer().filter(|_| is_log) {
            Some(number) if number > 0 && number.count_ones() == 1 => {
                Value::Integer(number.trailing_zeros().into())
            }
            Some(_) => return Some(Err(format!("{name} = {value} is not a power of two"))),
            None => value,
        };
        if table.insert(option.to_owned(), value).is_some() {
            let problem = format!("`{option}` is given twice, once as `{name}`; leave one out");
            return Some(Err(problem));
        }
    }
    is_other.then_some(Ok(table))
}

/// A value as a number, with its unit.
fn number(name: &str, value: &Value) -> Option<i64> {
    let Value::String(text) = value else {
        return value.as_integer();
    };
    let (_, kilo) = WITH_UNITS.iter().find(|(known, _)| *known == name)?;
    let text = text.replace('_', "").to_ascii_uppercase();
    let text = text.trim_end_matches("HZ").trim_end_matches('B').trim_end();
    let units = [("K", *kilo), ("M", kilo.pow(2)), ("G", kilo.pow(3))];
    let (digits, factor) = units
        .iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, *factor)))
        .unwrap_or((text, 1));
    let number: u64 = digits.trim_end().parse().ok()?;
    i64::try_from(number.checked_mul(factor)?).ok()
}
