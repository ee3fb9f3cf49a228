//! Terminals: where elements are joined without a direction.

use crate::abi;
use crate::creator::Creator;
use crate::handle::{In, Out, State, Unknown};
use crate::host_calls::HostCalls;
use crate::simobject::SimObject;
use crate::text::Text;

/// What flows through terminals, and what drives it: data, so that libraries agree by declaring the same.
///
/// Two natures are the same if their names and units are. The crate `simobject-elements` has some.
#[derive(Debug, Clone, Copy)]
pub struct Nature {
    name: &'static str,
    doc: &'static str,
    across: Variable,
    through: Variable,
    position: Option<Variable>,
    rate: Option<Variable>,
    across_nominal: f64,
    through_nominal: f64,
}

/// A variable of a nature: its short name and its SI unit.
#[derive(Debug, Clone, Copy)]
pub struct Variable {
    name: &'static str,
    unit: &'static str,
}

impl Variable {
    /// A variable of that name and unit.
    pub const fn new(name: &'static str, unit: &'static str) -> Self {
        Self { name, unit }
    }

    const fn texts(variable: Option<Self>) -> [abi::Text; 2] {
        match variable {
            Some(Self { name, unit }) => [abi::Text::of(name), abi::Text::of(unit)],
            None => [abi::Text::of(""), abi::Text::of("")],
        }
    }
}

impl Nature {
    /// A nature: `across` is the same at all terminals of a node, the sum of `through` there is 0.
    pub const fn new(name: &'static str, doc: &'static str, across: Variable, through: Variable) -> Self {
        Self { name, doc, across, through, position: None, rate: None, across_nominal: 1.0, through_nominal: 1.0 }
    }

    /// Its across variable is the rate of this one.
    #[must_use]
    pub const fn position(self, position: Variable) -> Self {
        Self { position: Some(position), ..self }
    }

    /// This is the rate of its across variable.
    #[must_use]
    pub const fn rate(self, rate: Variable) -> Self {
        Self { rate: Some(rate), ..self }
    }

    /// Typical magnitudes of its across and through variables: what absolute tolerances are counted in.
    #[must_use]
    pub const fn nominal(self, across: f64, through: f64) -> Self {
        Self { across_nominal: across, through_nominal: through, ..self }
    }

    /// The unit of its across variable.
    pub const fn across_unit(&self) -> &'static str {
        self.across.unit
    }

    /// The unit of its through variable.
    pub const fn through_unit(&self) -> &'static str {
        self.through.unit
    }

    /// The unit of its position, empty if it has none.
    pub const fn position_unit(&self) -> &'static str {
        match self.position {
            Some(position) => position.unit,
            None => "",
        }
    }

    /// The unit of its rate, empty if it has none.
    pub const fn rate_unit(&self) -> &'static str {
        match self.rate {
            Some(rate) => rate.unit,
            None => "",
        }
    }

    fn lent(&self) -> abi::Nature {
        let [across, across_unit] = Variable::texts(Some(self.across));
        let [through, through_unit] = Variable::texts(Some(self.through));
        let [position, position_unit] = Variable::texts(self.position);
        let [rate, rate_unit] = Variable::texts(self.rate);
        abi::Nature {
            name: abi::Text::of(self.name),
            doc: abi::Text::of(self.doc),
            across,
            across_unit,
            through,
            through_unit,
            position,
            position_unit,
            rate,
            rate_unit,
            across_nominal: self.across_nominal,
            through_nominal: self.through_nominal,
            ..abi::Nature::NOTHING
        }
    }
}

/// A declared terminal.
#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    index: u32,
}

/// Where a branch begins and ends: at two terminals, or at one and the reference of its nature (ground, standstill,
/// absolute zero).
#[derive(Debug, Clone, Copy)]
pub struct Ends([u32; 2]);

impl From<(Terminal, Terminal)> for Ends {
    fn from((first, second): (Terminal, Terminal)) -> Self {
        Self([first.index.saturating_add(1), second.index.saturating_add(1)])
    }
}

