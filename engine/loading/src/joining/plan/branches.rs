//! What the in-ports of branches read.

use std::collections::HashMap;

use simobject_host::BranchForm;

use super::{Planning, listed};
use crate::joining::part::Part;
use crate::joining::{Fed, Quantity, Var};
use bowline_network::{Form, PartKind};

impl Planning<'_, '_> {
    /// What the in-ports of branches read.
    pub(super) fn feed_elements(&mut self) {
        for number in 0..self.elements.branches.len() {
            let branch = &self.elements.branches[number];
            if !matches!(branch.form, BranchForm::Across | BranchForm::Ratio) {
                for (what, signal) in [branch.across, branch.position, branch.rate].into_iter().enumerate() {
                    if let Some(signal) = signal {
                        let form = self.of_branch(number, what);
                        self.plan.feeds.push((Fed::Element(signal), form));
                    }
                }
            }
            let Some(signal) = branch.through.filter(|_| branch.form != BranchForm::Through) else { continue };
            let form = match branch.form {
                BranchForm::Storage => self.storage_through(number),
                BranchForm::Friction | BranchForm::Stop => self.through_held(number),
                _ => self.reaction(number),
            };
            self.plan.feeds.push((Fed::Element(signal), form));
        }
        let feeds = std::mem::take(&mut self.plan.feeds);
        let mut checked = Vec::with_capacity(feeds.len());
        for (fed, form) in feeds {
            let form = self.available(&fed, form);
            checked.push((fed, form));
        }
        // What that needed comes behind.
        checked.append(&mut self.plan.feeds);
        self.plan.feeds = checked;
        for (_, form) in &self.plan.feeds {
            for (variable, _) in form.terms() {
                if let Var::Rate(part) = variable {
                    self.plan.parts[part].has_rate = true;
                }
            }
        }
        self.finish_rates();
    }

    /// The across variable, position or rate of a branch.
    pub(super) fn of_branch(&self, branch: usize, what: usize) -> Form<Var> {
        let mut form = Form::default();
        for (node, factor) in &self.elements.branches[branch].row {
            form.add_form(&self.plan.nodes[*node][what], *factor);
        }
        form
    }

    /// What flows into a storage.
    pub(super) fn storage_through(&mut self, number: usize) -> Form<Var> {
        let rate = self.of_branch(number, 2);
        let branch = &self.elements.branches[number];
        let Some(coefficient) = branch.coefficient else {
            let mut form = Form::default();
            form.add_form(&rate, branch.numbers[0]);
            return form;
        };
        if rate.terms().next().is_none() {
            return rate;
        }
        let part = match self.chargings.get(&number) {
            Some(part) => *part,
            None => {
                let mut part =
                    Part::new(format!("{}-charging", self.between(branch)), PartKind::Charging, branch.object);
                part.variable(["Through", "ThroughUnit"], Some(&branch.nature.through));
                let at = self.plan.parts.len();
                self.plan.parts.push(part);
                self.plan.feeds.push((Fed::Part(at, 0), Form::of(Var::Port(coefficient))));
                self.plan.feeds.push((Fed::Part(at, 1), rate));
                self.chargings.insert(number, at);
                at
            }
        };
        Form::of(Var::Charging(part))
    }

    /// What flows into a branch that fixes or relates across variables.
    pub(super) fn reaction(&mut self, number: usize) -> Form<Var> {
        let branch = &self.elements.branches[number];
        let mut form = Form::default();
        let Some(group_number) = self.groups.of(branch) else {
            let (name, through) = (&branch.name, &branch.nature.through.name);
            let message = format!("nothing determines `{through}` of {name}: its ends are at one node");
            self.fault("undetermined-through", message, branch.object, "join them to two nodes, or leave it out");
            return form;
        };
        let group = &self.groups.list[group_number];
        let place = group.constraints.iter().position(|of| *of == number).unwrap_or(0);
        if group.affine.undetermined().any(|of| of == place) {
            let circle = group.affine.redundant.iter().find(|circle| circle.contains(&place));
            let names: Vec<&str> = circle
                .into_iter()
                .flatten()
                .map(|of| self.elements.branches[group.constraints[*of]].name.as_str())
                .collect();
            let (name, through) = (&branch.name, &branch.nature.through.name);
            let message =
                format!("nothing determines `{through}` of {name}: {} hold each other in a circle", listed(&names));
            let of = branch.object;
            self.fault(
                "undetermined-through",
                message,
                of,
                "leave out one of them, or put a spring or a resistance between",
            );
            return form;
        }
        let Some((_, factors)) = group.affine.reactions.iter().find(|(of, _)| *of == place) else { return form };
        let factors = factors.clone();
        let nodes = group.nodes.clone();
        let storages = group.storages.clone();
        for (place, factor) in &factors {
            form.add_form(&self.plan.through[nodes[*place]], *factor);
            form.add_form(&self.plan.held[nodes[*place]], *factor);
        }
        for storage in storages {
            let mut factor = 0.0;
            for (place, of) in self.groups.places(group_number, &self.elements.branches[storage]) {
                factor += of * factors.iter().find(|(at, _)| *at == place).map_or(0.0, |(_, factor)| *factor);
            }
            if factor.abs() > 1e-12 {
                let into = self.storage_through(storage);
                form.add_form(&into, factor);
            }
        }
        form
    }

