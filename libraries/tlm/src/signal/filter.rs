use simobject::{Clock, Creator, DiscreteState, In, Io, Out, Result, SimObject};

use crate::input::input;

/// A kind of filter that remembers `N` numbers.
pub trait FilterKind<const N: usize>: Sized + Send + Sync + 'static {
    /// The type's name in scenarios.
    const NAME: &'static str;
    /// What it does, with its equations.
    const DOC: &'static str;

    /// From its parameters, for a step in s, between two limits.
    fn new<T: SimObject>(c: &mut Creator<'_, T>, step: f64, limits: [f64; 2]) -> Self;
    /// The output of this tick, from what was remembered.
    fn output(&self, before: [f64; N], u: f64) -> f64;
    /// What it remembers at rest.
    fn at_rest(u: f64, y: f64) -> [f64; N];
    /// What it remembers after this tick.
    fn after(before: [f64; N], u: f64, y: f64) -> [f64; N];
}

/// A signal that is filtered at each tick. At the first one it gives its start
/// value, and begins as if input and output had long been what they are there.
pub struct Filter<K, const N: usize> {
    input: In<1>,
    out: Out<1>,
    before: DiscreteState<N>,
    start: f64,
    kind: K,
}

impl<K: FilterKind<N>, const N: usize> SimObject for Filter<K, N> {
    const NAME: &'static str = K::NAME;
    const DOC: &'static str = K::DOC;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let signal = input(c, "in", "", "The signal", |signal| signal.default(0.0));
        let out = c.out_port("out", "", "What comes out");
        let lower: f64 = c.parameter("min").doc("Lower limit of out").default(-1e300);
        let upper: f64 = c.parameter("max").doc("Upper limit of out").default(1e300);
        let start: f64 = c.parameter("StartValue").doc("out at the start").default(0.0);
        check_range(c, [lower, upper], start);
        let step = c.sample_time(Clock::model());
        let kind = K::new(c, step, [lower, upper]);
        let before = c.discrete_state("Before", "", "Inputs and outputs of ticks before");
        c.initial_value(before, [0.0; N]);
        c.common_computation(Self::filter).on(Clock::model()).reads((signal, before)).fills(out);
        c.update(Self::keep).on(Clock::model()).reads((signal, out, before)).sets(before);
        Ok(Self { input: signal, out, before, start, kind })
    }
}

impl<K: FilterKind<N>, const N: usize> Filter<K, N> {
    #[inline]
    fn filter(&self, io: &mut Io<'_>) {
        let [u] = io.get(self.input);
        let y = if io.tick() == 0 { self.start } else { self.kind.output(io.get(self.before), u) };
        io.set(self.out, [y]);
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([u], [y]) = (io.get(self.input), io.get(self.out));
        let next = if io.tick() == 0 { K::at_rest(u, y) } else { K::after(io.get(self.before), u, y) };
        io.set_next(self.before, next);
    }
}

/// Tells of limits the wrong way round, and of a start beyond them.
pub(super) fn check_range<T: SimObject>(c: &mut Creator<'_, T>, [lower, upper]: [f64; 2], start: f64) {
    if lower > upper {
        c.error("max", format!("is below `min`, {lower}"));
    } else if start < lower || start > upper {
        c.error("StartValue", format!("is not between `min`, {lower}, and `max`, {upper}"));
    }
}
