//! A double-acting hydraulic cylinder with its valves.

mod appearance;
mod settling;
mod signals;
mod vacuum;
mod valves;

use simobject::{Clock, Creator, Datum, Failure, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Cylinder, CylinderOil, Stroke, Stroked};

use appearance::{Appearance, Drawn, HasAppearance};
use settling::Settling;
use signals::Signals;
use vacuum::{ATMOSPHERE, Vacuum};
use valves::Valves;

/// A double-acting hydraulic cylinder between two points, with a valve at each
/// chamber and the oil in both as its states.
///
/// The model is that of Exudyn's connector `HydraulicActuatorSimple`; its
/// parameters have the same names here, with a capital letter in front. `A` is
/// its marker 0, where the barrel is mounted, and `B` marker 1, the end of the
/// rod. What goes beyond it does nothing unless its parameter is given: end
/// stops, leakage, the cavitation pressure, and the transition pressure of the
/// valves.
///
/// With `UseChamberVolumeChange="0"` the oil is conserved: `A s + V p / K` of a
/// chamber changes by what flows into it. With 1, in rigid walls, its mass is:
/// volume times density, which grows with `exp(p / K)`, changes by what flows in
/// at that density. Walls that give way are part of the stiffness only, as in the
/// reference, and not of the volume: then there is no content whose balance the
/// rate of the pressure is.
pub struct ActuatorSimple {
    signals: Signals,
    ends: Stroke<Out<1>>,
    vacuum: Option<Vacuum>,
    settling: Option<Settling>,
    cylinder: Cylinder,
    oil: CylinderOil,
    valves: Valves,
    appearance: Appearance,
    /// m.
    offset_length: f64,
    /// Pa; the lowest number there is without one.
    cavitation_pressure: f64,
    /// Where A and B all but meet, m.
    least_distance: f64,
    is_active: bool,
}

