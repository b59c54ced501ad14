//! Names that are like another one, for suggestions.

/// Least similarity of a suggestion, 0 to 1.
const SIMILAR: f64 = 0.6;

/// The candidate that is most like a text, if one is.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_above(SIMILAR, text, candidates)
}

/// The same, with another least similarity.
pub fn nearest_above<'a>(
    least: f64,
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    let similarity =
        |name: &str| strsim::normalized_damerau_levenshtein(&text, &name.to_ascii_lowercase());
    candidates
        .into_iter()
        .map(|name| (similarity(name), name))
        .filter(|(similarity, _)| *similarity >= least)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, name)| name)
}
