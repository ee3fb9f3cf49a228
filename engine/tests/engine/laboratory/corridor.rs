//! A ball between a floor and a ceiling.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Result, SimObject, State};

/// `x'' = -g`, and each impact at `x = 0` or `x = Ceiling` turns the velocity.
/// Without the ceiling a step would pass it twice, and the floor as well.
pub(crate) struct Corridor {
    x: State<1>,
    v: State<1>,
    hits: DiscreteState<2>,
    above: Indicator,
    below: Indicator,
    ceiling: f64,
    g: f64,
}

impl SimObject for Corridor {
    const NAME: &'static str = "Corridor";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, v) = (c.state("X", "m", ""), c.state("V", "m/s", ""));
        let hits = c.discrete_state("Hits", "", "Of the floor and of the ceiling");
        c.out_port_of("Hits", hits);
        c.initial_value(hits, 0.0);
        let above = c.indicator("Above", "m", "Height above the floor", Crossing::Falling);
        let below = c.indicator("Below", "m", "Depth below the ceiling", Crossing::Falling);
        c.common_computation(Self::watch).reads(x).fills((above, below));
        c.on_event(above, Self::floor).reads((v, hits)).sets((x, v, hits));
        c.on_event(below, Self::turn_at_ceiling).reads((v, hits)).sets((x, v, hits));
        c.derivatives(Self::motion);
        let ceiling = c.parameter("Ceiling").required();
        Ok(Self { x, v, hits, above, below, ceiling, g: c.parameter("g").required() })
    }
}

impl Corridor {
    fn motion(&self, io: &mut Io<'_>) {
        let v = io.get(self.v);
        io.set_derivative(self.x, v);
        io.set_derivative(self.v, [-self.g]);
    }

    fn watch(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        io.set(self.above, [x]);
        io.set(self.below, [self.ceiling - x]);
    }

    fn floor(&self, io: &mut Io<'_>) {
        let ([v], [floor, ceiling]) = (io.get(self.v), io.get(self.hits));
        io.set_now(self.x, [0.0]);
        io.set_now(self.v, [v.abs()]);
        io.set_now(self.hits, [floor + 1.0, ceiling]);
    }

    fn turn_at_ceiling(&self, io: &mut Io<'_>) {
        let ([v], [floor, ceiling]) = (io.get(self.v), io.get(self.hits));
        io.set_now(self.x, [self.ceiling]);
        io.set_now(self.v, [-v.abs()]);
        io.set_now(self.hits, [floor, ceiling + 1.0]);
    }
}
