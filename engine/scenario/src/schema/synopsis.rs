//! What a type of SimObject declares, in a few lines.

use std::sync::Arc;

use simobject_host::{
    Library, ObjectType, ParameterDeclaration, Requirement, Role, SampleTime, Session, Signal, Surroundings,
};

/// The type in a few lines: what it is, its parameters, ports and states.
/// Ports that depend on parameters are those without any.
pub(super) fn synopsis(library: &Library, kind: &ObjectType) -> String {
    let declaration = kind.declare(Session::declaring("X", &[], &NoFiles)).declaration;
    let signals = |wanted: fn(&Role) -> bool| declaration.interface.signals_with(wanted).map(|(_, s)| signal(s));
    let mut lines = vec![format!("{}: {}", library.name(), kind.doc())];
    let mut line = |title: &str, entries: Vec<String>| {
        if !entries.is_empty() {
            lines.push(format!("{title}: {}", entries.join("; ")));
        }
    };
    line("Parameters", declaration.parameters.iter().map(parameter).collect());
    line("In-ports", signals(Role::is_in_port).collect());
    line("Out-ports", signals(Role::is_out_port).collect());
    let bundles = declaration.interface.bundles.iter();
    let terminals = declaration.interface.terminals.iter();
    line("Terminals", terminals.map(|t| format!("{} ({})", t.name, t.nature.name)).collect());
    line("Bundles", bundles.map(|b| format!("{} ({}, side {})", b.name, b.kind.name, b.side_name())).collect());
    line("States", signals(Role::is_state).collect());
    line("Discrete states", signals(|role| *role == Role::DiscreteState).collect());
    for (title, wanted) in [("Provides", Role::Provides), ("Asks", Role::Uses)] {
        let interface = &declaration.interface;
        let ours = interface.signals_with(|role| *role == wanted);
        let kind = |index: usize| interface.resource(index).map_or("", |resource| resource.kind.name.as_ref());
        line(title, ours.map(|(index, signal)| format!("{} ({})", signal.name, kind(index))).collect());
    }
    lines.join("\n")
}

fn parameter(parameter: &ParameterDeclaration) -> String {
    let range = parameter.range.as_ref().map(|range| format!(", {range}")).unwrap_or_default();
    let requirement = match &parameter.requirement {
        Requirement::Required => "required".to_owned(),
        Requirement::Optional => "optional".to_owned(),
        Requirement::Default(default) => format!("default {default}"),
    };
    format!("{}{} ({}{range}, {requirement})", parameter.name, unit(&parameter.unit), parameter.kind)
}

fn signal(signal: &Signal) -> String {
    let width = if signal.width == 1 { String::new() } else { format!(" ({} numbers)", signal.width) };
    format!("{}{}{width}", signal.name, unit(&signal.unit))
}

fn unit(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" [{unit}]") }
}

/// No files: parameters are not given.
struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: no file is read here"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Unknown
    }
}
