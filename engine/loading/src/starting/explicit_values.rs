//! Explicit initial values: those that the scenario or a state file gives.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use simobject_host::{Names, Role, decimal_comma, number_in, numbers_in, parse_number_in};

use crate::connecting::wiring;
use crate::declaring::names::Finder;
use bowline_description::Attributes;
use bowline_model::model::Object;
use bowline_model::model::layout::Layout;
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;
use bowline_text::{Text, nearest};

/// Signals with their explicit initial values, one behind the other.
#[derive(Debug, Default)]
pub(crate) struct ExplicitValues {
    /// With the number of values up to it.
    signals: Vec<(SignalId, usize)>,
    numbers: Vec<f64>,
    /// Those that are guesses of what a loop is solved for, and where that is written.
    guesses: Vec<(SignalId, Span)>,
}

/// Whether a signal can have a value at the start that is given: a state, or a guess of what a loop is solved for.
pub(crate) fn can_be_given(role: &Role) -> bool {
    role.is_any_state() || role.may_be_solved_for()
}

impl ExplicitValues {
    pub(crate) fn with_capacity(signals: usize) -> Self {
        Self { signals: Vec::with_capacity(signals), ..Self::default() }
    }

    pub(crate) fn push(&mut self, id: SignalId, values: &[f64]) {
        self.numbers.extend_from_slice(values);
        self.signals.push((id, self.numbers.len()));
    }

    pub(crate) fn extend(&mut self, more: &Self) {
        more.iter().for_each(|(id, values)| self.push(id, values));
    }

    fn iter(&self) -> impl Iterator<Item = (SignalId, &[f64])> {
        let mut first = 0;
        self.signals.iter().map(move |(id, end)| (*id, &self.numbers[std::mem::replace(&mut first, *end)..*end]))
    }

    /// Reports the guesses that are for no loop.
    pub(crate) fn check_guesses(
        &self,
        objects: &[Object],
        is_in_loop: impl Fn(SignalId) -> bool,
        diagnostics: &mut Diagnostics,
    ) {
        for (id, span) in self.guesses.iter().filter(|(id, _)| !is_in_loop(*id)) {
            let object = &objects[id.object as usize];
            let name = object.signal_name(id.signal as usize);
            let message = format!("`{name}` is no state, and in no loop: `{}` fills it itself", object.name);
            let diagnostic = Diagnostic::error("unknown-state", message).at(*span);
            let states = object.interface.signals_with(Role::is_any_state).map(|(_, state)| state.name.as_ref());
            let name = object.interface.signals[id.signal as usize].name.as_ref();
            diagnostics.push(diagnostic.help(nearest::advice(name, &format!("states of `{}`", object.name), states)));
        }
    }

    /// Puts the numbers into their places.
    pub(crate) fn set(&self, layout: &Layout, numbers: &mut [f64]) {
        for (id, values) in self.iter() {
            let first = layout.place(id).first as usize;
            numbers[first..first + values.len()].copy_from_slice(values);
        }
    }
}

