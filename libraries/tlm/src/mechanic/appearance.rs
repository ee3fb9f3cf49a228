//! What springs and dampers along a line look like.

use simobject::{Clock, Creator, In, Io, Look, Private, SimObject};
use simobject_elements::tlm::MechanicC;

use super::freedom::Freedom;
use crate::place::Place;

/// Where the other end is shown. At a port of side C positions count the other way at
/// one end than at the other, as those of a mass do: both are 0 where it has its length.
pub(super) struct Appearance {
    position: In<1>,
    end: Private<1>,
    /// m.
    length: f64,
}

/// Whose looks these are.
pub(super) trait HasAppearance: SimObject {
    /// Fills what its look is drawn from.
    fn draw(&self, io: &mut Io<'_>);
}

impl Appearance {
    /// Asks for the parameters, and declares the look where it has a place: a shape from one end to
    /// the other, of a radius and a length, m.
    pub(super) fn declare<T: HasAppearance, F: Freedom, C>(
        c: &mut Creator<'_, T>,
        ports: &[MechanicC<C>; 2],
        shape: impl FnOnce((In<1>, f64, f64), (Private<1>, f64, f64), f64, f64) -> Look,
    ) -> Option<Box<Self>> {
        if F::ROTATIONAL {
            return None;
        }
        let mut size = |name: &'static str, doc: &'static str, default: f64| -> f64 {
            c.parameter(name).unit("m").doc(doc).more_than(0.0).default(default)
        };
        let length = size("Length", "From P1 to P2 in the 3D view, where the positions of both are 0", 0.3);
        let radius = size("Radius", "Radius in the 3D view", 0.05);
        let place = Place::declare(c)?;
        let end = c.private("End");
        c.common_computation(T::draw).on(Clock::model()).reads(ports[1].x).reads_no_states().fills(end);
        place.show(c, shape((ports[0].x, 0.0, 0.0), (end, 0.0, 0.0), radius, length));
        Some(Box::new(Self { position: ports[1].x, end, length }))
    }

    pub(super) fn draw(&self, io: &mut Io<'_>) {
        let [position] = io.get(self.position);
        io.set(self.end, [self.length - position]);
    }
}
