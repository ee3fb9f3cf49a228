//! SimObjects whose ports are bundles.

use simobject::{
    Bundle, BundleKind, Clock, Creator, DiscreteState, In, InSlice, Io, Member, Out, OutSlice, Result, Side, SimObject,
    State, Sum,
};
use simobject_elements::tlm;

/// A port of side Q of a mechanic element.
#[derive(Clone, Copy)]
struct QPort {
    c: In<1>,
    zc: In<1>,
    v: Out<1>,
    f: Out<1>,
    x: Out<1>,
    me: Out<1>,
}

impl QPort {
    fn declare<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str) -> Self {
        let port = c.bundle(name, &tlm::MECHANIC, "Q", "Where it is held");
        Self {
            c: c.in_member(port, "c"),
            zc: c.in_member(port, "Zc"),
            v: c.out_member(port, "v"),
            f: c.out_member(port, "f"),
            x: c.out_member(port, "x"),
            me: c.out_member(port, "me"),
        }
    }
}

/// A mass between two springs; velocities are positive out of it.
pub(crate) struct TlmMass {
    ports: [QPort; 2],
    v: DiscreteState<1>,
    x: DiscreteState<1>,
    mass: f64,
    step: f64,
}

impl SimObject for TlmMass {
    const NAME: &'static str = "TlmMass";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = ["P1", "P2"].map(|name| QPort::declare(c, name));
        let (v, x) = (c.discrete_state("V", "m/s", ""), c.discrete_state("X", "m", ""));
        let start: f64 = c.parameter("Start").default(0.0);
        c.initial_value(v, start);
        c.initial_value(x, 0.0);
        let [a, b] = ports;
        c.initial_value(a.v, -start);
        c.initial_value(b.v, start);
        c.common_computation(Self::motion)
            .on(Clock::model())
            .reads((a.c, a.zc, b.c, b.zc, v, x))
            .fills(((a.v, a.f, a.x, a.me), (b.v, b.f, b.x, b.me)));
        c.update(Self::keep).on(Clock::model()).reads((b.v, b.x)).reads_no_states().sets((v, x));
        let (mass, step) = (c.parameter("Mass").required(), c.sample_time(Clock::model()));
        Ok(Self { ports, v, x, mass, step })
    }
}

impl TlmMass {
    fn motion(&self, io: &mut Io<'_>) {
        let ([v], [x]) = (io.get(self.v), io.get(self.x));
        let [[c1], [c2]] = self.ports.map(|port| io.get(port.c));
        let [[z1], [z2]] = self.ports.map(|port| io.get(port.zc));
        let per_mass = self.step / self.mass;
        let v = (v + per_mass * (c1 - c2)) / (1.0 + (z1 + z2) * per_mass);
        let x = x + self.step * v;
        for (port, sign) in self.ports.into_iter().zip([-1.0, 1.0]) {
            let ([c], [zc]) = (io.get(port.c), io.get(port.zc));
            io.set(port.v, [sign * v]);
            io.set(port.f, [c + zc * sign * v]);
            io.set(port.x, [sign * x]);
            io.set(port.me, [self.mass]);
        }
    }
    fn keep(&self, io: &mut Io<'_>) {
        let ([v], [x]) = (io.get(self.ports[1].v), io.get(self.ports[1].x));
        io.set_next(self.v, [v]);
        io.set_next(self.x, [x]);
    }
}

/// A port of side C of a mechanic element.
#[derive(Clone, Copy)]
struct CPort {
    v: In<1>,
    c: Out<1>,
    zc: Out<1>,
}

impl CPort {
    fn declare<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str) -> Self {
        let port = c.bundle(name, &tlm::MECHANIC, "C", "What it pulls at");
        let v = c.in_member(port, "v");
        // Declared, but of no use to a spring.
        let _: [In<1>; 3] = ["f", "x", "me"].map(|member| c.in_member(port, member));
        Self { v, c: c.out_member(port, "c"), zc: c.out_member(port, "Zc") }
    }
}

