//! Terminals and branches: where a SimObject is joined to others without a direction, and what lies between.

use std::sync::Arc;

use simobject::abi;

use crate::call_log::Said;
use crate::checks::is_name;
use crate::reader::Reader;
use crate::session::Session;
use crate::text::is;
use crate::{Declaration, Interface, Role, Text};

/// Most terminals and pairs of ends that a branch may have.
const MOST: usize = 1 << 12;

/// What flows through terminals.
#[derive(Debug, Clone, PartialEq)]
pub struct Nature {
    /// Its name.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// The variable that is the same at all terminals of a node.
    pub across: Variable,
    /// What flows into an element; its sum over a node is 0.
    pub through: Variable,
    /// The integral of the across variable, if it has a name.
    pub position: Option<Variable>,
    /// Its rate, if it has a name.
    pub rate: Option<Variable>,
    /// Typical magnitudes of across and through variables.
    pub nominal: [f64; 2],
}

// Magnitudes are finite.
impl Eq for Nature {}

/// A variable of a nature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: Text,
    /// Its SI unit.
    pub unit: Text,
}

impl Nature {
    /// Whether terminals of the two may be joined: what only describes does not count.
    pub fn is_same(&self, other: &Self) -> bool {
        let key = |of: &Self| (of.name.clone(), of.across.clone(), of.through.clone(), of.position.clone());
        std::ptr::eq(self, other) || key(self) == key(other)
    }

    /// Its variables, in the order of the signals of a branch.
    fn variables(&self) -> [Option<&Variable>; 4] {
        [Some(&self.across), self.position.as_ref(), self.rate.as_ref(), Some(&self.through)]
    }
}

/// A place where a SimObject is joined to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminal {
    /// Its name.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// What flows through it.
    pub nature: Arc<Nature>,
}

/// What lies between terminals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// What it does.
    pub form: BranchForm,
    /// Its name for messages; empty if none was given.
    pub name: Text,
    /// From the first to the second of each pair: indices of terminals, none for the reference.
    pub ends: Vec<[Option<u32>; 2]>,
    /// Index of the signal of its across variable.
    pub across: Option<u32>,
    /// Of its position.
    pub position: Option<u32>,
    /// Of the rate of its across variable.
    pub rate: Option<u32>,
    /// Of its through variable.
    pub through: Option<u32>,
    /// Of the coefficient with which it stores, if that is no number; or of what flows where it slides.
    pub coefficient: Option<u32>,
    /// Of the limit up to which it holds.
    pub limit: Option<u32>,
}

/// What a branch does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BranchForm {
    /// It gives its through variable; or it measures, and gives none.
    Through,
    /// Its through variable is a coefficient times the rate of its across variable.
    Storage,
    /// It gives its across variable.
    Across,
    /// Across variables, each times a factor, add up to 0.
    Ratio,
    /// Its across variable is 0 up to a limit of its through variable.
    Friction,
    /// Its position does not fall below a number.
    Stop,
}

impl Branch {
    /// The signals that the host feeds.
    pub fn fed(&self) -> impl Iterator<Item = u32> {
        let states = match self.form {
            BranchForm::Across | BranchForm::Ratio => [None; 3],
            _ => [self.across, self.position, self.rate],
        };
        let through = self.through.filter(|_| self.form != BranchForm::Through);
        states.into_iter().chain([through]).flatten()
    }

    /// Whether it gives that signal to the network.
    pub fn gives(&self, signal: u32) -> bool {
        self.signals().contains(&Some(signal)) && !self.fed().any(|fed| fed == signal)
    }

    /// The signals of its variables and of its coefficient, in the order of the ABI.
    fn signals(&self) -> [Option<u32>; 6] {
        [self.across, self.position, self.rate, self.through, self.coefficient, self.limit]
    }
}

/// The signals of a branch, in the order of the ABI.
const WHAT: [&str; 6] = ["across variable", "position", "rate", "through variable", "coefficient", "limit"];

/// What a library gets for a terminal that cannot be used, which has been told.
const UNUSABLE: u32 = u32::MAX - 1;

