//! Animated PNGs: every pixel as it was drawn.

use std::fs::File;
use std::io::BufWriter;

use bowline_viewer::render::Picture;
use png::{BitDepth, ColorType, Encoder, EncodingError, Writer};

use super::change::Change;
use super::signature;
use crate::arguments::PictureSize;

/// An animated PNG that is being written: each frame is what changed since the one before.
pub(super) struct Apng {
    writer: Writer<BufWriter<File>>,
    size: PictureSize,
    before: Option<Picture>,
}

impl Apng {
    /// Begins one of so many frames, which plays again and again.
    ///
    /// # Errors
    /// It cannot be written; in words.
    pub(super) fn begin(file: File, size: PictureSize, rate: f64, count: u32) -> Result<Self, String> {
        let begin = || {
            let mut encoder = Encoder::new(BufWriter::new(file), size.width, size.height);
            encoder.set_color(ColorType::Rgb);
            encoder.set_depth(BitDepth::Eight);
            encoder.set_animated(count, 0)?;
            let [numerator, denominator] = delay(rate);
            encoder.set_frame_delay(numerator, denominator)?;
            encoder.add_text_chunk("Comment".to_owned(), signature())?;
            encoder.write_header()
        };
        let writer = begin().map_err(|reason: EncodingError| reason.to_string())?;
        Ok(Self { writer, size, before: None })
    }

    /// Writes a frame.
    pub(super) fn add(&mut self, picture: &Picture) -> Result<(), String> {
        let change = Change::between(self.before.as_ref(), picture);
        self.write(change, picture).map_err(|reason| reason.to_string())?;
        self.before = Some(picture.clone());
        Ok(())
    }

    fn write(&mut self, change: Change, picture: &Picture) -> Result<(), EncodingError> {
        let bytes: Vec<u8> = change.positions(picture).flat_map(|position| picture.pixels[position]).collect();
        // A part of a picture has at most as many pixels as that.
        let [left, top, width, height] = [change.left, change.top, change.width, change.height].map(|side| side as u32);
        // Neither may ever reach beyond the picture.
        self.writer.set_frame_position(0, 0)?;
        self.writer.set_frame_dimension(width, height)?;
        self.writer.set_frame_position(left, top)?;
        self.writer.write_image_data(&bytes)
    }

    /// Ends it; how large the frames are.
    pub(super) fn finish(self) -> Result<PictureSize, String> {
        self.writer.finish().map_err(|reason| reason.to_string())?;
        Ok(self.size)
    }
}

/// How long a frame lasts, s: a fraction.
fn delay(rate: f64) -> [u16; 2] {
    // As exact as two numbers of 16 bits allow: most rates are whole, or have three decimals.
    let scales = [1.0, 1000.0, 100.0, 10.0].into_iter().map(|scale| [scale, rate * scale]);
    let fits = |[_, scaled]: &[f64; 2]| scaled.round() >= 1.0 && scaled.round() <= f64::from(u16::MAX);
    let exact = |[_, scaled]: &[f64; 2]| (scaled - scaled.round()).abs() < 1e-9 * scaled;
    let fitting = || scales.clone().filter(fits);
    let [numerator, denominator] = fitting().find(exact).or_else(|| fitting().nth(1)).unwrap_or([1.0, rate]);
    [numerator, denominator].map(|number| number.round() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_lasts_as_long_as_the_rate_says() {
        assert_eq!(
            [30.0, 29.97, 0.5, 1000.0, 12.5].map(delay),
            [[1, 30], [1000, 29970], [1000, 500], [1, 1000], [1000, 12500]]
        );
        let [numerator, denominator] = delay(30000.0 / 1001.0).map(f64::from);
        assert!((denominator / numerator - 29.97003).abs() < 1e-3, "{numerator} {denominator}");
    }
}
