//! One chain in every choice of forms that fits: all have the same numbers, and so has the same network of terminals.

use bowline_engine::equilibrium::Conditions;
use bowline_engine::linear_model::WithRates;
use bowline_engine::lti::Complex;

use super::still;
use crate::laboratory::{Row, run_in_order, run_text_in_order, scenario};

/// An element of a chain: its type without the form, its parameters, and whether it lies in series.
type Element = (&'static str, &'static str, bool);

/// The form of an element between joints of which the left end gives the potential, or not.
fn form([left, right]: [bool; 2]) -> char {
    match (left, right) {
        (true, true) => 'G',
        (false, false) => 'H',
        (true, false) => 'Y',
        (false, true) => 'Z',
    }
}

/// Every choice of joints with which all elements have a form: in series there is no Z, across no Y.
fn choices(elements: &[Element]) -> Vec<Vec<bool>> {
    let all =
        (0..1_u32 << (elements.len() + 1)).map(|bits| (0..=elements.len()).map(|at| bits >> at & 1 == 1).collect());
    let fits = |joints: &Vec<bool>| {
        let pairs = joints.windows(2).zip(elements);
        pairs.into_iter().all(|(pair, (.., is_series))| form([pair[0], pair[1]]) != if *is_series { 'Z' } else { 'Y' })
    };
    all.filter(fits).collect()
}

