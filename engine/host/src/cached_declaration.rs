//! SimObjects that declare what one of their type declared before them: each
//! call of their constructors is compared with the one that it repeats, in
//! place, and what follows from it is not found out once more.

use simobject::{Look, abi};

use crate::call_log::{Asked, CallLog, Said};
use crate::parameter_value::ParameterValue;
use crate::positions::Positions;
use crate::session::{Pass, Session};
use crate::{Declaration, Meaning, Message, Number, Place, Requirement, Text, terminal};

/// What a sound SimObject declared, for those of its type that come after it.
#[derive(Debug)]
pub struct CachedDeclaration {
    declaration: Declaration,
    log: CallLog,
    /// In-ports that fall back to parameters, with these by their positions.
    default_inputs: Vec<(u32, usize)>,
    /// Whether an in-port falls back to each parameter.
    is_default_input: Vec<bool>,
    /// How many of the numbers, the last of them, belong to open ends.
    open_ends: usize,
    /// Whether it asked for the scenario's clock.
    asks_sample_time: bool,
}

/// What a SimObject declared that declared itself as the cached one did: what
/// depends on its parameters, where that differs.
#[derive(Debug, Default)]
pub struct Repetition {
    /// Numbers given by handle.
    pub numbers: Option<Vec<Number>>,
    /// What it looks like in 3D.
    pub looks: Option<Vec<Look>>,
    /// The numbers of all branches.
    pub branch_numbers: Option<Vec<Vec<f64>>>,
    /// What the constructor said.
    pub messages: Vec<Message>,
}

impl CachedDeclaration {
    /// `None` if something was declared that is not compared.
    pub(crate) fn new(
        declaration: &Declaration,
        log: CallLog,
        default_inputs: &[(u32, Text)],
        open_ends: usize,
        asks_sample_time: bool,
    ) -> Option<Self> {
        let mut positions = Positions::default();
        let mut position = |name: &Text| positions.of(name, &log.parameters, |asked| &asked.request.name);
        let default_inputs = default_inputs.iter().map(|(signal, name)| Some((*signal, position(name)?)));
        let default_inputs = default_inputs.collect::<Option<Vec<_>>>().filter(|_| !log.is_partial)?;
        let mut is_default_input = vec![false; log.parameters.len()];
        default_inputs.iter().for_each(|(_, position)| is_default_input[*position] = true);
        Some(Self {
            declaration: declaration.clone(),
            log,
            default_inputs,
            is_default_input,
            open_ends,
            asks_sample_time,
        })
    }

    /// What it declared.
    pub fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    pub(crate) fn parameter(&self, position: usize) -> Option<&Asked> {
        self.log.parameters.get(position)
    }

    fn is_default_input(&self, parameter: usize) -> bool {
        self.is_default_input[parameter]
    }
}

/// How far a constructor has repeated the cached one.
pub(crate) struct Repeating<'a> {
    pub(crate) cached: &'a CachedDeclaration,
    calls: usize,
    pub(crate) parameters: usize,
    signals: usize,
    bundles: usize,
    terminals: usize,
    branches: usize,
    looked: usize,
    /// How many numbers are those of the cached declaration; all, unless there are others.
    numbered: usize,
    numbers: Option<Vec<Number>>,
    looks: Option<Vec<Look>>,
    branch_numbers: Option<Vec<Vec<f64>>>,
    /// Values of parameters that in-ports fall back to, by their positions.
    values: Vec<(usize, Vec<f64>)>,
    /// It said something else.
    pub(crate) has_departed: bool,
}

impl<'a> Repeating<'a> {
    pub(crate) fn new(cached: &'a CachedDeclaration) -> Self {
        Self {
            cached,
            calls: 0,
            parameters: 0,
            signals: 0,
            bundles: 0,
            terminals: 0,
            branches: 0,
            looked: 0,
            numbered: 0,
            numbers: None,
            looks: None,
            branch_numbers: None,
            values: Vec::new(),
            has_departed: false,
        }
    }