    /// The form with positions that sources do not give integrated; what is not there is reported.
    pub(super) fn available(&mut self, fed: &Fed, form: Form<Var>) -> Form<Var> {
        let variables: Vec<Var> = form.terms().map(|(variable, _)| variable).collect();
        let mut replaced: HashMap<Var, Form<Var>> = HashMap::new();
        for variable in variables {
            let who = match fed {
                Fed::Element(id) => {
                    format!("`{}`", self.objects.list[id.object as usize].signal_name(id.signal as usize))
                }
                Fed::Part(part, _) => format!("the node `{}`", self.plan.parts[*part].name),
            };
            let of = match fed {
                Fed::Element(id) => id.object,
                Fed::Part(part, _) => self.plan.parts[*part].of,
            };
            match variable {
                Var::NotGiven(source, Quantity::Position) => {
                    let form = self.integral(source, of, &who);
                    replaced.insert(variable, form);
                }
                Var::NotGiven(source, what) => {
                    let branch = &self.elements.branches[source];
                    replaced.insert(variable, Form::default());
                    if branch.gives_nothing() {
                        continue;
                    }
                    let name = branch.name.clone();
                    let across = &branch.nature.across.name;
                    let message = match what {
                        Quantity::Rate => {
                            format!("{who} needs the rate of `{across}` of {name}, which does not give it")
                        }
                        _ => format!("{who} needs `{across}` of {name}, which does not give it"),
                    };
                    let help = "take a source that does, or put a resistance, a spring or a damper between";
                    self.fault("missing-rate", message, of, help);
                }
                Var::Lost(part) => {
                    replaced.insert(variable, Form::default());
                    let name = self.plan.parts[part].name.clone();
                    let message = format!(
                        "{who} needs the velocity at `{name}`, and there is none: nothing there has mass, and no damper \
                         leads to what has"
                    );
                    self.fault("no-velocity", message, of, "give it a mass, or a damper to what stands or has mass");
                }
                Var::NoRate(node) => {
                    replaced.insert(variable, Form::default());
                    let message = format!(
                        "{who} needs the rate at the node of {}, at which nothing stores",
                        self.terminals_at(node)
                    );
                    self.fault("missing-rate", message, of, "give it a mass, a capacity or a volume");
                }
                _ => {}
            }
        }
        match replaced.is_empty() {
            true => form,
            false => form.map(|variable| replaced.get(&variable).cloned().unwrap_or_else(|| Form::of(variable))),
        }
    }

    /// Positions of nodes that sources of velocity move are those that are integrated, where somebody reads them.
    pub(super) fn name_integrals(&mut self) {
        let integrals = &self.integrals;
        for [_, position, _] in &mut self.plan.nodes {
            *position = position.map(|variable| match variable {
                Var::NotGiven(source, Quantity::Position) => {
                    Form::of(integrals.get(&source).map_or(variable, |part| Var::Position(*part)))
                }
                _ => Form::of(variable),
            });
        }
    }

    /// The position of what a source of velocity moves.
    pub(super) fn integral(&mut self, source: usize, of: u32, who: &str) -> Form<Var> {
        let branch = &self.elements.branches[source];
        if branch.gives_nothing() {
            return Form::default();
        }
        let Some(across) = branch.across else {
            let message = format!("{who} needs a position of {}, which gives neither that nor a velocity", branch.name);
            self.fault("missing-rate", message, of, "take a source that does");
            return Form::default();
        };
        let part = match self.integrals.get(&source) {
            Some(part) => *part,
            None => {
                let mut part =
                    Part::new(format!("{}-position", self.between(branch)), PartKind::Integral, branch.object);
                part.across(&branch.nature);
                part.position(&branch.nature);
                let at = self.plan.parts.len();
                if !part.has_position() {
                    return Form::default();
                }
                self.plan.parts.push(part);
                self.plan.feeds.push((Fed::Part(at, 0), Form::of(Var::Port(across))));
                self.integrals.insert(source, at);
                at
            }
        };
        Form::of(Var::Position(part))
    }
}
