//! The states of what stores.

use std::sync::Arc;

use simobject_host::{BranchForm, Nature, Variable};

use bowline_text::diagnostic::Diagnostic;

use super::{Planning, listed};
use crate::joining::elements::Element;
use crate::joining::part::Part;
use crate::joining::{Fed, Quantity, Var};
use bowline_network::{Form, PartKind, inverted};

/// The equations of the states of a group.
pub(super) struct Equations {
    pub(super) balances: Vec<Form<Var>>,
    pub(super) mass: Vec<Vec<f64>>,
    /// What adds to the mass of a group of one state, if that is a signal.
    given: Option<Form<Var>>,
}

impl Planning<'_, '_> {
    /// Reports constraints that contradict each other.
    pub(super) fn check_groups(&mut self) {
        let mut locked = Vec::new();
        for group in self.groups.list.iter().filter(|group| group.sources.is_empty()) {
            let affine = &group.affine;
            let stands = |place: &usize| {
                affine.of_states[*place].is_empty()
                    && affine.of_free[*place].is_empty()
                    && !group.constraints.is_empty()
            };
            let Some(place) = (0..group.nodes.len()).find(stands) else { continue };
            let branches: Vec<&Element> = group.constraints.iter().map(|at| &self.elements.branches[*at]).collect();
            // A ground locks what is short-circuited to it, which is meant.
            if branches.iter().any(|branch| self.groups.reaches_zero(branch)) {
                continue;
            }
            let names: Vec<&str> = branches.iter().map(|branch| branch.name.as_str()).collect();
            let node = group.nodes[place];
            let (terminals, nature) = (self.terminals_at(node), self.nature(node));
            let across = &nature.across.name;
            let message =
                format!("{} hold `{across}` at 0 at the node of {terminals}, whatever drives it", listed(&names));
            locked.push((message, branches[branches.len() - 1].object));
        }
        for (message, of) in locked {
            let span = self.description.object_at(of as usize).name().span();
            let help = "if nothing is to move there, well; else change a factor, or leave out one of them";
            self.diagnostics.push(Diagnostic::warning("locked-by-ratios", message).at(span).help(help));
        }
        let mut found = Vec::new();
        for group in &self.groups.list {
            for circle in &group.affine.contradicting {
                let branches: Vec<&Element> =
                    circle.iter().map(|at| &self.elements.branches[group.constraints[*at]]).collect();
                let names: Vec<&str> = branches.iter().map(|branch| branch.name.as_str()).collect();
                let nature = &branches[0].nature;
                let across = &nature.across.name;
                let message = match names.as_slice() {
                    [one] => format!("{one} fixes `{across}` between nodes that are one"),
                    _ => format!("{} fix `{across}` between the same nodes", listed(&names)),
                };
                found.push((message, branches[branches.len() - 1].object));
            }
        }
        // What has both ends at one node is in no group.
        let fixes = |branch: &&Element| branch.form == BranchForm::Across && branch.row.is_empty();
        for branch in self.elements.branches.iter().filter(fixes).filter(|branch| !branch.gives_nothing()) {
            let (name, across) = (&branch.name, &branch.nature.across.name);
            found.push((format!("{name} fixes `{across}` between nodes that are one"), branch.object));
        }
        for (message, of) in found {
            self.fault(
                "fixed-twice",
                message,
                of,
                "one of them decides: leave out the other, or put an element between",
            );
        }
    }

    pub(super) fn find_positions(&mut self) {
        let reads = |branch: &&Element| {
            let reads = branch.position.is_some() && !matches!(branch.form, BranchForm::Across | BranchForm::Ratio);
            reads || branch.form == BranchForm::Stop
        };
        for branch in self.elements.branches.iter().filter(reads) {
            for (node, _) in &branch.row {
                self.needs_position[self.groups.of_node[*node].0] = true;
            }
        }
    }

    /// The states of what stores.
    pub(super) fn make_states(&mut self) {
        for number in 0..self.groups.list.len() {
            let group = &self.groups.list[number];
            let chosen: Vec<usize> = group.affine.chosen.iter().map(|at| group.storages[*at]).collect();
            for storage in chosen {
                let branch = &self.elements.branches[storage];
                let mut part = Part::new(self.between(branch), PartKind::Storage, branch.object);
                part.across(&branch.nature);
                part.through_unit(&branch.nature);
                if self.needs_position[number] {
                    part.position(&branch.nature);
                }
                self.states[number].push(self.plan.parts.len());
                self.plan.parts.push(part);
            }
        }
    }

