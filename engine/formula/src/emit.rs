//! From a graph of single numbers to a program.

use std::collections::HashMap;

use crate::build::{Node, Scalar};
use crate::program::{Program, Slot, Step};

/// A program that gives these numbers.
pub(crate) fn program(nodes: &[Node], inputs: usize, results: &[Scalar]) -> Program {
    let mut emitter =
        Emitter { nodes, inputs, constants: Vec::new(), steps: Vec::new(), temporaries: 0, known: HashMap::new() };
    let places: Vec<Place> = results.iter().map(|result| emitter.place(result)).collect();
    let resolve = |place: Place| emitter.resolve(place);
    let results = places.iter().map(|place| resolve(*place)).collect();
    let steps = emitter.steps.iter().map(|step| emitter.resolved(step)).collect();
    let slots = inputs + emitter.constants.len() + emitter.temporaries;
    Program { inputs, constants: emitter.constants, slots, steps, results }
}

/// Where a number will lie: it is known only in the end how many constants there are.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Input(usize),
    Constant(usize),
    Temporary(usize),
}

/// A step whose slots are not known yet.
enum Draft {
    Unary(crate::real::Unary, Place, Place),
    Pair(crate::real::Pair, [Place; 2], Place),
    Copy(Place, Place),
    Unless(Place, usize),
    Go(usize),
}

struct Emitter<'n> {
    nodes: &'n [Node],
    inputs: usize,
    constants: Vec<f64>,
    steps: Vec<Draft>,
    temporaries: usize,
    /// The nodes that are calculated already, whatever is chosen.
    known: HashMap<usize, Place>,
}

impl Emitter<'_> {
    fn place(&mut self, scalar: &Scalar) -> Place {
        let node = match scalar {
            Scalar::Known(number) => return self.constant(number.value()),
            Scalar::Node(node) => *node,
        };
        if let Some(place) = self.known.get(&node) {
            return *place;
        }
        let place = match &self.nodes[node] {
            Node::Input(slot) => Place::Input(*slot),
            Node::Unary(what, of) => {
                let of = self.place(of);
                let to = self.temporary();
                self.steps.push(Draft::Unary(*what, of, to));
                to
            }
            Node::Pair(what, of) => {
                let of = [self.place(&of[0]), self.place(&of[1])];
                let to = self.temporary();
                self.steps.push(Draft::Pair(*what, of, to));
                to
            }
            Node::If([condition, one, other]) => {
                let condition = self.place(condition);
                let to = self.temporary();
                let unless = self.steps.len();
                self.steps.push(Draft::Unless(condition, 0));
                self.branch(one, to);
                let go = self.steps.len();
                self.steps.push(Draft::Go(0));
                self.steps[unless] = Draft::Unless(condition, self.steps.len());
                self.branch(other, to);
                self.steps[go] = Draft::Go(self.steps.len());
                to
            }
        };
        self.known.insert(node, place);
        place
    }

    /// What is calculated on one way only is not known on another.
    fn branch(&mut self, scalar: &Scalar, to: Place) {
        let before = self.known.clone();
        let of = self.place(scalar);
        self.steps.push(Draft::Copy(of, to));
        self.known = before;
    }

    fn constant(&mut self, value: f64) -> Place {
        let same = self.constants.iter().position(|known| known.to_bits() == value.to_bits());
        Place::Constant(same.unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        }))
    }

    fn temporary(&mut self) -> Place {
        self.temporaries += 1;
        Place::Temporary(self.temporaries - 1)
    }

    fn resolve(&self, place: Place) -> Slot {
        let slot = match place {
            Place::Input(slot) => slot,
            Place::Constant(at) => self.inputs + at,
            Place::Temporary(at) => self.inputs + self.constants.len() + at,
        };
        slot as Slot
    }

    fn resolved(&self, draft: &Draft) -> Step {
        match draft {
            Draft::Unary(what, of, to) => Step::Unary { what: *what, of: self.resolve(*of), to: self.resolve(*to) },
            Draft::Pair(what, of, to) => {
                Step::Pair { what: *what, of: of.map(|of| self.resolve(of)), to: self.resolve(*to) }
            }
            Draft::Copy(of, to) => Step::Copy { of: self.resolve(*of), to: self.resolve(*to) },
            Draft::Unless(condition, then) => Step::Unless { condition: self.resolve(*condition), then: *then as u32 },
            Draft::Go(to) => Step::Go { to: *to as u32 },
        }
    }
}
