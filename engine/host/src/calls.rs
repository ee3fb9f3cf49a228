//! The host's end of the ABI: what a constructor calls. Nothing that
//! arrives here is trusted but its pointers; what is wrong becomes a fault.

use simobject::abi;
use simobject::{Crossing, Level};

use crate::bundle_calls::bundle;
use crate::call_log::{Asked, Said};
use crate::number_calls::number;
use crate::parameter_request::ParameterRequest;
use crate::reader::{Reader, session};
use crate::resource::resource;
use crate::session::Registered;
use crate::sized::write_value;
use crate::terminal::{branch, terminal};
use crate::{Calculation, Kernel, Message, NextTimeEvent, Pattern, Role, Subject};

/// What every creator points to.
pub(crate) static CALLS: abi::CreatorCalls = abi::CreatorCalls {
    size: abi::size::<abi::CreatorCalls>(),
    reserved: 0,
    object_name,
    parameter,
    signal,
    number,
    calculation,
    time_events,
    pattern,
    look,
    resource,
    fault,
    log,
    sample_time,
    bundle,
    terminal,
    branch,
    rate_gain,
    random_key,
};

/// What a calculation may say of itself.
const CALCULATION_FLAGS: u32 = abi::CALCULATION_READS_NAMED
    | abi::CALCULATION_READS_NO_STATES
    | abi::CALCULATION_ONLY_AT_START
    | abi::CALCULATION_COUNTS_TICKS;

unsafe extern "C" fn object_name(creator: *mut abi::Creator) -> abi::Text {
    // SAFETY: libraries pass the creator that they were given (here and below).
    abi::Text::of(unsafe { session(creator) }.object())
}

unsafe extern "C" fn parameter(creator: *mut abi::Creator, passed: *const abi::Parameter, value: *mut abi::Value) {
    // SAFETY: libraries pass the creator that they were given, and structs,
    // texts and rows that are there.
    unsafe {
        let mut reader = Reader::new(creator);
        let parameter = reader.structure(passed, "parameter");
        let again = parameter.and_then(|parameter| reader.session.repeat_parameter(&parameter));
        let answer = match again {
            Some(asked) => reader.session.ask_again(asked),
            None => {
                let question = parameter.and_then(|parameter| {
                    let question = reader.question(&parameter)?;
                    if let Some(log) = reader.session.call_log() {
                        log.parameters.push(Asked::new(&parameter, &question));
                    }
                    Some(question)
                });
                question.and_then(|question| reader.session.ask(question))
            }
        };
        let answer = answer.map_or(abi::Value::NOTHING, |answer| abi::Value {
            given: 1,
            numbers: answer.numbers.as_ptr(),
            count: answer.numbers.len(),
            columns: answer.columns,
            whole: answer.whole,
            text: abi::Text::of(answer.text.as_deref().unwrap_or_default()),
            path: abi::Text::of(&answer.path),
            ..abi::Value::NOTHING
        });
        if let Err(fault) = write_value(answer, value) {
            reader.session.mistake(format!("the value of a parameter cannot be written: {fault}"));
        }
    }
}

impl Reader<'_> {
    /// # Safety
    /// The rows and texts must be there.
    unsafe fn question<'q>(&mut self, parameter: &abi::Parameter) -> Option<ParameterRequest<'q>> {
        // SAFETY: the caller's promise.
        let (name, unit, doc, options, numbers, text) = unsafe {
            let name = self.text(parameter.name, "the name of a parameter");
            let unit = self.text(parameter.unit, "the unit of a parameter");
            let doc = self.described(parameter.doc, "the description of a parameter");
            let options = self.row(parameter.options, parameter.option_count, "the options of a parameter");
            let options: Vec<String> = options.iter().map(|o| self.text(*o, "an option").into_owned()).collect();
            let text = self.text(parameter.default_text, "the default of a parameter");
            let numbers = self.row(parameter.default_numbers, parameter.default_count, "the default numbers");
            (name, unit, doc, options, numbers, text)
        };
        let question = ParameterRequest::kind(parameter, options).and_then(|kind| {
            let otherwise = ParameterRequest::otherwise(parameter, &kind, numbers, &text)?;
            let name = name.clone();
            ParameterRequest::flags(parameter)?;
            let (range, gravity) = (crate::range::Range::of(parameter), ParameterRequest::gravity(parameter)?);
            let request = ParameterRequest { name, unit, doc, kind, range, otherwise, gravity };
            // What is bound was declared, so that it is sound.
            if self.session.is_declaring() {
                crate::parameter_checks::check(&request, parameter)?;
            }
            Ok(request)
        });
        if name.trim().is_empty() {
            self.session.mistake("a parameter has no name");
            return None;
        }
        question.map_err(|fault| self.session.mistake(format!("parameter `{name}` {fault}"))).ok()
    }
}

