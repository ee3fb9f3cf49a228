//! What a constructor said, call by call: SimObjects of its type that say the
//! same are compared with it, and need not be read again.

use std::sync::Arc;

use simobject::abi::{self, row};

use crate::bundle_calls::is_kind;
use crate::parameter_request::ParameterRequest;
use crate::sized::{Row, Sized32};
use crate::terminal::is_nature;
use crate::text::{self, is};
use crate::{BundleKind, Nature, Purpose};

/// The calls of one pass, in their order; parameters apart, since both passes
/// ask for them in the same way.
#[derive(Debug, Default)]
pub(crate) struct CallLog {
    pub(crate) calls: Vec<Said>,
    pub(crate) parameters: Vec<Asked>,
    /// Something was said that is not compared.
    pub(crate) is_partial: bool,
}

/// A call that declares something.
#[derive(Debug)]
pub(crate) enum Said {
    Signal {
        signal: abi::Signal,
        name: Box<str>,
        unit: Box<str>,
        doc: Box<str>,
    },
    Bundle {
        name: Box<str>,
        doc: Box<str>,
        side: Box<str>,
        kind: Arc<BundleKind>,
    },
    Calculation {
        calculation: abi::Calculation,
        purpose: Purpose,
        name: Box<str>,
        rows: [Box<[u32]>; 3],
    },
    /// Values only where they say to which mode an indicator belongs: others may differ.
    Number {
        number: abi::Number,
        parameter: Box<str>,
        values: Box<[f64]>,
    },
    TimeEvents {
        kind: u32,
        next: Option<abi::NextTimeEvent>,
        tag: usize,
    },
    Pattern {
        pattern: abi::Pattern,
        elements: Box<[u32]>,
    },
    Look {
        shape: u32,
        attributes: Box<[SaidAttribute]>,
        material: Box<str>,
        text: Box<str>,
    },
    Terminal {
        name: Box<str>,
        doc: Box<str>,
        nature: Arc<Nature>,
    },
    Branch {
        form: u32,
        name: Box<str>,
        ends: Box<[u32]>,
        signals: Box<[u32]>,
        number_count: usize,
    },
}

/// An attribute of a look.
#[derive(Debug)]
pub(crate) struct SaidAttribute {
    attribute: abi::LookAttribute,
    numbers: Box<[f64]>,
}

/// A parameter that was asked for.
#[derive(Debug)]
pub(crate) struct Asked {
    passed: abi::Parameter,
    numbers: Box<[f64]>,
    text: Box<str>,
    options: Box<[Box<str>]>,
    pub(crate) request: ParameterRequest<'static>,
}

// SAFETY: pointers of what was passed are never followed: texts and rows were copied.
unsafe impl Send for CallLog {}
// SAFETY: as above.
unsafe impl Sync for CallLog {}

/// # Safety
/// The text must be there.
unsafe fn kept(text: abi::Text) -> Box<str> {
    // SAFETY: the caller's promise.
    unsafe { text::read(text) }.0.into()
}

/// Whether a row is the known one, number by number; without following a pointer that cannot be one.
///
/// # Safety
/// A row as long as the known one must be there, if there is one.
unsafe fn is_row<T: Copy>(first: *const T, count: usize, known: &[T], same: impl Fn(T, T) -> bool) -> bool {
    if count != known.len() || (count > 0 && (first.is_null() || !first.is_aligned())) {
        return false;
    }
    // SAFETY: the caller's promise.
    unsafe { row(first, count) }.iter().zip(known).all(|(one, other)| same(*one, *other))
}

/// Bits decide, so that nothing that is not a number is compared.
fn same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}

fn same(one: u32, other: u32) -> bool {
    one == other
}

/// The attributes of a look.
fn attributes(of: &abi::Look) -> Result<Row<abi::LookAttribute>, String> {
    Row::new(of.attributes, of.attribute_count, of.attribute_size)
}

/// The rows of a calculation: what it reads, what it reads of before, what it gives.
fn rows(of: &abi::Calculation) -> [(*const u32, usize); 3] {
    [(of.reads, of.read_count), (of.previous, of.previous_count), (of.gives, of.give_count)]
}

/// All of these were read without a fault before they are kept, so that their
/// rows and texts are there.
impl Said {
    /// # Safety
    /// Texts must be there.
    pub(crate) unsafe fn signal(passed: &abi::Signal) -> Self {
        // SAFETY: the caller's promise.
        let [name, unit, doc] = [passed.name, passed.unit, passed.doc].map(|text| unsafe { kept(text) });
        Self::Signal { signal: *passed, name, unit, doc }
    }

    /// # Safety
    /// Texts must be there.
    pub(crate) unsafe fn bundle(passed: &abi::Bundle, kind: Arc<BundleKind>) -> Self {
        // SAFETY: the caller's promise.
        let [name, doc, side] = [passed.name, passed.doc, passed.side].map(|text| unsafe { kept(text) });
        Self::Bundle { name, doc, side, kind }
    }

