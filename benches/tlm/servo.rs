//! SERVO(N): N position servos beside each other, each of 14 SimObjects: a
//! reference of 0.5 + 0.2 sin(2 pi (0.5 + 0.01 (i mod 11)) t) m in two, the error to
//! the position sensor, times 0.01, into a 4/3 valve between a supply (1.5e7 Pa, a laminar orifice
//! of 1e-8 m3/(s Pa), a volume of 1e-3 m3) and a tank; a cylinder with pistons of 1e-3 m2 in the middle of
//! its stroke of 1 m, dead volumes of 3e-4 m3, friction of 1000 N s/m and a leakage of
//! 1e-11 m3/(s Pa); a mass of 100 kg with 10 N s/m, and a force of 0. The oil has 1e9 Pa; what is not told is as
//! the library has it. All starts at rest, with 1e5 Pa.

use std::f64::consts::{PI, TAU};
use std::fmt::Write;

use crate::STEP;
use crate::by_hand::{ALPHA, Port, Store};
use crate::circuits::element;

fn frequency(i: usize) -> f64 {
    0.5 + 0.01 * (i % 11) as f64
}

pub fn scenario(n: usize, edges: &str) -> (String, String) {
    let (mut objects, mut connections) = (String::new(), String::new());
    for i in 1..=n {
        for (library, kind, name, parameters) in [
            ("base", "Src/Sine", "Sine", &*format!(r#"Amplitude="0.2" Frequency="{}""#, frequency(i))),
            ("base", "Src/Constant", "Mean", r#"Value="0.5""#),
            ("base", "Signal/Sum", "Reference", r#"Signs="++""#),
            ("base", "Signal/Sum", "Error", r#"Signs="+-""#),
            ("base", "Signal/Gain", "Gain", r#"Gain="0.01""#),
            ("tlm", "Hydraulic/PressureSource", "Pump", r#"p="1.5e7""#),
            ("tlm", "Hydraulic/LaminarOrifice", "Gap", r#"Kc="1e-8""#),
            ("tlm", "Hydraulic/Volume", "Supply", r#"V="1e-3""#),
            ("tlm", "Hydraulic/Tank", "Tank", ""),
            ("tlm", "Hydraulic/Valve43", "Valve", &*format!(r#"Edges="{edges}""#)),
            ("tlm", "Hydraulic/CylinderC", "Cylinder", ""),
            ("tlm", "Mechanic/TranslationalMass", "Mass", r#"StartPosition="0.5""#),
            ("tlm", "Mechanic/ForceSource", "Load", ""),
            ("tlm", "Mechanic/PositionSensor", "Sensor", ""),
        ] {
            objects += &element(library, kind, &format!("{name}{i}"), parameters);
        }
        write!(
            connections,
            r#"Reference{i}.In1="Mean{i}.Out" Reference{i}.In2="Sine{i}.Out" Error{i}.In1="Reference{i}.Out"
            Error{i}.In2="Sensor{i}.out" Gain{i}.In="Error{i}.Out" Valve{i}.in="Gain{i}.Out" Sensor{i}.x="Mass{i}.P2.x"
            Pump{i}.P1="Gap{i}.P1" Gap{i}.P2="Supply{i}.P1" Valve{i}.PP="Supply{i}.P2" Valve{i}.PT="Tank{i}.P1"
            Valve{i}.PA="Cylinder{i}.P1" Valve{i}.PB="Cylinder{i}.P2" Mass{i}.P1="Cylinder{i}.P3" Mass{i}.P2="Load{i}.P1" "#
        )
        .unwrap();
    }
    (objects, connections)
}

const MODULUS: f64 = 1e9;
const AREA: f64 = 1e-3;
const STROKE: f64 = 1.0;
const MASS: f64 = 100.0;
const ATMOSPHERE: f64 = 1e5;
const REACH: f64 = 0.01;
/// Of the stops and of the oil, in masses for each square of the step.
const STIFFEST: f64 = 0.1;

struct Chamber {
    c: f64,
    at_piston: f64,
    at_leakage: f64,
    zc: f64,
    /// By which the piston presses into it where it moves forwards, m^2.
    area: f64,
    /// m^3.
    volume: f64,
    least: f64,
}

impl Chamber {
    fn set_volume(&mut self, x: f64) {
        let volume = self.volume - self.area * x;
        let volume = if volume < self.least { self.least } else { volume };
        self.zc = 3.0 * (MODULUS / volume) * STEP / (2.0 * (1.0 - ALPHA));
    }

    fn receive(&mut self, q: f64, displaced: f64, leakage: f64) {
        let twice = 2.0 * self.zc;
        let sent = [self.c + twice * q, self.at_piston + twice * displaced, self.at_leakage + twice * leakage];
        let mean = (sent[0] + (sent[1] + sent[2])) / 3.0;
        let filtered = |c: f64, sent: f64| ALPHA * c + (1.0 - ALPHA) * (2.0 * mean - sent);
        self.c = filtered(self.c, sent[0]);
        self.at_piston = filtered(self.at_piston, sent[1]);
        self.at_leakage = filtered(self.at_leakage, sent[2]);
    }
}

struct Servo {
    angular_frequency: f64,
    /// Sine, reference, error, and what the valve is told.
    signals: [f64; 4],
    sensor: f64,
    gap: [Port; 2],
    supply: Store,
    /// Supply, tank, A and B.
    valve: [Port; 4],
    /// Input and position, one tick and two before.
    spool: [f64; 4],
    xv: f64,
    chambers: [Chamber; 2],
    leakage: f64,
    piston: (f64, f64),
    mass: [Port; 2],
    /// Position, velocity and acceleration.
    moving: [f64; 3],
}

pub struct ByHand {
    servos: Vec<Servo>,
    spool: Spool,
    /// Of an edge of the valve, for each metre of opening.
    edge: f64,
}

/// Coefficients of u, u-, u--, y- and y--.
struct Spool([f64; 5]);

impl ByHand {
    pub fn new(n: usize) -> Self {
        let chamber = |area: f64, volume: f64| {
            let least = MODULUS * (STEP * area) * (STEP * area) / (STIFFEST * MASS);
            let c = ATMOSPHERE;
            let mut chamber = Chamber { c, at_piston: c, at_leakage: c, zc: 0.0, area, volume, least };
            chamber.set_volume(-0.5);
            chamber
        };
        let servo = |i| Servo {
            angular_frequency: TAU * frequency(i),
            signals: [0.0; 4],
            sensor: 0.5,
            gap: [Port::default(); 2],
            supply: Store { c: [ATMOSPHERE; 2], zc: 1e9 / 1e-3 * STEP / (1.0 - ALPHA) },
            valve: [Port::default(); 4],
            spool: [0.0; 4],
            xv: 0.0,
            chambers: [chamber(AREA, 3e-4), chamber(-AREA, 3e-4 + AREA * STROKE)],
            leakage: 0.0,
            piston: (0.0, 0.0),
            mass: [Port { effort: 0.0, flow: 0.0, position: -0.5 }, Port { effort: 0.0, flow: 0.0, position: 0.5 }],
            moving: [0.5, 0.0, 0.0],
        };
        let (frequency, damping): (f64, f64) = (100.0, 1.0);
        let (square, first, second) =
            (STEP * STEP, 2.0 * (2.0 * damping / frequency) * STEP, 4.0 / (frequency * frequency));
        let scale = square + first + second;
        let spool = [square, 2.0 * square, square, -2.0 * (square - second), -(square - first + second)];
        Self {
            servos: (1..=n).map(servo).collect(),
            spool: Spool(spool.map(|coefficient| coefficient / scale)),
            edge: 0.67 * PI * 0.01 * (2.0_f64 / 870.0).sqrt(),
        }
    }

    /// The velocities of the masses.
    pub fn run(mut self, steps: usize) -> Vec<f64> {
        for k in 0..steps {
            let time = k as f64 * STEP;
            for servo in &mut self.servos {
                if k > 0 {
                    servo.exchange();
                }
                servo.signal(time);
                servo.cylinder();
                servo.gap(k == 0);
                servo.valve(self.edge, &self.spool, k == 0);
                servo.mass(k == 0);
            }
        }
        self.servos.iter().map(|servo| servo.mass[1].flow).collect()
    }
}

impl Servo {
    /// What lies between two ticks.
    fn exchange(&mut self) {
        let (c, zc) = (self.supply.c, self.supply.zc);
        self.supply.c = [
            ALPHA * c[0] + (1.0 - ALPHA) * (c[1] + 2.0 * zc * self.valve[0].flow),
            ALPHA * c[1] + (1.0 - ALPHA) * (c[0] + 2.0 * zc * self.gap[1].flow),
        ];
        let (x, v) = (self.mass[0].position, self.mass[0].flow);
        let flows = [(self.valve[2].flow, -self.leakage), (self.valve[3].flow, self.leakage)];
        for (chamber, (q, leakage)) in self.chambers.iter_mut().zip(flows) {
            chamber.set_volume(x);
            chamber.receive(q, chamber.area * v, leakage);
        }
        self.spool = [self.signals[3].clamp(-REACH, REACH), self.spool[0], self.xv, self.spool[2]];
        self.sensor = self.mass[1].position;
    }

    fn signal(&mut self, time: f64) {
        let sine = 0.2 * (self.angular_frequency * time).sin();
        let reference = 0.5 + sine;
        let error = reference - self.sensor;
        self.signals = [sine, reference, error, 0.01 * error];
    }

    fn cylinder(&mut self) {
        let (x, v) = (self.mass[0].position, self.mass[0].flow);
        let [one, other] = &self.chambers;
        let (mut c, mut zc) = (0.0, 1000.0);
        let ahead = x + STEP * v;
        if !(-STROKE..=0.0).contains(&ahead) {
            let (depth, comes) = if ahead > 0.0 { (x, v > 0.0) } else { (x + STROKE, v < 0.0) };
            let impedance = STIFFEST * MASS / STEP;
            c = impedance * (depth / STEP + 0.5 * v);
            zc += 0.5 * impedance + if comes { 2.0 * STIFFEST.sqrt() * MASS / STEP } else { 0.0 };
        }
        c += one.area * one.at_piston + other.area * other.at_piston;
        zc += one.area * one.area * one.zc + other.area * other.area * other.zc;
        self.piston = (c, zc);
        self.leakage = 1e-11 * (one.at_leakage - other.at_leakage) / (1.0 + 1e-11 * (one.zc + other.zc));
    }

    fn gap(&mut self, is_start: bool) {
        let law = |[c1, z1, c2, z2]: [f64; 4]| {
            if is_start { 0.0 } else { 1e-8 * (c1 - c2) / (1.0 + 1e-8 * (z1 + z2)) }
        };
        let mut waves = [1.5e7, 0.0, self.supply.c[0], self.supply.zc];
        let mut q = law(waves);
        let (mut p1, mut p2) = (waves[0] - waves[1] * q, waves[2] + waves[3] * q);
        if p1 < 0.0 || p2 < 0.0 {
            if p1 < 0.0 {
                [waves[0], waves[1]] = [0.0; 2];
            }
            if p2 < 0.0 {
                [waves[2], waves[3]] = [0.0; 2];
            }
            q = law(waves);
            (p1, p2) = ((waves[0] - waves[1] * q).max(0.0), (waves[2] + waves[3] * q).max(0.0));
        }
        self.gap[0] = Port { effort: p1, flow: -q, position: 0.0 };
        self.gap[1] = Port { effort: p2, flow: q, position: 0.0 };
    }

    fn valve(&mut self, edge: f64, Spool([a, b, c, d, e]): &Spool, is_start: bool) {
        let [u1, u2, y1, y2] = self.spool;
        let u = self.signals[3].clamp(-REACH, REACH);
        let xv = if is_start { y1 } else { (a * u + b * u1 + c * u2 + d * y1 + e * y2).clamp(-REACH, REACH) };
        let opened = |way: f64| if way + 1e-6 < 0.0 { 0.0 } else { edge * (way + 1e-6) };
        let (forward, back) = (opened(xv), opened(-xv));
        let [one, other] = &self.chambers;
        let mut waves = [(self.supply.c[1], self.supply.zc), (ATMOSPHERE, 0.0), (one.c, one.zc), (other.c, other.zc)];
        let between = |[p, t, a, b]: [(f64, f64); 4]| {
            let (pa, pb) = (turbulent(forward, p, a), turbulent(back, p, b));
            let (at, bt) = (turbulent(back, a, t), turbulent(forward, b, t));
            [-pa - pb, at + bt, pa - at, pb - bt]
        };
        let mut flows = between(waves);
        let mut parts = false;
        for (wave, q) in waves.iter_mut().zip(flows) {
            if wave.0 + wave.1 * q < 0.0 {
                (*wave, parts) = ((0.0, 0.0), true);
            }
        }
        if parts {
            flows = between(waves);
        }
        for ((port, (c, zc)), flow) in self.valve.iter_mut().zip(waves).zip(flows) {
            *port = Port { effort: c + zc * flow, flow, position: 0.0 };
        }
        self.xv = xv;
    }

    fn mass(&mut self, is_start: bool) {
        let h = 0.5 * STEP;
        let (c1, z1) = self.piston;
        let (c2, z2) = (0.0, 0.0);
        let (force, damping) = (c1 - c2, 10.0 + z1 + z2);
        let [x, v, a] = self.moving;
        self.moving = if is_start {
            [x, v, (force - damping * v) / MASS]
        } else {
            let (v, x) = (v + h * a, x + h * (2.0 * v + h * a));
            let a = (force - damping * v) / (MASS + h * damping);
            [x + h * h * a, v + h * a, a]
        };
        let [x, v, _] = self.moving;
        self.mass[0] = Port { effort: c1 - z1 * v, flow: -v, position: -x };
        self.mass[1] = Port { effort: c2 + z2 * v, flow: v, position: x };
    }
}

/// The flow through an edge.
fn turbulent(k: f64, (c1, z1): (f64, f64), (c2, z2): (f64, f64)) -> f64 {
    let half = 0.5 * k * (z1 + z2);
    let flow = k * (c1 - c2) / (((c1 - c2).abs() + half * half).sqrt() + half);
    if c1 == c2 { 0.0 } else { flow }
}
