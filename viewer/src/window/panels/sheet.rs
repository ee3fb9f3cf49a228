//! What is to be known about a SimObject: its ports, states and parameters,
//! line by line.

use bowline_engine::scene::SceneObject;
use bowline_engine::{Input, Model, Object, Parameter};
use bowline_results::{Results, by_object};

use crate::window::player::Quantity;

/// Most elements of a signal that are shown.
const MOST_ELEMENTS: usize = 100;

/// What is to be known about a SimObject.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    pub(crate) object: usize,
    pub(crate) name: String,
    /// Its type, as in `Body/Mass`.
    pub(crate) kind: String,
    pub(crate) library: String,
    /// One line on its type.
    pub(crate) doc: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) signals: Vec<SignalSheet>,
    pub(crate) lines: Vec<Line>,
}

/// A signal of it.
#[derive(Debug, Clone)]
pub(crate) struct SignalSheet {
    /// Its name in the SimObject.
    pub(crate) name: String,
    pub(crate) doc: String,
    /// How many numbers it has, shown or not.
    pub(crate) width: usize,
    /// Those that are shown.
    pub(crate) quantity: Quantity,
    /// Where they begin among the watched numbers of the sheet.
    pub(crate) first: usize,
    pub(crate) source: Feed,
}

/// Where the numbers of a signal come from.
#[derive(Debug, Clone)]
pub(crate) enum Feed {
    /// The SimObject gives them.
    Own,
    /// In-port, fed by these out-ports and states.
    Ports(Vec<String>),
    /// In-port that can be moved.
    Hand(Input),
}

/// A line of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Line {
    Heading(&'static str),
    /// An element of a signal, both by position.
    Number(usize, usize),
    /// Elements of a signal that are not shown.
    More(usize),
    Parameter(usize),
}

/// The signals of a SimObject that people see, by their positions: no resources, and of a state that is an out-port too
/// the state.
pub(super) fn listed(object: &Object) -> impl Iterator<Item = usize> {
    let interface = object.interface();
    let is_state = |name: &str| interface.find(name, |role| role.is_any_state()).is_some();
    let listed = interface.signals_with(|role| !role.is_resource());
    listed
        .filter(move |(_, signal)| !(signal.role.is_out_port() && is_state(&signal.name)))
        .map(|(position, _)| position)
}

impl Sheet {
    /// The sheet of the SimObject at a position.
    pub(crate) fn of(model: &Model, object: usize) -> Option<Self> {
        let of = model.objects().get(object)?;
        let mut sheet = Self {
            object,
            name: of.name().to_owned(),
            kind: of.kind().name().to_owned(),
            library: of.library().name().to_owned(),
            doc: of.kind().doc().to_owned(),
            parameters: model.parameters(object),
            signals: Vec::new(),
            lines: Vec::new(),
        };
        let mut groups = GROUPS.map(|_| Vec::new());
        for position in listed(of) {
            let signal = &of.interface().signals[position];
            let full = format!("{}.{}", of.name(), signal.name);
            let width = signal.width as usize;
            let shown = if width > MOST_ELEMENTS { format!("{full}[0:{MOST_ELEMENTS}]") } else { full.clone() };
            // Memory has no numbers that anybody could read.
            let Ok(probe) = model.probe(&shown) else { continue };
            let source = if signal.role.is_in_port() { Feed::of(model, &full) } else { Feed::Own };
            let group = match source {
                Feed::Hand(_) => 0,
                Feed::Ports(_) => 3,
                Feed::Own if signal.role.is_any_state() => 1,
                Feed::Own if signal.role.is_out_port() => 2,
                Feed::Own if signal.role.is_indicator() => 4,
                Feed::Own => 5,
            };
            groups[group].push(sheet.signals.len());
            let first = sheet.watched();
            let (name, doc) = (signal.name.to_string(), signal.doc.to_string());
            sheet.signals.push(SignalSheet { name, doc, width, quantity: probe.into(), first, source });
        }
        for (title, group) in GROUPS.iter().zip(groups).filter(|(_, group)| !group.is_empty()) {
            sheet.lines.push(Line::Heading(title));
            for signal in group {
                let SignalSheet { width, quantity, .. } = &sheet.signals[signal];
                sheet.lines.extend((0..quantity.width()).map(|element| Line::Number(signal, element)));
                sheet.lines.extend((*width > quantity.width()).then_some(Line::More(signal)));
            }
        }
        if !sheet.parameters.is_empty() {
            sheet.lines.push(Line::Heading("Parameters"));
            sheet.lines.extend((0..sheet.parameters.len()).map(Line::Parameter));
        }
        Some(sheet)
    }

