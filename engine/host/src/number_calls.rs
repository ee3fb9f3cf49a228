//! Numbers of signals as a constructor declares them through the ABI.

use simobject::{Datum, abi};

use crate::call_log::Said;
use crate::reader::Reader;
use crate::{Meaning, SidedMode, Text};

/// What may be said of a side.
const SIDE_FLAGS: u32 = abi::SIDE_INVERTED | abi::SIDE_AT_START;

pub(crate) unsafe extern "C" fn number(creator: *mut abi::Creator, passed: *const abi::Number) {
    // SAFETY: libraries pass the creator that they were given, and structs,
    // texts and rows that are there.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(number) = reader.structure(passed, "number") else { return };
        if reader.session.repeat_number(&number).is_some() {
            return;
        }
        reader.session.counts.numbers += 1;
        if !reader.is_signal(number.signal, format_args!("a number")) || !reader.number_fields(&number) {
            return;
        }
        let meaning = match number.meaning {
            abi::MEANING_NOMINAL => Meaning::Nominal,
            abi::MEANING_DEFAULT_INPUT => Meaning::DefaultInput(None),
            abi::MEANING_DEFAULT_INPUT_PARAMETER => return reader.default_input_parameter(&number),
            abi::MEANING_INITIAL_VALUE => Meaning::InitialValue,
            abi::MEANING_IN_STEP => return reader.in_step(&number, Meaning::InStep),
            abi::MEANING_NO_FINER => return reader.in_step(&number, Meaning::NoFiner),
            abi::MEANING_DATUM => return reader.datum(&number),
            abi::MEANING_SIDE => return reader.side(&number),
            abi::MEANING_RATE => {
                reader.keep(|| Said::number(&number));
                return reader.session.rate(number.signal, number.datum);
            }
            abi::MEANING_GUESS => Meaning::Guess,
            abi::MEANING_LOWER | abi::MEANING_UPPER if reader.session.is_unknown(number.signal) => {
                return reader.session.not_supported("the bound of an unknown");
            }
            abi::MEANING_LOWER => Meaning::Lower,
            abi::MEANING_UPPER => Meaning::Upper,
            other => return reader.session.mistake(format!("a number has an unknown meaning ({other})")),
        };
        let values = reader.row(number.values, number.count, "the numbers of a signal");
        reader.keep(|| Said::number(&number));
        reader.session.number(number.signal, meaning, values);
    }
}

impl Reader<'_> {
    /// Notes fields that a number of such a meaning has no use for; whether it can be used.
    fn number_fields(&mut self, number: &abi::Number) -> bool {
        let has_text = matches!(
            number.meaning,
            abi::MEANING_DEFAULT_INPUT_PARAMETER | abi::MEANING_IN_STEP | abi::MEANING_NO_FINER
        );
        let has_datum = matches!(number.meaning, abi::MEANING_DATUM | abi::MEANING_SIDE | abi::MEANING_RATE);
        let has_values = !has_text && !matches!(number.meaning, abi::MEANING_DATUM | abi::MEANING_RATE);
        let says = [
            (!has_text && number.parameter.length != 0, "the name of a parameter, or a reason"),
            (!has_values && number.count != 0, "values"),
        ];
        self.unused(format_args!("what is said of signal number {}", number.signal), &says);
        let is_usable = number.datum == 0 || has_datum;
        if !is_usable {
            self.session.mistake("a number names a datum, but is none");
        }
        is_usable
    }

    /// # Safety
    /// The texts and rows of the number must be there (here and below).
    unsafe fn default_input_parameter(&mut self, number: &abi::Number) {
        // SAFETY: the caller's promise.
        unsafe {
            let parameter = self.text(number.parameter, "the parameter of a default input").into_owned();
            self.keep(|| Said::number(number));
            self.session.default_input_parameter(number.signal, parameter.into());
        }
    }

    unsafe fn in_step(&mut self, number: &abi::Number, meaning: fn(Text) -> Meaning) {
        // SAFETY: the caller's promise.
        unsafe {
            let why = self.described(number.parameter, "why an in-port is to be in step").into_owned();
            self.keep(|| Said::number(number));
            self.session.in_step(number.signal, meaning(why.into()));
        }
    }

    unsafe fn datum(&mut self, number: &abi::Number) {
        let Some(datum) = Datum::of_number(number.datum) else {
            return self.session.mistake(format!("a signal has an unknown datum ({})", number.datum));
        };
        // SAFETY: the caller's promise.
        self.keep(|| unsafe { Said::number(number) });
        self.session.datum(number.signal, datum);
    }

    unsafe fn side(&mut self, number: &abi::Number) {
        // SAFETY: the caller's promise.
        let values = unsafe { self.row(number.values, number.count, "what is said of a side") };
        let whole = |number: f64| Some(number as u32).filter(|whole| f64::from(*whole) == number);
        let said = match values {
            [] => Some((0, 0)),
            [element, flags] => whole(*element).zip(whole(*flags)),
            _ => None,
        };
        let Some((element, flags)) = said.filter(|(_, flags)| flags & !SIDE_FLAGS == 0) else {
            return self.session.mistake("a side has neither an element nor flags, or both, as whole numbers");
        };
        // SAFETY: the caller's promise.
        self.keep(|| unsafe { Said::number(number) });
        let is = |flag: u32| flags & flag != 0;
        let (is_inverted, is_at_start) = (is(abi::SIDE_INVERTED), is(abi::SIDE_AT_START));
        self.session.side(number.signal, SidedMode { state: number.datum, element, is_inverted, is_at_start });
    }
}
