//! The same circuits as somebody writes them who needs only them: arrays of
//! structs, and all that an element gives at its ports.

use std::f64::consts::TAU;

use crate::STEP;
use crate::circuits::{Circuit, area, mass, stiffness, volume};
use crate::servo;

pub const ALPHA: f64 = 0.1;

/// A volume or a spring.
pub struct Store {
    pub c: [f64; 2],
    pub zc: f64,
}

/// What an element of side Q gives at a port: effort, flow, position.
#[derive(Clone, Copy, Default)]
pub struct Port {
    pub effort: f64,
    pub flow: f64,
    pub position: f64,
}

struct Element {
    ports: [Port; 2],
    /// Conductance, velocity of an area, mass.
    parameter: f64,
    v: f64,
    a: f64,
}

/// What is watched of the first N elements, after so many steps.
pub fn run(circuit: Circuit, n: usize, steps: usize) -> Vec<f64> {
    match circuit {
        Circuit::Servo | Circuit::ServoTogether => servo::ByHand::new(n).run(steps),
        _ => ByHand::new(circuit, n).run(steps),
    }
}

/// What the scenario gives a mass beside its mass.
struct Body {
    damping: f64,
    stiffness: f64,
    limits: [f64; 2],
    length: f64,
}

struct ByHand {
    circuit: Circuit,
    stores: Vec<Store>,
    elements: Vec<Element>,
    /// One for each element that is a mass.
    bodies: Vec<Body>,
}

impl ByHand {
    fn new(circuit: Circuit, n: usize) -> Self {
        let is_mass = circuit == Circuit::Mass;
        let zc = |i: usize| if is_mass { stiffness(i) } else { 1e9 / volume(i) } * STEP / (1.0 - ALPHA);
        let start = if is_mass { 0.0 } else { 1e5 };
        let stores = (1..=n).map(|i| Store { c: [start; 2], zc: zc(i) }).collect();
        let count = if is_mass { n } else { n + 1 };
        let parameter = |i| match circuit {
            Circuit::Orifice => 0.67 * (2.0_f64 / 870.0).sqrt() * area(i, n),
            Circuit::Laminar => 1e-10,
            Circuit::Mass => mass(i),
            Circuit::Servo | Circuit::ServoTogether => unreachable!("servos have a loop of their own"),
        };
        let element = |i| Element { ports: [Port::default(); 2], parameter: parameter(i), v: 0.0, a: 0.0 };
        let body = |_| Body { damping: 1.0, stiffness: 0.0, limits: [-1e300, 1e300], length: 0.0 };
        let bodies = (0..if is_mass { n } else { 0 }).map(body).collect();
        Self { circuit, stores, elements: (1..=count).map(element).collect(), bodies }
    }

    fn run(mut self, steps: usize) -> Vec<f64> {
        let (bias, amplitude) = if self.circuit == Circuit::Mass { (0.0, 1000.0) } else { (1e7, 5e6) };
        for k in 0..steps {
            if k > 0 {
                self.exchange();
            }
            let source = bias + amplitude * (TAU * 5.0 * k as f64 * STEP).sin();
            match self.circuit {
                Circuit::Orifice => self.flow(source, |k, [c1, z1, c2, z2]| {
                    let half = 0.5 * k * (z1 + z2);
                    let flow = k * (c1 - c2) / (((c1 - c2).abs() + half * half).sqrt() + half);
                    if c1 == c2 { 0.0 } else { flow }
                }),
                Circuit::Laminar if k == 0 => self.flow(source, |_, _| 0.0),
                Circuit::Laminar => self.flow(source, |k, [c1, z1, c2, z2]| k * (c1 - c2) / (1.0 + k * (z1 + z2))),
                Circuit::Mass => self.motion(source, k == 0),
                Circuit::Servo | Circuit::ServoTogether => {}
            }
        }
        let watched = |element: &Element| {
            if self.circuit == Circuit::Mass { element.ports[1].flow } else { element.ports[1].effort }
        };
        self.elements.iter().take(self.stores.len()).map(watched).collect()
    }

    /// The stores, by what flows out of the elements at their sides.
    fn exchange(&mut self) {
        let last = self.elements.len() - 1;
        for (i, store) in self.stores.iter_mut().enumerate() {
            let q1 = self.elements[i].ports[1].flow;
            // Behind the last spring stands a wall.
            let q2 = if i < last { self.elements[i + 1].ports[0].flow } else { 0.0 };
            let (c, zc) = (store.c, store.zc);
            store.c = [
                ALPHA * c[0] + (1.0 - ALPHA) * (c[1] + 2.0 * zc * q2),
                ALPHA * c[1] + (1.0 - ALPHA) * (c[0] + 2.0 * zc * q1),
            ];
        }
    }

    fn flow(&mut self, source: f64, law: impl Fn(f64, [f64; 4]) -> f64) {
        let n = self.stores.len();
        for (i, element) in self.elements.iter_mut().enumerate() {
            let (c1, z1) = if i == 0 { (source, 0.0) } else { (self.stores[i - 1].c[1], self.stores[i - 1].zc) };
            let (c2, z2) = if i == n { (1e5, 0.0) } else { (self.stores[i].c[0], self.stores[i].zc) };
            let mut waves = [c1, z1, c2, z2];
            let mut q = law(element.parameter, waves);
            let (mut p1, mut p2) = (c1 - z1 * q, c2 + z2 * q);
            if p1 < 0.0 || p2 < 0.0 {
                if p1 < 0.0 {
                    [waves[0], waves[1]] = [0.0; 2];
                }
                if p2 < 0.0 {
                    [waves[2], waves[3]] = [0.0; 2];
                }
                q = law(element.parameter, waves);
                (p1, p2) = ((waves[0] - waves[1] * q).max(0.0), (waves[2] + waves[3] * q).max(0.0));
            }
            element.ports[0] = Port { effort: p1, flow: -q, position: 0.0 };
            element.ports[1] = Port { effort: p2, flow: q, position: 0.0 };
        }
    }

    fn motion(&mut self, source: f64, is_start: bool) {
        let h = 0.5 * STEP;
        for (i, (element, body)) in self.elements.iter_mut().zip(&self.bodies).enumerate() {
            let (c1, z1) = if i == 0 { (source, 0.0) } else { (self.stores[i - 1].c[1], self.stores[i - 1].zc) };
            let (c2, z2) = (self.stores[i].c[0], self.stores[i].zc);
            let (mass, damping) = (element.parameter, body.damping + z1 + z2);
            let before = [element.ports[1].position, element.v, element.a];
            let [x, v, a] = if is_start {
                [before[0], before[1], (c1 - c2 - damping * before[1] - body.stiffness * before[0]) / mass]
            } else {
                let (v, x) = (before[1] + h * before[2], before[0] + h * (2.0 * before[1] + h * before[2]));
                let a = (c1 - c2 - damping * v - body.stiffness * x) / (mass + h * (damping + h * body.stiffness));
                [x + h * h * a, v + h * a, a]
            };
            // A limit takes its velocity.
            let [x, v, a] = match body.limits {
                [lower, _] if x < lower => [lower, 0.0, 0.0],
                [_, upper] if x > upper => [upper, 0.0, 0.0],
                _ => [x, v, a],
            };
            (element.v, element.a) = (v, a);
            element.ports[0] = Port { effort: c1 - z1 * v, flow: -v, position: body.length - x };
            element.ports[1] = Port { effort: c2 + z2 * v, flow: v, position: x };
        }
    }
}
