//! Animated GIFs.

use std::fs::File;
use std::io::{BufWriter, Write};

use bowline_viewer::render::Picture;
use gif::{AnyExtension, DisposalMethod, Encoder, EncodingError, Extension, Frame, Repeat};

use super::change::Change;
use super::palette::Palette;
use super::signature;
use crate::arguments::PictureSize;

/// So many frames are looked at for the palette that all of them share: one of its own for each would flicker.
const SAMPLES: usize = 8;

/// The frames, of so many, whose colours the palette has: from the first to the last one.
pub(super) fn samples(count: usize) -> Vec<usize> {
    let taken = SAMPLES.min(count);
    (0..taken).map(|sample| sample * (count - 1) / (taken - 1).max(1)).collect()
}

/// An animated GIF that is being written: each frame is what changed since the one before.
pub(super) struct GifFile {
    encoder: Encoder<BufWriter<File>>,
    size: PictureSize,
    rate: f64,
    palette: Palette,
    count: u32,
    before: Option<Picture>,
}

impl GifFile {
    /// Begins one, which plays again and again, with the colours of these frames.
    ///
    /// # Errors
    /// It cannot be written; in words.
    pub(super) fn begin(file: File, size: PictureSize, rate: f64, samples: &[Picture]) -> Result<Self, String> {
        let palette = Palette::of(samples);
        // No picture is larger than 8192 pixels.
        let [width, height] = [size.width, size.height].map(|pixels| pixels as u16);
        let begin = || {
            let mut encoder = Encoder::new(BufWriter::new(file), width, height, &palette.with_transparent())?;
            encoder.write_raw_extension(AnyExtension(Extension::Comment as u8), &[signature().as_bytes()])?;
            encoder.set_repeat(Repeat::Infinite)?;
            Ok(encoder)
        };
        let encoder = begin().map_err(|reason: EncodingError| reason.to_string())?;
        Ok(Self { encoder, size, rate, palette, count: 0, before: None })
    }

    /// Writes a frame.
    pub(super) fn add(&mut self, picture: &Picture) -> Result<(), String> {
        let change = Change::between(self.before.as_ref(), picture);
        let indices = change.positions(picture).map(|position| {
            let colour = picture.pixels[position];
            let is_same = self.before.as_ref().is_some_and(|before| before.pixels[position] == colour);
            if is_same { self.palette.transparent() } else { self.palette.nearest(colour) }
        });
        let indices: Vec<u8> = indices.collect();
        let [left, top, width, height] = [change.left, change.top, change.width, change.height].map(|side| side as u16);
        let frame = Frame {
            delay: self.delay(),
            dispose: DisposalMethod::Keep,
            transparent: self.before.is_some().then_some(self.palette.transparent()),
            left,
            top,
            width,
            height,
            buffer: indices.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(|reason| reason.to_string())?;
        self.count += 1;
        self.before = Some(picture.clone());
        Ok(())
    }

    /// How long the next frame lasts, in hundredths of a second: all together as long as they should.
    fn delay(&self) -> u16 {
        let ends = [self.count, self.count + 1].map(|frame| (100.0 * f64::from(frame) / self.rate).round());
        (ends[1] - ends[0]) as u16
    }

    /// Ends it; how large the frames are.
    pub(super) fn finish(self) -> Result<PictureSize, String> {
        let ended = self.encoder.into_inner().map_err(|reason| reason.to_string())?.flush();
        ended.map_err(|reason| reason.to_string())?;
        Ok(self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_go_from_the_first_to_the_last_frame() {
        assert_eq!(samples(1), [0]);
        assert_eq!(samples(3), [0, 1, 2]);
        assert_eq!(samples(71), [0, 10, 20, 30, 40, 50, 60, 70]);
    }
}
