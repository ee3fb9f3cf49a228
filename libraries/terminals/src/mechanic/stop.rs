use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// A stop between two flanges, or one on each side.
pub struct Stop<M> {
    through: Vec<In<1>>,
    f: Out<1>,
    mechanics: PhantomData<M>,
}

impl<M: Mechanics> SimObject for Stop<M> {
    const NAME: &'static str = M::STOP.0;
    const DOC: &'static str = M::STOP.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (a, b) = M::terminals(c);
        let least: f64 =
            c.parameter(format!("{}_min", M::S.0)).unit(M::S.1).doc("Least position of B less that of A").required();
        let most: Option<f64> =
            c.parameter(format!("{}_max", M::S.0)).unit(M::S.1).doc("Largest position of B less that of A").optional();
        let restitution =
            c.parameter("e").doc("Velocity after a hit over that before").at_least(0.0).at_most(1.0).default(0.0);
        let rest = c.parameter("v_rest").unit(M::V.1).doc("Slower than that it rests").at_least(0.0).default(1e-3);
        let f = c.out_port(M::F.0, M::F.1, "What flows into B, without impulses");
        let pushed = c.in_port("Lower", M::F.1, "What flows into B at its least position");
        c.blocks((b, a), least, restitution, rest).through(pushed).named("lower");
        let mut through = vec![pushed];
        if let Some(most) = most {
            let pushed = c.in_port("Upper", M::F.1, "What flows into A at its largest position");
            c.blocks((a, b), -most, restitution, rest).through(pushed).named("upper");
            through.push(pushed);
            if least >= most {
                c.error(format!("{}_min", M::S.0), format!("is {least}, not below the other side, {most}"));
            }
        }
        c.common_computation(Self::show).reads(through.clone()).fills(f);
        Ok(Self { through, f, mechanics: PhantomData })
    }
}

impl<M> Stop<M> {
    #[inline]
    fn show(&self, io: &mut Io<'_>) {
        let pushed = |at: usize| self.through.get(at).map_or(0.0, |port| io.get(*port)[0]);
        let into = pushed(0) - pushed(1);
        io.set(self.f, [into]);
    }
}
