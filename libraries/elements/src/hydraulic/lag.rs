//! Parts between 0 and 1 that follow a pressure with a lag.

use simobject::{Creator, Failure, Io, Reads, Result, SimObject, State};

/// A part of its full size, as a setting or an opening, which follows as a first order.
#[derive(Debug, Clone, Copy)]
pub struct Lag {
    name: &'static str,
    state: State<1>,
    /// 1/s.
    rate: f64,
}

/// A SimObject with a part that may lag.
pub trait Lagging: SimObject {
    /// The lag, if there is one.
    fn lag(&self) -> Option<&Lag>;

    /// The part that it follows, 0 to 1.
    fn wanted(&self, io: &Io<'_>) -> f64;

    #[doc(hidden)]
    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        let Some(lag) = self.lag() else { return };
        let ([now], wanted) = (io.get(lag.state), self.wanted(io));
        io.set_derivative(lag.state, [lag.rate * (wanted - now)]);
    }

    #[doc(hidden)]
    fn settle(&self, io: &mut Io<'_>) {
        let Some(lag) = self.lag() else { return };
        let wanted = self.wanted(io);
        io.set_initial(lag.state, [wanted]);
    }
}

/// By how much the error of a method may exceed the limits.
const SLACK: f64 = 0.01;

impl Lag {
    /// Declares the state of that name, with a time constant, s; the part that it follows depends on what it `reads`.
    pub fn declare<T: Lagging>(
        c: &mut Creator<'_, T>,
        [name, doc]: [&'static str; 2],
        time_constant: f64,
        reads: impl Reads + Copy,
    ) -> Self {
        let state = c.state(name, "", doc);
        c.initial(T::settle).reads(reads).sets(state);
        c.derivatives(T::follow).reads((reads, state));
        Self { name, state, rate: 1.0 / time_constant }
    }

    /// For `reads` of the calculation that asks for the value.
    pub fn state(&self) -> State<1> {
        self.state
    }

    /// The value, 0 to 1.
    ///
    /// # Errors
    /// The state is not between 0 and 1, as only an initial value can be.
    #[inline]
    pub fn value(&self, io: &Io<'_>) -> Result<f64> {
        let [value] = io.get(self.state);
        if (value - 0.5).abs() > 0.5 + SLACK {
            return Err(self.outside(value));
        }
        Ok(value.clamp(0.0, 1.0))
    }

    #[cold]
    fn outside(&self, value: f64) -> Failure {
        Failure::recoverable(format!("`{}` is {value}; it must be between 0 and 1", self.name))
    }
}
