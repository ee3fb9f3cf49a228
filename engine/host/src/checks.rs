//! What no sound declaration does.

use std::collections::HashSet;

use simobject::{Pattern, Rate, Text};

use crate::interface::{
    Calculation, Declaration, Interface, Meaning, PortKind, Purpose, Role, Signal, StatePattern, What,
};
use crate::{bundle_calls, resource, sampled};

/// The contradictions in an interface, in words.
pub(crate) fn mistakes(interface: &Interface) -> Vec<String> {
    let mut found = Vec::new();
    names(interface, &mut found);
    bundle_calls::mistakes(interface, &mut found);
    fills(interface, &mut found);
    derivatives(interface, &mut found);
    initial_conditions(interface, &mut found);
    rates(interface, &mut found);
    sampled::mistakes(interface, &mut found);
    patterns(interface, &mut found);
    resource::mistakes(interface, &mut found);
    found
}

/// Numbers of which a signal has one and got two, in words.
pub(crate) fn numbers(declaration: &Declaration, default_inputs: &[(u32, Text)]) -> Vec<String> {
    let by_parameter = default_inputs.iter().map(|(signal, _)| (*signal, Meaning::DefaultInput(None).what()));
    let given = declaration.numbers.iter().filter(|number| !matches!(number.meaning, Meaning::DefaultInput(Some(_))));
    let mut all: Vec<(u32, What)> =
        given.map(|number| (number.signal, number.meaning.what())).chain(by_parameter).collect();
    all.sort_unstable();
    let name = |signal: u32| &declaration.interface.signals[signal as usize].name;
    let twice = all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    twice.map(|(signal, what)| format!("`{}` has two {}", name(signal), what.words())).collect()
}

fn names(interface: &Interface, found: &mut Vec<String>) {
    let mut seen = HashSet::new();
    for signal in &interface.signals {
        let PortKind::Signal = signal.kind;
        // What a member is called has been looked at.
        if signal.bundle.is_none() && !is_name(&signal.name) {
            found.push(format!("`{}` is not a name (a letter or `_`, then letters, digits, `_`, `-`)", signal.name));
        }
        if signal.width == 0 && !signal.role.is_resource() {
            found.push(format!("`{}` has no elements", signal.name));
        }
        if let Role::Residual(unknown) = signal.role {
            let unknown = &interface.signals[unknown as usize];
            if unknown.role != Role::Unknown {
                found.push(format!("`{}` is the residual of `{}`, which is no unknown", signal.name, unknown.name));
            } else if unknown.width != signal.width {
                let (residuals, width) = (signal.width, unknown.width);
                found.push(format!("`{}` has {residuals} elements, its unknown {width}", signal.name));
            }
        }
        if let Role::OutOfState(state) = signal.role {
            let state = &interface.signals[state as usize];
            if !state.role.is_any_state() {
                found.push(format!("the out-port `{}` shows `{}`, which is no state", signal.name, state.name));
            } else if state.width != signal.width {
                let (shown, width) = (signal.width, state.width);
                found.push(format!("the out-port `{}` has {shown} elements, its state {width}", signal.name));
            }
        }
        let is_its_state =
            matches!(signal.role, Role::OutOfState(s) if interface.signals[s as usize].name == signal.name);
        if !is_its_state && !seen.insert(&signal.name) && signal.bundle.is_none() {
            found.push(format!("two ports, states or private values are called `{}`", signal.name));
        }
    }
}

fn fills(interface: &Interface, found: &mut Vec<String>) {
    let mut filled = vec![0; interface.signals.len()];
    for calculation in &interface.calculations {
        // What only looks at the start tells what is wrong with what it reads.
        let only_looks = calculation.purpose == Purpose::Initial && !calculation.reads.is_empty();
        if calculation.gives.is_empty() && calculation.purpose != Purpose::Derivatives && !only_looks {
            found.push(format!("the calculation `{}` gives nothing", calculation.name));
        }
        if let Purpose::Common(_) = calculation.purpose {
            let read: HashSet<u32> = calculation.reads.iter().copied().collect();
            for signal in &calculation.gives {
                filled[*signal as usize] += 1;
                let Signal { name, role, .. } = &interface.signals[*signal as usize];
                if !role.is_filled() {
                    let what = match role {
                        Role::DiscreteState => format!(
                            "fills the discrete state `{name}`; its values are set by an update (`c.update(...)`), or by \
                             the handler of an event"
                        ),
                        Role::Memory => format!("fills the memory `{name}`, which an update writes"),
                        _ => format!("fills `{name}`, which is neither an out-port of its own nor a private value"),
                    };
                    found.push(format!("the computation `{}` {what}", calculation.name));
                }
                if read.contains(signal) {
                    let name = &interface.signals[*signal as usize].name;
                    found.push(format!("the computation `{}` both reads and fills `{name}`", calculation.name));
                }
            }
        }
    }
    for (index, signal) in interface.signals_with(|role| *role == Role::Unknown) {
        let of = |role: &Role| *role == Role::Residual(index as u32);
        match interface.signals_with(of).count() {
            0 => found.push(format!("the unknown `{}` has no residual", signal.name)),
            1 => {}
            _ => found.push(format!("the unknown `{}` has several residuals", signal.name)),
        }
    }
    for (index, signal) in interface.signals_with(Role::is_filled) {
        match filled[index] {
            0 => found.push(format!("no computation fills `{}`", signal.name)),
            1 => {}
            _ => found.push(format!("`{}` is filled more than once", signal.name)),
        }
    }
}

