//! What a type declares, as a reference page tells it. Its serialization is
//! the JSON of `bowline describe`: docs/guide.md documents the keys.

use std::collections::BTreeSet;

use serde::Serialize;
use simobject::Datum;
use simobject_host::{
    Argument, Calculation, Declaration, Interface, Library, Meaning, Number, ObjectType, ParameterDeclaration, Purpose,
    Requirement, Role, Signal,
};

use super::bundle::BundlePage;
use super::computation::{ClockPage, Computation, CrossingPage};
use super::look::LookPage;
use super::resource::ResourcePage;
use super::shape::ChoicePage;
use super::terminal::{BranchPage, TerminalPage};

/// A library with all its types.
#[derive(Debug, Serialize)]
pub(super) struct LibraryPage {
    pub(super) library: &'static str,
    pub(super) aliases: Vec<&'static str>,
    pub(super) version: &'static str,
    pub(super) doc: &'static str,
    pub(super) types: Vec<TypePage>,
}

/// A type of SimObject, with the parameters that were given.
#[derive(Debug, Serialize)]
pub(super) struct TypePage {
    pub(super) library: &'static str,
    pub(super) version: &'static str,
    #[serde(rename = "type")]
    pub(super) name: &'static str,
    pub(super) doc: &'static str,
    /// Lines; empty if the type tells none.
    pub(super) equations: &'static str,
    /// Parameters on which ports and states depend.
    pub(super) shaped_by: Vec<String>,
    pub(super) parameters: Vec<Parameter>,
    /// Choices that change these.
    pub(super) choices: Vec<ChoicePage>,
    /// Required parameters that were not given: numbers that follow from them mean nothing.
    pub(super) missing_parameters: Vec<String>,
    pub(super) in_ports: Vec<InPort>,
    pub(super) out_ports: Vec<OutPort>,
    pub(super) bundles: Vec<BundlePage>,
    pub(super) terminals: Vec<TerminalPage>,
    pub(super) branches: Vec<BranchPage>,
    pub(super) states: Vec<State>,
    #[serde(rename = "sampled_states")]
    pub(super) discrete_states: Vec<DiscreteState>,
    pub(super) indicators: Vec<Indicator>,
    /// Resources that it provides.
    pub(super) provides: Vec<ResourcePage>,
    /// Resources that it asks.
    pub(super) uses: Vec<ResourcePage>,
    pub(super) memory: Vec<Values>,
    pub(super) private_values: Vec<Values>,
    pub(super) computations: Vec<Computation>,
    pub(super) time_events: bool,
    pub(super) stops: bool,
    pub(super) looks: Vec<LookPage>,
}

#[derive(Debug, Serialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    /// What values it takes, in words.
    pub(super) kind: String,
    pub(super) unit: String,
    /// The allowed range, in words.
    pub(super) range: Option<String>,
    pub(super) required: bool,
    pub(super) default: Option<String>,
    pub(super) doc: String,
    /// The value for which the type is shown.
    #[serde(skip)]
    shown: Option<String>,
}

/// A named row of numbers.
#[derive(Debug, Serialize)]
pub(super) struct Values {
    pub(super) name: String,
    pub(super) width: u32,
    pub(super) unit: String,
    /// From where its numbers are counted, if that is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) datum: Option<&'static str>,
    pub(super) doc: String,
}

