//! One pass of a constructor: declaring, or binding what was declared.

use std::borrow::Cow;
use std::ffi::c_void;

use simobject::abi;

use crate::cached_declaration::{CachedDeclaration, Repeating};
use crate::call_log::{Asked, CallLog};
use crate::calling::{Call, Whom};
use crate::calls::CALLS;
use crate::parameter_request::ParameterRequest;
use crate::parameter_value::ParameterValue;
use crate::positions::Positions;
use crate::repeated::{AskedFor, CountDifference, Counts};
use crate::terminal;
use crate::{
    Argument, Calculation, Declaration, Fault, Interface, Meaning, Message, OWN_SAMPLE_TIME, ObjectType, Place,
    Requirement, Role, Signal, Subject, Surroundings, Text, arithmetic, checks, sample_time,
};

/// Advice to a user who met a mistake of a library.
pub(crate) const TELL_THE_AUTHOR: &str = "this is a mistake in the library; tell its author";

/// What is said of code that did not leave the floating-point unit as it was.
pub(crate) const CHANGED_ARITHMETIC: &str = "changed how the processor calculates (rounding mode, subnormal numbers or \
                                             traps), and did not change it back";

/// Most elements of one signal.
pub(crate) const MOST_WIDTH: u64 = 1 << 24;

/// Most things that one constructor declares; who declares more never ends.
const MOST_CALLS: usize = 1 << 20;

/// Most faults that are kept of one pass: nobody reads more.
const MOST_FAULTS: usize = 200;

/// Most messages of one constructor.
const MOST_MESSAGES: usize = 10_000;