    /// What was recorded of the SimObject at a position, in a run that is replayed.
    pub(crate) fn recorded(results: &Results, objects: &[SceneObject], object: usize) -> Option<Self> {
        let of = objects.get(object)?;
        let mut sheet = Self {
            object,
            name: of.name.clone(),
            kind: of.kind.clone(),
            library: "recorded".to_owned(),
            doc: String::new(),
            parameters: Vec::new(),
            signals: Vec::new(),
            lines: vec![Line::Heading("Recorded")],
        };
        let columns = by_object(results.names(), objects.iter().map(|object| &*object.name));
        for (position, name) in columns.get(object).into_iter().flatten() {
            let column = &results.columns()[*position];
            sheet.lines.push(Line::Number(sheet.signals.len(), 0));
            sheet.signals.push(SignalSheet {
                name: (*name).to_owned(),
                doc: String::new(),
                width: 1,
                quantity: Quantity::recorded(&column.name, &column.unit),
                first: sheet.signals.len(),
                source: Feed::Own,
            });
        }
        Some(sheet)
    }

    /// The vector of three that a signal is, or, where elements were recorded one by one, to which it belongs.
    pub(crate) fn vector_of<'s>(&'s self, signal: &'s SignalSheet) -> Option<String> {
        if signal.width == 3 {
            return Some(signal.name.clone());
        }
        let vector = &signal.name[..signal.name.find('[').filter(|_| signal.width == 1)?];
        let has = |element: usize| {
            let name = format!("{vector}[{element}]");
            self.signals.iter().any(|signal| signal.name == name)
        };
        ([0, 1, 2].into_iter().all(has) && !has(3)).then(|| vector.to_owned())
    }

    /// How many numbers it shows that change.
    pub(crate) fn watched(&self) -> usize {
        self.signals.last().map_or(0, |last| last.first + last.quantity.width())
    }
}

/// What stands above the lines of each group.
const GROUPS: [&str; 6] = ["Inputs", "States", "Out-ports", "In-ports", "Indicators", "Inner values"];

impl Feed {
    /// Where an in-port's numbers come from.
    fn of(model: &Model, name: &str) -> Self {
        // What is pulled is fed nevertheless.
        let is_added = model.signal(name).is_ok_and(|port| model.is_added(port));
        match model.input(name) {
            Ok(input) if !is_added => Self::Hand(input),
            _ => Self::Ports(model.feeders(name).unwrap_or_default()),
        }
    }
}

impl SignalSheet {
    /// `Name`, or `Name[2]` where it has several elements.
    pub(crate) fn element_name(&self, element: usize) -> String {
        if self.width == 1 { self.name.clone() } else { format!("{}[{element}]", self.name) }
    }
}

#[cfg(test)]
mod tests {
    use bowline_engine::{Catalog, LoadOptions, Source, Sources};

    use bowline_results::ResultColumn;

    use super::*;

    fn sheet(scenario: &str, object: &str) -> Sheet {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios").join(scenario);
        let sources = Sources::new(Source::read(&path).expect("a scenario of the repository"));
        let libraries = [
            &bowline_base::LIBRARY,
            &bowline_hydraulics::LIBRARY,
            &bowline_mechanics::LIBRARY,
            &bowline_tutorial::LIBRARY,
        ];
        let model =
            bowline_engine::load(&sources, &Catalog::new(libraries), LoadOptions::default()).expect("it is sound");
        let object = model.objects().iter().position(|o| o.name() == object).expect("it is there");
        Sheet::of(&model, object).expect("it is there")
    }

