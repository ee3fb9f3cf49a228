//! Stiff problems with published solutions.
//!
//! The solutions without another source are those of Mazzia, Magherini 2008,
//! Test Set for IVP Solvers, problems vdpol (whose time is in units of 1000 s),
//! rober and hires.

use std::f64::consts::PI;

use simobject::{Creator, InSlice, Io, Pattern, Result, SimObject, State, StateSlice};

/// A problem whose solution is known at one time.
pub(crate) struct StiffProblem {
    /// SimObject type and name.
    pub(crate) object: String,
    /// The attributes of `InitialCondition`.
    pub(crate) initial: &'static str,
    /// Simulated time from 0 to the solution, s.
    pub(crate) duration: f64,
    pub(crate) solution: Vec<f64>,
}

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
    pub(crate) fn problem() -> StiffProblem {
        StiffProblem {
            object: "VanDerPol V".to_owned(),
            initial: r#"V.Y="2,0""#,
            duration: 2000.0,
            solution: vec![1.706167732170483, -8.928097010247975e-4],
        }
    }

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
    pub(crate) fn problem() -> StiffProblem {
        StiffProblem {
            object: "Robertson R".to_owned(),
            initial: r#"R.Y="1,0,0""#,
            duration: 1e11,
            solution: vec![2.083340149701255e-8, 8.333360770334713e-14, 0.999_999_979_166_505],
        }
    }

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
        c.initial_value(y, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0057]);
        c.derivatives(Self::reaction);
        Ok(Self { y })
    }
}

impl Hires {
    pub(crate) fn problem() -> StiffProblem {
        StiffProblem {
            object: "HIRES H".to_owned(),
            initial: "",
            duration: 321.8122,
            solution: vec![
                0.7371312573325668e-3,
                0.1442485726316185e-3,
                0.5888729740967575e-4,
                0.1175651343283149e-2,
                0.2386356198831331e-2,
                0.6238968252742796e-2,
                0.2849998395185769e-2,
                0.2850001604814231e-2,
            ],
        }
    }

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
        c.default_input(source, 0.0);
        let sine: Vec<f64> = (1..=cells).map(|i| (PI * i as f64 / (cells + 1) as f64).sin()).collect();
        c.initial_value(u, &sine);
        c.out_port_of("U", u);
        c.derivatives(Self::conduction).reads((source, u)).pattern(u, u, Pattern::Band { below: 1, above: 1 });
        Ok(Self { u, source })
    }
}

impl Rod {
    /// Half a sine wave is an eigenvector of the cells' differences, so that it
    /// falls as exp(-4 (n+1)^2 sin^2(pi / (2 (n+1))) t) exactly.
    pub(crate) fn problem(cells: u32) -> StiffProblem {
        let (size, duration) = (f64::from(cells + 1), 0.1);
        let factor = (-4.0 * size * size * (PI / (2.0 * size)).sin().powi(2) * duration).exp();
        StiffProblem {
            object: format!("Rod R Cells=\"{cells}\""),
            initial: "",
            duration,
            solution: (1..=cells).map(|i| factor * (PI * f64::from(i) / size).sin()).collect(),
        }
    }

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
