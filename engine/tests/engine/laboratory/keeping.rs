//! A SimObject that keeps intermediate results in itself, as old models do.

use std::sync::Mutex;

use simobject::{Creator, Failure, Io, Level, OutSlice, Private, Result, SimObject, StateSlice};

/// Oscillators, x'' = -x, side by side. The accelerations go through the
/// SimObject itself; two calculations at once are found out.
pub(crate) struct Keeping {
    x: StateSlice,
    v: StateSlice,
    energy: OutSlice,
    kept: Private<1>,
    accelerations: Mutex<Vec<f64>>,
}

impl SimObject for Keeping {
    const NAME: &'static str = "Keeping";
    const REENTRANT: bool = false;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("Width").at_least(1.0).default(1);
        let (x, v) = (c.state_slice("X", width, "", ""), c.state_slice("V", width, "", ""));
        let energy = c.out_slice("Energy", width, "", "");
        let kept = c.private("Kept");
        c.initial_value(x, 1.0);
        c.initial_value(v, 0.0);
        c.common_computation(Self::accelerate).reads(x).fills(kept);
        c.common_computation(Self::energy).reads((x, v)).fills(energy);
        c.derivatives(Self::motion).reads((kept, x, v));
        c.log(Level::Warning, "keeps results in itself");
        Ok(Self { x, v, energy, kept, accelerations: Mutex::default() })
    }
}

impl Keeping {
    fn accelerate(&self, io: &mut Io<'_>) -> Result<()> {
        let mut accelerations = self.accelerations.try_lock().map_err(|_| Failure::fatal("used twice at once"))?;
        accelerations.clear();
        accelerations.extend(io.slice(self.x).iter().map(|x| -x));
        io.set(self.kept, [1.0]);
        Ok(())
    }

    fn energy(&self, io: &mut Io<'_>) -> Result<()> {
        let _used = self.accelerations.try_lock().map_err(|_| Failure::fatal("used twice at once"))?;
        for i in 0..self.x.width() {
            let (x, v) = (io.at(self.x, i), io.at(self.v, i));
            io.set_at(self.energy, i, 0.5 * (x * x + v * v));
        }
        Ok(())
    }

    fn motion(&self, io: &mut Io<'_>) -> Result<()> {
        let accelerations = self.accelerations.try_lock().map_err(|_| Failure::fatal("used twice at once"))?;
        for i in 0..self.x.width() {
            io.derivative_slice_mut(self.x)[i] = io.at(self.v, i);
        }
        io.derivative_slice_mut(self.v).copy_from_slice(&accelerations);
        Ok(())
    }
}
