//! What a calculation is for, and when it runs, as a library says it.

use simobject::{Clock, abi};

use crate::parameter_value::show;
use crate::reader::Reader;
use crate::{Purpose, Rate, Subject};

impl Reader<'_> {
    /// The purpose of the calculation of that name; none if it has none that
    /// is known.
    pub(crate) fn purpose(&mut self, calculation: &abi::Calculation, name: &str) -> Option<Purpose> {
        let rate = self.rate(calculation, name);
        match calculation.purpose {
            abi::PURPOSE_COMMON_COMPUTATION => Some(Purpose::Common(rate)),
            abi::PURPOSE_DERIVATIVES => Some(Purpose::Derivatives),
            abi::PURPOSE_RESIDUAL if rate == Rate::Continuous => Some(Purpose::Common(rate)),
            abi::PURPOSE_RESIDUAL => {
                self.session.mistake(format!("the residual `{name}` runs on a clock, or once: it is continuous"));
                None
            }
            abi::PURPOSE_INITIAL_CONDITION => Some(Purpose::Initial),
            abi::PURPOSE_UPDATE => match rate {
                Rate::Sampled(clock) => Some(Purpose::Update(clock)),
                _ => {
                    self.session.mistake(format!(
                        "the update `{name}` has no clock: say when it runs (`.on(...)` in Rust, `.On(...)` in C++)"
                    ));
                    None
                }
            },
            abi::PURPOSE_HANDLER if self.is_signal(calculation.indicator, format_args!("the handler `{name}`")) => {
                Some(Purpose::Handler(calculation.indicator))
            }
            abi::PURPOSE_HANDLER => None,
            other => {
                self.session.mistake(format!("the calculation `{name}` has an unknown purpose ({other})"));
                None
            }
        }
    }

    fn rate(&mut self, calculation: &abi::Calculation, name: &str) -> Rate {
        match calculation.rate {
            abi::RATE_CONTINUOUS => Rate::Continuous,
            abi::RATE_CONSTANT => Rate::Constant,
            abi::RATE_EVERY => Rate::Sampled(self.every(calculation.period, calculation.offset, name)),
            abi::RATE_SAMPLE_TIME => Rate::Sampled(self.session.clock()),
            abi::RATE_STEPS => Rate::Sampled(Clock::steps()),
            other => {
                self.session.mistake(format!("the calculation `{name}` has an unknown rate ({other})"));
                Rate::Continuous
            }
        }
    }

    /// A clock of its own; 1 s in the place of what is wrong.
    fn every(&mut self, period: f64, offset: f64, name: &str) -> Clock {
        let is_period = period > 0.0 && period.is_finite();
        if !is_period {
            let message = format!("the clock of `{name}` has a period of {} s", show(period));
            self.session.fault(Subject::Construction, message, "a period is more than 0 s, and finite");
        }
        let is_offset = offset >= 0.0 && offset.is_finite();
        if !is_offset {
            let message = format!("the clock of `{name}` has an offset of {} s", show(offset));
            self.session.fault(Subject::Construction, message, "an offset is 0 s or more, and finite");
        }
        Clock::every(if is_period { period } else { 1.0 }, if is_offset { offset } else { 0.0 })
    }
}
