//! Lines of plots that are not over time: over another number, and over frequency.

use bowline_results::Sampling;

use super::plotted::{Plots, Plotted};
use super::timeline::Timeline;
use crate::window::line::value_at;
use crate::window::over::Over;

/// A line of a plot.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) colour: usize,
    /// Along the bottom and upwards, in the units in which they are shown.
    pub(crate) points: Vec<[f64; 2]>,
    /// Where it is now; none of a spectrum.
    pub(crate) now: Option<[f64; 2]>,
}

/// Most points of a line that is drawn in each picture.
const MOST: usize = 8192;
/// A spectrum is taken anew after so long at the earliest, s.
const PATIENCE: f64 = 0.25;

/// The lines of a stretch of time, of all that is plotted but what they are over.
pub(crate) fn over_number(plots: &Plots, over: &str, (from, to): (f64, f64), timeline: Timeline<'_>) -> Vec<Curve> {
    let Some(along) = plots.list().iter().enumerate().find(|(_, plotted)| plotted.quantity.name() == over) else {
        return Vec::new();
    };
    let bottom = within(timeline, along.0, along.1, (from, to));
    let others = plots.list().iter().enumerate().filter(|(_, plotted)| plotted.quantity.name() != over);
    let curve = |(position, plotted): (usize, &Plotted)| {
        let points = within(timeline, position, plotted, (from, to));
        let every = points.len().div_ceil(MOST).max(1);
        let point = |[time, value]: &[f64; 2]| value_at(&bottom, *time).map(|x| [x, *value]);
        let now = timeline.value(along.0, along.1, None).zip(timeline.value(position, plotted, None));
        let is_seen = (from..=to).contains(&timeline.now);
        Curve {
            name: plotted.quantity.name().to_owned(),
            unit: plotted.quantity.unit().to_owned(),
            colour: plotted.colour,
            points: points.iter().step_by(every).filter_map(point).collect(),
            now: now.filter(|_| is_seen).map(|(x, y)| [x, y]),
        }
    };
    others.map(curve).collect()
}

/// A number over the part of its past that lies in a stretch of time.
fn within(timeline: Timeline<'_>, position: usize, plotted: &Plotted, (from, to): (f64, f64)) -> Vec<[f64; 2]> {
    let mut points = timeline.line(position, plotted, (from, to), 1 << 30);
    points.retain(|[time, _]| (from..=to).contains(time));
    points
}

/// The spectra that were taken: they take longer than a picture has.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Spectra {
    known: Vec<Known>,
}

#[derive(Debug, Clone, PartialEq)]
struct Known {
    name: String,
    /// When it was taken, s.
    taken: f64,
    /// What it is of: how many points, the first, the last, and their unit.
    of: (usize, Option<[f64; 2]>, Option<[f64; 2]>, String),
    points: Result<Vec<[f64; 2]>, String>,
}

impl Spectra {
    /// The amplitudes of all that is plotted, over frequency in Hz; at a time of the clock, s.
    ///
    /// # Errors
    /// There is none of any number; in words.
    pub(crate) fn take(
        &mut self,
        plots: &Plots,
        range: (f64, f64),
        timeline: Timeline<'_>,
        clock: f64,
    ) -> Result<Vec<Curve>, String> {
        self.known.retain(|known| plots.colour(&known.name).is_some());
        let (mut curves, mut refused) = (Vec::new(), None);
        for (position, plotted) in plots.list().iter().enumerate() {
            let (name, unit) = (plotted.quantity.name(), plotted.quantity.unit());
            let points = within(timeline, position, plotted, range);
            let shown = timeline.units.of(unit).name().to_owned();
            let of = (points.len(), points.first().copied(), points.last().copied(), shown);
            let place = self.known.iter().position(|known| known.name == name).unwrap_or_else(|| {
                let points = Ok(Vec::new());
                self.known.push(Known { name: name.to_owned(), taken: f64::NEG_INFINITY, of: of.clone(), points });
                self.known.len() - 1
            });
            let known = &mut self.known[place];
            let is_new = known.taken == f64::NEG_INFINITY;
            if is_new || (known.of != of && !(known.taken..known.taken + PATIENCE).contains(&clock)) {
                (known.taken, known.of, known.points) = (clock, of, spectrum(&points));
            }
            // The past of one may still be on its way.
            match known.points.clone() {
                Ok(points) => curves.push(Curve {
                    name: name.to_owned(),
                    unit: unit.to_owned(),
                    colour: plotted.colour,
                    points,
                    now: None,
                }),
                Err(reason) => refused = Some(reason),
            }
        }
        if curves.is_empty() { refused.map_or(Ok(curves), Err) } else { Ok(curves) }
    }
}

