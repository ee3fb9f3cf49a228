//! A page for a terminal.

use super::page::{DiscreteState, InPort, OutPort, Parameter, State, TypePage, Values, numbers};
use super::resource::ResourcePage;

/// The page of a type.
pub(super) fn page(page: &TypePage) -> String {
    let mut text = format!("{} ({}): {}\n", page.name, page.library, page.doc);
    if !page.equations.is_empty() {
        text += "\n";
        page.equations.lines().for_each(|line| text += &format!("  {line}\n"));
    }
    if let Some(shape) = page.shape(str::to_owned) {
        text += &format!("\n{shape}.\n");
    }
    text += &table("Parameters", page.parameters.iter().map(parameter_row));
    page.choices.iter().for_each(|choice| text += &format!("  {}\n", choice.words(str::to_owned)));
    text += &table(
        "In-ports",
        page.in_ports.iter().map(|port| row(&port.values, port.with_range(unconnected(port, page)))),
    );
    text += &table("Out-ports", page.out_ports.iter().map(|port| row(&port.values, of_state(port))));
    text += &table(
        "Bundles",
        page.bundles.iter().map(|bundle| {
            let (partner, members) = (bundle.partner(str::to_owned), bundle.members(str::to_owned));
            [bundle.name.clone(), partner, String::new(), members, bundle.doc.clone()]
        }),
    );
    text += &table(
        "Terminals",
        page.terminals.iter().map(|terminal| {
            let variables = terminal.variables(str::to_owned);
            [terminal.name.clone(), terminal.nature.clone(), variables, String::new(), terminal.doc.clone()]
        }),
    );
    text += &table(
        "Branches",
        page.branches.iter().map(|branch| {
            [branch.name.clone(), branch.words(str::to_owned), String::new(), String::new(), String::new()]
        }),
    );
    text += &table("States", page.states.iter().map(|state| row(&state.values, beginning(state))));
    text += &table("Discrete states", page.discrete_states.iter().map(|state| row(&state.values, changing(state))));
    text += &table(
        "Indicators",
        page.indicators
            .iter()
            .map(|indicator| row(&indicator.values, format!("an event {}", indicator.words(str::to_owned)))),
    );
    text += &table("Provides", page.provides.iter().map(resource_row));
    text += &table("Asks", page.uses.iter().map(resource_row));
    text += &table(
        "Computations",
        page.computations.iter().map(|computation| {
            let words = computation.words(str::to_owned);
            [computation.name.clone(), words, String::new(), String::new(), String::new()]
        }),
    );
    text += &table(
        "Looks",
        page.looks.iter().map(|look| {
            let words = look.words().replace('`', "");
            [look.shape.to_owned(), words, String::new(), String::new(), String::new()]
        }),
    );
    if page.time_events {
        text += "\nAnnounces time events.\n";
    }
    if page.stops {
        text += "\nAnnounces times at which steps end, so that none is jumped over.\n";
    }
    text
}

/// Name, shape, unit, remark and description.
type Row = [String; 5];

fn table(title: &str, rows: impl Iterator<Item = Row>) -> String {
    let rows: Vec<Row> = rows.collect();
    if rows.is_empty() {
        return String::new();
    }
    let widths: [usize; 5] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let mut text = format!("\n{title}\n");
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(widths)
            .filter(|(_, width)| *width > 0)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        text += &format!("  {}\n", cells.join("  ").trim_end());
    }
    text
}

fn parameter_row(parameter: &Parameter) -> Row {
    let shape = match &parameter.range {
        Some(range) => format!("{}, {range}", parameter.kind),
        None => parameter.kind.clone(),
    };
    [parameter.name.clone(), shape, parameter.unit.clone(), parameter.requirement(), parameter.doc.clone()]
}

fn row(values: &Values, remark: String) -> Row {
    let width = if values.width == 1 { "scalar".to_owned() } else { format!("vector of {}", values.width) };
    [values.name.clone(), width, values.unit.clone(), remark, values.doc.clone()]
}

fn resource_row(resource: &ResourcePage) -> Row {
    let ResourcePage { name, kind, doc, .. } = resource;
    [name.clone(), kind.clone(), resource.words(str::to_owned), String::new(), doc.clone()]
}

fn unconnected(port: &InPort, page: &TypePage) -> String {
    if page.branches.iter().any(|branch| branch.feeds(&port.values.name)) {
        return "from its terminals".to_owned();
    }
    if let Some(of) = &port.rate_of {
        return format!("the rate of {of}");
    }
    match &port.default_input {
        Some(default_input) => match &default_input.parameter {
            Some(parameter) => format!("unconnected: parameter {parameter}"),
            None => format!("unconnected: {}", numbers(&default_input.values)),
        },
        None if port.adds_up => "adds up its sources".to_owned(),
        None => String::new(),
    }
}

fn of_state(port: &OutPort) -> String {
    port.state.as_ref().map(|state| format!("the state {state}")).unwrap_or_default()
}

fn beginning(state: &State) -> String {
    let nominal = (state.nominal != 1.0).then(|| format!("nominal {}", state.nominal));
    let initial = state.initial.iter().map(|values| format!("initially {}", numbers(values)));
    nominal.into_iter().chain(initial).collect::<Vec<_>>().join(", ")
}

fn changing(state: &DiscreteState) -> String {
    let initial = state.initial.iter().map(|values| format!("initially {}", numbers(values)));
    initial.chain([state.changes(str::to_owned)]).collect::<Vec<_>>().join(", ")
}
