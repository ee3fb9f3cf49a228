use std::marker::PhantomData;

use simobject::{Creator, Ends, In, Io, Out, Result, SimObject};

use super::Mechanics;
use crate::domain::Word;

/// Friction that is pressed: a clutch between two flanges, or a brake between one and what stands still.
pub struct Pressed<M, W> {
    pressed: In<1>,
    through: In<1>,
    f: Out<1>,
    limit: Out<1>,
    sliding: Out<1>,
    /// Friction where it slides, fully pressed.
    most: f64,
    peak: f64,
    kind: PhantomData<(M, W)>,
}

/// A clutch.
pub type Clutch<M> = Pressed<M, Between>;
/// A brake.
pub type Brake<M> = Pressed<M, Held>;

/// Where it is.
pub trait Where<M>: Send + Sync + 'static {
    /// Name and description of the type.
    const WORD: Word;
    #[doc(hidden)]
    fn ends<T: SimObject>(c: &mut Creator<'_, T>) -> Ends;
}

/// Between two flanges.
pub struct Between;

impl<M: Mechanics> Where<M> for Between {
    const WORD: Word = M::CLUTCH;

    fn ends<T: SimObject>(c: &mut Creator<'_, T>) -> Ends {
        M::terminals(c).into()
    }
}

/// Between a flange and what stands still.
pub struct Held;

impl<M: Mechanics> Where<M> for Held {
    const WORD: Word = M::BRAKE;

    fn ends<T: SimObject>(c: &mut Creator<'_, T>) -> Ends {
        M::ends(c)
    }
}

impl<M: Mechanics, W: Where<M>> SimObject for Pressed<M, W> {
    const NAME: &'static str = W::WORD.0;
    const DOC: &'static str = W::WORD.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = W::ends(c);
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
        Ok(Self { pressed, through, f, limit, sliding, most: mu * force * geometry, peak, kind: PhantomData })
    }
}

impl<M, W> Pressed<M, W> {
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
