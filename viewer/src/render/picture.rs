//! A picture.

use std::path::Path;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// A picture: rows from above, each from the left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green and blue (sRGB) of each pixel.
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Out of an image with 4 bytes a pixel.
    pub(super) fn of(image: &Image) -> Option<Self> {
        let (pixels, rest) = image.data.as_ref()?.as_chunks::<4>();
        let (width, height) = (image.width() as usize, image.height() as usize);
        let is_whole = rest.is_empty() && pixels.len() == width * height;
        is_whole.then(|| Self { width, height, pixels: pixels.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect() })
    }

    /// The pixel in a column and a row, both from 0.
    pub fn pixel(&self, column: usize, row: usize) -> [u8; 3] {
        self.pixels[row * self.width + column]
    }

    /// Writes it as a PNG file.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn write_png(&self, path: &Path) -> Result<(), String> {
        let size = Extent3d { width: self.width as u32, height: self.height as u32, depth_or_array_layers: 1 };
        let bytes = self.pixels.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect();
        let format = TextureFormat::Rgba8UnormSrgb;
        let image = Image::new(size, TextureDimension::D2, bytes, format, RenderAssetUsages::MAIN_WORLD);
        let image = image.try_into_dynamic().map_err(|error| error.to_string())?;
        image.to_rgb8().save(path).map_err(|error| error.to_string())
    }
}
