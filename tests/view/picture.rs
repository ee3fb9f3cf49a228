//! Pictures that the window wrote.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A picture: its pixels, row by row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Of a file; none as long as it is not whole.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        let mut reader = png::Decoder::new(BufReader::new(File::open(path).ok()?)).read_info().ok()?;
        let mut bytes = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut bytes).ok()?;
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        let pixels = bytes.as_chunks::<3>().0.to_vec();
        Some(Self { width: info.width as usize, pixels })
    }

    /// The places, column and row, of the pixels of a kind.
    pub(crate) fn places(&self, is_it: impl Fn([u8; 3]) -> bool) -> Vec<[usize; 2]> {
        let places = self.pixels.iter().enumerate().filter(|(_, pixel)| is_it(**pixel));
        places.map(|(place, _)| [place % self.width, place / self.width]).collect()
    }

    /// The middle of the pixels of a kind.
    pub(crate) fn middle(&self, is_it: impl Fn([u8; 3]) -> bool) -> Option<[usize; 2]> {
        let places = self.places(is_it);
        let sum = |axis: usize| places.iter().map(|place| place[axis]).sum::<usize>();
        Some([sum(0).checked_div(places.len())?, sum(1).checked_div(places.len())?])
    }
}

/// The mass of the tutorial.
pub(crate) fn is_red([red, green, blue]: [u8; 3]) -> bool {
    red > 90 && u16::from(red) > 2 * u16::from(green.max(blue))
}

/// The corners around what is selected.
pub(crate) fn is_orange([red, green, blue]: [u8; 3]) -> bool {
    red > 200 && (90..190).contains(&green) && blue < 100
}
