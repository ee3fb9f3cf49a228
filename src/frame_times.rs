//! The times of frames: pictures of a video, and of a page.

use bowline_engine::Seconds;

/// Where the frames of something lie.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrameTimes<'w> {
    /// Where it begins and ends, s.
    pub(crate) span: [f64; 2],
    /// What a frame is, for messages.
    pub(crate) what: &'w str,
    /// What makes them fewer, for messages.
    pub(crate) fewer: &'w str,
}

impl FrameTimes<'_> {
    /// A time, s.
    ///
    /// # Errors
    /// It lies outside; in words.
    pub(crate) fn time(&self, time: f64) -> Result<f64, String> {
        let [start, end] = self.span;
        if (start..=end).contains(&time) {
            return Ok(time);
        }
        let span = format!("it goes from {} to {} s", Seconds(start), Seconds(end));
        Err(format!("there is no {} of t = {} s: {span}", self.what, Seconds(time)))
    }

    /// The part from a time to another, s: from where it begins and to its end where nothing is said.
    ///
    /// # Errors
    /// They lie outside, or the last before the first; in words.
    pub(crate) fn part(&self, from: Option<f64>, until: Option<f64>) -> Result<[f64; 2], String> {
        let from = self.time(from.unwrap_or(self.span[0]))?;
        let until = self.time(until.unwrap_or(self.span[1]))?;
        if until < from {
            return Err(format!("--until {} lies before --from {}", Seconds(until), Seconds(from)));
        }
        Ok([from, until])
    }

    /// So many a second in a part.
    ///
    /// # Errors
    /// They are too many; in words.
    pub(crate) fn evenly(&self, rate: f64, [from, until]: [f64; 2]) -> Result<Vec<f64>, String> {
        // The last one counts also where a rounding error puts it behind the end.
        let count = ((until - from) * rate + 1e-6).floor();
        if count > MOST {
            let Self { what, fewer, .. } = self;
            return Err(format!("{count:.0} {what}s are too many: give {fewer}, or --from and --until"));
        }
        Ok((0..=count as u32).map(|frame| (from + f64::from(frame) / rate).min(until)).collect())
    }
}

/// As many as have numbers of five digits.
const MOST: f64 = 99_999.0;
