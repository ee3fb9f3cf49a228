//! What was seen of a signal so far, for plots.

use crate::window::line::value_at;

/// The values of a signal over the whole run, in so many points at most that
/// they are drawn at once. What is the smallest and the largest of its
/// neighbours stays, so that no peak is lost.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    /// Time, s, and value; no time lies before the one in front of it.
    points: Vec<[f64; 2]>,
}

impl History {
    /// Most points that are kept.
    pub(crate) const MOST: usize = 32_768;

    /// Takes a value. A time that lies behind the last one belongs to a run that
    /// went back: what was seen later is forgotten. What is not finite is left out.
    pub(crate) fn push(&mut self, time: f64, value: f64) {
        self.forget_after(time);
        if !time.is_finite() || !value.is_finite() || self.points.last() == Some(&[time, value]) {
            return;
        }
        if self.points.len() >= Self::MOST {
            self.points = extremes(self.points.chunks(4));
        }
        self.points.push([time, value]);
    }

    /// Forgets what was seen behind a time, s.
    pub(crate) fn forget_after(&mut self, time: f64) {
        let kept = self.points.partition_point(|[seen, _]| *seen <= time);
        self.points.truncate(kept);
    }

    /// Takes what was before all that was seen.
    pub(crate) fn put_before(&mut self, past: &[[f64; 2]]) {
        let first = self.points.first().map_or(f64::INFINITY, |[time, _]| *time);
        let is_before = |[time, value]: &&[f64; 2]| *time < first && value.is_finite();
        let mut points: Vec<_> = past.iter().filter(is_before).copied().collect();
        points.append(&mut self.points);
        self.points = points;
    }

    /// The value at a time, s, on the line that is drawn; none before and behind it.
    pub(crate) fn at(&self, time: f64) -> Option<f64> {
        value_at(&self.points, time)
    }

    /// All that is kept.
    pub(crate) fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// What a line from one time to another, s, needs that is so many pixels
    /// wide: also the points just outside.
    pub(crate) fn drawn(&self, from: f64, to: f64, pixels: usize) -> Vec<[f64; 2]> {
        let first = self.points.partition_point(|[time, _]| *time < from).saturating_sub(1);
        let end = (self.points.partition_point(|[time, _]| *time <= to) + 1).min(self.points.len());
        let within = self.points.get(first..end).unwrap_or_default();
        if within.len() <= 2 * pixels.max(2) {
            return within.to_vec();
        }
        let pixel = |point: &[f64; 2]| ((point[0] - from) / (to - from) * pixels as f64).floor();
        extremes(within.chunk_by(|a, b| pixel(a) == pixel(b)))
    }
}

/// The lowest and the highest point of each of these, in their order.
fn extremes<'p>(groups: impl Iterator<Item = &'p [[f64; 2]]>) -> Vec<[f64; 2]> {
    let mut kept = Vec::new();
    for group in groups {
        let value = |index: &usize| group[*index][1];
        let lowest = (0..group.len()).min_by(|a, b| value(a).total_cmp(&value(b)));
        let highest = (0..group.len()).max_by(|a, b| value(a).total_cmp(&value(b)));
        let (Some(lowest), Some(highest)) = (lowest, highest) else { continue };
        kept.push(group[lowest.min(highest)]);
        if lowest != highest {
            kept.push(group[lowest.max(highest)]);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in_order(points: &[[f64; 2]]) -> bool {
        points.windows(2).all(|pair| pair[0][0] <= pair[1][0])
    }

    /// A million values, and among them one peak of a single value.
    #[test]
    fn a_long_run_stays_small_and_keeps_its_peaks() {
        let mut history = History::default();
        for number in 0..1_000_000 {
            let value = if number == 654_321 { 7.0 } else { f64::from(number % 3) };
            history.push(f64::from(number) * 1e-3, value);
        }
        let points = history.points();
        assert!(points.len() <= History::MOST && points.len() > History::MOST / 4, "{}", points.len());
        assert!(is_in_order(points));
        assert_eq!(points.iter().filter(|[_, value]| *value == 7.0).collect::<Vec<_>>(), [&[654.321, 7.0]]);
        assert_eq!((points[0][0] < 1.0, points[points.len() - 1]), (true, [999.999, 0.0]));

        let drawn = history.drawn(0.0, 1000.0, 300);
        assert!(drawn.len() <= 2 * 301 && is_in_order(&drawn), "{}", drawn.len());
        assert!(drawn.contains(&[654.321, 7.0]));
    }

    #[test]
    fn a_run_that_goes_back_forgets_what_came_later() {
        let mut history = History::default();
        for time in [0.0, 1.0, 2.0, 3.0] {
            history.push(time, 10.0 * time);
        }
        history.push(1.5, -1.0);
        assert_eq!(history.points(), [[0.0, 0.0], [1.0, 10.0], [1.5, -1.0]]);
        history.push(1.5, -1.0);
        assert_eq!(history.points().len(), 3, "a paused run says the same again");
        history.push(1.5, 4.0);
        assert_eq!(history.points()[2..], [[1.5, -1.0], [1.5, 4.0]], "an event has two values");
        history.push(2.0, f64::NAN);
        assert_eq!(history.points().len(), 4);
        history.forget_after(-1.0);
        assert!(history.points().is_empty() && history.drawn(0.0, 1.0, 100).is_empty());
    }

    /// A run that went back while its past was sought: only what lies before counts.
    #[test]
    fn a_past_stands_before_what_was_seen() {
        let mut history = History::default();
        [2.0, 3.0].into_iter().for_each(|time| history.push(time, 10.0 * time));
        history.put_before(&[[0.0, 0.0], [1.0, f64::NAN], [1.5, 15.0], [2.0, -1.0], [2.5, -1.0]]);
        assert_eq!(history.points(), [[0.0, 0.0], [1.5, 15.0], [2.0, 20.0], [3.0, 30.0]]);
    }

    #[test]
    fn a_cursor_reads_the_line() {
        let mut history = History::default();
        [[0.0, 1.0], [1.0, 3.0], [1.0, 8.0], [2.0, 4.0]]
            .into_iter()
            .for_each(|[time, value]| history.push(time, value));
        let at = [-0.1, 0.0, 0.5, 1.0, 1.5, 2.0, 2.1].map(|time| history.at(time));
        assert_eq!(at, [None, Some(1.0), Some(2.0), Some(8.0), Some(6.0), Some(4.0), None]);
        assert_eq!(History::default().at(0.0), None);
    }

    #[test]
    fn a_part_is_drawn_with_its_neighbours() {
        let mut history = History::default();
        (0..100).for_each(|number| history.push(f64::from(number), 0.0));
        let drawn = history.drawn(10.5, 12.5, 500);
        assert_eq!(drawn.iter().map(|point| point[0]).collect::<Vec<_>>(), [10.0, 11.0, 12.0, 13.0]);
        assert_eq!(history.drawn(200.0, 300.0, 500).len(), 1, "the line's end");
    }
}
