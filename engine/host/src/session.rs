//! One pass of a constructor: declaring, or binding what was declared.

use std::borrow::Cow;
use std::ffi::c_void;
use std::sync::Arc;

use simobject::{Look, abi};

use crate::calling::{Call, Whom};
use crate::calls::CALLS;
use crate::parameter_request::ParameterRequest;
use crate::parameter_value::ParameterValue;
use crate::precedent::{Precedent, Repeating};
use crate::transcript::{Asked, Transcript};
use crate::{
    Argument, Bundle, BundleKind, Calculation, Declaration, Fault, Interface, Meaning, Message, NextTimeEvent, Number,
    OWN_SAMPLE_TIME, ObjectType, Pattern, Place, PortKind, Purpose, Requirement, Role, Signal, StatePattern, Subject,
    Surroundings, Text, arithmetic, checks, sample_time,
};

/// Advice to a user who met a mistake of a library.
pub(crate) const TELL_THE_AUTHOR: &str = "this is a mistake in the library; tell its author";

/// What is said of code that did not leave the floating-point unit as it was.
pub(crate) const CHANGED_ARITHMETIC: &str = "changed how the processor calculates (rounding mode, subnormal numbers or \
                                             traps), and did not change it back";

/// Most elements of one signal.
pub(crate) const MOST_WIDTH: u64 = 1 << 24;

/// One pass of the constructor of one SimObject.
///
/// The constructor runs twice with the same calls. The first pass notes what
/// it declares; the second, after wiring, hands out handles that hold their
/// final places and checks that the calls are the same.
#[repr(C)]
pub struct Session<'a> {
    /// What the library sees of it: the first field, so that a pointer to the
    /// session is one to a creator.
    creator: abi::Creator,
    object: &'a str,
    /// What the scenario gives. Of a name that is given twice the reader of the
    /// scenario has told.
    arguments: &'a [Argument<'a>],
    pub(crate) surroundings: &'a dyn Surroundings,
    pub(crate) pass: Pass<'a>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) messages: Vec<Message>,
    /// The last answer, to which the library has pointers.
    answer: Cow<'a, ParameterValue>,
    /// What the SimObject's element says of its period, s, once that was asked for.
    pub(crate) own_sample_time: Option<Option<f64>>,
}

/// What a pass brought.
#[derive(Debug, Clone, Default)]
pub struct Declared {
    /// What was declared; empty when binding.
    pub declaration: Declaration,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// What the constructor said.
    pub messages: Vec<Message>,
}

pub(crate) enum Pass<'a> {
    Declare {
        declaration: Box<Declaration>,
        fallbacks: Vec<(u32, Text)>,
        /// Calculations that said that they read no states.
        stateless: Vec<usize>,
        /// What was said, if others are to be compared with it.
        transcript: Option<Box<Transcript>>,
    },
    /// It declares itself, and is compared with one that did so before.
    Repeat(Box<Repeating<'a>>),
    Bind {
        interface: &'a Interface,
        /// What is known of the parameters of its type.
        precedent: Option<&'a Precedent>,
        parameters: usize,
        places: &'a [Place],
        signals: usize,
        calculations: usize,
        bundles: usize,
    },
}

/// A calculation as it is registered.
pub(crate) struct Registered {
    pub(crate) calculation: Calculation,
    pub(crate) reads_no_states: bool,
}

