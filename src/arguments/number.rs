//! Numbers on the command line.

use std::time::Duration;

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let seconds = finite(text)?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| format!("`{text}` is not a duration: give seconds, more than 0"))
}

/// Most pixels of a side of a picture: what any graphics adapter can draw at once.
const LARGEST_SIDE: u32 = 8192;

/// Width and height in pixels, as in `1280x720`.
pub(crate) fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse().ok().filter(|pixels| (1..=LARGEST_SIDE).contains(pixels));
    let size = text.split_once('x').and_then(|(width, height)| side(width).zip(side(height)));
    size.ok_or_else(|| format!("`{text}` is no size: give WIDTHxHEIGHT, each of 1 to {LARGEST_SIDE} pixels"))
}

pub(crate) fn finite(text: &str) -> Result<f64, String> {
    simobject_host::parse_number(text)
}

pub(crate) fn positive(text: &str) -> Result<f64, String> {
    finite(text).and_then(|number| match number > 0.0 {
        true => Ok(number),
        false => Err(format!("`{text}` is not more than 0")),
    })
}

pub(crate) fn not_negative(text: &str) -> Result<f64, String> {
    finite(text).and_then(|number| match number >= 0.0 {
        true => Ok(number),
        false => Err(format!("`{text}` is less than 0")),
    })
}
