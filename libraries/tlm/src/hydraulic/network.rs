//! Edges that are open at one port at once.

use simobject::tlm::{Wave, turbulent_flow};

/// Most steps of Newton's method; a handful is enough but where a flow is next to nothing beside others.
const ROUNDS: usize = 100;
/// Most halvings of one of them.
const HALVINGS: usize = 6;
/// How near a solution is, as a part of its largest flow.
const NEAR: f64 = 1e-14;
/// Pressure difference, as a part of the largest, below which an edge counts as a gap while it is solved for.
const LEAST: f64 = 1e-16;

/// Turbulent edges between ports: the flow of each changes the pressures at both of its ports, by
/// `Zc` each, and so the flows of all others there.
///
/// The flows are where `sum (|q|^3 / (3 K^2) - q d) + sum Zc Q^2 / 2` is least, with `d` the difference
/// of the waves at an edge and `Q` what flows out of a port: its derivatives are `q |q| / K^2 - (p1 - p2)`.
/// It is convex, so that Newton's method finds the one solution there is.
pub(super) struct Network<'a, const P: usize, const E: usize> {
    /// K of each edge; 0 of those that are closed.
    pub(super) coefficients: &'a [f64; E],
    /// From which port each goes, and to which.
    pub(super) edges: [[usize; 2]; E],
    pub(super) waves: &'a [Wave; P],
}

impl<const P: usize, const E: usize> Network<'_, P, E> {
    /// Whether two edges are open at a port where the flow changes the pressure.
    #[inline]
    pub(super) fn is_joined(&self) -> bool {
        (0..P).any(|port| {
            let at_port = |e: usize| self.edges[e].contains(&port) && self.coefficients[e] > 0.0;
            (0..E).filter(|e| at_port(*e)).count() > 1 && self.waves[port].zc > 0.0
        })
    }

    /// Flow through each edge as if it were alone, m^3/s, from the first of its ports to the second.
    #[inline]
    pub(super) fn alone(&self) -> [f64; E] {
        let flow = |e: usize| turbulent_flow(self.coefficients[e], self.edges[e].map(|port| self.waves[port]));
        std::array::from_fn(flow)
    }

    /// Flow through each edge, m^3/s, where they know of each other.
    #[cold]
    pub(super) fn flows(&self) -> [f64; E] {
        let mut flows = self.alone();
        let differences: [f64; E] = std::array::from_fn(|e| match self.coefficients[e] > 0.0 {
            true => self.waves[self.edges[e][0]].c - self.waves[self.edges[e][1]].c,
            false => 0.0,
        });
        let largest = differences.iter().fold(0.0, |most: f64, d| most.max(d.abs()));
        if largest == 0.0 {
            return [0.0; E];
        }
        for _ in 0..ROUNDS {
            let residuals = self.residuals(&flows, &differences);
            let step = self.newton(&flows, &residuals, (LEAST * largest).sqrt());
            let slope = product(&residuals, &step);
            let mut part = 1.0;
            let mut next = flows;
            for _ in 0..HALVINGS {
                next = std::array::from_fn(|e| flows[e] + part * step[e]);
                // Not so far that it rises again as steeply as it falls here.
                let there = product(&self.residuals(&next, &differences), &step);
                if there <= 0.9 * slope.abs() {
                    break;
                }
                part *= 0.5;
            }
            flows = next;
            if size(&step) * part <= NEAR * size(&flows) {
                break;
            }
        }
        flows
    }

    /// How much more pressure each edge needs than there is, Pa; 0 of closed ones.
    fn residuals(&self, flows: &[f64; E], differences: &[f64; E]) -> [f64; E] {
        let out = self.out(flows);
        std::array::from_fn(|e| {
            let ([from, to], k, q) = (self.edges[e], self.coefficients[e], flows[e]);
            if k > 0.0 {
                (q / k) * (q / k).abs()
                    - (differences[e] + self.waves[from].zc * out[from] - self.waves[to].zc * out[to])
            } else {
                0.0
            }
        })
    }

    /// What flows out of the valve at each port, m^3/s.
    #[inline]
    pub(super) fn out(&self, flows: &[f64; E]) -> [f64; P] {
        let mut out = [0.0; P];
        for ([from, to], q) in self.edges.into_iter().zip(flows) {
            out[from] -= q;
            out[to] += q;
        }
        out
    }

    /// A step of Newton's method: roots are no smaller than `least`.
    fn newton(&self, flows: &[f64; E], residuals: &[f64; E], least: f64) -> [f64; E] {
        let mut matrix: [[f64; E]; E] = std::array::from_fn(|e| std::array::from_fn(|other| self.coupling(e, other)));
        for (e, row) in matrix.iter_mut().enumerate() {
            let k = self.coefficients[e];
            row[e] += if k > 0.0 { 2.0 * (flows[e] / k).abs().max(least) / k } else { 1.0 };
        }
        // Gauss's elimination: it is positive definite, and needs no pivots.
        let mut step = residuals.map(|residual| -residual);
        for i in 0..E {
            let pivot = matrix[i];
            for j in i + 1..E {
                let factor = matrix[j][i] / pivot[i];
                matrix[j].iter_mut().zip(pivot).for_each(|(entry, above)| *entry -= factor * above);
                step[j] -= factor * step[i];
            }
        }
        for i in (0..E).rev() {
            let known: f64 = (i + 1..E).map(|column| matrix[i][column] * step[column]).sum();
            step[i] = (step[i] - known) / matrix[i][i];
        }
        step
    }

    /// By how much the pressure difference at one edge falls for each flow of another, Pa s/m^3.
    fn coupling(&self, edge: usize, other: usize) -> f64 {
        if self.coefficients[edge] == 0.0 || self.coefficients[other] == 0.0 {
            return 0.0;
        }
        let at =
            |[from, to]: [usize; 2], port: usize| f64::from(u8::from(to == port)) - f64::from(u8::from(from == port));
        (0..P).map(|port| at(self.edges[edge], port) * at(self.edges[other], port) * self.waves[port].zc).sum()
    }
}

fn product<const E: usize>(one: &[f64; E], other: &[f64; E]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The largest of them.
fn size<const E: usize>(flows: &[f64; E]) -> f64 {
    flows.iter().fold(0.0, |most, q| most.max(q.abs()))
}
