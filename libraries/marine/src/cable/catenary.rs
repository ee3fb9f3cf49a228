//! Elastic lines that hang in equilibrium, also partly on a level ground (Jonkman 2007, NREL/TP-500-41958, equations
//! 2-35 to 2-38).

use std::error::Error;
use std::fmt;

use crate::numerics::root::root;

/// A line between two points of a vertical plane, heavier or lighter than the water.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// How far the upper end is away, m, 0 or more.
    pub distance: f64,
    /// How far it is above the lower one, m, 0 or more.
    pub rise: f64,
    /// Length without load, m.
    pub length: f64,
    /// Weight in water, N/m; less than 0 if it floats, 0 never.
    pub weight: f64,
    /// Stiffness, N.
    pub stiffness: f64,
    /// Friction of a level ground at the lower end; none where there is no ground.
    pub ground: Option<f64>,
}

/// What such a line pulls with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Catenary {
    span: Span,
    /// Horizontal part of the tension at the upper end, N.
    pub horizontal: f64,
    /// With what it pulls the upper end down, N.
    pub vertical: f64,
}

/// No equilibrium was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoCatenary(Span);

impl fmt::Display for NoCatenary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { distance, rise, length, .. } = self.0;
        write!(f, "no catenary of {length} m was found over {distance} m and up {rise} m")
    }
}

impl Error for NoCatenary {}

impl Span {
    /// The line in equilibrium.
    ///
    /// # Errors
    /// None was found: the numbers are absurd, as a length of 0.
    pub fn solve(self) -> Result<Catenary, NoCatenary> {
        if self.weight < 0.0 {
            // It hangs upwards. Seen upside down it hangs from its lower end, and pulls the upper one as a lower one.
            let turned = Self { weight: -self.weight, ground: None, ..self }.solve()?;
            let lower = turned.vertical - turned.span.weight * self.length;
            return Ok(Catenary { span: self, horizontal: turned.horizontal, vertical: lower });
        }
        let found = |horizontal, vertical| Catenary { span: self, horizontal, vertical };
        if let Some(vertical) = self.slack() {
            return Ok(found(0.0, vertical));
        }
        if self.distance == 0.0 {
            return Ok(found(0.0, self.plumb()));
        }
        // The distance grows with the horizontal force, if the rise is kept.
        let scale = self.weight * self.length + self.stiffness * 1e-9;
        let bracket = [(scale * 1e-12).ln(), (scale * 1e3 + self.stiffness * 10.0).ln()];
        let start = (self.weight * self.distance).max(scale * 1e-6).ln().clamp(bracket[0], bracket[1]);
        let of_logarithm = root(bracket, start, |at| self.miss(at.exp()).map(|(miss, slope)| (miss, Some(slope))));
        let horizontal = of_logarithm.ok_or(NoCatenary(self))?.exp();
        let vertical = self.vertical(horizontal).ok_or(NoCatenary(self))?;
        let reached = self.reach(horizontal, vertical);
        let miss = (reached[0] - self.distance).abs().max((reached[1] - self.rise).abs());
        if miss <= 1e-9 * (self.length + self.distance + self.rise) {
            Ok(found(horizontal, vertical))
        } else {
            Err(NoCatenary(self))
        }
    }

    /// The vertical force of a line that hangs straight down, and lies on the ground for the rest, without a
    /// horizontal force.
    fn slack(&self) -> Option<f64> {
        self.ground?;
        // rise = u + w u^2 / (2 E A).
        let ratio = self.weight / self.stiffness;
        let hanging = 2.0 * self.rise / (1.0 + (1.0 + 2.0 * ratio * self.rise).sqrt());
        (self.length - hanging >= self.distance).then_some(self.weight * hanging)
    }

    /// The vertical force of a line straight below, or in two legs.
    fn plumb(&self) -> f64 {
        let (w, l, ea) = (self.weight, self.length, self.stiffness);
        // rise = (V - |V - w l|) / w + (V l - w l^2 / 2) / E A.
        let taut = (self.rise - l + 0.5 * w * l * l / ea) * ea / l;
        if taut >= w * l { taut } else { (self.rise + l + 0.5 * w * l * l / ea) / (2.0 / w + l / ea) }
    }

    /// By how much the distance is missed with a horizontal force, if the rise is right, and the derivative of that
    /// with respect to its logarithm.
    fn miss(&self, horizontal: f64) -> Option<(f64, f64)> {
        let vertical = self.vertical(horizontal)?;
        let distance = self.reach(horizontal, vertical)[0];
        let step = 1e-6 * horizontal;
        let other = self.reach(horizontal + step, self.vertical(horizontal + step)?)[0];
        Some((distance - self.distance, (other - distance) / 1e-6))
    }

    /// The vertical force with which the rise is right.
    fn vertical(&self, horizontal: f64) -> Option<f64> {
        // The rise grows with it.
        let weight = self.weight * self.length;
        let rise = |vertical: f64| self.reach(horizontal, vertical)[1] - self.rise;
        let mut low = if self.ground.is_some() { 0.0 } else { -(horizontal + weight) };
        let mut high = weight + horizontal;
        while rise(high) < 0.0 || (self.ground.is_none() && rise(low) > 0.0) {
            high *= 2.0;
            low *= 2.0;
            if !high.is_finite() {
                return None;
            }
        }
        let slope = |vertical: f64| self.rise_per_vertical(horizontal, vertical);
        root([low, high], 0.5 * (low + high), |vertical| Some((rise(vertical), Some(slope(vertical)))))
    }

