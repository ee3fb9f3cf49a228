//! `bowline describe`: what a type of SimObject declares.

use std::sync::Arc;

use bowline_engine::{Catalog, nearest_names};
use simobject::host::{
    Argument, Calculation, Declaration, Files, Interface, Meaning, ObjectType, ParameterDeclaration, Purpose,
    Requirement, Role, Session, Signal, Subject,
};

use crate::arguments::DescribeArguments;
use crate::{Exit, libraries, report};

pub(crate) fn describe(arguments: &DescribeArguments) -> Exit {
    let catalog = libraries::catalog();
    let (library, kind) = match find(&catalog, &arguments.kind) {
        Ok(found) => found,
        Err(message) => {
            report::error(&message);
            return Exit::Wrong;
        }
    };
    let mut given = Vec::new();
    for parameter in &arguments.parameters {
        let Some((name, value)) = parameter.split_once('=') else {
            report::error(&format!("`{parameter}` is not NAME=VALUE"));
            return Exit::Wrong;
        };
        given.push(Argument { name, value });
    }
    let (declaration, faults) = kind.declare(Session::declaring("X", &given, &WorkingDirectory));
    let mut exit = Exit::Done;
    for argument in &given {
        if !declaration.parameters.iter().any(|p| p.name == argument.name) {
            let known = declaration.parameters.iter().map(|p| p.name.as_ref());
            let advice = nearest_names(argument.name, "parameters", known);
            report::error(&format!("{} has no parameter `{}`; {advice}", kind.name, argument.name));
            exit = Exit::Wrong;
        }
    }
    for fault in &faults {
        // A type is described without its parameters too.
        if !matches!(fault.subject, Subject::MissingParameter(_)) {
            let advice = if fault.advice.is_empty() { String::new() } else { format!("; {}", fault.advice) };
            report::error(&format!("{}{advice}", fault.message));
            exit = Exit::Wrong;
        }
    }
    if exit == Exit::Done {
        print(library, kind, &declaration);
    }
    exit
}

/// Files relative to where the user stands.
struct WorkingDirectory;

impl Files for WorkingDirectory {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        std::fs::read_to_string(path).map(Arc::from).map_err(|reason| format!("{path}: {reason}"))
    }
}

fn find(catalog: &Catalog, name: &str) -> Result<(&'static str, &'static ObjectType), String> {
    let (library_name, kind_name) = match name.split_once(':') {
        Some((library, kind)) => (Some(library), kind),
        None => (None, name),
    };
    if let Some(library_name) = library_name
        && catalog.library(library_name).is_none()
    {
        let advice = nearest_names(library_name, "libraries", catalog.libraries().map(|library| library.name));
        return Err(format!("there is no library `{library_name}`; {advice}"));
    }
    let wanted = library_name.and_then(|name| catalog.library(name)).map(|library| library.name);
    let found: Vec<_> =
        catalog.types_named(kind_name).filter(|(library, _)| wanted.is_none_or(|name| library.name == name)).collect();
    match found.as_slice() {
        [(library, kind)] => Ok((library.name, kind)),
        [] => {
            let libraries = catalog.libraries().filter(|library| wanted.is_none_or(|name| library.name == name));
            let names = libraries.flat_map(|library| library.types).map(|kind| kind.name);
            Err(format!("there is no type `{kind_name}`; {}", nearest_names(kind_name, "types", names)))
        }
        several => {
            let choices: Vec<_> =
                several.iter().map(|(library, _)| format!("`{}:{kind_name}`", library.name)).collect();
            Err(format!("several libraries have a type `{kind_name}`: write {}", choices.join(" or ")))
        }
    }
}