unsafe extern "C" fn signal(creator: *mut abi::Creator, passed: *const abi::Signal) -> abi::Place {
    // SAFETY: as in `parameter`.
    unsafe {
        let mut reader = Reader::new(creator);
        let index = reader.session.signal_count() as u32;
        let nowhere = crate::Place::out_of_bounds(index);
        let nowhere = abi::Place { index, first: nowhere.first, count: nowhere.count, reserved: 0 };
        let Some(signal) = reader.structure(passed, "signal") else { return nowhere };
        if let Some(place) = reader.session.repeat_signal(&signal) {
            return abi::Place { index, first: place.first, count: place.count, reserved: 0 };
        }
        reader.keep(|| Said::signal(&signal));
        let name = reader.text(signal.name, "the name of a signal");
        let unit = reader.described(signal.unit, "the unit of a signal");
        let doc = reader.described(signal.doc, "the description of a signal");
        let role = match signal.role {
            abi::ROLE_IN_PORT => Role::In,
            abi::ROLE_SUM_PORT => Role::Sum,
            abi::ROLE_OUT_PORT => Role::Out,
            abi::ROLE_OUT_PORT_OF_STATE if reader.is_signal(signal.state, format_args!("`{name}`")) => {
                Role::OutOfState(signal.state)
            }
            abi::ROLE_OUT_PORT_OF_STATE => return nowhere,
            abi::ROLE_STATE => Role::State,
            abi::ROLE_PRIVATE => Role::Private,
            abi::ROLE_DISCRETE_STATE => Role::DiscreteState,
            abi::ROLE_MEMORY => Role::Memory,
            abi::ROLE_INDICATOR => match signal.crossing {
                abi::CROSSING_FALLING => Role::Indicator(Crossing::Falling),
                abi::CROSSING_RISING => Role::Indicator(Crossing::Rising),
                abi::CROSSING_EITHER => Role::Indicator(Crossing::Either),
                other => {
                    reader.session.mistake(format!("the indicator `{name}` has an unknown crossing ({other})"));
                    return nowhere;
                }
            },
            abi::ROLE_UNKNOWN => Role::Unknown,
            abi::ROLE_RESIDUAL if reader.is_signal(signal.state, format_args!("`{name}`")) => {
                Role::Residual(signal.state)
            }
            abi::ROLE_RESIDUAL => return nowhere,
            other => {
                reader.session.mistake(format!("`{name}` is of an unknown role ({other})"));
                return nowhere;
            }
        };
        reader.signal_reserves(&signal, &name);
        let says = [
            (signal.crossing != 0 && !role.is_indicator(), "a crossing"),
            (signal.state != 0 && !matches!(role, Role::OutOfState(_) | Role::Residual(_)), "a state that it shows"),
        ];
        reader.unused(format_args!("`{name}`"), &says);
        if signal.kind != 0 {
            reader.session.mistake(format!("`{name}` is of an unknown kind ({})", signal.kind));
        }
        let place = match signal.bundle.checked_sub(1) {
            None => reader.session.signal([name, unit, doc], signal.width, role),
            Some(bundle) => match reader.member(bundle, &name, signal.width, role) {
                Some(place) => place,
                None => return nowhere,
            },
        };
        if signal.ring != 0 {
            reader.session.ring(index, signal.ring);
        }
        abi::Place { index, first: place.first, count: place.count, reserved: 0 }
    }
}

impl Reader<'_> {
    /// Notes what is said of a signal that is reserved.
    fn signal_reserves(&mut self, signal: &abi::Signal, name: &str) {
        let reserved = [
            (signal.flags != 0, "is optional"),
            (signal.element_name_count != 0, "names its elements"),
            (signal.terminal != 0 || signal.part != 0, "belongs to a terminal"),
        ];
        for (_, what) in reserved.into_iter().filter(|(is_said, _)| *is_said) {
            self.session.not_supported(&format!("that `{name}` {what}"));
        }
    }
}