impl SimObject for ActuatorSimple {
    const NAME: &'static str = "Hydraulic/ActuatorSimple";
    const DOC: &'static str = "\
A double-acting hydraulic cylinder between two points, with its valves

u       = (PosB - PosA) / Distance, Stroke = Distance - OffsetLength, VelocityLocal = (VelB - VelA) . u
Tension = -Pressure0 A0 + Pressure1 A1 + AmbientPressure (A0 - A1) + ActuatorDamping VelocityLocal + pull of the end stops
ForceA  = Tension u, ForceB = -Tension u
ValveFlow_k = opening NominalFlow sqrts(SystemPressure - Pressure_k), or of (Pressure_k - TankPressure) where opening < 0
sqrts(x) = x / (x^2 + TransitionPressure^2)^(1/4); sign(x) sqrt(|x|) with 0
dp0/dt  = K0 / V0 (-A0 VelocityLocal + ValveFlow0 + Flow0 - Leakage)
dp1/dt  = K1 / V1 (A1 VelocityLocal + ValveFlow1 + Flow1 + Leakage)
Leakage = LeakageCoefficient (Pressure0 - Pressure1), Pressure_k = p_k, or CavitationPressure where it is more
V_k     = HoseVolume, K_k = OilBulkModulus, or that of Oil at Pressure_k (+ 101325 Pa where AmbientPressure is 0); where UseChamberVolumeChange is 1, with x0 = Stroke, x1 = StrokeLength - Stroke:
V_k     = HoseVolume + A x, 1 / K_k = 1 / OilBulkModulus + A x / (V CylinderBulkModulus) + HoseVolume / (V HoseBulkModulus)
A bulk modulus of 0 is that of something rigid. Where UseChamberVolumeChange is 1, walls that give way leave dp/dt no
balance of the oil
Below CavitationPressure p_k tells how much is missing: (CavitationPressure - p_k) V_k / K_k of the chamber is void
Without CavitationPressure, BelowVacuum is 1 once a p_k has been below AmbientPressure - 101325 Pa, which is a warning
Parameters are called as those of Exudyn's HydraulicActuatorSimple, with a capital letter in front";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let signals = Signals::declare(c);
        let Signals { pos_a, pos_b, openings, states, pressures, distance, stroke, velocity_local, direction, .. } =
            signals;
        let offset_length =
            c.parameter("OffsetLength").unit("m").doc("Distance of the mounts at stroke 0").at_least(0.0).default(0.0);
        let stroke_length = c.parameter("StrokeLength").unit("m").doc("Longest stroke").more_than(0.0).required();
        let doc = "If not, it neither gives forces nor takes oil, and its pressures stay";
        let is_active: bool = c.parameter("ActiveConnector").doc(doc).default(true);
        signals.declare_measure(c);
        let doc = "Pressure around it: 0 where all pressures are given relative to it, 101325 where they are absolute";
        let ambient_pressure: f64 = c.parameter("AmbientPressure").unit("Pa").doc(doc).at_least(0.0).default(0.0);
        let datum = if ambient_pressure > 0.0 { Datum::Absolute } else { Datum::Relative };
        states.iter().for_each(|state| c.datum(*state, datum));
        pressures.iter().for_each(|pressure| c.datum(*pressure, datum));
        let above = if ambient_pressure == 0.0 { ATMOSPHERE } else { 0.0 };
        let oil = CylinderOil::declare(c, above, true);
        let supply = c.common_computation(Self::supply);
        let supply = match oil.asked() {
            Some(oil) => supply.reads((stroke, openings, states, oil)),
            None => supply.reads((stroke, openings, states)),
        };
        supply.fills((pressures, signals.volumes, signals.moduli, signals.valve_flows, signals.leakage));
        signals.declare_build_up(c);
        let motion = (stroke, velocity_local);
        let ends = Stroke::declare(c, stroke, velocity_local, stroke_length);
        let doc = "The pressure below which the oil gives off vapour; without it, pressures fall without end";
        let cavitation_pressure: Option<f64> = c.parameter("CavitationPressure").unit("Pa").doc(doc).optional();
        let vacuum = cavitation_pressure.is_none().then(|| Vacuum::declare(c, states, ambient_pressure));
        let pull = c.common_computation(Self::pull);
        let pull = match ends.contact() {
            Some(contact) => pull.reads((motion, direction, pressures, contact)),
            None => pull.reads((motion, direction, pressures)).reads_no_states(),
        };
        pull.fills((signals.tension, signals.force_a, signals.force_b));
        let valves = Valves::declare(c);
        let settling = valves.has_kinks().then(|| Settling { memory: c.memory("Settling", 2) });
        if let Some(Settling { memory }) = settling {
            let note = c.update(Self::note_step);
            let note = match oil.asked() {
                Some(oil) => note.reads((openings, states, memory, oil)),
                None => note.reads((openings, states, memory)),
            };
            note.on(Clock::steps()).sets(memory);
        }
        let cylinder = Cylinder::declare(c, stroke_length, ambient_pressure);
        let drawn = Drawn { pos_a, pos_b, distance, direction };
        Ok(Self {
            signals,
            ends,
            vacuum,
            settling,
            cylinder,
            oil,
            valves,
            cavitation_pressure: cavitation_pressure.unwrap_or(f64::NEG_INFINITY),
            appearance: Appearance::declare(c, drawn, offset_length, stroke_length),
            least_distance: LEAST_DISTANCE * stroke_length,
            offset_length,
            is_active,
        })
    }
}

/// Of the longest stroke: where the ends are closer, they are taken to meet. No
/// method steps across so much while the actuator turns round at once.
const LEAST_DISTANCE: f64 = 1e-3;

impl Stroked for ActuatorSimple {
    type Velocity = Out<1>;

    #[inline]
    fn stroke(&self) -> &Stroke<Out<1>> {
        &self.ends
    }
}

