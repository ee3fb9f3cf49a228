//! The numbers of bodies that hold together, at one instant.

/// The slip of a branch counts as 0 up to this part of the largest velocity, and up to this one, SI unit.
const NO_SLIP: (f64, f64) = (1e-9, 1e-12);

/// All numbers of one instant.
#[derive(Debug, Default)]
pub(super) struct Now {
    pub(super) flows: Vec<f64>,
    pub(super) velocities: Vec<f64>,
    pub(super) modes: Vec<f64>,
    pub(super) limits: Vec<f64>,
    pub(super) sliding: Vec<f64>,
    pub(super) slips: Vec<f64>,
    pub(super) given_slips: Vec<f64>,
    pub(super) given_rates: Vec<f64>,
    pub(super) gaps: Vec<f64>,
    pub(super) through: Vec<f64>,
    pub(super) rates: Vec<f64>,
    /// The rates of slips.
    pub(super) changes: Vec<f64>,
    pub(super) holding: Vec<usize>,
    pub(super) right: Vec<f64>,
    pub(super) forces: Vec<f64>,
    pub(super) room: Vec<f64>,
    /// The largest rate of a velocity that other flows alone would give: up to a small part of it rates are rounding.
    pub(super) size: f64,
}

impl Now {
    /// Up to what a slip counts as none.
    pub(super) fn no_slip(&self) -> f64 {
        self.velocities.iter().fold(NO_SLIP.1, |most, v| most.max(NO_SLIP.0 * v.abs()))
    }
}

pub(super) fn fill(into: &mut Vec<f64>, numbers: impl Iterator<Item = f64>) {
    into.clear();
    into.extend(numbers);
}
