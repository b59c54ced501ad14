//! Colours of frames: always the same for one name, and legible below black text.

/// The frame that holds all others.
pub(super) const ALL: &str = "#e4e4e4";

/// A colour of fire. Methods of one class are alike.
pub(super) fn of_name(name: &str) -> String {
    let until_arguments = name.split('(').next().unwrap_or(name);
    let class = until_arguments
        .rsplit_once('.')
        .map_or(until_arguments, |(class, _)| class);
    let hue = 12 + hash(class) % 40;
    let lightness = 62 + hash(name) % 13;
    format!("hsl({hue},88%,{lightness}%)")
}

/// From blue over nearly white to red, by how a growth compares with the largest.
pub(super) fn of_growth(growth: i128, largest: u128) -> String {
    if largest == 0 {
        return "#f4f4f4".to_owned();
    }
    // Both are below 2^65.
    let share = growth.unsigned_abs() as f64 / largest as f64;
    let pale = (244.0 - 144.0 * share.clamp(0.0, 1.0)).round() as u8;
    match growth {
        0 => "#f4f4f4".to_owned(),
        1.. => format!("#f4{pale:02x}{pale:02x}"),
        _ => format!("#{pale:02x}{pale:02x}f4"),
    }
}

/// FNV-1a of 32 bits: hashes of the standard library may differ from one version to the next.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grew_is_red_and_what_shrank_is_blue() {
        assert_eq!(of_growth(9, 9), "#f46464");
        assert_eq!(of_growth(-9, 9), "#6464f4");
        assert_eq!(of_growth(0, 9), of_growth(0, 0));
    }

    #[test]
    fn methods_of_one_class_have_one_hue() {
        let hue = |name: &str| of_name(name).split(',').next().map(str::to_owned);
        assert_eq!(hue("a.B.c(int)"), hue("a.B.d()"));
        assert_ne!(hue("a.B.c(int)"), hue("x.Y.c(int)"));
    }
}