    /// # Safety
    /// Texts and rows must be there.
    pub(crate) unsafe fn calculation(passed: &abi::Calculation, purpose: Purpose) -> Self {
        // SAFETY: the caller's promise.
        let rows = rows(passed).map(|(first, count)| unsafe { row(first, count) }.into());
        // SAFETY: as above.
        Self::Calculation { calculation: *passed, purpose, name: unsafe { kept(passed.name) }, rows }
    }

    /// # Safety
    /// The text and the row must be there.
    pub(crate) unsafe fn number(passed: &abi::Number) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            let count = if passed.meaning == abi::MEANING_SIDE { passed.count } else { 0 };
            let (parameter, values) = (kept(passed.parameter), row(passed.values, count).into());
            Self::Number { number: *passed, parameter, values }
        }
    }

    pub(crate) fn time_events(passed: &abi::TimeEvents) -> Self {
        Self::TimeEvents { kind: passed.kind, next: passed.next, tag: passed.tag }
    }

    /// # Safety
    /// The row must be there.
    pub(crate) unsafe fn pattern(passed: &abi::Pattern) -> Self {
        // SAFETY: the caller's promise.
        let elements = unsafe { row(passed.elements, passed.element_count.saturating_mul(2)) }.into();
        Self::Pattern { pattern: *passed, elements }
    }

    /// # Safety
    /// Texts and rows must be there.
    pub(crate) unsafe fn look(passed: &abi::Look) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            let attributes = attributes(passed).into_iter().flat_map(|row| row.each()).flatten();
            let attributes = attributes.map(|attribute| SaidAttribute {
                attribute,
                numbers: row(attribute.numbers, attribute.number_count).into(),
            });
            let (attributes, material, text) = (attributes.collect(), kept(passed.material), kept(passed.text));
            Self::Look { shape: passed.shape, attributes, material, text }
        }
    }

    /// # Safety
    /// Texts must be there.
    pub(crate) unsafe fn terminal(passed: &abi::Terminal, nature: Arc<Nature>) -> Self {
        // SAFETY: the caller's promise.
        let [name, doc] = [passed.name, passed.doc].map(|text| unsafe { kept(text) });
        Self::Terminal { name, doc, nature }
    }

    pub(crate) fn branch(passed: &abi::Branch, name: &str, [ends, signals]: [&[u32]; 2]) -> Self {
        let (form, number_count) = (passed.form, passed.number_count);
        Self::Branch { form, name: name.into(), ends: ends.into(), signals: signals.into(), number_count }
    }

    /// # Safety
    /// Texts must be there.
    pub(crate) unsafe fn is_signal(&self, passed: &abi::Signal) -> bool {
        let Self::Signal { signal, name, unit, doc } = self else { return false };
        let key = |signal: &abi::Signal| {
            let numbers = (signal.role, signal.width, signal.state, signal.kind, signal.crossing, signal.bundle);
            let extras = (signal.flags, signal.terminal, signal.part, signal.ring);
            (numbers, extras, signal.element_name_count)
        };
        // SAFETY: the caller's promise.
        key(signal) == key(passed) && unsafe { is(passed.name, name) && is(passed.unit, unit) && is(passed.doc, doc) }
    }

    /// # Safety
    /// Texts must be there, and all that the kind points to.
    pub(crate) unsafe fn is_bundle(&self, passed: &abi::Bundle) -> bool {
        let Self::Bundle { name, doc, side, kind } = self else { return false };
        // SAFETY: the caller's promise.
        unsafe {
            is(passed.name, name)
                && is(passed.doc, doc)
                && is(passed.side, side)
                && abi::BundleKind::read(passed.kind).is_ok_and(|passed| is_kind(&passed, kind))
        }
    }

    /// The purpose that the calculation had, if it is the same but for the
    /// period of the scenario's clock.
    ///
    /// # Safety
    /// Texts and rows must be there.
    pub(crate) unsafe fn purpose(&self, passed: &abi::Calculation) -> Option<Purpose> {
        let Self::Calculation { calculation, purpose, name, rows: known } = self else { return None };
        let key = |of: &abi::Calculation| {
            let function = of.calculate.map(|calculate| calculate as usize);
            let clock = (of.rate, of.period.to_bits(), of.offset.to_bits());
            (of.purpose, clock, of.flags, function, of.tag, of.indicator, of.loop_count)
        };
        // SAFETY: the caller's promise.
        let is_same = key(calculation) == key(passed)
            && unsafe { is(passed.name, name) }
            && rows(passed)
                .into_iter()
                .zip(known)
                .all(|((first, count), known)| unsafe { is_row(first, count, known, same) });
        is_same.then_some(*purpose)
    }

    /// Whether it is a number with that meaning for that signal, whatever its
    /// values are; but those of a side.
    ///
    /// # Safety
    /// The text and the row must be there.
    pub(crate) unsafe fn is_number(&self, passed: &abi::Number) -> bool {
        let Self::Number { number, parameter, values } = self else { return false };
        // SAFETY: the caller's promise.
        (number.meaning, number.signal, number.datum) == (passed.meaning, passed.signal, passed.datum)
            && (number.count == 0) == (passed.count == 0)
            && unsafe { is(passed.parameter, parameter) }
            && (number.meaning != abi::MEANING_SIDE
                || unsafe { is_row(passed.values, passed.count, values, same_bits) })
    }

    pub(crate) fn is_time_events(&self, passed: &abi::TimeEvents) -> bool {
        let Self::TimeEvents { kind, next, tag } = self else { return false };
        let address = |next: Option<abi::NextTimeEvent>| next.map(|next| next as usize);
        (*kind, address(*next), *tag) == (passed.kind, address(passed.next), passed.tag)
    }

    /// # Safety
    /// The row must be there.
    pub(crate) unsafe fn is_pattern(&self, passed: &abi::Pattern) -> bool {
        let Self::Pattern { pattern, elements } = self else { return false };
        let key = |of: &abi::Pattern| (of.kind, of.rows, of.columns, of.below, of.above);
        let count = passed.element_count.saturating_mul(2);
        // SAFETY: the caller's promise.
        key(pattern) == key(passed) && unsafe { is_row(passed.elements, count, elements, same) }
    }

    /// # Safety
    /// Texts must be there, and all that the nature points to.
    pub(crate) unsafe fn is_terminal(&self, passed: &abi::Terminal) -> bool {
        let Self::Terminal { name, doc, nature } = self else { return false };
        // SAFETY: the caller's promise.
        unsafe {
            is(passed.name, name)
                && is(passed.doc, doc)
                && abi::Nature::read(passed.nature).is_ok_and(|passed| is_nature(&passed, nature))
        }
    }

    /// Whether it is a branch of that form between these ends, with these signals, whatever its numbers are.
    ///
    /// # Safety
    /// The text and the rows must be there.
    pub(crate) unsafe fn is_branch(&self, passed: &abi::Branch) -> bool {
        let Self::Branch { form, name, ends, signals, number_count } = self else { return false };
        // SAFETY: the caller's promise.
        (*form, *number_count) == (passed.form, passed.number_count)
            && unsafe {
                is(passed.name, name)
                    && is_row(passed.ends, passed.end_count.saturating_mul(2), ends, same)
                    && is_row(passed.signals, passed.signal_count, signals, same)
            }
    }

    /// # Safety
    /// Texts and rows must be there.
    pub(crate) unsafe fn is_look(&self, passed: &abi::Look) -> bool {
        let Self::Look { shape, attributes, material, text } = self else { return false };
        let key = |of: &abi::LookAttribute| (of.attribute, of.signal, of.first, of.count);
        let Ok(row) = self::attributes(passed) else { return false };
        if *shape != passed.shape || row.len() != attributes.len() {
            return false;
        }
        // SAFETY: the caller's promise.
        unsafe {
            is(passed.material, material)
                && is(passed.text, text)
                && row.each().zip(attributes).all(|(passed, known)| {
                    passed.is_ok_and(|passed| {
                        key(&passed) == key(&known.attribute)
                            && is_row(passed.numbers, passed.number_count, &known.numbers, same_bits)
                    })
                })
        }
    }
}

