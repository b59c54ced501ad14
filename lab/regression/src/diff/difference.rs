//! Result of a comparison of any kind.

use indexmap::IndexMap;

use crate::diff::artefact::Kind;

/// Two artefacts compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Kind of the artefacts.
    pub kind: Kind,
    /// Entries of either side.
    pub entries: u64,
    /// Entries that differ.
    pub differing: u64,
    /// The first of them.
    pub first: Option<First>,
    /// Figures that differ, by section.
    pub totals: Vec<Total>,
    /// Figures that one side lacks, which were not compared.
    pub not_compared: Vec<&'static str>,
}

/// The first entry that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct First {
    /// Names of the cells.
    pub columns: Vec<String>,
    /// The entries around it, in order.
    pub rows: Vec<Pair>,
    /// Index of the row.
    pub at: usize,
}

/// An entry on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// Its name or number.
    pub place: String,
    /// Its cells in A, a value for each column; none if A does not have it.
    pub a: Option<Vec<String>>,
    /// Its cells in B.
    pub b: Option<Vec<String>>,
}

/// A figure that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// Kind of the figure: `by cause`, `by method`.
    pub section: &'static str,
    /// Its name.
    pub name: String,
    /// In A.
    pub a: u64,
    /// In B.
    pub b: u64,
}

impl Pair {
    fn differs(&self) -> bool {
        self.a != self.b
    }
}

impl Difference {
    /// Returns true if nothing differs.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.differing == 0 && self.totals.is_empty()
    }

    /// Finds the first difference among corresponding entries.
    pub(crate) fn of(kind: Kind, columns: Vec<String>, pairs: &[Pair], context: usize) -> Self {
        let first = pairs.iter().position(Pair::differs).map(|place| {
            let start = place.saturating_sub(context);
            let end = pairs.len().min(place + context + 1);
            First {
                columns,
                rows: pairs[start..end].to_vec(),
                at: place - start,
            }
        });
        Self {
            kind,
            entries: pairs.len() as u64,
            differing: pairs.iter().filter(|pair| pair.differs()).count() as u64,
            first,
            totals: Vec::new(),
            not_compared: Vec::new(),
        }
    }

    /// The same with figures that differ, the largest difference of each section first.
    pub(crate) fn with_totals(mut self, mut totals: Vec<Total>) -> Self {
        totals.retain(|total| total.a != total.b);
        // Sections keep their order: sorting is stable within equal keys only, so each is sorted on its own.
        for section in totals.chunk_by_mut(|x, y| x.section == y.section) {
            section.sort_by_key(|total| std::cmp::Reverse(total.a.abs_diff(total.b)));
        }
        self.totals = totals;
        self
    }
}

/// Entries of two sides by name, in the order of A; what only B has follows.
pub(crate) fn by_name(
    a: impl IntoIterator<Item = (String, Vec<String>)>,
    b: impl IntoIterator<Item = (String, Vec<String>)>,
) -> Vec<Pair> {
    let mut all: IndexMap<String, [Option<Vec<String>>; 2]> = IndexMap::new();
    for (name, cells) in a {
        all.entry(name).or_default()[0] = Some(cells);
    }
    for (name, cells) in b {
        all.entry(name).or_default()[1] = Some(cells);
    }
    let pairs = all.into_iter().map(|(place, [a, b])| Pair { place, a, b });
    pairs.collect()
}

/// Figures of two sides by name, in the order of A; what a side lacks is zero.
pub(crate) fn totals(
    section: &'static str,
    a: impl IntoIterator<Item = (String, u64)>,
    b: impl IntoIterator<Item = (String, u64)>,
) -> Vec<Total> {
    let mut all: IndexMap<String, (u64, u64)> = IndexMap::new();
    for (name, amount) in a {
        all.entry(name).or_default().0 += amount;
    }
    for (name, amount) in b {
        all.entry(name).or_default().1 += amount;
    }
    let totals = all.into_iter().map(|(name, (a, b))| Total {
        section,
        name,
        a,
        b,
    });
    totals.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(values: &[(&str, u32)]) -> Vec<(String, Vec<String>)> {
        let all = values.iter();
        all.map(|(name, value)| ((*name).to_owned(), vec![value.to_string()]))
            .collect()
    }

    fn difference(a: &[(&str, u32)], b: &[(&str, u32)], context: usize) -> Difference {
        let pairs = by_name(entries(a), entries(b));
        Difference::of(Kind::RunReport, vec!["value".to_owned()], &pairs, context)
    }

    #[test]
    fn the_first_difference_stands_among_its_neighbours() {
        let a = [("a", 1), ("b", 2), ("c", 3), ("d", 4)];
        let b = [("a", 1), ("b", 2), ("c", 9), ("d", 8)];
        let difference = difference(&a, &b, 1);
        let first = difference.first.unwrap();
        let places: Vec<_> = first.rows.iter().map(|pair| pair.place.as_str()).collect();
        assert_eq!((places, first.at), (vec!["b", "c", "d"], 1));
        assert_eq!((difference.entries, difference.differing), (4, 2));
    }

    #[test]
    fn an_entry_of_one_side_alone_is_a_difference() {
        let first = difference(&[("a", 1)], &[("a", 1), ("b", 2)], 0)
            .first
            .unwrap();
        assert_eq!(
            (first.rows[0].place.as_str(), &first.rows[0].a),
            ("b", &None)
        );
    }

    #[test]
    fn totals_that_are_equal_are_left_out_and_the_largest_difference_stands_first() {
        let side = |values: [u64; 3]| ["a", "b", "c"].map(str::to_owned).into_iter().zip(values);
        let all = totals("by cause", side([5, 5, 5]), side([6, 5, 1]));
        let difference = difference(&[], &[], 0).with_totals(all);
        let names: Vec<_> = difference
            .totals
            .iter()
            .map(|total| total.name.as_str())
            .collect();
        assert_eq!(names, ["c", "a"]);
        assert!(!difference.is_none());
    }
}