impl From<Terminal> for Ends {
    fn from(terminal: Terminal) -> Self {
        Self([terminal.index.saturating_add(1), 0])
    }
}

/// A signal that a branch gives, or is given.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no signal of a branch",
    note = "a branch is given in-ports `In<1>`, and gives `Out<1>`, `Unknown<1>` and `State<1>`"
)]
pub trait BranchSignal {
    #[doc(hidden)]
    fn index(&self) -> u32;
}

macro_rules! branch_signals {
    ($($name:ident)*) => {$(
        impl BranchSignal for $name<1> {
            fn index(&self) -> u32 {
                self.place
            }
        }
    )*};
}
branch_signals!(In Out Unknown State);

/// What lies between terminals, while it is declared: it goes to the host where it is dropped.
///
/// Its across variable, position and rate are those of the first end less those of the second; its through variable is
/// positive from the first end through the element to the second.
pub struct Branch<'c> {
    host: HostCalls<'c>,
    form: u32,
    name: Text,
    ends: Vec<u32>,
    signals: [u32; 6],
    numbers: Vec<f64>,
}

/// What a branch stores with: a number, or an out-port.
#[derive(Debug, Clone, Copy)]
pub enum Given {
    /// This number.
    Number(f64),
    /// This out-port.
    Signal(Out<1>),
}

impl From<f64> for Given {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<Out<1>> for Given {
    fn from(signal: Out<1>) -> Self {
        Self::Signal(signal)
    }
}

impl Branch<'_> {
    /// The limit of friction that has none.
    pub const UNLIMITED: f64 = abi::UNLIMITED;

    fn signal(mut self, slot: usize, signal: &dyn BranchSignal) -> Self {
        self.signals[slot] = signal.index().saturating_add(1);
        self
    }

    /// Names it, for messages: where a SimObject has several.
    pub fn named(mut self, name: impl Into<Text>) -> Self {
        self.name = name.into();
        self
    }

    /// Its across variable: an in-port that is given it, or, where the branch fixes it, the out-port that gives it.
    pub fn across(self, signal: impl BranchSignal) -> Self {
        self.signal(0, &signal)
    }

    /// Its position, the same way.
    pub fn position(self, signal: impl BranchSignal) -> Self {
        self.signal(1, &signal)
    }

    /// The rate of its across variable, the same way.
    pub fn rate(self, signal: impl BranchSignal) -> Self {
        self.signal(2, &signal)
    }

    /// What flows through a branch of friction where it slides: an out-port, above 0. Without this it is the limit.
    pub fn sliding(self, size: Out<1>) -> Self {
        self.signal(4, &size)
    }

    /// With what the across variable of a branch that stores begins, where the scenario says nothing: else with 0.
    pub fn begins(mut self, across: f64) -> Self {
        self.numbers.resize(1, 0.0);
        self.numbers.push(across);
        self
    }

    /// Its through variable: an in-port that is given it.
    pub fn through(self, in_port: In<1>) -> Self {
        self.signal(3, &in_port)
    }
}

impl Drop for Branch<'_> {
    fn drop(&mut self) {
        self.host.branch(&abi::Branch {
            form: self.form,
            name: abi::Text::of(&self.name),
            ends: self.ends.as_ptr(),
            end_count: self.ends.len() / 2,
            signals: self.signals.as_ptr(),
            signal_count: self.signals.len(),
            numbers: self.numbers.as_ptr(),
            number_count: self.numbers.len(),
            ..abi::Branch::NOTHING
        });
    }
}

