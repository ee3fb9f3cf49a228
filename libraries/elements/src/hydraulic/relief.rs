//! A relief valve: a poppet that may follow the pressure with a lag.

use simobject::{Creator, Io, Out, Reads, Result};

use super::{Lag, Lagging, Poppet, Pressures};

/// A poppet, closed up to `CrackPressure` and wide open from `FullPressure` on, which follows at once or as a first order.
#[derive(Debug, Clone, Copy)]
pub struct Relief {
    /// The poppet.
    pub poppet: Poppet,
    /// The lag of the poppet, if there is one.
    pub lag: Option<Lag>,
    /// How far it is open, 0 to 1; the calculation of its SimObject fills it.
    pub opening: Out<1>,
}

impl Relief {
    /// Asks for `TimeConstant` and the parameters of a [`Poppet`]; `pressures` make the pressure difference.
    pub fn declare<T: Lagging>(c: &mut Creator<'_, T>, pressures: impl Reads + Copy) -> Self {
        let time_constant = c.parameter("TimeConstant").unit("s");
        let time_constant =
            time_constant.doc("Time constant of the poppet; without one it follows the pressure at once");
        let time_constant: Option<f64> = time_constant.more_than(0.0).optional();
        let opening = c.out_port("Opening", "", "How far it is open, 0 to 1");
        let poppet = ["PoppetPos", "Where the poppet is, 0 to 1"];
        let lag = time_constant.map(|time| Lag::declare(c, poppet, time, pressures));
        Self { poppet: Poppet::declare(c, &Pressures { crack: None, full: None }), lag, opening }
    }

    /// Fills its opening, and returns the flow at a pressure difference, Pa, m^3/s.
    ///
    /// # Errors
    /// The position of its poppet is not between 0 and 1.
    #[inline]
    pub fn flow(&self, io: &mut Io<'_>, pressure_drop: f64) -> Result<f64> {
        let opening = self.lag.map_or(Ok(self.poppet.opening(pressure_drop)), |lag| lag.value(io))?;
        io.set(self.opening, [opening]);
        Ok(self.poppet.flow(opening, pressure_drop))
    }
}
