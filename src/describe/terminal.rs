//! Terminals and branches on a reference page.

use serde::Serialize;
use simobject_host::{Branch, BranchForm, Interface, Nature, Terminal, Variable};

#[derive(Debug, Serialize)]
pub(super) struct TerminalPage {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) nature: String,
    nature_doc: String,
    across: VariablePage,
    through: VariablePage,
    position: Option<VariablePage>,
    rate: Option<VariablePage>,
}

#[derive(Debug, Serialize)]
struct VariablePage {
    name: String,
    unit: String,
}

impl VariablePage {
    fn new(variable: &Variable) -> Self {
        Self { name: variable.name.to_string(), unit: variable.unit.to_string() }
    }

    fn words(&self, name: impl Fn(&str) -> String) -> String {
        format!("{} in {}", name(&self.name), self.unit)
    }
}

impl TerminalPage {
    pub(super) fn all(interface: &Interface) -> Vec<Self> {
        interface.terminals.iter().map(Self::new).collect()
    }

    fn new(terminal: &Terminal) -> Self {
        let Nature { name, doc, across, through, position, rate, .. } = terminal.nature.as_ref();
        Self {
            name: terminal.name.to_string(),
            doc: terminal.doc.to_string(),
            nature: name.to_string(),
            nature_doc: doc.to_string(),
            across: VariablePage::new(across),
            through: VariablePage::new(through),
            position: position.as_ref().map(VariablePage::new),
            rate: rate.as_ref().map(VariablePage::new),
        }
    }

    /// Its variables, in words; names as `name` writes them.
    pub(super) fn variables(&self, name: impl Fn(&str) -> String) -> String {
        format!("{}; {} into it", self.across.words(&name), self.through.words(&name))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct BranchPage {
    pub(super) name: String,
    form: &'static str,
    /// From the first to the second of each pair of ends; `reference` where there is none.
    ends: Vec<[String; 2]>,
    /// Names of the signals that it gives, and of those that it is given.
    gives: Vec<String>,
    given: Vec<String>,
}

impl BranchPage {
    pub(super) fn all(interface: &Interface) -> Vec<Self> {
        interface.branches.iter().map(|branch| Self::new(branch, interface)).collect()
    }

    fn new(branch: &Branch, interface: &Interface) -> Self {
        let end = |end: Option<u32>| {
            end.map_or("reference".to_owned(), |end| interface.terminals[end as usize].name.to_string())
        };
        let name = |signal: u32| interface.signals[signal as usize].name.to_string();
        let Branch { across, position, rate, through, coefficient, limit, .. } = branch;
        let signals = [across, position, rate, through, coefficient, limit].into_iter().flatten().copied();
        Self {
            name: branch.name.to_string(),
            form: match branch.form {
                BranchForm::Through if branch.through.is_none() => "measures",
                BranchForm::Through => "gives its through variable",
                BranchForm::Storage => "stores",
                BranchForm::Across => "fixes its across variable",
                BranchForm::Ratio => "relates across variables",
                BranchForm::Friction => "holds by friction",
                BranchForm::Stop => "is a stop",
            },
            ends: branch.ends.iter().map(|pair| pair.map(end)).collect(),
            gives: signals.filter(|signal| branch.gives(*signal)).map(name).collect(),
            given: branch.fed().map(name).collect(),
        }
    }

    /// Where it lies, and what it does, in words; names as `name` writes them.
    pub(super) fn words(&self, name: impl Fn(&str) -> String) -> String {
        let pair = |[one, other]: &[String; 2]| format!("{} to {}", name(one), name(other));
        let ends: Vec<String> = self.ends.iter().map(pair).collect();
        let listed = |verb: &str, signals: &[String]| {
            let signals: Vec<String> = signals.iter().map(|signal| name(signal)).collect();
            (!signals.is_empty()).then(|| format!("{verb} {}", signals.join(", ")))
        };
        let all = [Some(ends.join(", ")), Some(self.form.to_owned())].into_iter();
        let all = all.chain([listed("gives", &self.gives), listed("reads", &self.given)]);
        all.flatten().collect::<Vec<_>>().join("; ")
    }

    /// Whether it feeds that in-port.
    pub(super) fn feeds(&self, port: &str) -> bool {
        self.given.iter().any(|given| given == port)
    }
}
