//! Blocks with several like in-ports.

use simobject::{Creator, InSlice, SimObject};

/// Most in-ports or out-ports of a block that has as many as it is told.
pub(super) const MOST_PORTS: f64 = 1000.0;

/// A text with one sign for each in-port: whether each is `negative` rather
/// than `positive`. All are positive if the scenario says nothing. The
/// parameter `NumInput` then says how many there are, else it is their number.
pub(super) fn signs<T: SimObject>(
    c: &mut Creator<'_, T>,
    parameter: &'static str,
    [positive, negative]: [char; 2],
    doc: &'static str,
) -> Vec<bool> {
    let given: Option<String> = c.parameter(parameter).doc(doc).optional();
    let signs = given.as_deref().map(|signs| signs.trim().chars().collect::<Vec<char>>());
    let default = signs.as_ref().map_or(2, |signs| signs.len().max(1));
    let count = c
        .parameter("NumInput")
        .doc(format!("Number of in-ports; if not given, that of {parameter}"))
        .at_least(1.0)
        .at_most(MOST_PORTS)
        .default(default);
    let Some(signs) = signs else { return vec![false; count] };
    if signs.iter().any(|sign| ![positive, negative].contains(sign)) {
        c.error(parameter, format!("may hold `{positive}` and `{negative}` only, one for each in-port"));
    }
    if signs.len() != count {
        c.error(parameter, format!("{} signs for {count} in-ports", signs.len()));
    } else if count as f64 > MOST_PORTS {
        c.error(parameter, format!("more than {MOST_PORTS} signs"));
    }
    let mut signs: Vec<bool> = signs.into_iter().map(|sign| sign == negative).collect();
    signs.resize(count.min(MOST_PORTS as usize), false);
    signs
}

/// The in-ports `In1`, `In2`, ... of equal width.
pub(super) fn in_ports<T: SimObject>(c: &mut Creator<'_, T>, count: usize, width: usize) -> Vec<InSlice> {
    (1..=count).map(|number| c.in_slice(format!("In{number}"), width, "", format!("Input {number}"))).collect()
}
