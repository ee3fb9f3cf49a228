//! The branches of a network.

use std::sync::Arc;

use simobject_host::{Branch, BranchForm, Interface, Nature, Purpose, Role};

use super::joints::Joints;
use crate::connecting::terminal_names::TerminalId;
use crate::declaring::objects::Objects;
use bowline_model::model::signal_id::SignalId;
use bowline_network::Row;

/// All branches, in the order of their SimObjects.
#[derive(Debug)]
pub(super) struct Elements {
    pub(super) branches: Vec<Element>,
}

/// A branch of a SimObject.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) object: u32,
    pub(super) form: BranchForm,
    pub(super) nature: Arc<Nature>,
    /// What it is called: by its element, and its own name if it has one.
    pub(super) name: String,
    /// The same, before the names of its variables.
    pub(super) called: String,
    /// The terminals of its pairs of ends.
    pub(super) ends: Vec<[Option<TerminalId>; 2]>,
    /// Its nodes with the factors of their across variables.
    pub(super) row: Row,
    /// Its factors, or its coefficient.
    pub(super) numbers: Vec<f64>,
    pub(super) across: Option<SignalId>,
    pub(super) position: Option<SignalId>,
    pub(super) rate: Option<SignalId>,
    pub(super) through: Option<SignalId>,
    pub(super) coefficient: Option<SignalId>,
    pub(super) limit: Option<SignalId>,
    /// Whether its through variable follows its across variable at once, or is an unknown.
    pub(super) conducts: bool,
}

impl Elements {
    pub(super) fn new(joints: &Joints, objects: &Objects<'_>) -> Self {
        let mut branches = Vec::new();
        for (object, number) in objects.list.iter().zip(0..) {
            let numbers = objects.branch_numbers.get(&number);
            for (at, branch) in object.interface.branches.iter().enumerate() {
                let numbers = numbers.map_or_else(Vec::new, |all| all[at].clone());
                branches.push(Element::new((number, branch), numbers, joints, objects));
            }
        }
        Self { branches }
    }
}

impl Element {
    /// Whether it fixes its across variable, and that at 0 for ever.
    pub(super) fn gives_nothing(&self) -> bool {
        self.form == BranchForm::Across && self.across.is_none() && self.position.is_none() && self.rate.is_none()
    }

    /// Whether it is friction or a stop, between bodies that it holds.
    pub(super) fn holds(&self) -> bool {
        matches!(self.form, BranchForm::Friction | BranchForm::Stop)
    }

    fn new((object, branch): (u32, &Branch), numbers: Vec<f64>, joints: &Joints, objects: &Objects<'_>) -> Self {
        let of = &objects.list[object as usize];
        let terminal = |end: &Option<u32>| end.map(|terminal| TerminalId { object, terminal });
        let ends: Vec<[Option<TerminalId>; 2]> = branch.ends.iter().map(|pair| pair.each_ref().map(terminal)).collect();
        let mut row = Row::new();
        let mut add = |end: Option<TerminalId>, factor: f64| {
            let Some(node) = end.map(|end| joints.node(end)) else { return };
            match row.iter_mut().find(|(known, _)| *known == node) {
                Some((_, sum)) => *sum += factor,
                None => row.push((node, factor)),
            }
        };
        for (at, [one, other]) in ends.iter().enumerate() {
            let factor = if branch.form == BranchForm::Ratio { numbers[at] } else { 1.0 };
            add(*one, factor);
            add(*other, -factor);
        }
        row.retain(|(_, factor)| *factor != 0.0);
        let signal = |signal: Option<u32>| {
            let signal = signal?;
            Some(SignalId { object, signal }.of_state(of.interface.signals[signal as usize].role))
        };
        let (name, called) = match branch.name.as_ref() {
            "" => (format!("`{}`", of.name()), of.name().to_owned()),
            name => (format!("`{}` ({name})", of.name()), format!("{}.{name}", of.name())),
        };
        // What an element measures at the same nodes may decide what flows here, as in a controlled source.
        let touches = |other: &&Branch| {
            let nodes = other.ends.iter().flatten().flatten();
            nodes
                .map(|end| joints.node(TerminalId { object, terminal: *end }))
                .any(|node| row.iter().any(|(of, _)| *of == node))
        };
        let measured = || of.interface.branches.iter().filter(touches).filter_map(|other| other.across);
        let conducts = branch.form == BranchForm::Through
            && branch.through.is_some_and(|through| match of.interface.signals[through as usize].role {
                Role::Unknown => true,
                Role::Out => measured().any(|across| follows_at_once(&of.interface, through, across)),
                _ => false,
            });
        let first = ends.iter().flatten().flatten().next();
        let nature = first.map_or_else(|| Arc::clone(&of.interface.terminals[0].nature), |end| end.nature(objects));
        Self {
            object,
            form: branch.form,
            nature,
            name,
            called,
            row,
            numbers,
            across: signal(branch.across),
            position: signal(branch.position),
            rate: signal(branch.rate),
            through: signal(branch.through),
            coefficient: signal(branch.coefficient),
            limit: signal(branch.limit),
            conducts,
            ends,
        }
    }
}

/// Whether what an out-port has follows from an in-port in the same instant.
fn follows_at_once(interface: &Interface, port: u32, from: u32) -> bool {
    let mut seen = vec![port];
    let mut next = 0;
    while let Some(signal) = seen.get(next).copied() {
        next += 1;
        let calculations = interface.calculations.iter().filter(|of| matches!(of.purpose, Purpose::Common(_)));
        for calculation in calculations.filter(|calculation| calculation.gives.contains(&signal)) {
            if calculation.reads.contains(&from) {
                return true;
            }
            let is_filled = |read: &&u32| matches!(interface.signals[**read as usize].role, Role::Out | Role::Private);
            let more: Vec<u32> =
                calculation.reads.iter().filter(is_filled).copied().filter(|read| !seen.contains(read)).collect();
            seen.extend(more);
        }
    }
    false
}
