//! A relief valve: a poppet that may follow the pressure with a lag.

use simobject::{Creator, Io, Out, Reads, Result, SimObject, State};

use super::{Poppet, Pressures, fraction};

/// A poppet, closed up to `CrackPressure` and wide open from `FullPressure` on, which follows at once or as a first order.
#[derive(Debug, Clone, Copy)]
pub struct Relief {
    poppet: Poppet,
    /// How far it is open, 0 to 1; the calculation of its SimObject fills it.
    pub opening: Out<1>,
    lag: Option<Lag>,
}

#[derive(Debug, Clone, Copy)]
struct Lag {
    state: State<1>,
    /// 1/s.
    rate: f64,
}

/// A SimObject with a relief valve.
pub trait Relieving: SimObject {
    /// The valve.
    fn relief(&self) -> &Relief;

    /// The pressure difference that opens it, Pa.
    fn pressure_drop(&self, io: &Io<'_>) -> f64;

    #[doc(hidden)]
    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        let Relief { poppet, lag: Some(lag), .. } = self.relief() else { return };
        let ([position], wanted) = (io.get(lag.state), poppet.opening(self.pressure_drop(io)));
        io.set_derivative(lag.state, [lag.rate * (wanted - position)]);
    }

    #[doc(hidden)]
    fn rest(&self, io: &mut Io<'_>) {
        let Relief { poppet, lag: Some(lag), .. } = self.relief() else { return };
        let wanted = poppet.opening(self.pressure_drop(io));
        io.set_initial(lag.state, [wanted]);
    }
}

impl Relief {
    /// Asks for `TimeConstant` and the parameters of a [`Poppet`]; `pressures` make the pressure difference.
    pub fn declare<T: Relieving>(c: &mut Creator<'_, T>, pressures: impl Reads + Copy) -> Self {
        let time_constant: Option<f64> = c
            .parameter("TimeConstant")
            .unit("s")
            .doc("Time constant of the poppet; without one it follows the pressure at once")
            .more_than(0.0)
            .optional();
        let opening = c.out_port("Opening", "", "How far it is open, 0 to 1");
        let lag = time_constant.map(|time| {
            let state = c.state("PoppetPos", "", "Where the poppet is, 0 to 1");
            c.initial(T::rest).reads(pressures).sets(state);
            c.derivatives(T::follow).reads((pressures, state));
            Lag { state, rate: 1.0 / time }
        });
        Self { poppet: Poppet::declare(c, &Pressures { crack: None, full: None }), opening, lag }
    }

    /// For `reads` of the calculation of the flow: the position of the poppet, if it lags.
    pub fn position(&self) -> Option<State<1>> {
        self.lag.map(|lag| lag.state)
    }

    /// Fills its opening, and returns the flow at a pressure difference, Pa, m^3/s.
    ///
    /// # Errors
    /// The position of its poppet is not between 0 and 1.
    #[inline]
    pub fn flow(&self, io: &mut Io<'_>, pressure_drop: f64) -> Result<f64> {
        let opening = match self.lag {
            Some(lag) => fraction("PoppetPos", io.get(lag.state)[0])?,
            None => self.poppet.opening(pressure_drop),
        };
        io.set(self.opening, [opening]);
        Ok(self.poppet.flow(opening, pressure_drop))
    }
}
