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

/// Where the piston touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    /// Nowhere.
    None,
    /// At stroke 0.
    Retracted,
    /// At the full stroke.
    Extended,
}

impl Contact {
    /// From the number of a state.
    #[inline]
    pub fn of(number: f64) -> Self {
        if number == 0.0 {
            Self::None
        } else if number < 0.0 {
            Self::Retracted
        } else {
            Self::Extended
        }
    }

    /// The number of a state.
    pub fn number(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Retracted => -1.0,
            Self::Extended => 1.0,
        }
    }
}

impl EndStops {
    /// Asks for the parameters; there are none without stiffness.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, stroke_length: f64) -> Option<Self> {
        let stiffness: f64 = c
            .parameter("StopStiffness")
            .unit("N/m")
            .doc("Stiffness of the end stops; 0: there are none")
            .at_least(0.0)
            .default(0.0);
        let damping: f64 =
            c.parameter("StopDamping").unit("N s/m").doc("Damping of the end stops").at_least(0.0).default(0.0);
        if damping > 0.0 && stiffness == 0.0 {
            c.error("StopDamping", "there are no end stops without `StopStiffness`");
        }
        (stiffness > 0.0).then(|| Self { stiffness, relaxation: damping / stiffness, stroke_length })
    }

    /// How far a stop is pressed in, m, and how far its force at this velocity
    /// would press its spring alone.
    #[inline]
    fn pressed(&self, at: Contact, stroke: f64, velocity: f64) -> [f64; 2] {
        let (depth, inwards) = match at {
            Contact::None => return [0.0; 2],
            Contact::Retracted => (-stroke, -velocity),
            Contact::Extended => (stroke - self.stroke_length, velocity),
        };
        [depth, depth + self.relaxation * inwards]
    }

    /// The pull of the stop that is touched, N: negative at stroke 0.
    #[inline]
    pub fn tension(&self, contact: Contact, stroke: f64, velocity: f64) -> f64 {
        contact.number() * self.stiffness * self.pressed(contact, stroke, velocity)[1]
    }

    /// Above 0 while a stop is pressed in and pushes, m.
    #[inline]
    pub fn touching(&self, at: Contact, stroke: f64, velocity: f64) -> f64 {
        let [depth, force] = self.pressed(at, stroke, velocity);
        if depth < force { depth } else { force }
    }

    /// Where the piston touches to begin with.
    pub fn first(&self, stroke: f64, velocity: f64) -> Contact {
        [Contact::Retracted, Contact::Extended]
            .into_iter()
            .find(|at| self.touching(*at, stroke, velocity) > 0.0)
            .unwrap_or(Contact::None)
    }
}
