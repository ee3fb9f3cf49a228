use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Axis;

/// A massless spring and damper, side by side, between two points of a line or two that turn around one axis. It acts both
/// ways; its ends may pass each other, since a position has a sign.
pub struct SpringDamper<A> {
    /// Position and velocity of end A, then of end B.
    ends: [[In<1>; 2]; 2],
    /// On what is at end A, and at end B.
    forces: [Out<1>; 2],
    tension: Out<1>,
    /// N/m or N m/rad.
    stiffness: f64,
    /// N s/m or N m s/rad.
    damping: f64,
    /// m or rad.
    relaxed: f64,
    axis: PhantomData<A>,
}

impl<A: Axis> SimObject for SpringDamper<A> {
    const NAME: &'static str = A::ELASTIC.0;
    const DOC: &'static str = A::ELASTIC.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ["A", "B"].map(|end| {
            [A::POSITION, A::VELOCITY]
                .map(|[name, unit, doc]| c.in_port(format!("{name}{end}"), unit, format!("{doc} of end {end}")))
        });
        let [name, unit, doc] = A::FORCE;
        let forces =
            ["A", "B"].map(|end| c.out_port(format!("{name}{end}"), unit, format!("{doc} on what is at end {end}")));
        let tension = c.out_port(A::TENSION.0, unit, A::TENSION.1);
        c.common_computation(Self::forces).reads((ends[0], ends[1])).fills((forces, tension));
        Ok(Self {
            ends,
            forces,
            tension,
            stiffness: c.parameter("Stiffness").unit(A::STIFFNESS).doc("Stiffness").at_least(0.0).required(),
            damping: c.parameter("Damping").unit(A::DAMPING).doc("Damping").at_least(0.0).default(0.0),
            relaxed: c.parameter(A::RELAXED.0).unit(A::POSITION[1]).doc(A::RELAXED.1).default(0.0),
            axis: PhantomData,
        })
    }
}

impl<A> SpringDamper<A> {
    #[inline]
    fn forces(&self, io: &mut Io<'_>) {
        let [[position_a, velocity_a], [position_b, velocity_b]] = self.ends.map(|end| end.map(|port| io.get(port)[0]));
        let stretch = position_b - position_a - self.relaxed;
        let tension = self.stiffness * stretch + self.damping * (velocity_b - velocity_a);
        io.set(self.forces[0], [tension]);
        io.set(self.forces[1], [-tension]);
        io.set(self.tension, [tension]);
    }
}
