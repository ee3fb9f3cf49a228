//! With what the parts of a network begin: initial conditions may be given at any terminal and any branch.

use std::collections::{BTreeMap, HashMap, HashSet};

use simobject_host::number_in;

use super::elements::Elements;
use super::joints::Joints;
use super::part::Part;
use super::plan::{Plan, variable_name};
use super::{Follows, Network, Quantity, Var};
use crate::connecting::terminal_names::TerminalId;
use crate::declaring::names::Finder;
use crate::declaring::objects::Objects;
use bowline_description::ModelDescription;
use bowline_description::aliases::Alias;
use bowline_description::reference::Reference;
use bowline_description::variables::Variables;
use bowline_model::state_file::reader::StateFile;
use bowline_network::{Form, PartKind};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::{Span, Text};

/// An initial condition at a terminal or a branch.
struct Given {
    name: String,
    span: Span,
    form: Form<Var>,
    value: f64,
}

/// Whether a variable is the constant between the positions of two nodes of a group.
fn is_offset(variable: Var) -> bool {
    matches!(variable, Var::Offset(_))
}

impl Given {
    /// Its variables that are not known, but for distances.
    fn open(&self, known: &BTreeMap<Var, f64>) -> Vec<Var> {
        let is_open = |variable: &Var| !known.contains_key(variable) && !is_offset(*variable);
        self.form.terms().map(|(variable, _)| variable).filter(is_open).collect()
    }

    /// The last of its distances that is not known.
    fn last_open_offset(&self, known: &BTreeMap<Var, f64>) -> Option<Var> {
        let variables = self.form.terms().map(|(variable, _)| variable);
        variables.filter(|variable| is_offset(*variable) && !known.contains_key(variable)).last()
    }

    fn has_offset(&self) -> bool {
        self.form.terms().any(|(variable, _)| is_offset(variable))
    }

    /// The value, less the known variables.
    fn rest(&self, known: &BTreeMap<Var, f64>) -> f64 {
        let sum: f64 = self.form.terms().map(|(variable, f)| f * known.get(&variable).copied().unwrap_or(0.0)).sum();
        self.value - sum - self.form.constant()
    }

    fn factor(&self, variable: Var) -> f64 {
        self.form.terms().find(|(v, _)| *v == variable).map_or(1.0, |(_, f)| f)
    }

    /// Reports a rest that is more than rounding, where all variables are known.
    fn report_contradiction(&self, rest: f64, diagnostics: &mut Diagnostics) {
        let is_more = rest.abs() > 1e-9 * self.value.abs().max(1.0);
        if !is_more {
            return;
        }
        if self.form.terms().next().is_none() {
            let stands = self.form.constant();
            let message = format!("initial condition `{}`: what stands there makes it {stands:?}", self.name);
            diagnostics.push(Diagnostic::error("bad-initial-condition", message).at(self.span).help("leave it out"));
            return;
        }
        let message = format!(
            "initial condition `{}`: other initial conditions make it {:?}, not {:?}",
            self.name,
            self.value - rest,
            self.value
        );
        let diagnostic = Diagnostic::error("contradicting-initial-conditions", message).at(self.span);
        diagnostics.push(diagnostic.help("leave out one of those at terminals that are joined"));
    }
}