    /// The lines as one reads them.
    fn lines(sheet: &Sheet) -> Vec<String> {
        let line = |line: &Line| match line {
            Line::Heading(title) => format!("# {title}"),
            Line::Number(signal, element) => {
                let signal = &sheet.signals[*signal];
                let source = match &signal.source {
                    Feed::Own => String::new(),
                    Feed::Ports(ports) => format!(" <- {}", ports.join(" ")),
                    Feed::Hand(input) => format!(" {} in {:?}", input.value()[*element], input.range(*element)),
                };
                format!("{} {}{source}", signal.element_name(*element), signal.quantity.unit())
            }
            Line::More(signal) => format!("more of {}", sheet.signals[*signal].name),
            Line::Parameter(parameter) => {
                let parameter = &sheet.parameters[*parameter];
                format!("{} = {} {}", parameter.name, parameter.shown().as_deref().unwrap_or("-"), parameter.unit)
            }
        };
        sheet.lines.iter().map(line).collect()
    }

    #[test]
    fn a_spring_shows_its_input_its_forces_and_what_the_scenario_says() {
        let spring = sheet("mass_linear_spring.xml", "S");
        assert_eq!((&*spring.kind, &*spring.library), ("Cable/LinearSpring", "FhsimTutorialLibrary"));
        let shown = lines(&spring);
        assert_eq!(
            shown[..4],
            ["# Inputs", "PosA[0] m 0 in -inf..=inf", "PosA[1] m 0 in -inf..=inf", "PosA[2] m -10 in -inf..=inf"]
        );
        assert!(shown.contains(&"PosB[2] m <- B.Pos".to_owned()), "{shown:#?}");
        assert!(shown.contains(&"Stiffness = 100 N/m".to_owned()), "{shown:#?}");
        let order = ["# Inputs", "# Out-ports", "# In-ports", "# Parameters"];
        assert_eq!(shown.iter().filter(|line| line.starts_with('#')).collect::<Vec<_>>(), order);
    }

    /// `Pos` is an out-port and a state of the same name: it stands there once.
    #[test]
    fn a_mass_shows_each_number_once() {
        let mass = sheet("mass_linear_spring.xml", "B");
        let shown = lines(&mass);
        assert_eq!(shown.iter().filter(|line| line.starts_with("Pos[1]")).count(), 1, "{shown:#?}");
        assert_eq!(mass.watched(), 9, "position, velocity and force");
        let firsts: Vec<_> = mass.signals.iter().map(|signal| (signal.first, signal.quantity.width())).collect();
        assert!(firsts.windows(2).all(|pair| pair[0].0 + pair[0].1 == pair[1].0), "{firsts:?}");
    }

    #[test]
    fn a_cylinder_shows_all_that_it_has() {
        let shown = lines(&sheet("excavator.xml", "Boom.Cylinder"));
        for line in [
            "p0 Pa",
            "# States",
            "# Inner values",
            "Flow1 m^3/s <- Boom.Valve.FlowB Boom.MakeUp1.FlowB",
            "StrokeLength = 1.3 m",
        ] {
            assert!(shown.iter().any(|shown| shown == line), "{line}: {shown:#?}");
        }
    }

    /// Three elements that were recorded one by one are a vector; two, or four of a quaternion, are none.
    #[test]
    fn recorded_elements_are_a_vector() {
        let names = ["B.Pos[0]", "B.Pos[1]", "B.Pos[2]", "B.Vel[0]", "B.Vel[2]", "B.E"];
        let turns = (0..4).map(|part| format!("B.Turn[{part}]"));
        let columns = names.into_iter().map(str::to_owned).chain(turns);
        let columns = columns.map(|name| ResultColumn { name, unit: String::new(), values: vec![0.0, 1.0] });
        let results = Results::new(vec![0.0, 1.0], columns.collect(), Vec::new()).expect("its times rise");
        let objects = [SceneObject { name: "B".to_owned(), kind: "Body/Mass".to_owned() }];
        let sheet = Sheet::recorded(&results, &objects, 0).expect("it is there");
        let vectors: Vec<_> = sheet.signals.iter().map(|signal| sheet.vector_of(signal)).collect();
        let is_pos = |vector: &Option<String>| vector.as_deref() == Some("Pos");
        assert!(vectors[..3].iter().all(is_pos) && vectors[3..].iter().all(Option::is_none), "{vectors:?}");
    }
}
