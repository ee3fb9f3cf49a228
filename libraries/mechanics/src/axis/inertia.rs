use std::marker::PhantomData;

use simobject::{Creator, Io, Pattern, Result, SimObject, State, Sum};

use super::Axis;

/// A mass that moves along a line, or an inertia that turns around an axis. Position, velocity and force are positive the
/// same way; gravity, if it acts along the line, is one of the forces; an angle goes on counting after a turn.
pub struct Inertia<A> {
    force: Sum<1>,
    position: State<1>,
    velocity: State<1>,
    /// 1/kg or 1/(kg m^2).
    per_inertia: f64,
    /// N s/m or N m s/rad.
    damping: f64,
    axis: PhantomData<A>,
}

impl<A: Axis> SimObject for Inertia<A> {
    const NAME: &'static str = A::INERT.0;
    const DOC: &'static str = A::INERT.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let [forces_doc, position_doc] = A::OF_INERTIA;
        let force = c.sum_port(A::FORCE[0], A::FORCE[1], forces_doc);
        c.default_input(force, 0.0);
        let position = c.state(A::POSITION[0], A::POSITION[1], position_doc);
        let velocity = c.state(A::VELOCITY[0], A::VELOCITY[1], A::VELOCITY[2]);
        c.out_port_of(A::POSITION[0], position);
        c.out_port_of(A::VELOCITY[0], velocity);
        c.derivatives(Self::motion)
            .reads((force, velocity))
            .pattern(position, force, Pattern::NONE)
            .pattern(position, velocity, Pattern::DIAGONAL)
            .pattern(velocity, force, Pattern::DIAGONAL)
            .pattern(velocity, velocity, Pattern::DIAGONAL);
        let [name, unit, doc] = A::INERTIA;
        let inertia: f64 = c.parameter(name).unit(unit).doc(doc).more_than(0.0).required();
        let damping =
            c.parameter("Damping").unit(A::DAMPING).doc("Viscous friction on the frame").at_least(0.0).default(0.0);
        Ok(Self { force, position, velocity, per_inertia: 1.0 / inertia, damping, axis: PhantomData })
    }
}

impl<A> Inertia<A> {
    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let ([force], [velocity]) = (io.get(self.force), io.get(self.velocity));
        io.set_derivative(self.position, [velocity]);
        io.set_derivative(self.velocity, [(force - self.damping * velocity) * self.per_inertia]);
    }
}
