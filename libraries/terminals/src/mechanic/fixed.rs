use std::marker::PhantomData;

use simobject::{Creator, Io, Out, Rate, Result, SimObject};

use super::Mechanics;

/// A flange that stands still.
pub struct Fixed<M> {
    /// Position, velocity and acceleration, and where it stands, if that is not 0.
    stands: Option<([Out<1>; 3], f64)>,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Fixed<M> {
    const NAME: &'static str = M::FIXED.0;
    const DOC: &'static str = M::FIXED.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = M::ends(c);
        let f = c.in_port(M::F.0, M::F.1, "What flows into it");
        let at: f64 = c.parameter(M::S0).unit(M::S.1).doc("Where it stands").default(0.0);
        if at == 0.0 {
            c.fixes_across(flange).through(f);
            return Ok(Self { stands: None, mechanics: PhantomData });
        }
        let position = c.out_port(M::S.0, M::S.1, "Position");
        let velocity = c.out_port(M::V.0, M::V.1, "Velocity, which is 0");
        let acceleration = c.out_port(M::A.0, M::A.1, "Acceleration, which is 0");
        c.common_computation(Self::stand).reads(()).fills((position, velocity, acceleration)).rate(Rate::Constant);
        c.fixes_across(flange).across(velocity).position(position).rate(acceleration).through(f);
        Ok(Self { stands: Some(([position, velocity, acceleration], at)), mechanics: PhantomData })
    }
}

impl<M> Fixed<M> {
    fn stand(&self, io: &mut Io<'_>) {
        let Some((ports, at)) = self.stands else { return };
        ports.into_iter().zip([at, 0.0, 0.0]).for_each(|(port, value)| io.set(port, [value]));
    }
}
