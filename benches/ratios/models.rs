//! The two benchmark models, as scenarios and as plain arrays, and the
//! yardstick: what anybody would write by hand for the same graph.
//!
//! CHAIN(N): masses in a row, each joined to the one before it by a damped
//! spring, the first one to the origin. NET(M): M x M masses joined to their
//! neighbours, with an anchor spring at each corner. Masses 1 kg, stiffness
//! 1e4 N/m, damping 10 N s/m along the axis, rest length 1 m, gravity
//! 9.81 m/s2 in -z.

#![allow(missing_docs, dead_code, unreachable_pub, clippy::unwrap_used, reason = "shared by benchmarks and tests")]

use std::fmt::Write;

pub const STIFFNESS: f64 = 1e4;
pub const DAMPING: f64 = 10.0;
pub const RELAXED_LENGTH: f64 = 1.0;
pub const MASS: f64 = 1.0;
pub const GRAVITY: f64 = 9.81;

/// Whether everything is to be done once, briefly, and nothing measured.
pub fn is_smoke() -> bool {
    std::env::args().any(|argument| argument == "--smoke")
}

/// A spring's end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    Mass(usize),
    Fixed([f64; 3]),
}

/// Masses and springs, before they are a scenario or arrays.
#[derive(Debug, Clone)]
pub struct Net {
    pub name: String,
    /// Position and velocity of each mass.
    pub masses: Vec<([f64; 3], [f64; 3])>,
    pub springs: Vec<(End, End)>,
    /// Of each spring, N/m.
    pub stiffness: f64,
    /// Of each spring, along its axis, N s/m.
    pub damping: f64,
}

/// A model of one state with `columns` columns besides: sines of the time.
pub fn wide(columns: usize, engine: &str) -> String {
    let amplitudes: Vec<String> = (0..columns).map(|i| format!("{}", (i + 1) as f64 / 7.0)).collect();
    let amplitudes = amplitudes.join(", ");
    format!(
        r#"<Contents>
<OBJECTS>
<Lib LibName="base" SimObject="Src/Sine" Name="U" PortWidth="{columns}" Frequency="0.3" Amplitude="{amplitudes}"/>
<Lib LibName="base" SimObject="Math/Integrator" Name="I"/>
</OBJECTS>
<INTERCONNECTIONS><Connection I.In="1"/></INTERCONNECTIONS>
<INTEGRATION><Engine FileOutput="object.U:all, object.I:states" {engine}/></INTEGRATION>
</Contents>
"#
    )
}

/// How a scenario is to be integrated: the attributes of `Engine`.
pub const REFERENCE_ENGINE: &str = r#"TOutput="0, 1" AbsTol="1e-6" RelTol="1e-6" HFirst="1e-3""#;

impl Net {
    pub fn chain(n: usize) -> Self {
        let masses = (0..n).map(|i| {
            let i = i as f64;
            ([i + 1.0, 0.0, 0.0], [0.0, (0.7 * (i + 1.0)).sin(), 0.5 * (1.3 * (i + 1.0)).cos()])
        });
        let from = |i: usize| if i == 0 { End::Fixed([0.0; 3]) } else { End::Mass(i - 1) };
        Self {
            name: format!("CHAIN({n})"),
            masses: masses.collect(),
            springs: (0..n).map(|i| (from(i), End::Mass(i))).collect(),
            stiffness: STIFFNESS,
            damping: DAMPING,
        }
    }

