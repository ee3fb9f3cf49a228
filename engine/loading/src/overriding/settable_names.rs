//! What can be set of an object, as it declares it.

use simobject_host::{
    Argument, Declaration, Declared, Meaning, Names, Number, ObjectType, ParameterDeclaration, Requirement, Role,
    Session, Subject, Surroundings, number_in, numbers_in, parse_number_in,
};

use crate::starting::explicit_values;
use bowline_formula::{self as formula, Connected};

use bowline_description::attributes::expression::{self, Atom, Sources};
use bowline_description::attributes::overrides::{Among, Override};
use bowline_description::overridden::{Overridden, OverrideTarget};
use bowline_description::{ModelDescription, ObjectDescription};
use bowline_text::diagnostic::Diagnostic;
use bowline_text::{Attribute, Text, nearest};

/// What an object declares with the overrides as they stand, taken for
/// parameters: of those that are none, it knows nothing.
pub(crate) struct Settable {
    /// `` `B` (Body/Mass) ``.
    who: String,
    declaration: Declaration,
    /// Parameters that the scenario or an override gives.
    given: Vec<String>,
    /// Parameters of which what is given is wrong: that is told elsewhere.
    wrong: Vec<String>,
    /// It declared only a part of what it has.
    is_half: bool,
}

/// What an override names.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) kind: OverrideTarget,
    /// The index of its signal, or of its parameter.
    index: usize,
    unit: String,
}

impl Target {
    pub(crate) fn overridden(&self, of: &Override<'_>) -> Overridden {
        let prefix = match of.among {
            Among::All => "",
            Among::States => "Init:",
            Among::InPorts => "Port:",
        };
        let element = of.element.map_or_else(String::new, |(element, _)| format!("[{element}]"));
        let name = format!("{prefix}{}{element}", of.full_name.as_str());
        Overridden {
            name,
            what: of.full_name.as_str().to_owned(),
            element: of.element.map(|(element, _)| element),
            target: self.kind,
            unit: self.unit.clone(),
        }
    }
}

