//! One pass of a constructor: declaring, or binding what was declared.

use crate::calculation::{NextTimeEvent, Sweep};
use crate::checks;
use crate::host::{Argument, Place};
use crate::interface::{
    Calculation, Declaration, Fault, Interface, Meaning, Number, ParameterDeclaration, Pattern, PortKind, Purpose,
    Rate, Requirement, Role, Signal, StatePattern, Subject, Text,
};
use crate::look::Look;
use crate::value::Files;

/// Advice to a user who met a mistake of a library.
pub(crate) const TELL_THE_AUTHOR: &str = "this is a mistake in the library; tell its author";

/// Most elements of one signal.
const MOST_WIDTH: usize = 1 << 24;

/// One pass of the constructor of one SimObject.
///
/// The constructor runs twice with the same calls. The first pass notes what
/// it declares; the second, after wiring, hands out handles that hold their
/// final places and checks that the calls are the same.
pub struct Session<'a> {
    object: &'a str,
    arguments: &'a [Argument<'a>],
    files: &'a dyn Files,
    pass: Pass<'a>,
    faults: Vec<Fault>,
}

enum Pass<'a> {
    Declare {
        declaration: Box<Declaration>,
        fallbacks: Vec<(u32, Text)>,
        /// Calculations that said that they read no states.
        stateless: Vec<usize>,
    },
    Bind {
        interface: &'a Interface,
        places: &'a [Place],
        signals: usize,
        calculations: usize,
    },
}

impl Pass<'_> {
    fn declare(declaration: Box<Declaration>) -> Self {
        Self::Declare { declaration, fallbacks: Vec::new(), stateless: Vec::new() }
    }
}

impl<'a> Session<'a> {
    /// The pass that notes what the constructor declares.
    pub fn declaring(object: &'a str, arguments: &'a [Argument<'a>], files: &'a dyn Files) -> Self {
        let pass = Pass::declare(Box::default());
        Self { object, arguments, files, pass, faults: Vec::new() }
    }

    /// The pass that hands out final places, one for each signal of the interface.
    pub fn binding(
        object: &'a str,
        arguments: &'a [Argument<'a>],
        files: &'a dyn Files,
        interface: &'a Interface,
        places: &'a [Place],
    ) -> Self {
        let pass = Pass::Bind { interface, places, signals: 0, calculations: 0 };
        Self { object, arguments, files, pass, faults: Vec::new() }
    }

