//! Widths of letters of Helvetica, which Arial has, too.

/// Size of all letters. Unit: points.
pub(crate) const SIZE: f64 = 8.0;

/// Thousandths of the size, from the space to the tilde.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Width of a text. Unit: points.
pub(crate) fn width(text: &str) -> f64 {
    let letters = text.chars().map(|letter| {
        let place = (letter as usize).wrapping_sub(usize::from(b' '));
        f64::from(WIDTHS.get(place).copied().unwrap_or(600))
    });
    letters.sum::<f64>() * SIZE / 1000.0
}

/// A text of at most this width; a longer one keeps its end, which tells methods apart.
pub(crate) fn shortened(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let ends = text.char_indices().skip(1);
    let cut = ends.map(|(at, _)| format!("...{}", &text[at..]));
    cut.into_iter()
        .find(|cut| width(cut) <= most)
        .unwrap_or_default()
}
