use simobject::{Creator, Datum, In, Io, Out, Result, SimObject, State};
use simobject_elements::hydraulic::{Poppet, Pressures, fraction};

/// A valve that keeps a pressure from rising: closed up to `CrackPressure`, wide
/// open from `FullPressure` on, in proportion between the two. With a
/// `TimeConstant` its poppet follows with a lag.
pub struct ReliefValve {
    pressure_a: In<1>,
    pressure_b: In<1>,
    flow_a: Out<1>,
    flow_b: Out<1>,
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

x       = PressureA - PressureB
wanted  = (x - CrackPressure) / (FullPressure - CrackPressure), from 0 to 1
Opening = wanted; with TimeConstant, Opening = PoppetPos, TimeConstant dPoppetPos/dt = wanted - PoppetPos
FlowB   = Opening NominalFlow r(x) / r(FullPressure), FlowA = -FlowB
r(x)    = x / (x^2 + TransitionPressure^2)^(1/4)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pressure_a = c.in_port("PressureA", "Pa", "Absolute pressure that it limits");
        let pressure_b = c.in_port("PressureB", "Pa", "Absolute pressure of where the oil goes");
        c.datum(pressure_a, Datum::Absolute);
        c.datum(pressure_b, Datum::Absolute);
        let flow_a = c.out_port("FlowA", "m^3/s", "Into what is at A");
        let flow_b = c.out_port("FlowB", "m^3/s", "Into what is at B");
        let pressures = (pressure_a, pressure_b);
        let time_constant: Option<f64> = c
            .parameter("TimeConstant")
            .unit("s")
            .doc("Time constant of the poppet; without one it follows the pressure at once")
            .more_than(0.0)
            .optional();
        let opening = c.out_port("Opening", "", "How far it is open, 0 to 1");
        let lag = time_constant.map(|time| {
            let state = c.state("PoppetPos", "", "Where the poppet is, 0 to 1");
            c.initial(Self::rest).reads(pressures).sets(state);
            c.derivatives(Self::follow).reads((pressures, state));
            Lag { state, rate: 1.0 / time }
        });
        c.common_computation(Self::pass)
            .reads((pressures, lag.as_ref().map(|lag| lag.state)))
            .fills((flow_a, flow_b, opening));
        let poppet = Poppet::declare(c, &Pressures { crack: None, full: None });
        Ok(Self { pressure_a, pressure_b, flow_a, flow_b, opening, lag, poppet })
    }
}

impl ReliefValve {
    #[inline]
    fn pressure_drop(&self, io: &Io<'_>) -> f64 {
        io.get(self.pressure_a)[0] - io.get(self.pressure_b)[0]
    }

    #[inline]
    fn pass(&self, io: &mut Io<'_>) -> Result<()> {
        let pressure_drop = self.pressure_drop(io);
        let opening = match &self.lag {
            Some(lag) => fraction("PoppetPos", io.get(lag.state)[0])?,
            None => self.poppet.opening(pressure_drop),
        };
        let flow = self.poppet.flow(opening, pressure_drop);
        io.set(self.opening, [opening]);
        io.set(self.flow_a, [0.0 - flow]);
        io.set(self.flow_b, [flow]);
        Ok(())
    }

    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        let Some(lag) = &self.lag else { return };
        let [position] = io.get(lag.state);
        let wanted = self.poppet.opening(self.pressure_drop(io));
        io.set_derivative(lag.state, [lag.rate * (wanted - position)]);
    }

    fn rest(&self, io: &mut Io<'_>) {
        let Some(lag) = &self.lag else { return };
        let wanted = self.poppet.opening(self.pressure_drop(io));
        io.set_initial(lag.state, [wanted]);
    }
}
