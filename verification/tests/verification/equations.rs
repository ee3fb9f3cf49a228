//! A SimObject for each of the problems.

use simobject::{Creator, Io, Result, SimObject, StateSlice};

use crate::problems::{PROBLEMS, Problem};

pub(crate) struct Equations {
    y: StateSlice,
    problem: &'static Problem,
}

impl SimObject for Equations {
    const NAME: &'static str = "Equations";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let number: usize = c.parameter("Problem").required();
        let problem = &PROBLEMS[number];
        let start = (problem.start)();
        let y = c.state_slice("Y", start.len(), "", "The solution");
        c.initial_value(y, &start);
        c.derivatives(Self::right_hand_side);
        Ok(Self { y, problem })
    }
}

impl Equations {
    fn right_hand_side(&self, io: &mut Io<'_>) {
        let y: Vec<f64> = (0..self.y.width()).map(|i| io.at(self.y, i)).collect();
        let time = io.time();
        (self.problem.derivatives)(time, &y, io.derivative_slice_mut(self.y));
    }
}