pub(crate) unsafe extern "C" fn terminal(creator: *mut abi::Creator, passed: *const abi::Terminal) -> u32 {
    // SAFETY: libraries pass the creator that they were given, and structs, texts and rows that are there.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(terminal) = reader.structure(passed, "terminal") else { return UNUSABLE };
        if let Some(number) = reader.session.repeat_terminal(&terminal) {
            return number;
        }
        if reader.session.is_declaring() {
            let name = Text::from(reader.text(terminal.name, "the name of a terminal").into_owned());
            let doc = Text::from(reader.text(terminal.doc, "the description of a terminal").into_owned());
            let Some(nature) = reader.nature(terminal.nature) else { return UNUSABLE };
            let nature = reader.session.add_terminal(name, doc, nature);
            reader.keep(|| Said::terminal(&terminal, nature));
        }
        let number = reader.session.counts.terminals;
        reader.session.counts.terminals += 1;
        number
    }
}

pub(crate) unsafe extern "C" fn branch(creator: *mut abi::Creator, passed: *const abi::Branch) {
    // SAFETY: as in `terminal`.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(passed) = reader.structure(passed, "branch between terminals") else { return };
        if reader.session.repeat_branch(&passed).is_some() {
            return;
        }
        reader.session.counts.branches += 1;
        if !reader.session.is_declaring() {
            return;
        }
        let name = Text::from(reader.text(passed.name, "the name of a branch").into_owned());
        let called = called(&name);
        let Some(form) = form(passed.form) else {
            let message = format!("{called} is of an unknown form ({})", passed.form);
            reader.session.mistake(message);
            return;
        };
        let count = passed.end_count;
        if count > MOST {
            reader.session.mistake(format!("{called} has {count} pairs of ends, more than {MOST}"));
            return;
        }
        let ends = reader.row(passed.ends, 2 * count, "the ends of a branch");
        let signals = reader.row(passed.signals, passed.signal_count, "the signals of a branch");
        let numbers = reader.row(passed.numbers, passed.number_count, "the numbers of a branch").to_vec();
        if signals.len() > 6 {
            reader.session.mistake(format!("{called} has {} signals, more than 6", signals.len()));
            return;
        }
        let mut signal = |at: usize| {
            let index = signals.get(at).copied().unwrap_or(0).checked_sub(1)?;
            reader.is_signal(index, format_args!("{called}")).then_some(index)
        };
        let [across, position, rate, through, coefficient, limit] = [0, 1, 2, 3, 4, 5].map(&mut signal);
        reader.keep(|| Said::branch(&passed, &name, [ends, signals]));
        let ends = ends.chunks(2).map(|pair| [pair[0].checked_sub(1), pair[1].checked_sub(1)]).collect();
        let branch = Branch { form, name, ends, across, position, rate, through, coefficient, limit };
        reader.session.add_branch(branch, numbers);
    }
}

/// A branch in a message: one that is the only one of its SimObject need not have a name.
fn called(name: &str) -> String {
    if name.is_empty() { "its branch".to_owned() } else { format!("the branch `{name}`") }
}

fn form(number: u32) -> Option<BranchForm> {
    match number {
        abi::BRANCH_THROUGH => Some(BranchForm::Through),
        abi::BRANCH_STORAGE => Some(BranchForm::Storage),
        abi::BRANCH_ACROSS => Some(BranchForm::Across),
        abi::BRANCH_RATIO => Some(BranchForm::Ratio),
        abi::BRANCH_FRICTION => Some(BranchForm::Friction),
        abi::BRANCH_STOP => Some(BranchForm::Stop),
        _ => None,
    }
}

/// Its magnitudes, if they are some.
fn nominal(passed: &abi::Nature) -> Option<[f64; 2]> {
    let all = [passed.across_nominal, passed.through_nominal].map(|of| if of == 0.0 { 1.0 } else { of });
    all.iter().all(|of| *of > 0.0 && of.is_finite()).then_some(all)
}

/// Whether a nature that is passed is the known one, without reading it anew.
///
/// # Safety
/// Its texts must be there.
pub(crate) unsafe fn is_nature(passed: &abi::Nature, known: &Nature) -> bool {
    let passed_variables = [
        (passed.across, passed.across_unit),
        (passed.position, passed.position_unit),
        (passed.rate, passed.rate_unit),
        (passed.through, passed.through_unit),
    ];
    let is_variable = |((name, unit), known): ((abi::Text, abi::Text), Option<&Variable>)| {
        let (known_name, known_unit) = known.map_or(("", ""), |known| (&known.name, &known.unit));
        // SAFETY: the caller's promise.
        unsafe { is(name, known_name) && is(unit, known_unit) }
    };
    // SAFETY: the caller's promise.
    let is_named = unsafe { is(passed.name, &known.name) && is(passed.doc, &known.doc) };
    let is_nominal = nominal(passed) == Some(known.nominal);
    is_named && is_nominal && passed_variables.into_iter().zip(known.variables()).all(is_variable)
}

