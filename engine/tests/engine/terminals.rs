//! Terminals against closed forms, reference data and nodal analysis.

use bowline_engine::Run;
use bowline_engine::linear_model::LinearModel;
use bowline_engine::lti::Complex;

use crate::laboratory::{complaints, load, rows_of, run_in_order, scenario, try_load};
use crate::loops_reference::Chance;

const TIGHT: &str = r#"IntegratorMethod="DormandPrince" RelTol="1e-12" AbsTol="1e-13""#;

fn linear(text: &str) -> LinearModel {
    Run::new(&load(text)).linearize(&[], &[]).unwrap()
}

#[track_caller]
fn assert_column(rows: &[(f64, Vec<f64>)], column: usize, expected: impl Fn(usize) -> f64, allowed: f64) {
    for (at, (time, row)) in rows.iter().enumerate() {
        let (is, should) = (row[column], expected(at));
        assert!((is - should).abs() <= allowed * should.abs().max(1.0), "t = {time}, {column}: {is} {should}");
    }
}

/// Spring, damper and mass at one terminal, as entities between terminals. The reference counts what an element exerts
/// on the node, and has the weight with the inertia.
#[test]
fn a_spring_a_damper_and_a_mass_meet_at_a_terminal() {
    let objects = [
        r#"terminals:Translational/Mass M m="2" g="9.81""#,
        r#"terminals:Translational/Spring S c="800" s_rel0="0.3""#,
        r#"terminals:Translational/Damper D d="8""#,
        "terminals:Translational/Fixed G",
    ];
    let engine = format!(r#"{TIGHT} TOutput="0:0.01:2" FileOutput="M.A.s, S.B.v, S.f, D.f""#);
    let rows = run_in_order(&objects, r#"S.B="M.A, D.B" G.A="S.A, D.A""#, r#"D.B.s="0.35""#, &engine);
    let reference = rows_of("terminals/vhdlams_smd.csv");
    assert_eq!(rows.len(), 201);
    for (column, (of_reference, sign)) in [(1, 1.0), (2, 1.0), (3, -1.0), (4, -1.0)].into_iter().enumerate() {
        assert_column(&rows, column, |at| sign * reference[at][of_reference], 1e-9);
    }
}

/// A spring, a damper and a spring, with nothing that has mass between them.
#[test]
fn nodes_without_mass_stand_where_forces_balance() {
    let objects = [
        r#"terminals:Translational/Spring K1 c="1000" s_rel0="0.1""#,
        r#"terminals:Translational/Damper D d="50""#,
        r#"terminals:Translational/Spring K2 c="500" s_rel0="0.1""#,
        r#"terminals:Translational/Mass M m="1""#,
        "terminals:Translational/Fixed G",
        "terminals:Translational/Force F",
    ];
    let fed = r#"G.A="K1.A" K1.B="D.A" D.B="K2.A" K2.B="M.A, F.A" F.F="10""#;
    for method in [TIGHT, r#"IntegratorMethod="ESDIRK34" RelTol="1e-12" AbsTol="1e-13""#] {
        let engine = format!(r#"{method} TOutput="0:0.01:2" FileOutput="M.A.s, M.v, K1.B.s, D.B.s, K1.f""#);
        let rows = run_in_order(&objects, fed, r#"M.A.s="0.2""#, &engine);
        let reference = rows_of("terminals/two_mass.csv");
        assert_eq!(rows.len(), reference.len());
        for (column, of_reference) in [1, 2, 4, 5, 6].into_iter().enumerate() {
            assert_column(&rows, column, |at| reference[at][of_reference], 1e-9);
        }
    }
}

/// A net between nodes, of which 0 is the reference: kind, ends, value.
#[derive(Debug, Clone)]
struct Net {
    nodes: usize,
    branches: Vec<(char, usize, usize, f64)>,
}

impl Net {
    /// A tree over all nodes and some chords.
    fn random(chance: &mut Chance, kinds: &[char]) -> Self {
        let nodes = 4 + (chance.uniform() * 8.0) as usize;
        let mut branches = Vec::new();
        let mut add = |chance: &mut Chance, one: usize, other: usize| {
            let kind = kinds[(chance.uniform() * kinds.len() as f64) as usize];
            branches.push((kind, one, other, 10_f64.powf(chance.uniform() - 0.5)));
        };
        for node in 1..nodes {
            let other = (chance.uniform() * node as f64) as usize;
            add(chance, node, other);
        }
        for _ in 0..(0.8 * nodes as f64) as usize {
            let one = (chance.uniform() * nodes as f64) as usize;
            let other = (one + 1 + (chance.uniform() * (nodes - 1) as f64) as usize) % nodes;
            add(chance, one, other);
        }
        // No terminal stays open, but for those of masses.
        for node in 0..nodes {
            let at_node = |of: &&(char, usize, usize, f64)| of.1 == node || (of.0 != 'M' && of.2 == node);
            let mut there = branches.iter().filter(at_node);
            if matches!((there.next(), there.next()), (Some((kind, ..)), None) if *kind != 'M') && node > 0 {
                let other = (node + 1 + (chance.uniform() * (nodes - 1) as f64) as usize) % nodes;
                branches.push((kinds[0], node, other, 1.0 + chance.uniform()));
            }
        }
        Self { nodes, branches }
    }

    fn degree(&self) -> usize {
        self.branches.len()
    }

    /// Whether free nodes are joined by resistances to what is held, when capacitors and sources make nodes one.
    fn is_anchored(&self) -> bool {
        let mut root: Vec<usize> = (0..self.nodes).collect();
        let join = |root: &mut Vec<usize>, one: usize, other: usize| {
            let (one, other) = (root[one], root[other]);
            root.iter_mut().filter(|of| **of == one).for_each(|of| *of = other);
        };
        for (_, one, other, _) in self.branches.iter().filter(|(kind, ..)| "CVR".contains(*kind)) {
            join(&mut root, *one, *other);
        }
        root.iter().all(|of| *of == root[0])
    }

    /// Node voltages and currents of inductors and sources: the determinant of `s E - A`, and what makes it a number of
    /// a decent size.
    fn determinant(&self, s: Complex) -> Complex {
        let more = self.branches.iter().filter(|(kind, ..)| "LV".contains(*kind)).count();
        let size = self.nodes - 1 + more;
        let mut matrix = vec![vec![Complex::new(0.0, 0.0); size]; size];
        let mut next = self.nodes - 1;
        for (kind, one, other, value) in &self.branches {
            let mut stamp = |admittance: Complex| {
                for (row, column, sign) in
                    [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)]
                {
                    if *row > 0 && *column > 0 {
                        matrix[row - 1][column - 1] += admittance * sign;
                    }
                }
            };
            match kind {
                'R' => stamp(Complex::new(1.0 / value, 0.0)),
                'C' => stamp(s * *value),
                _ => {
                    for (node, sign) in [(one, 1.0), (other, -1.0)] {
                        if *node > 0 {
                            matrix[node - 1][next] += sign;
                            matrix[next][node - 1] += sign;
                        }
                    }
                    if *kind == 'L' {
                        matrix[next][next] = -s * *value;
                    }
                    next += 1;
                }
            }
        }
        determinant(matrix)
    }

    /// Mass, damping and stiffness: the determinant of `s^2 M + s D + K`.
    fn mechanical_determinant(&self, s: Complex) -> Complex {
        let size = self.nodes - 1;
        let mut matrix = vec![vec![Complex::new(0.0, 0.0); size]; size];
        for (kind, one, other, value) in &self.branches {
            let of = match kind {
                'M' => s * s * *value,
                'D' => s * *value,
                _ => Complex::new(*value, 0.0),
            };
            // A mass lies between its node and the reference.
            let other = if *kind == 'M' { &0 } else { other };
            for (row, column, sign) in [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)] {
                if *row > 0 && *column > 0 {
                    matrix[row - 1][column - 1] += of * sign;
                }
            }
        }
        determinant(matrix)
    }

    fn scenario(&self, engine: &str) -> String {
        let mut objects = vec![r#"terminals:Electric/Ground G"#.to_owned()];
        let mut at_node: Vec<Vec<String>> = vec![Vec::new(); self.nodes];
        at_node[0].push("G.P".to_owned());
        for (at, (kind, one, other, value)) in self.branches.iter().enumerate() {
            let (what, parameter) = match kind {
                'R' => ("Electric/Resistor", "R"),
                'C' => ("Electric/Capacitor", "C"),
                'L' => ("Electric/Inductor", "L"),
                _ => ("Electric/SineVoltage", "f=\"0.3\" V"),
            };
            objects.push(format!("terminals:{what} X{at} {parameter}=\"{value:?}\""));
            at_node[*one].push(format!("X{at}.P"));
            at_node[*other].push(format!("X{at}.N"));
        }
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        scenario(&objects, &joined(&at_node), "", engine)
    }

    fn mechanical_scenario(&self, engine: &str) -> String {
        let mut objects = vec![r#"terminals:Translational/Fixed G"#.to_owned()];
        let mut at_node: Vec<Vec<String>> = vec![Vec::new(); self.nodes];
        at_node[0].push("G.A".to_owned());
        for (at, (kind, one, other, value)) in self.branches.iter().enumerate() {
            let (what, parameter) = match kind {
                'M' => ("Translational/Mass", "m"),
                'D' => ("Translational/Damper", "d"),
                _ => ("Translational/Spring", "c"),
            };
            objects.push(format!("terminals:{what} X{at} {parameter}=\"{value:?}\""));
            at_node[*one].push(format!("X{at}.A"));
            if *kind != 'M' {
                at_node[*other].push(format!("X{at}.B"));
            }
        }
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        scenario(&objects, &joined(&at_node), "", engine)
    }
}

/// Connections that join what is at each node.
fn joined(at_node: &[Vec<String>]) -> String {
    let connection = |terminals: &Vec<String>| {
        let (first, others) = terminals.split_first()?;
        (!others.is_empty()).then(|| format!("{first}=\"{}\"\n", others.join(", ")))
    };
    at_node.iter().filter_map(connection).collect()
}

fn determinant(mut matrix: Vec<Vec<Complex>>) -> Complex {
    let size = matrix.len();
    let mut product = Complex::new(1.0, 0.0);
    for column in 0..size {
        let pivot =
            (column..size).max_by(|i, j| matrix[*i][column].norm().total_cmp(&matrix[*j][column].norm())).unwrap();
        if pivot != column {
            matrix.swap(pivot, column);
            product = -product;
        }
        let top = matrix[column][column];
        product *= top;
        if top.norm() == 0.0 {
            return product;
        }
        let (above, below) = matrix.split_at_mut(column + 1);
        for row in below {
            let factor = row[column] / top;
            row.iter_mut().zip(&above[column]).for_each(|(of, known)| *of -= *known * factor);
        }
    }
    product
}

/// That a polynomial has these zeros and, beyond them, so many at 0: its quotient by their product is one number.
#[track_caller]
fn assert_zeros(polynomial: impl Fn(Complex) -> Complex, zeros: &[Complex], at_zero: usize, allowed: f64, what: &str) {
    let quotient = |s: Complex| {
        let product = zeros.iter().fold(Complex::new(1.0, 0.0), |product, zero| product * (s - *zero));
        polynomial(s) / product / s.powi(at_zero as i32)
    };
    let first = quotient(Complex::new(0.7, 0.4));
    for s in [Complex::new(-0.3, 1.1), Complex::new(1.9, -0.2), Complex::new(0.05, 3.0), Complex::new(-2.0, 0.6)] {
        let other = quotient(s);
        assert!((other - first).norm() <= allowed * first.norm(), "{what}: {first} {other}: {zeros:?}");
    }
}

const AT_ONCE: &str = r#"TOutput="0, 1" FileOutput="objects:states""#;

/// 500 random nets of resistances, inductances, capacities that may float, and sources between any nodes: their
/// eigenvalues are the zeros of nodal analysis; those that inductors alone lead to are named as what they are.
#[test]
fn random_electric_nets_have_the_eigenvalues_of_nodal_analysis() {
    let mut chance = Chance(41);
    let (mut equal, mut loose) = (0, 0);
    for trial in 0..500 {
        let mut net = Net::random(&mut chance, &['R', 'R', 'L', 'C']);
        if trial % 3 == 0 {
            let one = 1 + (chance.uniform() * (net.nodes - 1) as f64) as usize;
            let other = (one + 1 + (chance.uniform() * (net.nodes - 1) as f64) as usize) % net.nodes;
            net.branches.push(('V', one, other, 1.0));
        }
        let text = net.scenario(AT_ONCE);
        if !net.is_anchored() {
            let codes = complaints(&text);
            assert!(codes.iter().any(|code| code.starts_with("undetermined-node: ")), "{trial}: {codes:?}\n{text}");
            loose += 1;
            continue;
        }
        let model = try_load(&text).unwrap_or_else(|wrong| panic!("{trial}: {wrong}\n{text}"));
        let found = Run::new(&model).linearize(&[], &[]).unwrap_or_else(|why| panic!("{trial}: {why}\n{text}"));
        let zeros: Vec<Complex> = found.system.eigenvalues().unwrap();
        assert_zeros(|s| net.determinant(s), &zeros, 0, 1e-9, &format!("{trial} ({})\n{text}", net.degree()));
        equal += 1;
    }
    assert!(equal > 300 && loose > 50, "{equal} {loose}");
}

/// 300 random nets of masses, dampers and springs, many of their nodes without a mass.
#[test]
fn random_mechanical_nets_have_the_eigenvalues_of_mass_damping_and_stiffness() {
    let mut chance = Chance(43);
    let mut equal = 0;
    for trial in 0..300 {
        let net = Net::random(&mut chance, &['M', 'D', 'S', 'S']);
        let text = net.mechanical_scenario(AT_ONCE);
        let model = match try_load(&text) {
            Ok(model) => model,
            Err(wrong) => {
                let codes: Vec<&str> = wrong.sorted().iter().map(|wrong| wrong.code()).collect();
                let is_singular = net.mechanical_determinant(Complex::new(0.7, 0.4)).norm() < 1e-9;
                let is_open = codes.contains(&"unconnected-terminal");
                assert!(is_singular || is_open || codes == ["undetermined-node"], "{trial}: {wrong}\n{text}");
                continue;
            }
        };
        let found = Run::new(&model).linearize(&[], &[]).unwrap_or_else(|why| panic!("{trial}: {why}\n{text}"));
        let zeros: Vec<Complex> = found.system.eigenvalues().unwrap();
        // The positions of nodes that no spring is at are no states, and turn up as zeros at 0.
        let springs: Vec<usize> = net
            .branches
            .iter()
            .filter(|(kind, ..)| *kind != 'D')
            .flat_map(|(kind, a, b, _)| if *kind == 'M' { vec![*a] } else { vec![*a, *b] })
            .collect();
        let hidden = (1..net.nodes).filter(|node| !springs.contains(node)).count();
        assert_zeros(|s| net.mechanical_determinant(s), &zeros, hidden, 1e-7, &format!("{trial}\n{text}"));
        equal += 1;
    }
    assert!(equal > 150, "{equal}");
}

/// A gear line from angles with an offset: one state, with the inertias as the ratios see them.
#[test]
fn a_line_of_gears_has_one_state() {
    let objects = [
        r#"terminals:Rotational/Inertia J1 J="0.5""#,
        r#"terminals:Rotational/IdealGear G1 ratio="4""#,
        r#"terminals:Rotational/Inertia J2 J="3""#,
        r#"terminals:Rotational/IdealGear G2 ratio="-2.5""#,
        r#"terminals:Rotational/Inertia J3 J="7""#,
        "terminals:Rotational/Torque T",
    ];
    let fed = r#"J1.A="G1.A, T.A" G1.B="J2.A, G2.A" G2.B="J3.A" T.F="2""#;
    let engine = format!(r#"{TIGHT} TOutput="0:0.5:2" FileOutput="J1.phi, J2.phi, J3.phi, J3.w""#);
    let rows = run_in_order(&objects, fed, r#"J1.phi="0.3" J3.phi="1.5""#, &engine);
    let inertia = 0.5 + 3.0 / 16.0 + 7.0 / 100.0;
    for (time, row) in rows {
        let (w, turned) = (2.0 / inertia * time, 1.0 / inertia * time * time);
        let expected = [0.3 + turned, (0.3 + turned) / 4.0, 1.5 - turned / 10.0, -w / 10.0];
        for (is, should) in row.iter().zip(expected) {
            assert!((is - should).abs() < 1e-10 * should.abs().max(1.0), "{time}: {row:?} {expected:?}");
        }
    }
    let text = scenario(&objects, fed, "", AT_ONCE);
    assert_eq!(linear(&text).system.a.rows(), 2, "an angle and its velocity");
}

/// A flange that follows a step through a filter `1 / (0.618 p^2 + 1.3617 p + 1)`, `p = s / wc`, drags a mass along: the force is
/// m a. Closed form of its step response.
#[test]
fn a_position_may_follow_a_step_through_a_filter() {
    let objects = [
        r#"terminals:Translational/Mass M m="3""#,
        r#"terminals:Translational/Position P f_crit="5""#,
        r#"base:Src/Step S Before="0.2" After="1.2" StepTime="0.1""#,
    ];
    let engine = r#"IntegratorMethod="DormandPrince" RelTol="1e-10" AbsTol="1e-12" TOutput="0:0.01:0.4" FileOutput="M.A.s, M.A.v, P.f""#;
    for (time, row) in run_in_order(&objects, r#"M.A="P.A" P.Ref="S.Out""#, "", engine) {
        let (critical, [a, b]) = (10.0 * std::f64::consts::PI, [1.3617, 0.618]);
        let (decay, swing) = (critical * a / (2.0 * b), critical * f64::sqrt(4.0 * b - a * a) / (2.0 * b));
        let since = f64::max(time - 0.1, 0.0);
        let (sine, cosine) = (swing * since).sin_cos();
        let fades = (-decay * since).exp();
        let square = decay * decay + swing * swing;
        let s = 1.2 - fades * (cosine + decay / swing * sine);
        let v = fades * square / swing * sine;
        let acceleration = if time < 0.1 { 0.0 } else { fades * square * (cosine - decay / swing * sine) };
        for (is, should) in row.iter().zip([s, v, -3.0 * acceleration]) {
            assert!((is - should).abs() < 1e-7 * should.abs().max(1.0), "{time}: {row:?}, not {s} {v} {acceleration}");
        }
    }
}

/// Rates that are none of what they should be are an error, at the start and, of what depends on time alone, later too; those
/// that are, and constants, are taken; and without any, the error says what to connect.
#[test]
fn rates_that_do_not_belong_together_are_an_error() {
    let model = |velocity: &str, acceleration: &str, position: &str| {
        let connections = format!(
            r#"<Connection P.A="D.A" D.B="M.A"/><Connection To="P.Ref" From="{position}"/>{}{}"#,
            if velocity.is_empty() {
                String::new()
            } else {
                format!(r#"<Connection To="P.RefVel" From="{velocity}"/>"#)
            },
            if acceleration.is_empty() {
                String::new()
            } else {
                format!(r#"<Connection To="P.RefAcc" From="{acceleration}"/>"#)
            },
        );
        format!(
            r#"<Contents><OBJECTS><Lib LibName="terminals" SimObject="Translational/Position" Name="P"/>
            <Lib LibName="terminals" SimObject="Translational/Damper" Name="D" d="10"/>
            <Lib LibName="terminals" SimObject="Translational/Mass" Name="M" m="1"/></OBJECTS>
            <INTERCONNECTIONS>{connections}</INTERCONNECTIONS>
            <INTEGRATION><Engine TOutput="0:0.5:2" FileOutput="M.v"/></INTEGRATION></Contents>"#
        )
    };
    let (sine, cosine) = ("0.1 m*sin(3 rad/s*time)", "0.1 m*cos(3 rad/s*time)");
    let (of_sine, of_cosine) = ("0.3 m/s*cos(3 rad/s*time)", "-0.3 m/s*sin(3 rad/s*time)");
    for (velocity, acceleration, position, told) in [
        ("0", "0", sine, "`P.RefVel` is 0.0 m/s at t = 0 s, where `P.Ref` changes with 0.3 m/s"),
        // At the start both are 0.
        ("0", "0", cosine, "`P.RefVel` is 0.0 m/s at t ="),
        (of_cosine, "0", cosine, "`P.RefAcc` is 0.0 m/s^2 at t = 0 s, where `P.RefVel` changes with -0.9 m/s^2"),
        ("", "", sine, "is given `P.Ref` and needs the rate of that, which no run has"),
    ] {
        let found = complaints(&model(velocity, acceleration, position)).join(" ");
        assert!(found.contains(told), "{velocity}, {acceleration}, {position}: {found}");
    }
    for (velocity, acceleration, position) in [
        ("0", "0", "0.2"),
        (of_sine, "-0.9 m/s^2*sin(3 rad/s*time)", sine),
        (of_cosine, "-0.9 m/s^2*cos(3 rad/s*time)", cosine),
        // A jump has no rate.
        ("0", "0", "if(time lt 1 s, 0 m, 0.1 m)"),
    ] {
        load(&model(velocity, acceleration, position));
    }
}
