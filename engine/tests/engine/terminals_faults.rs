//! Wrong models of terminals: each is named as what it is, before anything runs.

use crate::laboratory::{complaints, complaints_of_check, scenario};

/// What is wrong, with elements of `terminals` unless they name a library, connections and initial conditions.
struct Fault {
    what: &'static str,
    objects: &'static [&'static str],
    fed: &'static str,
    initial: &'static str,
    code: &'static str,
    /// What the message names.
    names: &'static [&'static str],
}

#[track_caller]
fn check(faults: &[Fault]) {
    for Fault { what, objects, fed, initial, code, names } in faults {
        let qualified = |object: &&str| {
            let kind = object.split(' ').next().unwrap_or(object);
            if kind.contains(':') { (*object).to_owned() } else { format!("terminals:{object}") }
        };
        let objects: Vec<String> = objects.iter().map(qualified).collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let text = scenario(&objects, fed, initial, r#"TOutput="0, 1" FileOutput="objects:states""#);
        for told in [complaints(&text), complaints_of_check(&text)] {
            let is_told = told.iter().any(|told| {
                let named = |name: &&str| told.contains(&format!("`{name}`"));
                told.starts_with(&format!("{code}: ")) && names.iter().all(named)
            });
            assert!(is_told, "{what}: {code} of {names:?} expected, not {told:#?}\n{text}");
            // Nothing is left to a matrix.
            assert!(!told.iter().any(|told| told.starts_with("failed-evaluation: ")), "{what}: {told:#?}");
        }
    }
}

const ELECTRIC: &[Fault] = &[
    Fault {
        what: "two sources of voltage side by side",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V1 V="5""#,
            r#"Electric/ConstantVoltage V2 V="5""#,
            r#"Electric/Resistor R R="10""#,
        ],
        fed: r#"G.P="V1.N, V2.N, R.N" V1.P="V2.P, R.P""#,
        initial: "",
        code: "fixed-twice",
        names: &["V1", "V2"],
    },
    Fault {
        what: "a source of voltage with both pins at ground",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R R="10""#,
            r#"Electric/ConstantCurrent I I="1""#,
        ],
        fed: r#"G.P="V.N, V.P, R.N, I.N" R.P="I.P""#,
        initial: "",
        code: "fixed-twice",
        names: &["V"],
    },
    Fault {
        what: "sources of voltage in a circle",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V1 V="5""#,
            r#"Electric/ConstantVoltage V2 V="5""#,
            r#"Electric/ConstantVoltage V3 V="5""#,
            r#"Electric/Resistor R R="10""#,
        ],
        fed: r#"G.P="V1.N, V3.N, R.N" V1.P="V2.N, R.P" V2.P="V3.P""#,
        initial: "",
        code: "fixed-twice",
        names: &["V1", "V2", "V3"],
    },
    Fault {
        what: "an ideal transformer between two sources",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V1 V="5""#,
            r#"Electric/ConstantVoltage V2 V="5""#,
            r#"Electric/IdealTransformer T n="2""#,
        ],
        fed: r#"G.P="V1.N, V2.N, T.N1, T.N2" V1.P="T.P1" V2.P="T.P2""#,
        initial: "",
        code: "fixed-twice",
        names: &["V1", "V2", "T"],
    },
    Fault {
        what: "a source and a winding that a current sensor shorts",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/IdealTransformer T n="2""#,
            "Electric/CurrentSensor A",
        ],
        fed: r#"G.P="V.N, T.N1, T.N2, A.N" V.P="T.P1" T.P2="A.P""#,
        initial: "",
        code: "fixed-twice",
        names: &["V", "T", "A"],
    },
    Fault {
        what: "current sensors side by side",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R R="10""#,
            "Electric/CurrentSensor A1",
            "Electric/CurrentSensor A2",
        ],
        fed: r#"G.P="V.N, R.N" V.P="A1.P, A2.P" A1.N="A2.N, R.P""#,
        initial: "",
        code: "undetermined-through",
        names: &["A1", "A2"],
    },
    Fault {
        what: "a current sensor with both pins at a node",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R R="10""#,
            "Electric/CurrentSensor A1",
        ],
        fed: r#"G.P="V.N, R.N" V.P="A1.P, A1.N, R.P""#,
        initial: "",
        code: "undetermined-through",
        names: &["A1"],
    },
    Fault {
        what: "no ground",
        objects: &[r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Resistor R R="10""#],
        fed: r#"V.P="R.P" V.N="R.N""#,
        initial: "",
        code: "undetermined-node",
        names: &["R.P"],
    },
    Fault {
        what: "a secondary winding without a reference",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/IdealTransformer T n="2""#,
            r#"Electric/Resistor R R="10""#,
        ],
        fed: r#"G.P="V.N, T.N1" V.P="T.P1" T.P2="R.P" T.N2="R.N""#,
        initial: "",
        code: "undetermined-node",
        names: &["T.P2"],
    },
    Fault {
        what: "inductors in series",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Inductor L1 L="1""#,
            r#"Electric/Inductor L2 L="1""#,
        ],
        fed: r#"G.P="V.N, L2.N" V.P="L1.P" L1.N="L2.P""#,
        initial: "",
        code: "undetermined-node",
        names: &["L1", "L2"],
    },
    Fault {
        what: "an inductor and a source of current in series",
        objects: &["Electric/Ground G", r#"Electric/ConstantCurrent I I="1""#, r#"Electric/Inductor L L="1""#],
        fed: r#"G.P="I.N, L.N" I.P="L.P""#,
        initial: "",
        code: "undetermined-node",
        names: &["I", "L"],
    },
    Fault {
        what: "sources of current in series",
        objects: &["Electric/Ground G", r#"Electric/ConstantCurrent I1 I="1""#, r#"Electric/ConstantCurrent I2 I="1""#],
        fed: r#"G.P="I1.N, I2.P" I1.P="I2.N""#,
        initial: "",
        code: "undetermined-node",
        names: &["I1", "I2"],
    },
    Fault {
        what: "a source of current into a voltage sensor",
        objects: &["Electric/Ground G", r#"Electric/ConstantCurrent I I="1""#, "Electric/VoltageSensor M"],
        fed: r#"G.P="I.N, M.N" I.P="M.P""#,
        initial: "",
        code: "undetermined-node",
        names: &["I"],
    },
    Fault {
        what: "a voltage sensor between two islands",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R R="10""#,
            "Electric/VoltageSensor M",
        ],
        fed: r#"G.P="V.N, M.N" V.P="M.P, R.P" R.N="M2.P""#,
        initial: "",
        code: "unknown-object",
        names: &["M2"],
    },
    Fault {
        what: "an open pin",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Resistor R R="10""#],
        fed: r#"G.P="V.N" V.P="R.P""#,
        initial: "",
        code: "unconnected-terminal",
        names: &["R.N"],
    },
    Fault {
        what: "pins of two natures",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Rotational/Inertia J J="1""#],
        fed: r#"G.P="V.N" V.P="J.A""#,
        initial: "",
        code: "nature-mismatch",
        names: &["V.P", "J.A"],
    },
    Fault {
        what: "a pin joined to itself",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Resistor R R="10""#],
        fed: r#"G.P="V.N, R.N" V.P="R.P" R.P="R.P""#,
        initial: "",
        code: "bad-connection",
        names: &["R.P"],
    },
    Fault {
        what: "a pin joined to a signal",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R R="10""#,
            r#"base:Src/Constant S Value="1""#,
        ],
        fed: r#"G.P="V.N, R.N" V.P="R.P" R.P="S.Out""#,
        initial: "",
        code: "bad-connection",
        names: &["S.Out"],
    },
    Fault {
        what: "a signal from a pin",
        objects: &["Electric/Ground G", "Electric/SignalVoltage V", r#"Electric/Resistor R R="10""#],
        fed: r#"G.P="V.N, R.N" V.P="R.P" V.V="R.P""#,
        initial: "",
        code: "bad-connection",
        names: &["R.P"],
    },
    Fault {
        what: "a pin in an expression",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Resistor R R="10""#],
        fed: r#"G.P="V.N, R.N" V.P="2*R.P""#,
        initial: "",
        code: "bad-connection",
        names: &["V.P"],
    },
    Fault {
        what: "pins added up",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R1 R="10""#,
            r#"Electric/Resistor R2 R="10""#,
        ],
        fed: r#"G.P="V.N, R1.N, R2.N" V.P="R1.P + R2.P""#,
        initial: "",
        code: "bad-connection",
        names: &["V.P"],
    },
    Fault {
        what: "a pin that there is not, on the right",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Resistor R R="10""#],
        fed: r#"G.P="V.N, R.N" V.P="R.X""#,
        initial: "",
        code: "unknown-port",
        names: &["R", "X"],
    },
    Fault {
        what: "a pin that there is not, on the left",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Resistor R R="10""#],
        fed: r#"G.P="V.N, R.N" V.P="R.P" R.X="V.P""#,
        initial: "",
        code: "unknown-port",
        names: &["R", "X"],
    },
    Fault {
        what: "an element that there is not",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Resistor R R="10""#],
        fed: r#"G.P="V.N, R.N" V.P="R.P, Q.P""#,
        initial: "",
        code: "unknown-object",
        names: &["Q"],
    },
    Fault {
        what: "an in-port that its terminals feed",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R R="10""#,
            r#"base:Src/Constant S Value="1""#,
        ],
        fed: r#"G.P="V.N, R.N" V.P="R.P" R.v="S.Out""#,
        initial: "",
        code: "connected-twice",
        names: &["R.v"],
    },
    Fault {
        what: "a switch without a signal",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R R="10""#,
            "Electric/Switch W",
        ],
        fed: r#"G.P="V.N, R.N" V.P="W.P" W.N="R.P""#,
        initial: "",
        code: "unconnected-port",
        names: &["W.Control"],
    },
    Fault {
        what: "the current of a capacitor beside a source that does not know its rate",
        objects: &[
            "Electric/Ground G",
            "Electric/SignalVoltage V",
            r#"Electric/Capacitor C C="1""#,
            "Electric/CurrentSensor A",
            r#"base:Src/Constant S Value="1""#,
        ],
        fed: r#"G.P="V.N, C.N" V.P="A.P" A.N="C.P" V.V="S.Out""#,
        initial: "",
        code: "missing-rate",
        names: &["A.Through", "V"],
    },
    Fault {
        what: "a circle of capacitors and a source that does not know its rate",
        objects: &[
            "Electric/Ground G",
            "Electric/SignalVoltage V",
            r#"Electric/Capacitor C1 C="1""#,
            r#"Electric/Capacitor C2 C="1""#,
            r#"Electric/Resistor R R="10""#,
            r#"base:Src/Constant S Value="1""#,
        ],
        fed: r#"G.P="V.N, C2.N, R.N" V.P="C1.P" C1.N="C2.P, R.P" V.V="S.Out""#,
        initial: "",
        code: "missing-rate",
        names: &["V"],
    },
    Fault {
        what: "an operational amplifier whose output is at ground",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R1 R="10""#,
            "Electric/IdealOpAmp U",
        ],
        fed: r#"G.P="V.N, U.InP, U.Out" V.P="R1.P" R1.N="U.InN""#,
        initial: "",
        code: "undetermined-unknown",
        names: &["U.i"],
    },
    Fault {
        what: "an operational amplifier without feedback",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/Resistor R1 R="10""#,
            r#"Electric/Resistor R2 R="10""#,
            "Electric/IdealOpAmp U",
        ],
        fed: r#"G.P="V.N, U.InP, R2.N" V.P="R1.P" R1.N="U.InN" U.Out="R2.P""#,
        initial: "",
        code: "undetermined-unknown",
        names: &["U.i"],
    },
    Fault {
        what: "capacitors side by side that begin otherwise",
        objects: &[
            "Electric/Ground G",
            r#"Electric/Resistor R R="10""#,
            r#"Electric/Capacitor C1 C="1""#,
            r#"Electric/Capacitor C2 C="1""#,
        ],
        fed: r#"G.P="R.N, C1.N, C2.N" R.P="C1.P, C2.P""#,
        initial: r#"C1.v="1" C2.v="2""#,
        code: "contradicting-initial-conditions",
        names: &["C2.v"],
    },
    Fault {
        what: "a capacitor and its node that begin otherwise",
        objects: &["Electric/Ground G", r#"Electric/Resistor R R="10""#, r#"Electric/Capacitor C1 C="1""#],
        fed: r#"G.P="R.N, C1.N" R.P="C1.P""#,
        initial: r#"C1.v="1" R.P.v="2""#,
        code: "contradicting-initial-conditions",
        names: &["R.P.v"],
    },
    Fault {
        what: "an initial voltage that a source gives",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Capacitor C C="1""#],
        fed: r#"G.P="V.N, C.N" V.P="C.P""#,
        initial: r#"C.v="1""#,
        code: "bad-initial-condition",
        names: &["C.v"],
    },
    Fault {
        what: "an initial voltage of ground",
        objects: &["Electric/Ground G", r#"Electric/ConstantVoltage V V="5""#, r#"Electric/Resistor R R="10""#],
        fed: r#"G.P="V.N, R.N" V.P="R.P""#,
        initial: r#"G.P.v="1""#,
        code: "bad-initial-condition",
        names: &["G.P.v"],
    },
    Fault {
        what: "an initial voltage in ampere",
        objects: &["Electric/Ground G", r#"Electric/Resistor R R="10""#, r#"Electric/Capacitor C C="1""#],
        fed: r#"G.P="R.N, C.N" R.P="C.P""#,
        initial: r#"C.v="1 A""#,
        code: "bad-initial-condition",
        names: &["C.v"],
    },
    Fault {
        what: "two initial voltages for one capacitor",
        objects: &["Electric/Ground G", r#"Electric/Resistor R R="10""#, r#"Electric/Capacitor C C="1""#],
        fed: r#"G.P="R.N, C.N" R.P="C.P""#,
        initial: r#"C.v="1, 2""#,
        code: "bad-initial-condition",
        names: &["C.v"],
    },
    Fault {
        what: "an initial current of a pin",
        objects: &["Electric/Ground G", r#"Electric/Resistor R R="10""#, r#"Electric/Capacitor C C="1""#],
        fed: r#"G.P="R.N, C.N" R.P="C.P""#,
        initial: r#"C.P.i="1""#,
        code: "unknown-state",
        names: &["C", "P.i"],
    },
];

const TRANSLATIONAL: &[Fault] = &[
    Fault {
        what: "velocities at one flange",
        objects: &[
            r#"Translational/ConstantSpeed V1 v_fixed="1""#,
            r#"Translational/ConstantSpeed V2 v_fixed="2""#,
            r#"Translational/Damper D d="1""#,
            "Translational/Fixed X",
        ],
        fed: r#"V1.A="V2.A, D.A" X.A="D.B""#,
        initial: "",
        code: "fixed-twice",
        names: &["V1", "V2"],
    },
    Fault {
        what: "a velocity at what is fixed",
        objects: &[
            r#"Translational/ConstantSpeed V v_fixed="1""#,
            "Translational/Fixed X",
            r#"Translational/Spring K c="1""#,
            r#"Translational/Mass M m="1""#,
        ],
        fed: r#"V.A="X.A, K.A" K.B="M.A""#,
        initial: "",
        code: "fixed-twice",
        names: &["V"],
    },
    Fault {
        what: "a lever with three driven ends",
        objects: &[
            r#"Translational/Lever H a="1" b="1""#,
            r#"Translational/ConstantSpeed V1 v_fixed="1""#,
            r#"Translational/ConstantSpeed V2 v_fixed="1""#,
            r#"Translational/ConstantSpeed V3 v_fixed="2""#,
        ],
        fed: r#"H.A="V1.A" H.B="V2.A" H.C="V3.A""#,
        initial: "",
        code: "fixed-twice",
        names: &["V1", "V2", "V3", "H"],
    },
    Fault {
        what: "the force onto a mass at a velocity without a rate",
        objects: &[
            "Translational/Speed V",
            r#"Translational/Mass M m="1""#,
            "Translational/ForceSensor N",
            r#"base:Src/Constant S Value="1""#,
        ],
        fed: r#"V.A="N.A" N.B="M.A" V.Ref="S.Out""#,
        initial: "",
        code: "missing-rate",
        names: &["N.Through", "V"],
    },
    Fault {
        what: "a velocity without a signal",
        objects: &["Translational/Speed V", r#"Translational/Spring K c="1""#, r#"Translational/Mass M m="1""#],
        fed: r#"V.A="K.A" K.B="M.A""#,
        initial: "",
        code: "unconnected-port",
        names: &["V.Ref"],
    },
    Fault {
        what: "a flange that is open",
        objects: &["Translational/Fixed X", r#"Translational/Spring K c="1""#],
        fed: r#"X.A="K.A""#,
        initial: "",
        code: "unconnected-terminal",
        names: &["K.B"],
    },
    Fault {
        what: "a force on nothing",
        objects: &["Translational/Force F", "Translational/Sensor M"],
        fed: r#"F.A="M.A" F.F="1""#,
        initial: "",
        code: "undetermined-node",
        names: &["F"],
    },
    Fault {
        what: "the velocity between springs",
        objects: &[
            "Translational/Fixed X",
            r#"Translational/Spring K1 c="1""#,
            r#"Translational/Spring K2 c="1""#,
            r#"Translational/Mass M m="1""#,
            "Translational/Sensor N",
        ],
        fed: r#"X.A="K1.A" K1.B="K2.A, N.A" K2.B="M.A""#,
        initial: "",
        code: "no-velocity",
        names: &["N.Velocity", "K1.B"],
    },
    Fault {
        what: "friction at what has no mass",
        objects: &["Translational/Fixed X", r#"Translational/Spring K c="1""#, r#"Translational/Friction F f_c="1""#],
        fed: r#"X.A="K.A, F.A" K.B="F.B""#,
        initial: "",
        code: "no-inertia",
        names: &["F", "K.B"],
    },
    Fault {
        what: "a stop at what has no mass",
        objects: &["Translational/Fixed X", r#"Translational/Spring K c="1""#, r#"Translational/Stop F s_min="0""#],
        fed: r#"X.A="K.A, F.A" K.B="F.B""#,
        initial: "",
        code: "no-inertia",
        names: &["F", "K.B"],
    },
    Fault {
        what: "an initial velocity of what has none",
        objects: &[
            "Translational/Fixed X",
            r#"Translational/Spring K1 c="1""#,
            r#"Translational/Spring K2 c="1""#,
            r#"Translational/Mass M m="1""#,
        ],
        fed: r#"X.A="K1.A" K1.B="K2.A" K2.B="M.A""#,
        initial: r#"K1.B.v="1""#,
        code: "bad-initial-condition",
        names: &["K1.B.v"],
    },
    Fault {
        what: "masses that a sensor joins and that begin otherwise",
        objects: &[r#"Translational/Mass M1 m="1""#, r#"Translational/Mass M2 m="1""#, "Translational/ForceSensor N"],
        fed: r#"M1.A="N.A" M2.A="N.B""#,
        initial: r#"M1.v="1" M2.v="2""#,
        code: "contradicting-initial-conditions",
        names: &["M2.v"],
    },
    Fault {
        what: "an initial position of what is fixed",
        objects: &["Translational/Fixed X", r#"Translational/Spring K c="1""#, r#"Translational/Mass M m="1""#],
        fed: r#"X.A="K.A" K.B="M.A""#,
        initial: r#"X.A.s="1""#,
        code: "bad-initial-condition",
        names: &["X.A.s"],
    },
    Fault {
        what: "a force sensor between two supports",
        objects: &["Translational/Fixed X", "Translational/Fixed Y", "Translational/ForceSensor N"],
        fed: r#"X.A="N.A" Y.A="N.B""#,
        initial: "",
        code: "undetermined-through",
        names: &["N", "X", "Y"],
    },
    Fault {
        what: "flanges of two natures",
        objects: &[
            r#"Translational/Mass M m="1""#,
            r#"Rotational/Inertia J J="1""#,
            r#"Translational/Spring K c="1""#,
            "Translational/Fixed X",
        ],
        fed: r#"M.A="J.A, K.A" K.B="X.A""#,
        initial: "",
        code: "nature-mismatch",
        names: &["M.A", "J.A"],
    },
    Fault {
        what: "a brake at what a source moves",
        objects: &[r#"Rotational/Brake B fn_max="1""#, r#"Rotational/ConstantSpeed W w_fixed="1""#],
        fed: r#"B.A="W.A" B.f_normalized="1""#,
        initial: "",
        code: "fixed-twice",
        names: &["B"],
    },
];

const ROTATIONAL: &[Fault] = &[
    Fault {
        what: "a gear between velocities",
        objects: &[
            r#"Rotational/ConstantSpeed W1 w_fixed="1""#,
            r#"Rotational/ConstantSpeed W2 w_fixed="1""#,
            r#"Rotational/IdealGear G ratio="2""#,
        ],
        fed: r#"W1.A="G.A" W2.A="G.B""#,
        initial: "",
        code: "fixed-twice",
        names: &["W1", "W2", "G"],
    },
    Fault {
        what: "a planetary gear with three driven shafts",
        objects: &[
            r#"Rotational/ConstantSpeed W1 w_fixed="1""#,
            r#"Rotational/ConstantSpeed W2 w_fixed="1""#,
            r#"Rotational/ConstantSpeed W3 w_fixed="1""#,
            r#"Rotational/IdealPlanetary G ratio="2""#,
        ],
        fed: r#"G.Sun="W1.A" G.Ring="W2.A" G.Carrier="W3.A""#,
        initial: "",
        code: "fixed-twice",
        names: &["W1", "W2", "W3", "G"],
    },
    Fault {
        what: "gears in a circle that fits, whose torque is asked for",
        objects: &[
            r#"Rotational/Inertia J1 J="1""#,
            r#"Rotational/Inertia J2 J="1""#,
            r#"Rotational/IdealGear G1 ratio="2""#,
            r#"Rotational/IdealGear G2 ratio="2""#,
            "Rotational/TorqueSensor N",
        ],
        fed: r#"J1.A="G1.A, N.A" N.B="G2.A" J2.A="G1.B, G2.B""#,
        initial: "",
        code: "undetermined-through",
        names: &["N", "G1", "G2"],
    },
    Fault {
        what: "a clutch between sources",
        objects: &[
            r#"Rotational/ConstantSpeed W1 w_fixed="1""#,
            r#"Rotational/ConstantSpeed W2 w_fixed="2""#,
            r#"Rotational/Clutch C fn_max="1""#,
        ],
        fed: r#"W1.A="C.A" W2.A="C.B" C.f_normalized="1""#,
        initial: "",
        code: "fixed-twice",
        names: &["C"],
    },
    Fault {
        what: "a clutch with both ends at one shaft",
        objects: &[r#"Rotational/Inertia J J="1""#, r#"Rotational/Clutch C fn_max="1""#],
        fed: r#"J.A="C.A, C.B" C.f_normalized="1""#,
        initial: "",
        code: "fixed-twice",
        names: &["C"],
    },
    Fault {
        what: "clutches in series without an inertia",
        objects: &[
            r#"Rotational/Inertia J1 J="1""#,
            r#"Rotational/Inertia J2 J="1""#,
            r#"Rotational/Clutch C1 fn_max="1""#,
            r#"Rotational/Clutch C2 fn_max="1""#,
        ],
        fed: r#"J1.A="C1.A" C1.B="C2.A" J2.A="C2.B" C1.f_normalized="1" C2.f_normalized="1""#,
        initial: "",
        code: "no-inertia",
        names: &["C1", "C1.B", "C2.A"],
    },
    Fault {
        what: "a clutch without a signal",
        objects: &[
            r#"Rotational/Inertia J1 J="1""#,
            r#"Rotational/Inertia J2 J="1""#,
            r#"Rotational/Clutch C fn_max="1""#,
        ],
        fed: r#"J1.A="C.A" J2.A="C.B""#,
        initial: "",
        code: "unconnected-port",
        names: &["C.f_normalized"],
    },
    Fault {
        what: "inertias behind a gear that begin otherwise",
        objects: &[
            r#"Rotational/Inertia J1 J="1""#,
            r#"Rotational/Inertia J2 J="1""#,
            r#"Rotational/IdealGear G ratio="2""#,
        ],
        fed: r#"J1.A="G.A" J2.A="G.B""#,
        initial: r#"J1.w="1" J2.w="1""#,
        code: "contradicting-initial-conditions",
        names: &["J2.w"],
    },
    Fault {
        what: "a motor whose shaft turns with a velocity without a rate",
        objects: &[
            "Electric/Ground G",
            r#"Electric/ConstantVoltage V V="5""#,
            r#"Electric/DcMotor M R="1" L="1" k="1" J="1""#,
            "Rotational/Speed W",
            "Rotational/TorqueSensor N",
            r#"base:Src/Constant S Value="1""#,
        ],
        fed: r#"G.P="V.N, M.N" V.P="M.P" M.Flange="N.A" N.B="W.A" W.Ref="S.Out""#,
        initial: "",
        code: "missing-rate",
        names: &["N.Through", "W"],
    },
    Fault {
        what: "a rotor and a spring with an open end",
        objects: &[r#"Rotational/Inertia J J="1""#, r#"Rotational/Spring K c="1""#],
        fed: r#"J.A="K.A""#,
        initial: "",
        code: "unconnected-terminal",
        names: &["K.B"],
    },
];

const HYDRAULIC: &[Fault] = &[
    Fault {
        what: "pressures at one node",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/ConstantPressure P1 Pressure="1e6""#,
            r#"Hydraulic/ConstantPressure P2 Pressure="1e6""#,
            r#"Hydraulic/LaminarResistance R Resistance="1e9""#,
            "Hydraulic/Tank T",
        ],
        fed: r#"P1.A="P2.A, R.A" R.B="T.A""#,
        initial: "",
        code: "fixed-twice",
        names: &["P1", "P2"],
    },
    Fault {
        what: "a tank beside a source of pressure",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/ConstantPressure P Pressure="1e6""#,
            "Hydraulic/Tank T",
            r#"Hydraulic/LaminarResistance R Resistance="1e9""#,
            r#"Hydraulic/Volume V Volume="1e-3""#,
        ],
        fed: r#"P.A="T.A, R.A" R.B="V.A""#,
        initial: "",
        code: "fixed-twice",
        names: &["P", "T"],
    },
    Fault {
        what: "a volume at a pressure without a rate",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            "Hydraulic/SignalPressure P",
            r#"Hydraulic/Volume V Volume="1e-3""#,
            r#"base:Src/Constant S Value="1""#,
        ],
        fed: r#"P.A="V.A" P.Pressure="S.Out""#,
        initial: "",
        code: "missing-rate",
        names: &["P"],
    },
    Fault {
        what: "tubes in series",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/ConstantPressure P Pressure="1e6""#,
            r#"Hydraulic/Tube U1 Length="1" Diameter="0.01""#,
            r#"Hydraulic/Tube U2 Length="1" Diameter="0.01""#,
            "Hydraulic/Tank T",
        ],
        fed: r#"P.A="U1.A" U1.B="U2.A" U2.B="T.A""#,
        initial: "",
        code: "undetermined-node",
        names: &["U1", "U2"],
    },
    Fault {
        what: "a tube and a source of flow in series",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/ConstantFlow Q Flow="1e-3""#,
            r#"Hydraulic/Tube U Length="1" Diameter="0.01""#,
            "Hydraulic/Tank T",
        ],
        fed: r#"Q.A="T.A" Q.B="U.A" U.B="T.A""#,
        initial: "",
        code: "undetermined-node",
        names: &["Q", "U"],
    },
    Fault {
        what: "an open port",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/ConstantPressure P Pressure="1e6""#,
            r#"Hydraulic/LaminarResistance R Resistance="1e9""#,
        ],
        fed: r#"P.A="R.A""#,
        initial: "",
        code: "unconnected-terminal",
        names: &["R.B"],
    },
    Fault {
        what: "ports of two natures",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/ConstantPressure P Pressure="1e6""#,
            "Electric/Ground G",
        ],
        fed: r#"P.A="G.P""#,
        initial: "",
        code: "nature-mismatch",
        names: &["P.A", "G.P"],
    },
    Fault {
        what: "flow sensors side by side",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/ConstantPressure P Pressure="1e6""#,
            r#"Hydraulic/LaminarResistance R Resistance="1e9""#,
            "Hydraulic/Tank T",
            "Hydraulic/FlowSensor N1",
            "Hydraulic/FlowSensor N2",
        ],
        fed: r#"P.A="N1.A, N2.A" N1.B="N2.B, R.A" R.B="T.A""#,
        initial: "",
        code: "undetermined-through",
        names: &["N1", "N2"],
    },
    Fault {
        what: "a volume without oil",
        objects: &[
            r#"Hydraulic/Volume V Volume="1e-3""#,
            r#"Hydraulic/LaminarResistance R Resistance="1e9""#,
            "Hydraulic/Tank T",
        ],
        fed: r#"V.A="R.A" R.B="T.A""#,
        initial: "",
        code: "no-provider",
        names: &["V.Oil", "Oil"],
    },
    Fault {
        what: "a volume that begins otherwise than its port",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/Volume V Volume="1e-3""#,
            r#"Hydraulic/LaminarResistance R Resistance="1e9""#,
            "Hydraulic/Tank T",
        ],
        fed: r#"V.A="R.A" R.B="T.A""#,
        initial: r#"V.p="1e5" R.A.p="2e5""#,
        code: "contradicting-initial-conditions",
        names: &["R.A.p"],
    },
    Fault {
        what: "an initial pressure of a tank",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/Volume V Volume="1e-3""#,
            r#"Hydraulic/LaminarResistance R Resistance="1e9""#,
            "Hydraulic/Tank T",
        ],
        fed: r#"V.A="R.A" R.B="T.A""#,
        initial: r#"T.A.p="2e5""#,
        code: "bad-initial-condition",
        names: &["T.A.p"],
    },
    Fault {
        what: "a source of flow into a pressure sensor",
        objects: &[
            "hydraulics:Hydraulic/Oil Oil",
            r#"Hydraulic/ConstantFlow Q Flow="1e-3""#,
            "Hydraulic/Tank T",
            "Hydraulic/PressureSensor N",
        ],
        fed: r#"Q.A="T.A" Q.B="N.A""#,
        initial: "",
        code: "undetermined-node",
        names: &["Q"],
    },
];

const THERMAL: &[Fault] = &[
    Fault {
        what: "temperatures at one node",
        objects: &[
            r#"Thermal/FixedTemperature T1 T="300""#,
            r#"Thermal/FixedTemperature T2 T="300""#,
            r#"Thermal/ThermalConductor G1 G="1""#,
            r#"Thermal/HeatCapacitor C C="10""#,
        ],
        fed: r#"T1.A="T2.A, G1.A" G1.B="C.A""#,
        initial: "",
        code: "fixed-twice",
        names: &["T1", "T2"],
    },
    Fault {
        what: "a heat capacity at a temperature without a rate",
        objects: &[
            "Thermal/PrescribedTemperature T",
            r#"Thermal/HeatCapacitor C C="10""#,
            r#"base:Src/Constant S Value="1""#,
        ],
        fed: r#"T.A="C.A" T.T="S.Out""#,
        initial: "",
        code: "missing-rate",
        names: &["T"],
    },
    Fault {
        what: "a conductor with an open end",
        objects: &[r#"Thermal/HeatCapacitor C C="10""#, r#"Thermal/ThermalConductor G1 G="1""#],
        fed: r#"C.A="G1.A""#,
        initial: "",
        code: "unconnected-terminal",
        names: &["G1.B"],
    },
    Fault {
        what: "a conductor between loose nodes",
        objects: &[r#"Thermal/ThermalConductor G1 G="1""#, r#"Thermal/ThermalConductor G2 G="1""#],
        fed: r#"G1.A="G2.A" G1.B="G2.B""#,
        initial: "",
        code: "undetermined-node",
        names: &["G1.A", "G2.A"],
    },
    Fault {
        what: "a temperature at a pin",
        objects: &[r#"Thermal/FixedTemperature T T="300""#, "Electric/Ground G"],
        fed: r#"T.A="G.P""#,
        initial: "",
        code: "nature-mismatch",
        names: &["T.A", "G.P"],
    },
    Fault {
        what: "heat flow sensors side by side",
        objects: &[
            r#"Thermal/FixedTemperature T T="300""#,
            r#"Thermal/HeatCapacitor C C="10""#,
            "Thermal/HeatFlowSensor N1",
            "Thermal/HeatFlowSensor N2",
            r#"Thermal/ThermalConductor G1 G="1""#,
        ],
        fed: r#"T.A="G1.A" G1.B="N1.A, N2.A" C.A="N1.B, N2.B""#,
        initial: "",
        code: "undetermined-through",
        names: &["N1", "N2"],
    },
    Fault {
        what: "an initial temperature that a source gives",
        objects: &[
            r#"Thermal/FixedTemperature T T="300""#,
            r#"Thermal/HeatCapacitor C C="10""#,
            r#"Thermal/ThermalConductor G1 G="1""#,
        ],
        fed: r#"T.A="G1.A" G1.B="C.A""#,
        initial: r#"G1.A.T="300""#,
        code: "bad-initial-condition",
        names: &["G1.A.T"],
    },
    Fault {
        what: "capacities at a node that begin otherwise",
        objects: &[
            r#"Thermal/HeatCapacitor C1 C="10""#,
            r#"Thermal/HeatCapacitor C2 C="10""#,
            r#"Thermal/FixedTemperature T T="300""#,
            r#"Thermal/ThermalConductor G1 G="1""#,
        ],
        fed: r#"C1.A="C2.A, G1.A" T.A="G1.B""#,
        initial: r#"C1.T="300" C2.T="310""#,
        code: "contradicting-initial-conditions",
        names: &["C2.T"],
    },
];

#[test]
fn wrong_electric_models_are_named() {
    check(ELECTRIC);
}

#[test]
fn wrong_translational_models_are_named() {
    check(TRANSLATIONAL);
}

#[test]
fn wrong_rotational_models_are_named() {
    check(ROTATIONAL);
}

#[test]
fn wrong_hydraulic_models_are_named() {
    check(HYDRAULIC);
}

#[test]
fn wrong_thermal_models_are_named() {
    check(THERMAL);
}

#[test]
fn there_are_many() {
    let all = [ELECTRIC, TRANSLATIONAL, ROTATIONAL, HYDRAULIC, THERMAL];
    assert!(all.iter().map(|faults| faults.len()).sum::<usize>() >= 80);
}
