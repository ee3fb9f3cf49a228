//! Edges that are open at one port at once.

use simobject_elements::tlm::Wave;

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
    /// Flow through each edge, m^3/s, from the first of its ports to the second; `alone` is that through each as if it
    /// were alone.
    #[cold]
    pub(super) fn flows(&self, alone: [f64; E]) -> [f64; E] {
        let is_open = |e: &usize| self.coefficients[*e] > 0.0;
        let difference = |e: usize| (self.waves[self.edges[e][0]].c - self.waves[self.edges[e][1]].c).abs();
        let largest = (0..E).filter(is_open).map(difference).fold(0.0, f64::max);
        if largest == 0.0 {
            return [0.0; E];
        }
        let out = self.out(&alone);
        let mut now =
            Solution { flows: alone, pressures: std::array::from_fn(|port| self.waves[port].effort(out[port])) };
        for _ in 0..ROUNDS {
            let residuals = self.residuals(&now);
            let step = self.newton(&now, &residuals, (LEAST * largest).sqrt());
            let slope = product(&residuals, &step.flows);
            let mut part = 1.0;
            let mut next = now.moved(part, &step);
            for _ in 0..HALVINGS {
                // Not so far that it rises again as steeply as it falls here.
                if product(&self.residuals(&next), &step.flows) <= 0.9 * slope.abs() {
                    break;
                }
                part *= 0.5;
                next = now.moved(part, &step);
            }
            now = next;
            let is_near = |step: f64, size: f64| part * step <= NEAR * size;
            if is_near(size(&step.flows), size(&now.flows))
                && is_near(size(&step.pressures), size(&now.pressures).max(largest))
            {
                break;
            }
        }
        now.flows
    }

    /// How much more pressure each edge needs than there is, Pa; 0 of closed ones.
    fn residuals(&self, now: &Solution<P, E>) -> [f64; E] {
        std::array::from_fn(|e| {
            let ([from, to], k) = (self.edges[e], self.coefficients[e]);
            let root = now.flows[e] / k;
            if k > 0.0 { root * root.abs() - (now.pressures[from] - now.pressures[to]) } else { 0.0 }
        })
    }

    /// What flows out of the valve at each port, m^3/s.
    fn out(&self, flows: &[f64; E]) -> [f64; P] {
        let mut out = [0.0; P];
        for ([from, to], q) in self.edges.into_iter().zip(flows) {
            out[from] -= q;
            out[to] += q;
        }
        out
    }

    /// A step of Newton's method: roots of pressures are no smaller than `least`.
    ///
    /// Each edge conducts as it does near its flow, and each port to its wave as `1 / Zc`. Ports are taken out one
    /// by one, and what they conducted is put between the others (a star becomes a mesh): of
    /// conductances only sums are made, so that nothing is lost where they differ by any power of ten.
    fn newton(&self, now: &Solution<P, E>, residuals: &[f64; E], least: f64) -> Solution<P, E> {
        let conductance = |e: usize| match self.coefficients[e] {
            k if k > 0.0 => k / (2.0 * (now.flows[e] / k).abs().max(least)),
            _ => 0.0,
        };
        let conductances: [f64; E] = std::array::from_fn(conductance);
        let is_free = self.waves.map(|wave| wave.zc > 0.0);
        let out = self.out(&now.flows);
        // Of each free port: to what does not give way, and what has to flow there.
        let mut fixed: [f64; P] = std::array::from_fn(|port| self.waves[port].zc.recip());
        let mut flows: [f64; P] =
            std::array::from_fn(|port| out[port] - (now.pressures[port] - self.waves[port].c) * fixed[port]);
        let mut between = [[0.0; P]; P];
        for (([from, to], g), residual) in self.edges.into_iter().zip(conductances).zip(residuals) {
            if is_free[from] && is_free[to] {
                between[from][to] += g;
                between[to][from] += g;
            } else {
                fixed[from] += g;
                fixed[to] += g;
            }
            flows[from] += g * residual;
            flows[to] -= g * residual;
        }
        let mut sums = [0.0; P];
        let free = |from: usize| (from..P).filter(|port| is_free[*port]);
        for port in free(0) {
            sums[port] = fixed[port] + free(port + 1).map(|other| between[port][other]).sum::<f64>();
            for other in free(port + 1) {
                let share = between[other][port] / sums[port];
                fixed[other] += share * fixed[port];
                flows[other] += share * flows[port];
                for third in free(port + 1).filter(|third| *third != other) {
                    between[other][third] += share * between[port][third];
                }
            }
        }
        let mut pressures = [0.0; P];
        for port in (0..P).rev().filter(|port| is_free[*port]) {
            let known: f64 = free(port + 1).map(|other| between[port][other] * pressures[other]).sum();
            pressures[port] = (flows[port] + known) / sums[port];
        }
        let flow = |e: usize| {
            let [from, to] = self.edges[e];
            conductances[e] * (pressures[from] - pressures[to] - residuals[e])
        };
        Solution { flows: std::array::from_fn(flow), pressures }
    }
}

/// Flows through edges, m^3/s, and pressures at ports, Pa; or a step of both.
struct Solution<const P: usize, const E: usize> {
    flows: [f64; E],
    pressures: [f64; P],
}

impl<const P: usize, const E: usize> Solution<P, E> {
    fn moved(&self, part: f64, step: &Self) -> Self {
        Self {
            flows: std::array::from_fn(|e| self.flows[e] + part * step.flows[e]),
            pressures: std::array::from_fn(|port| self.pressures[port] + part * step.pressures[port]),
        }
    }
}

fn product<const E: usize>(one: &[f64; E], other: &[f64; E]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The largest of them.
fn size<const N: usize>(numbers: &[f64; N]) -> f64 {
    numbers.iter().fold(0.0, |most, number| most.max(number.abs()))
}
