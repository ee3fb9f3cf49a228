//! A page in Markdown, with the tables of GitHub.

use super::page::{DiscreteState, InPort, LibraryPage, OutPort, Parameter, State, TypePage, Values, numbers};

/// A library with all its types, one after the other.
pub(super) fn library(page: &LibraryPage) -> String {
    let mut text = format!("# {}\n\n{}.\n\nVersion {}.", code(page.library), prose(page.doc), page.version);
    if !page.aliases.is_empty() {
        let aliases: Vec<_> = page.aliases.iter().map(|alias| code(alias)).collect();
        text += &format!(" Scenarios may also call it {}.", aliases.join(" or "));
    }
    text += "\n\nWhere ports and states depend on parameters, they are shown for the values that are told; `bowline describe \
             TYPE NAME=VALUE...` shows others.\n\n| type | |\n|---|---|\n";
    for kind in &page.types {
        text += &format!("| [{}](#{}) | {} |\n", code(kind.name), anchor(kind.name), prose(kind.doc));
    }
    for kind in &page.types {
        text += &format!("\n## {}\n\n{}.\n", code(kind.name), prose(kind.doc));
        text += &equations(kind);
        text += &tables(kind, "###");
    }
    text
}

/// The page of a type.
pub(super) fn page(page: &TypePage) -> String {
    let heading = format!("# {}\n\n{}.\n", code(page.name), prose(page.doc));
    let library = format!("\nIn the library {}, version {}.\n", code(page.library), page.version);
    heading + &library + &equations(page) + &tables(page, "##")
}

/// The equations, and what the tables depend on.
fn equations(page: &TypePage) -> String {
    let mut text = match page.equations {
        "" => String::new(),
        equations => format!("\n```text\n{equations}\n```\n"),
    };
    if let Some(shape) = page.shape(code) {
        text += &format!("\n{shape}.\n");
    }
    text
}

fn tables(page: &TypePage, level: &str) -> String {
    let mut text = table(
        &format!("{level} Parameters"),
        ["name", "value", "unit", "default", "meaning"],
        page.parameters.iter().map(parameter_row),
    );
    if !page.choices.is_empty() {
        text += "\n";
        page.choices.iter().for_each(|choice| text += &format!("* {}\n", choice.words(code)));
    }
    text += &table(
        &format!("{level} In-ports"),
        ["name", "width", "unit", "unconnected", "meaning"],
        page.in_ports.iter().map(|port| row(&port.values, port.with_range(unconnected(port, page)))),
    );
    text += &table(
        &format!("{level} Out-ports"),
        ["name", "width", "unit", "depends at once on", "meaning"],
        page.out_ports.iter().map(|port| row(&port.values, feedthrough(port))),
    );
    text += &table(
        &format!("{level} Bundles"),
        ["name", "connects", "members", "meaning"],
        page.bundles.iter().map(|b| [code(&b.name), b.partner(code), b.members(code), prose(&b.doc)]),
    );
    text += &table(
        &format!("{level} Terminals"),
        ["name", "nature", "variables", "meaning"],
        page.terminals.iter().map(|t| [code(&t.name), code(&t.nature), t.variables(code), prose(&t.doc)]),
    );
    text += &table(
        &format!("{level} Branches"),
        ["name", "what it does"],
        page.branches.iter().map(|branch| {
            let name = if branch.name.is_empty() { String::new() } else { code(&branch.name) };
            [name, branch.words(code)]
        }),
    );
    text += &table(
        &format!("{level} States"),
        ["name", "width", "unit", "initially", "meaning"],
        page.states.iter().map(|state| row(&state.values, beginning(state))),
    );
    text += &table(
        &format!("{level} Discrete states"),
        ["name", "width", "unit", "initially", "changes", "meaning"],
        page.discrete_states.iter().map(discrete_state_row),
    );
    text += &table(
        &format!("{level} Indicators"),
        ["name", "width", "unit", "event", "meaning"],
        page.indicators.iter().map(|i| row(&i.values, i.words(code))),
    );
    for (title, resources) in [("Provides", &page.provides), ("Asks", &page.uses)] {
        text += &table(
            &format!("{level} {title}"),
            ["name", "kind", "what is asked, and answered", "meaning"],
            resources.iter().map(|r| [code(&r.name), code(&r.kind), prose(&r.words(code)), prose(&r.doc)]),
        );
    }
    text += &table(
        &format!("{level} Computations"),
        ["name", "what it does"],
        page.computations.iter().map(|computation| [code(&computation.name), computation.words(code)]),
    );
    text += &table(
        &format!("{level} Looks"),
        ["shape", "bound to"],
        page.looks.iter().map(|look| [code(look.shape), prose(&look.words())]),
    );
    if page.time_events {
        text += "\nIt announces time events: every method steps exactly to them.\n";
    }
    if page.stops {
        text += "\nIt announces times at which steps end, so that none is jumped over.\n";
    }
    text
}