fn print(library: &str, kind: &ObjectType, declaration: &Declaration) {
    println!("{} ({library}): {}", kind.name, kind.doc);
    let interface = &declaration.interface;
    table("Parameters", declaration.parameters.iter().map(parameter_row));
    let signals =
        |wanted: fn(&Role) -> bool| interface.signals.iter().enumerate().filter(move |(_, s)| wanted(&s.role));
    table("In-ports", signals(Role::is_in_port).map(|(index, port)| in_port_row(declaration, index, port)));
    table("Out-ports", signals(Role::is_out_port).map(|(_, port)| out_port_row(interface, port)));
    table("States", signals(Role::is_state).map(|(index, state)| state_row(declaration, index, state)));
    table("Computations", interface.calculations.iter().map(|calculation| calculation_row(interface, calculation)));
    if interface.time_events.is_some() {
        println!("\nAnnounces time events.");
    }
}

/// Name, shape, unit, remark and description.
type Row = [String; 5];

fn table(title: &str, rows: impl Iterator<Item = Row>) {
    let rows: Vec<Row> = rows.collect();
    if rows.is_empty() {
        return;
    }
    println!("\n{title}");
    let widths: [usize; 5] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(widths)
            .filter(|(_, width)| *width > 0)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        println!("  {}", cells.join("  ").trim_end());
    }
}

fn parameter_row(parameter: &ParameterDeclaration) -> Row {
    let shape = match &parameter.range {
        Some(range) => format!("{}, {range}", parameter.kind),
        None => parameter.kind.clone(),
    };
    let remark = match &parameter.requirement {
        Requirement::Required => "required".to_owned(),
        Requirement::Optional => "optional".to_owned(),
        Requirement::Default(default) => format!("default {default}"),
    };
    [parameter.name.to_string(), shape, parameter.unit.to_string(), remark, parameter.doc.to_string()]
}

fn width(signal: &Signal) -> String {
    if signal.width == 1 { "scalar".to_owned() } else { format!("vector of {}", signal.width) }
}

fn in_port_row(declaration: &Declaration, index: usize, port: &Signal) -> Row {
    let fallback = declaration.numbers.iter().find_map(|number| match &number.meaning {
        Meaning::Fallback(Some(parameter)) if number.signal as usize == index => {
            Some(format!("unconnected: parameter {parameter}"))
        }
        Meaning::Fallback(None) if number.signal as usize == index => Some(format!("unconnected: {:?}", number.values)),
        _ => None,
    });
    let sum = if port.role == Role::Sum { "adds up its sources" } else { "" };
    [
        port.name.to_string(),
        width(port),
        port.unit.to_string(),
        fallback.unwrap_or(sum.to_owned()),
        port.doc.to_string(),
    ]
}

fn out_port_row(interface: &Interface, port: &Signal) -> Row {
    let remark = match port.role {
        Role::OutOfState(state) => format!("the state {}", interface.signals[state as usize].name),
        _ => String::new(),
    };
    [port.name.to_string(), width(port), port.unit.to_string(), remark, port.doc.to_string()]
}

fn state_row(declaration: &Declaration, index: usize, state: &Signal) -> Row {
    let said: Vec<String> = declaration
        .numbers
        .iter()
        .filter(|number| number.signal as usize == index)
        .map(|number| match number.meaning {
            Meaning::Nominal => format!("nominal {}", number.values[0]),
            _ => format!("initially {:?}", number.values),
        })
        .collect();
    [state.name.to_string(), width(state), state.unit.to_string(), said.join(", "), state.doc.to_string()]
}

fn calculation_row(interface: &Interface, calculation: &Calculation) -> Row {
    let names = |signals: &[u32]| {
        let names: Vec<_> = signals.iter().map(|signal| interface.signals[*signal as usize].name.as_ref()).collect();
        names.join(", ")
    };
    let gives = match calculation.purpose {
        Purpose::Common(_) => "fills",
        Purpose::Derivatives => "gives the derivatives of",
        Purpose::Initial => "completes",
    };
    let reads = if calculation.reads.is_empty() { "nothing".to_owned() } else { names(&calculation.reads) };
    let text = format!("reads {reads}; {gives} {}", names(&calculation.gives));
    [calculation.name.to_string(), text, String::new(), String::new(), String::new()]
}
