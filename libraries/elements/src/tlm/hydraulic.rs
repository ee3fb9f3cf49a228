use simobject::{Adjacent, Creator, DiscreteState, Fills, In, Io, Out, Reads, SimObject, Text};

use super::kinds::HYDRAULIC;
use super::wave::Wave;

/// A hydraulic port of side `Q`: it reads the wave, and gives pressure and flow.
#[derive(Debug, Clone, Copy)]
pub struct HydraulicQ {
    /// Wave variable, Pa.
    pub c: In<1>,
    /// Characteristic impedance, Pa s/m^3.
    pub zc: In<1>,
    /// Pressure, Pa.
    pub p: Out<1>,
    /// Volume flow, m^3/s, positive out of this side.
    pub q: Out<1>,
    /// Pressure and flow.
    flow: Adjacent<Out<1>, 2>,
}

impl HydraulicQ {
    /// Declares the bundle and its members.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, name: impl Into<Text>, doc: impl Into<Text>) -> Self {
        let port = c.bundle(name, &HYDRAULIC, "Q", doc);
        let [wave, zc] = ["c", "Zc"].map(|member| c.in_member(port, member));
        let [p, q] = ["p", "q"].map(|member| c.out_member(port, member));
        Self { c: wave, zc, p, q, flow: Adjacent::of([p, q]) }
    }

    /// For `reads`: the wave.
    pub fn reads(self) -> impl Reads {
        [self.c, self.zc]
    }

    /// For `fills`: pressure and flow.
    pub fn fills(self) -> impl Fills {
        [self.p, self.q]
    }

    /// The wave that comes in.
    #[inline]
    pub fn wave(self, io: &Io<'_>) -> Wave {
        let ([c], [zc]) = (io.get(self.c), io.get(self.zc));
        Wave { c, zc }
    }

    /// The waves that come in at several ports.
    #[inline]
    pub fn waves<const N: usize>(ports: [Self; N], io: &Io<'_>) -> [Wave; N] {
        ports.map(|port| port.wave(io))
    }

    /// Fills it with a pressure, Pa, and a flow, m^3/s, out of this side.
    #[inline]
    pub fn set(self, io: &mut Io<'_>, p: f64, q: f64) {
        io.set(self.flow, [p, q]);
    }
}

/// A hydraulic port of side `C`: it reads pressure and flow, and gives the wave.
/// `C` is a [`DiscreteState`] state where an update gives the wave variable, as that
/// of a volume, and an [`Out`] where a computation does, as that of a source.
#[derive(Debug, Clone, Copy)]
pub struct HydraulicC<C = DiscreteState<1>> {
    /// Pressure, Pa.
    pub p: In<1>,
    /// Volume flow, m^3/s, positive into this side.
    pub q: In<1>,
    /// Wave variable, Pa.
    pub c: C,
    /// Characteristic impedance, Pa s/m^3.
    pub zc: Out<1>,
}

impl HydraulicC {
    /// Declares the bundle, whose wave variable is a state.
    pub fn declare_of<T: SimObject>(
        c: &mut Creator<'_, T>,
        name: impl Into<Text>,
        doc: impl Into<Text>,
        wave: DiscreteState<1>,
    ) -> Self {
        let port = c.bundle(name, &HYDRAULIC, "C", doc);
        let (p, q) = (c.in_member(port, "p"), c.in_member(port, "q"));
        c.out_member_of(port, "c", wave);
        Self { p, q, c: wave, zc: c.out_member(port, "Zc") }
    }
}

impl HydraulicC<Out<1>> {
    /// Declares the bundle, whose wave variable a computation fills.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, name: impl Into<Text>, doc: impl Into<Text>) -> Self {
        let port = c.bundle(name, &HYDRAULIC, "C", doc);
        let (p, q) = (c.in_member(port, "p"), c.in_member(port, "q"));
        Self { p, q, c: c.out_member(port, "c"), zc: c.out_member(port, "Zc") }
    }
}
