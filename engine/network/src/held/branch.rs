//! A branch of friction, or a stop.

use simobject::{Creator, Crossing, DiscreteState, In, Indicator, Out, Private, SimObject};

use super::now::Now;

/// So far beyond a stop a run may begin, SI unit.
pub(super) const MOST_BEYOND: f64 = 1e-9;
/// So far open a stop still touches, SI unit, and more where positions are large.
pub(super) const TOUCHING: f64 = 1e-12;
/// Up to this part of what other flows would give, rates of slips are rounding.
const ROUNDING: f64 = 1e-12;

/// Its ports, and what it is.
pub(super) struct Branch {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// What it can hold, and what flows through it where it slides.
    pub(super) limit: In<1>,
    pub(super) sliding: In<1>,
    /// What sources give of its slip, of the rate of that, and of how far a stop is open.
    pub(super) given_slip: In<1>,
    pub(super) given_rate: In<1>,
    pub(super) given_gap: In<1>,
    pub(super) through: Out<1>,
    pub(super) slip: Private<1>,
    pub(super) opening: Private<1>,
    pub(super) mode: DiscreteState<1>,
    pub(super) turns: Indicator,
}

impl Branch {
    /// Branch number `at`.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>, at: usize, name: &str, kind: Kind) -> Self {
        let mut port = |of: &str| c.in_port(format!("{of}-{at}"), "", "Of a branch");
        let [limit, sliding, given_slip, given_rate, given_gap] =
            ["limit", "sliding", "slip", "slip-rate", "gap"].map(&mut port);
        let through = c.out_port(format!("through-{at}"), "", "What flows through a branch");
        let mode = c.discrete_state(format!("mode-{at}"), "", "0 holds, 1 or -1 slides that way, 2 open");
        c.initial_value(mode, [if matches!(kind, Kind::Stop { .. }) { Mode::UNKNOWN } else { Mode::OPEN }]);
        let turns = c.indicator(format!("turns-{at}"), "", "Below 0 its mode is over", Crossing::Falling);
        c.nominal(turns, 1e-3);
        c.side(turns, mode);
        let slip = c.private(format!("slip-now-{at}"));
        let opening = c.private(format!("gap-now-{at}"));
        let name = name.to_owned();
        Self { name, kind, limit, sliding, given_slip, given_rate, given_gap, through, slip, opening, mode, turns }
    }
}

/// What it is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Friction,
    /// Slower than `rest` it comes to rest, and does not bounce.
    Stop {
        restitution: f64,
        rest: f64,
    },
}

impl Kind {
    /// A stop, if there are a restitution of 0 or more and a velocity of rest.
    pub(super) fn of(restitution: Option<&f64>, rest: Option<&f64>) -> Self {
        match (restitution, rest) {
            (Some(restitution), Some(rest)) if *restitution >= 0.0 => {
                Self::Stop { restitution: *restitution, rest: *rest }
            }
            _ => Self::Friction,
        }
    }
}

/// What a branch does, as its mode says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// Its slip is 0; a stop is closed.
    Holds,
    /// That way: 1 or -1.
    Slides(f64),
    /// Nothing flows.
    Open,
}

impl Mode {
    pub(super) const OPEN: f64 = 2.0;
    /// Open as far as anybody knows: what its handler has not seen yet, or has moved since.
    pub(super) const UNKNOWN: f64 = 3.0;

    #[inline]
    pub(super) fn of(number: f64) -> Self {
        match number {
            0.0 => Self::Holds,
            Self::OPEN | Self::UNKNOWN => Self::Open,
            way => Self::Slides(way.signum()),
        }
    }

    pub(super) fn number(self) -> f64 {
        match self {
            Self::Holds => 0.0,
            Self::Slides(way) => way,
            Self::Open => Self::OPEN,
        }
    }
}

impl Branch {
    pub(super) fn is_friction(&self) -> bool {
        matches!(self.kind, Kind::Friction)
    }

    /// How far it is from the end of its mode: below 0 it is over. What holds slips, and is open, no more than the steps of a
    /// method leave; where more comes of a source that jumps, it is to be decided again.
    pub(super) fn left(&self, at: usize, now: &Now) -> f64 {
        let slip = now.slips[at];
        // What is rounding of accelerations is none.
        let change = if now.changes[at].abs() <= ROUNDING * now.size { 0.0 } else { now.changes[at] };
        let (limit, through) = (now.limits[at], now.through[at]);
        match (self.kind, Mode::of(now.modes[at])) {
            (_, Mode::Holds) if slip.abs() > now.most_slip(at) => -1.0,
            (Kind::Stop { .. }, Mode::Holds) if now.gaps[at].abs() > now.most_gap(at) => -1.0,
            (Kind::Friction, Mode::Holds) if limit == f64::INFINITY => 1.0,
            (Kind::Friction, Mode::Holds) if through == 0.0 && limit > 0.0 => 1.0,
            (Kind::Friction, Mode::Holds) => (limit - through.abs()) / (limit.abs() + through.abs()).max(1e-300),
            (Kind::Friction, Mode::Slides(_)) if limit == f64::INFINITY => -1.0,
            (Kind::Friction, Mode::Slides(way)) => (way * slip).max(way * change),
            (Kind::Friction, Mode::Open) => -limit.clamp(0.0, 1.0),
            (Kind::Stop { .. }, _) if now.modes[at] == Mode::UNKNOWN => -1.0,
            (Kind::Stop { .. }, Mode::Holds) => -through,
            (Kind::Stop { .. }, _) => now.gaps[at] + now.touching[at],
        }
    }

    /// Its next mode, if it has no slip and cannot stay in this one.
    pub(super) fn flips(&self, at: usize, now: &Now) -> Option<Mode> {
        let (change, through, limit) = (now.changes[at], now.through[at], now.limits[at]);
        let little = ROUNDING * now.size;
        match (self.kind, Mode::of(now.modes[at])) {
            (Kind::Friction, Mode::Holds) => (through.abs() > limit).then(|| Mode::Slides(through.signum())),
            (Kind::Friction, Mode::Slides(way)) => (way * change < -little).then_some(Mode::Holds),
            (Kind::Stop { .. }, Mode::Holds) => {
                (through > now.least_force(at) || change > now.least_change()).then_some(Mode::Open)
            }
            (Kind::Stop { .. }, Mode::Open) => (change < -now.least_change()).then_some(Mode::Holds),
            _ => None,
        }
    }
}
