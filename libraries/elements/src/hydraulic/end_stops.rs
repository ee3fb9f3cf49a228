//! What keeps a piston in its cylinder.

use simobject::{Creator, SimObject};

/// A spring and a damper at both ends of the stroke, which push, and never pull.
#[derive(Debug, Clone, Copy)]
pub struct EndStops {
    /// N/m.
    stiffness: f64,
    /// Damping over stiffness, s.
    relaxation: f64,
    /// m.
    stroke_length: f64,
}

impl EndStops {
    /// Asks for the parameters; there are none without stiffness.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, stroke_length: f64) -> Option<Self> {
        let doc = "Stiffness of the end stops; 0: there are none";
        let stiffness: f64 = c.parameter("StopStiffness").unit("N/m").doc(doc).at_least(0.0).default(0.0);
        let damping: f64 =
            c.parameter("StopDamping").unit("N s/m").doc("Damping of the end stops").at_least(0.0).default(0.0);
        if damping > 0.0 && stiffness == 0.0 {
            c.error("StopDamping", "there are no end stops without `StopStiffness`");
        }
        (stiffness > 0.0).then(|| Self { stiffness, relaxation: damping / stiffness, stroke_length })
    }

    /// How far the stop at an end, -1 at stroke 0 and 1 at the full one, is pressed in, m, and how far its force at this
    /// velocity would press its spring alone.
    #[inline]
    fn pressed(&self, end: f64, stroke: f64, velocity: f64) -> [f64; 2] {
        let (depth, inwards) = if end < 0.0 { (-stroke, -velocity) } else { (stroke - self.stroke_length, velocity) };
        [depth, depth + self.relaxation * inwards]
    }

    /// The pull of the stop that is touched, N: negative at stroke 0. Without contact, 0, there is none.
    #[inline]
    pub fn tension(&self, contact: f64, stroke: f64, velocity: f64) -> f64 {
        if contact == 0.0 {
            return 0.0;
        }
        contact * self.stiffness * self.pressed(contact, stroke, velocity)[1]
    }

    /// Above 0 while the stop at an end is pressed in and pushes, m.
    #[inline]
    pub fn touching(&self, end: f64, stroke: f64, velocity: f64) -> f64 {
        let [depth, force] = self.pressed(end, stroke, velocity);
        if depth < force { depth } else { force }
    }

    /// The contact at the start: the end that the piston touches, or 0.
    pub fn first(&self, stroke: f64, velocity: f64) -> f64 {
        [-1.0, 1.0].into_iter().find(|end| self.touching(*end, stroke, velocity) > 0.0).unwrap_or(0.0)
    }
}