impl<'a> Session<'a> {
    /// The pass that notes what the constructor declares.
    pub fn declaring(object: &'a str, arguments: &'a [Argument<'a>], surroundings: &'a dyn Surroundings) -> Self {
        let (fallbacks, stateless) = (Vec::new(), Vec::new());
        let pass = Pass::Declare { declaration: Box::default(), fallbacks, stateless, transcript: None };
        Self::new(object, arguments, surroundings, pass)
    }

    /// Keeps what is said, so that others may be compared with it.
    pub(crate) fn listen(&mut self) {
        if let Pass::Declare { transcript, .. } = &mut self.pass {
            *transcript = Some(Box::default());
        }
    }

    /// The pass that hands out final places, one for each signal of the interface.
    pub fn binding(
        object: &'a str,
        arguments: &'a [Argument<'a>],
        surroundings: &'a dyn Surroundings,
        interface: &'a Interface,
        places: &'a [Place],
    ) -> Self {
        let (precedent, parameters) = (None, 0);
        let pass = Pass::Bind { interface, precedent, parameters, places, signals: 0, calculations: 0, bundles: 0 };
        Self::new(object, arguments, surroundings, pass)
    }

    /// The same, where a SimObject of the type may have asked for the same
    /// parameters before.
    #[must_use]
    pub fn after(mut self, earlier: Option<&'a Precedent>) -> Self {
        if let Pass::Bind { precedent, .. } = &mut self.pass {
            *precedent = earlier;
        }
        self
    }

