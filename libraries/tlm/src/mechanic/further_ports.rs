use simobject::{Creator, Io, SimObject};
use simobject_elements::tlm::{MechanicQ, Wave};

use super::freedom::{Freedom, Quantity};

/// Ports beside the first one at an end of a body: `P2_2`, `P2_3`... beside `P2`.
#[derive(Default)]
pub(super) struct FurtherPorts(Vec<FurtherPort>);

struct FurtherPort {
    port: MechanicQ,
    /// From the first port, m.
    offset: f64,
}

impl FurtherPorts {
    /// Those of an end, 1 or 2, as many as the scenario asks for.
    pub(super) fn declare<T: SimObject, F: Freedom>(c: &mut Creator<'_, T>, end: usize, doc: &'static str) -> Self {
        let counts =
            [("NumPorts1", "Number of ports at the end of P1"), ("NumPorts2", "Number of ports at the end of P2")];
        let (name, what) = counts[end - 1];
        let count = c.parameter(name).doc(what);
        let count = count.at_least(1.0).at_most(1000.0).default(1_usize);
        if count == 1 {
            return Self::default();
        }
        let Quantity { unit, .. } = F::NAMES.position;
        let offsets = c.parameter(format!("Offset{end}")).unit(unit);
        let offsets = offsets.doc(format!("From P{end} to P{end}_2, P{end}_3..."));
        let offsets: Vec<f64> = offsets.length(count - 1).default(vec![0.0; count - 1]);
        let port = |(number, offset)| FurtherPort { port: F::side_q(c, format!("P{end}_{number}"), doc), offset };
        Self((2..).zip(offsets).map(port).collect())
    }

    pub(super) fn ports(&self) -> impl Iterator<Item = MechanicQ> {
        self.0.iter().map(|further| further.port)
    }

    /// Says where they are, m, and how fast they move, m/s, before anything has calculated.
    pub(super) fn start_at<T: SimObject>(&self, c: &mut Creator<'_, T>, x: f64, v: f64) {
        for FurtherPort { port, offset } in &self.0 {
            port.starts_at(c, x + offset, v);
        }
    }

    /// All waves at their end together, with that of the first port.
    pub(super) fn added(&self, first: Wave, io: &Io<'_>) -> Wave {
        self.ports().map(|port| port.wave(io)).fold(first, |sum, wave| Wave { c: sum.c + wave.c, zc: sum.zc + wave.zc })
    }

    /// Fills them, as [`MechanicQ::set`] does with the first one.
    pub(super) fn set(&self, io: &mut Io<'_>, v: f64, x: f64) {
        for FurtherPort { port, offset } in &self.0 {
            let wave = port.wave(io);
            port.set(io, wave, v, x + offset);
        }
    }
}
