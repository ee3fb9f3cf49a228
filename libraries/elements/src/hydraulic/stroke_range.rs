//! Warns of a stroke that leaves its range where nothing keeps it there.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Level, Out, Result, SimObject, check_mode};

/// Whether the stroke was ever outside of its range.
#[derive(Debug, Clone, Copy)]
pub struct StrokeRange {
    stroke: Out<1>,
    /// m.
    length: f64,
    left: DiscreteState<1>,
    inside: Indicator,
}

/// By how much a stroke may leave its range without a warning, as a part of the range.
const ROUNDING: f64 = 1e-10;

/// A SimObject with a stroke, which may have end stops instead of a range.
pub trait Ranged: SimObject {
    /// The range, if nothing keeps the stroke in it.
    fn range(&self) -> Option<&StrokeRange>;

    #[doc(hidden)]
    #[inline]
    fn watch_range(&self, io: &mut Io<'_>) {
        let Some(range) = self.range() else { return };
        let [left] = io.get(range.left);
        let inside = if left == 0.0 { range.inside(io) } else { 1.0 };
        io.set(range.inside, [inside]);
    }

    #[doc(hidden)]
    fn leave_range(&self, io: &mut Io<'_>) {
        let Some(range) = self.range() else { return };
        range.warn(io);
        io.set_now(range.left, [1.0]);
    }

    #[doc(hidden)]
    fn check_range(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(range) = self.range() else { return Ok(()) };
        check_mode("OutOfRange", &io.get(range.left), &[0.0, 1.0])
    }

    #[doc(hidden)]
    fn first_range(&self, io: &mut Io<'_>) {
        let Some(range) = self.range() else { return };
        let is_outside = range.inside(io) < 0.0;
        if is_outside {
            range.warn(io);
        }
        io.set_initial(range.left, [f64::from(is_outside)]);
    }
}

impl StrokeRange {
    /// Declares what watches a stroke, which is to stay between 0 and `length`, m.
    pub fn declare<T: Ranged>(c: &mut Creator<'_, T>, stroke: Out<1>, length: f64) -> Self {
        let doc = "1 once the stroke has been outside of 0 to StrokeLength, else 0";
        let left = c.discrete_state("OutOfRange", "", doc);
        c.out_port_of("OutOfRange", left);
        let inside = c.indicator("InRange", "m", "How far the stroke is inside of its range", Crossing::Falling);
        c.initial(T::first_range).reads(stroke).sets(left);
        c.initial(T::check_range).reads(left);
        c.common_computation(T::watch_range).reads((stroke, left)).fills(inside);
        c.on_event(inside, T::leave_range).reads(stroke).reads_no_states().sets(left);
        Self { stroke, length, left, inside }
    }

    /// How far the stroke is inside of its range, m; rounding does not count.
    #[inline]
    fn inside(&self, io: &Io<'_>) -> f64 {
        let [stroke] = io.get(self.stroke);
        let rest = self.length - stroke;
        let inside = if stroke < rest { stroke } else { rest };
        inside + ROUNDING * self.length
    }

    #[cold]
    fn warn(&self, io: &mut Io<'_>) {
        let ([stroke], range) = (io.get(self.stroke), self.length);
        let message = format!(
            "the stroke, {stroke} m, leaves its range, 0 to {range} m: nothing holds the piston there, and this is said \
             only once; `StopStiffness` gives end stops"
        );
        io.log(Level::Warning, &message);
    }
}