    pub(crate) fn new(
        object: &'a str,
        arguments: &'a [Argument<'a>],
        surroundings: &'a dyn Surroundings,
        pass: Pass<'a>,
    ) -> Self {
        let (faults, messages, answer) = (Vec::new(), Vec::new(), Cow::Owned(ParameterValue::default()));
        let creator = abi::Creator { calls: &raw const CALLS };
        let own_sample_time = None;
        Self { creator, object, arguments, surroundings, pass, faults, messages, answer, own_sample_time }
    }

    /// Runs a constructor; whether there is an object in the memory now, and
    /// what the pass brought.
    ///
    /// # Safety
    /// As for [`ObjectType::construct`].
    pub(crate) unsafe fn construct(mut self, kind: &ObjectType, object: *mut c_void) -> (bool, Declared) {
        // SAFETY: the caller's promise.
        let constructed = unsafe { self.run(kind, object) };
        let (declared, _) = self.finish(constructed);
        (constructed, declared)
    }

    /// Runs a constructor, and notes what is wrong with the whole; whether there
    /// is an object in the memory now.
    ///
    /// # Safety
    /// As for [`ObjectType::construct`].
    pub(crate) unsafe fn run(&mut self, kind: &ObjectType, object: *mut c_void) -> bool {
        let name = self.object;
        let session = &raw mut *self;
        // SAFETY: a session begins with a creator; the rest is the caller's promise.
        let construct = || unsafe { kind.construct(session.cast(), object) };
        let constructed = Call { whom: Whom::One { kind, name }, io: std::ptr::null() }.during(construct) == 0;
        if kind.is_loaded() && arithmetic::restore() {
            self.mistake(format!("its constructor {CHANGED_ARITHMETIC}"));
        }
        let is_told = self.faults.iter().any(|fault| fault.subject != Subject::Declaration);
        let provides =
            |declaration: &mut Declaration| declaration.interface.signals.iter().any(|s| s.role == Role::Provides);
        if !kind.is_reentrant() && self.declaration().is_some_and(provides) {
            self.mistake("it provides a resource, but is not re-entrant: several may ask at once");
        }
        if !constructed && !is_told {
            self.fault(Subject::Construction, "the constructor failed without saying why", TELL_THE_AUTHOR);
        }
        constructed
    }

    pub(crate) fn object(&self) -> &'a str {
        self.object
    }

    pub(crate) fn fault(&mut self, subject: Subject, message: impl Into<String>, advice: impl Into<String>) {
        self.faults.push(Fault { subject, message: message.into(), advice: advice.into() });
    }

    pub(crate) fn mistake(&mut self, message: impl Into<String>) {
        self.fault(Subject::Declaration, message, TELL_THE_AUTHOR);
    }

    pub(crate) fn say(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// The answer to a question, which stays until the next one; none if the
    /// parameter may be left out and is.
    pub(crate) fn ask(&mut self, question: ParameterRequest<'_>) -> Option<&ParameterValue> {
        let given = self.given(&question.name);
        let (answer, wrong) = question.answer(given, self.surroundings);
        let answer = answer.map(Cow::into_owned);
        if let Some((subject, message)) = wrong {
            self.fault(subject, message, question.expected());
        }
        let there = answer.is_some();
        self.answer = Cow::Owned(answer.unwrap_or_default());
        if let Pass::Declare { declaration, .. } = &mut self.pass {
            if question.name == OWN_SAMPLE_TIME {
                self.mistake(format!(
                    "`{OWN_SAMPLE_TIME}` is no parameter to declare: scenarios give it to whatever runs on \
                     `Clock::model()`, and `sample_time` tells it"
                ));
            } else if declaration.parameters.iter().any(|known| known.name == question.name) {
                self.mistake(format!("parameter `{}` is declared twice", question.name));
            } else {
                declaration.parameters.push(question.declaration(self.answer.numbers.clone()));
            }
        }
        there.then_some(&self.answer)
    }

    /// The answer to a question that was asked before.
    pub(crate) fn ask_again(&mut self, asked: &'a Asked) -> Option<&ParameterValue> {
        let request = &asked.request;
        let (answer, wrong) = request.answer(self.given(&request.name), self.surroundings);
        if let Some((subject, message)) = wrong {
            self.fault(subject, message, request.expected());
        }
        let there = answer.is_some();
        self.note_repeated(answer.as_deref());
        self.answer = answer.unwrap_or_default();
        there.then_some(&self.answer)
    }

    /// What the scenario gives as an attribute.
    pub(crate) fn given(&self, name: &str) -> Option<&'a str> {
        self.arguments.iter().find(|argument| argument.name == name).map(|given| given.value)
    }

    /// Number of signals that were declared so far.
    pub(crate) fn signal_count(&self) -> usize {
        match &self.pass {
            Pass::Declare { declaration, .. } => declaration.interface.signals.len(),
            Pass::Repeat(repeating) => repeating.signals().len(),
            Pass::Bind { signals, .. } => *signals,
        }
    }

    /// What is declared so far, in the pass that notes it.
    pub(crate) fn declaration(&mut self) -> Option<&mut Declaration> {
        if let Pass::Declare { declaration, .. } = &mut self.pass { Some(declaration) } else { None }
    }

    /// What was declared, in the pass that binds it.
    pub(crate) fn interface(&self) -> Option<&'a Interface> {
        if let Pass::Bind { interface, .. } = &self.pass { Some(*interface) } else { None }
    }

    /// Whether this is the pass that notes what is declared.
    pub(crate) fn is_declaring(&self) -> bool {
        !matches!(self.pass, Pass::Bind { .. })
    }

    /// The in-ports that were declared so far.
    fn in_ports(&self) -> Vec<u32> {
        match &self.pass {
            Pass::Declare { declaration, .. } => {
                (0..).zip(&declaration.interface.signals).filter(|(_, s)| s.role.is_in_port()).map(|(i, _)| i).collect()
            }
            Pass::Bind { .. } | Pass::Repeat(_) => Vec::new(),
        }
    }

    /// The bundles that were declared so far.
    pub(crate) fn bundles(&self) -> &[Bundle] {
        match &self.pass {
            Pass::Declare { declaration, .. } => &declaration.interface.bundles,
            Pass::Repeat(_) => &[],
            Pass::Bind { interface, bundles, .. } => &interface.bundles[..(*bundles).min(interface.bundles.len())],
        }
    }

    /// The kinds of bundles that were met so far; when binding, those that were declared.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &Arc<BundleKind>> {
        let bundles = match &self.pass {
            Pass::Declare { declaration, .. } => declaration.interface.bundles.as_slice(),
            Pass::Repeat(_) => &[],
            Pass::Bind { interface, bundles, .. } => interface.bundles.get(*bundles..).unwrap_or_default(),
        };
        let is_new =
            |position: &usize| *position == 0 || !Arc::ptr_eq(&bundles[*position].kind, &bundles[*position - 1].kind);
        (0..bundles.len()).filter(is_new).map(|position| &bundles[position].kind)
    }

    /// Declares a bundle; its number.
    pub(crate) fn bundle(&mut self, bundle: Bundle) -> u32 {
        let number = self.bundles().len() as u32;
        match &mut self.pass {
            Pass::Declare { declaration, .. } => {
                declaration.interface.bundles.push(bundle);
            }
            Pass::Repeat(_) => {}
            Pass::Bind { interface, bundles, .. } => {
                *bundles += 1;
                let declared = interface.bundles.get(number as usize);
                if !declared.is_some_and(|declared| declared.is_declared_as(&bundle)) {
                    self.not_repeated(&format!("the bundle `{}`", bundle.name));
                }
            }
        }
        number
    }

    /// The place of a member that was declared so, in the pass that binds it.
    pub(crate) fn bind_member(&mut self, bundle: u32, name: &str, width: u64, role: Role) -> Option<Place> {
        let Pass::Bind { interface, places, signals, bundles, .. } = &mut self.pass else { return None };
        let declared = interface.signals.get(*signals)?;
        let of = interface.bundles.get(bundle as usize).filter(|_| (bundle as usize) < *bundles)?;
        let is_named = declared.name.strip_prefix(&*of.name).and_then(|rest| rest.strip_prefix('.')) == Some(name);
        let is_same = is_named && u64::from(declared.width) == width && is_same_role(declared.role, role);
        is_same.then(|| {
            let place = places[*signals];
            *signals += 1;
            place
        })
    }

    /// Declares a member of a bundle, at that position among the members of its kind.
    pub(crate) fn member(
        &mut self,
        (bundle, position): (u32, Option<usize>),
        texts: [Cow<'_, str>; 3],
        width: u64,
        role: Role,
    ) -> Place {
        let index = self.signal_count();
        let place = self.signal(texts, width, role);
        if let Pass::Declare { declaration, .. } = &mut self.pass {
            declaration.interface.enter_member(index, bundle, position);
        }
        place
    }

    pub(crate) fn signal(&mut self, texts: [Cow<'_, str>; 3], width: u64, role: Role) -> Place {
        let [name, unit, doc] = texts;
        match &mut self.pass {
            Pass::Declare { declaration, .. } => {
                let signals = &mut declaration.interface.signals;
                let place = Place::at(u32::try_from(signals.len()).unwrap_or(u32::MAX));
                let too_wide =
                    (width > MOST_WIDTH).then(|| format!("`{name}` has {width} elements, more than {MOST_WIDTH}"));
                let width = u32::try_from(width.min(MOST_WIDTH)).unwrap_or(u32::MAX);
                let shown = if let Role::OutOfState(state) = role { signals.get(state as usize) } else { None };
                let kept = |text: Cow<'_, str>| Text::from(text.into_owned());
                let (unit, doc) =
                    shown.map_or_else(|| (kept(unit), kept(doc)), |state| (state.unit.clone(), state.doc.clone()));
                signals.push(Signal { name: kept(name), unit, doc, width, role, kind: PortKind::Signal, bundle: None });
                if let Some(message) = too_wide {
                    self.fault(Subject::Construction, message, "give a smaller width");
                }
                place
            }
            Pass::Repeat(repeating) => {
                repeating.has_departed = true;
                Place::stray(0)
            }
            Pass::Bind { interface, places, signals, .. } => {
                let index = *signals;
                *signals += 1;
                match interface.signals.get(index) {
                    Some(declared)
                        if declared.name == name
                            && u64::from(declared.width) == width
                            && is_same_role(declared.role, role) =>
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

    pub(crate) fn calculation(&mut self, registered: Registered) {
        let Registered { calculation, reads_no_states } = registered;
        if calculation.purpose.clock().is_some_and(|clock| clock.is_model()) {
            self.sample_time();
        }
        match &mut self.pass {
            Pass::Declare { declaration, stateless, .. } => {
                let calculations = &mut declaration.interface.calculations;
                if reads_no_states {
                    stateless.push(calculations.len());
                }
                calculations.push(calculation);
            }
            Pass::Repeat(repeating) => repeating.has_departed = true,
            Pass::Bind { interface, calculations, .. } => {
                let index = *calculations;
                *calculations += 1;
                let same = interface
                    .calculations
                    .get(index)
                    .is_some_and(|c| is_same_purpose(c.purpose, calculation.purpose) && c.name == calculation.name);
                if !same {
                    self.not_repeated(&format!("the calculation `{}`", calculation.name));
                }
            }
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
        let (what, fits, wanted) = match meaning {
            Meaning::Nominal => ("a nominal value", declared.role.is_state(), "state"),
            Meaning::InitialValue => (
                "an initial value",
                declared.role.is_initialised() || matches!(declared.role, Role::Out | Role::Private),
                "state, memory or held value",
            ),
            Meaning::Fallback(_) => ("a fallback", declared.role.is_in_port(), "in-port"),
            Meaning::InStep(_) => ("a step", declared.role.is_in_port(), "in-port"),
        };
        if !fits {
            let message = format!("{what} is declared for `{}`, which is no {wanted}", declared.name);
            self.mistake(message);
        } else if meaning == Meaning::Nominal && values.iter().any(|value| *value <= 0.0) {
            let value = values.iter().copied().fold(f64::INFINITY, f64::min);
            self.mistake(format!("a nominal value must be more than 0, not {value}"));
        } else if values.len() == width && values.iter().all(|v| v.is_finite()) {
            declaration.numbers.push(Number { signal, meaning, values });
        } else {
            let message = format!("{what} of `{}` must be {width} finite numbers, not {values:?}", declared.name);
            self.mistake(message);
        }
    }

    pub(crate) fn in_step(&mut self, signal: u32, why: Text) {
        let Pass::Declare { declaration, .. } = &mut self.pass else { return };
        let Some(declared) = declaration.interface.signals.get(signal as usize) else { return };
        if declared.role.is_in_port() {
            declaration.numbers.push(Number { signal, meaning: Meaning::InStep(why), values: Vec::new() });
        } else {
            let message = format!("`{}` is to be in step, and is no in-port", declared.name);
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
            Pass::Repeat(_) => {}
            Pass::Bind { interface, .. } if interface.time_events.is_none() => self.not_repeated("`time_events`"),
            Pass::Bind { .. } => {}
        }
    }

    pub(crate) fn stops(&mut self, next: NextTimeEvent) {
        match &mut self.pass {
            Pass::Declare { declaration, .. } => declaration.interface.stops = Some(next),
            Pass::Repeat(_) => {}
            Pass::Bind { interface, .. } if interface.stops.is_none() => self.not_repeated("`stops`"),
            Pass::Bind { .. } => {}
        }
    }

    pub(crate) fn pattern(&mut self, rows: u32, columns: u32, pattern: Pattern) {
        if let Pass::Declare { declaration, .. } = &mut self.pass {
            declaration.interface.patterns.push(StatePattern { rows, columns, pattern });
        }
    }

    /// The signals that were declared so far; none when binding.
    pub(crate) fn declared_signals(&self) -> &[Signal] {
        match &self.pass {
            Pass::Declare { declaration, .. } => &declaration.interface.signals,
            Pass::Repeat(repeating) => repeating.signals(),
            Pass::Bind { .. } => &[],
        }
    }

    /// The name of a parameter to which the scenario gives this text.
    pub(crate) fn parameter_of_value(&self, text: &str) -> Option<String> {
        self.arguments.iter().filter(|given| given.value.trim() == text).map(|given| given.name.to_owned()).min()
    }

    /// Whether values stand in for those of parameters that are missing or wrong.
    pub(crate) fn has_stand_ins(&self) -> bool {
        let stand_in = |f: &Fault| matches!(f.subject, Subject::MissingParameter(_) | Subject::Parameter(_));
        self.faults.iter().any(stand_in)
    }

    /// Keeps a look.
    pub(crate) fn keep_look(&mut self, look: Look) {
        match &mut self.pass {
            Pass::Declare { declaration, .. } => declaration.looks.push(look),
            Pass::Repeat(repeating) => repeating.keep_look(look),
            Pass::Bind { .. } => {}
        }
    }

    /// Number of looks so far.
    pub(crate) fn look_count(&self) -> usize {
        match &self.pass {
            Pass::Declare { declaration, .. } => declaration.looks.len(),
            Pass::Repeat(repeating) => repeating.look_count(),
            Pass::Bind { .. } => 0,
        }
    }

    pub(crate) fn not_repeated(&mut self, what: &str) {
        self.mistake(format!(
            "the constructor does not repeat itself: {what} was not declared so the first time (does it depend on \
             something else than its parameters?)"
        ));
    }

    /// Ends the pass; with what others can be compared, if it was kept and nothing is wrong.
    pub(crate) fn finish(mut self, constructed: bool) -> (Declared, Option<Precedent>) {
        let fallbacks = self.resolve_fallbacks();
        let in_ports = self.in_ports();
        let mut declaration = Declaration::default();
        let mut kept = None;
        match &mut self.pass {
            Pass::Declare { declaration: declared, stateless, transcript, .. } => {
                declaration = std::mem::take(declared);
                declaration.parameters.extend(self.own_sample_time.map(sample_time::declaration));
                let open_ends = declaration.interface.open_ends(&declaration.numbers);
                kept = transcript.take().map(|transcript| (*transcript, open_ends.len()));
                declaration.numbers.extend(open_ends);
                declaration.interface.imply_in_ports(&in_ports);
                declaration.interface.imply_states(stateless);
                declaration.interface.index_names();
                checks::mistakes(&declaration.interface).into_iter().for_each(|mistake| self.mistake(mistake));
            }
            Pass::Repeat(_) => {}
            Pass::Bind { interface, signals, calculations, .. } => {
                if *signals < interface.signals.len() || *calculations < interface.calculations.len() {
                    self.not_repeated("something that was declared the first time");
                }
            }
        }
        // Half a declaration contradicts itself; only the first cause is worth telling.
        if !constructed {
            self.faults.retain(|fault| fault.subject != Subject::Declaration);
        }
        if self.has_stand_ins() {
            self.faults.retain(|f| !matches!(f.subject, Subject::CrossCheck(_)));
        }
        let kept = kept.filter(|_| constructed && self.faults.is_empty());
        let asks_sample_time = self.own_sample_time.is_some();
        let precedent = kept.and_then(|(transcript, open_ends)| {
            Precedent::new(&declaration, transcript, (&fallbacks, open_ends), asks_sample_time)
        });
        (Declared { declaration, faults: self.faults, messages: self.messages }, precedent)
    }

    fn resolve_fallbacks(&mut self) -> Vec<(u32, Text)> {
        let Pass::Declare { fallbacks, .. } = &mut self.pass else { return Vec::new() };
        let fallbacks = std::mem::take(fallbacks);
        for (signal, parameter) in &fallbacks {
            self.resolve_fallback(*signal, parameter.clone());
        }
        fallbacks
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

/// Whether a role is the declared one. Which state an out-port shows is not
/// compared: handles of Rust know places then, not indices.
fn is_same_role(declared: Role, bound: Role) -> bool {
    declared == bound || matches!((declared, bound), (Role::OutOfState(_), Role::OutOfState(_)))
}

/// The same of a purpose, and of the indicator of a handler.
fn is_same_purpose(declared: Purpose, bound: Purpose) -> bool {
    declared == bound || matches!((declared, bound), (Purpose::Handler(_), Purpose::Handler(_)))
}