fn derivatives(interface: &Interface, found: &mut Vec<String>) {
    let given = interface.calculations.iter().filter(|c| c.purpose == Purpose::Derivatives).count();
    let has_states = interface.signals.iter().any(|s| s.role.is_state());
    match (given, has_states) {
        (0, true) => found.push("it has states, but gives no derivatives".to_owned()),
        (1.., false) => found.push("it gives derivatives, but has no states".to_owned()),
        (2.., _) => found.push("it gives derivatives more than once".to_owned()),
        _ => {}
    }
}

fn initial_conditions(interface: &Interface, found: &mut Vec<String>) {
    let mut set = HashSet::new();
    let initial = interface.calculations.iter().filter(|c| c.purpose == Purpose::Initial);
    for (calculation, state) in initial.flat_map(|c| c.gives.iter().map(move |state| (c, state))) {
        let Signal { name, role, .. } = &interface.signals[*state as usize];
        // Its values of these are those before their first tick.
        let is_held = || {
            let is_sampled = |c: &&Calculation| matches!(c.purpose, Purpose::Common(Rate::Sampled(_)));
            interface.calculations.iter().filter(is_sampled).any(|c| c.gives.contains(state))
        };
        if !role.is_initialised() && !is_held() {
            let what = "is no state, and nothing that a computation on a clock fills";
            found.push(format!("the initial condition `{}` sets `{name}`, which {what}", calculation.name));
        } else if !set.insert(state) {
            found.push(format!("two initial conditions set `{name}`"));
        }
    }
}

fn rates(interface: &Interface, found: &mut Vec<String>) {
    for calculation in interface.calculations.iter().filter(|c| c.purpose == Purpose::Common(Rate::Constant)) {
        if let Some(state) = calculation.reads.iter().find(|r| interface.signals[**r as usize].role.is_any_state()) {
            let name = &interface.signals[*state as usize].name;
            found.push(format!("the constant computation `{}` reads the state `{name}`", calculation.name));
        }
    }
}

fn patterns(interface: &Interface, found: &mut Vec<String>) {
    let mut seen = HashSet::new();
    for StatePattern { rows, columns, pattern } in &interface.patterns {
        let (row, column) = (&interface.signals[*rows as usize], &interface.signals[*columns as usize]);
        let what = format!("the pattern of `{}` over `{}`", row.name, column.name);
        if !seen.insert((rows, columns)) {
            found.push(format!("{what} is declared twice"));
        }
        if !row.role.is_state() {
            found.push(format!("{what} is declared, but `{}` is no state", row.name));
        }
        if column.role == Role::Uses && *pattern != Pattern::NONE {
            found.push(format!("{what} is declared, but of a resource only the empty pattern says anything"));
        } else if !column.role.is_state() && !column.role.is_fed() {
            found.push(format!("{what} is declared, but `{}` is neither a state nor an in-port", column.name));
        }
        let reads = |c: &Calculation| c.purpose == Purpose::Derivatives && c.reads.contains(columns);
        if !interface.calculations.iter().any(reads) {
            found.push(format!("{what} is declared, but the derivatives do not read `{}`", column.name));
        }
        if let Pattern::Elements(elements) = pattern
            && let Some((r, c)) = elements.iter().find(|(r, c)| *r >= row.width || *c >= column.width)
        {
            found.push(format!("{what} has an element ({r}, {c}), outside of {} by {}", row.width, column.width));
        }
    }
}

/// Whether a text is a name: a Unicode letter or `_`, then letters, digits, `_`, `-`.
pub fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Whether an attribute may be called so: as a name, and `.` among the rest.
pub(crate) fn is_parameter_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}
