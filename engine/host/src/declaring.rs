//! What a constructor declares, call by call: noted in the pass that declares,
//! compared in the one that binds.

use std::borrow::Cow;
use std::sync::Arc;

use simobject::{Datum, Look};

use crate::session::{MOST_WIDTH, Pass, Registered, Session};
use crate::{
    Bundle, BundleKind, Calculation, Meaning, NextTimeEvent, Number, Pattern, Place, PortKind, Purpose, Role,
    SidedMode, Signal, StatePattern, Subject, Text,
};

impl Session<'_> {
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
        bundle: u32,
        position: Option<usize>,
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
                // An out-port that is a state counts as it does.
                let shown_datum = shown.and_then(|state| state.datum);
                let kept = |text: Cow<'_, str>| Text::from(text.into_owned());
                let (unit, doc) =
                    shown.map_or_else(|| (kept(unit), kept(doc)), |state| (state.unit.clone(), state.doc.clone()));
                signals.push(Signal {
                    name: kept(name),
                    unit,
                    doc,
                    width,
                    role,
                    kind: PortKind::Signal,
                    bundle: None,
                    datum: shown_datum,
                    mode: None,
                    rate_of: None,
                    ring: 0,
                });
                if let Some(message) = too_wide {
                    self.fault(Subject::Construction, message, "give a smaller width");
                }
                place
            }
            Pass::Repeat(repeating) => {
                repeating.has_departed = true;
                Place::out_of_bounds(0)
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
                        Place::out_of_bounds(u32::try_from(index).unwrap_or(0))
                    }
                }
            }
        }
    }

    /// A memory is a ring, with entries of such a width.
    pub(crate) fn ring(&mut self, signal: u32, width: u32) {
        let Some(declaration) = self.declaration() else { return };
        let Some(of) = declaration.interface.signals.get_mut(signal as usize) else { return };
        of.ring = width;
        if of.role != Role::Memory || !of.width.is_multiple_of(width) {
            let message =
                format!("`{}` is a ring with entries of {width} numbers, but no memory of such entries", of.name);
            self.mistake(message);
        }
    }

    /// From where the numbers of a signal are counted, and of the out-ports that show it.
    pub(crate) fn datum(&mut self, signal: u32, datum: Datum) {
        if let Some(declaration) = self.declaration() {
            let signals = &mut declaration.interface.signals;
            let known = signals[signal as usize].datum.replace(datum);
            if let Some(known) = known.filter(|known| *known != datum) {
                let name = &signals[signal as usize].name;
                let message = format!("`{name}` is declared {known:?} and {datum:?}: a signal has one datum");
                return self.mistake(message);
            }
            let shows = |shown: &&mut Signal| shown.role == Role::OutOfState(signal);
            signals.iter_mut().filter(shows).for_each(|shown| shown.datum = Some(datum));
        }
    }

    /// An in-port reads the rate of another one.
    pub(crate) fn rate(&mut self, rate: u32, of: u32) {
        if let Some(declaration) = self.declaration() {
            let signals = &mut declaration.interface.signals;
            // A rate may have a rate, but not its own integral.
            let is_read = |signal: &&Signal| signal.role == Role::In && signal.rate_of != Some(rate);
            let width = signals.get(of as usize).filter(is_read).filter(|_| of != rate).map(|signal| signal.width);
            let of_rate = &mut signals[rate as usize];
            if of_rate.role != Role::In || width != Some(of_rate.width) {
                let message = format!("`{}` is the rate of what is no in-port of its width", of_rate.name);
                return self.mistake(message);
            }
            if of_rate.rate_of.replace(of).is_some_and(|known| known != of) {
                let message = format!("`{}` is the rate of two in-ports", of_rate.name);
                self.mistake(message);
            }
        }
    }

    /// In which mode an indicator has to be on a side.
    pub(crate) fn side(&mut self, indicator: u32, mode: SidedMode) {
        if let Some(declaration) = self.declaration() {
            let signals = &mut declaration.interface.signals;
            let is_mode = |signal: &Signal| signal.role == Role::DiscreteState && mode.element < signal.width;
            if !signals.get(mode.state as usize).is_some_and(is_mode) {
                let name = &signals[indicator as usize].name;
                let message =
                    format!("`{name}` has to be on a side in what is no mode: an element of a discrete state");
                return self.mistake(message);
            }
            let of = &mut signals[indicator as usize];
            if !of.role.is_indicator() {
                let message = format!("`{}` has to be on a side, and is no indicator", of.name);
                return self.mistake(message);
            }
            if of.mode.replace(mode).is_some_and(|known| known != mode) {
                let message = format!("`{}` has to be on a side in two modes", of.name);
                self.mistake(message);
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

    /// Residuals are filled by what is registered for that, which fills nothing else.
    pub(crate) fn check_residuals(&mut self, calculation: &Calculation, is_for_residuals: bool) {
        let Pass::Declare { declaration, .. } = &self.pass else { return };
        let signals = &declaration.interface.signals;
        let is_wrong = |signal: &&u32| {
            let is_residual = |declared: &Signal| matches!(declared.role, Role::Residual(_));
            signals.get(**signal as usize).is_some_and(|declared| is_residual(declared) != is_for_residuals)
        };
        let Some(wrong) = calculation.gives.iter().find(is_wrong) else { return };
        let (name, filled) = (&calculation.name, &signals[*wrong as usize].name);
        let message = match is_for_residuals {
            true => format!("`{name}` gives residuals, and fills `{filled}`, which is none"),
            false => {
                format!("the computation `{name}` fills the residual `{filled}`: register it as what gives residuals")
            }
        };
        self.mistake(message);
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
            Meaning::Nominal => {
                let role = declared.role;
                let is_one = role.is_any_state() || role.may_be_solved_for() || role.is_indicator();
                ("a nominal value", is_one, "state, unknown, out-port or indicator")
            }
            Meaning::Guess => ("a guess", declared.role.may_be_solved_for(), "unknown or out-port"),
            Meaning::InitialValue => (
                "an initial value",
                declared.role.is_initialised() || matches!(declared.role, Role::Out | Role::Private),
                "state, memory or held value",
            ),
            Meaning::DefaultInput(_) => ("a default input", declared.role.is_in_port(), "in-port"),
            Meaning::InStep(_) | Meaning::NoFiner(_) => ("a step", declared.role.is_in_port(), "in-port"),
            Meaning::Lower | Meaning::Upper => ("a range", declared.role.is_in_port(), "in-port"),
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

    /// Whether a declared signal is an unknown.
    pub(crate) fn is_unknown(&self, signal: u32) -> bool {
        let Pass::Declare { declaration, .. } = &self.pass else { return false };
        declaration.interface.signals.get(signal as usize).is_some_and(|declared| declared.role == Role::Unknown)
    }

    pub(crate) fn in_step(&mut self, signal: u32, meaning: Meaning) {
        let Pass::Declare { declaration, .. } = &mut self.pass else { return };
        let Some(declared) = declaration.interface.signals.get(signal as usize) else { return };
        if declared.role.is_in_port() {
            declaration.numbers.push(Number { signal, meaning, values: Vec::new() });
        } else {
            let message = format!("`{}` is to be in step, and is no in-port", declared.name);
            self.mistake(message);
        }
    }

    pub(crate) fn default_input_parameter(&mut self, signal: u32, parameter: Text) {
        if let Pass::Declare { default_inputs, .. } = &mut self.pass {
            default_inputs.push((signal, parameter));
        }
    }

    pub(crate) fn time_events(&mut self, next: NextTimeEvent) {
        match &mut self.pass {
            Pass::Declare { declaration, .. } => {
                if declaration.interface.time_events.replace(next).is_some() {
                    self.mistake("`time_events` is declared twice: one function announces all of them");
                }
            }
            Pass::Repeat(_) => {}
            Pass::Bind { interface, .. } if interface.time_events.is_none() => self.not_repeated("`time_events`"),
            Pass::Bind { .. } => {}
        }
    }

    pub(crate) fn stops(&mut self, next: NextTimeEvent) {
        match &mut self.pass {
            Pass::Declare { declaration, .. } => {
                if declaration.interface.stops.replace(next).is_some() {
                    self.mistake("`stops` is declared twice: one function announces all of them");
                }
            }
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
}

/// Whether a role is the declared one. Which state an out-port shows is not
/// compared: handles of Rust know places then, not indices.
fn is_same_role(declared: Role, bound: Role) -> bool {
    declared == bound
        || matches!(
            (declared, bound),
            (Role::OutOfState(_), Role::OutOfState(_)) | (Role::Residual(_), Role::Residual(_))
        )
}

/// The same of a purpose, and of the indicator of a handler.
fn is_same_purpose(declared: Purpose, bound: Purpose) -> bool {
    declared == bound || matches!((declared, bound), (Purpose::Handler(_), Purpose::Handler(_)))
}
