/// How a body with one degree of freedom moves by the trapezoidal rule: `m dv/dt =
/// f - b v - k x`, `dx/dt = v`. With the step `T`:
///
/// ```text
/// m a = f - b v - k x,  v = v- + T/2 (a- + a),  x = x- + T/2 (v- + v)
/// ```
///
/// which is solved for `a`. These are the values of the transfer functions `1 /
/// (m s^2 + b s + k)` and `s / (m s^2 + b s + k)` by the bilinear transform,
/// without their loss of digits, and right also where `b` changes from tick to
/// tick. Put the impedances of the ports to the damping (`b = B + Zc1 + Zc2`) and
/// the waves to the force (`f = c1 - c2`). Masses and forces may be moments of inertia
/// and torques. With `k` 0 it is a double integrator with damping:
///
/// ```
/// use simobject_elements::tlm::Motion;
///
/// let (motion, mut body) = (Motion::new(1e-3, 2.0, 0.0), Motion::new(1e-3, 2.0, 0.0).start(0.0, 0.0, 6.0, 4.0));
/// for _ in 0..1000 {
///     body = motion.next(body, 6.0, 4.0);                         // 2 dv/dt = 6 - 4 v
/// }
/// assert!((body.v - 1.5 * (1.0 - f64::exp(-2.0))).abs() < 1e-6);
/// assert!((body.x - 1.5 * (1.0 - 0.5 * (1.0 - f64::exp(-2.0)))).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Motion {
    /// T/2, s.
    half_step: f64,
    stiffness: f64,
    mass: f64,
    /// m + T^2/4 k.
    inertia: f64,
}

/// Where a body is, at a tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moving {
    /// Position, m.
    pub x: f64,
    /// Velocity, m/s.
    pub v: f64,
    /// Acceleration, m/s^2.
    pub a: f64,
}

impl Motion {
    /// For a step in s, a mass in kg and a spring to the ground in N/m.
    pub fn new(step: f64, mass: f64, stiffness: f64) -> Self {
        let half_step = 0.5 * step;
        Self { half_step, stiffness, mass, inertia: mass + half_step * half_step * stiffness }
    }

    /// At the start: the acceleration that belongs to a force, N, and damping, N s/m.
    #[inline]
    pub fn start(&self, x: f64, v: f64, force: f64, damping: f64) -> Moving {
        Moving { x, v, a: (force - damping * v - self.stiffness * x) / self.mass }
    }

    /// At this tick, from the tick before and the force, N, and damping, N s/m, now.
    #[inline]
    pub fn next(&self, before: Moving, force: f64, damping: f64) -> Moving {
        let h = self.half_step;
        let (v, x) = (before.v + h * before.a, before.x + h * (2.0 * before.v + h * before.a));
        let a = (force - damping * v - self.stiffness * x) / (self.inertia + h * damping);
        Moving { x: x + h * h * a, v: v + h * a, a }
    }

    /// kg.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// T, s.
    pub(super) fn step(&self) -> f64 {
        2.0 * self.half_step
    }

    /// What a force, N, and the spring pull with at a place, N.
    pub(super) fn pull(&self, x: f64, force: f64) -> f64 {
        force - self.stiffness * x
    }

    /// From rest, after a time, s, with this force, N, and damping, N s/m, by the
    /// backward Euler method.
    pub(super) fn away_from_rest(&self, x: f64, force: f64, damping: f64, time: f64) -> Moving {
        let half = 0.5 * time;
        let a = self.pull(x, force) / (self.mass + time * (damping + half * self.stiffness));
        Moving { x: x + half * time * a, v: time * a, a }
    }
}

impl Moving {
    /// Between two stops, m, where it loses its velocity: it stays at one until
    /// a force takes it away.
    #[inline]
    #[must_use]
    pub fn within(self, lower: f64, upper: f64) -> Self {
        if self.x < lower {
            Self { x: lower, v: 0.0, a: 0.0 }
        } else if self.x > upper {
            Self { x: upper, v: 0.0, a: 0.0 }
        } else {
            self
        }
    }
}
