//! Oil bears no tension: one rule for all elements.
//!
//! The pressure at a port is `max(0, c + Zc q)`. Where `c + Zc q` is below 0 the
//! oil has parted: the equations take `c` and `Zc` of that port as 0, so that it
//! gives neither force nor impedance. A flow there leaves a void, which the wave
//! below 0 remembers until oil fills it again.
//!
//! The orifices, valves and cylinders of Hopsan's library work likewise, except
//! that all ports below 0 part at once, including those that others have only
//! pulled down. Here only those ports part that have to: if flows rise with the
//! pressure at other ports and fall with that at their own, there is one
//! solution, and [`parting`] finds it.
//!
//! A rotating machine, a pump or a motor, has no room for a void: it passes on no
//! more than its inlet has, `c / Zc` ([`supplied`]). Hopsan's pumps and motors do
//! so since 2.21, in 2023.

use super::wave::Wave;

/// Pressures below 0 by less than this part of the wave are 0.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Wave {
    /// Pressure of oil at the port, Pa, for a flow out of side `Q`, m^3/s: `max(0, c + Zc flow)`.
    #[inline]
    pub fn pressure(self, flow: f64) -> f64 {
        let p = self.effort(flow);
        if p < 0.0 { 0.0 } else { p }
    }

    /// Whether the oil has parted at that flow, apart from rounding.
    #[inline]
    fn is_parted(self, flow: f64) -> bool {
        self.effort(flow) < -ROUNDING * self.c.abs()
    }

    /// The most that can flow into side `Q`, m^3/s, which leaves a pressure of 0.
    #[inline]
    fn supply(self) -> f64 {
        let c = if self.c < 0.0 { 0.0 } else { self.c };
        if self.zc > 0.0 { c / self.zc } else { f64::INFINITY }
    }
}

/// Applies `solve` to waves, without those of ports where the oil has parted;
/// `flows` gives the flows out of the ports, m^3/s, of a solution. The flow of
/// each port must not fall where the pressure at another port rises.
///
/// All ports that would be below 0 part; then those come together again at which
/// the pressure would be above 0, until there is none. Each does so once.
#[inline]
pub fn parting<S, const P: usize>(
    waves: [Wave; P],
    solve: impl Fn([Wave; P]) -> S,
    flows: impl Fn(&S) -> [f64; P],
) -> S {
    let whole = solve(waves);
    let flow = flows(&whole);
    let mut parted = [false; P];
    for ((parted, wave), q) in parted.iter_mut().zip(waves).zip(flow) {
        *parted = wave.is_parted(q);
    }
    if parted.contains(&true) { with_parted(waves, parted, solve, flows) } else { whole }
}

/// The same, starting with these ports below 0.
fn with_parted<S, const P: usize>(
    waves: [Wave; P],
    mut parted: [bool; P],
    solve: impl Fn([Wave; P]) -> S,
    flows: impl Fn(&S) -> [f64; P],
) -> S {
    loop {
        let solved = solve(std::array::from_fn(|port| if parted[port] { Wave::NONE } else { waves[port] }));
        let mut comes_together = false;
        for ((parted, wave), q) in parted.iter_mut().zip(waves).zip(flows(&solved)) {
            if *parted && wave.effort(q) > 0.0 {
                (*parted, comes_together) = (false, true);
            }
        }
        if !comes_together {
            return solved;
        }
    }
}

/// The flow from the first port to the second, m^3/s, for a demand of `q`: no
/// more than its source has.
#[inline]
pub fn supplied(q: f64, [one, two]: [Wave; 2]) -> f64 {
    q.min(one.supply()).max(-two.supply())
}
