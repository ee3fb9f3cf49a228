//! Tells of a stroke that leaves its range where nothing keeps it there.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Level, Out, Result, check_mode};

use super::Cylinder;

/// Whether the stroke was ever outside of its range.
#[derive(Clone, Copy)]
pub(super) struct Range {
    left: DiscreteState<1>,
    inside: Indicator,
}

/// What a stroke may be outside of its range, as a part of that, without being told so.
const ROUNDING: f64 = 1e-10;

impl Range {
    /// Declares what watches the stroke.
    pub(super) fn declare(c: &mut Creator<'_, Cylinder>, stroke: Out<1>) -> Self {
        let doc = "1 once the stroke has been outside of 0 to StrokeLength, else 0";
        let left = c.discrete_state("OutOfRange", "", doc);
        c.out_port_of("OutOfRange", left);
        let inside = c.indicator("InRange", "m", "How far the stroke is inside of its range", Crossing::Falling);
        c.initial(Cylinder::first_range).reads(stroke).sets(left);
        c.initial(Cylinder::check_range).reads(left);
        c.common_computation(Cylinder::watch_range).reads((stroke, left)).fills(inside);
        c.on_event(inside, Cylinder::leave_range).reads(stroke).reads_no_states().sets(left);
        Self { left, inside }
    }
}

impl Cylinder {
    #[inline]
    fn watch_range(&self, io: &mut Io<'_>) {
        let Some(Range { left, inside }) = self.range else { return };
        let ([stroke], [left]) = (io.get(self.stroke), io.get(left));
        io.set(inside, [if left == 0.0 { self.inside(stroke) } else { 1.0 }]);
    }

    /// How far a stroke is inside of its range, m; rounding does not count.
    #[inline]
    fn inside(&self, stroke: f64) -> f64 {
        let rest = self.stroke_length - stroke;
        let inside = if stroke < rest { stroke } else { rest };
        inside + ROUNDING * self.stroke_length
    }

    fn leave_range(&self, io: &mut Io<'_>) {
        let Some(Range { left, .. }) = self.range else { return };
        self.warn_of_range(io);
        io.set_now(left, [1.0]);
    }

    fn check_range(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(Range { left, .. }) = self.range else { return Ok(()) };
        check_mode("OutOfRange", &io.get(left), &[0.0, 1.0])
    }

    fn first_range(&self, io: &mut Io<'_>) {
        let Some(Range { left, .. }) = self.range else { return };
        let is_outside = self.inside(io.get(self.stroke)[0]) < 0.0;
        if is_outside {
            self.warn_of_range(io);
        }
        io.set_initial(left, [f64::from(is_outside)]);
    }

    #[cold]
    fn warn_of_range(&self, io: &mut Io<'_>) {
        let [stroke] = io.get(self.stroke);
        let range = self.stroke_length;
        let message = format!(
            "the stroke, {stroke} m, leaves its range, 0 to {range} m: nothing holds the piston there, and this is said \
             only once; `StopStiffness` gives end stops"
        );
        io.log(Level::Warning, &message);
    }
}
