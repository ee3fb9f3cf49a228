use simobject::{Creator, DefaultInput, In, Io, Out, Resource, Result, SimObject};
use simobject_elements::sea::{WATER, WATER_PRESSURE, WATER_SURFACE};

/// What the sea is like at a position, for results and for types that do not ask themselves.
pub struct Probe {
    pos: In<3>,
    elevation: Out<1>,
    vel: Out<3>,
    acc: Out<3>,
    pressure: Out<1>,
    water: Resource<3, 8>,
    surface: Resource<2, 3>,
    water_pressure: Resource<3, 1>,
}

impl SimObject for Probe {
    const NAME: &'static str = "Sea/Probe";
    const DOC: &'static str = "\
What the sea is like at a position

Elevation is counted upwards: the surface is at z = -Elevation
Above the surface Vel and Acc are those of the waves' stretching, and Pressure may be below 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos = c.in_port("Pos", "m", "Position");
        let place: Option<[f64; 3]> =
            c.parameter("Pos").unit("m").doc("Where it is, if nothing is connected to the port").optional();
        if place.is_some() {
            c.default_input(pos, DefaultInput::Parameter("Pos".into()));
        }
        let elevation = c.out_port("Elevation", "m", "Elevation of the surface, upwards");
        let vel = c.out_port("Vel", "m/s", "Velocity of the water");
        let acc = c.out_port("Acc", "m/s^2", "Acceleration of the water");
        let pressure = c.out_port("Pressure", "Pa", "Pressure of the water, above that of the air");
        let water = c.uses("Water", &WATER, "The water there");
        let surface = c.uses("WaterSurface", &WATER_SURFACE, "The surface above it");
        let water_pressure = c.uses("WaterPressure", &WATER_PRESSURE, "The pressure there");
        c.common_computation(Self::rise).reads((pos, surface)).fills(elevation);
        c.common_computation(Self::flow).reads((pos, water)).fills((vel, acc));
        c.common_computation(Self::press).reads((pos, water_pressure)).fills(pressure);
        Ok(Self { pos, elevation, vel, acc, pressure, water, surface, water_pressure })
    }
}

impl Probe {
    #[inline]
    fn rise(&self, io: &mut Io<'_>) {
        let [x, y, _] = io.get(self.pos);
        let [elevation, ..] = io.query(self.surface, [x, y]);
        io.set(self.elevation, elevation);
    }

    #[inline]
    fn flow(&self, io: &mut Io<'_>) {
        let [u, v, w, a, b, c, ..] = io.query(self.water, io.get(self.pos));
        io.set(self.vel, [u, v, w]);
        io.set(self.acc, [a, b, c]);
    }

    #[inline]
    fn press(&self, io: &mut Io<'_>) {
        let pressure = io.query(self.water_pressure, io.get(self.pos));
        io.set(self.pressure, pressure);
    }
}