    /// What the in-ports of states read.
    pub(super) fn feed_states(&mut self, number: usize) {
        if self.is_held[number] {
            return;
        }
        let Equations { mut balances, mass, given } = self.equations(number);
        let states = self.states[number].clone();
        if let [part] = states.as_slice() {
            self.plan.feeds.push((Fed::Part(*part, 0), balances.swap_remove(0)));
            match given {
                Some(mut given) => {
                    given.add_constant(mass[0][0]);
                    self.plan.feeds.push((Fed::Part(*part, 1), given));
                }
                None => self.plan.parts[*part].number("Coefficient", mass[0][0]),
            }
            return;
        }
        let inverse = inverted(mass);
        for (row, part) in states.into_iter().enumerate() {
            let mut balance = Form::default();
            balances.iter().zip(&inverse[row]).for_each(|(of, factor)| balance.add_form(of, *factor));
            self.plan.parts[part].number("Coefficient", 1.0);
            self.plan.feeds.push((Fed::Part(part, 0), balance));
        }
    }

    /// `M s' = -P' (f + D' C D S e')`.
    pub(super) fn equations(&mut self, number: usize) -> Equations {
        let group = &self.groups.list[number];
        let count = group.affine.chosen.len();
        let mut balances = vec![Form::default(); count];
        for (place, node) in group.nodes.iter().enumerate() {
            for (at, factor) in &group.affine.of_states[place] {
                balances[*at].add_form(&self.plan.through[*node], *factor);
            }
        }
        let mut mass = vec![vec![0.0; count]; count];
        let mut given = Form::default();
        let mut faults = Vec::new();
        for storage in &group.storages {
            let branch = &self.elements.branches[*storage];
            let mut of_states = vec![0.0; count];
            let mut of_sources = Form::default();
            for (place, factor) in self.groups.places(number, branch) {
                group.affine.of_states[place].iter().for_each(|(at, of)| of_states[*at] += factor * of);
                for (at, of) in &group.affine.of_sources[place] {
                    let source = group.sources[*at];
                    let rate = self.elements.branches[source].rate;
                    let rate = rate.map_or(Var::NotGiven(source, Quantity::Rate), Var::Port);
                    of_sources.add(rate, factor * of);
                }
            }
            let is_moved = of_states.iter().any(|of| *of != 0.0);
            match branch.coefficient {
                None => {
                    let coefficient = branch.numbers[0];
                    for (row, of_row) in of_states.iter().enumerate() {
                        for (column, of_column) in of_states.iter().enumerate() {
                            mass[row][column] += coefficient * of_row * of_column;
                        }
                        balances[row].add_form(&of_sources, coefficient * of_row);
                    }
                }
                Some(_) if !is_moved => {}
                Some(signal) if count == 1 && of_sources.terms().next().is_none() && !self.is_held[number] => {
                    given.add(Var::Port(signal), of_states[0] * of_states[0]);
                }
                Some(_) => faults.push((branch.name.clone(), branch.object)),
            }
        }
        for (name, of) in faults {
            let message = format!("{name} stores with a coefficient that changes, in a group of several states");
            let help = "put an element between it and what it is coupled with: a resistance, a spring, a damper";
            self.fault("varying-storage", message, of, help);
        }
        let is_given = given.terms().next().is_some();
        let given = is_given.then_some(given);
        Equations { balances, mass, given }
    }

    /// Parts whose rates are read have them.
    pub(super) fn finish_rates(&mut self) {
        let natures: Vec<(usize, Arc<Nature>)> = self
            .groups
            .list
            .iter()
            .zip(&self.states)
            .flat_map(|(group, parts)| {
                group.affine.chosen.iter().map(|at| group.storages[*at]).zip(parts.iter().copied())
            })
            .map(|(storage, part)| (part, Arc::clone(&self.elements.branches[storage].nature)))
            .collect();
        for (part, nature) in natures {
            let part = &mut self.plan.parts[part];
            if part.has_rate {
                let unnamed = Variable { name: "rate".into(), unit: format!("{}/s", nature.across.unit).into() };
                part.variable(["Rate", "RateUnit"], Some(nature.rate.as_ref().unwrap_or(&unnamed)));
            }
        }
    }
}