/// The network with what its parts begin with.
pub(super) fn begin(
    plan: Plan,
    elements: &Elements,
    joints: &Joints,
    (description, finder, variables, state): (&ModelDescription, &Finder<'_, '_>, &Variables, Option<&StateFile>),
    diagnostics: &mut Diagnostics,
) -> Network {
    let objects = finder.objects;
    let mut begun = HashSet::new();
    let mut given = Vec::new();
    for condition in description.initial_conditions().iter() {
        let Some((form, unit)) = named(condition.name, &plan, elements, joints, finder) else { continue };
        let name = condition.name.as_str().to_owned();
        match number_in(condition.value.as_str(), &unit, variables) {
            Ok(value) => given.push(Given { name: name.clone(), span: condition.name.span(), form, value }),
            Err(fault) => {
                let message = format!("initial condition `{name}`: {fault}");
                let diagnostic = Diagnostic::error("bad-initial-condition", message).at(condition.value.span());
                diagnostics.push(diagnostic.help("expected: 1 number"));
            }
        }
        begun.insert(name);
    }
    let mut known = solve(given, diagnostics);
    begin_as_types_say(&mut known, elements, &plan);
    let Plan { mut parts, feeds, nodes, slips, flows, .. } = plan;
    let following = following(&nodes, joints, objects);
    if let Some(state) = state {
        keep_positions(&following, state, &parts, &mut known);
    }
    for (variable, value) in &known {
        match variable {
            Var::Across(part) => parts[*part].number("Initial", *value),
            Var::Position(part) => parts[*part].number("InitialPosition", *value),
            _ => {}
        }
    }
    let settled = |form: &Form<Var>| {
        form.map(|variable| match variable {
            Var::Offset(_) => {
                let mut constant = Form::default();
                constant.add_constant(known.get(&variable).copied().unwrap_or(0.0));
                constant
            }
            _ => Form::of(variable),
        })
    };
    let feeds = feeds.into_iter().map(|(fed, form)| (fed, settled(&form))).collect();
    let nodes: Vec<[Form<Var>; 3]> = nodes.iter().map(|forms| forms.each_ref().map(settled)).collect();
    let aliases = aliases(&nodes, &flows, &parts, joints, objects);
    let positions = following.into_iter().map(|Following { name, form, offset }| {
        let row = form.terms().filter(|(variable, _)| !matches!(variable, Var::Offset(_))).collect();
        let offset = offset.and_then(|offset| known.get(&offset).copied()).unwrap_or(0.0);
        Follows { name, row, offset: form.constant() + offset }
    });
    let positions = positions.collect();
    Network { parts, feeds, slips, aliases, positions, begun, elements: objects.list.len(), ..Network::default() }
}

/// A node whose position is the sum of positions of parts.
struct Following {
    /// After one of its terminals.
    name: String,
    form: Form<Var>,
    /// The constant in it, if it has one.
    offset: Option<Var>,
}

/// Those in which ratios take part, and those that they follow from.
fn following(nodes: &[[Form<Var>; 3]], joints: &Joints, objects: &Objects<'_>) -> Vec<Following> {
    let is_offset = |of: &Var| matches!(of, Var::Offset(_));
    let offset_of = |form: &Form<Var>| form.terms().map(|(of, _)| of).find(is_offset);
    let with_offset = nodes.iter().filter(|[_, position, _]| offset_of(position).is_some());
    let parts: HashSet<Var> = with_offset
        .flat_map(|[_, position, _]| position.terms().map(|(of, _)| of))
        .filter(|of| !is_offset(of))
        .collect();
    let mut found: Vec<Following> = Vec::new();
    let mut met = HashSet::new();
    for id in &joints.all {
        let (node, nature) = (joints.node(*id), id.nature(objects));
        let (form, Some(variable)) = (&nodes[node][1], nature.position.as_ref()) else { continue };
        let follows =
            form.terms().all(|(of, _)| is_offset(&of) || matches!(of, Var::Position(_)) && parts.contains(&of));
        if form.terms().next().is_some() && follows && met.insert(node) {
            let name = variable_name(*id, variable, objects);
            found.push(Following { name, form: form.clone(), offset: offset_of(form) });
        }
    }
    found
}

/// Finds the offsets with which nodes are where a state file says: the ones that it has, unless a ratio is another one now.
fn keep_positions(following: &[Following], state: &StateFile, parts: &[Part], known: &mut BTreeMap<Var, f64>) {
    let Some(saved) = &state.positions else { return };
    let saved: HashMap<&str, &[f64]> = saved.list.iter().map(|of| (of.name.as_str(), of.values.as_slice())).collect();
    let states: HashMap<&str, f64> =
        state.states.list.iter().filter_map(|of| Some((of.name.as_str(), *of.values.first()?))).collect();
    let state_of = |variable: Var| {
        let Var::Position(part) = variable else { return None };
        let owner = &parts[parts[part].within.map_or(part, |(held, _)| held)];
        let name = format!("{}.{}", owner.name, parts[part].variable_name("Position")?);
        states.get(name.as_str()).copied()
    };
    for Following { name, form, offset } in following {
        let (Some(offset), Some([position, kept])) = (offset, saved.get(name.as_str())) else { continue };
        let terms = form.terms().filter(|(variable, _)| variable != offset);
        let Some(terms) = terms.map(|(of, factor)| Some(factor * state_of(of)?)).collect::<Option<Vec<f64>>>() else {
            continue;
        };
        let sum = form.constant() + terms.iter().sum::<f64>();
        let size = terms.iter().fold(position.abs() + kept.abs(), |size, term| size + term.abs());
        // Positions that are sums again are rounded.
        let is_same = (sum + kept - position).abs() <= 1e-12 * size;
        known.insert(*offset, if is_same { *kept } else { position - sum });
    }
}

