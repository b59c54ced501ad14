//! Chains of methods that are joined by `;`.

/// Names of a chain that is joined by `;`; those within a descriptor, as in `a.B.f(Lt/C;)Lt/D;`, are part of the name.
pub(super) fn chain(joined: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(joined);
    let names = std::iter::from_fn(move || {
        let text = rest?;
        let end = name_end(text);
        rest = text.get(end + 1..);
        Some(text[..end].trim())
    });
    names.filter(|name| !name.is_empty())
}

/// End of the first name of a joined chain.
fn name_end(text: &str) -> usize {
    let semicolon = |from: usize| text[from..].find(';').map(|at| from + at);
    let Some(first) = semicolon(0) else {
        return text.len();
    };
    let Some(open) = text[..first].find('(') else {
        return first;
    };
    let Some(close) = text[open..].find(')').map(|at| open + at) else {
        return first;
    };
    let result = &text[close + 1..];
    let of_class = result.trim_start_matches('[').starts_with('L');
    let after = match semicolon(close) {
        Some(end) if of_class => end + 1,
        _ => close,
    };
    semicolon(after).unwrap_or(text.len())
}
