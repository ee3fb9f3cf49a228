//! A warning that is said once, when a reserve is used up.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Level, Reads, Result, SimObject, check_mode};

/// Whether the reserve of a SimObject was ever below 0. Nothing but the warning happens there.
#[derive(Debug, Clone, Copy)]
pub struct Alarm {
    name: &'static str,
    sounded: DiscreteState<1>,
    reserve: Indicator,
}

/// A SimObject with an alarm of a number, which tells its alarms apart.
pub trait Alarmed<const NUMBER: u8>: SimObject {
    /// The alarm, if there is one.
    fn alarm(&self) -> Option<&Alarm>;

    /// The reserve: how far the SimObject is from the alarm, below 0 beyond it.
    fn reserve(&self, io: &Io<'_>) -> f64;

    /// The warning.
    fn warning(&self, io: &Io<'_>) -> String;

    /// Whether the start is valid. If it is not, its error comes without the warning.
    fn is_valid_start(&self, _: &Io<'_>) -> bool {
        true
    }

    /// The indicator is 1 once the alarm has sounded.
    #[doc(hidden)]
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        let Some(alarm) = self.alarm() else { return };
        let [sounded] = io.get(alarm.sounded);
        let reserve = if sounded == 0.0 { self.reserve(io) } else { 1.0 };
        io.set(alarm.reserve, [reserve]);
    }

    #[doc(hidden)]
    fn sound(&self, io: &mut Io<'_>) {
        let Some(alarm) = self.alarm() else { return };
        io.log(Level::Warning, &self.warning(io));
        io.set_now(alarm.sounded, [1.0]);
    }

    #[doc(hidden)]
    fn check_alarm(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(alarm) = self.alarm() else { return Ok(()) };
        check_mode(alarm.name, &io.get(alarm.sounded), &[0.0, 1.0])
    }

    #[doc(hidden)]
    fn first_alarm(&self, io: &mut Io<'_>) {
        let Some(alarm) = self.alarm() else { return };
        let sounds = self.reserve(io) < 0.0;
        if sounds && self.is_valid_start(io) {
            io.log(Level::Warning, &self.warning(io));
        }
        io.set_initial(alarm.sounded, [f64::from(sounds)]);
    }
}

impl Alarm {
    /// Declares the alarm of a number: name and doc of its state and out-port, which are 1 once it has sounded; then name,
    /// unit and doc of its reserve, which follows from what it `reads`.
    pub fn declare<T: Alarmed<NUMBER>, const NUMBER: u8>(
        c: &mut Creator<'_, T>,
        [name, doc]: [&'static str; 2],
        [reserve, unit, reserve_doc]: [&'static str; 3],
        reads: impl Reads + Copy,
    ) -> Self {
        let sounded = c.discrete_state(name, "", doc);
        c.out_port_of(name, sounded);
        let reserve = c.indicator(reserve, unit, reserve_doc, Crossing::Falling);
        c.initial(T::first_alarm).reads(reads).sets(sounded).only_at_the_start();
        c.initial(T::check_alarm).reads(sounded);
        c.common_computation(T::watch).reads((reads, sounded)).fills(reserve);
        c.on_event(reserve, T::sound).reads(reads).sets(sounded);
        Self { name, sounded, reserve }
    }
}
