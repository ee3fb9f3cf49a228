//! A circuit of pump, accumulator, valves, motor and cylinder against one that was
//! restated apart from this program.
//!
//! That was done in Python: volumes by the rule of N ports, spools by the transfer
//! function of second order, turbulent edges by the formula that is not a quotient, each in its
//! published form; motor and cylinder by solving all of their equations at once with
//! numpy.linalg.solve (trapezoidal rules, flows and pressures), the accumulator by
//! scipy.optimize.brentq. So no formula there was solved for anything by hand.

use super::{Rows, circuit};

#[test]
fn a_circuit_agrees_with_its_equations_restated() {
    let objects = [
        r#"base:Src/Step U StepTime="0.0105" Before="0" After="0.004""#,
        r#"base:Src/Step S StepTime="0.0205" Before="0" After="1""#,
        r#"Hydraulic/Tank T1 p="5e5""#,
        r#"Hydraulic/FixedDisplacementPump P n_p="150" D_p="5e-5" C_lp="1e-12" Cavitation="Zero""#,
        r#"Hydraulic/Volume V NumPorts="4" V="2e-3" StartPressure="8e6""#,
        r#"Hydraulic/Accumulator A V0="1e-3" Kca="1e-8" kappa="1.2" p0="6e6" StartPressure="8e6""#,
        r#"Hydraulic/Valve22 X f="0.25""#,
        r#"Hydraulic/Volume M V="1e-4" StartPressure="5e5""#,
        r#"Hydraulic/FixedDisplacementMotor R D_m="5e-5" B_m="0.05" C_lm="1e-11" J_m="0.02""#,
        r#"Hydraulic/Tank T2 p="5e5""#,
        r#"Hydraulic/Valve32 Y f="0.1" Edges="Apart""#,
        r#"Hydraulic/Tank T3 p="5e5""#,
        r#"Hydraulic/Volume W V="1e-4" StartPressure="5e5""#,
        r#"Hydraulic/CylinderQ C A_1="1e-3" A_2="6e-4" m_l="20" B_p="300" B_l="100" k_l="1e3" s_l="0.5" StartPosition="0.1""#,
        r#"Hydraulic/Volume Z V="1e-4" StartPressure="5e5""#,
        r#"Hydraulic/LaminarOrifice L Kc="2e-10""#,
        r#"Hydraulic/Tank T4 p="5e5""#,
        r#"Mechanic/TranslationalSpring F k="2e4""#,
        "Mechanic/FixedPosition G",
    ];
    let connections = r#"X.in="U.Out" Y.in="S.Out" P.P1="T1.P1" P.P2="V.P1" A.P1="V.P2" X.PP="V.P3" X.PA="M.P1"
        R.P1="M.P2" R.P2="T2.P1" Y.PP="V.P4" Y.PA="W.P1" Y.PT="T3.P1" C.P1="W.P2" C.P2="Z.P1" L.P1="Z.P2" L.P2="T4.P1"
        C.P3="F.P1" F.P2="G.P1""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1e-3" TOutput="0:1e-3:0.1""#));
    for (name, expected) in RESTATED {
        let found = rows.of_column(name);
        let found = [1, 2, 30, 60, 100].map(|tick| found[tick]);
        let amplitude = expected.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-11 * amplitude;
        assert!(found.iter().zip(&expected).all(is_near), "{name}: {found:?} instead of {expected:?}");
    }
}

/// At ticks 1, 2, 30, 60 and 100.
const RESTATED: [(&str, [f64; 5]); 16] = [
    ("V.P1.p", [9316495.08678048, 8132964.54261601, 8340481.18496222, 7702155.00323226, 7011574.28191059]),
    ("A.xmp", [0.213163702433764, 0.213650405666606, 0.241395279751982, 0.205422638706239, 0.136540995437595]),
    ("A.pa", [8000000.0, 8005942.19188481, 8358581.88850666, 7906564.63819315, 7155849.25104224]),
    (
        "A.P1.q",
        [2.30694582702917e-18, -0.000973406465684275, -0.000353694369449685, 0.00211785331209752, 0.00147260037713706],
    ),
    ("R.P3.w", [1.10883697840215e-17, 3.32651093520646e-17, 39.9800937022303, 113.351863007462, 179.816045699492]),
    ("R.P3.a", [6.7762635780344e-21, 2.71050543121376e-20, 0.292916844510744, 2.64147143638236, 8.62007765426325]),
    ("R.P1.p", [500000.0, 500000.0, 7632312.0314802, 6509264.53743262, 4762148.29365029]),
    (
        "R.P1.q",
        [
            5.23868948221207e-21,
            5.23868948221207e-21,
            -0.000389474597214158,
            -0.000962118110689969,
            -0.00147355210895212,
        ],
    ),
    ("X.xv", [0.0, 0.0, 0.0023204423894424, 0.00383161994324042, 0.00399485819231721]),
    ("Y.xv", [0.0, 0.0, 0.00245557477974219, 0.00904741873649507, 0.00996854509826626]),
    ("C.P3.x", [0.100001800776135, 0.10000619575559, 0.102204529258026, 0.175053012643933, 0.248051368103246]),
    ("C.P3.v", [0.00360155226902795, 0.00518840664272242, 0.553071629517498, 2.84692993726362, 1.22736792883662]),
    ("C.P1.p", [459982.752566356, 442351.037303084, 4354715.52360557, 6626960.87737225, 5845381.43253354]),
    ("C.P2.p", [524010.348460186, 534589.37761815, 2816516.98105505, 8640434.4984993, 4089337.58430085]),
    ("C.P3.f", [0.072031045380559, 0.103768132854448, 44.639768256849, 1500.69229859917, 2960.92532581345]),
    ("P.a", [0.15, 0.3, 4.5, 9.00000000000001, 15.0]),
];
