use simobject::{Creator, In, Io, Out, Pattern, Private, Resource, Result, SimObject, State};
use simobject_elements::hydraulic::{OIL, Pipe};

use super::{ports, pressure_at};

/// A round tube in which the inertia of the oil counts; its flow is laminar (Hagen and Poiseuille), and its oil stiff.
pub struct Tube {
    pressures: [In<1>; 2],
    q: State<1>,
    reynolds: Out<1>,
    /// 1 / inertance, m^4/kg m^3, and resistance / inertance, 1/s.
    coefficients: Private<2>,
    oil: Resource<1, 3>,
    pipe: Pipe,
}

impl SimObject for Tube {
    const NAME: &'static str = "Hydraulic/Tube";
    const DOC: &'static str = "\
A round tube with the inertia of the oil in it, and laminar friction

L dq/dt  = dp - R q
L        = 4 Density Length / (pi Diameter^2)
R        = 128 Density KinematicViscosity Length / (pi Diameter^4)
Reynolds = 4 |q| / (pi Diameter KinematicViscosity): above 2300 the friction is more than this
Density, KinematicViscosity = Oil((p(A) + p(B)) / 2)

The oil in it is stiff: volumes at its ends take it, half of it each.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let pressures = [
            pressure_at(c, ends.0, "p_a", "Absolute pressure at A"),
            pressure_at(c, ends.1, "p_b", "Absolute pressure at B"),
        ];
        let q = c.state("q", "m^3/s", "Flow from A to B");
        c.nominal(q, 1e-4);
        c.initial_value(q, [0.0]);
        c.out_port_of("q", q);
        let reynolds = c.out_port("Reynolds", "", "Reynolds number");
        let coefficients = c.private("Coefficients");
        let oil = c.uses("Oil", &OIL, "The oil that flows, as of a `Hydraulic/Oil`");
        c.common_computation(Self::look).reads((pressures, q, oil)).fills((reynolds, coefficients));
        c.derivatives(Self::accelerate).reads((pressures, coefficients, q)).pattern(q, q, Pattern::DIAGONAL);
        c.gives_through(ends, q);
        let length: f64 = c.parameter("Length").unit("m").doc("Length").more_than(0.0).required();
        let diameter: f64 = c.parameter("Diameter").unit("m").doc("Inner diameter").more_than(0.0).required();
        Ok(Self { pressures, q, reynolds, coefficients, oil, pipe: Pipe { length, diameter } })
    }
}

impl Tube {
    #[inline]
    fn look(&self, io: &mut Io<'_>) {
        let [[a], [b]] = self.pressures.map(|pressure| io.get(pressure));
        let [_, density, viscosity] = io.query(self.oil, [0.5 * (a + b)]);
        let [q] = io.get(self.q);
        let per_inertance = 1.0 / self.pipe.inertance(density);
        let resistance = self.pipe.linear(Pipe::HAGEN_POISEUILLE) * density * viscosity;
        io.set(self.reynolds, [self.pipe.reynolds(q, viscosity)]);
        io.set(self.coefficients, [per_inertance, resistance * per_inertance]);
    }

    #[inline]
    fn accelerate(&self, io: &mut Io<'_>) {
        let [[a], [b]] = self.pressures.map(|pressure| io.get(pressure));
        let ([per_inertance, damping], [q]) = (io.get(self.coefficients), io.get(self.q));
        io.set_derivative(self.q, [per_inertance * (a - b) - damping * q]);
    }
}