    pub(crate) fn object(&self) -> &'a str {
        self.object
    }

    pub(crate) fn files(&self) -> &'a dyn Files {
        self.files
    }

    pub(crate) fn argument(&self, name: &str) -> Option<&'a str> {
        self.arguments.iter().find(|a| a.name == name).map(|a| a.value)
    }

    pub(crate) fn fault(&mut self, subject: Subject, message: impl Into<String>, advice: impl Into<String>) {
        self.faults.push(Fault { subject, message: message.into(), advice: advice.into() });
    }

    pub(crate) fn mistake(&mut self, message: impl Into<String>) {
        self.fault(Subject::Declaration, message, TELL_THE_AUTHOR);
    }

    pub(crate) fn parameter(&mut self, parameter: ParameterDeclaration) {
        let Pass::Declare { declaration, .. } = &mut self.pass else { return };
        if declaration.parameters.iter().any(|p| p.name == parameter.name) {
            let message = format!("parameter `{}` is declared twice", parameter.name);
            self.mistake(message);
        } else {
            declaration.parameters.push(parameter);
        }
    }

    pub(crate) fn signal(&mut self, name: Text, unit: Text, doc: Text, width: usize, role: Role) -> Place {
        match &mut self.pass {
            Pass::Declare { declaration, .. } => {
                let signals = &mut declaration.interface.signals;
                let place = Place::declared(signals.len());
                let too_wide =
                    (width > MOST_WIDTH).then(|| format!("`{name}` has {width} elements, more than {MOST_WIDTH}"));
                let width = u32::try_from(width.min(MOST_WIDTH)).unwrap_or(u32::MAX);
                signals.push(Signal { name, unit, doc, width, role, kind: PortKind::Signal });
                if let Some(message) = too_wide {
                    self.fault(Subject::Construction, message, "give a smaller width");
                }
                place
            }
            Pass::Bind { interface, places, signals, .. } => {
                let index = *signals;
                *signals += 1;
                match interface.signals.get(index) {
                    Some(declared)
                        if declared.name == name
                            && declared.width as usize == width
                            && std::mem::discriminant(&declared.role) == std::mem::discriminant(&role) =>
                    {
                        places[index]
                    }
                    _ => {
                        self.not_repeated(&format!("`{name}`"));
                        Place::stray(u32::try_from(index).unwrap_or(0))
                    }
                }
            }
        }
    }

    /// Unit and description of a state that an out-port shows.
    pub(crate) fn unit_and_doc(&self, signal: u32) -> (Text, Text) {
        match &self.pass {
            Pass::Declare { declaration, .. } => declaration
                .interface
                .signals
                .get(signal as usize)
                .map_or_else(Default::default, |s| (s.unit.clone(), s.doc.clone())),
            Pass::Bind { .. } => Default::default(),
        }
    }

    pub(crate) fn calculation(&mut self, purpose: Purpose, name: &'static str, sweep: Sweep) {
        match &mut self.pass {
            Pass::Declare { declaration, .. } => declaration.interface.calculations.push(Calculation {
                name: name.into(),
                purpose,
                reads: Vec::new(),
                gives: Vec::new(),
                sweep,
            }),
            Pass::Bind { interface, calculations, .. } => {
                let index = *calculations;
                *calculations += 1;
                let same = interface.calculations.get(index).is_some_and(|c| {
                    std::mem::discriminant(&c.purpose) == std::mem::discriminant(&purpose) && c.name == name
                });
                if !same {
                    self.not_repeated(&format!("the calculation `{name}`"));
                }
            }
        }
    }

    /// Notes that the calculation that was registered last reads no states.
    pub(crate) fn read_no_states(&mut self) {
        if let Pass::Declare { declaration, stateless, .. } = &mut self.pass {
            stateless.push(declaration.interface.calculations.len().saturating_sub(1));
        }
    }

    /// The calculation that was registered last, while declaring.
    pub(crate) fn last_calculation(&mut self) -> Option<&mut Calculation> {
        match &mut self.pass {
            Pass::Declare { declaration, .. } => declaration.interface.calculations.last_mut(),
            Pass::Bind { .. } => None,
        }
    }

    pub(crate) fn number(&mut self, signal: u32, meaning: Meaning, values: &[f64]) {
        let Pass::Declare { declaration, .. } = &mut self.pass else { return };
        let Some(declared) = declaration.interface.signals.get(signal as usize) else { return };
        let width = declared.width as usize;
        let values = match values {
            [value] => vec![*value; width],
            values => values.to_vec(),
        };
        if values.len() == width && values.iter().all(|v| v.is_finite()) {
            declaration.numbers.push(Number { signal, meaning, values });
        } else {
            let message = format!("{meaning:?} of `{}` must be {width} finite numbers, not {values:?}", declared.name);
            self.mistake(message);
        }
    }

    pub(crate) fn fallback_parameter(&mut self, signal: u32, parameter: Text) {
        if let Pass::Declare { fallbacks, .. } = &mut self.pass {
            fallbacks.push((signal, parameter));
        }
    }

    pub(crate) fn time_events(&mut self, next: NextTimeEvent) {
        match &mut self.pass {
            Pass::Declare { declaration, .. } => declaration.interface.time_events = Some(next),
            Pass::Bind { interface, .. } if interface.time_events.is_none() => self.not_repeated("`time_events`"),
            Pass::Bind { .. } => {}
        }
    }

    pub(crate) fn pattern(&mut self, rows: u32, columns: u32, pattern: Pattern) {
        if let Pass::Declare { declaration, .. } = &mut self.pass {
            declaration.interface.patterns.push(StatePattern { rows, columns, pattern });
        }
    }

    pub(crate) fn look(&mut self, look: Look) {
        if let Pass::Declare { declaration, .. } = &mut self.pass {
            declaration.looks.push(look);
        }
    }

    fn not_repeated(&mut self, what: &str) {
        self.mistake(format!(
            "the constructor does not repeat itself: {what} was not declared so the first time (does it depend on \
             something else than its parameters?)"
        ));
    }

    /// Ends the pass: what was declared (empty when binding), and all faults.
    pub(crate) fn finish(mut self) -> (Declaration, Vec<Fault>) {
        self.resolve_fallbacks();
        let finished = match std::mem::replace(&mut self.pass, Pass::declare(Box::default())) {
            Pass::Declare { mut declaration, stateless, .. } => {
                declaration.interface.imply_states(&stateless);
                checks::mistakes(&declaration.interface).into_iter().for_each(|mistake| self.mistake(mistake));
                *declaration
            }
            Pass::Bind { interface, signals, calculations, .. } => {
                if signals < interface.signals.len() || calculations < interface.calculations.len() {
                    self.not_repeated("something that was declared the first time");
                }
                Declaration::default()
            }
        };
        let stand_in = |f: &Fault| matches!(f.subject, Subject::MissingParameter(_) | Subject::Parameter(_));
        if self.faults.iter().any(stand_in) {
            self.faults.retain(|f| !matches!(f.subject, Subject::CrossCheck(_)));
        }
        (finished, self.faults)
    }

    fn resolve_fallbacks(&mut self) {
        let Pass::Declare { fallbacks, .. } = &mut self.pass else { return };
        for (signal, parameter) in std::mem::take(fallbacks) {
            self.resolve_fallback(signal, parameter);
        }
    }

    fn resolve_fallback(&mut self, signal: u32, parameter: Text) {
        let Pass::Declare { declaration, .. } = &self.pass else { return };
        let Some(declared) = declaration.parameters.iter().find(|p| p.name == parameter) else {
            self.mistake(format!("the fallback names a parameter `{parameter}`, which is not declared"));
            return;
        };
        // An optional parameter that is not given leaves the port to be connected.
        if !(declared.numbers.is_empty() && declared.requirement == Requirement::Optional) {
            let numbers = declared.numbers.clone();
            self.number(signal, Meaning::Fallback(Some(parameter)), &numbers);
        }
    }
}

impl Interface {
    /// Own states count as read by common computations and derivatives that
    /// name none, unless they said that they read none.
    fn imply_states(&mut self, stateless: &[usize]) {
        let states: Vec<u32> = (0u32..).zip(&self.signals).filter(|(_, s)| s.role.is_state()).map(|(i, _)| i).collect();
        for (index, calculation) in self.calculations.iter_mut().enumerate() {
            let names_states = stateless.contains(&index) || calculation.reads.iter().any(|r| states.contains(r));
            let implied = match calculation.purpose {
                Purpose::Common(rate) => rate == Rate::Continuous,
                Purpose::Derivatives => true,
                Purpose::Initial => false,
            };
            if implied && !names_states {
                calculation.reads.extend(&states);
            }
            if calculation.purpose == Purpose::Derivatives {
                calculation.gives.clone_from(&states);
            }
        }
    }
}
