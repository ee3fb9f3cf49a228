//! The times of frames.

use bowline_engine::replay::Replay;

use crate::arguments::ExportArguments;
use crate::frame_times::FrameTimes;

/// More frames than these are not taken unless they are asked for.
const MOST: usize = 600;
/// Nor more shapes in all of them together, but so many frames at least.
const MOST_SHAPES: usize = 1_500_000;
const FEWEST: usize = 100;

/// The times of the frames, s: at least one.
///
/// # Errors
/// There are none in the part that is asked for; in words.
pub(super) fn times(arguments: &ExportArguments, replay: &Replay) -> Result<Vec<f64>, String> {
    let recorded = replay.times();
    // There is at least one.
    let within =
        FrameTimes { span: [recorded[0], recorded[recorded.len() - 1]], what: "frame", fewer: "a smaller --fps" };
    let [from, until] = within.part(arguments.from, arguments.until)?;
    if let Some(rate) = arguments.frames_per_second {
        return within.evenly(rate, [from, until]);
    }
    Ok(usual(recorded, [from, until], replay.scene().len()))
}

/// Those that were recorded, or as many as a page should have.
fn usual(recorded: &[f64], [from, until]: [f64; 2], shapes: usize) -> Vec<f64> {
    let most = (MOST_SHAPES / shapes.max(1)).clamp(FEWEST, MOST);
    let inside: Vec<f64> = recorded.iter().copied().filter(|time| (from..=until).contains(time)).collect();
    if inside.len() > most {
        let last = (most - 1) as f64;
        return (0..most).map(|frame| from + (until - from) * frame as f64 / last).collect();
    }
    let mut times = inside;
    if times.first() != Some(&from) {
        times.insert(0, from);
    }
    if times.last() != Some(&until) {
        times.push(until);
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_moments_are_taken_as_they_are_unless_they_are_many() {
        let recorded = [0.0, 0.1, 0.5, 2.0];
        assert_eq!(usual(&recorded, [0.0, 2.0], 5), recorded);
        assert_eq!(usual(&recorded, [0.05, 0.5], 5), [0.05, 0.1, 0.5]);
        assert_eq!(usual(&[3.0], [3.0, 3.0], 5), [3.0]);
        let many: Vec<f64> = (0..=10_000).map(f64::from).collect();
        let taken = usual(&many, [0.0, 10_000.0], 5);
        assert_eq!((taken.len(), taken[0], taken[599]), (600, 0.0, 10_000.0));
        assert_eq!(usual(&many, [0.0, 10_000.0], 100_000).len(), 100);
    }
}