/// A spring, by waves: c1' = c2 + 2 Zc v2 and c2' = c1 + 2 Zc v1.
pub(crate) struct TlmSpring {
    ports: [CPort; 2],
    before: [DiscreteState<1>; 2],
    zc: f64,
}

impl SimObject for TlmSpring {
    const NAME: &'static str = "TlmSpring";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = ["P1", "P2"].map(|name| CPort::declare(c, name));
        let before = ["B1", "B2"].map(|name| c.discrete_state(name, "N", ""));
        before.iter().for_each(|before| c.initial_value(*before, 0.0));
        let [a, b] = ports;
        c.common_computation(Self::waves)
            .on(Clock::model())
            .reads(before)
            .reads_previous((a.v, b.v))
            .fills((a.c, a.zc, b.c, b.zc));
        c.update(Self::keep).on(Clock::model()).reads((a.c, b.c)).reads_no_states().sets(before);
        Ok(Self { ports, before, zc: c.parameter("Zc").required() })
    }
}

impl TlmSpring {
    fn waves(&self, io: &mut Io<'_>) {
        let [[v1], [v2]] = self.ports.map(|port| io.get(port.v));
        let [[b1], [b2]] = self.before.map(|before| io.get(before));
        for (port, wave) in self.ports.into_iter().zip([b2 + 2.0 * self.zc * v2, b1 + 2.0 * self.zc * v1]) {
            io.set(port.c, [wave]);
            io.set(port.zc, [self.zc]);
        }
    }
    fn keep(&self, io: &mut Io<'_>) {
        for (port, before) in self.ports.into_iter().zip(self.before) {
            let wave = io.get(port.c);
            io.set_next(before, wave);
        }
    }
}

/// A shaft: one side says how it turns, the other how it is loaded.
const SHAFT: BundleKind = BundleKind::new(
    "Shaft",
    "A rotating shaft",
    Side::gives(
        "Drive",
        &[Member::new("w", "rad/s", 1, "Angular velocity"), Member::new("axis", "", 3, "Direction of the shaft")],
    ),
    Side::gives("Load", &[Member::new("T", "N m", 1, "Torque that slows it down").open(&[0.0])]),
);

/// J dw/dt = -T: a member that is a state, and one that adds up.
pub(crate) struct Flywheel {
    torque: Sum<1>,
    axis: Out<3>,
    velocity: State<1>,
    inertia: f64,
}

impl SimObject for Flywheel {
    const NAME: &'static str = "Flywheel";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let shaft = c.bundle("Shaft", &SHAFT, "Drive", "What it drives");
        let velocity = c.state("Velocity", "rad/s", "");
        c.initial_value(velocity, 1.0);
        c.out_member_of(shaft, "w", velocity);
        let (torque, axis) = (c.sum_member(shaft, "T"), c.out_member(shaft, "axis"));
        c.common_computation(Self::direction).reads(()).fills(axis);
        c.derivatives(Self::slow).reads(torque);
        Ok(Self { torque, axis, velocity, inertia: c.parameter("Inertia").default(2.0) })
    }
}

impl Flywheel {
    fn direction(&self, io: &mut Io<'_>) {
        io.set(self.axis, [1.0, 2.0, 3.0]);
    }
    fn slow(&self, io: &mut Io<'_>) {
        let [torque] = io.get(self.torque);
        io.set_derivative(self.velocity, [-torque / self.inertia]);
    }
}

/// T = Damping w at each of its shafts, of which there may be any number.
pub(crate) struct Brake {
    shafts: Vec<(In<1>, Out<1>)>,
    damping: f64,
}

impl SimObject for Brake {
    const NAME: &'static str = "Brake";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count = c.parameter("Ports").at_most(1000.0).default(1_usize);
        let mut shafts = Vec::new();
        for number in 1..=count {
            let shaft = c.bundle(format!("S{number}"), &SHAFT, "Load", "A shaft that it slows down");
            let (velocity, _): (_, In<3>) = (c.in_member(shaft, "w"), c.in_member(shaft, "axis"));
            shafts.push((velocity, c.out_member(shaft, "T")));
        }
        let (velocities, torques): (Vec<_>, Vec<_>) = shafts.iter().copied().unzip();
        c.common_computation(Self::brake).reads(&velocities).fills(&torques);
        Ok(Self { shafts, damping: c.parameter("Damping").default(3.0) })
    }
}