#[derive(Debug, Serialize)]
pub(super) struct InPort {
    #[serde(flatten)]
    pub(super) values: Values,
    /// Whether it adds up any number of sources.
    pub(super) adds_up: bool,
    /// What it has where it is not connected.
    #[serde(rename = "fallback")]
    pub(super) default_input: Option<DefaultInput>,
    /// Between which values it means something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) range: Option<InputRange>,
    /// The in-port whose rate it is: `steady` and `frequency` know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rate_of: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct DefaultInput {
    /// The parameter that gives it.
    pub(super) parameter: Option<String>,
    pub(super) values: Vec<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct InputRange {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) at_least: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) at_most: Vec<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct OutPort {
    #[serde(flatten)]
    pub(super) values: Values,
    /// The state that it is.
    pub(super) state: Option<String>,
    /// In-ports that it depends on in the same instant, through any computations.
    pub(super) direct_feedthrough: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct State {
    #[serde(flatten)]
    pub(super) values: Values,
    /// Scales the absolute tolerance.
    pub(super) nominal: f64,
    pub(super) initial: Option<Vec<f64>>,
}

/// A state that stays the same between ticks and events.
#[derive(Debug, Serialize)]
pub(super) struct DiscreteState {
    #[serde(flatten)]
    pub(super) values: Values,
    pub(super) initial: Option<Vec<f64>>,
    /// Of the update that sets its next values; none if only events set it.
    pub(super) clock: Option<ClockPage>,
    /// Indicators whose handlers set it.
    pub(super) events: Vec<String>,
}

/// A number whose crossings of 0 are events.
#[derive(Debug, Serialize)]
pub(super) struct Indicator {
    #[serde(flatten)]
    pub(super) values: Values,
    pub(super) crossing: CrossingPage,
    /// The mode in which it has to be on a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mode: Option<String>,
}

impl LibraryPage {
    pub(super) fn new(library: &Library, types: Vec<TypePage>) -> Self {
        let aliases = library.aliases().collect();
        Self { library: library.name(), aliases, version: library.version(), doc: library.doc(), types }
    }
}

impl TypePage {
    pub(super) fn new(
        library: &Library,
        kind: &ObjectType,
        declaration: &Declaration,
        given: &[Argument<'_>],
        shaped_by: Vec<String>,
        choices: Vec<ChoicePage>,
    ) -> Self {
        let interface = &declaration.interface;
        let parameters: Vec<Parameter> = declaration.parameters.iter().map(|p| Parameter::new(p, given)).collect();
        let is_missing = |p: &&Parameter| p.required && !given.iter().any(|argument| argument.name == p.name);
        Self {
            library: library.name(),
            version: library.version(),
            name: kind.name(),
            doc: kind.doc(),
            equations: kind.equations(),
            shaped_by,
            missing_parameters: parameters.iter().filter(is_missing).map(|p| p.name.clone()).collect(),
            parameters,
            choices,
            in_ports: interface.signals_with(Role::is_in_port).map(|(i, s)| InPort::new(declaration, i, s)).collect(),
            out_ports: interface.signals_with(Role::is_out_port).map(|(i, s)| OutPort::new(interface, i, s)).collect(),
            bundles: BundlePage::all(interface),
            terminals: TerminalPage::all(interface),
            branches: BranchPage::all(interface),
            states: interface.signals_with(Role::is_state).map(|(i, s)| State::new(declaration, i, s)).collect(),
            discrete_states: interface
                .signals_with(|role| *role == Role::DiscreteState)
                .map(|(i, s)| DiscreteState::new(declaration, i, s))
                .collect(),
            indicators: interface.signals.iter().filter_map(|signal| Indicator::new(interface, signal)).collect(),
            provides: ResourcePage::all(interface, Role::Provides),
            uses: ResourcePage::all(interface, Role::Uses),
            memory: values(interface, Role::Memory),
            private_values: values(interface, Role::Private),
            computations: interface.calculations.iter().map(|c| Computation::new(interface, c)).collect(),
            time_events: interface.time_events.is_some(),
            stops: interface.stops.is_some(),
            looks: LookPage::all(declaration),
        }
    }
}

impl TypePage {
    /// What its ports and states depend on, and for which values they are
    /// shown, in words; each name as `name` writes it.
    pub(super) fn shape(&self, name: impl Fn(&str) -> String) -> Option<String> {
        let shown = |parameter: &&Parameter| {
            let value = parameter.shown.as_deref().unwrap_or("not given");
            let equals = if parameter.shown.is_some() { " = " } else { " " };
            format!("{}{equals}{value}", name(&parameter.name))
        };
        let shaping = || self.parameters.iter().filter(|parameter| self.shaped_by.contains(&parameter.name));
        let names: Vec<String> = shaping().map(|parameter| name(&parameter.name)).collect();
        let values: Vec<String> = shaping().collect::<Vec<_>>().iter().map(shown).collect();
        (!names.is_empty()).then(|| {
            format!("Ports and states depend on {}; they are shown for {}", names.join(", "), values.join(", "))
        })
    }
}

impl Parameter {
    fn new(parameter: &ParameterDeclaration, given: &[Argument<'_>]) -> Self {
        let given =
            given.iter().find(|argument| argument.name == parameter.name).map(|argument| argument.value.to_owned());
        let default = match &parameter.requirement {
            Requirement::Default(default) => Some(default.clone()),
            Requirement::Required | Requirement::Optional => None,
        };
        Self {
            shown: given.or_else(|| default.clone()),
            name: parameter.name.to_string(),
            kind: parameter.kind.clone(),
            unit: parameter.unit.to_string(),
            range: parameter.range.clone(),
            required: parameter.requirement == Requirement::Required,
            default,
            doc: parameter.doc.to_string(),
        }
    }

    /// Whether it must be given, and what holds if not, in words.
    pub(super) fn requirement(&self) -> String {
        match &self.default {
            _ if self.required => "required".to_owned(),
            None => "optional".to_owned(),
            Some(default) if default.is_empty() => "empty by default".to_owned(),
            Some(default) => format!("default {default}"),
        }
    }
}

impl Values {
    fn new(signal: &Signal) -> Self {
        Self {
            name: signal.name.to_string(),
            width: signal.width,
            unit: signal.unit.to_string(),
            datum: signal.datum.map(|datum| match datum {
                Datum::Absolute => "absolute",
                Datum::Relative => "relative",
                Datum::Bookkeeping => "bookkeeping",
            }),
            doc: signal.doc.to_string(),
        }
    }
}

/// The signals of that role.
fn values(interface: &Interface, wanted: Role) -> Vec<Values> {
    interface.signals_with(|role| *role == wanted).map(|(_, signal)| Values::new(signal)).collect()
}

impl Indicator {
    fn new(interface: &Interface, signal: &Signal) -> Option<Self> {
        let Role::Indicator(crossing) = signal.role else { return None };
        let mode = signal.mode.map(|mode| interface.signals[mode.state as usize].name.to_string());
        Some(Self { values: Values::new(signal), crossing: CrossingPage::new(crossing), mode })
    }

    /// Where it is an event, in words; a name as `name` writes it.
    pub(super) fn words(&self, name: impl Fn(&str) -> String) -> String {
        let on = self.mode.as_ref().map_or_else(String::new, |mode| format!("; {} is kept in agreement", name(mode)));
        format!("where it {}{on}", self.crossing.words())
    }
}

impl InPort {
    fn new(declaration: &Declaration, index: usize, port: &Signal) -> Self {
        let default_input = declaration.numbers.iter().find_map(|number| match &number.meaning {
            Meaning::DefaultInput(parameter) if number.signal as usize == index => Some(DefaultInput {
                parameter: parameter.as_ref().map(ToString::to_string),
                values: number.values.clone(),
            }),
            _ => None,
        });
        let rate_of = port.rate_of.map(|of| declaration.interface.signals[of as usize].name.to_string());
        let bound = |of: Meaning| {
            let bound = Number::find(&declaration.numbers, index as u32, |meaning| *meaning == of);
            bound.map_or_else(Vec::new, <[f64]>::to_vec)
        };
        let range = InputRange { at_least: bound(Meaning::Lower), at_most: bound(Meaning::Upper) };
        let range = (!range.at_least.is_empty() || !range.at_most.is_empty()).then_some(range);
        Self { values: Values::new(port), adds_up: port.role == Role::Sum, default_input, range, rate_of }
    }
}

impl InPort {
    /// Where its values come from, in words, and the range in which they mean something.
    pub(super) fn with_range(&self, source: String) -> String {
        match (&self.range, source.is_empty()) {
            (None, _) => source,
            (Some(range), true) => range.words(),
            (Some(range), false) => format!("{source}; {}", range.words()),
        }
    }
}

impl InputRange {
    /// `from -1 to 1`, `at least 0`, `at most 1`.
    fn words(&self) -> String {
        match (self.at_least.as_slice(), self.at_most.as_slice()) {
            ([], high) => format!("at most {}", numbers(high)),
            (low, []) => format!("at least {}", numbers(low)),
            (low, high) => format!("from {} to {}", numbers(low), numbers(high)),
        }
    }
}

impl OutPort {
    fn new(interface: &Interface, index: usize, port: &Signal) -> Self {
        let state = match port.role {
            Role::OutOfState(state) => Some(interface.signals[state as usize].name.to_string()),
            _ => None,
        };
        Self { values: Values::new(port), state, direct_feedthrough: direct_feedthrough(interface, index) }
    }
}

/// In-ports that a signal depends on through common computations.
fn direct_feedthrough(interface: &Interface, index: usize) -> Vec<String> {
    let (mut reached, mut open) = (BTreeSet::from([index]), vec![index]);
    while let Some(signal) = open.pop() {
        let fills = |c: &&Calculation| matches!(c.purpose, Purpose::Common(_)) && c.gives.contains(&(signal as u32));
        let reads = interface.calculations.iter().filter(fills).flat_map(|c| &c.reads);
        open.extend(reads.map(|read| *read as usize).filter(|read| reached.insert(*read)));
    }
    let signals = reached.into_iter().map(|reached| &interface.signals[reached]);
    signals.filter(|signal| signal.role.is_in_port()).map(|signal| signal.name.to_string()).collect()
}

impl State {
    fn new(declaration: &Declaration, index: usize, state: &Signal) -> Self {
        let numbers = |meaning: Meaning| {
            let mut numbers = declaration.numbers.iter();
            numbers.find(|n| n.signal as usize == index && n.meaning == meaning).map(|n| n.values.clone())
        };
        Self {
            values: Values::new(state),
            nominal: numbers(Meaning::Nominal).map_or(1.0, |magnitudes| magnitudes[0]),
            initial: numbers(Meaning::InitialValue),
        }
    }
}

impl DiscreteState {
    fn new(declaration: &Declaration, index: usize, state: &Signal) -> Self {
        let interface = &declaration.interface;
        let sets = |c: &&Calculation| c.gives.contains(&(index as u32));
        let mut events = Vec::new();
        for handler in interface.calculations.iter().filter(sets) {
            if let Purpose::Handler(indicator) = handler.purpose {
                let name = interface.signals[indicator as usize].name.to_string();
                if !events.contains(&name) {
                    events.push(name);
                }
            }
        }
        let update = interface.calculations.iter().filter(sets).find(|c| matches!(c.purpose, Purpose::Update(_)));
        Self {
            values: Values::new(state),
            initial: State::new(declaration, index, state).initial,
            clock: update.and_then(|update| update.purpose.clock()).map(ClockPage::new),
            events,
        }
    }

    /// When it changes, in words; each name as `name` writes it.
    pub(super) fn changes(&self, name: impl Fn(&str) -> String) -> String {
        let events: Vec<String> = self.events.iter().map(|event| name(event)).collect();
        let events = (!events.is_empty()).then(|| format!("at events of {}", events.join(", ")));
        self.clock.as_ref().map(ClockPage::words).into_iter().chain(events).collect::<Vec<_>>().join("; ")
    }
}

/// Numbers in few characters: one for all where they are the same.
pub(super) fn numbers(values: &[f64]) -> String {
    match values {
        [first, rest @ ..] if rest.iter().all(|value| value == first) => format!("{first}"),
        values => values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}