impl Reader<'_> {
    /// # Safety
    /// The nature and its texts must be there.
    unsafe fn nature(&mut self, passed: *const abi::Nature) -> Option<Nature> {
        // SAFETY: the caller's promise.
        unsafe {
            let nature = self.structure(passed, "nature")?;
            let mut text = |text: abi::Text, what: &str| Text::from(self.text(text, what).into_owned());
            let mut variable = |name: abi::Text, unit: abi::Text| Variable {
                name: text(name, "the name of a variable"),
                unit: text(unit, "the unit of a variable"),
            };
            let across = variable(nature.across, nature.across_unit);
            let through = variable(nature.through, nature.through_unit);
            // A unit without a name is reported with the other names.
            let is_there = |of: &Variable| !of.name.is_empty() || !of.unit.is_empty();
            let position = Some(variable(nature.position, nature.position_unit)).filter(is_there);
            let rate = Some(variable(nature.rate, nature.rate_unit)).filter(is_there);
            let (name, doc) = (text(nature.name, "the name of a nature"), text(nature.doc, "what a nature is"));
            let magnitudes = nominal(&nature);
            if magnitudes.is_none() {
                self.session.mistake(format!("the nature `{name}` has a magnitude that is not above 0"));
            }
            let nominal = magnitudes.unwrap_or([1.0; 2]);
            Some(Nature { name, doc, across, through, position, rate, nominal })
        }
    }
}

impl Session<'_> {
    /// Its nature, which terminals share.
    fn add_terminal(&mut self, name: Text, doc: Text, nature: Nature) -> Arc<Nature> {
        let Some(Declaration { interface, .. }) = self.declaration() else { return Arc::new(nature) };
        let known = interface.terminals.iter().map(|terminal| &terminal.nature).find(|known| ***known == nature);
        let nature = known.map_or_else(|| Arc::new(nature), Arc::clone);
        interface.terminals.push(Terminal { name, doc, nature: Arc::clone(&nature) });
        nature
    }

    fn add_branch(&mut self, branch: Branch, numbers: Vec<f64>) {
        if let Some(Declaration { interface, branch_numbers, .. }) = self.declaration() {
            interface.branches.push(branch);
            branch_numbers.push(numbers);
        }
    }
}

/// The mistakes in the terminals and branches of a declaration, in words.
pub(crate) fn mistakes(interface: &Interface, numbers: &[Vec<f64>]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, terminal) in interface.terminals.iter().enumerate() {
        let name = &terminal.name;
        if !is_name(name) {
            found.push(format!("`{name}` is not a name (a letter or `_`, then letters, digits, `_`, `-`)"));
        }
        if interface.terminals[..at].iter().any(|other| other.name == *name) {
            found.push(format!("two terminals are called `{name}`"));
        }
        if interface.find(name, |_| true).is_some() || interface.bundle(name).is_some() {
            found.push(format!("a terminal and something else are called `{name}`"));
        }
        let nature = &terminal.nature;
        for variable in nature.variables().into_iter().flatten().map(|variable| &variable.name).chain([&nature.name]) {
            if !is_name(variable) {
                found.push(format!("`{variable}`, of the nature `{}`, is not a name", nature.name));
            }
        }
        if interface.terminals[..at]
            .iter()
            .any(|other| other.nature.name == nature.name && !other.nature.is_same(nature))
        {
            found.push(format!("two natures are called `{}`, and their variables or units differ", nature.name));
        }
    }
    let mut fed = Vec::new();
    for (branch, numbers) in interface.branches.iter().zip(numbers) {
        of_branch(interface, branch, numbers, &mut found);
        fed.extend(branch.fed());
    }
    fed.sort_unstable();
    for pair in fed.windows(2).filter(|pair| pair[0] == pair[1]) {
        found.push(format!("two branches feed `{}`", interface.signals[pair[0] as usize].name));
    }
    found
}

