use simobject::{Creator, Io, Result, SimObject};
use simobject_elements::environment::GRAVITY;

/// Gravity that is the same everywhere. Bodies that fall ask for it: in a
/// scenario with one of these nothing has to be connected.
pub struct Gravity {
    acceleration: [f64; 3],
}

impl SimObject for Gravity {
    const NAME: &'static str = "Environment/Gravity";
    const DOC: &'static str = "\
Gravity that is the same everywhere, for all that asks for it

Acc = Acceleration";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Gravity", &GRAVITY, "Acceleration of gravity", Self::acceleration);
        let acceleration = c
            .parameter("Acceleration")
            .unit("m/s^2")
            .doc("Acceleration of what falls, in the scenario's frame")
            .gravity_vector()
            .default([0.0, 0.0, 9.81]);
        Ok(Self { acceleration })
    }
}

impl Gravity {
    #[inline]
    fn acceleration(&self, _: &Io<'_>, _: [f64; 3]) -> [f64; 3] {
        self.acceleration
    }
}
