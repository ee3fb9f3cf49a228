//! Implicit methods with the unknowns of loops in their own matrix.

use bowline_engine::{NoRecorder, Run};

use crate::laboratory::{load, run, scenario};
use crate::loops_reference::{Chance, gauss};

/// A square net of resistors of 1 Ohm, each twentieth of its nodes, about, with a capacitor of 1 F: 1 A into one corner, the
/// opposite one to the ground by 1 Ohm. With nodes, connections and initial conditions.
struct Grid {
    side: usize,
    /// Those with a capacitor.
    capacitors: Vec<bool>,
}

impl Grid {
    fn new(side: usize) -> Self {
        let mut random = Chance(11);
        let capacitors = (0..side * side).map(|at| at == 0 || random.uniform() < 0.05).collect();
        Self { side, capacitors }
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        let (i, j, side) = (at / self.side, at % self.side, self.side);
        let all = [
            (i > 0, at.wrapping_sub(side)),
            (j > 0, at.wrapping_sub(1)),
            (i + 1 < side, at + side),
            (j + 1 < side, at + 1),
        ];
        all.into_iter().filter(|(is, _)| *is).map(|(_, other)| other)
    }

    fn scenario(&self, engine: &str) -> String {
        let out = |at: usize| format!("N{at}.Out");
        let (mut objects, mut connections, mut initial) = (Vec::new(), String::new(), String::new());
        for at in 0..self.side * self.side {
            let flows: Vec<String> =
                self.neighbours(at).map(|other| format!("({} - {})", out(other), out(at))).collect();
            let own = match at {
                0 => "1 + ".to_owned(),
                _ if at + 1 == self.side * self.side => format!("0*time - {} + ", out(at)),
                _ => String::new(),
            };
            let current = format!("{own}{}", flows.join(" + "));
            if self.capacitors[at] {
                objects.push(format!("base:Math/Integrator N{at}"));
                connections += &format!("N{at}.In=\"{current}\"\n");
                initial += &format!("N{at}.Integral=\"0\"\n");
            } else {
                objects.push(format!(r#"base:Signal/Gain N{at} Gain="1""#));
                connections += &format!("N{at}.In=\"{} + {current}\"\n", out(at));
            }
        }
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        scenario(&objects, &connections, &initial, engine)
    }
}

/// Implicit methods against the net with its nodes eliminated by Gauss, integrated by the classical method of Runge and
/// Kutta in 4000 steps.
#[test]
fn implicit_methods_solve_a_grid_of_resistors_as_one_without_its_nodes() {
    let grid = Grid::new(11);
    let count = grid.side * grid.side;
    let numbers = |is: bool| (0..count).filter(|at| grid.capacitors[*at] == is).collect::<Vec<_>>();
    let (states, nodes) = (numbers(true), numbers(false));
    assert!(states.len() > 3 && nodes.len() > 100, "{} states", states.len());
    // Current into each node, of voltages.
    let current = |at: usize, v: &[f64]| {
        let own = if at == 0 { 1.0 } else { 0.0 } - if at + 1 == count { v[at] } else { 0.0 };
        own + grid.neighbours(at).map(|other| v[other] - v[at]).sum::<f64>()
    };
    let matrix: Vec<Vec<f64>> = (nodes.iter())
        .map(|row| {
            let by = |column: &usize| {
                let mut v = vec![0.0; count];
                v[*column] = 1.0;
                current(*row, &v) - current(*row, &vec![0.0; count])
            };
            nodes.iter().map(by).collect()
        })
        .collect();
    let derivatives = |x: &[f64]| -> Vec<f64> {
        let mut v = vec![0.0; count];
        states.iter().zip(x).for_each(|(at, x)| v[*at] = *x);
        let known: Vec<f64> = nodes.iter().map(|at| -current(*at, &v)).collect();
        nodes.iter().zip(gauss(&matrix, &known).unwrap()).for_each(|(at, found)| v[*at] = found);
        states.iter().map(|at| current(*at, &v)).collect()
    };
    // They are linear: x' = constant + slopes x.
    let nothing = vec![0.0; states.len()];
    let constant = derivatives(&nothing);
    let slopes: Vec<Vec<f64>> = (0..states.len())
        .map(|column| {
            let mut one = nothing.clone();
            one[column] = 1.0;
            derivatives(&one).iter().zip(&constant).map(|(with, without)| with - without).collect()
        })
        .collect();
    let derivatives = |x: &[f64]| -> Vec<f64> {
        let sum = |row: usize| constant[row] + slopes.iter().zip(x).map(|(column, x)| column[row] * x).sum::<f64>();
        (0..x.len()).map(sum).collect()
    };
    let mut x = nothing;
    const STEPS: usize = 4000;
    let h = 2.0 / STEPS as f64;
    for _ in 0..STEPS {
        let ahead = |k: &[f64], part: f64| x.iter().zip(k).map(|(x, k)| x + part * h * k).collect::<Vec<_>>();
        let k1 = derivatives(&x);
        let k2 = derivatives(&ahead(&k1, 0.5));
        let k3 = derivatives(&ahead(&k2, 0.5));
        let k4 = derivatives(&ahead(&k3, 1.0));
        (0..x.len()).for_each(|i| x[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    let columns: Vec<String> = states.iter().map(|at| format!("N{at}.Out")).collect();
    for way in ["BDF", "ESDIRK34", "TRBDF2", "auto"] {
        let engine = format!(
            r#"TOutput="0, 2" FileOutput="{}" IntegratorMethod="{way}" RelTol="1e-9" AbsTol="1e-9""#,
            columns.join(", ")
        );
        let rows = run(&load(&grid.scenario(&engine))).0;
        let error = rows[1].1.iter().zip(&x).map(|(found, exact)| (found - exact).abs()).fold(0.0, f64::max);
        assert!(error < 2e-7, "{way}: {error:e}");
    }
}

/// Differentiated through its solved nodes, each derivative would depend on each state.
#[test]
fn a_jacobian_of_a_net_is_as_sparse_as_the_net() {
    let engine = r#"TOutput="0, 1e-9" FileOutput="N0.Out" IntegratorMethod="BDF""#;
    let mut run = Run::new(&load(&Grid::new(100).scenario(engine)));
    run.advance_to(1e-9, &mut NoRecorder).unwrap();
    let colours = run.statistics().colours;
    assert!((1..=12).contains(&colours), "{colours} colours");
}
