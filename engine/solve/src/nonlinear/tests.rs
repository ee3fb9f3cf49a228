use std::convert::Infallible;
use std::sync::Arc;

use super::*;
use crate::linear::{Colouring, JacobianStructure, Sparsity};

/// Equations of `u`, an outside input that may lie on a line from `u0`.
struct Of<F> {
    r: F,
    u0: f64,
    u1: f64,
    u: f64,
    /// The unknowns of the last evaluation.
    last: Vec<f64>,
}

impl<F: FnMut(&[f64], f64, &mut [f64])> Of<F> {
    fn at(u: f64, r: F) -> Self {
        Self { r, u0: u, u1: u, u, last: Vec::new() }
    }

    fn between(u0: f64, u1: f64, r: F) -> Self {
        Self { r, u0, u1, u: u1, last: Vec::new() }
    }
}

impl<F: FnMut(&[f64], f64, &mut [f64])> Equations for Of<F> {
    type Error = Infallible;

    fn residuals(&mut self, z: &[f64], r: &mut [f64]) -> Evaluated<Infallible> {
        self.last = z.to_vec();
        (self.r)(z, self.u, r);
        Ok(())
    }

    fn move_to(&mut self, part: f64) {
        self.u = if part == 1.0 { self.u1 } else { self.u0 + part * (self.u1 - self.u0) };
    }
}

fn full(n: usize) -> Arc<JacobianStructure> {
    let sparsity = Sparsity::of_rows(vec![(0..n as u32).collect(); n].into_iter());
    Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity })
}

fn solver(n: usize) -> Solver {
    Solver::new(&full(n), &vec![1.0; n], 1e-7)
}

/// Numbers between 0 and 1 that look random (Park, Miller 1988).
struct Random(u64);

impl Random {
    fn number(&mut self) -> f64 {
        self.0 = self.0 * 48271 % 2_147_483_647;
        self.0 as f64 / 2_147_483_647.0
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.number()
    }
}

const FOLD: f64 = 0.384_900_179_459_750_5;

fn cubic(z: &[f64], u: f64, r: &mut [f64]) {
    r[0] = z[0].powi(3) - z[0] - u;
}