    pub(crate) fn signals(&self) -> &'a [crate::Signal] {
        let signals = &self.cached.declaration.interface.signals;
        &signals[..self.signals.min(signals.len())]
    }

    pub(crate) fn look_count(&self) -> usize {
        self.looked
    }

    /// The next call, if it is the same one.
    fn next(&mut self, is_same: impl FnOnce(&Said) -> bool) -> bool {
        let is_same = !self.has_departed && self.cached.log.calls.get(self.calls).is_some_and(is_same);
        self.calls += 1;
        self.has_departed |= !is_same;
        is_same
    }

    /// Keeps a look that differs.
    pub(crate) fn keep_look(&mut self, look: Look) {
        let earlier = &self.cached.declaration.looks[..self.looked];
        self.looks.get_or_insert_with(|| earlier.to_vec()).push(look);
        self.looked += 1;
    }

    /// Takes the numbers of the next branch.
    fn branch(&mut self, numbers: &[f64]) {
        let declaration = &self.cached.declaration;
        let (Some(branch), Some(known)) =
            (declaration.interface.branches.get(self.branches), declaration.branch_numbers.get(self.branches))
        else {
            self.has_departed = true;
            return;
        };
        let is_same = known.iter().map(|number| number.to_bits()).eq(numbers.iter().map(|number| number.to_bits()));
        self.has_departed |= !is_same && terminal::mistake_of_numbers(branch, numbers).is_some();
        let earlier = &declaration.branch_numbers[..self.branches];
        self.branches += 1;
        if !is_same || self.branch_numbers.is_some() {
            self.branch_numbers.get_or_insert_with(|| earlier.to_vec()).push(numbers.to_vec());
        }
    }

    /// Takes the numbers of a signal, of which the cached declaration had some.
    fn number(&mut self, signal: u32, meaning: &Meaning, values: &[f64]) {
        let earlier = &self.cached.declaration.numbers;
        let width = self.cached.declaration.interface.signals[signal as usize].width as usize;
        let (first, is_one) = (values.first().copied(), values.len() == 1);
        if values.len() != width && !is_one {
            self.has_departed = true;
            return;
        }
        let all = values.iter().copied().chain(first.into_iter().cycle()).take(width);
        if self.numbers.is_none() {
            let is_same = earlier.get(self.numbered).is_some_and(|known| {
                let same_values =
                    known.values.iter().zip(all.clone()).all(|(one, other)| one.to_bits() == other.to_bits());
                known.signal == signal && known.meaning == *meaning && same_values
            });
            if is_same {
                self.numbered += 1;
                return;
            }
        }
        let is_sound = values.iter().all(|value| value.is_finite() && (*meaning != Meaning::Nominal || *value > 0.0));
        self.has_departed |= !is_sound;
        let numbers = self.numbers.get_or_insert_with(|| earlier[..self.numbered].to_vec());
        numbers.push(Number { signal, meaning: meaning.clone(), values: all.collect() });
    }

    /// Takes what the cached declaration said of a port that should be in step: it has no numbers.
    fn in_step(&mut self, signal: u32) {
        let earlier = &self.cached.declaration.numbers;
        let is_it = |known: &&Number| {
            known.signal == signal && matches!(known.meaning, Meaning::InStep(_) | Meaning::NoFiner(_))
        };
        match &mut self.numbers {
            None if earlier.get(self.numbered).as_ref().is_some_and(is_it) => self.numbered += 1,
            numbers => {
                let numbers = numbers.get_or_insert_with(|| earlier[..self.numbered].to_vec());
                numbers.extend(earlier.iter().find(is_it).cloned());
            }
        }
    }

    /// Numbers that parameters give, and those of open ends.
    fn finish_numbers(&mut self) {
        let cached = self.cached;
        let values = std::mem::take(&mut self.values);
        for (signal, parameter) in &cached.default_inputs {
            let declared = &cached.declaration.parameters[*parameter];
            // They were requested in their order.
            let Ok(at) = values.binary_search_by_key(parameter, |(position, _)| *position) else { continue };
            let value = &values[at].1;
            // As where it is declared: one that may be left out, and is, gives none.
            if !(value.is_empty() && declared.requirement == Requirement::Optional) {
                self.number(*signal, &Meaning::DefaultInput(Some(declared.name.clone())), value);
            }
        }
        let earlier = &cached.declaration.numbers;
        match &mut self.numbers {
            None if self.numbered + cached.open_ends == earlier.len() => {}
            numbers => {
                let numbers = numbers.get_or_insert_with(|| earlier[..self.numbered].to_vec());
                numbers.extend(cached.declaration.interface.open_ends(numbers));
            }
        }
    }
}

