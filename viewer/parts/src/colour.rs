//! Colours of shapes.

use bowline_engine::scene::{Drawn, Figure};

/// Red, green, blue and opacity, as in `#rrggbbaa`.
pub type Rgba = [u8; 4];

/// Steel: rods, and springs of which nothing else is said.
pub const STEEL: Rgba = [176, 182, 189, 255];
/// Cast iron and rubber: caps, pins.
pub const DARK: Rgba = [58, 63, 70, 255];

/// FhSim's names of simple materials.
const SIMPLE: &[(&str, [u8; 3])] = &[
    ("Red", [204, 32, 32]),
    ("Green", [46, 148, 62]),
    ("Blue", [38, 92, 190]),
    ("Yellow", [232, 190, 36]),
    ("White", [236, 238, 240]),
    ("Black", [34, 36, 40]),
    ("Grey", [136, 140, 146]),
    ("Gray", [136, 140, 146]),
    ("LightGrey", [196, 199, 204]),
    ("LightGray", [196, 199, 204]),
    ("DarkGrey", [78, 82, 88]),
    ("DarkGray", [78, 82, 88]),
    ("Orange", [230, 126, 34]),
    ("Purple", [124, 70, 160]),
    ("Brown", [122, 84, 52]),
    ("Cyan", [44, 176, 190]),
    ("Turquoise", [44, 176, 190]),
    ("Magenta", [190, 50, 140]),
    ("Pink", [226, 130, 160]),
];

/// For materials of other names: told apart well, none of them loud.
const OTHERS: [[u8; 3]; 8] = [
    [78, 121, 167],
    [242, 142, 43],
    [89, 161, 79],
    [176, 122, 161],
    [118, 183, 178],
    [225, 87, 89],
    [156, 117, 95],
    [237, 201, 72],
];

/// The colour of a shape: what it says, what its material's name says, or what
/// such a shape is mostly made of.
pub fn colour(drawn: &Drawn<'_>) -> Rgba {
    match (drawn.colour, drawn.material) {
        (Some(colour), _) => bytes(colour),
        (None, Some(name)) => named(name),
        (None, None) => usual(&drawn.figure),
    }
}

/// Those of the points of a line, a tube or a surface, where they differ; else none.
pub fn colours(drawn: &Drawn<'_>) -> Vec<Rgba> {
    drawn.colours.iter().copied().map(bytes).collect()
}

pub(crate) fn bytes(colour: [f64; 4]) -> Rgba {
    colour.map(|part| (255.0 * part).round() as u8)
}

/// Half of one and half of the other.
pub(crate) fn middle(one: Rgba, other: Rgba) -> Rgba {
    std::array::from_fn(|part| one[part].midpoint(other[part]))
}

fn named(name: &str) -> Rgba {
    let simple = name.strip_prefix("Simple/").unwrap_or(name);
    let known = SIMPLE.iter().find(|(known, _)| known.eq_ignore_ascii_case(simple));
    // FNV-1a, so that a name has the same colour in every run of the program.
    let hash = || name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [red, green, blue] = known.map_or_else(|| OTHERS[hash() as usize % OTHERS.len()], |(_, colour)| *colour);
    [red, green, blue, 255]
}

fn usual(figure: &Figure<'_>) -> Rgba {
    match figure {
        Figure::Sphere { .. } => [78, 121, 167, 255],
        Figure::Box { .. } => [124, 130, 138, 255],
        Figure::Capsule { .. } | Figure::Cylinder { .. } | Figure::Cone { .. } => [226, 168, 48, 255],
        Figure::Line { .. } => [44, 50, 58, 255],
        Figure::Tube { .. } => [52, 58, 66, 255],
        Figure::Coil { .. } => STEEL,
        Figure::HydraulicCylinder { .. } => [92, 100, 112, 255],
        Figure::Arrow { .. } => [206, 66, 52, 255],
        Figure::Text { .. } => [30, 34, 40, 255],
        Figure::Surface { .. } => [58, 124, 165, 230],
        Figure::Trail { .. } => [38, 92, 191, 255],
        _ => [158, 164, 172, 255],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name, with and without its folder and in any case; others keep theirs.
    #[test]
    fn materials_have_their_colours() {
        assert_eq!(named("Simple/Red"), [204, 32, 32, 255]);
        assert_eq!(named("simple red"), named("simple red"));
        assert_eq!(named("Simple/gray"), named("Simple/Grey"));
        assert_ne!(named("Hull/Antifouling"), named("Hull/Deck"));
    }
}