    pub fn square(m: usize) -> Self {
        let index = |i: usize, j: usize| End::Mass(i * m + j);
        let mut masses = Vec::new();
        let mut springs = Vec::new();
        for i in 0..m {
            for j in 0..m {
                let (x, y) = (i as f64, j as f64);
                masses.push(([x, y, 0.0], [0.0, 0.0, 0.5 * (0.7 * x).sin() * (0.3 * y).cos()]));
                if i + 1 < m {
                    springs.push((index(i, j), index(i + 1, j)));
                }
                if j + 1 < m {
                    springs.push((index(i, j), index(i, j + 1)));
                }
            }
        }
        let (last, far) = (m - 1, m as f64);
        springs.push((End::Fixed([-1.0, 0.0, 0.0]), index(0, 0)));
        springs.push((End::Fixed([far, 0.0, 0.0]), index(last, 0)));
        springs.push((End::Fixed([-1.0, far - 1.0, 0.0]), index(0, last)));
        springs.push((End::Fixed([far, far - 1.0, 0.0]), index(last, last)));
        Self { name: format!("NET({m})"), masses, springs, stiffness: STIFFNESS, damping: DAMPING }
    }

    /// The scenario, integrated as the attributes of `Engine` say.
    pub fn scenario(&self, engine: &str) -> String {
        let (stiffness, damping) = (self.stiffness, self.damping);
        let mut xml = String::from("<Contents>\n  <VIEW Up=\"z\"/>\n  <OBJECTS>\n");
        for i in 0..self.masses.len() {
            let lib = r#"    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass""#;
            writeln!(xml, r#"{lib} Name="M{i}" Mass="{MASS}" g="{GRAVITY}"/>"#).unwrap();
        }
        for i in 0..self.springs.len() {
            let lib = r#"    <Lib LibName="mechanics" SimObject="Cable/DampedSpring""#;
            let parameters = format!(r#"Stiffness="{stiffness}" Damping="{damping}" RelaxedLength="{RELAXED_LENGTH}""#);
            writeln!(xml, r#"{lib} Name="S{i}" {parameters}/>"#).unwrap();
        }
        xml.push_str("  </OBJECTS>\n  <INTERCONNECTIONS>\n");
        let mut forces = vec![String::new(); self.masses.len()];
        for (i, (a, b)) in self.springs.iter().enumerate() {
            let mut ports = String::new();
            for (end, label) in [(a, "A"), (b, "B")] {
                match end {
                    End::Mass(m) => {
                        write!(ports, r#" S{i}.Pos{label}="M{m}.Pos" S{i}.Vel{label}="M{m}.Vel""#).unwrap();
                        let plus = if forces[*m].is_empty() { "" } else { " + " };
                        write!(forces[*m], "{plus}S{i}.Force{label}").unwrap();
                    }
                    End::Fixed([x, y, z]) => {
                        write!(ports, r#" S{i}.Pos{label}="{x},{y},{z}" S{i}.Vel{label}="0,0,0""#).unwrap();
                    }
                }
            }
            writeln!(xml, "    <Connection{ports}/>").unwrap();
        }
        for (i, force) in forces.iter().enumerate() {
            writeln!(xml, r#"    <Connection M{i}.Force="{force}"/>"#).unwrap();
        }
        xml.push_str("  </INTERCONNECTIONS>\n  <INITIALIZATION>\n");
        for (i, ([x, y, z], [u, v, w])) in self.masses.iter().enumerate() {
            writeln!(xml, r#"    <InitialCondition M{i}.Pos="{x},{y},{z}" M{i}.Vel="{u},{v},{w}"/>"#).unwrap();
        }
        write!(xml, "  </INITIALIZATION>\n  <INTEGRATION>\n    <Engine {engine}/>\n  </INTEGRATION>\n</Contents>\n")
            .unwrap();
        xml
    }

    /// Positions and velocities, mass by mass: also the scenario's x.
    pub fn x(&self) -> Vec<f64> {
        self.masses.iter().flat_map(|(pos, vel)| pos.iter().chain(vel).copied()).collect()
    }

    /// The checksum of a final state: `sum cos(0.1 n) (dx_n + 2 dy_n + 3 dz_n)`.
    pub fn checksum(&self, x: &[f64]) -> f64 {
        let moved = |n: usize, axis: usize| x[6 * n + axis] - self.masses[n].0[axis];
        let one = |n: usize| (0.1 * n as f64).cos() * (moved(n, 0) + 2.0 * moved(n, 1) + 3.0 * moved(n, 2));
        (0..self.masses.len()).map(one).sum()
    }
}
