use std::marker::PhantomData;

use simobject::{Creator, Io, Out, Rate, Result, SimObject};

use super::Mechanics;

/// A mass or an inertia, and the force that is given to it besides, as its weight.
pub struct Mass<M> {
    weight: Option<(Out<1>, f64)>,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Mass<M> {
    const NAME: &'static str = M::MASS.0;
    const DOC: &'static str = M::MASS.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = M::ends(c);
        let ((s, s_unit), (v, v_unit)) = (M::S, M::V);
        let s = c.in_port(s, s_unit, "Position");
        let v = c.in_port(v, v_unit, "Velocity");
        let (name, unit) = M::INERTIA;
        let mass: f64 = c.parameter(name).unit(unit).doc("Inertia").more_than(0.0).required();
        let gravity: f64 =
            c.parameter("g").unit(M::A.1).doc("Acceleration that pulls it towards lower positions").default(0.0);
        c.stores(flange, mass).across(v).position(s);
        let weight = (gravity != 0.0).then(|| {
            let weight = c.out_port("weight", M::F.1, "What pulls it towards lower positions");
            c.common_computation(Self::pull).reads(()).fills(weight).rate(Rate::Constant);
            c.gives_through(flange, weight).named("weight");
            (weight, mass * gravity)
        });
        Ok(Self { weight, mechanics: PhantomData })
    }
}

impl<M> Mass<M> {
    fn pull(&self, io: &mut Io<'_>) {
        if let Some((weight, value)) = self.weight {
            io.set(weight, [value]);
        }
    }
}
