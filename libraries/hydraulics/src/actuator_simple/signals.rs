//! The ports and states of an actuator.

use simobject::{Creator, DefaultInput, In, Out, Pattern, Private, State, Sum};

use super::ActuatorSimple;

/// Ports and states; those of chamber 0 come first.
#[derive(Clone, Copy)]
pub(super) struct Signals {
    pub(super) pos_a: In<3>,
    pub(super) pos_b: In<3>,
    pub(super) vel_a: In<3>,
    pub(super) vel_b: In<3>,
    pub(super) openings: [In<1>; 2],
    pub(super) inflows: [Sum<1>; 2],
    pub(super) states: [State<1>; 2],
    pub(super) distance: Out<1>,
    pub(super) stroke: Out<1>,
    pub(super) displacement: Out<3>,
    pub(super) velocity: Out<3>,
    pub(super) velocity_local: Out<1>,
    pub(super) direction: Private<3>,
    pub(super) pressures: [Out<1>; 2],
    pub(super) volumes: [Out<1>; 2],
    pub(super) moduli: [Out<1>; 2],
    pub(super) valve_flows: [Out<1>; 2],
    pub(super) leakage: Out<1>,
    pub(super) tension: Out<1>,
    pub(super) force_a: Out<3>,
    pub(super) force_b: Out<3>,
}

impl Signals {
    pub(super) fn declare(c: &mut Creator<'_, ActuatorSimple>) -> Self {
        let pos_a = c.in_port("PosA", "m", "Position of the barrel's mount");
        let pos_b = c.in_port("PosB", "m", "Position of the rod's mount");
        let vel_a = c.in_port("VelA", "m/s", "Velocity of the barrel's mount");
        let vel_b = c.in_port("VelB", "m/s", "Velocity of the rod's mount");
        let openings = two(|k| opening(c, k));
        let inflows = two(|k| inflow(c, k));
        let states = two(|k| state(c, k));
        let distance = c.out_port("Distance", "m", "From A to B");
        let stroke = c.out_port("Stroke", "m", "How far it is extended: 0 to StrokeLength");
        let displacement = c.out_port("Displacement", "m", "PosB - PosA");
        let velocity = c.out_port("Velocity", "m/s", "VelB - VelA");
        let velocity_local = c.out_port("VelocityLocal", "m/s", "At which it extends");
        let mut of_chambers = |name: &str, unit: &'static str, doc: &str| {
            two(|k| c.out_port(format!("{name}{k}"), unit, doc.replace('#', &k.to_string())))
        };
        let pressures =
            of_chambers("Pressure", "Pa", "With which chamber # acts: p#, and no less than CavitationPressure");
        let volumes = of_chambers("ChamberVolume", "m^3", "Volume of chamber # and its hose, as dp#/dt takes it");
        let moduli = of_chambers("EffectiveBulkModulus", "Pa", "Effective bulk modulus of chamber #");
        let valve_flows = of_chambers("ValveFlow", "m^3/s", "Through its own valve into chamber #");
        let leakage = c.out_port("Leakage", "m^3/s", "Past the piston, from chamber 0 to chamber 1");
        let tension = c.out_port("Tension", "N", "Force of the actuator: above 0 where it pulls its ends together");
        let force_a = c.out_port("ForceA", "N", "Force on what is at A");
        let force_b = c.out_port("ForceB", "N", "Force on what is at B");
        let direction = c.private("Direction");
        Self {
            pos_a,
            pos_b,
            vel_a,
            vel_b,
            openings,
            inflows,
            states,
            distance,
            stroke,
            displacement,
            velocity,
            velocity_local,
            direction,
            pressures,
            volumes,
            moduli,
            valve_flows,
            leakage,
            tension,
            force_a,
            force_b,
        }
    }

    pub(super) fn declare_measure(&self, c: &mut Creator<'_, ActuatorSimple>) {
        let measured =
            (self.distance, self.stroke, self.displacement, self.velocity, self.velocity_local, self.direction);
        c.common_computation(ActuatorSimple::measure)
            .reads((self.pos_a, self.pos_b, self.vel_a, self.vel_b))
            .reads_no_states()
            .fills(measured);
    }

    pub(super) fn declare_build_up(&self, c: &mut Creator<'_, ActuatorSimple>) {
        let Self { states, inflows, .. } = *self;
        c.derivatives(ActuatorSimple::build_up)
            .reads((self.velocity_local, self.volumes, self.moduli, self.valve_flows, inflows, self.leakage))
            .reads_no_states()
            .pattern(states[0], inflows[1], Pattern::NONE)
            .pattern(states[1], inflows[0], Pattern::NONE);
    }
}

fn opening(c: &mut Creator<'_, ActuatorSimple>, k: usize) -> In<1> {
    let doc = "Opening of the valve, -1 to 1: above 0 towards the supply, below 0 towards the tank";
    let port = c.in_port(format!("Valve{k}"), "", doc);
    c.default_input(port, DefaultInput::Parameter(format!("ValveOpening{k}").into()));
    c.input_range(port, -1.0..=1.0);
    port
}

fn inflow(c: &mut Creator<'_, ActuatorSimple>, k: usize) -> Sum<1> {
    let port = c.sum_port(format!("Flow{k}"), "m^3/s", format!("Into chamber {k}, beside that of its own valve"));
    c.default_input(port, 0.0);
    port
}

fn state(c: &mut Creator<'_, ActuatorSimple>, k: usize) -> State<1> {
    let side = ["head", "rod"][k];
    let state = c.state(format!("p{k}"), "Pa", format!("Pressure of chamber {k}, on the {side} side of the piston"));
    c.nominal(state, 1e5);
    c.out_port_of(format!("p{k}"), state);
    state
}

/// One for each chamber.
fn two<V>(mut of: impl FnMut(usize) -> V) -> [V; 2] {
    [of(0), of(1)]
}
