//! A velocity of bodies that are held together.

use simobject::{Creator, In, Out, SimObject, State};

/// The velocity of a body, and its position if it has one.
pub(super) struct Moving {
    /// What flows into everything else.
    pub(super) through: In<1>,
    pub(super) rate: Out<1>,
    pub(super) velocity: State<1>,
    pub(super) position: Option<State<1>>,
}

impl Moving {
    /// Velocity number `at`, as its parameters name it.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>, at: usize) -> Self {
        let mut word =
            |of: &str| -> String { c.parameter(format!("{of}{at}")).doc("A name, a unit").default(String::new()) };
        let [name, unit] = ["Across", "AcrossUnit"].map(&mut word);
        let [position_name, position_unit] = ["Position", "PositionUnit"].map(&mut word);
        let through_unit = word("ThroughUnit");
        let begins: f64 = c.parameter(format!("Initial{at}")).doc("Velocity at the start").default(0.0);
        let at_first: f64 = c.parameter(format!("InitialPosition{at}")).doc("Position at the start").default(0.0);
        let through = c.in_port(format!("flow-{at}"), through_unit, "What flows into everything else");
        let rate = c.out_port(format!("{name}-rate"), format!("{unit}/s"), "Rate of the velocity");
        let nominal: f64 = c.parameter(format!("Nominal{at}")).doc("Magnitude of the velocity").default(1.0);
        let velocity = c.state(name, unit, "Velocity");
        c.nominal(velocity, nominal);
        c.initial_value(velocity, [begins]);
        let position = (!position_name.is_empty()).then(|| {
            let position = c.state(position_name, position_unit, "Position");
            c.initial_value(position, [at_first]);
            position
        });
        Self { through, rate, velocity, position }
    }
}