impl Brake {
    fn brake(&self, io: &mut Io<'_>) {
        for (velocity, torque) in &self.shafts {
            let [velocity] = io.get(*velocity);
            io.set(*torque, [self.damping * velocity]);
        }
    }
}

/// What another library takes for a shaft.
mod foreign {
    use simobject::{BundleKind, Member, Side};

    const AXIS: Member = Member::new("axis", "", 3, "");
    const DRIVE: Side = Side::gives("Drive", &[Member::new("w", "1/s", 1, "In other words"), AXIS]);
    const fn loaded(load: Side) -> BundleKind {
        BundleKind::new("Shaft", "", load, DRIVE)
    }

    /// The same, but for its order, its words and a unit that is written differently.
    pub(super) const SAME: BundleKind = loaded(Side::gives("Load", &[Member::new("T", "kg m^2/s^2", 1, "")]));
    pub(super) const UNIT: BundleKind = loaded(Side::gives("Load", &[Member::new("T", "kN m", 1, "")]));
    pub(super) const WIDTH: BundleKind = loaded(Side::gives("Load", &[Member::new("T", "N m", 3, "")]));
    pub(super) const LESS: BundleKind = loaded(Side::gives("Load", &[]));
    pub(super) const MORE: BundleKind =
        loaded(Side::gives("Load", &[Member::new("T", "N m", 1, ""), Member::new("J", "kg m^2", 1, "")]));
    pub(super) const GIVER: BundleKind = BundleKind::new(
        "Shaft",
        "",
        Side::gives("Load", &[AXIS, Member::new("T", "N m", 1, "")]),
        Side::gives("Drive", &[Member::new("w", "1/s", 1, "")]),
    );
    pub(super) const SIDES: BundleKind =
        BundleKind::new("Shaft", "", Side::gives("Brake", &[Member::new("T", "N m", 1, "")]), DRIVE);
}

/// A bundle `P` of a kind and side, and an in-port and an out-port: ones all over.
pub(crate) struct Plug {
    outputs: Vec<OutSlice>,
}

impl SimObject for Plug {
    const NAME: &'static str = "Plug";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let side: String = c.parameter("Side").required();
        let same: &'static BundleKind = &foreign::SAME;
        let kinds = [
            ("shaft", (&SHAFT, "w axis", "T")),
            ("same", (same, "w axis", "T")),
            ("unit", (&foreign::UNIT, "w axis", "T")),
            ("width", (&foreign::WIDTH, "w axis", "T")),
            ("less", (&foreign::LESS, "w axis", "")),
            ("more", (&foreign::MORE, "w axis", "T J")),
            ("giver", (&foreign::GIVER, "w", "axis T")),
            ("sides", (&foreign::SIDES, "w axis", "T")),
            ("hydraulic", (&tlm::HYDRAULIC, "p q", "c Zc")),
        ];
        let (kind, one, other) = c.choice("Kind", kinds).default("shaft");
        let (given, read) = if matches!(side.as_str(), "Drive" | "Q") { (one, other) } else { (other, one) };
        let bundle = c.bundle("P", kind, &side, "");
        let _: Vec<InSlice> = read.split_whitespace().map(|member| c.in_member_slice(bundle, member)).collect();
        let mut outputs: Vec<_> = given.split_whitespace().map(|member| c.out_member_slice(bundle, member)).collect();
        let input: In<1> = c.in_port("In", "", "");
        c.default_input(input, 0.0);
        outputs.push(c.out_slice("Out", 1, "", ""));
        c.common_computation(Self::fill).reads(()).fills(&outputs);
        Ok(Self { outputs })
    }
}

impl Plug {
    fn fill(&self, io: &mut Io<'_>) {
        for output in &self.outputs {
            (0..output.width()).for_each(|element| io.set_at(*output, element, 1.0));
        }
    }
}

