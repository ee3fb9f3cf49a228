//! What the plots show of a run or a replay.

use super::plotted::Plotted;
use super::traces::{Trace, Traces};
use crate::window::events::Events;
use crate::window::units::Units;

/// What the plots show of a run or a replay: its times, and the numbers that are plotted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timeline<'m> {
    /// When it began, s.
    pub(crate) start: f64,
    /// Its time, s.
    pub(crate) now: f64,
    /// How far it is known, s: a replay to its end, a run to now.
    pub(crate) end: f64,
    /// The plotted numbers now, as everything else in the window shows them; none until they have come.
    pub(crate) values: Option<&'m [f64]>,
    /// Their pasts.
    pub(crate) traces: &'m Traces,
    /// What happened.
    pub(crate) events: &'m Events,
    /// The units in which they are shown.
    pub(crate) units: &'m Units,
}

impl Timeline<'_> {
    /// The value of a plotted number at a time, s, or now; in the unit in which it is shown.
    pub(crate) fn value(&self, position: usize, plotted: &Plotted, at: Option<f64>) -> Option<f64> {
        let history = self.traces.get(plotted.quantity.name()).map(Trace::history);
        let value = match at {
            Some(time) => history?.at(time),
            None => {
                let now = self.values.and_then(|values| values.get(position).copied());
                now.or_else(|| history?.points().last().map(|[_, value]| *value))
            }
        };
        value.map(|value| self.units.of(plotted.quantity.unit()).number(value))
    }

    /// The line of a plotted number from one time to another, s, as far as it is known.
    pub(crate) fn line(
        &self,
        position: usize,
        plotted: &Plotted,
        (from, to): (f64, f64),
        pixels: usize,
    ) -> Vec<[f64; 2]> {
        let trace = self.traces.get(plotted.quantity.name());
        let mut points = trace.map_or_else(Vec::new, |trace| trace.history().drawn(from, to.min(self.end), pixels));
        // A run ends now, at the number that the rest of the window shows; its samples may be newer, or older.
        let now = self.values.and_then(|values| values.get(position)).filter(|_| self.end <= self.now);
        if let Some(value) = now {
            points.truncate(points.partition_point(|[time, _]| *time < self.now));
            points.extend((value.is_finite() && self.now <= to).then_some([self.now, *value]));
        }
        let unit = self.units.of(plotted.quantity.unit());
        points.iter_mut().for_each(|[_, value]| *value = unit.number(*value));
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::panels::span::Span;

    /// Samples may be newer than all else that is shown, or older: a line ends now, at the value that stands beside it.
    #[test]
    fn lines_end_where_the_clock_is() {
        let plots = crate::window::panels::plotted::tests::pushed();
        let mut traces = Traces::default();
        let plotted = &plots.list()[2];
        traces.add(&plotted.quantity);
        traces.ask(1);
        let samples = |times: &[f64]| bowline_engine::live::Samples {
            generation: 1,
            times: times.to_vec(),
            values: times.iter().map(|time| time * time).collect(),
        };
        traces.take(&samples(&[0.0, 1.0, 2.0, 3.0]));
        let line = |now: f64, traces: &Traces| {
            let values = [0.0, 0.0, now * now];
            let timeline = Timeline {
                start: 0.0,
                now,
                end: now,
                values: Some(&values),
                traces,
                events: &Events::default(),
                units: &Units::default(),
            };
            let line = timeline.line(2, plotted, Span::Whole.range(0.0, now), 100);
            assert_eq!(
                (line.last().copied(), timeline.value(2, plotted, None)),
                (Some([now, now * now]), Some(now * now))
            );
            line.len()
        };
        assert_eq!([line(1.5, &traces), line(3.0, &traces), line(3.8, &traces)], [3, 4, 5]);
    }
}
