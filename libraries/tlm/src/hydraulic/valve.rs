use std::marker::PhantomData;

use simobject::{Clock, Creator, Io, Look, Result, SimObject};
use simobject_elements::tlm::{HydraulicQ, Wave, parting, turbulent_flow};

use super::network::Network;
use super::spool::{Edge, Edges, Follows, Spool};
use crate::place::Place;
use crate::steps::follow;

/// Between which ports an edge is, and where it opens.
#[derive(Clone, Copy)]
pub struct Path {
    /// As in parameters, `pa`.
    pub name: &'static str,
    /// As in text, `P-A`.
    pub between: &'static str,
    /// Places of the two ports among the valve's.
    pub ports: [usize; 2],
    /// Where it opens.
    pub opens: Opens,
}

/// Which way the spool opens an edge.
#[derive(Clone, Copy)]
pub enum Opens {
    /// Above 0.
    Forwards,
    /// Below 0.
    Backwards,
    /// From the end of its way on backwards: open at rest.
    AtRest,
}

/// A kind of valve with `P` ports and `E` edges.
pub trait ValveKind<const P: usize, const E: usize>: Send + Sync + 'static {
    /// The type's name in scenarios.
    const NAME: &'static str;
    /// What it does, with its equations.
    const DOC: &'static str;
    /// Names and docs of its ports.
    const PORTS: [(&'static str, &'static str); P];
    /// Its edges.
    const PATHS: [Path; E];
    /// What its spool follows.
    const FOLLOWS: Follows;
    /// The doc of that signal.
    const SIGNAL: &'static str;
    /// Whether its edges have a part of the circumference and an overlap each,
    /// or all one part and none.
    const OVERLAPS: bool;
}

/// A valve whose spool opens and closes edges between its ports, of side Q.
///
/// Edges that are open at one port at once are solved for together. Hopsan
/// calculates each from its own two waves, as if the others were not there: its
/// numbers are those of `Edges="Apart"`, and those of one edge at each port.
pub struct Valve<K, const P: usize, const E: usize> {
    ports: [HydraulicQ; P],
    spool: Spool,
    edges: [Edge; E],
    /// Whether edges at one port know of each other.
    together: bool,
    kind: PhantomData<K>,
}

impl<K: ValveKind<P, E>, const P: usize, const E: usize> SimObject for Valve<K, P, E> {
    const NAME: &'static str = K::NAME;
    const DOC: &'static str = K::DOC;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = K::PORTS.map(|(name, doc)| HydraulicQ::declare(c, name, doc));
        let spool = Spool::new(c, K::FOLLOWS, K::SIGNAL);
        let edges = Edges::new(c);
        let part = if K::OVERLAPS { 1.0 } else { Edges::part(c, "f".into(), "each edge") };
        if let Some(place) = Place::declare(c) {
            place.show(c, Look::cuboid([0.0; 3], edges.size()));
        }
        let edges = K::PATHS.map(|path| {
            if !K::OVERLAPS {
                return edges.edge(part, if matches!(path.opens, Opens::AtRest) { -spool.reach() } else { 0.0 });
            }
            let part = Edges::part(c, format!("f_{}", path.name), path.between);
            let overlap = c.parameter(format!("x_{}", path.name)).unit("m");
            let overlap = overlap.doc(format!("Overlap of {}: below 0, open in the middle", path.between));
            edges.edge(part, overlap.default(-1e-6))
        });
        let together = if K::PATHS.len() == 1 {
            true
        } else {
            let edges = c.choice("Edges", [("Together", true), ("Apart", false)]);
            edges.doc("Whether edges that are open at one port know of each other's flow").default("Together")
        };
        follow(c, &ports);
        c.common_computation(Self::flow)
            .on(Clock::model())
            .reads((ports.map(|port| port.reads()), spool.reads()))
            .fills((ports.map(|port| port.fills()), spool.fills()));
        c.update(Self::keep).on(Clock::model()).reads(spool.is_kept_by()).sets((spool.sets(),));
        Ok(Self { ports, spool, edges, together, kind: PhantomData })
    }
}

impl<K: ValveKind<P, E>, const P: usize, const E: usize> Valve<K, P, E> {
    #[inline]
    fn flow(&self, io: &mut Io<'_>) {
        let xv = self.spool.advance(io);
        let mut coefficients = [0.0; E];
        for ((k, edge), path) in coefficients.iter_mut().zip(self.edges).zip(K::PATHS) {
            *k = edge.opened(if matches!(path.opens, Opens::Forwards) { xv } else { -xv });
        }
        let mut waves = HydraulicQ::waves(self.ports, io);
        let flows = if self.together {
            parting(waves, |waves| self.between(&coefficients, &waves), |flows| *flows)
        } else {
            let flows = self.between(&coefficients, &waves);
            if part_at_once(&mut waves, &flows) { self.between(&coefficients, &waves) } else { flows }
        };
        for ((port, wave), q) in self.ports.into_iter().zip(waves).zip(flows) {
            port.set(io, if self.together { wave.pressure(q) } else { wave.effort(q) }, q);
        }
    }

    /// Flows out of the ports, with such K of the edges.
    #[inline]
    fn between(&self, coefficients: &[f64; E], waves: &[Wave; P]) -> [f64; P] {
        let mut flows = Self::alone(coefficients, waves);
        if self.together && Self::is_joined(coefficients, waves) {
            flows = Network { coefficients, edges: K::PATHS.map(|path| path.ports), waves }.flows(flows);
        }
        let mut out = [0.0; P];
        for (q, Path { ports: [from, to], .. }) in flows.into_iter().zip(K::PATHS) {
            out[from] -= q;
            out[to] += q;
        }
        out
    }

    /// Flow through each edge as if it were alone, m^3/s, from the first of its ports to the second.
    #[inline]
    fn alone(coefficients: &[f64; E], waves: &[Wave; P]) -> [f64; E] {
        let mut flows = [0.0; E];
        for ((flow, k), Path { ports: [from, to], .. }) in flows.iter_mut().zip(coefficients).zip(K::PATHS) {
            *flow = turbulent_flow(*k, [waves[from], waves[to]]);
        }
        flows
    }

    /// Whether two edges are open at a port where the flow changes the pressure.
    #[inline]
    fn is_joined(coefficients: &[f64; E], waves: &[Wave; P]) -> bool {
        let mut open = [0; P];
        for (k, Path { ports: [from, to], .. }) in coefficients.iter().zip(K::PATHS) {
            let is_open = i32::from(*k > 0.0);
            open[from] += is_open;
            open[to] += is_open;
        }
        open.iter().zip(waves).any(|(edges, wave)| *edges > 1 && wave.zc > 0.0)
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        self.spool.keep(io);
    }
}

/// Removes the waves of all ports at which a pressure would be below 0 with such
/// flows, whichever port pulled it there, as Hopsan does. Returns whether there
/// were any.
#[inline]
fn part_at_once<const P: usize>(waves: &mut [Wave; P], flows: &[f64; P]) -> bool {
    let mut is_any = false;
    for (wave, q) in waves.iter_mut().zip(flows) {
        if wave.effort(*q) < 0.0 {
            (*wave, is_any) = (Wave::NONE, true);
        }
    }
    is_any
}