impl Asked {
    /// # Safety
    /// Texts and rows must be there; they were read without a fault.
    pub(crate) unsafe fn new(passed: &abi::Parameter, request: &ParameterRequest<'_>) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            let options = row(passed.options, passed.option_count).iter().map(|option| kept(*option)).collect();
            let numbers = row(passed.default_numbers, passed.default_count).into();
            let text = kept(passed.default_text);
            Self { passed: *passed, numbers, text, options, request: request.kept() }
        }
    }

    /// Whether it is asked for again.
    ///
    /// # Safety
    /// Texts and rows must be there.
    pub(crate) unsafe fn is_again(&self, passed: &abi::Parameter) -> bool {
        let key = |of: &abi::Parameter| {
            let bounds = (of.bounds, of.lower.to_bits(), of.upper.to_bits());
            let shape = (of.length, of.rows, of.columns, of.default_columns);
            (of.kind, of.requirement, bounds, shape, of.default_whole, of.gravity, of.flags)
        };
        let request = &self.request;
        let (first, count) = (passed.options, passed.option_count);
        if key(passed) != key(&self.passed)
            || count != self.options.len()
            || (count > 0 && (first.is_null() || !first.is_aligned()))
        {
            return false;
        }
        // SAFETY: the caller's promise.
        unsafe {
            is(passed.name, &request.name)
                && is(passed.unit, &request.unit)
                && is(passed.default_text, &self.text)
                && is_row(passed.default_numbers, passed.default_count, &self.numbers, same_bits)
                && row(first, count).iter().zip(&self.options).all(|(passed, known)| is(*passed, known))
        }
    }

    /// Whether it is described as it was.
    ///
    /// # Safety
    /// The text must be there.
    pub(crate) unsafe fn is_described(&self, passed: &abi::Parameter) -> bool {
        // SAFETY: the caller's promise.
        unsafe { is(passed.doc, &self.request.doc) }
    }
}