fn spectrum(points: &[[f64; 2]]) -> Result<Vec<[f64; 2]>, String> {
    let [times, values] = [0, 1].map(|at| points.iter().map(|point| point[at]).collect::<Vec<f64>>());
    let sampling = Sampling::of(&times)?;
    // What is not finite is no part of a past.
    let amplitudes = sampling.amplitudes(&values).unwrap_or_default();
    Ok(sampling.hertz().into_iter().zip(amplitudes).map(|(hertz, size)| [hertz, size]).collect())
}

/// What plots are over: what is asked for, as long as it is plotted.
pub(crate) fn over(asked: &Over, plots: &Plots) -> Over {
    match asked {
        Over::Number(name) if plots.colour(name).is_none() => Over::Time,
        asked => asked.clone(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::f64::consts::TAU;

    use super::*;
    use crate::window::events::Events;
    use crate::window::panels::plotted::tests::model;
    use crate::window::panels::traces::Traces;
    use crate::window::player::Quantity;
    use crate::window::units::Units;

    /// A circle of 3 m at 2 Hz, for 5 s: a position of the mass over another.
    pub(crate) fn gone_round() -> (Plots, Traces) {
        let (model, mut plots, mut traces) = (model(), Plots::default(), Traces::default());
        let values: [fn(f64) -> f64; 2] =
            [|time| 3.0 * (TAU * 2.0 * time).cos(), |time| 3.0 * (TAU * 2.0 * time).sin()];
        for (name, value) in ["B.Pos[0]", "B.Pos[1]"].into_iter().zip(values) {
            let quantity = Quantity::from(model.probe(name).expect("it is there"));
            traces.add(&quantity);
            let points: Vec<[f64; 2]> =
                (0..=1000).map(|row| f64::from(row) * 0.005).map(|time| [time, value(time)]).collect();
            traces.complete(name, &points);
            plots.add(quantity);
        }
        (plots, traces)
    }

    fn timeline<'t>(traces: &'t Traces, units: &'t Units, events: &'t Events) -> Timeline<'t> {
        Timeline { start: 0.0, now: 1.25, end: 5.0, values: Some(&[-3.0, 0.0]), traces, events, units }
    }

    #[test]
    fn a_number_over_another_is_a_path() {
        let ((plots, traces), units) = (gone_round(), Units::default());
        let curves = over_number(&plots, "B.Pos[0]", (1.0, 2.0), timeline(&traces, &units, &Events::default()));
        let [path] = curves.as_slice() else { panic!("{curves:?}") };
        assert_eq!((path.name.as_str(), path.now, path.points.len()), ("B.Pos[1]", Some([-3.0, 0.0]), 201));
        assert!(path.points.iter().all(|[x, y]| (x.hypot(*y) - 3.0).abs() < 1e-9));
        assert!(over_number(&plots, "B.Vel[0]", (1.0, 2.0), timeline(&traces, &units, &Events::default())).is_empty());
        let elsewhere = over_number(&plots, "B.Pos[0]", (2.0, 3.0), timeline(&traces, &units, &Events::default()));
        assert_eq!(elsewhere[0].now, None, "the clock is at 1.25 s");
        // What is no longer plotted is no longer below anything.
        assert_eq!(over(&Over::Number("B.Vel[0]".to_owned()), &plots), Over::Time);
    }

    #[test]
    fn a_spectrum_is_that_of_the_stretch_and_kept() {
        let ((plots, mut traces), units) = (gone_round(), Units::default());
        let mut spectra = Spectra::default();
        let curves = spectra
            .take(&plots, (0.0, 5.0), timeline(&traces, &units, &Events::default()), 0.0)
            .expect("there are enough rows");
        for curve in &curves {
            let [hertz, size] = curve.points.iter().copied().max_by(|a, b| a[1].total_cmp(&b[1])).expect("points");
            assert!((hertz - 2.0).abs() < 0.1 && (size / 3.0 - 1.0).abs() < 0.011, "{hertz} {size}");
        }
        traces.complete("B.Pos[0]", &(0..100).map(|row| [f64::from(row) * 0.01, 0.0]).collect::<Vec<_>>());
        let mut largest = |clock: f64| {
            let curves = spectra
                .take(&plots, (0.0, 5.0), timeline(&traces, &units, &Events::default()), clock)
                .expect("they are known");
            curves[0].points.iter().map(|point| point[1]).fold(0.0, f64::max)
        };
        assert!(largest(0.1) > 2.9, "not with each picture");
        assert!(largest(0.3) < 1e-9, "but soon");
        let refused = Spectra::default().take(&plots, (0.0, 0.02), timeline(&traces, &units, &Events::default()), 0.0);
        assert!(refused.is_err_and(|reason| reason.contains("8 samples at the least")));
    }
}
