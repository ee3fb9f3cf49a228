//! What springs between two points have in common.

use simobject::{Creator, SimObject};

/// A massless spring and damper, side by side, between two points.
///
/// With `L = |b - a|` the pull on both ends along the line between them is
/// `stiffness (L - relaxed_length) + damping dL/dt`; it acts both ways. At
/// `L = 0` there is no direction and no force.
pub(crate) struct Spring {
    /// N/m.
    stiffness: f64,
    /// N s/m.
    damping: f64,
    /// m.
    relaxed_length: f64,
}

/// A point.
pub(crate) struct End {
    /// m.
    pub(crate) pos: [f64; 3],
    /// m/s.
    pub(crate) vel: [f64; 3],
}

/// How a spring pulls.
pub(crate) struct Pull {
    /// N; negative where it pushes.
    pub(crate) tension: f64,
    /// On end a, N.
    pub(crate) force: [f64; 3],
}

impl Spring {
    /// Asks for the parameters.
    pub(crate) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        Self {
            stiffness: c.parameter("Stiffness").unit("N/m").doc("Stiffness").at_least(0.0).required(),
            damping: c.parameter("Damping").unit("N s/m").doc("Damping along the axis").at_least(0.0).default(0.0),
            relaxed_length: c
                .parameter("RelaxedLength")
                .unit("m")
                .doc("Length without elastic force")
                .at_least(0.0)
                .required(),
        }
    }

    /// m.
    pub(crate) fn relaxed_length(&self) -> f64 {
        self.relaxed_length
    }

    #[inline]
    pub(crate) fn pull(&self, a: &End, b: &End) -> Pull {
        let [x, y, z] = [b.pos[0] - a.pos[0], b.pos[1] - a.pos[1], b.pos[2] - a.pos[2]];
        let length = (x * x + y * y + z * z).sqrt();
        let (tension, per_length) = if length == 0.0 {
            (0.0, 0.0)
        } else {
            let stretching = x * (b.vel[0] - a.vel[0]) + y * (b.vel[1] - a.vel[1]) + z * (b.vel[2] - a.vel[2]);
            // One division instead of two: they are most of the cost.
            let inverse = 1.0 / length;
            let tension = self.stiffness * (length - self.relaxed_length) + self.damping * stretching * inverse;
            (tension, tension * inverse)
        };
        Pull { tension, force: [per_length * x, per_length * y, per_length * z] }
    }
}
