//! SimObjects with a step of their own (`SampleTime` on their element): steps
//! whose ticks meet.

use simobject_host::Names;

use bowline_description::ModelDescription;
use bowline_description::attributes::sample_time;
use bowline_model::model::Object;
use bowline_text::Decimal;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// Largest of two whole numbers whose ratio is that of two steps, unless one of
/// them divides the other.
const MOST: i128 = 1000;

/// Reports steps whose ticks hardly ever meet those of the scenario's clock, or
/// of the first step of its own if the scenario has none.
pub(crate) fn check(
    description: &ModelDescription,
    objects: &[Object],
    of_engine: Option<f64>,
    names: &dyn Names,
    diagnostics: &mut Diagnostics,
) {
    let mut first = of_engine.map(|period| (period, "`Engine`".to_owned()));
    let mut last = 0.0;
    for (written, object) in description.objects().zip(objects) {
        let Some(attribute) = sample_time::own(written) else { continue };
        // The SimObject has reported a period that cannot be read.
        let Some(period) = sample_time::own_period(written, names) else { continue };
        let (reference, whose) = first.get_or_insert_with(|| (period, format!("`{}`", object.name())));
        if period == last || meet(period, *reference) {
            last = period;
            continue;
        }
        let message = format!(
            "{}: its SampleTime is {period:?} s, and that of {whose} is {reference:?} s: that is no ratio of small \
             whole numbers",
            object.introduced()
        );
        let help = neighbours(period, *reference).map_or_else(
            || format!("give a multiple of {reference:?} s, or a part of it"),
            |(below, above)| format!("give {below:?} or {above:?} s"),
        );
        diagnostics.push(Diagnostic::error("bad-clock", message).at(attribute.value.span()).help(help));
    }
}

/// Whether the ratio of two steps is one of small whole numbers, or one of them
/// divides the other: compared as the decimals that were written.
fn meet(one: f64, other: f64) -> bool {
    let ratio = || {
        let (one, other) = (Decimal::of(one)?, Decimal::of(other)?);
        let exponent = one.exponent.min(other.exponent);
        let (one, other) = (one.mantissa_at(exponent)?, other.mantissa_at(exponent)?);
        let divisor = greatest_common_divisor(one, other);
        Some((one / divisor, other / divisor))
    };
    ratio().is_some_and(|(p, q)| p == 1 || q == 1 || p.max(q) <= MOST)
}

fn greatest_common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The nearest steps below and above one that are multiples of another one, or
/// parts of it that few more digits can write.
fn neighbours(period: f64, reference: f64) -> Option<(f64, f64)> {
    const MORE_DIGITS: u32 = 6;
    let decimal = Decimal::of(reference)?;
    if period > reference {
        let multiple = |n: i128| Some(Decimal { mantissa: decimal.mantissa.checked_mul(n)?, ..decimal }.nearest());
        let count = (period / reference) as i128;
        return Some((multiple(count)?, multiple(count + 1)?));
    }
    let exponent = decimal.exponent.checked_sub(MORE_DIGITS as i32)?;
    let mantissa = decimal.mantissa_at(exponent)?;
    let part = |n: i128| (mantissa % n == 0).then(|| Decimal { mantissa: mantissa / n, exponent }.nearest());
    let count = (reference / period) as i128;
    Some(((count + 1..=10 * (count + 1)).find_map(part)?, (1..=count).rev().find_map(part)?))
}
