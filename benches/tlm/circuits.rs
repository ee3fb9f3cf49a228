//! The circuits: a source, then elements in a row.

use std::fmt::Write;

use crate::{STEP, servo};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Circuit {
    /// Turbulent orifices and volumes in turn, from a pressure source to a tank.
    Orifice,
    /// The same with laminar orifices.
    Laminar,
    /// Masses and springs in turn, from a force to a wall.
    Mass,
    /// Position servos beside each other.
    Servo,
    /// The same, whose valves have edges that know of each other. The loop by hand is that of the others.
    ServoTogether,
}

pub fn area(i: usize, n: usize) -> f64 {
    if i == n + 1 { 1e-5 } else { 1e-5 + 1e-8 * (i % 7) as f64 }
}

pub fn volume(i: usize) -> f64 {
    1e-4 + 1e-6 * (i % 5) as f64
}

pub fn mass(i: usize) -> f64 {
    1.0 + 0.01 * (i % 7) as f64
}

pub fn stiffness(i: usize) -> f64 {
    1e5 + 100.0 * (i % 5) as f64
}

impl Circuit {
    /// How many there are, source and end included.
    pub fn components(self, n: usize) -> usize {
        match self {
            Self::Orifice | Self::Laminar => 2 * n + 3,
            Self::Mass => 2 * n + 2,
            Self::Servo | Self::ServoTogether => 14 * n,
        }
    }

    /// The signal of the i-th element that is compared.
    pub fn watched(self, i: usize) -> String {
        match self {
            Self::Orifice | Self::Laminar => format!("O{i}.P2.p"),
            Self::Mass => format!("M{i}.P2.v"),
            Self::Servo | Self::ServoTogether => format!("Mass{i}.P2.v"),
        }
    }

    pub fn scenario(self, n: usize, end: f64) -> String {
        let (objects, connections) = match self {
            Self::Orifice | Self::Laminar => self.orifices(n),
            Self::Mass => masses(n),
            Self::Servo => servo::scenario(n, "Apart"),
            Self::ServoTogether => servo::scenario(n, "Together"),
        };
        format!(
            "<Contents><OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS><Connection {connections}/></INTERCONNECTIONS>\
             <INTEGRATION><Engine SampleTime=\"{STEP}\" TOutput=\"0, {end}\" LogStates=\"0\"/></INTEGRATION></Contents>"
        )
    }

    fn orifices(self, n: usize) -> (String, String) {
        let mut objects = element("base", "Src/Sine", "U", r#"Bias="1e7" Amplitude="5e6" Frequency="5""#);
        objects += &element("tlm", "Hydraulic/PressureSource", "S", "");
        objects += &element("tlm", "Hydraulic/Tank", "T", "");
        let mut connections = format!(r#"S.p="U.Out" S.P1="O1.P1" O{}.P2="T.P1" "#, n + 1);
        for i in 1..=n + 1 {
            objects += &match self {
                Self::Orifice => {
                    element("tlm", "Hydraulic/TurbulentOrifice", &format!("O{i}"), &format!(r#"A="{}""#, area(i, n)))
                }
                _ => element("tlm", "Hydraulic/LaminarOrifice", &format!("O{i}"), r#"Kc="1e-10""#),
            };
        }
        for i in 1..=n {
            objects += &element("tlm", "Hydraulic/Volume", &format!("V{i}"), &format!(r#"V="{}""#, volume(i)));
            write!(connections, r#"V{i}.P1="O{i}.P2" V{i}.P2="O{}.P1" "#, i + 1).unwrap();
        }
        (objects, connections)
    }
}

fn masses(n: usize) -> (String, String) {
    let mut objects = element("base", "Src/Sine", "U", r#"Amplitude="1000" Frequency="5""#);
    objects += &element("tlm", "Mechanic/ForceSource", "F", "");
    objects += &element("tlm", "Mechanic/FixedPosition", "W", "");
    let mut connections = format!(r#"F.F="U.Out" F.P1="M1.P1" K{n}.P2="W.P1" "#);
    for i in 1..=n {
        let (mass, stiffness) = (format!(r#"m="{}" B="1""#, mass(i)), format!(r#"k="{}" alpha="0.1""#, stiffness(i)));
        objects += &element("tlm", "Mechanic/TranslationalMass", &format!("M{i}"), &mass);
        objects += &element("tlm", "Mechanic/TranslationalSpring", &format!("K{i}"), &stiffness);
        write!(connections, r#"M{i}.P2="K{i}.P1" "#).unwrap();
        if i < n {
            write!(connections, r#"K{i}.P2="M{}.P1" "#, i + 1).unwrap();
        }
    }
    (objects, connections)
}

pub fn element(library: &str, kind: &str, name: &str, parameters: &str) -> String {
    format!(r#"<Lib LibName="{library}" SimObject="{kind}" Name="{name}" {parameters}/>"#)
}