/// Finds out what the scenario gives, but for what is taken elsewhere.
pub(crate) fn read(
    conditions: Attributes<'_>,
    finder: &Finder<'_, '_>,
    names: &dyn Names,
    is_taken: &dyn Fn(&str) -> bool,
    diagnostics: &mut Diagnostics,
) -> ExplicitValues {
    let objects = finder.objects;
    let (mut all, mut met, mut values) =
        (ExplicitValues::with_capacity(conditions.count()), Met::default(), Vec::new());
    for condition in conditions.iter().filter(|condition| !is_taken(condition.name.as_str())) {
        let Some(meant) = wiring::named(condition.name, finder, "a state", diagnostics) else { continue };
        let object = meant.object;
        let interface = &objects.list[object as usize].interface;
        let signal = meant.signal(interface, Role::is_any_state).or_else(|| meant.signal(interface, can_be_given));
        let Some(signal) = signal else {
            diagnostics.push_with(|| {
                let (object, name) = (&objects.list[object as usize], meant.name.as_str());
                let names = interface.signals_with(Role::is_any_state).map(|(_, state)| state.name.as_ref());
                let advice = nearest::advice(name, &format!("states of `{}`", object.name), names);
                let message = format!("`{}` ({}) has no state `{name}`", object.name, object.kind.name());
                Diagnostic::error("unknown-state", message).at(meant.name.span()).help(advice)
            });
            continue;
        };
        let declared = &interface.signals[signal as usize];
        let width = declared.width as usize;
        let full_name = condition.name.as_str();
        let faults = numbers(condition.value, &declared.unit, names, &mut values);
        if !faults.is_empty() {
            for (fault, span) in faults {
                let message = format!("initial condition `{full_name}`: {fault}");
                let diagnostic = Diagnostic::error("bad-initial-condition", message).at(span);
                diagnostics.push(diagnostic.help(format!("expected: {}, separated by commas", count(width))));
            }
        } else if values.len() != width {
            let message = format!("`{full_name}` has width {width}, but is given {}", count(values.len()));
            let diagnostic = Diagnostic::error("bad-initial-condition", message).at(condition.value.span());
            diagnostics.push(match values.as_slice() {
                [_] => diagnostic.help(wiring::broadcast(condition.value.as_str(), width)),
                _ => match decimal_comma(condition.value.as_str()) {
                    Some(pointed) => diagnostic.help(format!("a decimal is written with a point: `{pointed}`")),
                    None => diagnostic,
                },
            });
        } else {
            let id = SignalId { object, signal };
            if let Some(first) = met.note(id, condition.name.span()) {
                let message = format!("the initial condition `{full_name}` is given twice");
                diagnostics.push(
                    Diagnostic::error("repeated-initial-condition", message)
                        .label(condition.name.span(), "again here")
                        .label(first, "first given here"),
                );
                continue;
            }
            all.push(id, &values);
            if !declared.role.is_any_state() {
                all.guesses.push((id, condition.name.span()));
            }
        }
    }
    all
}

/// Reads numbers of a unit between commas; what is wrong with each that is none.
fn numbers(text: Text<'_>, unit: &str, names: &dyn Names, numbers: &mut Vec<f64>) -> Vec<(String, Span)> {
    let mut faults = Vec::new();
    numbers.clear();
    // Most are plain.
    if text.items().all(|(item, _)| parse_number_in(item, "").map(|number| numbers.push(number)).is_ok()) {
        return faults;
    }
    numbers.clear();
    // The commas of a function, or of a variable, are not those of the list.
    let of_list = match numbers_in(text.as_str(), unit, names) {
        Ok(all) => {
            numbers.extend(all);
            return faults;
        }
        Err(fault) if text.as_str().contains(['(', ';']) => return vec![(fault, text.span())],
        Err(fault) => fault,
    };
    for (item, span) in text.items() {
        match number_in(item, unit, names) {
            Ok(number) => numbers.push(number),
            Err(fault) => faults.push((fault, span)),
        }
    }
    // Each element is right by itself, and the list is not.
    if faults.is_empty() {
        faults.push((of_list, text.span()));
    }
    faults
}

fn count(numbers: usize) -> String {
    if numbers == 1 { "1 number".to_owned() } else { format!("{numbers} numbers") }
}

/// Where signals were met. Most come in the order of the file, and are new without a search.
#[derive(Debug, Default)]
struct Met {
    in_order: Vec<(SignalId, Span)>,
    others: HashMap<SignalId, Span, RandomState>,
}

impl Met {
    /// Notes a signal; where it was met before, if it was.
    fn note(&mut self, id: SignalId, span: Span) -> Option<Span> {
        if self.in_order.last().is_none_or(|(last, _)| *last < id) {
            self.in_order.push((id, span));
            return None;
        }
        match self.in_order.binary_search_by_key(&id, |(known, _)| *known) {
            Ok(position) => Some(std::mem::replace(&mut self.in_order[position].1, span)),
            Err(_) => self.others.insert(id, span),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Met, SignalId, Span};

    #[test]
    fn signals_are_met_again_in_any_order() {
        let mut met = Met::default();
        let noted = [1, 3, 2, 2, 1, 4, 3, 3, 2].into_iter().enumerate().map(|(place, object)| {
            let before = met.note(SignalId { object, signal: 0 }, Span::new(place, place + 1));
            before.map(Span::start)
        });
        let noted: Vec<_> = noted.collect();
        assert_eq!(noted, [None, None, None, Some(2), Some(0), None, Some(1), Some(6), Some(3)]);
    }
}
