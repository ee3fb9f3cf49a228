use simobject::{Adjacent, Bundle, BundleKind, Creator, DiscreteState, Fills, In, Io, Out, Reads, SimObject, Text};

use super::kinds::{MECHANIC, ROTATIONAL};
use super::wave::Wave;

/// A kind of port that moves, and its members: velocity, force, position and
/// equivalent mass, or what stands for them where it turns.
type Kind = (&'static BundleKind, [&'static str; 4]);

const ALONG_A_LINE: Kind = (&MECHANIC, ["v", "f", "x", "me"]);
const AROUND_AN_AXIS: Kind = (&ROTATIONAL, ["w", "T", "a", "Je"]);

/// A port of side `Q` that moves along a line: it reads the wave, and gives
/// velocity, force, position and equivalent mass.
///
/// One that turns has the same equations, and so the same fields: read angular
/// velocity `w`, torque `T`, angle `a` and equivalent moment of inertia `Je` for
/// `v`, `f`, `x` and `me`, in rad/s, N m, rad and kg m^2.
#[derive(Debug, Clone, Copy)]
pub struct MechanicQ {
    /// Wave variable, N.
    pub c: In<1>,
    /// Characteristic impedance, N s/m.
    pub zc: In<1>,
    /// Velocity, m/s, positive out of this side.
    pub v: Out<1>,
    /// Force, N.
    pub f: Out<1>,
    /// Position, m, positive as the velocity.
    pub x: Out<1>,
    /// Equivalent mass, kg. It is not among what [`fills`](Self::fills) names,
    /// since it seldom changes.
    pub me: Out<1>,
    /// Velocity, force and position.
    pub motion: Adjacent<Out<1>, 3>,
}

/// What a calculation needs of a [`MechanicQ`] at every tick, in half of its room:
/// where there are thousands of bodies, memory is what they wait for.
#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    c: In<1>,
    zc: In<1>,
    /// Velocity, force and position.
    pub motion: Adjacent<Out<1>, 3>,
}

impl Terminal {
    /// The wave that comes in.
    #[inline]
    pub fn wave(self, io: &Io<'_>) -> Wave {
        let ([c], [zc]) = (io.get(self.c), io.get(self.zc));
        Wave { c, zc }
    }

    /// Fills the port with a velocity, m/s, out of this side, the force, N, of the
    /// wave at that velocity, and a position, m.
    #[inline]
    pub fn set(self, io: &mut Io<'_>, wave: Wave, v: f64, x: f64) {
        io.set(self.motion, [v, wave.effort(v), x]);
    }
}

impl MechanicQ {
    /// Declares the bundle and its members.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, name: impl Into<Text>, doc: impl Into<Text>) -> Self {
        Self::of_kind(c, ALONG_A_LINE, name.into(), doc.into())
    }

    /// Declares the bundle and its members, of a port that turns.
    pub fn declare_rotational<T: SimObject>(
        c: &mut Creator<'_, T>,
        name: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> Self {
        Self::of_kind(c, AROUND_AN_AXIS, name.into(), doc.into())
    }

    /// Says that the wave has to tick as the SimObject does, as where this end has a mass.
    pub fn keep_in_step<T: SimObject>(self, c: &mut Creator<'_, T>) {
        let why = "what has a mass gets that wave late, and may swing up; let the border of steps lie at a wall or at a \
                   velocity that is given, and not between a body and what acts on it";
        c.in_step(self.c, why);
    }

    fn of_kind<T: SimObject>(c: &mut Creator<'_, T>, (kind, [v, f, x, me]): Kind, name: Text, doc: Text) -> Self {
        let port = c.bundle(name, kind, "Q", doc);
        let wave = ["c", "Zc"].map(|member| c.in_member(port, member));
        let motion = [v, f, x].map(|member| c.out_member(port, member));
        let ([c, zc], [v, f, x], me) = (wave, motion, c.out_member(port, me));
        Self { c, zc, v, f, x, me, motion: Adjacent::of(motion) }
    }

    /// Says where it is, m, and how fast it moves, m/s, before it has calculated
    /// anything: C types whose wave goes with its position, as a cylinder's,
    /// begin with that.
    pub fn starts_at<T: SimObject>(self, c: &mut Creator<'_, T>, x: f64, v: f64) {
        c.initial_value(self.x, x);
        c.initial_value(self.v, v);
    }

    /// For `reads`: the wave.
    pub fn reads(self) -> impl Reads {
        [self.c, self.zc]
    }

    /// For `fills`: velocity, force and position.
    pub fn fills(self) -> impl Fills {
        [self.v, self.f, self.x]
    }

    /// What a calculation needs of it at every tick.
    pub fn terminal(self) -> Terminal {
        Terminal { c: self.c, zc: self.zc, motion: self.motion }
    }

    /// The wave that comes in.
    #[inline]
    pub fn wave(self, io: &Io<'_>) -> Wave {
        self.terminal().wave(io)
    }

    /// The waves that come in at several ports.
    #[inline]
    pub fn waves<const N: usize>(ports: [Self; N], io: &Io<'_>) -> [Wave; N] {
        ports.map(|port| port.wave(io))
    }

    /// Fills it with a velocity, m/s, out of this side, the force, N, of the wave
    /// at that velocity, and a position, m.
    #[inline]
    pub fn set(self, io: &mut Io<'_>, wave: Wave, v: f64, x: f64) {
        self.terminal().set(io, wave, v, x);
    }
}

