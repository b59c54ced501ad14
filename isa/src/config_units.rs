//! Machine files as people write them: sizes with units, and the names that the options of commands have.
//!
//! ```text
//!   size = "4K"            jpc_width = 12        bytes, a power of two
//!   blocks = 16            block_bits = 4        a power of two
//!   org = "lru"            method_cache = "lru"
//!   clock = "60M"          clk_freq_hz = 60_000_000
//!   memory_words = "1MB"   memory_words = 262_144
//! ```

use std::collections::HashMap;

use toml::{Spanned, Value};

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Bytes,
    Words,
    Blocks,
    Hertz,
    Baud,
    /// It is a name.
    None,
}

/// A name of an option.
struct Row {
    name: &'static str,
    /// The option of the machine.
    option: &'static str,
    unit: Unit,
    /// The machine has the binary logarithm.
    is_log: bool,
}

const fn row(name: &'static str, option: &'static str, unit: Unit, is_log: bool) -> Row {
    Row {
        name,
        option,
        unit,
        is_log,
    }
}

/// Options with a unit, and other names of options.
const ROWS: [Row; 8] = [
    row("size", "jpc_width", Unit::Bytes, true),
    row("cache_bytes", "jpc_width", Unit::Bytes, true),
    row("blocks", "block_bits", Unit::Blocks, true),
    row("org", "method_cache", Unit::None, false),
    row("clock", "clk_freq_hz", Unit::Hertz, false),
    row("clk_freq_hz", "clk_freq_hz", Unit::Hertz, false),
    row("uart_baud", "uart_baud", Unit::Baud, false),
    row("memory_words", "memory_words", Unit::Words, false),
];

/// Bytes of a word.
const WORD: u64 = 4;

/// Names besides those of the options themselves.
pub fn other_names() -> impl Iterator<Item = &'static str> {
    let others = ROWS.iter().filter(|row| row.name != row.option);
    others.map(|row| row.name)
}

/// The option of the machine that a name means; the name itself if it has no other meaning.
#[must_use]
pub fn option(name: &str) -> &str {
    let row = ROWS.iter().find(|row| row.name == name);
    row.map_or(name, |row| row.option)
}

/// How else an option can be written.
pub(crate) fn also(option: &str) -> Option<&'static str> {
    Some(match option {
        "jpc_width" => "size = \"4K\" or cache_bytes = 4096",
        "block_bits" => "blocks = 16",
        "method_cache" => "org = \"fifo\"",
        "clk_freq_hz" => "clock = \"100M\"",
        "memory_words" => "memory_words = \"256K\" or \"1MB\"",
        _ => return None,
    })
}

/// The value that the machine has for one written under a name, with or without a unit: `4K` of `size` is `12`.
///
/// # Errors
/// On a number whose unit does not fit, and one that is no power of two where it has to be one.
pub fn value(name: &str, text: &str) -> Result<String, String> {
    let row = ROWS.iter().find(|row| row.name == name);
    let Some(row) = row.filter(|row| row.unit != Unit::None) else {
        return Ok(text.to_owned());
    };
    let number = row.unit.number(text);
    let number = number.ok_or_else(|| format!("{name} = \"{text}\": {}", row.unit.expected()))?;
    match row.is_log {
        false => Ok(number.to_string()),
        true if number.is_power_of_two() => Ok(number.trailing_zeros().to_string()),
        true => Err(format!("{name} = {number} is not a power of two")),
    }
}

/// A value in a file that has no meaning.
pub(crate) struct Wrong {
    /// Place in the text.
    pub(crate) byte: usize,
    pub(crate) problem: String,
}

