//! SimObjects that notice who calculates at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};

use simobject::{Creator, Io, Result, SimObject, StateSlice};

/// Calculations of re-entrant ones that have begun and not ended, in this process.
static TOGETHER: AtomicUsize = AtomicUsize::new(0);

/// X' = 0 for `Width` states. Each calculation takes microseconds; the derivative of one that is not re-entrant is NaN
/// where a re-entrant one calculates meanwhile.
pub(crate) struct Turns<const REENTRANT: bool>(StateSlice);

impl<const REENTRANT: bool> SimObject for Turns<REENTRANT> {
    const NAME: &'static str = if REENTRANT { "TurnsTogether" } else { "TurnsAlone" };
    const REENTRANT: bool = REENTRANT;
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("Width").at_least(1.0).default(1);
        let x = c.state_slice("X", width, "", "");
        c.initial_value(x, 0.0);
        c.derivatives(Self::rest);
        Ok(Self(x))
    }
}

impl<const REENTRANT: bool> Turns<REENTRANT> {
    fn rest(&self, io: &mut Io<'_>) {
        if REENTRANT {
            TOGETHER.fetch_add(1, Ordering::SeqCst);
            io.derivative_slice_mut(self.0).fill(0.0);
            TOGETHER.fetch_sub(1, Ordering::SeqCst);
        } else {
            let before = TOGETHER.load(Ordering::SeqCst);
            io.derivative_slice_mut(self.0).fill(0.0);
            if before + TOGETHER.load(Ordering::SeqCst) > 0 {
                io.derivative_slice_mut(self.0).fill(f64::NAN);
            }
        }
    }
}