impl<'a> Session<'a> {
    /// The pass in which a SimObject declares itself as the cached one did.
    pub(crate) fn repeating(
        object: &'a str,
        arguments: &'a [crate::Argument<'a>],
        surroundings: &'a dyn crate::Surroundings,
        cached: &'a CachedDeclaration,
    ) -> Self {
        Self::new(object, arguments, surroundings, Pass::Repeat(Box::new(Repeating::new(cached))))
    }

    /// How far the cached declaration has been repeated, in the pass that repeats one.
    pub(crate) fn repeated(&mut self) -> Option<&mut Repeating<'a>> {
        if let Pass::Repeat(repeating) = &mut self.pass { Some(repeating) } else { None }
    }

    /// What was said, in the pass that keeps it for others.
    pub(crate) fn call_log(&mut self) -> Option<&mut CallLog> {
        if let Pass::Declare { log, .. } = &mut self.pass { log.as_deref_mut() } else { None }
    }

    /// Something is declared that is not compared.
    pub(crate) fn cannot_be_repeated(&mut self) {
        if let Some(log) = self.call_log() {
            log.is_partial = true;
        }
        if let Some(repeating) = self.repeated() {
            repeating.has_departed = true;
        }
    }

    /// Whether this pass repeats a cached declaration, and so need not hear what is the same:
    /// then the call that comes is compared with that of the cached declaration.
    ///
    /// # Safety
    /// Texts and rows must be there (here and below).
    pub(crate) unsafe fn repeat_signal(&mut self, passed: &abi::Signal) -> Option<Place> {
        let repeating = self.repeated()?;
        // SAFETY: the caller's promise.
        repeating.next(|said| unsafe { said.is_signal(passed) });
        let place = Place::at(repeating.signals as u32);
        repeating.signals += 1;
        Some(place)
    }

    pub(crate) unsafe fn repeat_bundle(&mut self, passed: &abi::Bundle) -> Option<u32> {
        let repeating = self.repeated()?;
        // SAFETY: the caller's promise.
        repeating.next(|said| unsafe { said.is_bundle(passed) });
        repeating.bundles += 1;
        Some(repeating.bundles as u32 - 1)
    }

    pub(crate) unsafe fn repeat_terminal(&mut self, passed: &abi::Terminal) -> Option<u32> {
        let repeating = self.repeated()?;
        // SAFETY: the caller's promise.
        repeating.next(|said| unsafe { said.is_terminal(passed) });
        repeating.terminals += 1;
        Some(repeating.terminals as u32 - 1)
    }

    pub(crate) unsafe fn repeat_branch(&mut self, passed: &abi::Branch) -> Option<()> {
        let repeating = self.repeated()?;
        // SAFETY: the caller's promise.
        if !repeating.next(|said| unsafe { said.is_branch(passed) }) {
            return Some(());
        }
        if passed.number_count > 0 && (passed.numbers.is_null() || !passed.numbers.is_aligned()) {
            repeating.has_departed = true;
            return Some(());
        }
        // SAFETY: the caller's promise; there are as many as before.
        repeating.branch(unsafe { abi::row(passed.numbers, passed.number_count) });
        Some(())
    }

    pub(crate) unsafe fn repeat_calculation(&mut self, passed: &abi::Calculation) -> Option<()> {
        self.repeated()?;
        let is_on_scenarios_clock = passed.rate == abi::RATE_SAMPLE_TIME;
        let clock = is_on_scenarios_clock.then(|| self.clock());
        let repeating = self.repeated()?;
        repeating.next(|said| {
            // SAFETY: the caller's promise.
            let purpose = unsafe { said.purpose(passed) };
            purpose.is_some_and(|purpose| clock.is_none() || purpose.clock() == clock)
        });
        Some(())
    }

    pub(crate) unsafe fn repeat_number(&mut self, passed: &abi::Number) -> Option<()> {
        let repeating = self.repeated()?;
        // SAFETY: the caller's promise.
        if !repeating.next(|said| unsafe { said.is_number(passed) }) {
            return Some(());
        }
        let meaning = match passed.meaning {
            abi::MEANING_NOMINAL => Meaning::Nominal,
            abi::MEANING_DEFAULT_INPUT => Meaning::DefaultInput(None),
            abi::MEANING_INITIAL_VALUE => Meaning::InitialValue,
            abi::MEANING_GUESS => Meaning::Guess,
            abi::MEANING_LOWER => Meaning::Lower,
            abi::MEANING_UPPER => Meaning::Upper,
            abi::MEANING_IN_STEP | abi::MEANING_NO_FINER => {
                repeating.in_step(passed.signal);
                return Some(());
            }
            // Those of parameters come when all of these are known.
            _ => return Some(()),
        };
        if passed.values.is_null() || !passed.values.is_aligned() || passed.count > crate::reader::MOST_ELEMENTS {
            repeating.has_departed = true;
            return Some(());
        }
        // SAFETY: the caller's promise.
        repeating.number(passed.signal, &meaning, unsafe { abi::row(passed.values, passed.count) });
        Some(())
    }

    pub(crate) fn repeat_time_events(&mut self, passed: &abi::TimeEvents) -> Option<()> {
        self.repeated()?.next(|said| said.is_time_events(passed));
        Some(())
    }

    pub(crate) unsafe fn repeat_pattern(&mut self, passed: &abi::Pattern) -> Option<()> {
        // SAFETY: the caller's promise.
        self.repeated()?.next(|said| unsafe { said.is_pattern(passed) });
        Some(())
    }

    /// `None` also for a look that differs, which is to be read then.
    pub(crate) unsafe fn repeat_look(&mut self, passed: &abi::Look) -> Option<()> {
        let repeating = self.repeated()?;
        let mut is_same = false;
        let is_look = repeating.next(|said| {
            // SAFETY: the caller's promise.
            is_same = unsafe { said.is_look(passed) };
            matches!(said, Said::Look { .. })
        });
        if !is_look {
            return Some(());
        }
        if !is_same {
            return None;
        }
        match &mut repeating.looks {
            None => repeating.looked += 1,
            Some(_) => repeating.keep_look(repeating.cached.declaration.looks[repeating.looked].clone()),
        }
        Some(())
    }

    /// The parameter that is asked for, if it is that of the cached declaration.
    pub(crate) unsafe fn repeat_parameter(&mut self, passed: &abi::Parameter) -> Option<&'a Asked> {
        // Of its description the pass that binds has no use.
        let is_declaring = self.is_declaring();
        let (cached, position) = match &mut self.pass {
            Pass::Repeat(repeating) => (repeating.cached, &mut repeating.parameters),
            Pass::Bind { cached: None, parameters, .. } => {
                *parameters += 1;
                return None;
            }
            Pass::Bind { cached: Some(cached), parameters, .. } => (*cached, parameters),
            Pass::Declare { .. } => return None,
        };
        let asked = cached.parameter(*position);
        *position += 1;
        // SAFETY: the caller's promise.
        let again =
            asked.filter(|asked| unsafe { asked.is_again(passed) && (!is_declaring || asked.is_described(passed)) });
        if let (None, Pass::Repeat(repeating)) = (again, &mut self.pass) {
            repeating.has_departed = true;
        }
        again
    }

    /// Keeps of a parameter's value what the declaration is made of.
    pub(crate) fn note_repeated(&mut self, value: Option<&ParameterValue>) {
        let Pass::Repeat(repeating) = &mut self.pass else { return };
        let position = repeating.parameters - 1;
        let Some(declared) = repeating.cached.declaration.parameters.get(position) else { return };
        let numbers = value.map_or(&[][..], |value| &value.numbers);
        // What pulls where is told by the cached declaration's numbers.
        repeating.has_departed |= declared.gravity.is_some() && declared.numbers != numbers;
        if repeating.cached.is_default_input(position) {
            repeating.values.push((position, numbers.to_vec()));
        }
    }

    /// Ends the pass: `None` if the cached declaration was not repeated to its end, or
    /// something is wrong.
    pub(crate) fn finish_repetition(mut self, constructed: bool) -> Option<Repetition> {
        let asks_sample_time = self.own_sample_time.is_some();
        let Pass::Repeat(mut repeating) = self.pass else { return None };
        let CachedDeclaration { log, .. } = repeating.cached;
        let is_whole = repeating.calls == log.calls.len()
            && repeating.parameters == log.parameters.len()
            && asks_sample_time == repeating.cached.asks_sample_time;
        if !constructed || !is_whole || repeating.has_departed || !self.faults.is_empty() {
            return None;
        }
        repeating.finish_numbers();
        if repeating.has_departed {
            return None;
        }
        let Repeating { numbers, looks, branch_numbers, .. } = *repeating;
        Some(Repetition { numbers, looks, branch_numbers, messages: std::mem::take(&mut self.messages) })
    }
}