fn table<const N: usize>(title: &str, heads: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return String::new();
    }
    // A column without entries says nothing.
    let used: Vec<usize> = (0..N).filter(|column| rows.iter().any(|row| !row[*column].is_empty())).collect();
    let line = |cells: &[String; N]| {
        let cells: Vec<_> = used.iter().map(|column| cells[*column].as_str()).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|{}\n", "---|".repeat(used.len()));
    let body: String = rows.iter().map(line).collect();
    format!("\n{title}\n\n{}{rule}{body}", line(&heads.map(str::to_owned)))
}

fn parameter_row(parameter: &Parameter) -> [String; 5] {
    let range = parameter.range.iter().map(|range| format!(", {range}"));
    let value: String = [parameter.kind.clone()].into_iter().chain(range).collect();
    let default = match &parameter.default {
        Some(default) if !default.is_empty() => code(default),
        _ => parameter.requirement(),
    };
    [code(&parameter.name), prose(&value), prose(&parameter.unit), default, prose(&parameter.doc)]
}

fn row(values: &Values, remark: String) -> [String; 5] {
    [code(&values.name), values.width.to_string(), prose(&values.unit), remark, prose(&values.doc)]
}

fn discrete_state_row(state: &DiscreteState) -> [String; 6] {
    let initial = state.initial.iter().map(|values| code(&numbers(values))).collect();
    let [name, width, unit, changes, doc] = row(&state.values, state.changes(code));
    [name, width, unit, initial, changes, doc]
}

fn unconnected(port: &InPort, page: &TypePage) -> String {
    if page.branches.iter().any(|branch| branch.feeds(&port.values.name)) {
        return "from its terminals".to_owned();
    }
    if let Some(of) = &port.rate_of {
        return format!("the rate of {}", code(of));
    }
    match &port.default_input {
        Some(default_input) => match &default_input.parameter {
            Some(parameter) => format!("parameter {}", code(parameter)),
            None => code(&numbers(&default_input.values)),
        },
        None if port.adds_up => "adds up its sources".to_owned(),
        None => "must be connected".to_owned(),
    }
}

fn feedthrough(port: &OutPort) -> String {
    match &port.state {
        Some(state) => format!("the state {}", code(state)),
        None => port.direct_feedthrough.iter().map(|name| code(name)).collect::<Vec<_>>().join(", "),
    }
}

fn beginning(state: &State) -> String {
    let initial = state.initial.iter().map(|values| code(&numbers(values)));
    let nominal = (state.nominal != 1.0).then(|| format!("nominal {}", code(&state.nominal.to_string())));
    initial.chain(nominal).collect::<Vec<_>>().join(", ")
}

/// A text as it is written.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

/// A text in which only backticks mean something: code, as declarations write it too.
fn prose(text: &str) -> String {
    let (mut escaped, mut in_code) = (String::new(), false);
    for c in text.chars() {
        in_code ^= c == '`';
        if c == '|' || (!in_code && matches!(c, '*' | '_' | '<' | '[' | '\\')) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Where a heading is found, as GitHub names it.
fn anchor(heading: &str) -> String {
    heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}
