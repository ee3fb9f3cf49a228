//! A SimObject whose equations have parameters.

use simobject::{Creator, Io, Out, Result, SimObject, StateSlice};

/// An oscillator of mass `B` on a spring of stiffness `A`, whose energy is told.
pub(crate) const OSCILLATOR: usize = 0;
/// Robertson's reactions, with the rates `A`, `B`, `C`.
pub(crate) const ROBERTSON: usize = 1;
/// Heat in a row of cells, whose diffusivity is `A`.
pub(crate) const HEAT: usize = 2;
/// What moves with speed `A` up to 1, and with speed 1 from there on: a jump that nobody announces.
pub(crate) const JUMP: usize = 3;

pub(crate) const CELLS: usize = 60;

pub(crate) struct Dependent {
    y: StateSlice,
    energy: Out<1>,
    problem: usize,
    parameters: [f64; 3],
}

impl SimObject for Dependent {
    const NAME: &'static str = "Dependent";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let problem: usize = c.parameter("Problem").required();
        let parameters = [
            c.parameter("A").unit("N/m").required(),
            c.parameter("B").unit("kg").default(1.0),
            c.parameter("C").default(1.0),
        ];
        let start = match problem {
            OSCILLATOR => vec![1.0, 0.0],
            ROBERTSON => vec![1.0, 0.0, 0.0],
            HEAT => (1..=CELLS).map(half_sine).collect(),
            _ => vec![0.0],
        };
        let y = c.state_slice("Y", start.len(), "m", "The solution");
        c.initial_value(y, &start);
        let energy = c.out_port("Energy", "J", "");
        c.common_computation(Self::measure).reads(y).fills(energy);
        c.derivatives(Self::right_hand_side);
        Ok(Self { y, energy, problem, parameters })
    }
}

/// An eigenvector of the differences, in a cell.
pub(crate) fn half_sine(cell: usize) -> f64 {
    (std::f64::consts::PI * cell as f64 / (CELLS + 1) as f64).sin()
}

impl Dependent {
    fn measure(&self, io: &mut Io<'_>) {
        let [a, b, _] = self.parameters;
        let (x, v) = (io.at(self.y, 0), if self.y.width() > 1 { io.at(self.y, 1) } else { 0.0 });
        io.set(self.energy, 0.5 * a * x * x + 0.25 * b * v * v);
    }

    fn right_hand_side(&self, io: &mut Io<'_>) {
        let [a, b, c] = self.parameters;
        let y: Vec<f64> = (0..self.y.width()).map(|i| io.at(self.y, i)).collect();
        let dy = io.derivative_slice_mut(self.y);
        match self.problem {
            OSCILLATOR => dy.copy_from_slice(&[y[1], -a / b * y[0]]),
            ROBERTSON => {
                let [first, second, third] = [a * y[0], b * y[1] * y[2], c * y[1] * y[1]];
                dy.copy_from_slice(&[second - first, first - second - third, third]);
            }
            HEAT => {
                let at = |cell: Option<usize>| cell.and_then(|cell| y.get(cell)).copied().unwrap_or(0.0);
                for cell in 0..CELLS {
                    dy[cell] = a * (at(cell.checked_sub(1)) - 2.0 * y[cell] + at(Some(cell + 1)));
                }
            }
            _ => dy[0] = if y[0] < 1.0 { a } else { 1.0 },
        }
    }
}
