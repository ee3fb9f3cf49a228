use simobject::{Creator, In, Io, Out, Result, SimObject, State};
use simobject_elements::hydraulic::{Poppet, Pressures, fraction};

use super::ports;

/// A valve that keeps the pressure at A from rising; with a `TimeConstant` its poppet follows with a lag.
pub struct ReliefValve {
    dp: In<1>,
    q: Out<1>,
    opening: Out<1>,
    lag: Option<Lag>,
    poppet: Poppet,
}

struct Lag {
    state: State<1>,
    /// 1/s.
    rate: f64,
}

impl SimObject for ReliefValve {
    const NAME: &'static str = "Hydraulic/ReliefValve";
    const DOC: &'static str = "\
A valve from A to B that opens where a pressure difference is too high

wanted  = (dp - CrackPressure) / (FullPressure - CrackPressure), from 0 to 1
Opening = wanted; with TimeConstant, Opening = PoppetPos, TimeConstant dPoppetPos/dt = wanted - PoppetPos
q       = Opening NominalFlow r(dp) / r(FullPressure)
r(x)    = x / (x^2 + TransitionPressure^2)^(1/4)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = ports(c);
        let dp = c.in_port("dp", "Pa", "Pressure at A less that at B");
        let q = c.out_port("q", "m^3/s", "Flow from A to B");
        let time_constant: Option<f64> = c
            .parameter("TimeConstant")
            .unit("s")
            .doc("Time constant of the poppet; without one it follows the pressure at once")
            .more_than(0.0)
            .optional();
        let opening = c.out_port("Opening", "", "How far it is open, 0 to 1");
        let lag = time_constant.map(|time| {
            let state = c.state("PoppetPos", "", "Where the poppet is, 0 to 1");
            c.initial(Self::rest).reads(dp).sets(state);
            c.derivatives(Self::follow).reads((dp, state));
            Lag { state, rate: 1.0 / time }
        });
        c.common_computation(Self::pass).reads((dp, lag.as_ref().map(|lag| lag.state))).fills((q, opening));
        c.gives_through(ends, q).across(dp);
        let poppet = Poppet::declare(c, &Pressures { crack: None, full: None });
        Ok(Self { dp, q, opening, lag, poppet })
    }
}

impl ReliefValve {
    #[inline]
    fn pass(&self, io: &mut Io<'_>) -> Result<()> {
        let [dp] = io.get(self.dp);
        let opening = match &self.lag {
            Some(lag) => fraction("PoppetPos", io.get(lag.state)[0])?,
            None => self.poppet.opening(dp),
        };
        io.set(self.opening, [opening]);
        io.set(self.q, [self.poppet.flow(opening, dp)]);
        Ok(())
    }

    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        let Some(lag) = &self.lag else { return };
        let ([position], [dp]) = (io.get(lag.state), io.get(self.dp));
        io.set_derivative(lag.state, [lag.rate * (self.poppet.opening(dp) - position)]);
    }

    fn rest(&self, io: &mut Io<'_>) {
        let Some(lag) = &self.lag else { return };
        let [dp] = io.get(self.dp);
        io.set_initial(lag.state, [self.poppet.opening(dp)]);
    }
}
