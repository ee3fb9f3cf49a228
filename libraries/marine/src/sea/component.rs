//! A component of waves.

/// `Amplitude cos(Frequency t - Wavenumber (x cos Direction + y sin Direction) + Phase)`, upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Component {
    /// m.
    pub amplitude: f64,
    /// Angular frequency, rad/s.
    pub frequency: f64,
    /// rad/m.
    pub wavenumber: f64,
    /// To which it goes, from x towards y, rad.
    pub direction: f64,
    /// rad.
    pub phase: f64,
}
