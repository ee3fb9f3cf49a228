//! A SimObject that keeps the largest speed so far in itself.

use std::sync::atomic::{AtomicU64, Ordering};

use simobject::{Creator, Io, Out, Result, SimObject, State};

/// A spring that stiffens with the largest speed so far, which it keeps in
/// itself: x' = v, v' = -Stiffness x - v, where Stiffness = 1 + max |v|.
pub(crate) struct Peaking {
    x: State<1>,
    v: State<1>,
    stiffness: Out<1>,
    in_derivative: bool,
    /// The bits of the peak: for positive numbers they have the same order.
    peak: AtomicU64,
}

impl SimObject for Peaking {
    const NAME: &'static str = "Peaking";
    const REENTRANT: bool = false;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, v, stiffness) = (c.state("X", "", ""), c.state("V", "", ""), c.out_port("Stiffness", "", ""));
        c.common_computation(Self::stiffen).reads(v).fills(stiffness);
        c.derivatives(Self::motion).reads((stiffness, x, v));
        let in_derivative = c.parameter("InDerivative").default(false);
        Ok(Self { x, v, stiffness, in_derivative, peak: AtomicU64::default() })
    }
}

impl Peaking {
    fn peak(&self, io: &Io<'_>) -> f64 {
        let [v] = io.get(self.v);
        let before = self.peak.fetch_max(v.abs().to_bits(), Ordering::Relaxed);
        f64::from_bits(before).max(v.abs())
    }

    fn stiffen(&self, io: &mut Io<'_>) {
        let peak = if self.in_derivative { 0.0 } else { self.peak(io) };
        io.set(self.stiffness, [1.0 + peak]);
    }

    fn motion(&self, io: &mut Io<'_>) {
        let ([x], [v], [stiffness]) = (io.get(self.x), io.get(self.v), io.get(self.stiffness));
        let peak = if self.in_derivative { self.peak(io) } else { 0.0 };
        io.set_derivative(self.x, [v]);
        io.set_derivative(self.v, [-(stiffness + peak) * x - v]);
    }
}