impl Settable {
    pub(crate) fn declare(
        object: ObjectDescription<'_>,
        kind: &ObjectType,
        overrides: &[Override<'_>],
        files: &dyn Surroundings,
    ) -> Self {
        let mut arguments = object.arguments();
        for of in overrides.iter().filter(|of| of.among == Among::All && of.element.is_none()) {
            arguments.retain(|argument| argument.name != of.name.as_str());
            arguments.push(Argument { name: of.name.as_str(), value: of.value.as_str() });
        }
        let name = object.name().as_str();
        let Declared { declaration, faults, .. } = kind.declare(Session::declaring(name, &arguments, files));
        let wrong = faults.iter().filter_map(|fault| match &fault.subject {
            Subject::Parameter(name) | Subject::MissingParameter(name) => Some(name.clone().into_owned()),
            _ => None,
        });
        Self {
            who: format!("`{name}` ({})", kind.name()),
            wrong: wrong.collect(),
            is_half: faults.iter().any(|fault| fault.subject == Subject::Construction),
            given: arguments.iter().map(|argument| argument.name.to_owned()).collect(),
            declaration,
        }
    }

    /// What an override names; none if that is not to be known.
    pub(crate) fn target(&self, of: &Override<'_>, has_initial_state: bool) -> Result<Option<Target>, Diagnostic> {
        let name = of.name.as_str();
        let parameter = || {
            let index = self.declaration.parameters.iter().position(|declared| declared.name == name)?;
            let unit = self.declaration.parameters[index].unit.clone().into_owned();
            Some(Target { kind: OverrideTarget::Parameter, index, unit })
        };
        let signal = |kind, role: fn(&Role) -> bool| {
            let index = self.declaration.interface.find(name, role)?;
            let unit = self.declaration.interface.signals[index].unit.clone().into_owned();
            Some(Target { kind, index, unit })
        };
        let state = || signal(OverrideTarget::InitialCondition, Role::is_any_state).or_else(|| self.of_terminal(name));
        let start = || state().or_else(|| signal(OverrideTarget::InitialCondition, explicit_values::can_be_given));
        let in_port = || signal(OverrideTarget::Constant, Role::is_in_port);
        let target = match of.among {
            Among::All => parameter().or_else(state).or_else(in_port),
            Among::States => start(),
            Among::InPorts => in_port(),
        };
        match target {
            Some(target) if target.kind == OverrideTarget::InitialCondition && has_initial_state => {
                let message =
                    format!("`{}` has no effect: the run begins with the states of a file", of.full_name.as_str());
                Err(Diagnostic::error("no-effect", message).at(of.full_name.span()).help("leave out one of the two"))
            }
            None if self.is_half => Ok(None),
            None => Err(self.unknown(of)),
            Some(target) => Ok(Some(target)),
        }
    }

    /// What a network begins with: the across variable or the position at a terminal, or of a branch.
    fn of_terminal(&self, name: &str) -> Option<Target> {
        let interface = &self.declaration.interface;
        let target = |index: usize, unit: &str| {
            Some(Target { kind: OverrideTarget::InitialCondition, index, unit: unit.to_owned() })
        };
        if let Some((terminal, variable)) = name.rsplit_once('.') {
            let nature = &interface.terminals.iter().find(|known| *known.name == *terminal)?.nature;
            let mut variables = [Some(&nature.across), nature.position.as_ref()].into_iter().flatten();
            // No signal has that number.
            return target(usize::MAX, &variables.find(|known| *known.name == *variable)?.unit);
        }
        let index = interface.find(name, Role::is_in_port)?;
        let begins = |branch: &simobject_host::Branch| {
            let begun = [branch.across, branch.position].into_iter().flatten();
            branch.form != simobject_host::BranchForm::Across && begun.into_iter().any(|of| of as usize == index)
        };
        interface.branches.iter().any(begins).then_some(())?;
        target(index, &interface.signals[index].unit)
    }

    fn unknown(&self, of: &Override<'_>) -> Diagnostic {
        let name = of.name.as_str();
        let signals = |role: fn(&Role) -> bool| {
            self.declaration.interface.signals_with(role).map(|(_, signal)| signal.name.as_ref())
        };
        let (states, in_ports) = (|| signals(Role::is_any_state), || signals(Role::is_in_port));
        let of_object = format!("of `{}`", of.object.as_str());
        let (code, what, advice) = match of.among {
            Among::All => {
                let parameters = self.declaration.parameters.iter().map(|declared| declared.name.as_ref());
                let whats = format!("parameters, states and in-ports {of_object}");
                let advice = nearest::advice(name, &whats, parameters.chain(states()).chain(in_ports()));
                ("unknown-parameter", "parameter, state or in-port", advice)
            }
            Among::States => {
                ("unknown-state", "state", nearest::advice(name, &format!("states {of_object}"), states()))
            }
            Among::InPorts => {
                ("unknown-port", "in-port", nearest::advice(name, &format!("in-ports {of_object}"), in_ports()))
            }
        };
        let mut message = format!("{} has no {what} `{name}`", self.who);
        if of.among == Among::All && self.declaration.interface.find(name, Role::is_out_port).is_some() {
            message += ": it is an out-port, which a SimObject fills itself";
        }
        Diagnostic::error(code, message).at(of.name.span()).help(advice)
    }

    /// Says what keeps it from being set as it is asked for.
    pub(crate) fn allows(
        &self,
        of: &Override<'_>,
        target: &Target,
        description: &ModelDescription,
        names: &dyn Names,
    ) -> Result<(), Diagnostic> {
        if target.kind != OverrideTarget::Constant {
            return Ok(());
        }
        const NUMBERS: &str = "numbers can be set, and only where no signal is connected";
        let name = of.full_name.as_str();
        if expression::changes(of.value.as_str(), names) {
            let message = format!("`{name}` can be set to numbers, not to a signal");
            return Err(Diagnostic::error("driven-port", message).at(of.value.span()).help(NUMBERS));
        }
        let driven = match connection(name, description) {
            Some(connection) => {
                let is_driven = expression::changes(connection.value.as_str(), names);
                is_driven.then_some((connection, connection.value.as_str()))
            }
            None => {
                self.bundle_of(target).and_then(|bundle| bundle_connection(of.object.as_str(), bundle, description))
            }
        };
        let Some((connection, source)) = driven else { return Ok(()) };
        let message = format!("`{name}` cannot be set: it is connected to `{}`", source.trim());
        let diagnostic = Diagnostic::error("driven-port", message).at(of.full_name.span());
        Err(diagnostic.label(connection.name.span(), "connected here").help(NUMBERS))
    }

    /// The name of the bundle that an in-port is a member of.
    fn bundle_of(&self, target: &Target) -> Option<&str> {
        let interface = &self.declaration.interface;
        let bundle = interface.signals[target.index].bundle?;
        Some(interface.bundles[bundle as usize].name.as_ref())
    }

    /// Tells of a parameter that has namesakes, which are not set.
    pub(crate) fn ambiguity(
        &self,
        of: &Override<'_>,
        target: &Target,
        description: &ModelDescription,
    ) -> Option<Diagnostic> {
        if of.among != Among::All || target.kind != OverrideTarget::Parameter {
            return None;
        }
        let (name, full_name) = (of.name.as_str(), of.full_name.as_str());
        let interface = &self.declaration.interface;
        let (what, prefix) = if interface.find(name, Role::is_any_state).is_some() {
            ("a state", "Init:")
        } else {
            let port = interface.find(name, Role::is_in_port)?;
            // What an open in-port reads may be the parameter itself.
            let is_same = self.numbers_of(
                port,
                |meaning| matches!(meaning, Meaning::DefaultInput(Some(parameter)) if parameter == name),
            );
            if is_same.is_some() && connection(full_name, description).is_none() {
                return None;
            }
            ("an in-port", "Port:")
        };
        let message = format!("`{full_name}` sets the parameter; {what} has the same name");
        let note = Diagnostic::note("namesake", message).at(of.full_name.span());
        Some(note.help(format!("`{prefix}{full_name}` sets that")))
    }

    /// The numbers of a target with some elements replaced, as a scenario writes
    /// them; none if what is wrong with them is told elsewhere.
    pub(crate) fn with_elements(
        &self,
        elements: &[(Override<'_>, Target)],
        description: &ModelDescription,
        names: &dyn Names,
    ) -> Result<Option<String>, Diagnostic> {
        let [(first, target), ..] = elements else { return Ok(None) };
        let name = first.full_name.as_str();
        let base = match target.kind {
            OverrideTarget::Engine | OverrideTarget::Variable => None,
            OverrideTarget::Parameter => {
                let declared = &self.declaration.parameters[target.index];
                if self.wrong.iter().any(|wrong| wrong == declared.name.as_ref()) {
                    return Ok(None);
                }
                if !has_elements(declared) {
                    let message = format!("`{name}` ({}) has no elements that can be set one by one", declared.kind);
                    return Err(Diagnostic::error("bad-override", message).at(first.full_name.span()));
                }
                let is_given = self.given.iter().any(|given| given == declared.name.as_ref());
                let holds = is_given || matches!(declared.requirement, Requirement::Default(_));
                holds.then(|| declared.numbers.clone())
            }
            OverrideTarget::InitialCondition => match description.initial_conditions().find(name) {
                Some(given) => match numbers(given.value, &target.unit, names) {
                    Some(numbers) => Some(numbers),
                    None => return Ok(None),
                },
                None => self.numbers_of(target.index, |meaning| *meaning == Meaning::InitialValue),
            },
            OverrideTarget::Constant => match connection(name, description) {
                Some(connection) => match constants(connection.value, &target.unit, names) {
                    Some(numbers) => Some(numbers),
                    None => return Ok(None),
                },
                None => self.numbers_of(target.index, |meaning| matches!(meaning, Meaning::DefaultInput(_))),
            },
        };
        let Some(mut base) = base else {
            let message = format!("`{name}` is not given, so it has no elements that could be replaced");
            let help = format!("give all of it: `{name}=VALUE,VALUE,...`");
            return Err(Diagnostic::error("bad-override", message).at(first.full_name.span()).help(help));
        };
        for (of, _) in elements {
            let Some((index, span)) = of.element else { continue };
            let width = base.len();
            let Some(element) = base.get_mut(index) else {
                return Err(Diagnostic::bad_slice(index.saturating_add(1), name, width, span));
            };
            *element = number_in(of.value.as_str(), &target.unit, names).map_err(|fault| {
                let message = format!("`{name}[{index}]`: {fault}");
                Diagnostic::error("bad-override", message).at(of.value.span()).help("an element is one number")
            })?;
        }
        let text: Vec<String> = base.iter().map(|number| format!("{number:?}")).collect();
        Ok(Some(text.join(",")))
    }

    /// The numbers that belong to a signal.
    fn numbers_of(&self, signal: usize, is: impl Fn(&Meaning) -> bool) -> Option<Vec<f64>> {
        Number::find(&self.declaration.numbers, signal as u32, is).map(<[f64]>::to_vec)
    }
}

fn has_elements(declared: &ParameterDeclaration) -> bool {
    declared.kind == "number" || declared.kind.starts_with("vector")
}

fn connection<'d>(name: &str, description: &'d ModelDescription) -> Option<Attribute<'d>> {
    description.connections().find(name)
}

/// The connection of a bundle, and what stands at its other end.
fn bundle_connection<'d>(
    object: &str,
    bundle: &str,
    description: &'d ModelDescription,
) -> Option<(Attribute<'d>, &'d str)> {
    let name = format!("{object}.{bundle}");
    description.connections().iter().find_map(|connection| {
        let (left, right) = (connection.name.as_str(), connection.value.as_str());
        if left == name { Some((connection, right)) } else { (right.trim() == name).then_some((connection, left)) }
    })
}