/// What the name of an initial condition means, with its unit.
fn named(
    name: Text<'_>,
    plan: &Plan,
    elements: &Elements,
    joints: &Joints,
    finder: &Finder<'_, '_>,
) -> Option<(Form<Var>, String)> {
    let meant = Reference::whole(name).within(finder).ok()?;
    let object = &finder.objects.list[meant.object as usize];
    if object.interface.terminals.is_empty() {
        return None;
    }
    if let Some((terminal, variable)) = meant.name.as_str().rsplit_once('.')
        && let Some(at) = object.interface.terminals.iter().position(|known| *known.name == *terminal)
    {
        let id = TerminalId { object: meant.object, terminal: at as u32 };
        let nature = id.nature(finder.objects);
        let forms = &plan.nodes[joints.node(id)];
        if *nature.across.name == *variable {
            return Some((forms[0].clone(), nature.across.unit.to_string()));
        }
        let position = nature.position.as_ref().filter(|position| *position.name == *variable)?;
        return Some((forms[1].clone(), position.unit.to_string()));
    }
    let is_it = |signal: Option<bowline_model::model::signal_id::SignalId>| {
        signal.is_some_and(|id| {
            id.object == meant.object && object.interface.signals[id.signal as usize].name == meant.name.as_str()
        })
    };
    let of_object = elements
        .branches
        .iter()
        .filter(|branch| branch.object == meant.object && branch.form != simobject_host::BranchForm::Across);
    for branch in of_object {
        let what = match () {
            () if is_it(branch.across) => 0,
            () if is_it(branch.position) => 1,
            () => continue,
        };
        let mut form = Form::default();
        branch.row.iter().for_each(|(node, factor)| form.add_form(&plan.nodes[*node][what], *factor));
        let unit = [Some(&branch.nature.across), branch.nature.position.as_ref()][what].map(|of| of.unit.to_string());
        return Some((form, unit.unwrap_or_default()));
    }
    None
}

/// The values of variables at the start. Those that are given alone come first; of those that stand with others all but
/// one are 0, and a distance in a group is what is left.
fn solve(mut given: Vec<Given>, diagnostics: &mut Diagnostics) -> BTreeMap<Var, f64> {
    given.retain(|of| is_of_begun_variables(of, diagnostics));
    let mut known: BTreeMap<Var, f64> = BTreeMap::new();
    while !given.is_empty() {
        // The first with one that is open, without a distance before one with; then those with none; then any.
        let ranked = given.iter().enumerate().map(|(at, of)| {
            let rank = match (of.open(&known).len(), of.has_offset()) {
                (1, false) => 0,
                (0, _) => 1,
                (1, true) => 2,
                _ => 3,
            };
            (rank, at)
        });
        let Some((_, at)) = ranked.min() else { break };
        let of = given.remove(at);
        let mut unknown = of.open(&known);
        let left = of.rest(&known);
        if let Some(last) = unknown.pop() {
            unknown.into_iter().for_each(|variable| {
                known.insert(variable, 0.0);
            });
            known.insert(last, left / of.factor(last));
        } else if let Some(offset) = of.last_open_offset(&known) {
            known.insert(offset, left / of.factor(offset));
        } else {
            of.report_contradiction(left, diagnostics);
        }
    }
    known
}