unsafe extern "C" fn calculation(creator: *mut abi::Creator, passed: *const abi::Calculation) {
    // SAFETY: as in `parameter`.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(calculation) = reader.structure(passed, "calculation") else { return };
        if reader.session.repeat_calculation(&calculation).is_some() {
            return;
        }
        let passed = calculation;
        let name = reader.text(calculation.name, "the name of a calculation");
        let Some(purpose) = reader.purpose(&calculation, &name) else { return };
        let Some(calculate) = calculation.calculate else {
            reader.session.mistake(format!("the calculation `{name}` has no function"));
            return;
        };
        if calculation.loop_count != 0 {
            reader.session.not_supported(&format!("another loop of the calculation `{name}`"));
        }
        reader.unused(format_args!("the calculation `{name}`"), &unused_by(&calculation, purpose));
        let flags = calculation.flags;
        if flags & !CALCULATION_FLAGS != 0 {
            reader.session.mistake(format!("the calculation `{name}` has unknown flags ({flags:#x})"));
        }
        let has = |flag| flags & flag != 0;
        if has(abi::CALCULATION_COUNTS_TICKS) && !matches!(purpose, crate::Purpose::Update(_)) {
            reader.session.mistake(format!("the calculation `{name}` counts ticks, but is no update"));
        }
        let calculation = Calculation {
            purpose,
            reads: reader.signals(
                calculation.reads,
                calculation.read_count,
                format_args!("the calculation `{name}`"),
                "reads",
            ),
            reads_all: !has(abi::CALCULATION_READS_NAMED),
            previous: reader.signals(
                calculation.previous,
                calculation.previous_count,
                format_args!("the calculation `{name}`"),
                "reads previous values of",
            ),
            gives: reader.signals(
                calculation.gives,
                calculation.give_count,
                format_args!("the calculation `{name}`"),
                "gives",
            ),
            kernel: Kernel::new(calculate, calculation.tag),
            only_at_start: has(abi::CALCULATION_ONLY_AT_START),
            counts_ticks: has(abi::CALCULATION_COUNTS_TICKS),
            name: name.into_owned().into(),
        };
        if matches!(purpose, crate::Purpose::Common(_)) {
            reader.session.check_residuals(&calculation, passed.purpose == abi::PURPOSE_RESIDUAL);
        }
        reader.keep(|| Said::calculation(&passed, purpose));
        let reads_nothing = has(abi::CALCULATION_READS_NAMED) && passed.read_count == 0;
        let reads_no_states = reads_nothing || has(abi::CALCULATION_READS_NO_STATES);
        reader.session.calculation(Registered { calculation, reads_no_states });
    }
}

/// What a calculation of that purpose has no use for.
fn unused_by(of: &abi::Calculation, purpose: crate::Purpose) -> [(bool, &'static str); 5] {
    use crate::Purpose::{Common, Derivatives, Handler, Initial, Update};
    let is_every = of.rate == abi::RATE_EVERY;
    [
        (!matches!(purpose, Common(_) | Update(_)) && of.rate != abi::RATE_CONTINUOUS, "a rate"),
        (!is_every && (of.period != 0.0 || of.offset != 0.0), "a period or an offset"),
        (!matches!(purpose, Handler(_)) && of.indicator != 0, "an indicator"),
        (purpose != Initial && of.flags & abi::CALCULATION_ONLY_AT_START != 0, "`CALCULATION_ONLY_AT_START`"),
        (purpose == Derivatives && of.give_count != 0, "something that it gives beside all derivatives"),
    ]
}

unsafe extern "C" fn time_events(creator: *mut abi::Creator, passed: *const abi::TimeEvents) {
    // SAFETY: as in `parameter`.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(events) = reader.structure(passed, "time event") else { return };
        if reader.session.repeat_time_events(&events).is_some() {
            return;
        }
        reader.session.counts.times += 1;
        reader.keep(|| Said::time_events(&events));
        match events.next {
            Some(next) => {
                let next = NextTimeEvent::new(next, events.tag);
                match events.kind {
                    abi::TIMES_EVENT => reader.session.time_events(next),
                    abi::TIMES_STOP => reader.session.stops(next),
                    other => reader.session.mistake(format!("times of an unknown kind ({other}) are announced")),
                }
            }
            None => reader.session.mistake("a null pointer announces time events"),
        }
    }
}

