//! What no sound declaration of sampled parts and events does.

use std::collections::{HashMap, HashSet};

use simobject::Rate;

use crate::interface::{Calculation, Interface, Purpose, Role};

/// Adds the contradictions, in words.
pub(crate) fn mistakes(interface: &Interface, found: &mut Vec<String>) {
    let updates = updates(interface, found);
    handlers(interface, found);
    settings(interface, &updates, found);
    memories(interface, &updates, found);
    previous(interface, found);
}

fn name(interface: &Interface, signal: u32) -> &str {
    &interface.signals[signal as usize].name
}

fn role(interface: &Interface, signal: u32) -> Role {
    interface.signals[signal as usize].role
}

/// The update of each discrete state and memory.
fn updates<'i>(interface: &'i Interface, found: &mut Vec<String>) -> HashMap<u32, &'i Calculation> {
    let mut updates: HashMap<u32, &Calculation> = HashMap::new();
    for update in interface.calculations.iter().filter(|c| matches!(c.purpose, Purpose::Update(_))) {
        let own = &update.name;
        for signal in &update.gives {
            let name = name(interface, *signal);
            match role(interface, *signal) {
                Role::DiscreteState | Role::Memory => {
                    if let Some(other) = updates.insert(*signal, update) {
                        let other = &other.name;
                        found.push(format!("`{name}` is set by two updates, `{other}` and `{own}`"));
                    }
                }
                Role::State => found.push(format!(
                    "the update `{own}` sets `{name}`, which has derivatives; only the handler of an event sets it"
                )),
                _ => found.push(format!("the update `{own}` sets `{name}`, which is no discrete state")),
            }
        }
    }
    updates
}

fn handlers(interface: &Interface, found: &mut Vec<String>) {
    for handler in &interface.calculations {
        let Purpose::Handler(indicator) = handler.purpose else { continue };
        let own = &handler.name;
        if !role(interface, indicator).is_indicator() {
            let name = name(interface, indicator);
            found.push(format!("the handler `{own}` waits for `{name}`, which is no indicator"));
        }
        for signal in handler.gives.iter().filter(|signal| !role(interface, **signal).is_any_state()) {
            found.push(format!("the handler `{own}` sets `{}`, which is no state", name(interface, *signal)));
        }
    }
    for (index, indicator) in interface.signals.iter().enumerate() {
        let Some(mode) = indicator.mode else { continue };
        let is_its = |c: &&Calculation| c.purpose == Purpose::Handler(index as u32) && c.gives.contains(&mode.state);
        if !interface.calculations.iter().any(|c| is_its(&c)) {
            let (name, mode) = (&indicator.name, name(interface, mode.state));
            found.push(format!("`{name}` has to be on a side in the mode `{mode}`, which no handler of it sets"));
        }
    }
    let constant = interface.calculations.iter().filter(|c| c.purpose == Purpose::Common(Rate::Constant));
    for (calculation, signal) in constant.flat_map(|c| c.gives.iter().map(move |signal| (c, *signal))) {
        if role(interface, signal).is_indicator() {
            let (own, name) = (&calculation.name, name(interface, signal));
            found.push(format!("the constant computation `{own}` fills the indicator `{name}`, which never crosses 0"));
        }
    }
}

/// Who sets each discrete state.
fn settings(interface: &Interface, updates: &HashMap<u32, &Calculation>, found: &mut Vec<String>) {
    let mut handled: HashMap<u32, &Calculation> = HashMap::new();
    for handler in interface.calculations.iter().filter(|c| matches!(c.purpose, Purpose::Handler(_))) {
        handler.gives.iter().for_each(|signal| {
            handled.entry(*signal).or_insert(handler);
        });
    }
    for (index, signal) in interface.signals_with(|role| *role == Role::DiscreteState) {
        let index = index as u32;
        let name = &signal.name;
        match (updates.get(&index), handled.get(&index)) {
            (None, None) => found.push(format!("no update and no handler sets the discrete state `{name}`")),
            (Some(update), Some(handler)) if update.reads.contains(&index) => found.push(format!(
                "`{name}` is set by the handler `{}` and by the update `{}`, which counts as reading it: what the \
                 update adds to it would be lost when the handler sets it; use two states, or name what the update \
                 reads",
                handler.name, update.name
            )),
            _ => {}
        }
    }
}

fn memories(interface: &Interface, updates: &HashMap<u32, &Calculation>, found: &mut Vec<String>) {
    for (index, signal) in interface.signals_with(|role| *role == Role::Memory) {
        let (index, name) = (index as u32, &signal.name);
        let Some(update) = updates.get(&index) else {
            found.push(format!("no update writes the memory `{name}`"));
            continue;
        };
        let readers = interface.calculations.iter().filter(|c| c.reads.contains(&index) && !std::ptr::eq(*c, *update));
        for reader in readers.filter(|reader| !is_on_the_clock_of(reader, update)) {
            found.push(format!(
                "`{}` reads the memory `{name}`: only the update `{}`, which writes it, and sampled computations on \
                 its clock may",
                reader.name, update.name
            ));
        }
    }
}

fn is_on_the_clock_of(reader: &Calculation, update: &Calculation) -> bool {
    let is_common = matches!(reader.purpose, Purpose::Common(_));
    is_common && reader.purpose.clock().is_some() && reader.purpose.clock() == update.purpose.clock()
}

fn previous(interface: &Interface, found: &mut Vec<String>) {
    let held: HashSet<u32> = interface
        .calculations
        .iter()
        .filter(|c| matches!(c.purpose, Purpose::Common(Rate::Sampled(_))))
        .flat_map(|c| c.gives.iter().copied())
        .collect();
    for calculation in interface.calculations.iter().filter(|c| !c.previous.is_empty()) {
        let own = &calculation.name;
        if calculation.purpose.clock().is_none() {
            found.push(format!("`{own}` reads previous values, but runs on no clock"));
        }
        for signal in &calculation.previous {
            let name = name(interface, *signal);
            let has_previous = match role(interface, *signal) {
                Role::In | Role::Sum | Role::DiscreteState | Role::OutOfState(_) => true,
                Role::Out | Role::Private => held.contains(signal),
                _ => false,
            };
            if !has_previous {
                found.push(format!("`{own}` reads the previous value of `{name}`, which is not held between ticks"));
            }
            if calculation.reads.contains(signal) {
                found.push(format!("`{own}` reads both `{name}` and its previous value"));
            }
            if calculation.gives.contains(signal) {
                found.push(format!(
                    "`{own}` gives `{name}` and reads its previous value: an update that keeps it in a discrete state \
                     lets `{own}` read that"
                ));
            }
        }
    }
}
