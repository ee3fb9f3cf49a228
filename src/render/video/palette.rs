//! The few colours of a GIF.

use std::collections::HashMap;

use bowline_viewer::render::Picture;
use color_quant::NeuQuant;

/// So many colours, beside the one that shows what was there before.
const MOST: usize = 255;
/// So many bits of each part of a colour tell colours apart, where there are too many.
const BITS: u32 = 6;

/// Colours, and which of them is nearest to another.
#[derive(Debug)]
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The colours of pictures, if they are few; otherwise those that stand for them best.
    pub(super) fn of(pictures: &[Picture]) -> Self {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for colour in pictures.iter().flat_map(|picture| &picture.pixels) {
            *counts.entry(*colour).or_default() += 1;
        }
        let mut colours: Vec<_> = counts.keys().copied().collect();
        if colours.len() > MOST {
            colours = chosen(counts);
        }
        // Nothing depends on the order of a map.
        colours.sort_unstable();
        colours.dedup();
        Self { colours, known: HashMap::new() }
    }

    /// Red, green and blue of all, and a last one that is not shown.
    pub(super) fn with_transparent(&self) -> Vec<u8> {
        self.colours.iter().chain(&[[0; 3]]).flatten().copied().collect()
    }

    /// The index of what is not shown.
    pub(super) fn transparent(&self) -> u8 {
        self.colours.len() as u8
    }

    /// The index of the nearest one.
    pub(super) fn nearest(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            // The eye sees differences of green most, and of blue least.
            let distance = |other: &[u8; 3]| {
                let [red, green, blue] = [0, 1, 2].map(|part| i32::from(other[part]) - i32::from(colour[part]));
                3 * red * red + 6 * green * green + blue * blue
            };
            let nearest = (0..colours.len()).min_by_key(|index| distance(&colours[*index]));
            nearest.unwrap_or_default() as u8
        })
    }
}

/// Colours that stand for more of them, by how often each occurs: what is small has more than its share, so that a
/// red mass before a grey wall stays red.
fn chosen(counts: HashMap<[u8; 3], u32>) -> Vec<[u8; 3]> {
    let mut groups: HashMap<[u8; 3], [u64; 4]> = HashMap::new();
    for (colour, count) in counts {
        let sums = groups.entry(colour.map(|part| part >> (8 - BITS))).or_default();
        (0..3).for_each(|part| sums[part] += u64::from(count) * u64::from(colour[part]));
        sums[3] += u64::from(count);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_unstable();
    let mean = |[red, green, blue, count]: [u64; 4]| [red, green, blue].map(|sum| (sum / count) as u8);
    let pixels: Vec<u8> = groups
        .iter()
        .flat_map(|(_, sums)| {
            let [red, green, blue] = mean(*sums);
            let weight = ((sums[3] as f64).sqrt() / 4.0).ceil() as usize;
            std::iter::repeat_n([red, green, blue, 255], weight.max(1))
        })
        .flatten()
        .collect();
    NeuQuant::new(1, MOST, &pixels).color_map_rgb().as_chunks().0.to_vec()
}