/// The mistake in the numbers of a branch.
pub(crate) fn mistake_of_numbers(branch: &Branch, numbers: &[f64]) -> Option<String> {
    let is_ratio = branch.form == BranchForm::Ratio;
    let is_given = branch.coefficient.is_some();
    let count = match branch.form {
        // A further one is with what it begins.
        BranchForm::Storage if numbers.len() == 2 => 2,
        BranchForm::Storage => usize::from(!is_given),
        BranchForm::Ratio => branch.ends.len(),
        BranchForm::Stop => 3,
        BranchForm::Through | BranchForm::Across | BranchForm::Friction => 0,
    };
    if numbers.len() != count {
        return Some(format!("has {} numbers, and needs {count}", numbers.len()));
    }
    let mistake = match numbers {
        _ if !numbers.iter().all(|number| number.is_finite()) => "has numbers that are not finite",
        _ if is_ratio && numbers.contains(&0.0) => "has a factor of 0",
        [number, _] if branch.form == BranchForm::Storage && is_given && *number != 0.0 => {
            "has a coefficient twice, a number and an out-port"
        }
        [number, ..] if branch.form == BranchForm::Storage && *number < 0.0 => "stores with a coefficient below 0",
        [_, restitution, _] if branch.form == BranchForm::Stop && !(0.0..=1.0).contains(restitution) => {
            "has a restitution that is not from 0 to 1"
        }
        [_, _, rest] if branch.form == BranchForm::Stop && *rest < 0.0 => "has a velocity of rest below 0",
        _ if is_ratio && branch.through.is_some() && !numbers.contains(&1.0) => {
            "has a through variable, and no pair whose factor is 1"
        }
        _ => return None,
    };
    Some(mistake.to_owned())
}

fn of_branch(interface: &Interface, branch: &Branch, numbers: &[f64], found: &mut Vec<String>) {
    let called = called(&branch.name);
    let mut wrong = |what: String| found.push(format!("{called} {what}"));
    let known = interface.terminals.len();
    let ends = || branch.ends.iter().flatten().flatten();
    // What is wrong with that terminal has been told.
    if ends().any(|end| *end == UNUSABLE) {
        return;
    }
    if let Some(end) = ends().find(|end| **end as usize >= known) {
        wrong(format!("ends at terminal number {end}, but only {known} are declared"));
        return;
    }
    let Some(first) = ends().next() else {
        wrong("ends at no terminal".to_owned());
        return;
    };
    let nature = |end: &u32| &interface.terminals[*end as usize].nature;
    let is_ratio = branch.form == BranchForm::Ratio;
    if !is_ratio && branch.ends.len() != 1 {
        wrong(format!("has {} pairs of ends, and needs one", branch.ends.len()));
    }
    for [one, other] in &branch.ends {
        match (one, other) {
            (None, None) => wrong("lies between the reference and itself".to_owned()),
            (Some(one), Some(other)) if one == other => wrong("begins where it ends".to_owned()),
            (Some(one), Some(other)) if !nature(one).is_same(nature(other)) => {
                wrong(format!("joins {} and {}", nature(one).name, nature(other).name));
            }
            _ => {}
        }
    }
    if let Some(mistake) = mistake_of_numbers(branch, numbers) {
        wrong(mistake);
    }
    if branch.form == BranchForm::Friction && branch.limit.is_none() {
        wrong("holds without a limit, an out-port".to_owned());
    }
    if branch.form == BranchForm::Stop && nature(first).position.is_none() {
        wrong(format!("stops a position, which {} does not have", nature(first).name));
    }
    let gives = |at: usize| match (branch.form, at) {
        (BranchForm::Through, 3) | (BranchForm::Across, 0..=2) | (BranchForm::Storage, 4) => Some(true),
        (BranchForm::Friction, 4 | 5) => Some(true),
        (BranchForm::Ratio, 0..=2) | (_, 4 | 5) => None,
        _ => Some(false),
    };
    let variables = nature(first).variables();
    for (at, signal) in branch.signals().into_iter().enumerate() {
        let Some(signal) = signal else { continue };
        let signal = &interface.signals[signal as usize];
        let (of, what) = (&signal.name, WHAT[at]);
        match gives(at) {
            None => wrong(format!("has no use for `{of}` as its {what}")),
            Some(true) if !matches!(signal.role, Role::Out | Role::OutOfState(_) | Role::State | Role::Unknown) => {
                wrong(format!("gives its {what}, but `{of}` is no out-port"));
            }
            Some(false) if signal.role != Role::In => {
                wrong(format!("is given its {what}, but `{of}` is no in-port of one source"));
            }
            _ if signal.width != 1 => wrong(format!("has `{of}`, which is {} wide, as its {what}", signal.width)),
            // A rate has a unit even where nature gives it no name.
            _ if at == 1 && variables[at].is_none() => {
                wrong(format!("has a {what}, which {} does not have", nature(first).name));
            }
            _ => {}
        }
    }
}