/// One pass of the constructor of one SimObject.
///
/// The constructor runs several times with the same calls. The first pass notes what
/// it declares; the others, after wiring, hand out handles that hold their
/// final places and check that the calls are the same.
#[repr(C)]
pub struct Session<'a> {
    /// What the library sees of it: the first field, so that a pointer to the
    /// session is one to a creator.
    creator: abi::Creator,
    object: &'a str,
    /// What the scenario gives. Of a name that is given twice the reader of the
    /// scenario has told.
    arguments: &'a [Argument<'a>],
    argument_positions: Positions,
    pub(crate) surroundings: &'a dyn Surroundings,
    pub(crate) pass: Pass<'a>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) messages: Vec<Message>,
    /// How often it called.
    calls: usize,
    /// How often it declared some things.
    pub(crate) counts: Counts,
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
        /// The positions of its parameters.
        parameters: Positions,
        default_inputs: Vec<(u32, Text)>,
        /// Calculations that said that they read no states.
        stateless: Vec<usize>,
        /// What was said, if others are to be compared with it.
        log: Option<Box<CallLog>>,
    },
    /// It declares itself, and is compared with one that did so before.
    Repeat(Box<Repeating<'a>>),
    Bind {
        interface: &'a Interface,
        /// What is known of the parameters of its type.
        cached: Option<&'a CachedDeclaration>,
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
        let (default_inputs, stateless) = (Vec::new(), Vec::new());
        let (declaration, parameters) = (Box::default(), Positions::default());
        let pass = Pass::Declare { declaration, parameters, default_inputs, stateless, log: None };
        Self::new(object, arguments, surroundings, pass)
    }

    /// Keeps what is said, so that others may be compared with it.
    pub(crate) fn listen(&mut self) {
        if let Pass::Declare { log, .. } = &mut self.pass {
            *log = Some(Box::default());
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
        let (cached, parameters) = (None, 0);
        let pass = Pass::Bind { interface, cached, parameters, places, signals: 0, calculations: 0, bundles: 0 };
        Self::new(object, arguments, surroundings, pass)
    }

    /// The same, where a SimObject of the type may have asked for the same
    /// parameters before.
    #[must_use]
    pub fn after(mut self, earlier: Option<&'a CachedDeclaration>) -> Self {
        if let Pass::Bind { cached, .. } = &mut self.pass {
            *cached = earlier;
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
        let argument_positions = Positions::default();
        Self {
            creator,
            object,
            arguments,
            argument_positions,
            surroundings,
            pass,
            faults,
            messages,
            calls: 0,
            counts: Counts::default(),
            answer,
            own_sample_time,
        }
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
        let fault = Fault { subject, message: message.into(), advice: advice.into() };
        if self.faults.len() < MOST_FAULTS && self.faults.last() != Some(&fault) {
            self.faults.push(fault);
        }
    }

    pub(crate) fn mistake(&mut self, message: impl Into<String>) {
        self.fault(Subject::Declaration, message, TELL_THE_AUTHOR);
    }

    /// Notes that the contract has something which this version does not do yet.
    pub(crate) fn not_supported(&mut self, what: &str) {
        let version = env!("CARGO_PKG_VERSION");
        self.mistake(format!("it declares {what}, which Bowline {version} does not support"));
    }

    pub(crate) fn say(&mut self, mut message: Message) {
        if self.messages.len() == MOST_MESSAGES {
            message.text = format!("its constructor says more than {MOST_MESSAGES} messages; the others are dropped");
        }
        if self.messages.len() <= MOST_MESSAGES {
            self.messages.push(message);
        }
    }

    /// Counts a call; whether there were not too many yet.
    pub(crate) fn is_heard(&mut self) -> bool {
        self.calls += 1;
        if self.calls == MOST_CALLS + 1 {
            self.mistake(format!("its constructor declares more than {MOST_CALLS} things"));
        }
        self.calls <= MOST_CALLS
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
        if let Pass::Bind { interface, parameters, .. } = &self.pass
            && !interface
                .said
                .parameters
                .get(parameters.wrapping_sub(1))
                .is_some_and(|asked| *asked == AskedFor::new(&question))
        {
            self.not_repeated(&format!("the parameter `{}`", question.name));
        }
        if let Pass::Declare { declaration, parameters, .. } = &mut self.pass {
            declaration.interface.said.parameters.push(AskedFor::new(&question));
            if question.name == OWN_SAMPLE_TIME {
                self.mistake(format!(
                    "`{OWN_SAMPLE_TIME}` is no parameter to declare: scenarios give it to whatever runs on \
                     `Clock::model()`, and `sample_time` tells it"
                ));
            } else if parameters.of(&question.name, &declaration.parameters, |known| &known.name).is_some() {
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
        let given = self.given(&request.name);
        let (answer, wrong) = request.answer(given, self.surroundings);
        if let Some((subject, message)) = wrong {
            self.fault(subject, message, request.expected());
        }
        let there = answer.is_some();
        self.note_repeated(answer.as_deref());
        self.answer = answer.unwrap_or_default();
        there.then_some(&self.answer)
    }

    /// What the scenario gives as an attribute.
    pub(crate) fn given(&mut self, name: &str) -> Option<&'a str> {
        let position = self.argument_positions.of(name, self.arguments, |argument| argument.name);
        position.map(|position| self.arguments[position].value)
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

    /// The in-ports, and the resources that are asked, which were declared so far.
    fn in_ports(&self) -> Vec<u32> {
        match &self.pass {
            Pass::Declare { declaration, .. } => {
                (0..).zip(&declaration.interface.signals).filter(|(_, s)| s.role.is_fed()).map(|(i, _)| i).collect()
            }
            Pass::Bind { .. } | Pass::Repeat(_) => Vec::new(),
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

    pub(crate) fn not_repeated(&mut self, what: &str) {
        self.does_not_repeat(&format!("{what} was not declared so the first time"));
    }

    fn does_not_repeat(&mut self, why: &str) {
        self.mistake(format!(
            "the constructor does not repeat itself: {why} (does it depend on something else than its parameters?)"
        ));
    }

    /// Ends the pass; with what others can be compared, if it was kept and nothing is wrong.
    pub(crate) fn finish(mut self, constructed: bool) -> (Declared, Option<CachedDeclaration>) {
        let default_inputs = self.resolve_default_inputs();
        let in_ports = self.in_ports();
        let mut declaration = Declaration::default();
        let mut kept = None;
        match &mut self.pass {
            Pass::Declare { declaration: declared, stateless, log, .. } => {
                declaration = std::mem::take(declared);
                let mistakes = checks::numbers(&declaration, &default_inputs);
                declaration.parameters.extend(self.own_sample_time.map(sample_time::declaration));
                let open_ends = declaration.interface.open_ends(&declaration.numbers);
                kept = log.take().map(|log| (*log, open_ends.len()));
                declaration.numbers.extend(open_ends);
                declaration.interface.imply_in_ports(&in_ports);
                declaration.interface.imply_states(stateless);
                declaration.interface.index_names();
                declaration.interface.said.counts = self.counts;
                let of_branches = terminal::mistakes(&declaration.interface, &declaration.branch_numbers);
                let mistakes = mistakes.into_iter().chain(checks::mistakes(&declaration.interface)).chain(of_branches);
                mistakes.collect::<Vec<_>>().into_iter().for_each(|mistake| self.mistake(mistake));
            }
            Pass::Repeat(_) => {}
            Pass::Bind { interface, signals, calculations, parameters, .. } => {
                let is_less = *signals < interface.signals.len()
                    || *calculations < interface.calculations.len()
                    || *parameters < interface.said.parameters.len();
                let difference = self.counts.difference(&interface.said.counts);
                if is_less {
                    self.does_not_repeat("something that was declared the first time is missing");
                } else if let Some(CountDifference { what, now, before }) = difference {
                    self.does_not_repeat(&format!("it declared {before} {what} the first time, and now {now}"));
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
        let cached = kept.and_then(|(log, open_ends)| {
            CachedDeclaration::new(&declaration, log, &default_inputs, open_ends, asks_sample_time)
        });
        (Declared { declaration, faults: self.faults, messages: self.messages }, cached)
    }

    fn resolve_default_inputs(&mut self) -> Vec<(u32, Text)> {
        let Pass::Declare { default_inputs, .. } = &mut self.pass else { return Vec::new() };
        let default_inputs = std::mem::take(default_inputs);
        for (signal, parameter) in &default_inputs {
            self.resolve_default_input(*signal, parameter.clone());
        }
        default_inputs
    }

    fn resolve_default_input(&mut self, signal: u32, parameter: Text) {
        let Pass::Declare { declaration, parameters, .. } = &mut self.pass else { return };
        let position = parameters.of(&parameter, &declaration.parameters, |known| &known.name);
        let Some(declared) = position.map(|position| &declaration.parameters[position]) else {
            self.mistake(format!("the default input names a parameter `{parameter}`, which is not declared"));
            return;
        };
        // An optional parameter that is not given leaves the port to be connected.
        if !(declared.numbers.is_empty() && declared.requirement == Requirement::Optional) {
            let numbers = declared.numbers.clone();
            self.number(signal, Meaning::DefaultInput(Some(parameter)), &numbers);
        }
    }
}
