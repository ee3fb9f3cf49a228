use std::f64::consts::PI;

use simobject::{Clock, Creator, DiscreteState, In, Io, Out, SimObject};
use simobject_elements::hydraulic::edge_coefficient;
use simobject_elements::tlm::SecondOrder;

use crate::input::input;

/// What a spool follows.
#[derive(Clone, Copy, PartialEq)]
pub enum Follows {
    /// A position to either side, m.
    BothWays,
    /// A position to one side, m.
    OneWay,
    /// A switch: at rest, or wholly moved where the signal is above 0.5.
    Switch,
}

/// A spool that goes where its signal says, as a second order does, between two
/// ends.
pub(super) struct Spool {
    input: In<1>,
    position: Out<1>,
    /// Input and position at the ticks before.
    before: DiscreteState<4>,
    follow: SecondOrder,
    follows: Follows,
    /// m.
    ends: [f64; 2],
}

impl Spool {
    /// Declares ports, parameters and state.
    pub(super) fn new<T: SimObject>(c: &mut Creator<'_, T>, follows: Follows, doc: &'static str) -> Self {
        let unit = if follows == Follows::Switch { "" } else { "m" };
        let input = input(c, "in", unit, doc, |input| input.default(0.0));
        let position = c.out_port("xv", "m", "Where the spool is");
        let reach = c.parameter("x_vmax").unit("m").doc("How far the spool goes");
        let reach: f64 = reach.more_than(0.0).default(0.01);
        let frequency = c.parameter("omega_h").unit("rad/s").doc("Natural frequency of the spool");
        let frequency: f64 = frequency.more_than(0.0).default(100.0);
        let damping: f64 = c.parameter("delta_h").doc("Damping ratio of the spool").at_least(0.0).default(1.0);
        let start: f64 = c.parameter("StartPosition").unit("m").doc("xv at the start").default(0.0);
        let ends = if follows == Follows::BothWays { [-reach, reach] } else { [0.0, reach] };
        if start < ends[0] || start > ends[1] {
            let lower = if follows == Follows::BothWays { "-`x_vmax`" } else { "0" };
            c.error("StartPosition", format!("is not between {lower} and `x_vmax`, {reach}"));
        }
        let doc = "Input and position of the spool, one and two ticks before: u-, u--, y-, y--";
        let before = c.discrete_state("Spool", "m", doc);
        c.initial_value(before, start);
        let denominator = [1.0, 2.0 * damping / frequency, 1.0 / (frequency * frequency)];
        let step = c.sample_time(Clock::model());
        let follow = SecondOrder::new(step, [1.0, 0.0, 0.0], denominator).within(ends[0], ends[1]);
        Self { input, position, before, follow, follows, ends }
    }

    /// What the computation that moves it reads.
    pub(super) fn reads(&self) -> (In<1>, DiscreteState<4>) {
        (self.input, self.before)
    }

    /// What that fills.
    pub(super) fn fills(&self) -> Out<1> {
        self.position
    }

    /// What the update that keeps it reads.
    pub(super) fn is_kept_by(&self) -> (In<1>, Out<1>, DiscreteState<4>) {
        (self.input, self.position, self.before)
    }

    /// What that sets.
    pub(super) fn sets(&self) -> DiscreteState<4> {
        self.before
    }

    /// How far it goes from rest, m.
    pub(super) fn reach(&self) -> f64 {
        self.ends[1]
    }

    /// Moves it: where it is, m.
    #[inline]
    pub(super) fn advance(&self, io: &mut Io<'_>) -> f64 {
        let before = io.get(self.before);
        let xv = if io.tick() == 0 { before[2] } else { self.follow.output(before, self.wanted(io)) };
        io.set(self.position, [xv]);
        xv
    }

    /// Keeps where it is for the next tick.
    #[inline]
    pub(super) fn keep(&self, io: &mut Io<'_>) {
        let before = io.get(self.before);
        let after =
            if io.tick() == 0 { before } else { SecondOrder::after(before, self.wanted(io), io.get(self.position)[0]) };
        io.set_next(self.before, after);
    }

    /// Where it is to be, m.
    #[inline]
    fn wanted(&self, io: &Io<'_>) -> f64 {
        let ([signal], [lower, upper]) = (io.get(self.input), self.ends);
        if self.follows != Follows::Switch {
            // A number that is none stays so.
            signal.clamp(lower, upper)
        } else if signal > 0.5 {
            upper
        } else {
            lower
        }
    }
}

/// An edge that a spool opens and closes.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// K of each metre of opening, m^2/(s Pa^0.5).
    coefficient: f64,
    /// m.
    overlap: f64,
}

/// What the edges of a spool have in common.
#[derive(Clone, Copy)]
pub(super) struct Edges {
    /// Of the spool, m.
    diameter: f64,
    /// K of each metre of opening, where all of the circumference opens, m^2/(s Pa^0.5).
    coefficient: f64,
}

impl Edges {
    /// Declares their parameters.
    pub(super) fn new<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let coefficient: f64 = c.parameter("C_q").doc("Flow coefficient").at_least(0.0).default(0.67);
        let density: f64 = c.parameter("rho").unit("kg/m^3").doc("Density of the oil").more_than(0.0).default(870.0);
        let diameter: f64 = c.parameter("d").unit("m").doc("Diameter of the spool").more_than(0.0).default(0.01);
        Self { diameter, coefficient: edge_coefficient(coefficient * PI * diameter, density) }
    }

    /// Declares the part of the circumference that one opens, or that all do.
    pub(super) fn part<T: SimObject>(c: &mut Creator<'_, T>, name: String, between: &str) -> f64 {
        let part = c.parameter(name).doc(format!("Part of the spool's circumference that opens {between}"));
        part.at_least(0.0).at_most(1.0).default(1.0)
    }

    /// Edges of a box around them, m.
    pub(super) fn size(&self) -> [f64; 3] {
        [8.0, 3.0, 3.0].map(|diameters| diameters * self.diameter)
    }

    /// One of them, of a part of the circumference and an overlap, m.
    pub(super) fn edge(&self, part: f64, overlap: f64) -> Edge {
        Edge { coefficient: self.coefficient * part, overlap }
    }
}

impl Edge {
    /// K, where the spool has gone so far, m, towards opening it.
    #[inline]
    pub(super) fn opened(self, way: f64) -> f64 {
        let opening = way - self.overlap;
        if opening < 0.0 { 0.0 } else { self.coefficient * opening }
    }
}
