//! Tells of a pressure that oil cannot have.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Level, Result, State, check_mode};

use super::ActuatorSimple;

/// Whether a pressure was ever below that of a vacuum.
#[derive(Clone, Copy)]
pub(super) struct Vacuum {
    passed: DiscreteState<1>,
    above: Indicator,
    /// That of a vacuum, as pressures are given, Pa.
    pressure: f64,
}

/// The standard atmosphere, Pa.
pub(super) const ATMOSPHERE: f64 = 101_325.0;

impl Vacuum {
    /// Declares what watches the pressures; around the actuator is another, Pa.
    pub(super) fn declare(c: &mut Creator<'_, ActuatorSimple>, pressures: [State<1>; 2], ambient: f64) -> Self {
        let doc = "1 once a pressure has been below that of a vacuum, else 0";
        let passed = c.discrete_state("BelowVacuum", "", doc);
        c.out_port_of("BelowVacuum", passed);
        let doc = "How far the lower pressure is above that of a vacuum; 1 once it was below";
        let above = c.indicator("AboveVacuum", "Pa", doc, Crossing::Falling);
        c.initial(ActuatorSimple::first_vacuum).reads(pressures).sets(passed);
        c.initial(ActuatorSimple::check_vacuum).reads(passed);
        c.common_computation(ActuatorSimple::watch_vacuum).reads((pressures, passed)).fills(above);
        c.on_event(above, ActuatorSimple::pass_vacuum).reads(pressures).sets(passed);
        Self { passed, above, pressure: ambient - ATMOSPHERE }
    }
}

impl ActuatorSimple {
    /// The lower pressure, Pa, and the number of its chamber.
    #[inline]
    fn lower_pressure(&self, io: &Io<'_>) -> (f64, usize) {
        let [[p0], [p1]] = self.states.map(|state| io.get(state));
        if p0 < p1 { (p0, 0) } else { (p1, 1) }
    }

    #[inline]
    fn watch_vacuum(&self, io: &mut Io<'_>) {
        let Some(Vacuum { passed, above, pressure: vacuum }) = self.vacuum else { return };
        let (pressure, _) = self.lower_pressure(io);
        let [passed] = io.get(passed);
        io.set(above, [if passed == 0.0 { pressure - vacuum } else { 1.0 }]);
    }

    fn pass_vacuum(&self, io: &mut Io<'_>) {
        let Some(Vacuum { passed, .. }) = self.vacuum else { return };
        self.warn_of_vacuum(io);
        io.set_now(passed, [1.0]);
    }

    fn check_vacuum(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(Vacuum { passed, .. }) = self.vacuum else { return Ok(()) };
        check_mode("BelowVacuum", &io.get(passed), &[0.0, 1.0])
    }

    fn first_vacuum(&self, io: &mut Io<'_>) {
        let Some(Vacuum { passed, pressure: vacuum, .. }) = self.vacuum else { return };
        let is_below = self.lower_pressure(io).0 < vacuum;
        if is_below {
            self.warn_of_vacuum(io);
        }
        io.set_initial(passed, [f64::from(is_below)]);
    }

    #[cold]
    fn warn_of_vacuum(&self, io: &mut Io<'_>) {
        let (_, chamber) = self.lower_pressure(io);
        let message = format!(
            "the pressure of chamber {chamber} is below that of a vacuum, which oil cannot have: forces are wrong from \
             here on, and this is said only once; `CavitationPressure` keeps them right"
        );
        io.log(Level::Warning, &message);
    }
}
