use simobject::{Creator, DefaultInput, In, Io, Out, SimObject};
use simobject_elements::sea::ATTACHMENT;

use super::lumped::Load;
use simobject_elements::vector::{Vector, norm};

/// An end of a line, and what it gives to what it is attached to.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    pub(super) pos: In<3>,
    pub(super) vel: In<3>,
    pub(super) force: Out<3>,
    pub(super) mass: Out<9>,
    pub(super) tension: Out<1>,
    /// Whether it is fixed where a parameter says, if nothing is connected.
    pub(super) is_fixed: bool,
}

impl End {
    /// The end of that name, `A` or `B`.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str) -> Self {
        let bundle = c.bundle(name, &ATTACHMENT, "Line", format!("Its end {name}"));
        let pos = c.in_member(bundle, "Pos");
        let vel = c.in_member(bundle, "Vel");
        let force = c.out_member(bundle, "Force");
        let mass = c.out_member(bundle, "Mass");
        let place: Option<[f64; 3]> = c
            .parameter(format!("Pos{name}"))
            .unit("m")
            .doc(format!("Where the end {name} is fixed, as by an anchor, if nothing is connected to it"))
            .optional();
        if place.is_some() {
            c.default_input(pos, DefaultInput::Parameter(format!("Pos{name}").into()));
        }
        let tension = c.out_port(
            format!("Tension{name}"),
            "N",
            format!("Force at the end {name}, without the inertia of half a segment"),
        );
        Self { pos, vel, force, mass, tension, is_fixed: place.is_some() }
    }

    pub(super) fn state(&self, io: &Io<'_>) -> [Vector; 2] {
        [io.get(self.pos), io.get(self.vel)]
    }

    pub(super) fn set(&self, io: &mut Io<'_>, load: &Load) {
        io.set(self.force, load.force);
        io.set(self.mass, load.mass_matrix());
        io.set(self.tension, norm(load.force));
    }

    /// Of a line without inertia.
    pub(super) fn set_force(&self, io: &mut Io<'_>, force: Vector) {
        io.set(self.force, force);
        io.set(self.mass, [0.0; 9]);
        io.set(self.tension, norm(force));
    }
}
