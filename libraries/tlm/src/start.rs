//! What elements of side C are told of the start, and what is connected to them.

use simobject::{Failure, Io, Level, Result};

/// By which part two numbers may differ that are meant to be the same.
const ROUNDING: f64 = 1e-6;
/// The same of flows: a turbulent one is calculated from pressures, which were told with some digits.
const NEAR: f64 = 0.01;
/// By which part flows differ that are not the same flow: one is less than half of the other, or goes the other way.
const OTHER: f64 = 0.5;

/// A parameter with numbers of the start, one for each port.
pub(crate) struct Told<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    pub(crate) unit: &'a str,
    pub(crate) numbers: &'a [f64],
    /// Whether the first of them is all of the parameter.
    pub(crate) is_one: bool,
}

impl Told<'_> {
    /// Compares velocities that ports begin with, as their element was told, with those that are there.
    ///
    /// # Errors
    /// They differ, and the element was told of any. What was told nothing begins with 0, and warns.
    pub(crate) fn compare_velocities(&self, io: &mut Io<'_>, there: &[f64], consequence: &str) -> Result<()> {
        if self.is_within(ROUNDING, there) {
            return Ok(());
        }
        let message = self.message(there, consequence);
        if self.numbers.iter().any(|velocity| *velocity != 0.0) {
            return Err(Failure::fatal(message));
        }
        io.log(Level::Warning, &message);
        Ok(())
    }

    /// The same of forces: it warns, since what was told counts in the first step only.
    pub(crate) fn compare_forces(&self, io: &mut Io<'_>, there: &[f64], consequence: &str) {
        if !self.is_within(ROUNDING, there) {
            io.log(Level::Warning, &self.message_of("outside", there, consequence));
        }
    }

    /// The same of flows into volumes and lines.
    ///
    /// # Errors
    /// One goes the other way, or is less than half or more than twice of what was told. It warns of less, and of
    /// any flow where none was told: most are calculated, from pressures.
    pub(crate) fn compare_flows(&self, io: &mut Io<'_>, there: &[f64]) -> Result<()> {
        if self.is_within(NEAR, there) {
            return Ok(());
        }
        let message = self.message(there, "and the first pressure there is wrong by as much times Zc");
        let is_other = |(told, there): (&f64, &f64)| *told != 0.0 && !is_near(*told, *there, OTHER);
        if self.numbers.iter().zip(there).any(is_other) {
            return Err(Failure::fatal(message));
        }
        io.log(Level::Warning, &message);
        Ok(())
    }

    /// Whether no number differs by more than such a part of the larger one.
    fn is_within(&self, part: f64, there: &[f64]) -> bool {
        self.numbers.iter().zip(there).all(|(told, there)| is_near(*told, *there, part))
    }

    fn message(&self, there: &[f64], consequence: &str) -> String {
        let ports = match self.numbers.len() {
            1 => "at P1".to_owned(),
            2 => "at P1 and P2".to_owned(),
            count => format!("at P1 to P{count}"),
        };
        self.message_of(&ports, there, consequence)
    }

    fn message_of(&self, place: &str, there: &[f64], consequence: &str) -> String {
        let Self { name, unit, numbers, is_one } = self;
        let listed = |numbers: &[f64]| {
            let listed: Vec<String> = numbers.iter().map(|number| format!("{:?}", number + 0.0)).collect();
            listed.join(", ")
        };
        let parameter = if *is_one { &numbers[..1] } else { numbers };
        format!(
            "`{name}` is {} {unit}, but what is {place} starts with {}, {consequence}: give {name}=\"{}\", or start that \
             otherwise",
            listed(parameter),
            listed(there),
            listed(&there[..parameter.len()]),
        )
    }
}

/// Whether two numbers differ by no more than such a part of the larger one.
fn is_near(one: f64, other: f64, part: f64) -> bool {
    (one - other).abs() <= part * one.abs().max(other.abs())
}

/// Compares the flow along a line, as it was told, with those into its ends. Where these are not the same, it may be
/// either, as where a valve closes at the start: it warns of the wave that begins at the other end.
///
/// # Errors
/// It is none of them.
pub(crate) fn compare_flow_along(io: &mut Io<'_>, told: f64, there: [f64; 2]) -> Result<()> {
    let [entering, leaving] = [there[0], -there[1]];
    if is_near(entering, leaving, NEAR) {
        let numbers = [told, -told];
        return Told { name: "StartFlow", unit: "m^3/s", numbers: &numbers, is_one: true }.compare_flows(io, &there);
    }
    let flows = format!(
        "`StartFlow` is {told:?} m^3/s, but what is at the ends starts with {:?} into P1 and {:?} out of P2",
        entering + 0.0,
        leaving + 0.0
    );
    for (flow, other) in [(entering, "P2"), (leaving, "P1")] {
        if is_near(told, flow, NEAR) {
            io.log(
                Level::Warning,
                &format!("{flows}: a wave begins at {other}, as if that were closed or opened at the start"),
            );
            return Ok(());
        }
    }
    Err(Failure::fatal(format!("{flows}: give one of both, or start what is there otherwise")))
}

/// Says that a flow which was told is not what the waves at the start would make of it.
pub(crate) fn warn_of_start_flow(io: &mut Io<'_>, told: f64, from_waves: f64, pressures: f64) {
    if (told - from_waves).abs() > NEAR * told.abs().max(from_waves.abs()) {
        let message = format!(
            "`StartFlow` is {told:?} m^3/s, but {from_waves:.3e} flows as soon as waves count: give what is at P1 and P2 the same \
             `StartFlow`, out of P1's and into P2's, and pressures that differ by StartFlow / Kc, {pressures:?} Pa"
        );
        io.log(Level::Warning, &message);
    }
}
