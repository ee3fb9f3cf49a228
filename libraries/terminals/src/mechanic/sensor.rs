use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// Measures how a flange moves.
pub struct Sensor<M> {
    read: [In<1>; 2],
    shown: [Out<1>; 2],
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Sensor<M> {
    const NAME: &'static str = M::SENSOR.0;
    const DOC: &'static str = M::SENSOR.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = M::ends(c);
        let read = [c.in_port("Position", M::S.1, "Position"), c.in_port("Velocity", M::V.1, "Velocity")];
        let [s, v] = [c.out_port(M::S.0, M::S.1, "Position"), c.out_port(M::V.0, M::V.1, "Velocity")];
        c.common_computation(Self::measure).reads((read[0], read[1])).fills((s, v));
        c.measures(flange).position(read[0]).across(read[1]);
        Ok(Self { read, shown: [s, v], mechanics: PhantomData })
    }
}

impl<M> Sensor<M> {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        for (read, shown) in self.read.into_iter().zip(self.shown) {
            let read = io.get(read);
            io.set(shown, read);
        }
    }
}
