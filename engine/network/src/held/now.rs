//! The numbers of bodies that hold together, at one instant.

/// The slip of a branch counts as 0 up to this part of the largest velocity, and up to this one, SI unit.
const NO_SLIP: (f64, f64) = (1e-9, 1e-12);

/// Up to this part of the largest rate that the slip of a stop would have without any, rates and what gives them are
/// rounding.
const UNDECIDED: f64 = 1e-11;

/// Bodies on what sources move follow those up to this part of the numbers that slips and gaps are made of, and up to this slip
/// and gap, SI unit.
const OFF: f64 = 1e-4;
const LEAST_OFF: (f64, f64) = (1e-9, 1e-6);

/// All numbers of one instant.
#[derive(Debug, Default)]
pub(super) struct Now {
    pub(super) flows: Vec<f64>,
    pub(super) velocities: Vec<f64>,
    /// 0 where there is none.
    pub(super) positions: Vec<f64>,
    pub(super) modes: Vec<f64>,
    pub(super) limits: Vec<f64>,
    pub(super) sliding: Vec<f64>,
    pub(super) slips: Vec<f64>,
    pub(super) given_slips: Vec<f64>,
    pub(super) given_rates: Vec<f64>,
    pub(super) given_gaps: Vec<f64>,
    pub(super) gaps: Vec<f64>,
    /// How large the numbers are that make up each gap; and how far open a stop still touches: so far gaps are rounding.
    pub(super) sizes: Vec<f64>,
    pub(super) touching: Vec<f64>,
    pub(super) through: Vec<f64>,
    pub(super) rates: Vec<f64>,
    /// The rates of slips.
    pub(super) changes: Vec<f64>,
    pub(super) holding: Vec<usize>,
    pub(super) right: Vec<f64>,
    pub(super) forces: Vec<f64>,
    pub(super) room: Vec<f64>,
    /// The largest rate of the slip of a stop without slip, as it would be without stops; and how much each force changes
    /// the rate of its slip.
    pub(super) loose: f64,
    pub(super) softness: Vec<f64>,
    /// The largest rate of a velocity that other flows alone would give: up to a small part of it rates are rounding.
    pub(super) size: f64,
}

impl Now {
    /// Up to what a slip counts as none.
    pub(super) fn no_slip(&self) -> f64 {
        self.velocities.iter().fold(NO_SLIP.1, |most, v| most.max(NO_SLIP.0 * v.abs()))
    }

    /// How much a branch that holds may slip: sources move otherwise than the steps of a method by so much.
    pub(super) fn most_slip(&self, at: usize) -> f64 {
        self.velocities.iter().fold(self.given_slips[at].abs(), |most, v| most.max(v.abs())) * OFF + LEAST_OFF.0
    }

    /// How far a closed stop may be open, as much.
    pub(super) fn most_gap(&self, at: usize) -> f64 {
        self.sizes[at] * OFF + LEAST_OFF.1
    }

    /// Up to what a stop without slip is neither seen to part nor to close.
    pub(super) fn least_change(&self) -> f64 {
        UNDECIDED * self.loose
    }

    /// Up to what it is neither seen to push nor to pull.
    pub(super) fn least_force(&self, at: usize) -> f64 {
        UNDECIDED * self.loose / self.softness[at]
    }
}

pub(super) fn fill(into: &mut Vec<f64>, numbers: impl Iterator<Item = f64>) {
    into.clear();
    into.extend(numbers);
}
