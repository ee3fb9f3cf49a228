//! One indicator for each element of a signal.

use simobject::{Creator, Crossing, Indicator, SimObject};

/// Declares them; those of several elements are numbered from 0, as the
/// elements are.
pub(crate) fn of_elements<T: SimObject>(
    c: &mut Creator<'_, T>,
    name: &str,
    width: usize,
    doc: &'static str,
    crossing: Crossing,
) -> Vec<Indicator> {
    (0..width).map(|i| c.indicator(of_element(name, i, width), "", doc, crossing)).collect()
}

/// The name of what belongs to one element.
pub(crate) fn of_element(name: &str, element: usize, width: usize) -> String {
    if width == 1 { name.to_owned() } else { format!("{name}{element}") }
}