/// The same text with the names and numbers of the machine, on the same lines; none if it has no others.
///
/// # Errors
/// On values that [`value`] refuses, and an option that is given twice.
pub(crate) fn plain(text: &str) -> Option<Result<String, Wrong>> {
    let given: HashMap<Spanned<String>, Spanned<Value>> = toml::from_str(text).ok()?;
    let mut rows: Vec<_> = given
        .into_iter()
        .filter(|(name, _)| {
            let is = |row: &Row| [row.name, row.option].contains(&name.get_ref().as_str());
            ROWS.iter().any(is)
        })
        .collect();
    rows.sort_by_key(|(name, _)| name.span().start);
    let is_other = |(name, value): &(Spanned<String>, Spanned<Value>)| -> bool {
        option(name.get_ref()) != name.get_ref() || value.get_ref().is_str()
    };
    rows.iter().any(is_other).then(|| written(text, &rows))
}

fn written(text: &str, rows: &[(Spanned<String>, Spanned<Value>)]) -> Result<String, Wrong> {
    let mut plain = String::new();
    let mut end = 0;
    let mut seen: HashMap<&str, &str> = HashMap::new();
    for (name, given) in rows {
        let wrong = |problem| Wrong {
            byte: name.span().start,
            problem,
        };
        let own = option(name.get_ref());
        if let Some(before) = seen.insert(own, name.get_ref()) {
            let other = if before == own {
                name.get_ref()
            } else {
                before
            };
            return Err(wrong(format!(
                "`{own}` is given twice, once as `{other}`; leave one out"
            )));
        }
        let number = match given.get_ref() {
            Value::String(text) => Some(text.clone()),
            Value::Integer(number) => Some(number.to_string()),
            _ => None,
        };
        let has_unit = ROWS
            .iter()
            .any(|row| row.name == name.get_ref() && row.unit != Unit::None);
        let value = match number.filter(|_| has_unit) {
            Some(number) => value(name.get_ref(), &number).map_err(wrong)?,
            None => text[given.span()].to_owned(),
        };
        plain += &text[end..name.span().start];
        plain += own;
        plain += &text[name.span().end..given.span().start];
        plain += &value;
        end = given.span().end;
    }
    Ok(plain + &text[end..])
}

impl Unit {
    /// A number with the units that fit.
    fn number(self, text: &str) -> Option<u64> {
        let upper = text.trim().replace('_', "").to_ascii_uppercase();
        let cut = |ends: &[&str]| {
            let found = ends.iter().find_map(|end| upper.strip_suffix(end));
            found.map(str::trim_end)
        };
        match self {
            Unit::Bytes => scaled(cut(&["IB", "B"]).unwrap_or(&upper), 1024),
            // Words that are given as bytes.
            Unit::Words => match cut(&["IB", "B"]) {
                Some(bytes) => {
                    let bytes = scaled(bytes, 1024)?;
                    bytes.is_multiple_of(WORD).then_some(bytes / WORD)
                }
                None => scaled(cut(&["WORDS"]).unwrap_or(&upper), 1024),
            },
            Unit::Blocks => scaled(&upper, 1024),
            Unit::Hertz => scaled(cut(&["HZ"]).unwrap_or(&upper), 1000),
            Unit::Baud => scaled(cut(&["BAUD", "BPS"]).unwrap_or(&upper), 1000),
            Unit::None => None,
        }
    }

    fn expected(self) -> &'static str {
        match self {
            Unit::Bytes => "no number of bytes, as in 4096, 4K or 4KB",
            Unit::Words => {
                "no number of words, as in 262144 or 256K, nor of bytes that are whole words, as in 1MB"
            }
            Unit::Blocks => "no number of blocks, as in 16",
            Unit::Hertz => "no frequency, as in 60000000, 60M or 60MHz",
            Unit::Baud => "no baud rate, as in 115200 or 1M",
            Unit::None => "no name",
        }
    }
}

/// A whole number with a decimal point and a factor.
fn scaled(text: &str, kilo: u64) -> Option<u64> {
    let units = [("K", kilo), ("M", kilo.pow(2)), ("G", kilo.pow(3))];
    let (number, factor) = units
        .iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?.trim_end(), *factor)))
        .unwrap_or((text, 1));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let places = 10_u64.checked_pow(fraction.len().try_into().ok()?)?;
    let digits: u64 = [whole, fraction].concat().parse().ok()?;
    let product = digits.checked_mul(factor)?;
    product.is_multiple_of(places).then(|| product / places)
}
