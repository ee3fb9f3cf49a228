use std::marker::PhantomData;

use simobject::{Creator, Ends, In, Io, Out, Result, SimObject};

use super::Mechanics;

/// Friction that is pressed: a clutch between two flanges, or a brake between one and what stands still.
pub struct Pressed<M, const IS_CLUTCH: bool> {
    pressed: In<1>,
    through: In<1>,
    f: Out<1>,
    limit: Out<1>,
    sliding: Out<1>,
    /// Friction where it slides, fully pressed.
    most: f64,
    peak: f64,
    mechanics: PhantomData<M>,
}

/// A clutch.
pub type Clutch<M> = Pressed<M, true>;
/// A brake.
pub type Brake<M> = Pressed<M, false>;

impl<M: Mechanics, const IS_CLUTCH: bool> SimObject for Pressed<M, IS_CLUTCH> {
    const NAME: &'static str = if IS_CLUTCH { M::CLUTCH.0 } else { M::BRAKE.0 };
    const DOC: &'static str = if IS_CLUTCH { M::CLUTCH.1 } else { M::BRAKE.1 };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends: Ends = if IS_CLUTCH { M::terminals(c).into() } else { M::ends(c) };
        let pressed = c.in_port("f_normalized", "", "How much it is pressed: 0, open, to 1");
        let through = c.in_port("Through", M::F.1, "What flows from A through it");
        let f = c.out_port(M::F.0, M::F.1, "The same");
        let limit = c.out_port("limit", M::F.1, "What it holds at rest");
        let sliding = c.out_port("sliding", M::F.1, "What it brakes with where it slides");
        c.common_computation(Self::press).reads(pressed).fills((limit, sliding));
        c.common_computation(Self::show).reads(through).fills(f);
        c.holds(ends, limit).sliding(sliding).through(through);
        let mu: f64 = c.parameter("mu").doc("Coefficient of friction where it slides").at_least(0.0).default(0.5);
        let force: f64 = c.parameter("fn_max").unit("N").doc("Normal force, fully pressed").at_least(0.0).required();
        let geometry: f64 = c
            .parameter("cgeo")
            .unit(M::PER_FORCE)
            .doc("Friction per normal force and coefficient of friction")
            .at_least(0.0)
            .default(1.0);
        let peak = c.parameter("peak").doc("Friction at rest over that where it slides").at_least(1.0).default(1.0);
        Ok(Self { pressed, through, f, limit, sliding, most: mu * force * geometry, peak, mechanics: PhantomData })
    }
}

impl<M, const IS_CLUTCH: bool> Pressed<M, IS_CLUTCH> {
    #[inline]
    fn press(&self, io: &mut Io<'_>) {
        let [pressed] = io.get(self.pressed);
        let sliding = self.most * pressed.clamp(0.0, 1.0);
        io.set(self.limit, [self.peak * sliding]);
        io.set(self.sliding, [sliding]);
    }

    #[inline]
    fn show(&self, io: &mut Io<'_>) {
        let through = io.get(self.through);
        io.set(self.f, through);
    }
}