    /// Derivative of the rise with respect to the vertical force.
    fn rise_per_vertical(&self, horizontal: f64, vertical: f64) -> f64 {
        let (w, l, ea) = (self.weight, self.length, self.stiffness);
        let slope = |v: f64| v / horizontal.hypot(v);
        if self.ground.is_some() && vertical < w * l {
            return slope(vertical) / w + vertical / (ea * w);
        }
        (slope(vertical) - slope(vertical - w * l)) / w + l / ea
    }

    /// Where the upper end is, seen from the lower one, with forces.
    fn reach(&self, horizontal: f64, vertical: f64) -> [f64; 2] {
        let lower = vertical - self.weight * self.length;
        match self.ground {
            Some(friction) if lower < 0.0 => self.reach_from_ground(horizontal, vertical, friction),
            _ => self.hanging(horizontal, lower, self.length),
        }
    }

    /// Where the point of a hanging line is that is so far up along it, with the vertical force at its lower end.
    fn hanging(&self, h: f64, lower: f64, s: f64) -> [f64; 2] {
        let (w, ea) = (self.weight, self.stiffness);
        let upper = lower + w * s;
        if h == 0.0 {
            return [0.0, (upper.abs() - lower.abs()) / w + (lower + 0.5 * w * s) * s / ea];
        }
        let x = h / w * asinh_between(lower / h, w * s / h) + h * s / ea;
        // sqrt(h^2 + upper^2) - sqrt(h^2 + lower^2), without loss where both are nearly the same.
        let roots = (upper - lower) * (upper + lower) / (h.hypot(upper) + h.hypot(lower));
        [x, roots / w + (lower + 0.5 * w * s) * s / ea]
    }

    fn reach_from_ground(&self, h: f64, vertical: f64, friction: f64) -> [f64; 2] {
        let lying = self.length - vertical / self.weight;
        let [x, z] = self.hanging(h, 0.0, vertical / self.weight);
        [x + self.on_ground(h, lying, lying, friction), z]
    }

    /// How far the point of a line on the ground is away that is so far along the part that lies there.
    fn on_ground(&self, h: f64, lying: f64, s: f64, friction: f64) -> f64 {
        let per_length = friction * self.weight;
        if per_length == 0.0 {
            return s * (1.0 + h / self.stiffness);
        }
        // Friction has taken all of the tension here.
        let free = (lying - h / per_length).max(0.0);
        if s <= free {
            return s;
        }
        // The integral of (h - c w (lying - s)) / E A.
        let pulled = s - free;
        let at_free = h - per_length * (lying - free);
        s + (at_free * pulled + 0.5 * per_length * pulled * pulled) / self.stiffness
    }
}

/// `asinh(from + by) - asinh(from)`, without loss where `by` is small; it is not negative.
fn asinh_between(from: f64, by: f64) -> f64 {
    let to = from + by;
    if from < 0.0 && to > 0.0 {
        return libm::asinh(to) - libm::asinh(from);
    }
    // Both on one side: the one that is nearer to 0 comes first.
    let (near, far) = if from >= 0.0 { (from, to) } else { (-to, -from) };
    let (root_near, root_far) = (near.hypot(1.0), far.hypot(1.0));
    let grown = by + by * (near + far) / (root_near + root_far);
    libm::log1p(grown / (near + root_near))
}

impl Catenary {
    /// The line.
    pub fn span(&self) -> Span {
        self.span
    }

    /// How far away and how far up the point is that is so far along the line without load, from the lower end.
    pub fn point(&self, s: f64) -> [f64; 2] {
        let span = &self.span;
        if span.weight < 0.0 {
            let turned =
                Self { span: Span { weight: -span.weight, ground: None, ..*span }, vertical: self.turned(), ..*self };
            let [x, z] = turned.point(span.length - s);
            return [span.distance - x, span.rise - z];
        }
        let lower = self.vertical - span.weight * span.length;
        match span.ground {
            Some(friction) if lower < 0.0 => {
                let lying = span.length - self.vertical / span.weight;
                if s <= lying {
                    return [self.lying_at(lying, s, friction), 0.0];
                }
                let [x, z] = span.hanging(self.horizontal, 0.0, s - lying);
                [self.lying_at(lying, lying, friction) + x, z]
            }
            _ => span.hanging(self.horizontal, lower, s),
        }
    }

    /// The tension there, N.
    pub fn tension(&self, s: f64) -> f64 {
        let span = &self.span;
        let vertical = self.vertical - span.weight * (span.length - s);
        match span.ground {
            Some(friction) if vertical < 0.0 => (self.horizontal + friction * vertical).max(0.0),
            _ => self.horizontal.hypot(vertical),
        }
    }

    /// The force with which it pulls the lower end: towards the upper one, and up, N.
    pub fn lower_end(&self) -> [f64; 2] {
        let vertical = self.vertical - self.span.weight * self.span.length;
        match self.span.ground {
            Some(friction) if vertical < 0.0 => [(self.horizontal + friction * vertical).max(0.0), 0.0],
            _ => [self.horizontal, vertical],
        }
    }

    fn turned(&self) -> f64 {
        // What the lower end is pulled up with is what the turned upper one is pulled down with.
        self.vertical - self.span.weight * self.span.length
    }

    /// On the ground without a horizontal force it lies in bights that fill the distance.
    fn lying_at(&self, lying: f64, s: f64, friction: f64) -> f64 {
        if self.horizontal == 0.0 {
            return if lying > 0.0 { self.span.distance * s / lying } else { 0.0 };
        }
        self.span.on_ground(self.horizontal, lying, s, friction)
    }
}