/// One mistake of a library with bundles.
pub(crate) struct Bungling;

impl SimObject for Bungling {
    const NAME: &'static str = "Bungling";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        const ONE: &[Member] = &[Member::new("a", "", 1, "")];
        const NOTHING: Side = Side::gives("B", &[]);
        const NAMES: BundleKind =
            BundleKind::new("a kind", "", Side::gives("", &[Member::new("a.b", "", 1, "")]), NOTHING);
        const SIDES: BundleKind = BundleKind::new("K", "", Side::gives("B", ONE), NOTHING);
        const EMPTY: BundleKind = BundleKind::new("K", "", Side::gives("A", &[]), NOTHING);
        const MEMBERS: BundleKind =
            BundleKind::new("K", "", Side::gives("A", ONE), Side::gives("B", &[Member::new("a", "", 0, "")]));
        const OPEN: BundleKind = BundleKind::new(
            "K",
            "",
            Side::gives(
                "A",
                &[Member::new("a", "", 3, "").open(&[0.0, 1.0]), Member::new("b", "", 1, "").open(&[f64::NAN])],
            ),
            NOTHING,
        );
        let mistake: String = c.parameter("Mistake").required();
        let brake = |c: &mut Creator<'_, Self>, name: &'static str| {
            let bundle = c.bundle(name, &SHAFT, "Load", "");
            let _: (In<1>, In<3>) = (c.in_member(bundle, "w"), c.in_member(bundle, "axis"));
            bundle
        };
        let whole = |c: &mut Creator<'_, Self>, name: &'static str| {
            let bundle = brake(c, name);
            let torque: Out<1> = c.out_member(bundle, "T");
            c.common_computation(Self::nothing).reads(()).fills(torque);
        };
        let torque = |c: &mut Creator<'_, Self>, bundle: Bundle| {
            let torque: Out<1> = c.out_member(bundle, "T");
            c.common_computation(Self::nothing).reads(()).fills(torque);
        };
        match mistake.as_str() {
            "side" => drop(c.bundle("P", &SHAFT, "Middle", "")),
            "less" => drop(brake(c, "P")),
            "unknown" => {
                let bundle = brake(c, "P");
                torque(c, bundle);
                let _: In<1> = c.in_member(bundle, "X");
            }
            "twice" => {
                let bundle = brake(c, "P");
                torque(c, bundle);
                let _: In<1> = c.in_member(bundle, "w");
            }
            "in" => {
                let bundle = brake(c, "P");
                let _: In<1> = c.in_member(bundle, "T");
            }
            "out" => {
                let bundle = c.bundle("P", &SHAFT, "Load", "");
                torque(c, bundle);
                let (w, _): (Out<1>, In<3>) = (c.out_member(bundle, "w"), c.in_member(bundle, "axis"));
                c.common_computation(Self::nothing).reads(()).fills(w);
            }
            "width" => {
                let bundle = c.bundle("P", &SHAFT, "Load", "");
                torque(c, bundle);
                let _: (In<1>, In<2>) = (c.in_member(bundle, "w"), c.in_member(bundle, "axis"));
            }
            "bundles" => {
                whole(c, "P");
                whole(c, "P");
            }
            "port" => {
                whole(c, "P");
                let _: In<1> = c.in_port("P", "", "");
            }
            "name" => whole(c, "P.1"),
            "state" => {
                let (bundle, state) = (brake(c, "P"), c.state::<1>("Force", "N", ""));
                c.out_member_of(bundle, "T", state);
                c.derivatives(Self::nothing);
            }
            "kind" => drop(c.bundle("P", &NAMES, "B", "")),
            "sides" => drop(c.bundle("P", &SIDES, "B", "")),
            "empty" => drop(c.bundle("P", &EMPTY, "B", "")),
            "members" => drop(c.bundle("P", &MEMBERS, "B", "")),
            "open" => drop(c.bundle("P", &OPEN, "A", "")),
            _ => {}
        }
        Ok(Self)
    }
}

impl Bungling {
    fn nothing(&self, _: &mut Io<'_>) {}
}
