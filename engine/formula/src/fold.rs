//! Constants are calculated exactly as long as they can be.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::exact::{Number, raised};
use crate::real::{Pair, Real, Unary};

/// Something done with a constant.
pub(crate) fn fold_unary(what: Unary, number: &Number) -> Number {
    let exact = |fraction: &BigRational| {
        Some(match what {
            Unary::Negative if fraction.is_zero() => return None,
            Unary::Negative => -fraction.clone(),
            Unary::Not => BigRational::from_integer(i32::from(fraction.is_zero()).into()),
            Unary::Abs => fraction.abs(),
            Unary::Sign => fraction.signum(),
            Unary::Floor => fraction.floor(),
            Unary::Ceil => fraction.ceil(),
            Unary::Round => fraction.round(),
            _ => return None,
        })
    };
    number.mapped(exact, |value| value.unary(what))
}

/// Something done with two constants.
pub(crate) fn fold_pair(what: Pair, one: &Number, other: &Number) -> Number {
    let truth = |holds: bool| Number::whole(holds.into());
    let compared = one.compare(other);
    match what {
        Pair::Less => return truth(compared == Some(Ordering::Less)),
        Pair::LessOrEqual => return truth(matches!(compared, Some(Ordering::Less | Ordering::Equal))),
        Pair::Equal => return truth(compared == Some(Ordering::Equal)),
        Pair::Min => return if compared == Some(Ordering::Greater) { other.clone() } else { one.clone() },
        Pair::Max => return if compared == Some(Ordering::Less) { other.clone() } else { one.clone() },
        _ => {}
    }
    let exact = |a: &BigRational, b: &BigRational| match what {
        Pair::Plus => Some(a + b),
        Pair::Minus => Some(a - b),
        Pair::Times => Some(a * b),
        Pair::Over if !b.is_zero() => Some(a / b),
        Pair::Mod if !b.is_zero() => Some(a - b * (a / b).floor()),
        Pair::Power if b.is_one() => Some(a.clone()),
        Pair::Power => raised(a, b),
        _ => None,
    };
    one.combined(other, exact, |a, b| a.pair(b, what))
}