/// A port of side `C` that moves along a line, or turns, as [`MechanicQ`]: it
/// reads how it moves, and gives the wave. `C` is as that of
/// [`HydraulicC`](super::HydraulicC).
#[derive(Debug, Clone, Copy)]
pub struct MechanicC<C = DiscreteState<1>> {
    /// Velocity, m/s, positive into this side.
    pub v: In<1>,
    /// Force, N.
    pub f: In<1>,
    /// Position, m.
    pub x: In<1>,
    /// Equivalent mass, kg.
    pub me: In<1>,
    /// Wave variable, N.
    pub c: C,
    /// Characteristic impedance, N s/m.
    pub zc: Out<1>,
}

impl MechanicC {
    /// Declares the bundle, whose wave variable is a state.
    pub fn declare_of<T: SimObject>(
        c: &mut Creator<'_, T>,
        name: impl Into<Text>,
        doc: impl Into<Text>,
        wave: DiscreteState<1>,
    ) -> Self {
        Self::of_state(c, ALONG_A_LINE, name.into(), doc.into(), wave)
    }

    /// Declares the bundle, whose wave variable is a state, of a port that turns.
    pub fn declare_rotational_of<T: SimObject>(
        c: &mut Creator<'_, T>,
        name: impl Into<Text>,
        doc: impl Into<Text>,
        wave: DiscreteState<1>,
    ) -> Self {
        Self::of_state(c, AROUND_AN_AXIS, name.into(), doc.into(), wave)
    }

    fn of_state<T: SimObject>(
        c: &mut Creator<'_, T>,
        kind: Kind,
        name: Text,
        doc: Text,
        wave: DiscreteState<1>,
    ) -> Self {
        Self::of_kind(c, kind, name, doc, |c, port| {
            c.out_member_of(port, "c", wave);
            wave
        })
    }
}

impl MechanicC<Out<1>> {
    /// Declares the bundle, whose wave variable a computation fills.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, name: impl Into<Text>, doc: impl Into<Text>) -> Self {
        Self::of_kind(c, ALONG_A_LINE, name.into(), doc.into(), |c, port| c.out_member(port, "c"))
    }

    /// Declares the bundle, whose wave variable a computation fills, of a port that turns.
    pub fn declare_rotational<T: SimObject>(
        c: &mut Creator<'_, T>,
        name: impl Into<Text>,
        doc: impl Into<Text>,
    ) -> Self {
        Self::of_kind(c, AROUND_AN_AXIS, name.into(), doc.into(), |c, port| c.out_member(port, "c"))
    }
}

impl<C> MechanicC<C> {
    fn of_kind<T: SimObject>(
        c: &mut Creator<'_, T>,
        (kind, members): Kind,
        name: Text,
        doc: Text,
        wave: impl FnOnce(&mut Creator<'_, T>, Bundle) -> C,
    ) -> Self {
        let port = c.bundle(name, kind, "C", doc);
        let [v, f, x, me] = members.map(|member| c.in_member(port, member));
        Self { v, f, x, me, c: wave(c, port), zc: c.out_member(port, "Zc") }
    }
}
