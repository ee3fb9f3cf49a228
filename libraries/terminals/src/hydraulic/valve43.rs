use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Spool, Spooled, Throttle};
use simobject_elements::nature::HYDRAULIC;

use super::pressure_at;

/// A valve with four ports (P, T, A, B) and three positions, moved continuously: a proportional or servo valve.
///
/// The spool follows the command as an oscillator of second order, or at once where no `NaturalFrequency` is given. It
/// has no hard stop; but no edge opens further than to 1.
pub struct Valve43 {
    spool: Spool,
    supply: In<1>,
    tank: In<1>,
    /// At A and at B.
    pressures: [In<1>; 2],
    /// From P and to T, at A and at B.
    flows: [[Out<1>; 2]; 2],
    edge: Throttle,
}

impl SimObject for Valve43 {
    const NAME: &'static str = "Hydraulic/Valve43";
    const DOC: &'static str = "\
A proportional valve with four ports and a spool

d2SpoolPos/dt2 = w^2 (Command - SpoolPos) - 2 DampingRatio w dSpoolPos/dt, w = 2 pi NaturalFrequency, Command from -1 to 1
SpoolPos = Command without NaturalFrequency
s        = (|SpoolPos| - DeadBand) / (1 - DeadBand), from 0 to 1, with the sign of SpoolPos
OpeningA = s ScalePA where s > 0 (P to A), else s ScaleAT (A to T)
OpeningB = -s ScaleBT where s > 0 (B to T), else -s ScalePB (P to B)
q_pa     = OpeningA r(p(P) - p(A)) where OpeningA > 0, else 0; q_pb alike
q_at     = -OpeningA r(p(A) - p(T)) where OpeningA < 0, else 0; q_bt alike
r(x)     = NominalFlow f(x) / f(NominalPressureDrop), f(x) = x / (x^2 + TransitionPressure^2)^(1/4)

It does not leak: where it is shut, something else has to determine the pressures at A and B, as volumes do.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let [p, t, a, b] = [("P", "Supply"), ("T", "Tank"), ("A", "Working port A"), ("B", "Working port B")]
            .map(|(name, doc)| c.terminal(name, &HYDRAULIC, doc));
        let spool = Spool::declare(c);
        let supply = pressure_at(c, p, "p_p", "Absolute pressure at P");
        let tank = pressure_at(c, t, "p_t", "Absolute pressure at T");
        let pressures =
            [pressure_at(c, a, "p_a", "Absolute pressure at A"), pressure_at(c, b, "p_b", "Absolute pressure at B")];
        let flows = [
            [c.out_port("q_pa", "m^3/s", "Flow from P to A"), c.out_port("q_at", "m^3/s", "Flow from A to T")],
            [c.out_port("q_pb", "m^3/s", "Flow from P to B"), c.out_port("q_bt", "m^3/s", "Flow from B to T")],
        ];
        let given = |port: usize| (spool.openings[port], supply, tank, pressures[port]);
        c.common_computation(Self::meter::<0>).reads(given(0)).reads_no_states().fills(flows[0]);
        c.common_computation(Self::meter::<1>).reads(given(1)).reads_no_states().fills(flows[1]);
        for (port, [from_p, to_t], name) in [(a, flows[0], ["P to A", "A to T"]), (b, flows[1], ["P to B", "B to T"])] {
            c.gives_through((p, port), from_p).named(name[0]);
            c.gives_through((port, t), to_t).named(name[1]);
        }
        let edge = Throttle::declare(c, "Flow through one edge that is wide open, at NominalPressureDrop", 5e5);
        Ok(Self { spool, supply, tank, pressures, flows, edge })
    }
}

impl Spooled for Valve43 {
    #[inline]
    fn spool(&self) -> &Spool {
        &self.spool
    }
}

impl Valve43 {
    #[inline]
    fn meter<const PORT: usize>(&self, io: &mut Io<'_>) {
        let ([opening], [pressure]) = (io.get(self.spool.openings[PORT]), io.get(self.pressures[PORT]));
        let ([supply], [tank]) = (io.get(self.supply), io.get(self.tank));
        let [from_p, to_t] = self.edge.metered(opening, [supply, pressure, tank]);
        io.set(self.flows[PORT][0], [from_p]);
        io.set(self.flows[PORT][1], [to_t]);
    }
}
