//! What an equilibrium has to be like.

use std::str::FromStr;

/// What an equilibrium has to be like, beside the derivatives that are 0.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conditions {
    /// `Object.State`, perhaps with elements: these keep their values, and their derivatives are what they are.
    pub holds: Vec<String>,
    /// `Object.InPort`: in-ports that numbers feed, which are sought.
    pub inputs: Vec<String>,
    /// Parameters that are sought, and their present values.
    pub parameters: Vec<(String, f64)>,
    /// As many conditions on signals.
    pub givens: Vec<Given>,
}

/// A signal has to have a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// `Object.Signal`, perhaps with an element and a unit.
    pub signal: String,
    /// In that unit, else in the declared one.
    pub value: f64,
}

impl FromStr for Given {
    type Err = String;

    /// `Piston.Vel=0`, `Line.Pressure=210 bar`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is no condition: write SIGNAL=VALUE, as in `Piston.Vel=0` or `Line.Pressure=210 bar`");
        let (signal, value) = text.split_once('=').ok_or_else(wrong)?;
        let (signal, value) = (signal.trim(), value.trim());
        let (number, unit) = match value.split_once(' ') {
            Some((number, unit)) => (number, unit.trim()),
            None => (value, ""),
        };
        let value: f64 = number.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(wrong)?;
        if signal.is_empty() {
            return Err(wrong());
        }
        let signal = if unit.is_empty() { signal.to_owned() } else { format!("{signal} [{unit}]") };
        Ok(Self { signal, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_a_signal_and_a_value_perhaps_with_a_unit() {
        let given = |signal: &str, value| Ok(Given { signal: signal.to_owned(), value });
        assert_eq!("Piston.Vel = -0.5".parse(), given("Piston.Vel", -0.5));
        assert_eq!("Line.Pressure=210 bar".parse(), given("Line.Pressure [bar]", 210.0));
        for text in ["Piston.Vel", "=1", "Piston.Vel=", "Piston.Vel=inf", "Piston.Vel=x m"] {
            assert!(text.parse::<Given>().unwrap_err().contains("is no condition: write SIGNAL=VALUE"), "{text}");
        }
    }
}
