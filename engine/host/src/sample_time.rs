//! The period of the clock that a SimObject asks its scenario for: `SampleTime`
//! on its own element, else that of `Engine`.

use std::borrow::Cow;

use simobject::Clock;

use crate::parameter_request::{Otherwise, ParameterRequest};
use crate::parameter_value::Kind;
use crate::range::Range;
use crate::session::Session;
use crate::{ParameterDeclaration, SampleTime, Subject};

/// The attribute that gives a SimObject a step of its own. No type declares a
/// parameter of this name: whatever runs on the scenario's clock has it.
pub const OWN_SAMPLE_TIME: &str = "SampleTime";

/// What is said of a clock of which the scenario does not give the period.
const MISSING: &str = "it runs on the scenario's clock, but `Engine` gives no SampleTime";

/// The attribute, as a parameter.
fn request() -> ParameterRequest<'static> {
    ParameterRequest {
        name: Cow::Borrowed(OWN_SAMPLE_TIME),
        unit: Cow::Borrowed("s"),
        doc: Cow::Borrowed("From tick to tick; that of the scenario's Engine, if not given"),
        kind: Kind::Number,
        range: Range::more_than(0.0),
        otherwise: Otherwise::Nothing,
        gravity: None,
    }
}

/// The attribute, declared.
pub(crate) fn declaration(period: Option<f64>) -> ParameterDeclaration {
    request().declaration(period.into_iter().collect())
}

impl Session<'_> {
    /// The clock of which the scenario gives the period: the SimObject's own, if
    /// it has one.
    pub(crate) fn clock(&mut self) -> Clock {
        self.own_sample_time().map_or(Clock::model(), |period| Clock::every(period, 0.0))
    }

    /// The period of this clock, s.
    pub(crate) fn sample_time(&mut self) -> f64 {
        if let Some(period) = self.own_sample_time() {
            return period;
        }
        match self.surroundings.sample_time() {
            SampleTime::Given(period) => return period,
            SampleTime::Unknown => {}
            SampleTime::Missing if self.faults.iter().any(|fault| fault.message == MISSING) => {}
            SampleTime::Missing => {
                let advice = "give its period, s: `<Engine SampleTime=\"0.01\" .../>`, or `SampleTime` to it alone";
                self.fault(Subject::Construction, MISSING, advice);
            }
        }
        1.0
    }

    /// What its element says, s. It is asked for once.
    fn own_sample_time(&mut self) -> Option<f64> {
        if let Some(known) = self.own_sample_time {
            return known;
        }
        let given = self.given(OWN_SAMPLE_TIME);
        let own = given.and_then(|given| {
            let request = request();
            let (answer, wrong) = request.answer(Some(given), self.surroundings);
            if let Some((subject, message)) = wrong {
                self.fault(subject, message, request.expected());
            }
            answer.and_then(|answer| answer.numbers.first().copied())
        });
        self.own_sample_time = Some(own);
        own
    }
}
