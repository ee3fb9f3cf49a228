//! How a small difference of the start grows along a run.

use serde::Serialize;

use crate::trajectory::Trajectory;

/// A model whose differences grow to so many times their size is sensitive.
pub(crate) const SENSITIVE: f64 = 1e4;
/// The start is moved by so many of the tolerances of the runs that are compared.
pub(crate) const MOVED_BY: f64 = 10.0;

/// What stiff parts make of a difference at once is no growth: so many rows of the
/// beginning count as its size, if they are no more than that part of the run.
const BEGINNING: usize = 10;
const BEGINNING_PART: f64 = 0.02;

/// How the largest difference of a state grows, in units of the difference at the beginning.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Growth {
    /// The largest growth in the run.
    pub largest: f64,
    /// From when on it is more than 1e4, s.
    pub sensitive_from_s: Option<f64>,
    /// Times, s, and the growth there.
    #[serde(skip)]
    along: Vec<(f64, f64)>,
}

impl Growth {
    /// Between a run and one whose start was moved by [`MOVED_BY`] tolerances: absolute ones, and a relative one.
    pub(crate) fn between(run: &Trajectory, moved: &Trajectory, absolute: &[f64], relative: f64) -> Self {
        let mut most = vec![0.0_f64; absolute.len()];
        let along = run.checkpoints().zip(moved.checkpoints()).map(|((row, x), (_, y))| {
            let mut growth = 0.0_f64;
            for (((x, y), most), absolute) in x.iter().zip(y).zip(&mut most).zip(absolute) {
                *most = most.max(x.abs());
                growth = growth.max((x - y).abs() / (MOVED_BY * (absolute + relative * *most)));
            }
            (run.times[row], growth)
        });
        let mut along: Vec<_> = along.collect();
        let (rows, start) = (run.times.len(), run.times.first().copied().unwrap_or_default());
        let beginning = BEGINNING.min((BEGINNING_PART * rows as f64) as usize);
        let until = run.times.get(beginning).copied().unwrap_or(start);
        let size = along.iter().take_while(|(time, _)| *time <= until);
        let size = size.fold(1.0, |most: f64, (_, growth)| most.max(*growth));
        along.iter_mut().for_each(|(_, growth)| *growth /= size);
        let largest = along.iter().fold(0.0, |most: f64, (_, growth)| most.max(*growth));
        let sensitive_from_s = along.iter().find(|(_, growth)| *growth > SENSITIVE).map(|(time, _)| *time);
        Self { largest, sensitive_from_s, along }
    }

    /// Up to a time, s, or the next checkpoint.
    pub(crate) fn until(&self, time: f64) -> f64 {
        let next = self.along.partition_point(|(at, _)| *at < time);
        let before = self.along.iter().take(next + 1);
        before.fold(0.0, |most, (_, growth)| most.max(*growth))
    }
}
