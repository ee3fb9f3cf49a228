//! Problems whose solutions are known in closed form, or from the IVP test set (Mazzia,
//! Magherini 2008) and Hairer, Wanner, which give more digits than are compared here.

use std::f64::consts::{PI, TAU};

pub(crate) struct Problem {
    pub(crate) name: &'static str,
    /// The method that a user would take.
    pub(crate) method: &'static str,
    pub(crate) start: fn() -> Vec<f64>,
    pub(crate) derivatives: fn(f64, &[f64], &mut [f64]),
    /// s.
    pub(crate) end: f64,
    pub(crate) solution: Solution,
}

pub(crate) enum Solution {
    /// At any time.
    Closed(fn(f64) -> Vec<f64>),
    /// At the end alone.
    AtEnd(&'static [f64]),
    Unknown,
}

/// A row of cells that heat flows through, whose ends are cold.
const CELLS: usize = 20;

fn heat(_: f64, u: &[f64], du: &mut [f64]) {
    let square = ((CELLS + 1) * (CELLS + 1)) as f64;
    for i in 0..CELLS {
        let left = if i == 0 { 0.0 } else { u[i - 1] };
        let right = if i + 1 == CELLS { 0.0 } else { u[i + 1] };
        du[i] = square * (left - 2.0 * u[i] + right);
    }
}

/// Half a sine wave is an eigenvector of the differences.
fn heat_solution(time: f64) -> Vec<f64> {
    let size = (CELLS + 1) as f64;
    let factor = (-4.0 * size * size * (PI / (2.0 * size)).sin().powi(2) * time).exp();
    (1..=CELLS).map(|i| factor * (PI * i as f64 / size).sin()).collect()
}

/// The anomaly of an orbit of eccentricity 0.3 at a mean anomaly, by Newton's method.
fn anomaly(mean: f64) -> f64 {
    (0..50).fold(mean, |e, _| e - (e - 0.3 * e.sin() - mean) / (1.0 - 0.3 * e.cos()))
}

fn orbit(time: f64) -> Vec<f64> {
    let e = anomaly(time);
    let (root, rate) = ((1.0_f64 - 0.09).sqrt(), 1.0 / (1.0 - 0.3 * e.cos()));
    vec![e.cos() - 0.3, root * e.sin(), -e.sin() * rate, root * e.cos() * rate]
}

pub(crate) static PROBLEMS: [Problem; 19] = [
    Problem {
        name: "decay",
        method: "DormandPrince",
        start: || vec![1.0],
        derivatives: |_, y, dy| dy[0] = -y[0],
        end: 10.0,
        solution: Solution::Closed(|t| vec![(-t).exp()]),
    },
    Problem {
        name: "oscillator",
        method: "DormandPrince",
        start: || vec![1.0, 0.0],
        derivatives: |_, y, dy| (dy[0], dy[1]) = (y[1], -y[0]),
        end: 10.0 * TAU,
        solution: Solution::Closed(|t| vec![t.cos(), -t.sin()]),
    },
    Problem {
        name: "orbit",
        method: "Tsitouras",
        start: || orbit(0.0),
        derivatives: |_, y, dy| {
            let cube = (y[0] * y[0] + y[1] * y[1]).powf(1.5);
            dy.copy_from_slice(&[y[2], y[3], -y[0] / cube, -y[1] / cube]);
        },
        end: 20.0,
        solution: Solution::Closed(orbit),
    },
    Problem {
        name: "growth with the seasons",
        method: "BogackiShampine",
        start: || vec![1.0],
        derivatives: |t, y, dy| dy[0] = y[0] * t.cos(),
        end: 20.0,
        solution: Solution::Closed(|t| vec![t.sin().exp()]),
    },
    Problem {
        name: "logistic",
        method: "DormandPrince",
        start: || vec![0.01],
        derivatives: |_, y, dy| dy[0] = y[0] * (1.0 - y[0]),
        end: 15.0,
        solution: Solution::Closed(|t| vec![1.0 / (1.0 + 99.0 * (-t).exp())]),
    },
    Problem {
        name: "fall with drag",
        method: "DormandPrince",
        start: || vec![0.0, 0.0],
        derivatives: |_, y, dy| (dy[0], dy[1]) = (y[1], 9.81 - 0.1 * y[1] * y[1]),
        end: 5.0,
        solution: Solution::Closed(|t| {
            let (terminal, rate) = ((9.81_f64 / 0.1).sqrt(), (9.81_f64 * 0.1).sqrt());
            vec![(rate * t).cosh().ln() / 0.1, terminal * (rate * t).tanh()]
        }),
    },
    Problem {
        name: "damped oscillator",
        method: "BDF",
        start: || vec![1.0, -0.1],
        derivatives: |_, y, dy| (dy[0], dy[1]) = (y[1], -(4.0 + 0.01) * y[0] - 0.2 * y[1]),
        end: 20.0,
        solution: Solution::Closed(|t| {
            let (s, c) = (2.0 * t).sin_cos();
            let fades = (-0.1 * t).exp();
            vec![fades * c, fades * (-0.1 * c - 2.0 * s)]
        }),
    },
    Problem {
        name: "Bernoulli",
        method: "DormandPrince",
        start: || vec![1.0],
        derivatives: |t, y, dy| dy[0] = 0.5 * t.cos() * y[0] * y[0],
        end: 20.0,
        solution: Solution::Closed(|t| vec![1.0 / (1.0 - 0.5 * t.sin())]),
    },
    Problem {
        name: "Curtiss and Hirschfelder",
        method: "BDF",
        start: || vec![0.0],
        derivatives: |t, y, dy| dy[0] = -50.0 * (y[0] - t.cos()),
        end: 5.0,
        solution: Solution::Closed(|t| vec![(2500.0 * t.cos() + 50.0 * t.sin() - 2500.0 * (-50.0 * t).exp()) / 2501.0]),
    },
    Problem {
        name: "Prothero and Robinson",
        method: "TRBDF2",
        start: || vec![1.0],
        derivatives: |t, y, dy| dy[0] = -1e4 * (y[0] - t.cos()) - t.sin(),
        end: 10.0,
        solution: Solution::Closed(|t| vec![t.cos()]),
    },
    Problem {
        name: "two rates",
        method: "auto",
        start: || vec![1.0, 0.0],
        derivatives: |_, y, dy| (dy[0], dy[1]) = (998.0 * y[0] + 1998.0 * y[1], -999.0 * y[0] - 1999.0 * y[1]),
        end: 5.0,
        solution: Solution::Closed(|t| {
            let (slow, fast) = ((-t).exp(), (-1000.0 * t).exp());
            vec![2.0 * slow - fast, fast - slow]
        }),
    },
    Problem {
        name: "heat",
        method: "ESDIRK34",
        start: || heat_solution(0.0),
        derivatives: heat,
        end: 0.2,
        solution: Solution::Closed(heat_solution),
    },
    Problem {
        name: "spiral",
        method: "ESDIRK34",
        start: || vec![1.0, 0.0, 1.0],
        derivatives: |_, y, dy| {
            dy.copy_from_slice(&[-0.05 * y[0] - 3.0 * y[1], 3.0 * y[0] - 0.05 * y[1], -200.0 * y[2]]);
        },
        end: 10.0,
        solution: Solution::Closed(|t| {
            let fades = (-0.05 * t).exp();
            vec![fades * (3.0 * t).cos(), fades * (3.0 * t).sin(), (-200.0 * t).exp()]
        }),
    },
    Problem {
        name: "beats",
        method: "DormandPrince",
        start: || vec![0.0, 0.0],
        derivatives: |t, y, dy| (dy[0], dy[1]) = (y[1], (1.2 * t).sin() - y[0]),
        end: 60.0,
        solution: Solution::Closed(|t| {
            let scale = 1.0 / (1.0 - 1.44);
            vec![scale * ((1.2 * t).sin() - 1.2 * t.sin()), scale * 1.2 * ((1.2 * t).cos() - t.cos())]
        }),
    },
    Problem {
        name: "Van der Pol, 1000",
        method: "BDF",
        start: || vec![2.0, 0.0],
        derivatives: |_, y, dy| (dy[0], dy[1]) = (y[1], 1000.0 * (1.0 - y[0] * y[0]) * y[1] - y[0]),
        end: 2000.0,
        solution: Solution::AtEnd(&[1.706167732170483, -8.928097010247975e-4]),
    },
    Problem {
        name: "Oregonator",
        method: "BDF",
        start: || vec![1.0, 2.0, 3.0],
        derivatives: |_, y, dy| {
            dy[0] = 77.27 * (y[1] + y[0] * (1.0 - 8.375e-6 * y[0] - y[1]));
            dy[1] = (y[2] - (1.0 + y[0]) * y[1]) / 77.27;
            dy[2] = 0.161 * (y[0] - y[2]);
        },
        end: 360.0,
        solution: Solution::AtEnd(&[0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3]),
    },
    Problem {
        name: "HIRES",
        method: "auto",
        start: || vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0057],
        derivatives: |_, y, dy| {
            dy[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
            dy[1] = 1.71 * y[0] - 8.75 * y[1];
            dy[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
            dy[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
            dy[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
            dy[5] = -280.0 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
            dy[6] = 280.0 * y[5] * y[7] - 1.81 * y[6];
            dy[7] = -dy[6];
        },
        end: 321.8122,
        solution: Solution::AtEnd(&[
            0.7371312573325668e-3,
            0.1442485726316185e-3,
            0.5888729740967575e-4,
            0.1175651343283149e-2,
            0.2386356198831331e-2,
            0.6238968252742796e-2,
            0.2849998395185769e-2,
            0.2850001604814231e-2,
        ]),
    },
    // It comes back to where it began after this period (Hairer, Nørsett, Wanner I, II.0).
    Problem {
        name: "Arenstorf's orbit",
        method: "DormandPrince",
        start: || vec![0.994, 0.0, 0.0, -2.001_585_106_379_082_5],
        derivatives: |_, y, dy| {
            let (mu, other) = (0.012277471, 1.0 - 0.012277471);
            let d1 = ((y[0] + mu).powi(2) + y[1] * y[1]).powf(1.5);
            let d2 = ((y[0] - other).powi(2) + y[1] * y[1]).powf(1.5);
            dy[0] = y[2];
            dy[1] = y[3];
            dy[2] = y[0] + 2.0 * y[3] - other * (y[0] + mu) / d1 - mu * (y[0] - other) / d2;
            dy[3] = y[1] - 2.0 * y[2] - other * y[1] / d1 - mu * y[1] / d2;
        },
        end: 17.065_216_560_157_96,
        solution: Solution::AtEnd(&[0.994, 0.0, 0.0, -2.001_585_106_379_082_5]),
    },
    // Nobody knows where it is in the end.
    Problem {
        name: "Lorenz",
        method: "DormandPrince",
        start: || vec![1.0, 1.0, 1.0],
        derivatives: |_, y, dy| {
            dy[0] = 10.0 * (y[1] - y[0]);
            dy[1] = y[0] * (28.0 - y[2]) - y[1];
            dy[2] = y[0] * y[1] - 8.0 / 3.0 * y[2];
        },
        end: 40.0,
        solution: Solution::Unknown,
    },
];
