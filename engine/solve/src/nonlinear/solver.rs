//! Solves the equations of one structure again and again.

use std::sync::Arc;

use super::linearisation::Linearisation;
use super::unsolved::{Trouble, Why};
use super::{Equations, ROUNDING, Unsolved, moved, size};
use crate::arithmetic::all_finite;
use crate::linear::JacobianStructure;

/// Solves the equations of one structure, and keeps factors from one time to the next.
#[derive(Debug, Clone)]
pub struct Solver {
    pub(super) nominal: Vec<f64>,
    /// The nominal values that the unknowns were given, before smaller ones were learnt.
    declared: Vec<f64>,
    /// Whether differences are over parts of these, and whether the last solution was found only so.
    pub(super) is_wide: bool,
    pub(super) was_wide: bool,
    /// How large each unknown was at most where it was known, since factors were dropped.
    largest: Vec<f64>,
    /// Whether the last solution was found only by differences over parts of the unknowns, since these are much smaller
    /// than their nominal values.
    pub(super) was_fine: bool,
    /// Corrections up to this size change no result.
    pub(super) negligible: f64,
    /// Those of where the unknowns are known, if there are any.
    pub(super) kept: Linearisation,
    is_kept: bool,
    /// What those of where the unknowns were known cost since then.
    ageing: Ageing,
    /// Corrections of the last solution.
    pub(super) last_corrections: u64,
    /// Whether the last solution needed other factors than the kept ones.
    pub(super) has_left_kept: bool,
    /// The correction that the last solution left as rounding, in unknowns or their nominal values.
    pub(super) floor: f64,
    pub(super) fresh: Linearisation,
    pub(super) room: Room,
    /// What it has cost.
    pub counts: Counts,
}

/// What solving has cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// How often somebody asked.
    pub solutions: u64,
    /// Evaluations of the residuals.
    pub evaluations: u64,
    /// Corrections.
    pub iterations: u64,
    /// Matrices of derivatives, whose evaluations are among those.
    pub jacobians: u64,
}

impl Counts {
    /// Adds those of others.
    pub fn add(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.evaluations += other.evaluations;
        self.iterations += other.iterations;
        self.jacobians += other.jacobians;
    }
}

/// What it costs that factors are those of another place.
#[derive(Debug, Clone, Copy, Default)]
struct Ageing {
    /// Corrections of the first solution with them; none before it.
    first: Option<u64>,
    /// By how many corrections others were longer, together.
    longer: u64,
}

/// A correction that is larger is taken for rounding only where the sizes of terms explain it.
pub(super) const MOST_NOISE: f64 = 1e-9;
/// A correction that is larger is no rounding of equations that determine anything.
const MOST_FLOOR: f64 = 1e-7;

/// Numbers on the way.
#[derive(Debug, Clone)]
pub(super) struct Room {
    /// Unknowns where a search began, and the residuals there.
    pub(super) start: Vec<f64>,
    pub(super) r: Vec<f64>,
    /// The correction.
    pub(super) d: Vec<f64>,
    /// The unknowns that are tried, and the correction there.
    pub(super) next: Vec<f64>,
    pub(super) d_next: Vec<f64>,
}

/// With which factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum With {
    Kept,
    Fresh,
}

impl Solver {
    /// For equations of that structure, with a nominal value for each unknown.
    /// Corrections up to `negligible` of it, or of the unknown, change no result.
    pub fn new(structure: &Arc<JacobianStructure>, nominal: &[f64], negligible: f64) -> Self {
        let n = nominal.len();
        let numbers = || vec![f64::NAN; n];
        let room = Room { start: numbers(), r: numbers(), d: numbers(), next: numbers(), d_next: numbers() };
        Self {
            nominal: nominal.to_vec(),
            declared: nominal.to_vec(),
            is_wide: false,
            was_wide: false,
            largest: vec![0.0; n],
            was_fine: false,
            negligible,
            kept: Linearisation::new(structure),
            is_kept: false,
            ageing: Ageing::default(),
            last_corrections: 0,
            has_left_kept: false,
            floor: 0.0,
            fresh: Linearisation::new(structure),
            room,
            counts: Counts::default(),
        }
    }

    /// Whether there are factors from before.
    pub fn keeps_factors(&self) -> bool {
        self.is_kept
    }

