/// What comes in at a port of side `Q`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wave {
    /// Wave variable, in the unit of the effort (Pa, N).
    pub c: f64,
    /// Characteristic impedance: effort for each unit of flow (Pa s/m^3, N s/m).
    pub zc: f64,
}

impl Wave {
    /// Of an end where nothing resists.
    pub const NONE: Self = Self { c: 0.0, zc: 0.0 };

    /// Pressure or force at the port, for a flow or velocity out of side `Q`:
    /// `c + Zc flow`.
    #[inline]
    pub fn effort(self, flow: f64) -> f64 {
        self.c + self.zc * flow
    }
}
