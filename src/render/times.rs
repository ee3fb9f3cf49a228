//! When the pictures are.

use crate::arguments::RenderArguments;
use crate::frame_times::FrameTimes;

/// The times of the pictures, s, in their order; `rate` is how many there are in a simulated second, none where they are listed.
///
/// # Errors
/// There is nothing at one of them, or they are too many; in words.
pub(super) fn times(arguments: &RenderArguments, span: [f64; 2], rate: Option<f64>) -> Result<Vec<f64>, String> {
    let fewer = if arguments.video.is_some() { "a smaller --fps, a larger --speed" } else { "a smaller --fps" };
    let within = FrameTimes { span, what: "picture", fewer };
    let Some(rate) = rate else {
        let mut times = arguments.at.iter().map(|time| within.time(*time)).collect::<Result<Vec<_>, _>>()?;
        times.sort_by(f64::total_cmp);
        return Ok(times);
    };
    within.evenly(rate, within.part(arguments.from, arguments.until)?)
}

/// The time as the clock of a picture shows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    decimals: usize,
}

impl Clock {
    /// With as many decimals, at least two, as times that lie so close to each other differ in, up to six.
    pub(super) fn of(times: &[f64]) -> Self {
        let between = times.windows(2).map(|pair| pair[1] - pair[0]).filter(|between| *between > 0.0);
        let closest = between.fold(f64::INFINITY, f64::min);
        let decimals = if closest.is_finite() { (-closest.log10()).ceil().clamp(2.0, 6.0) as usize } else { 2 };
        Self { decimals }
    }

    /// As in `t = 1.23 s`.
    pub(super) fn words(self, time: f64) -> String {
        let scale = 10_f64.powi(self.decimals as i32);
        // A zero has no sign.
        let rounded = (time * scale).round() / scale + 0.0;
        format!("t = {rounded:.*} s", self.decimals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_the_decimals_in_which_pictures_differ() {
        let thirty: Vec<f64> = (0..90).map(|frame| f64::from(frame) / 30.0).collect();
        assert_eq!(Clock::of(&thirty).words(37.0 / 30.0), "t = 1.23 s");
        assert_eq!(Clock::of(&[0.0, 1e-4]).words(0.5), "t = 0.5000 s");
        assert_eq!(Clock::of(&[3.0]).words(-1e-9), "t = 0.00 s");
        assert_eq!(Clock::of(&[0.0, 1e-12]).words(1e6), "t = 1000000.000000 s");
        assert_eq!(Clock::of(&[]).words(2.0), "t = 2.00 s");
    }
}
