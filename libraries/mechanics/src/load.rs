use simobject::{Creator, DefaultInput, In, Io, Look, Out, Result, SimObject};

/// A force of that magnitude along a direction that stays, in the scenario's
/// frame: to be connected with the `Force` of what it acts on.
pub type Force = Load<false>;

/// A torque of that magnitude around a direction that stays, in the scenario's
/// frame: to be connected with the `Torque` of what it acts on.
pub type Torque = Load<true>;

/// A vector of that magnitude, N or N m, along a direction that stays.
pub struct Load<const IS_TORQUE: bool> {
    magnitude: In<1>,
    vector: Out<3>,
    /// Of length 1.
    direction: [f64; 3],
}

impl<const IS_TORQUE: bool> SimObject for Load<IS_TORQUE> {
    const NAME: &'static str = if IS_TORQUE { "Load/Torque" } else { "Load/Force" };
    const DOC: &'static str = if IS_TORQUE {
        "\
A torque around a direction that stays

Torque = Magnitude Direction / |Direction|, in the scenario's frame"
    } else {
        "\
A force along a direction that stays

Force = Magnitude Direction / |Direction|, in the scenario's frame"
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (name, unit, per_unit) = if IS_TORQUE { ("Torque", "N m", "m/(N m)") } else { ("Force", "N", "m/N") };
        let magnitude = c.in_port("Magnitude", unit, "Magnitude; below 0 it points the other way");
        let pos = c.in_port::<3>("Pos", "m", "Where the arrow in the 3D view begins");
        c.default_input(pos, 0.0);
        let vector = c.out_port(name, unit, "In the scenario's frame");
        c.common_computation(Self::act).reads(magnitude).fills(vector);
        let constant: Option<f64> =
            c.parameter("Magnitude").unit(unit).doc("Magnitude where that is not connected").optional();
        if constant.is_some() {
            c.default_input(magnitude, DefaultInput::Parameter("Magnitude".into()));
        }
        let direction: [f64; 3] =
            c.parameter("Direction").doc("Where it points, of any length, in the scenario's frame").required();
        let length = direction.iter().fold(0.0_f64, |length, part| length.hypot(*part));
        if length == 0.0 {
            c.error("Direction", "must have a length");
        }
        let scale: f64 = c
            .parameter("ArrowScale")
            .unit(per_unit)
            .doc("Length of the arrow in the 3D view for each unit")
            .at_least(0.0)
            .default(1e-3);
        c.look(Look::arrow(pos, vector, scale));
        Ok(Self { magnitude, vector, direction: direction.map(|part| part / length) })
    }
}

impl<const IS_TORQUE: bool> Load<IS_TORQUE> {
    #[inline]
    fn act(&self, io: &mut Io<'_>) {
        let [magnitude] = io.get(self.magnitude);
        io.set(self.vector, self.direction.map(|part| magnitude * part));
    }
}
