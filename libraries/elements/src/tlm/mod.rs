//! Transmission-line elements: components that are joined by waves, which take
//! a time step to get through. So each one solves its own small equations, and
//! none waits for another: a circuit has no stiffness and no loops.
//!
//! A component of the side `Q` (a valve, a mass) reads the wave variable `c` and
//! the impedance `Zc` of its ports, and gives what follows from them, as `p = c +
//! Zc q`; one of the side `C` (a volume, a spring, a line) gives `c` and `Zc`.
//! Flows and velocities are positive out of the component of side `Q`. Its end
//! may be open, but for the electric one: no wave comes back there (`c` and `Zc`
//! are 0), so that nothing resists. (P. Krus, A. Jansson, J.-O. Palmberg, K.
//! Weddfelt, Distributed simulation of hydromechanical systems, 3rd Bath
//! International Fluid Power Workshop, 1990.)
//!
//! What authors need for components of their own:
//!
//! * [`HYDRAULIC`], [`MECHANIC`], [`ROTATIONAL`], [`ELECTRIC`]: kinds of bundles;
//! * [`HydraulicQ`], [`HydraulicC`], [`MechanicQ`], [`MechanicC`]: ports of both
//!   sides, each declared in one line;
//! * [`Capacitance`]: what volumes and springs do with waves; [`Through`]: the flow
//!   through a component between two ports, with cavitation; [`turbulent_flow`]:
//!   that through an edge; [`Motion`]: a mass with damping, a spring and stops;
//! * [`WaveAhead`]: the wave between ticks, for what is continuous behind a port of side `Q`;
//! * [`FirstOrder`], [`SecondOrder`]: transfer functions, with limits, an integrator;
//!   [`LimitedIntegrator`]: one that begins again at its limits; [`Delay`], [`hysteresis`]. A double
//!   integrator with damping is a [`Motion`].
//!
//! When they calculate, on the clock of the scenario ([`Clock::model`](simobject::Clock::model)), at tick `k`:
//!
//! * side `Q` is a common computation, of the waves of this tick;
//! * side `C` is a discrete state and its update: from waves and flows of tick `k`
//!   come the waves of tick `k + 1`;
//! * a source is a common computation, of its signal at this tick.
//!
//! At tick 0 ([`Io::tick`](simobject::Io::tick)) what remembers gives its start values, and does not advance.
//!
//! ```
//! use simobject_elements::tlm::{HydraulicQ, Through};
//! use simobject::{Clock, Creator, Io, Result, SimObject};
//!
//! /// A leak: `q = Conductance (p1 - p2)`.
//! struct Leak {
//!     ports: [HydraulicQ; 2],
//!     conductance: f64,
//! }
//!
//! impl SimObject for Leak {
//!     const NAME: &'static str = "Hydraulic/Leak";
//!     fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
//!         let ports = ["P1", "P2"].map(|name| HydraulicQ::declare(c, name, "An end of the leak"));
//!         c.common_computation(Self::flow)
//!             .on(Clock::model())
//!             .reads(ports.map(|port| port.reads()))
//!             .fills(ports.map(|port| port.fills()));
//!         let conductance = c.parameter("Conductance").unit("m^3/(s Pa)").at_least(0.0).required();
//!         Ok(Self { ports, conductance })
//!     }
//! }
//!
//! impl Leak {
//!     #[inline]
//!     fn flow(&self, io: &mut Io<'_>) {
//!         // q (1 + Conductance (Zc1 + Zc2)) = Conductance (c1 - c2)
//!         let law = |[a, b]: [simobject_elements::tlm::Wave; 2]| {
//!             self.conductance * (a.c - b.c) / (1.0 + self.conductance * (a.zc + b.zc))
//!         };
//!         let waves = HydraulicQ::waves(self.ports, io);
//!         Through::of(waves, law).set(self.ports, io);
//!     }
//! }
//! ```

mod capacitance;
mod cavitation;
mod delay;
mod first_order;
mod friction;
mod hydraulic;
mod hysteresis;
mod kinds;
mod leaking;
mod limited_integrator;
mod mechanic;
mod motion;
mod second_order;
mod through;
mod turbulent;
mod wave;
mod wave_ahead;

pub use capacitance::Capacitance;
pub use cavitation::{parting, supplied};
pub use delay::Delay;
pub use first_order::FirstOrder;
pub use friction::Friction;
pub use hydraulic::{HydraulicC, HydraulicQ};
pub use hysteresis::hysteresis;
pub use kinds::{ELECTRIC, HYDRAULIC, MECHANIC, ROTATIONAL};
pub use leaking::leaking_flow;
pub use limited_integrator::LimitedIntegrator;
pub use mechanic::{MechanicC, MechanicQ, Terminal};
pub use motion::{Motion, Moving};
pub use second_order::SecondOrder;
pub use through::Through;
pub use turbulent::turbulent_flow;
pub use wave::Wave;
pub use wave_ahead::WaveAhead;