/// Whether parts begin with all variables of an initial condition; else that is reported.
fn is_of_begun_variables(of: &Given, diagnostics: &mut Diagnostics) -> bool {
    let cannot =
        of.form.terms().find(|(variable, _)| !matches!(variable, Var::Across(_) | Var::Position(_) | Var::Offset(_)));
    if let Some((variable, _)) = cannot {
        let why = match variable {
            Var::Lost(_) => "there is no velocity there: nothing has mass, and no damper leads to what has",
            Var::NotGiven(_, Quantity::Position) => "a source moves it, and nothing reads where it is",
            _ => "a source gives it",
        };
        let message = format!("initial condition `{}`: {why}", of.name);
        diagnostics.push(Diagnostic::error("bad-initial-condition", message).at(of.span).help("leave it out"));
    }
    cannot.is_none()
}

/// What stores begins as its type says, where initial conditions leave that open.
fn begin_as_types_say(known: &mut BTreeMap<Var, f64>, elements: &Elements, plan: &Plan) {
    for branch in elements.branches.iter().filter(|branch| branch.form == simobject_host::BranchForm::Storage) {
        let [_, begins] = branch.numbers.as_slice() else { continue };
        let mut form = Form::default();
        branch.row.iter().for_each(|(node, factor)| form.add_form(&plan.nodes[*node][0], *factor));
        let is_of_states = form.terms().all(|(variable, _)| matches!(variable, Var::Across(_)));
        let open: Vec<(Var, f64)> = form.terms().filter(|(variable, _)| !known.contains_key(variable)).collect();
        let Some(((last, factor), others)) = open.split_last().filter(|_| is_of_states) else { continue };
        let sum: f64 = form.terms().map(|(variable, f)| f * known.get(&variable).copied().unwrap_or(0.0)).sum();
        others.iter().for_each(|(variable, _)| {
            known.insert(*variable, 0.0);
        });
        known.insert(*last, (begins - sum - form.constant()) / factor);
    }
}

/// What the variables of the nodes are called at each terminal.
fn aliases(
    nodes: &[[Form<Var>; 3]],
    flows: &[Option<Form<Var>>],
    parts: &[Part],
    joints: &Joints,
    objects: &Objects<'_>,
) -> Vec<(String, Alias)> {
    let mut aliases = Vec::new();
    for (id, flow) in joints.all.iter().zip(flows) {
        let nature = id.nature(objects);
        let [across, position, _] = &nodes[joints.node(*id)];
        let through = flow.as_ref().map(|flow| (flow, &nature.through));
        let of_position = nature.position.as_ref().map(|variable| (position, variable));
        for (form, variable) in [Some((across, &nature.across)), of_position, through].into_iter().flatten() {
            let name = variable_name(*id, variable, objects);
            let Some(text) = in_words(form, parts, objects) else { continue };
            if text != name {
                aliases.push((name, Alias::of(&text)));
            }
        }
    }
    aliases
}

/// A form as a formula of names; none, if something in it is not there.
fn in_words(form: &Form<Var>, parts: &[Part], objects: &Objects<'_>) -> Option<String> {
    let argument = |part: usize, of: &str| {
        let (held, _) = parts[part].within.unwrap_or((part, 0));
        parts[part].variable_name(of).map(|name| format!("{}.{name}", parts[held].name))
    };
    let mut text = String::new();
    for (variable, factor) in form.terms() {
        let name = match variable {
            Var::Across(part) => argument(part, "Across")?,
            Var::Position(part) if parts[part].kind == PartKind::Charging => return None,
            Var::Position(part) => argument(part, "Position")?,
            Var::Held(part, branch) => format!("{}.through-{branch}", parts[part].name),
            Var::Port(id) => objects.list[id.object as usize].signal_name(id.signal as usize),
            _ => return None,
        };
        match factor {
            1.0 if text.is_empty() => text = name,
            1.0 => text += &format!(" + {name}"),
            factor if factor < 0.0 => text += &format!(" - {:?}*{name}", -factor),
            factor if text.is_empty() => text = format!("{factor:?}*{name}"),
            factor => text += &format!(" + {factor:?}*{name}"),
        }
    }
    match form.constant() {
        0.0 if text.is_empty() => Some("0".to_owned()),
        0.0 => Some(text),
        constant if text.is_empty() => Some(format!("{constant:?}")),
        constant if constant < 0.0 => Some(format!("{text} - {:?}", -constant)),
        constant => Some(format!("{text} + {constant:?}")),
    }
}
