use simobject::{Creator, DefaultInput, In, Io, Out, Resource, Result, SimObject};
use simobject_elements::sea::WIND;

/// The wind at a position, for results and for types that do not ask themselves.
pub struct Anemometer {
    pos: In<3>,
    vel: Out<3>,
    wind: Resource<3, 3>,
}

impl SimObject for Anemometer {
    const NAME: &'static str = "Sea/Anemometer";
    const DOC: &'static str = "The wind at a position";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos = c.in_port("Pos", "m", "Position");
        let place: Option<[f64; 3]> =
            c.parameter("Pos").unit("m").doc("Where it is, if nothing is connected to the port").optional();
        if place.is_some() {
            c.default_input(pos, DefaultInput::Parameter("Pos".into()));
        }
        let vel = c.out_port("Vel", "m/s", "Velocity of the air");
        let wind = c.uses("Wind", &WIND, "The wind there");
        c.common_computation(Self::turn).reads((pos, wind)).fills(vel);
        Ok(Self { pos, vel, wind })
    }
}

impl Anemometer {
    #[inline]
    fn turn(&self, io: &mut Io<'_>) {
        let vel = io.query(self.wind, io.get(self.pos));
        io.set(self.vel, vel);
    }
}
