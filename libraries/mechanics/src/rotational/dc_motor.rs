use simobject::{Creator, DefaultInput, In, Io, Out, Result, SimObject, State};

/// A motor for direct current with permanent magnets. The constant of its
/// torque, N m/A, is that of its voltage too, V s/rad: so no energy is lost
/// between them. Its rotor is a [`Rotational/Inertia`](crate::axis::Inertia) of its
/// own, with what is fixed to it.
///
/// `AngVel` is that of the shaft relative to the housing, `Torque` what the
/// shaft gets, and `ReactionTorque` what the housing gets. Without `Inductance`
/// the current follows the voltage at once, and there is no state.
pub struct DcMotor {
    voltage: In<1>,
    ang_vel: In<1>,
    current: Current,
    torque: Out<1>,
    reaction_torque: Out<1>,
    back_voltage: Out<1>,
    power: Out<1>,
    /// ohm.
    resistance: f64,
    /// N m/A.
    torque_constant: f64,
}

/// What the current is.
#[derive(Clone, Copy)]
enum Current {
    /// A state, with the inductance, H.
    Builds(State<1>, f64),
    Follows(Out<1>),
}

impl SimObject for DcMotor {
    const NAME: &'static str = "Rotational/DcMotor";
    const DOC: &'static str = "\
A motor for direct current with permanent magnets

Inductance dCurrent/dt = Voltage - Resistance Current - BackVoltage, BackVoltage = TorqueConstant AngVel
Torque = TorqueConstant Current, ReactionTorque = -Torque, Power = Voltage Current
Current = (Voltage - BackVoltage) / Resistance where Inductance is 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let voltage = c.in_port("Voltage", "V", "Voltage at its terminals");
        let ang_vel = c.in_port("AngVel", "rad/s", "Angular velocity of the shaft, relative to the housing");
        let constant: Option<f64> =
            c.parameter("Voltage").unit("V").doc("Voltage where that is not connected").optional();
        if constant.is_some() {
            c.default_input(voltage, DefaultInput::Parameter("Voltage".into()));
        }
        let resistance: f64 =
            c.parameter("Resistance").unit("ohm").doc("Resistance of the winding").at_least(0.0).required();
        let inductance: f64 = c
            .parameter("Inductance")
            .unit("H")
            .doc("Inductance of the winding; 0: the current is no state")
            .at_least(0.0)
            .default(0.0);
        if resistance == 0.0 && inductance == 0.0 {
            c.error("Resistance", "must be more than 0 where `Inductance` is 0");
        }
        let current = if inductance > 0.0 {
            let current = c.state("Current", "A", "Current");
            c.initial_value(current, 0.0);
            c.out_port_of("Current", current);
            Current::Builds(current, inductance)
        } else {
            Current::Follows(c.out_port("Current", "A", "Current"))
        };
        let torque = c.out_port("Torque", "N m", "Torque on the shaft");
        let reaction_torque = c.out_port("ReactionTorque", "N m", "Torque on the housing");
        let back_voltage = c.out_port("BackVoltage", "V", "Voltage that turning induces");
        let power = c.out_port("Power", "W", "Electrical power that it takes");
        let (state, out) = match current {
            Current::Builds(state, _) => (Some(state), None),
            Current::Follows(out) => (None, Some(out)),
        };
        c.common_computation(Self::drive).reads((state, out)).fills((torque, reaction_torque));
        c.common_computation(Self::take).reads((voltage, state, out)).fills(power);
        if state.is_some() {
            c.derivatives(Self::build_up).reads((voltage, back_voltage, state));
        } else {
            c.common_computation(Self::follow).reads((voltage, back_voltage)).fills(out);
        }
        c.common_computation(Self::induce).reads(ang_vel).reads_no_states().fills(back_voltage);
        let torque_constant =
            c.parameter("TorqueConstant").unit("N m/A").doc("Torque for each ampere; and V s/rad").required();
        Ok(Self {
            voltage,
            ang_vel,
            current,
            torque,
            reaction_torque,
            back_voltage,
            power,
            resistance,
            torque_constant,
        })
    }
}

impl DcMotor {
    #[inline]
    fn current(&self, io: &Io<'_>) -> f64 {
        let [current] = match self.current {
            Current::Builds(state, _) => io.get(state),
            Current::Follows(out) => io.get(out),
        };
        current
    }

    /// What voltage is left for the winding, V.
    #[inline]
    fn rest(&self, io: &Io<'_>) -> f64 {
        let ([voltage], [back_voltage]) = (io.get(self.voltage), io.get(self.back_voltage));
        voltage - back_voltage
    }

    #[inline]
    fn induce(&self, io: &mut Io<'_>) {
        let [ang_vel] = io.get(self.ang_vel);
        io.set(self.back_voltage, [self.torque_constant * ang_vel]);
    }

    #[inline]
    fn build_up(&self, io: &mut Io<'_>) {
        if let Current::Builds(state, inductance) = self.current {
            let [current] = io.get(state);
            io.set_derivative(state, [(self.rest(io) - self.resistance * current) / inductance]);
        }
    }

    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        if let Current::Follows(current) = self.current {
            io.set(current, [self.rest(io) / self.resistance]);
        }
    }

    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        let torque = self.torque_constant * self.current(io);
        io.set(self.torque, [torque]);
        io.set(self.reaction_torque, [-torque]);
    }

    #[inline]
    fn take(&self, io: &mut Io<'_>) {
        let [voltage] = io.get(self.voltage);
        io.set(self.power, [voltage * self.current(io)]);
    }
}