unsafe extern "C" fn pattern(creator: *mut abi::Creator, passed: *const abi::Pattern) {
    // SAFETY: as in `parameter`.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(pattern) = reader.structure(passed, "pattern") else { return };
        if reader.session.repeat_pattern(&pattern).is_some() {
            return;
        }
        reader.session.counts.patterns += 1;
        let passed = pattern;
        if !reader.is_signal(pattern.rows, format_args!("a pattern"))
            || !reader.is_signal(pattern.columns, format_args!("a pattern"))
        {
            return;
        }
        let says = [
            (pattern.kind != abi::PATTERN_BAND && (pattern.below != 0 || pattern.above != 0), "a band"),
            (pattern.kind != abi::PATTERN_ELEMENTS && pattern.element_count != 0, "elements"),
        ];
        reader.unused(format_args!("a pattern"), &says);
        let elements = match pattern.kind {
            abi::PATTERN_BAND => Pattern::Band { below: pattern.below, above: pattern.above },
            abi::PATTERN_ELEMENTS => {
                let count = pattern.element_count.saturating_mul(2);
                let numbers = reader.row(pattern.elements, count, "the numbers of a pattern");
                Pattern::Elements(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
            }
            other => {
                reader.session.mistake(format!("a pattern is of an unknown kind ({other})"));
                return;
            }
        };
        reader.keep(|| Said::pattern(&passed));
        reader.session.pattern(pattern.rows, pattern.columns, elements);
    }
}

unsafe extern "C" fn look(creator: *mut abi::Creator, passed: *const abi::Look) {
    // SAFETY: as in `parameter`.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(look) = reader.structure(passed, "look") else { return };
        if reader.session.repeat_look(&look).is_some() {
            return;
        }
        reader.session.counts.looks += 1;
        let passed = look;
        if let Some(look) = reader.look(&look) {
            reader.keep(|| Said::look(&passed));
            reader.session.look(look);
        }
    }
}

unsafe extern "C" fn fault(creator: *mut abi::Creator, passed: *const abi::Fault) {
    // SAFETY: as in `parameter`.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(fault) = reader.structure(passed, "fault") else { return };
        let message = reader.text(fault.message, "a message").into_owned();
        let message = if message.trim().is_empty() { "reports a fault without saying what".into() } else { message };
        let session = &mut *reader.session;
        match fault.kind {
            abi::FAULT_WRONG_PARAMETER => {
                let parameter = reader.text(fault.parameter, "the name of a parameter");
                let message = format!("parameter `{parameter}`: {message}");
                reader.session.fault(Subject::CrossCheck(parameter.into_owned().into()), message, "");
            }
            abi::FAULT_NOT_CONSTRUCTED => session.fault(Subject::Construction, message, ""),
            abi::FAULT_EXCEPTION => {
                let message = format!("the constructor {message}");
                session.fault(Subject::Construction, message, crate::session::TELL_THE_AUTHOR);
            }
            _ => session.mistake(message),
        }
    }
}

unsafe extern "C" fn log(creator: *mut abi::Creator, level: u32, message: abi::Text) {
    // SAFETY: as in `parameter`.
    unsafe {
        let mut reader = Reader::new(creator);
        let text = reader.text(message, "a message").into_owned();
        reader.session.say(Message { level: Level::of(level), object: 0, asked: None, text });
    }
}

unsafe extern "C" fn sample_time(creator: *mut abi::Creator) -> f64 {
    // SAFETY: as in `object_name`.
    unsafe { session(creator) }.sample_time()
}

unsafe extern "C" fn rate_gain(creator: *mut abi::Creator, _: *const abi::RateGain) {
    // SAFETY: as in `object_name`.
    unsafe { session(creator) }.not_supported("an output that follows the rate of an input");
}

unsafe extern "C" fn random_key(creator: *mut abi::Creator, _: u64) -> u64 {
    // SAFETY: as in `object_name`.
    unsafe { session(creator) }.not_supported("a key of random numbers");
    0
}
