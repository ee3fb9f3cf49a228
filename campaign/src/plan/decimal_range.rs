//! Numbers at equal distances.

use bowline_engine::Decimal;

use super::error::PlanError;

/// `first + i * step`, all times `10^exponent`: each number is the double nearest
/// to its decimal, so that the third of 0.1:0.1:0.5 is 0.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DecimalRange {
    first: i128,
    step: i128,
    exponent: i32,
    count: u64,
}

impl DecimalRange {
    /// From `start` to `stop`, which belongs to it if it is met.
    pub(super) fn parse(start: &str, step: &str, stop: &str) -> Result<Self, PlanError> {
        let [first, size, last] = [start, step, stop].map(|part| Decimal::parse(part).map_err(PlanError::new));
        let (first, size, last) = (first?, size?, last?);
        let exponent = [first, size, last].iter().filter(|d| d.mantissa != 0).map(|d| d.exponent).min().unwrap_or(0);
        let at = |decimal: Decimal| {
            decimal.mantissa_at(exponent).ok_or_else(|| PlanError::new("the three numbers have too many digits"))
        };
        let (first, size, last) = (at(first)?, at(size)?, at(last)?);
        let span = last.checked_sub(first).ok_or_else(|| PlanError::new("the range is too long"))?;
        if size == 0 {
            return Err(PlanError::new("the step of a range start:step:stop must not be 0"));
        }
        if span != 0 && span.signum() != size.signum() {
            let (start, step, stop) = (start.trim(), step.trim(), stop.trim());
            let turned = step.strip_prefix('-').map_or_else(|| format!("-{step}"), str::to_owned);
            let message = format!("the step {step} leads away from {stop}: write {start}:{turned}:{stop}");
            return Err(PlanError::new(message));
        }
        let count = u64::try_from(span / size).unwrap_or(u64::MAX).saturating_add(1);
        Ok(Self { first, step: size, exponent, count })
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn value(&self, index: u64) -> f64 {
        self.decimal(index).nearest()
    }

    /// The number as it is set, where it is a whole one: what counts takes no `1.0`.
    pub(super) fn whole(&self, index: u64) -> Option<String> {
        const MOST: i128 = 1_000_000_000_000_000;
        let number = self.decimal(index).mantissa_at(0)?;
        (number.abs() <= MOST).then(|| number.to_string())
    }

    fn decimal(&self, index: u64) -> Decimal {
        Decimal { mantissa: self.first + i128::from(index) * self.step, exponent: self.exponent }
    }
}