    /// Whether the kept factors served for the solution that was just found, and for those before it cost less than new
    /// ones would.
    pub fn factors_serve(&mut self) -> bool {
        let first = *self.ageing.first.get_or_insert(self.last_corrections);
        self.ageing.longer += self.last_corrections.saturating_sub(first);
        // One evaluation for each colour, and one at the end.
        self.is_kept && !self.has_left_kept && self.ageing.longer <= self.kept.colours() as u64
    }

    /// Keeps the factors at `z` from now on. The equations were evaluated there at
    /// last, and are again. Where they have none, nothing is kept.
    ///
    /// # Errors
    /// They cannot be evaluated.
    pub fn keep_factors<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<(), Unsolved<Q::Error>> {
        (self.is_kept, self.ageing) = (false, Ageing::default());
        self.residuals(equations, z).map_err(|trouble| trouble.at(z, &self.room.r))?;
        let Self { kept, room, nominal, counts, .. } = self;
        match kept.take(equations, z, &room.r, nominal, counts) {
            Ok(()) => self.is_kept = true,
            Err(Trouble::Fatal(error)) => return Err(Unsolved::Fatal(error)),
            Err(Trouble::Here(..)) => {}
        }
        self.evaluate_at(equations, z).map_err(|trouble| trouble.at(z, &self.room.r))
    }

    /// The nominal values, as they are now.
    pub fn nominal(&self) -> &[f64] {
        &self.nominal
    }

    /// Goes on with other nominal values.
    pub fn set_nominal(&mut self, nominal: &[f64]) {
        self.nominal.copy_from_slice(nominal);
        self.largest.fill(0.0);
    }

    /// The unknowns are `z` where they are known now. Where the last solution showed that they are much smaller than their
    /// nominal values, makes these smaller, if they were never larger: one that goes through 0 is small for a moment;
    /// whether it did. Where it showed that those are rounding, returns to the declared ones.
    pub fn learn_nominal(&mut self, z: &[f64]) -> bool {
        if std::mem::take(&mut self.was_wide) {
            self.nominal.copy_from_slice(&self.declared);
            self.was_fine = false;
            return true;
        }
        self.largest.iter_mut().zip(z).for_each(|(largest, z)| *largest = largest.max(z.abs()));
        let has_learnt = std::mem::take(&mut self.was_fine);
        if has_learnt {
            let nominal = self.nominal.iter_mut().zip(&self.largest).filter(|(_, largest)| **largest != 0.0);
            nominal.for_each(|(nominal, largest)| *nominal = nominal.min(*largest));
        }
        has_learnt
    }

    /// The solution is one that was found before: nothing is to be learnt of a search since.
    pub fn learn_nothing(&mut self) {
        (self.was_fine, self.was_wide, self.floor) = (false, false, 0.0);
    }

    /// Whether a correction of this size at `z`, which those before it did not make smaller, is no more than rounding:
    /// of what is negligible, or of the residuals with fresh factors.
    pub(super) fn is_floor(&mut self, correction: f64, z: &[f64]) -> bool {
        correction <= self.negligible || correction <= self.fresh.floor(z, &self.nominal).min(MOST_FLOOR)
    }

    /// How well the last solution is known, in unknowns or their nominal values, if rounding in the equations limits it.
    pub fn floor(&self) -> f64 {
        self.floor
    }

    /// Keeps no factors, and forgets how large unknowns were.
    pub fn drop_factors(&mut self) {
        self.is_kept = false;
        self.largest.fill(0.0);
    }

    /// Takes over the factors that another solver of the same structure keeps, and its nominal values.
    pub fn take_factors(&mut self, other: &Self) {
        self.nominal.clone_from(&other.nominal);
        self.is_kept = other.is_kept;
        self.ageing = other.ageing;
        self.largest.clone_from(&other.largest);
        if other.is_kept {
            self.kept.clone_from(&other.kept);
        }
    }

    /// The largest derivative of `g` by any unknown, in nominal values, of those equations that are `g(z) - z`, when
    /// factors were kept.
    pub fn largest_gain(&self, is_one: impl Fn(usize) -> bool) -> f64 {
        if self.is_kept { self.kept.largest_gain(&self.nominal, is_one) } else { 0.0 }
    }