impl ActuatorSimple {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) -> Result<()> {
        let difference = |to: [f64; 3], from: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| to[i] - from[i]) };
        let displacement = difference(io.get(self.signals.pos_b), io.get(self.signals.pos_a));
        let velocity = difference(io.get(self.signals.vel_b), io.get(self.signals.vel_a));
        let [x, y, z] = displacement;
        let distance = (x * x + y * y + z * z).sqrt();
        if distance < self.least_distance {
            return Err(ends_meet(distance));
        }
        let direction = displacement.map(|part| part / distance);
        io.set(self.signals.distance, [distance]);
        io.set(self.signals.stroke, [distance - self.offset_length]);
        io.set(self.signals.displacement, displacement);
        io.set(self.signals.velocity, velocity);
        io.set(
            self.signals.velocity_local,
            [velocity[0] * direction[0] + velocity[1] * direction[1] + velocity[2] * direction[2]],
        );
        io.set(self.signals.direction, direction);
        Ok(())
    }

    /// What is in the chambers, and what flows into them.
    #[inline]
    fn supply(&self, io: &mut Io<'_>) -> Result<()> {
        let [stroke] = io.get(self.signals.stroke);
        let mut pressures = [0.0; 2];
        for (k, acting) in pressures.iter_mut().enumerate() {
            let ([pressure], [opening]) = (io.get(self.signals.states[k]), io.get(self.signals.openings[k]));
            let pressure = if pressure < self.cavitation_pressure { self.cavitation_pressure } else { pressure };
            let contents = self.cylinder.contents(&self.oil, k, stroke, self.oil.bulk_modulus(io, pressure))?;
            io.set(self.signals.pressures[k], [pressure]);
            io.set(self.signals.volumes[k], [contents.volume]);
            io.set(self.signals.moduli[k], [contents.bulk_modulus]);
            let flow = if self.is_active { self.valves.flow(k, opening, pressure)? } else { 0.0 };
            io.set(self.signals.valve_flows[k], [flow]);
            *acting = pressure;
        }
        let leakage = if self.is_active { self.cylinder.leakage(pressures) } else { 0.0 };
        io.set(self.signals.leakage, [leakage]);
        Ok(())
    }

    #[inline]
    fn build_up(&self, io: &mut Io<'_>) {
        let ([velocity], [leakage]) = (io.get(self.signals.velocity_local), io.get(self.signals.leakage));
        if !self.is_active {
            return self.signals.states.into_iter().for_each(|state| io.set_derivative(state, [0.0]));
        }
        let growth = self.cylinder.growth(velocity);
        for (k, leakage) in [leakage, -leakage].into_iter().enumerate() {
            let ([modulus], [volume], [through_valve], [from_outside]) = (
                io.get(self.signals.moduli[k]),
                io.get(self.signals.volumes[k]),
                io.get(self.signals.valve_flows[k]),
                io.get(self.signals.inflows[k]),
            );
            let filling = through_valve + from_outside - (growth[k] + leakage);
            io.set_derivative(self.signals.states[k], [modulus / volume * filling]);
        }
    }

    #[inline]
    fn pull(&self, io: &mut Io<'_>) {
        let ([velocity], direction, stops) =
            (io.get(self.signals.velocity_local), io.get(self.signals.direction), self.ends.tension(io));
        let pressures = self.signals.pressures.map(|pressure| io.get(pressure)[0]);
        let tension = if self.is_active { self.cylinder.tension(pressures, velocity) + stops } else { 0.0 };
        let force = direction.map(|part| tension * part);
        io.set(self.signals.tension, [tension]);
        io.set(self.signals.force_a, force);
        io.set(self.signals.force_b, force.map(|part| -part));
    }

    fn note_step(&self, io: &mut Io<'_>) {
        let Some(settling) = self.settling else { return };
        let times = [0, 1].map(|k| {
            let ([opening], [pressure]) = (io.get(self.signals.openings[k]), io.get(self.signals.states[k]));
            let capacity = self.cylinder.hose_capacity(k, self.oil.bulk_modulus(io, pressure));
            self.valves.settling_time(opening, pressure, capacity)
        });
        settling.step(io, times[0].or(times[1]));
    }
}

#[cold]
fn ends_meet(distance: f64) -> Failure {
    Failure::recoverable(format!(
        "A and B are at one point (L = 0), or nearly, {distance} m apart: the actuator has no direction; `OffsetLength` is \
         how far apart they are at stroke 0, where `StopStiffness` gives end stops"
    ))
}

impl HasAppearance for ActuatorSimple {
    #[inline]
    fn draw(&self, io: &mut Io<'_>) {
        self.appearance.draw(io);
    }
}
