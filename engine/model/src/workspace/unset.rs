//! The number that stands where a calculation has to write, until it does.

/// A signalling not-a-number of our own. What is calculated from it is another
/// one, which is quiet; so who finds it knows that nothing was written there.
pub const UNSET: f64 = f64::from_bits(0x7FF0_756E_7365_7421);

/// Whether nothing was written here.
pub(crate) fn is_unset(number: f64) -> bool {
    number.to_bits() == UNSET.to_bits()
}

/// Whether nothing was written to one of these.
pub fn any_unset(numbers: &[f64]) -> bool {
    // Without an early end, so that several are compared at once.
    numbers.iter().fold(false, |any, number| any | is_unset(*number))
}