    /// Does something with differences over parts of the declared nominal values, where smaller ones were learnt: over parts
    /// of those, terms may vanish in rounding, as `exp(v) - 1` does. `None`: none was learnt.
    pub(super) fn widely<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.nominal == self.declared {
            return None;
        }
        self.is_wide = true;
        let done = what(self);
        self.is_wide = false;
        Some(done)
    }

    /// Whether the correction `d_next` at `next`, which those before it did not make smaller, is rounding of the equations:
    /// corrections on both sides of `next` do not lie on a line. Rounding of what comes from outside shows so too: currents
    /// of 1 A that cancel in a node whose voltage decides about a microampere.
    pub(super) fn is_rounding_of_equations<Q: Equations>(
        &mut self,
        equations: &mut Q,
    ) -> Result<bool, Trouble<Q::Error>> {
        let (z, d) = (self.room.next.clone(), self.room.d_next.clone());
        let is_rounding_of_declared = || self.is_wide && size(&d, &z, &self.declared) <= ROUNDING;
        let may_be = size(&d, &z, &self.nominal) <= MOST_NOISE || is_rounding_of_declared();
        if !may_be {
            return Ok(false);
        }
        let mut bend: Vec<f64> = d.iter().map(|d| -2.0 * d).collect();
        for side in [1.0, -1.0] {
            moved(&z, side, &d, &mut self.room.next);
            self.correct_next(equations, With::Fresh)?;
            bend.iter_mut().zip(&self.room.d_next).for_each(|(bend, d)| *bend += d);
        }
        self.room.next.copy_from_slice(&z);
        self.room.d_next.copy_from_slice(&d);
        Ok(size(&bend, &z, &self.nominal) >= 0.25 * size(&d, &z, &self.nominal))
    }

    /// Evaluates the residuals at `z`, into `room.r`.
    pub(super) fn residuals<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<(), Trouble<Q::Error>> {
        self.counts.evaluations += 1;
        residuals(equations, z, &mut self.room.r)
    }

    /// Evaluates the equations at `z` at last; they were there before.
    pub(super) fn evaluate_at<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<(), Trouble<Q::Error>> {
        self.counts.evaluations += 1;
        equations.residuals(z, &mut self.room.d_next).map_err(Trouble::of)
    }

    /// Takes fresh factors at `z`, where the residuals are `room.r`.
    pub(super) fn take_fresh<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<(), Trouble<Q::Error>> {
        let Self { fresh, room, nominal, declared, is_wide, counts, .. } = self;
        fresh.take(equations, z, &room.r, if *is_wide { declared } else { nominal }, counts)
    }

    /// The same by differences over parts of the unknowns, and of the last corrections, alone.
    pub(super) fn take_fine<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<(), Trouble<Q::Error>> {
        let Self { fresh, room, counts, .. } = self;
        let size = |(d, z): (&f64, &f64)| d.abs().max(z.abs()).max(f64::MIN_POSITIVE);
        let sizes: Vec<f64> = room.d.iter().zip(z).map(size).collect();
        fresh.take(equations, z, &room.r, &sizes, counts)
    }

    /// The correction for `room.r`, into `room.d`.
    pub(super) fn correct<E>(&mut self, with: With) -> Result<(), Trouble<E>> {
        self.counts.iterations += 1;
        self.room.d.copy_from_slice(&self.room.r);
        match with {
            With::Kept => self.kept.correct(&mut self.room.d),
            With::Fresh => self.fresh.correct(&mut self.room.d),
        }
    }

    /// The correction at `room.next`, into `room.d_next`.
    pub(super) fn correct_next<Q: Equations>(
        &mut self,
        equations: &mut Q,
        with: With,
    ) -> Result<(), Trouble<Q::Error>> {
        self.counts.evaluations += 1;
        self.counts.iterations += 1;
        residuals(equations, &self.room.next, &mut self.room.d_next)?;
        match with {
            With::Kept => self.kept.correct(&mut self.room.d_next),
            With::Fresh => self.fresh.correct(&mut self.room.d_next),
        }
    }
}

pub(super) fn residuals<Q: Equations>(equations: &mut Q, z: &[f64], r: &mut [f64]) -> Result<(), Trouble<Q::Error>> {
    equations.residuals(z, r).map_err(Trouble::of)?;
    if all_finite(r) { Ok(()) } else { Err(Why::NotFinite.into()) }
}
