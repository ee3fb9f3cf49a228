//! Numbers that declarations give, in the places of a workspace.

use simobject_host::Meaning;

use bowline_model::model::Object;
use bowline_model::model::guard::GUARD;
use bowline_model::model::layout::Layout;
use bowline_model::model::signal_id::SignalId;
use bowline_model::workspace::unset::UNSET;

/// The numbers of a workspace as far as the declarations and the connections give them.
pub(crate) fn start(objects: &[Object], layout: &Layout) -> Vec<f64> {
    let mut values = numbers(objects, layout, &Meaning::InitialValue, UNSET);
    values.reserve_exact(layout.len - values.len());
    values.extend_from_slice(&layout.constants);
    values.resize(layout.len, UNSET);
    layout.guards.iter().for_each(|guard| values[guard.clone()].fill(GUARD));
    values
}

/// The nominal value of each element of x.
pub(crate) fn nominal(objects: &[Object], layout: &Layout) -> Vec<f64> {
    let mut nominal = numbers(objects, layout, &Meaning::Nominal, 1.0);
    nominal.truncate(layout.states);
    nominal.shrink_to_fit();
    nominal
}

/// The nominal value of what is no state, of a unit, where none is declared: metres and pascals meet in loops.
pub(crate) fn nominal_of_unit(unit: &str) -> f64 {
    match unit {
        "Pa" => 1e5,
        "m^3/s" => 1e-4,
        _ => 1.0,
    }
}

/// One number for each element of x and of the discrete values: what the declarations say, else `default`.
fn numbers(objects: &[Object], layout: &Layout, meaning: &Meaning, default: f64) -> Vec<f64> {
    let mut all = vec![default; layout.discrete.all.end];
    for (object, index) in objects.iter().zip(0..) {
        for number in object.numbers.iter().filter(|number| number.meaning == *meaning) {
            let first = layout.place(SignalId { object: index, signal: number.signal }).first as usize;
            // Those of what may be solved for are for its loop.
            if first >= all.len() {
                continue;
            }
            all[first..first + number.values.len()].copy_from_slice(&number.values);
        }
    }
    all
}
