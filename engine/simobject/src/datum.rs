//! From where numbers are counted.

use crate::abi;

/// From where the numbers of a port or state are counted. A connection of two that
/// differ is told with a warning: a pressure above vacuum is none above that of
/// the air, though both are in Pa.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Datum {
    /// From a zero of nature, as pressures above vacuum.
    Absolute,
    /// From a reference, as pressures above that of the air.
    Relative,
    /// They belong to the method and to nothing physical, as the wave of a
    /// transmission line.
    Bookkeeping,
}

impl Datum {
    /// Its number in the ABI.
    #[doc(hidden)]
    pub const fn number(self) -> u32 {
        match self {
            Self::Absolute => abi::DATUM_ABSOLUTE,
            Self::Relative => abi::DATUM_RELATIVE,
            Self::Bookkeeping => abi::DATUM_BOOKKEEPING,
        }
    }

    /// The one of that number.
    #[doc(hidden)]
    pub fn of_number(number: u32) -> Option<Self> {
        [Self::Absolute, Self::Relative, Self::Bookkeeping].into_iter().find(|datum| datum.number() == number)
    }
}
