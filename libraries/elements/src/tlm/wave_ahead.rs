use simobject::{Creator, DiscreteState, In, Io, Reads, SimObject, Text};

/// The wave that is to be expected until the next tick, for what is continuous behind a port of side `Q`.
///
/// Held as it was at the tick, it would be half a step late, as if the circuit had a damping of less than 0. Of `c0` now
/// and `c1`, `c2`, `c3` at the ticks before, the average until the next one is `1.5 c0 - c2 + 0.5 c3`: right to the square of
/// the step, blind to waves that go to and fro in one step, and late at no frequency that matters. So a body at a spring
/// without any damping swings on as it began, up to `Zc T = 0.25 m`.
#[derive(Debug, Clone, Copy)]
pub struct WaveAhead {
    /// At the three ticks before.
    before: DiscreteState<3>,
    now: In<1>,
}

impl WaveAhead {
    /// Declares the state `Waves` of the ticks before, of the wave at an in-port.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, now: In<1>, unit: impl Into<Text>) -> Self {
        let before = c.discrete_state("Waves", unit, "Wave variable at the three ticks before");
        c.initial_value(before, [0.0; 3]);
        Self { before, now }
    }

    /// For `reads` of what asks for the average, and of the update.
    pub fn reads(self) -> impl Reads {
        (self.now, self.before)
    }

    /// For `sets` of the update.
    pub fn sets(self) -> DiscreteState<3> {
        self.before
    }

    /// On average until the next tick.
    #[inline]
    pub fn average(self, io: &Io<'_>) -> f64 {
        let [now] = io.get(self.now);
        let [_, second, third] = self.waves(io, now);
        1.5 * now - second + 0.5 * third
    }

    /// As a straight line from the tick on that has that average: where it begins, how steep it is with a step in s, and
    /// when.
    #[inline]
    pub fn line(self, io: &Io<'_>, step: f64) -> [f64; 3] {
        let [now] = io.get(self.now);
        [now, (self.average(io) - now) / (0.5 * step), io.time()]
    }

    /// Where such a line is at a time, s.
    #[inline]
    pub fn at([now, slope, since]: [f64; 3], time: f64) -> f64 {
        now + slope * (time - since)
    }

    /// In the update.
    #[inline]
    pub fn keep(self, io: &mut Io<'_>) {
        let [now] = io.get(self.now);
        let [first, second, _] = self.waves(io, now);
        io.set_next(self.before, [now, first, second]);
    }

    /// Those before; at the first tick the wave was always what it is.
    #[inline]
    fn waves(self, io: &Io<'_>, now: f64) -> [f64; 3] {
        if io.tick() == 0 { [now; 3] } else { io.get(self.before) }
    }
}