/// The root of `z^3 - z = u` below -1/sqrt(3), by bisection; it ends at `u = FOLD`.
fn lower(u: f64) -> f64 {
    let (mut low, mut high) = (-3.0, -1.0 / 3.0_f64.sqrt());
    for _ in 0..100 {
        let middle: f64 = 0.5 * (low + high);
        if middle.powi(3) - middle < u {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[test]
fn a_solution_that_goes_on_is_followed_and_one_that_ends_at_a_fold_is_not_jumped_from() {
    let mut random = Random(5);
    let (mut followed, mut refused) = (0, 0);
    for case in 0..4000 {
        // Near the fold and far from it, towards it, beyond it and away.
        let small = 10.0_f64.powf(random.between(-9.0, 0.3));
        let u0 = FOLD - small;
        let u1 = match case % 3 {
            0 => FOLD + 10.0_f64.powf(random.between(-9.0, 0.5)),
            1 => FOLD - 10.0_f64.powf(random.between(-9.0, 0.5)),
            _ => u0 + if case % 2 == 0 { 1.0 } else { -1.0 } * 10.0_f64.powf(random.between(-9.0, 0.5)),
        };
        for (along_line, keeps) in [(false, false), (false, true), (true, false)] {
            let mut solver = solver(1);
            let mut z = [lower(u0)];
            if keeps {
                solver.keep_factors(&mut Of::at(u0, cubic), &z).unwrap();
            }
            let mut equations = Of::between(u0, u1, cubic);
            let outcome = match along_line {
                true => solver.follow_line(&mut equations, &mut z),
                false => solver.follow(&mut equations, &mut z),
            };
            if outcome.is_ok() {
                followed += 1;
                assert!(u1 < FOLD + 1e-13, "{u0} to {u1}: {} is beyond the fold", z[0]);
                assert!((z[0] - lower(u1)).abs() < 1e-6, "{u0} to {u1}: {} is another branch", z[0]);
                assert_eq!(equations.last, z, "the last evaluation is that of the solution");
                assert_eq!(equations.u, u1);
            } else {
                refused += 1;
                assert!(!along_line || u1 > FOLD - 1e-6, "{u0} to {u1}: on the line it goes on");
            }
        }
    }
    assert!(followed > 3000 && refused > 3000, "{followed} followed, {refused} refused");
}

/// `f(z) = u` with slopes between bends: `z` there, if the slopes are positive.
fn inverse(bends: &[f64], slopes: &[f64], u: f64) -> f64 {
    let (mut z, mut f) = (bends[0], 0.0);
    if u < 0.0 {
        return z + u / slopes[0];
    }
    for (bend, slope) in bends[1..].iter().zip(&slopes[1..]) {
        let next = f + slope * (bend - z);
        if u < next {
            return z + (u - f) / slope;
        }
        (z, f) = (*bend, next);
    }
    z + (u - f) / slopes[slopes.len() - 1]
}

/// The same way on, from 0 at the first bend.
fn piecewise(bends: &[f64], slopes: &[f64], z: f64) -> f64 {
    let mut f = slopes[0] * (z - bends[0]).min(0.0);
    for (at, slope) in slopes[1..].iter().enumerate() {
        let end = bends.get(at + 1).map_or(f64::INFINITY, |end| end - bends[at]);
        f += slope * (z - bends[at]).clamp(0.0, end);
    }
    f
}

#[test]
fn solutions_that_bend_are_followed() {
    let mut random = Random(13);
    let mut directly = 0;
    for _ in 0..3000 {
        let bends = [random.between(-1.0, 1.0), random.between(1.5, 3.0), random.between(3.5, 6.0)];
        let slopes: Vec<f64> = (0..4).map(|_| 10.0_f64.powf(random.between(-3.0, 3.0))).collect();
        let equations = |z: &[f64], u: f64, r: &mut [f64]| r[0] = piecewise(&bends, &slopes, z[0]) - u;
        let ends = [(); 2].map(|()| piecewise(&bends, &slopes, random.between(-1.0, 7.0)));
        let (from, to) = (inverse(&bends, &slopes, ends[0]), inverse(&bends, &slopes, ends[1]));
        for along_line in [false, true] {
            let (mut solver, mut z) = (solver(1), [from]);
            let mut equations = Of::between(ends[0], ends[1], equations);
            let outcome = match along_line {
                true => solver.follow_line(&mut equations, &mut z),
                false => solver.follow(&mut equations, &mut z),
            };
            assert!(!along_line || outcome.is_ok(), "{bends:?} {slopes:?} {ends:?}: {outcome:?}");
            if outcome.is_ok() {
                directly += u32::from(!along_line);
                assert!((z[0] - to).abs() < 1e-9, "{bends:?} {slopes:?} {ends:?}: {} and {to}", z[0]);
                assert_eq!((&equations.last[..], equations.u), (&z[..], ends[1]), "the last evaluation is that of it");
            } else {
                assert_eq!((z[0], equations.u), (from, ends[1]), "it is as it was");
            }
        }
    }
    assert!(directly > 1500, "{directly}");
}

#[test]
fn many_solutions_that_bend_at_once_are_followed_on_the_line() {
    // A net of conductors with a valve at each node: its matrices are positive definite, and one solution is all there is.
    let mut random = Random(17);
    for case in 0..200 {
        let n = 2 + case % 9;
        let mut a = vec![0.0; n * n];
        for _ in 0..2 * n {
            let (i, j) = ((random.number() * n as f64) as usize, (random.number() * n as f64) as usize);
            let g = 10.0_f64.powf(random.between(-2.0, 2.0));
            for (row, column, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
                a[row * n + column] += sign * g;
            }
        }
        (0..n).for_each(|i| a[i * n + i] += 0.1);
        // In every third net all valves are alike, and open at once where all sources are alike too.
        let alike = case % 3 == 0;
        let valves: Vec<(f64, f64)> = (0..n)
            .map(|_| {
                if alike { (1.0, 100.0) } else { (random.between(-2.0, 2.0), 10.0_f64.powf(random.between(-1.0, 4.0))) }
            })
            .collect();
        let sources: Vec<f64> = (0..n).map(|_| if alike { 1.0 } else { random.between(-3.0, 3.0) }).collect();
        let equations = |z: &[f64], u: f64, r: &mut [f64]| {
            for i in 0..n {
                let (opens, steep) = valves[i];
                r[i] =
                    (0..n).map(|j| a[i * n + j] * z[j]).sum::<f64>() + steep * (z[i] - opens).max(0.0) - u * sources[i];
            }
        };
        let (mut solver, mut z) = (solver(n), vec![0.0; n]);
        solver.find(&mut Of::at(-1.0, equations), &mut z).unwrap();
        solver.follow_line(&mut Of::between(-1.0, 2.0, equations), &mut z).unwrap();
        let mut r = vec![0.0; n];
        equations(&z, 2.0, &mut r);
        assert!(r.iter().all(|r| r.abs() < 1e-9), "{case}: {r:?}");
    }
}

#[test]
fn a_solution_that_turns_back_in_a_corner_ends_there() {
    let mut random = Random(19);
    for _ in 0..2000 {
        // Up to 0 with one slope, back with another for a while, and up again: the solution below ends where u is 0.
        let slopes = [0, 1, 2].map(|_| 10.0_f64.powf(random.between(-2.0, 2.0)));
        let width = 10.0_f64.powf(random.between(-1.0, 1.0));
        let equations = |z: &[f64], u: f64, r: &mut [f64]| {
            let back = z[0].clamp(0.0, width);
            r[0] = slopes[0] * z[0].min(0.0) - slopes[1] * back + slopes[2] * (z[0] - width).max(0.0) - u;
        };
        let from = -10.0_f64.powf(random.between(-6.0, 0.0));
        // Not beyond what it takes to see the way back.
        let to = random.number() * (0.2 * width * slopes[0]).min(1.0);
        for along_line in [false, true] {
            let (mut solver, mut z) = (solver(1), [from / slopes[0]]);
            let mut equations = Of::between(from, to, equations);
            let outcome = match along_line {
                true => solver.follow_line(&mut equations, &mut z),
                false => solver.follow(&mut equations, &mut z),
            };
            assert!(outcome.is_err(), "{slopes:?}, {width}: from {from} to {to} it jumped to {}", z[0]);
        }
    }
}

#[test]
fn where_it_is_solved_a_second_time_it_has_the_same_bits() {
    let mut random = Random(7);
    for _ in 0..200 {
        let gains: Vec<f64> = (0..9).map(|_| random.between(-2.0, 2.0)).collect();
        let equations = |z: &[f64], u: f64, r: &mut [f64]| {
            for i in 0..3 {
                let sum: f64 = (0..3).map(|j| gains[3 * i + j] * z[j].tanh()).sum();
                r[i] = 0.3 * sum + u - z[i];
            }
        };
        let mut solver = solver(3);
        let mut z = [0.0; 3];
        if solver.find(&mut Of::at(0.7, equations), &mut z).is_err() {
            continue;
        }
        let found = z;
        solver.find(&mut Of::at(0.7, equations), &mut z).unwrap();
        assert_eq!(z, found);
        // And from the same factors the same numbers, however often.
        solver.keep_factors(&mut Of::at(0.7, equations), &z).unwrap();
        let again = [(); 3].map(|()| {
            let mut z = found;
            solver.follow(&mut Of::at(0.701, equations), &mut z).unwrap();
            z.map(f64::to_bits)
        });
        assert!(again[0] == again[1] && again[0] == again[2]);
        // A solver that takes over factors and numbers gives them too.
        let mut other = self::solver(3);
        other.take_factors(&solver);
        let mut z = found;
        other.follow(&mut Of::at(0.701, equations), &mut z).unwrap();
        assert_eq!(z.map(f64::to_bits), again[0]);
    }
}

#[test]
fn linear_equations_are_solved_from_anywhere_in_one_correction() {
    let mut random = Random(11);
    for n in [1, 2, 5, 20, 80] {
        let a: Vec<f64> = (0..n * n).map(|at| random.between(-1.0, 1.0) + f64::from(at % (n + 1) == 0) * 4.0).collect();
        let solution: Vec<f64> = (0..n).map(|_| random.between(-3.0, 3.0)).collect();
        let equations = |z: &[f64], _: f64, r: &mut [f64]| {
            for i in 0..n {
                r[i] = (0..n).map(|j| a[i * n + j] * (z[j] - solution[j])).sum();
            }
        };
        let mut solver = solver(n);
        let mut z = vec![0.0; n];
        solver.follow(&mut Of::at(0.0, equations), &mut z).unwrap();
        let error = z.iter().zip(&solution).map(|(z, s)| (z - s).abs()).fold(0.0, f64::max);
        assert!(error < 1e-12 * n as f64, "{n}: {error}");
    }
}

#[test]
fn a_diode_is_found_from_the_supply_and_from_nothing() {
    // 20 V, a resistor of 1 kohm and a diode: V = R i + Vt ln(i/Is + 1). By bisection in current.
    let (is, vt, ohm) = (1e-14, 0.025, 1000.0);
    for supply in [0.3_f64, 1.0, 5.0, 20.0] {
        let (mut low, mut high) = (0.0, supply / ohm);
        for _ in 0..200 {
            let i: f64 = 0.5 * (low + high);
            if ohm * i + vt * (i / is).ln_1p() < supply {
                low = i;
            } else {
                high = i;
            }
        }
        let voltage = vt * (0.5 * (low + high) / is).ln_1p();
        for start in [0.0, supply] {
            let mut z = [start];
            let equations = |z: &[f64], u: f64, r: &mut [f64]| r[0] = u - ohm * is * (z[0] / vt).exp_m1() - z[0];
            let mut solver = solver(1);
            solver.find(&mut Of::at(supply, equations), &mut z).unwrap();
            assert!((z[0] / voltage - 1.0).abs() < 1e-12, "{supply} V from {start}: {} and {voltage}", z[0]);
        }
    }
}

#[test]
fn around_a_fold_on_the_way_the_arc_leads_to_the_solution() {
    // Newton's method circles between 0 and 1, and with damping ends where the slope is 0.
    let equations = |z: &[f64], _: f64, r: &mut [f64]| r[0] = z[0].powi(3) - 2.0 * z[0] + 2.0;
    for start in [0.0, 1.0, 0.8, -0.3] {
        let mut z = [start];
        let mut found = Of::at(0.0, equations);
        solver(1).find(&mut found, &mut z).unwrap();
        assert!((z[0] + 1.769_292_354_238_631_4).abs() < 1e-14, "from {start}: {}", z[0]);
        assert_eq!(found.last, z);
    }
}

#[test]
fn rounding_in_the_equations_is_a_floor_that_is_accepted_and_a_start_there_stays() {
    // The residual is known to 1e-11 only.
    let equations = |z: &[f64], u: f64, r: &mut [f64]| r[0] = ((1e5 + z[0]) - 1e5) + 0.3 * z[0].sin() - 0.5 - u;
    let mut solver = solver(1);
    let mut z = [0.4];
    for step in 0..300 {
        let u = 1e-3 * f64::from(step);
        solver.follow(&mut Of::at(u, equations), &mut z).unwrap();
        let mut exact = [0.4];
        let smooth = |z: &[f64], u: f64, r: &mut [f64]| r[0] = z[0] + 0.3 * z[0].sin() - 0.5 - u;
        self::solver(1).find(&mut Of::at(u, smooth), &mut exact).unwrap();
        assert!((z[0] - exact[0]).abs() < 1e-10, "{u}: {} and {}", z[0], exact[0]);
    }
}

/// Currents of 1 A that cancel leave some nanoamperes to two nodes and 100 kOhm: these voltages are known to 1e-11 V, and
/// no better. The derivatives see nothing of that.
#[test]
fn rounding_of_what_comes_from_outside_is_a_floor_too() {
    let node = |z: &[f64], left: f64, r: &mut [f64]| {
        r[0] = ((0.4 * (z[0] - z[1]) + 0.7) + 0.3) - 1.0 + left;
        r[1] = 0.4 * (z[1] - z[0]) + 1e-5 * (z[1] - 1e-3);
    };
    let right = |left: f64| 1e-3 - 1e5 * left;
    let mut random = Random(5);
    let mut left = 3e-9;
    let mut z = [right(left) - 2.5 * left, right(left)];
    for _ in 0..2000 {
        let next = (left + random.between(-1e-10, 1e-10)).clamp(-5e-9, 5e-9);
        let mut solver = Solver::new(&full(2), &[1.0; 2], 1e-12);
        solver.follow(&mut Of::between(left, next, node), &mut z).unwrap();
        assert!((z[1] - right(next)).abs() < 1e-10, "{z:?}, {}", right(next));
        left = next;
    }
}

#[test]
fn what_has_no_solution_is_told_with_the_unknowns_where_it_ended() {
    let mut z = [1.0];
    let nothing = |z: &[f64], _: f64, r: &mut [f64]| r[0] = z[0] * z[0] + 1.0;
    let unsolved = solver(1).find(&mut Of::at(0.0, nothing), &mut z).unwrap_err();
    let Unsolved::NotFound { r, .. } = unsolved else { panic!("no evaluation fails") };
    assert!(r[0] >= 1.0);
    assert_eq!(z, [1.0], "the start is as it was");
    let many = |_: &[f64], _: f64, r: &mut [f64]| r[0] = 1.0;
    let unsolved = solver(1).find(&mut Of::at(0.0, many), &mut z).unwrap_err();
    assert!(matches!(unsolved, Unsolved::NotFound { why: Why::Singular, .. }), "{unsolved:?}");
}
