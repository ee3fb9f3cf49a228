use simobject::{Creator, Failure, Io, OutSlice, Result, SimObject};

use super::periods::Periods;
use crate::width::port_width;

/// Shortest period, in units in the last place of the time: edges are within 8 of
/// them.
const LEAST: f64 = 8000.0;

/// A train of pulses: `Low` until `StartTime`; from then on, in every period,
/// `High` for the part `Duty` of it and `Low` for the rest.
///
/// An edge is at the double nearest to its time in decimals: with
/// `Period="0.1"` the fourth pulse rises at 0.3 s, where a row at 0.3 s is.
pub struct Pulse {
    out: OutSlice,
    periods: Periods,
    low: Vec<f64>,
    high: Vec<f64>,
}

impl SimObject for Pulse {
    const NAME: &'static str = "Src/Pulse";
    const DOC: &'static str = "\
A train of rectangular pulses, without end

Out = High where StartTime + k Period <= t < StartTime + (k + Duty) Period for a k = 0, 1, ..., else Low";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let out = c.out_slice("Out", width, "", "The pulses");
        c.common_computation(Self::signal).fills(out);
        c.initial(Self::look).reads(out).reads_no_states();
        c.time_events(Self::next_edge);
        let start = c.parameter("StartTime").unit("s").doc("When the first pulse rises").default(0.0);
        let period = c.parameter("Period").unit("s").doc("From rise to rise").more_than(0.0).required();
        let duty =
            c.parameter("Duty").doc("Part of the period that is high").more_than(0.0).less_than(1.0).default(0.5);
        Ok(Self {
            out,
            periods: Periods::new(start, period, duty),
            low: c.parameter("Low").doc("Value between pulses").length(width).default(vec![0.0; width]),
            high: c.parameter("High").doc("Value in a pulse").length(width).default(vec![1.0; width]),
        })
    }
}

impl Pulse {
    #[inline]
    fn signal(&self, io: &mut Io<'_>) {
        let value = if self.periods.is_high(io.time()) { &self.high } else { &self.low };
        io.slice_mut(self.out).copy_from_slice(value);
    }

    /// # Errors
    /// Numbers near the time at which the run starts cannot distinguish the
    /// periods.
    fn look(&self, io: &mut Io<'_>) -> Result<()> {
        let (time, period) = (io.time(), self.periods.length());
        let unit = time.abs().next_up() - time.abs();
        if period < LEAST * unit {
            let message =
                format!("at {time:?} s numbers are {unit:.1e} s apart, too much for a `Period` of {period:?} s");
            return Err(Failure::fatal(message));
        }
        Ok(())
    }

    fn next_edge(&self, after: f64) -> Option<f64> {
        Some(self.periods.next_edge(after))
    }
}
