//! Stiff problems with published solutions.

use std::f64::consts::PI;

use simobject::{Creator, InSlice, Io, Pattern, Result, SimObject, State, StateSlice};

/// Van der Pol's oscillator: y'' = mu (1 - y^2) y' - y.
pub(crate) struct VanDerPol {
    y: State<2>,
    mu: f64,
}

impl SimObject for VanDerPol {
    const NAME: &'static str = "VanDerPol";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y = c.state("Y", "", "Position and speed");
        c.derivatives(Self::motion);
        Ok(Self { y, mu: c.parameter("Mu").default(1000.0) })
    }
}

impl VanDerPol {
    fn motion(&self, io: &mut Io<'_>) {
        let [y, v] = io.get(self.y);
        io.set_derivative(self.y, [v, self.mu * (1.0 - y * y) * v - y]);
    }
}

/// Robertson's reaction of three species (1966).
pub(crate) struct Robertson {
    y: State<3>,
}

impl SimObject for Robertson {
    const NAME: &'static str = "Robertson";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y = c.state("Y", "", "Concentrations");
        c.derivatives(Self::reaction);
        Ok(Self { y })
    }
}

impl Robertson {
    fn reaction(&self, io: &mut Io<'_>) {
        let [a, b, c] = io.get(self.y);
        let (first, second, third) = (0.04 * a, 3e7 * b * b, 1e4 * b * c);
        io.set_derivative(self.y, [third - first, first - third - second, second]);
    }
}

/// High irradiance response, eight reactants (Schäfer 1975).
pub(crate) struct Hires {
    y: State<8>,
}

impl SimObject for Hires {
    const NAME: &'static str = "HIRES";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y = c.state("Y", "", "Concentrations");
        c.initial_value(y, &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0057]);
        c.derivatives(Self::reaction);
        Ok(Self { y })
    }
}

impl Hires {
    fn reaction(&self, io: &mut Io<'_>) {
        let [a, b, c, d, e, f, g, h] = io.get(self.y);
        let met = 280.0 * f * h;
        io.set_derivative(
            self.y,
            [
                -1.71 * a + 0.43 * b + 8.32 * c + 0.0007,
                1.71 * a - 8.75 * b,
                -10.03 * c + 0.43 * d + 0.035 * e,
                8.32 * b + 1.71 * c - 1.12 * d,
                -1.745 * e + 0.43 * f + 0.43 * g,
                -met + 0.69 * d + 1.71 * e - 0.43 * f + 0.69 * g,
                met - 1.81 * g,
                -met + 1.81 * g,
            ],
        );
    }
}

/// A rod of length 1 with both ends at 0, in equal cells: du/dt = u'' + Source.
/// It begins as the sine of half a wave.
pub(crate) struct Rod {
    u: StateSlice,
    source: InSlice,
}

impl SimObject for Rod {
    const NAME: &'static str = "Rod";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let cells = c.parameter("Cells").at_least(1.0).default(10);
        let u = c.state_slice("U", cells, "K", "Temperature");
        let source = c.in_slice("Source", 1, "K/s", "Heating of every cell");
        c.fallback(source, 0.0);
        let sine: Vec<f64> = (1..=cells).map(|i| (PI * i as f64 / (cells + 1) as f64).sin()).collect();
        c.initial_value(u, &sine);
        c.out_port_of("U", u);
        c.derivatives(Self::conduction).reads((source, u)).pattern(u, u, Pattern::Band { below: 1, above: 1 });
        Ok(Self { u, source })
    }
}

impl Rod {
    fn conduction(&self, io: &mut Io<'_>) {
        let (n, source) = (self.u.width(), io.at(self.source, 0));
        let square = ((n + 1) * (n + 1)) as f64;
        for i in 0..n {
            let left = if i == 0 { 0.0 } else { io.at(self.u, i - 1) };
            let right = if i + 1 == n { 0.0 } else { io.at(self.u, i + 1) };
            let here = io.at(self.u, i);
            io.derivative_slice_mut(self.u)[i] = square * (left - 2.0 * here + right) + source;
        }
    }
}