/// The chain between ends that give what its joints ask for, of the pressure and the flow at both.
fn chain(elements: &[Element], joints: &[bool], [left, right]: [[f64; 2]; 2], engine: &str) -> String {
    let end = |gives_potential: bool, side: &str, [p, q]: [f64; 2]| {
        let (kind, given) =
            if gives_potential { ("Pressure", format!("p=\"{p:e}\"")) } else { ("Flow", format!("Q=\"{q:e}\"")) };
        format!("multipole:{kind}/{side} {side} {given}")
    };
    let mut objects = vec![end(joints[0], "Left", left), end(!joints[elements.len()], "Right", right)];
    let mut fed = String::new();
    let mut last = "Left.P".to_owned();
    for (at, (element, parameters, _)) in elements.iter().enumerate() {
        objects.push(format!("multipole:{element}/{} E{at} {parameters}", form([joints[at], joints[at + 1]])));
        fed += &format!(r#"{last}="E{at}.P1" "#);
        last = format!("E{at}.P2");
    }
    fed += &format!(r#"{last}="Right.P""#);
    scenario(&objects.iter().map(String::as_str).collect::<Vec<_>>(), &fed, "", engine)
}

/// Of a matrix `[A1; B1] = T [A2; B2]` what comes out at both ends, for what goes in.
fn of_matrix(t: [[Complex; 2]; 2], [left, right]: [bool; 2]) -> [[Complex; 2]; 2] {
    // A1 - T11 A2 - T12 B2 = 0 and B1 - T21 A2 - T22 B2 = 0: two of the four are given.
    let one = Complex::new(1.0, 0.0);
    let zero = Complex::default();
    let columns = [[one, zero], [zero, one], [-t[0][0], -t[1][0]], [-t[0][1], -t[1][1]]];
    let (given, out) =
        ([usize::from(!left), if right { 3 } else { 2 }], [usize::from(left), if right { 2 } else { 3 }]);
    let [a, b] = out.map(|of| columns[of]);
    let determinant = a[0] * b[1] - a[1] * b[0];
    let solved = given.map(|of| {
        let [c, d] = columns[of].map(|term| -term);
        [(c * b[1] - d * b[0]) / determinant, (a[0] * d - a[1] * c) / determinant]
    });
    [0, 1].map(|out| [solved[0][out], solved[1][out]])
}

/// Six elements, one of them turbulent: in all of their causalities the same place of rest and the same response about it, improper forms and
/// those with loops among them. References: the laws, from joint to joint; products of chain matrices.
#[test]
fn every_causality_of_a_chain_rests_and_answers_alike() {
    const ELEMENTS: [Element; 6] = [
        ("RR", r#"RL="1e9" RT="2e12""#, true),
        ("VE", r#"C="3e-12""#, false),
        ("LEt", r#"R="4e9""#, false),
        ("HI", r#"L="6e6""#, true),
        ("RR", r#"RL="5e8" RT="3e12""#, true),
        ("VE", r#"C="1e-12""#, false),
    ];
    // Pressure and flow at each joint, from the right on.
    let mut at = vec![[2e6, 3e-4]];
    for of in ["VE", "RR2", "HI", "LEt", "VE", "RR1"] {
        let [p, q]: [f64; 2] = at[at.len() - 1];
        at.push(match of {
            "RR1" => [p + (1e9 + 2e12 * q) * q, q],
            "RR2" => [p + (5e8 + 3e12 * q) * q, q],
            "LEt" => [p, q + p / 4e9],
            _ => [p, q],
        });
    }
    at.reverse();
    let choices = choices(&ELEMENTS);
    assert_eq!(choices.len(), 29);
    for joints in choices {
        let text =
            chain(&ELEMENTS, &joints, [at[0], at[6]], r#"RelTol="1e-11" TOutput="0, 1" FileOutput="objects:all""#);
        let model = still(&text);
        let found = bowline_engine::equilibrium::Equilibrium::find(
            &model,
            &model.first_state().unwrap(),
            &Conditions::default(),
            &mut |_| None,
        );
        let found = found.unwrap_or_else(|error| panic!("{joints:?}: {error}"));
        let workspace = model.workspace_at(&found.state).unwrap();
        for (joint, [p, q]) in at.iter().enumerate() {
            let element = if joint == 0 { "E0.P1".to_owned() } else { format!("E{}.P2", joint - 1) };
            for (variable, expected) in [("p", p), ("Q", q)] {
                let found =
                    model.probe(&format!("{element}.{variable}")).unwrap().values(0.0, &workspace).next().unwrap();
                assert!(
                    (found / expected - 1.0).abs() < 1e-9,
                    "{joints:?}: {element}.{variable} is {found}, not {expected}"
                );
            }
        }
        let name = |is_potential: bool| if is_potential { "p" } else { "Q" };
        let inputs = [format!("Left.{}", name(joints[0])), format!("Right.{}", name(!joints[6]))];
        let outputs = [format!("E0.P1.{}", name(!joints[0])), format!("E5.P2.{}", name(joints[6]))];
        let inputs = inputs.map(|name| model.input(&name).unwrap());
        let outputs = outputs.map(|name| model.probe(&name).unwrap());
        let response = WithRates::of(&model, &found.state, &inputs, &outputs).unwrap();
        for omega in [3.0, 100.0, 300.0] {
            let s = Complex::new(0.0, omega);
            let (one, zero) = (Complex::new(1.0, 0.0), Complex::default());
            let of = |element: &str| match element {
                "RR1" => [[one, (1e9 + 2.0 * 2e12 * at[0][1]).into()], [zero, one]],
                "RR2" => [[one, (5e8 + 2.0 * 3e12 * at[4][1]).into()], [zero, one]],
                "HI" => [[one, s * 6e6], [zero, one]],
                "LEt" => [[one, zero], [(1.0 / 4e9).into(), one]],
                "VE1" => [[one, zero], [s * 3e-12, one]],
                _ => [[one, zero], [s * 1e-12, one]],
            };
            let product = |t: [[Complex; 2]; 2], u: [[Complex; 2]; 2]| {
                [0, 1].map(|row| [0, 1].map(|column| t[row][0] * u[0][column] + t[row][1] * u[1][column]))
            };
            let t = ["RR1", "VE1", "LEt", "HI", "RR2", "VE2"].map(of).into_iter().reduce(product).unwrap();
            let expected = of_matrix(t, [joints[0], joints[6]]);
            let found = response.frequency_response(&[omega / std::f64::consts::TAU]).unwrap();
            for (out, expected) in expected.into_iter().enumerate() {
                for (input, expected) in expected.into_iter().enumerate() {
                    let found = found.get(0, out, input).unwrap();
                    let off = (found - expected).norm() / expected.norm();
                    assert!(off < 1e-9, "{joints:?} at {omega}, {out} of {input}: {found}, not {expected}, {off}");
                }
            }
        }
    }
}

/// The terminal network of the transient below: oil of constant density, a tube with laminar friction of its own.
const OF_TERMINALS: [&str; 15] = [
    r#"multipole:Fluid/Constant O rho="870" nu="46e-6" E="1.4e9""#,
    r#"terminals:Hydraulic/ConstantPressure In Pressure="1.1e6""#,
    r#"terminals:Hydraulic/Tank T TankPressure="1e5""#,
    r#"terminals:Hydraulic/LaminarResistance R1 Resistance="1e9""#,
    r#"terminals:Hydraulic/LaminarResistance K1 Resistance="2e10""#,
    r#"terminals:Hydraulic/LaminarResistance R2 Resistance="5e8""#,
    r#"terminals:Hydraulic/LaminarResistance K2 Resistance="3e10""#,
    r#"terminals:Hydraulic/LaminarResistance R3 Resistance="2e8""#,
    r#"terminals:Hydraulic/Volume C Volume="1.4e-3""#,
    r#"terminals:Hydraulic/LaminarResistance R4 Resistance="3e8""#,
    r#"terminals:Hydraulic/LaminarResistance K3 Resistance="1e10""#,
    r#"terminals:Hydraulic/LaminarResistance R5 Resistance="4e8""#,
    r#"terminals:Hydraulic/Tube U Length="0.45" Diameter="0.01""#,
    r#"terminals:Hydraulic/LaminarResistance R6 Resistance="6e8""#,
    "terminals:Hydraulic/PressureSensor P",
];

/// The proper causalities, most of them with loops, and the same network of terminals, after a step of 1 MPa. Reference: the matrix exponential.
#[test]
fn every_proper_causality_moves_alike_and_so_do_terminals() {
    // R5 has the friction of the tube.
    const ELEMENTS: [Element; 11] = [
        ("RR", r#"RL="1e9""#, true),
        ("LEt", r#"R="2e10""#, false),
        ("RR", r#"RL="5e8""#, true),
        ("LEt", r#"R="3e10""#, false),
        ("RR", r#"RL="2e8""#, true),
        ("VE", r#"C="1e-12""#, false),
        ("RR", r#"RL="3e8""#, true),
        ("LEt", r#"R="1e10""#, false),
        ("RR", r#"RL="473375267.07563375""#, true),
        ("HI", r#"L="4984732.817638162""#, true),
        ("RR", r#"RL="6e8""#, true),
    ];
    const MOTION: [[f64; 3]; 5] = [
        [0.0005, 238_340.384_183_083, 1.179_382_763_609_70e-5],
        [0.001, 395_327.686_266_703, 3.981_981_331_640_32e-5],
        [0.002, 542_565.103_788_697, 1.132_667_705_374_75e-4],
        [0.004, 533_496.793_437_351, 2.318_441_327_096_66e-4],
        [0.01, 402_613.725_139_925, 2.903_863_199_857_67e-4],
    ];
    let engine = |names: &str| {
        format!(
            r#"IntegratorMethod="DormandPrince" RelTol="1e-11" AbsTol="1e-13" TOutput="0, 0.0005, 0.001, 0.002, 0.004, 0.01" FileOutput="{names}""#
        )
    };
    let is_proper = |joints: &Vec<bool>| {
        joints[0] && !joints[11] && form([joints[5], joints[6]]) == 'Z' && form([joints[9], joints[10]]) == 'Y'
    };
    let proper: Vec<Vec<bool>> = choices(&ELEMENTS).into_iter().filter(is_proper).collect();
    assert_eq!(proper.len(), 16);
    let mut ways: Vec<(String, Vec<Row>, f64)> = Vec::new();
    for joints in proper {
        let text = chain(&ELEMENTS, &joints, [[1e6, 0.0], [0.0, 0.0]], &engine("E5.P2.p, E9.P1.Q"));
        ways.push((format!("{joints:?}"), run_text_in_order(&text), 0.0));
    }
    let fed = r#"In.A="R1.A" R1.B="K1.A, R2.A" R2.B="K2.A, R3.A" R3.B="C.A, P.A, R4.A" R4.B="K3.A, R5.A" R5.B="U.A" U.B="R6.A"
        T.A="K1.B, K2.B, K3.B, R6.B""#;
    ways.push(("terminals".into(), run_in_order(&OF_TERMINALS, fed, r#"C.A.p="1e5""#, &engine("P.p, U.q")), 1e5));
    for (way, rows, above) in ways {
        assert_eq!(rows.len(), 6);
        for ((time, row), [at, pressure, flow]) in rows.iter().skip(1).zip(MOTION) {
            assert_eq!(*time, at);
            let off = [(row[0] - above) / pressure - 1.0, row[1] / flow - 1.0];
            assert!(off.iter().all(|off| off.abs() < 1e-9), "{way} at {time}: {off:?} off");
        }
    }
}

/// A force on a mass, a spring, a second mass and a damper: as multi-poles and by terminals.
#[test]
fn a_mechanical_chain_moves_as_that_of_terminals() {
    let engine = |names: &str| {
        format!(
            r#"IntegratorMethod="DormandPrince" RelTol="1e-11" AbsTol="1e-13" TOutput="0:0.02:1" FileOutput="{names}""#
        )
    };
    let objects = [
        r#"multipole:Force/Left L F="100""#,
        r#"multipole:IN/Y A m="12""#,
        r#"multipole:EL/Z S c="2e4""#,
        r#"multipole:IN/Y B m="7""#,
        r#"multipole:DA/H D h="35""#,
        r#"multipole:Force/Right R F="20""#,
    ];
    let fed = r#"L.P="A.P1" A.P2="S.P1" S.P2="B.P1" B.P2="D.P1" D.P2="R.P""#;
    let poles = run_in_order(&objects, fed, "", &engine("A.v, B.v, S.F"));
    let objects = [
        r#"terminals:Translational/Mass A m="12""#,
        r#"terminals:Translational/Spring S c="2e4""#,
        r#"terminals:Translational/Mass B m="7""#,
        r#"terminals:Translational/Damper D d="35""#,
        r#"terminals:Translational/Fixed G"#,
        r#"terminals:Translational/Force L"#,
        r#"terminals:Translational/Force R"#,
    ];
    let fed = r#"A.A="L.A, S.A" S.B="B.A, D.A, R.A" D.B="G.A" L.F="100" R.F="-20""#;
    let terminals = run_in_order(&objects, fed, "", &engine("A.v, B.v, S.f"));
    assert_eq!((poles.len(), terminals.len()), (51, 51));
    // A spring of terminals counts what pulls, one of multi-poles what pushes.
    for (at, (sign, size)) in [(1.0, 1.0), (1.0, 1.0), (-1.0, 100.0)].into_iter().enumerate() {
        for ((time, poles), (_, terminals)) in poles.iter().zip(&terminals) {
            let off = (poles[at] - sign * terminals[at]).abs() / size;
            assert!(off < 1e-8, "{at} at {time}: {poles:?} {terminals:?}");
        }
    }
    assert!(poles[50].1[0] > 0.5, "{:?}", poles[50]);
}