/// Terminals and what lies between them.
impl<T: SimObject> Creator<'_, T> {
    /// A terminal: a place where the SimObject is joined to terminals of the same nature. Any number of them may meet.
    pub fn terminal(&mut self, name: impl Into<Text>, nature: &'static Nature, doc: impl Into<Text>) -> Terminal {
        let (name, doc, lent) = (name.into(), doc.into(), nature.lent());
        let index = self.host().terminal(&abi::Terminal {
            name: abi::Text::of(&name),
            doc: abi::Text::of(&doc),
            nature: &raw const lent,
            ..abi::Terminal::NOTHING
        });
        Terminal { index }
    }

    fn branch(&mut self, form: u32, ends: Vec<u32>, numbers: Vec<f64>) -> Branch<'_> {
        Branch { host: self.host(), form, name: Text::default(), ends, signals: [0; 6], numbers }
    }

    /// A branch that gives its through variable, as springs, dampers and resistors do: an out-port that a common
    /// computation fills from what the branch is given, an unknown whose residual does, or a state.
    pub fn gives_through(&mut self, ends: impl Into<Ends>, through: impl BranchSignal) -> Branch<'_> {
        self.branch(abi::BRANCH_THROUGH, ends.into().0.to_vec(), Vec::new()).signal(3, &through)
    }

    /// A branch that only measures: it is given what it asks for, and nothing flows through it.
    pub fn measures(&mut self, ends: impl Into<Ends>) -> Branch<'_> {
        self.branch(abi::BRANCH_THROUGH, ends.into().0.to_vec(), Vec::new())
    }

    /// A branch that stores, as masses and capacitors do: its through variable is a coefficient times the rate of its
    /// across variable. The engine integrates it.
    pub fn stores(&mut self, ends: impl Into<Ends>, coefficient: impl Into<Given>) -> Branch<'_> {
        match coefficient.into() {
            Given::Number(number) => self.branch(abi::BRANCH_STORAGE, ends.into().0.to_vec(), vec![number]),
            Given::Signal(signal) => {
                self.branch(abi::BRANCH_STORAGE, ends.into().0.to_vec(), Vec::new()).signal(4, &signal)
            }
        }
    }

    /// A branch that fixes its across variable, as sources do, at what out-ports give ([`Branch::across`],
    /// [`Branch::position`], [`Branch::rate`]); at 0, if none is named.
    pub fn fixes_across(&mut self, ends: impl Into<Ends>) -> Branch<'_> {
        self.branch(abi::BRANCH_ACROSS, ends.into().0.to_vec(), Vec::new())
    }

    /// A branch of friction: it holds its ends together, up to a limit of its through variable that an out-port gives, and
    /// slides beyond, with what [`Branch::sliding`] gives. Where the limit is 0 it is open; where it is
    /// [`Branch::UNLIMITED`] it holds whatever comes, and passes impulses. The engine finds where it locks and where it breaks loose; what lies at its ends needs
    /// inertia, or a source that gives its rate.
    pub fn holds(&mut self, ends: impl Into<Ends>, limit: Out<1>) -> Branch<'_> {
        self.branch(abi::BRANCH_FRICTION, ends.into().0.to_vec(), Vec::new()).signal(5, &limit)
    }

    /// A stop: the position of its first end less that of its second does not fall below this. What hits it leaves with
    /// the part `restitution` of its velocity; if that is less than `rest`, it comes to rest.
    pub fn blocks(&mut self, ends: impl Into<Ends>, position: f64, restitution: f64, rest: f64) -> Branch<'_> {
        self.branch(abi::BRANCH_STOP, ends.into().0.to_vec(), vec![position, restitution, rest])
    }

    /// Relates across variables, as gears and levers do: the sum of those of all pairs, each times its factor, is 0. The
    /// through variable of each pair is its factor times that of the branch.
    pub fn relates(&mut self, pairs: impl IntoIterator<Item = (Ends, f64)>) -> Branch<'_> {
        let (ends, factors): (Vec<[u32; 2]>, Vec<f64>) =
            pairs.into_iter().map(|(ends, factor)| (ends.0, factor)).unzip();
        self.branch(abi::BRANCH_RATIO, ends.concat(), factors)
    }
}