/// The numbers that the value of a connection comes to: a sum, as it is read first, or a formula; none if it is malformed.
fn constants(text: Text<'_>, unit: &str, names: &dyn Names) -> Option<Vec<f64>> {
    if let Some(numbers) = expression::parse(text).ok().as_ref().and_then(constant_sums) {
        return Some(numbers);
    }
    match formula::connection(text.as_str(), names, 0, unit) {
        Ok(Connected::Constant(numbers)) => Some(numbers),
        _ => None,
    }
}

/// The numbers that sources come to; none if they name a port, or cannot be added.
fn constant_sums(sources: &Sources<'_>) -> Option<Vec<f64>> {
    let mut all = Vec::new();
    for sum in sources {
        let mut total: Option<Vec<f64>> = None;
        for term in sum {
            let numbers = match &term.atom {
                Atom::Number(number) => vec![*number],
                Atom::Group(sources) => constant_sums(sources)?,
                Atom::Port(_) => return None,
            };
            let scaled = numbers.into_iter().map(|number| term.scale * number);
            total = Some(match total {
                None => scaled.collect(),
                Some(total) if total.len() == scaled.len() => {
                    total.into_iter().zip(scaled).map(|(sum, number)| sum + number).collect()
                }
                Some(_) => return None,
            });
        }
        all.extend(total?);
    }
    Some(all)
}

fn numbers(text: Text<'_>, unit: &str, names: &dyn Names) -> Option<Vec<f64>> {
    let plain: Option<_> = text.items().map(|(item, _)| parse_number_in(item, unit).ok()).collect();
    plain.or_else(|| numbers_in(text.as_str(), unit, names).ok())
}
