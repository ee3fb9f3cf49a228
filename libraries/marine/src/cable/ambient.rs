//! What a line at rest asks for: gravity, still water and the ground.

use simobject::{Creator, Io, Resource, SimObject};
use simobject_elements::environment::GRAVITY;
use simobject_elements::sea::{SEABED, WATER};
use simobject_elements::vector::Vector;

/// Whom to ask.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ambient {
    pub(super) gravity: Resource<3, 3>,
    pub(super) water: Resource<3, 8>,
    pub(super) seabed: Option<Resource<2, 7>>,
}

impl Ambient {
    /// Asks for the ground where the parameter `Seabed` says so.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let has_seabed = c
            .choice("Seabed", [("Asked", true), ("None", false)])
            .doc("The ground below: that of a `Sea/Seabed`; none, where nothing gets down there")
            .default("Asked");
        Self {
            gravity: c.uses("Gravity", &GRAVITY, "Acceleration of gravity, as of an `Environment/Gravity`"),
            water: c.uses("Water", &WATER, "The water around it"),
            seabed: has_seabed.then(|| c.uses("Seabed", &SEABED, "The ground")),
        }
    }

    /// The weight in water of a metre, N, of a mass and a diameter.
    pub(super) fn weight(&self, io: &Io<'_>, place: Vector, mass_per_length: f64, diameter: f64) -> f64 {
        let [_, _, g] = io.query(self.gravity, place);
        let [.., density, _] = io.query(self.water, place);
        g * (mass_per_length - density * std::f64::consts::FRAC_PI_4 * diameter * diameter)
    }

    /// How deep the ground is below a place, m; infinitely deep where there is none.
    pub(super) fn depth(&self, io: &Io<'_>, [x, y, _]: Vector) -> f64 {
        self.seabed.map_or(f64::INFINITY, |seabed| io.query(seabed, [x, y])[0])
    }

    /// The friction of the ground there.
    pub(super) fn friction(&self, io: &Io<'_>, [x, y, _]: Vector) -> f64 {
        self.seabed.map_or(0.0, |seabed| io.query(seabed, [x, y])[6])
    }
}
