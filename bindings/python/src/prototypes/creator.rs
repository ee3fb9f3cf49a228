//! What a constructor in Python talks to.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use simobject::abi::{self, Text};

use super::calculate;

/// A method of an instance.
pub(super) struct Calculation {
    pub(super) method: Py<PyAny>,
    pub(super) declared: Arc<Declared>,
}

/// What a calculation may do.
pub(super) struct Declared {
    pub(super) purpose: u32,
    /// The creator of its signals.
    pub(super) creator: u64,
    /// Indices of what it reads; none if it did not say.
    pub(super) reads: Option<Vec<u32>>,
    /// Indices of what it gives.
    pub(super) gives: Vec<u32>,
}

/// The number of the next creator.
static CREATORS: AtomicU64 = AtomicU64::new(0);

/// What a constructor keeps of a signal, to read and set it in calculations.
#[pyclass(frozen, module = "bowline")]
pub(crate) struct Handle {
    pub(super) name: String,
    /// The creator that it is of.
    pub(super) creator: u64,
    pub(super) place: abi::Place,
    pub(super) width: usize,
    pub(super) role: u32,
}

#[pymethods]
impl Handle {
    fn __repr__(&self) -> String {
        format!("<bowline.Handle {}, width {}>", self.name, self.width)
    }
}

/// What a SimObject declares itself to.
#[pyclass(frozen, module = "bowline")]
pub(crate) struct Creator {
    /// Null when there is nothing to talk to. Who holds the interpreter's lock uses it.
    creator: AtomicPtr<abi::Creator>,
    number: u64,
    calculations: Mutex<Vec<Calculation>>,
}

impl Creator {
    /// # Safety
    /// The creator is there until `end` is called.
    pub(super) unsafe fn of(creator: *mut abi::Creator) -> Self {
        let number = CREATORS.fetch_add(1, Ordering::Relaxed);
        Self { creator: AtomicPtr::new(creator), number, calculations: Mutex::default() }
    }

    /// The calculations; from now on there is nothing to talk to.
    pub(super) fn end(&self) -> Vec<Calculation> {
        self.creator.store(ptr::null_mut(), Ordering::Relaxed);
        std::mem::take(&mut *self.calculations.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn calls(&self) -> PyResult<(*mut abi::Creator, &abi::CreatorCalls)> {
        let creator = self.creator.load(Ordering::Relaxed);
        if creator.is_null() {
            return Err(PyRuntimeError::new_err(
                "the creator is there while a SimObject is constructed, and not later",
            ));
        }
        // SAFETY: a host's creator points to its table, which stays.
        Ok((creator, unsafe { &*(*creator).calls }))
    }

    fn signal(&self, signal: &abi::Signal, name: &str) -> PyResult<Handle> {
        let (creator, calls) = self.calls()?;
        // SAFETY: the signal says its size.
        let place = unsafe { (calls.signal)(creator, signal) };
        Ok(Handle {
            name: name.to_owned(),
            creator: self.number,
            place,
            width: signal.width as usize,
            role: signal.role,
        })
    }

    fn plain(&self, role: u32, name: &str, width: usize, unit: &str, doc: &str) -> PyResult<Handle> {
        let (name_text, unit, doc) = (Text::of(name), Text::of(unit), Text::of(doc));
        self.signal(
            &abi::Signal { role, name: name_text, unit, doc, width: width as u64, ..abi::Signal::NOTHING },
            name,
        )
    }

    /// Asks for numbers.
    fn numbers(
        &self,
        mut parameter: abi::Parameter,
        default: Option<&[f64]>,
        bounds: [Option<f64>; 4],
        optional: bool,
    ) -> PyResult<Option<Vec<f64>>> {
        bounded(&mut parameter, bounds, default.is_some(), optional);
        if let Some(default) = default {
            (parameter.default_numbers, parameter.default_count) = (default.as_ptr(), default.len());
        }
        // SAFETY: the host's numbers are there until the next call.
        self.ask(&parameter, |value| Ok(unsafe { abi::row(value.numbers, value.count) }.to_vec()))
    }

    /// Asks for a whole number, or for a value that is passed as one.
    fn whole_number(&self, mut parameter: abi::Parameter, default: Option<u64>) -> PyResult<u64> {
        parameter.default_whole = default.unwrap_or_default();
        bounded(&mut parameter, [None; 4], default.is_some(), false);
        Ok(self.ask(&parameter, |value| Ok(value.whole))?.unwrap_or_default())
    }

    /// Asks for a parameter, and takes its value before the next call.
    fn ask<T>(&self, parameter: &abi::Parameter, take: impl FnOnce(&abi::Value) -> PyResult<T>) -> PyResult<Option<T>> {
        let (creator, calls) = self.calls()?;
        let mut value = abi::Value::NOTHING;
        // SAFETY: both say their size.
        unsafe { (calls.parameter)(creator, parameter, &raw mut value) };
        (value.given != 0).then(|| take(&value)).transpose()
    }

    fn calculation(&self, asked: Asked<'_, '_>) -> PyResult<()> {
        let (creator, calls) = self.calls()?;
        let all = asked.reads.iter().flatten().chain(&asked.gives);
        if let Some(other) = all.into_iter().find(|handle| handle.creator != self.number) {
            return Err(PyValueError::new_err(format!("`{}` is a signal of another SimObject", other.name)));
        }
        let indices =
            |handles: &[PyRef<'_, Handle>]| handles.iter().map(|handle| handle.place.index).collect::<Vec<_>>();
        let (reads, gives) = (asked.reads.as_deref().map(indices), indices(&asked.gives));
        let name: String = asked.method.getattr("__name__").and_then(|name| name.extract()).unwrap_or_default();
        let (rate, period) = match asked.every {
            Rate::Continuous => (abi::RATE_CONTINUOUS, 0.0),
            Rate::Every(period) if period > 0.0 && period.is_finite() => (abi::RATE_EVERY, period),
            Rate::Every(period) => {
                return Err(PyValueError::new_err(format!("a clock of {period} s: give more than 0")));
            }
            Rate::SampleTime => (abi::RATE_SAMPLE_TIME, 0.0),
        };
        let mut calculations = self.calculations.lock().unwrap_or_else(PoisonError::into_inner);
        let empty = Vec::new();
        let given = reads.as_ref().unwrap_or(&empty);
        let calculation = abi::Calculation {
            purpose: asked.purpose,
            name: Text::of(&name),
            rate,
            flags: if reads.is_some() { abi::CALCULATION_READS_NAMED } else { 0 },
            reads: given.as_ptr(),
            read_count: given.len(),
            gives: gives.as_ptr(),
            give_count: gives.len(),
            calculate: Some(calculate),
            tag: calculations.len(),
            period,
            ..abi::Calculation::NOTHING
        };
        // SAFETY: all of it is there during the call.
        unsafe { (calls.calculation)(creator, &raw const calculation) };
        let declared = Declared { purpose: asked.purpose, creator: self.number, reads, gives };
        calculations.push(Calculation { method: asked.method.clone().unbind(), declared: Arc::new(declared) });
        Ok(())
    }
}

/// When a calculation runs.
enum Rate {
    Continuous,
    Every(f64),
    SampleTime,
}

struct Asked<'m, 'py> {
    purpose: u32,
    method: &'m Bound<'py, PyAny>,
    reads: Option<Vec<PyRef<'py, Handle>>>,
    gives: Vec<PyRef<'py, Handle>>,
    every: Rate,
}

/// `None`, a period in s, or `"SampleTime"`.
fn rate(every: Option<&Bound<'_, PyAny>>) -> PyResult<Rate> {
    let Some(every) = every else { return Ok(Rate::Continuous) };
    if let Ok(period) = every.extract::<f64>() {
        return Ok(Rate::Every(period));
    }
    match every.extract::<String>() {
        Ok(text) if text == "SampleTime" => Ok(Rate::SampleTime),
        _ => Err(PyTypeError::new_err("every is a period in s, or \"SampleTime\": that of the scenario")),
    }
}

/// A parameter of that kind.
fn parameter(kind: u32, name: &str, unit: &str, doc: &str) -> abi::Parameter {
    let [name, unit, doc] = [name, unit, doc].map(Text::of);
    abi::Parameter { kind, name, unit, doc, ..abi::Parameter::NOTHING }
}

/// Bounds, and whether there is a default.
fn bounded(parameter: &mut abi::Parameter, bounds: [Option<f64>; 4], has_default: bool, optional: bool) {
    let [above, at_least, below, at_most] = bounds;
    for (bound, flag) in [(above, abi::BOUND_LOWER_EXCLUDED), (at_least, abi::BOUND_LOWER)] {
        if let Some(bound) = bound {
            parameter.bounds |= flag | abi::BOUND_LOWER;
            parameter.lower = bound;
        }
    }
    for (bound, flag) in [(below, abi::BOUND_UPPER_EXCLUDED), (at_most, abi::BOUND_UPPER)] {
        if let Some(bound) = bound {
            parameter.bounds |= flag | abi::BOUND_UPPER;
            parameter.upper = bound;
        }
    }
    parameter.requirement = match (has_default, optional) {
        (true, _) => abi::REQUIREMENT_DEFAULT,
        (false, true) => abi::REQUIREMENT_OPTIONAL,
        (false, false) => abi::REQUIREMENT_REQUIRED,
    };
}

#[pymethods]
impl Creator {
    /// The SimObject's name in the scenario.
    #[getter]
    fn object_name(&self) -> PyResult<String> {
        let (creator, calls) = self.calls()?;
        // SAFETY: the host's text is there during the construction.
        let text = unsafe { (calls.object_name)(creator) };
        // SAFETY: as above.
        let bytes = unsafe { abi::row(text.first.cast::<u8>(), text.length) };
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    /// A parameter that is a number, in its SI unit.
    #[pyo3(signature = (name, *, default=None, unit="", doc="", above=None, at_least=None, below=None, at_most=None, optional=false))]
    #[expect(clippy::too_many_arguments, reason = "all by their names")]
    fn number(
        &self,
        name: &str,
        default: Option<f64>,
        unit: &str,
        doc: &str,
        above: Option<f64>,
        at_least: Option<f64>,
        below: Option<f64>,
        at_most: Option<f64>,
        optional: bool,
    ) -> PyResult<Option<f64>> {
        let parameter = parameter(abi::PARAMETER_NUMBER, name, unit, doc);
        let bounds = [above, at_least, below, at_most];
        let found = self.numbers(parameter, default.as_ref().map(std::slice::from_ref), bounds, optional)?;
        Ok(found.map(|numbers| numbers.first().copied().unwrap_or(f64::NAN)))
    }

    /// A parameter that is a row of numbers: of so many, or of any length.
    #[pyo3(signature = (name, *, length=0, default=None, unit="", doc="", above=None, at_least=None, below=None, at_most=None, optional=false))]
    #[expect(clippy::too_many_arguments, reason = "all by their names")]
    fn vector(
        &self,
        name: &str,
        length: usize,
        default: Option<Vec<f64>>,
        unit: &str,
        doc: &str,
        above: Option<f64>,
        at_least: Option<f64>,
        below: Option<f64>,
        at_most: Option<f64>,
        optional: bool,
    ) -> PyResult<Option<Vec<f64>>> {
        let parameter = abi::Parameter { length, ..parameter(abi::PARAMETER_VECTOR, name, unit, doc) };
        self.numbers(parameter, default.as_deref(), [above, at_least, below, at_most], optional)
    }

    /// A parameter that is a whole number, 0 or more.
    #[pyo3(signature = (name, *, default=None, doc=""))]
    fn whole(&self, name: &str, default: Option<u64>, doc: &str) -> PyResult<u64> {
        self.whole_number(parameter(abi::PARAMETER_WHOLE, name, "", doc), default)
    }

    /// A parameter that is true or false.
    #[pyo3(signature = (name, *, default=None, doc=""))]
    fn flag(&self, name: &str, default: Option<bool>, doc: &str) -> PyResult<bool> {
        let found = self.whole_number(parameter(abi::PARAMETER_BOOLEAN, name, "", doc), default.map(u64::from))?;
        Ok(found != 0)
    }

    /// A parameter that is one of a few words.
    #[pyo3(signature = (name, options, *, default=None, doc=""))]
    fn choice(&self, name: &str, options: Vec<String>, default: Option<&str>, doc: &str) -> PyResult<String> {
        let texts: Vec<Text> = options.iter().map(|option| Text::of(option)).collect();
        let position = match default {
            None => None,
            Some(word) => match options.iter().position(|option| option == word) {
                None => return Err(PyValueError::new_err(format!("the default `{word}` is none of the options"))),
                position => position,
            },
        };
        let parameter = abi::Parameter {
            options: texts.as_ptr(),
            option_count: texts.len(),
            ..parameter(abi::PARAMETER_CHOICE, name, "", doc)
        };
        let chosen = self.whole_number(parameter, position.map(|position| position as u64))?;
        Ok(options.get(chosen as usize).or(options.first()).cloned().unwrap_or_default())
    }

    /// An in-port with one source.
    #[pyo3(signature = (name, *, width=1, unit="", doc=""))]
    fn in_port(&self, name: &str, width: usize, unit: &str, doc: &str) -> PyResult<Handle> {
        self.plain(abi::ROLE_IN_PORT, name, width, unit, doc)
    }

    /// An in-port that adds up any number of sources.
    #[pyo3(signature = (name, *, width=1, unit="", doc=""))]
    fn sum_port(&self, name: &str, width: usize, unit: &str, doc: &str) -> PyResult<Handle> {
        self.plain(abi::ROLE_SUM_PORT, name, width, unit, doc)
    }

    /// An out-port that a computation fills.
    #[pyo3(signature = (name, *, width=1, unit="", doc=""))]
    fn out_port(&self, name: &str, width: usize, unit: &str, doc: &str) -> PyResult<Handle> {
        self.plain(abi::ROLE_OUT_PORT, name, width, unit, doc)
    }

    /// An out-port that is a state.
    fn out_port_of(&self, name: &str, state: PyRef<'_, Handle>) -> PyResult<Handle> {
        if state.role != abi::ROLE_STATE && state.role != abi::ROLE_DISCRETE_STATE {
            return Err(PyTypeError::new_err(format!("`{}` is no state", state.name)));
        }
        let signal = abi::Signal {
            role: abi::ROLE_OUT_PORT_OF_STATE,
            name: Text::of(name),
            width: state.width as u64,
            state: state.place.index,
            ..abi::Signal::NOTHING
        };
        self.signal(&signal, name)
    }

    /// A state, whose derivative `derivatives` gives.
    #[pyo3(signature = (name, *, width=1, unit="", doc=""))]
    fn state(&self, name: &str, width: usize, unit: &str, doc: &str) -> PyResult<Handle> {
        self.plain(abi::ROLE_STATE, name, width, unit, doc)
    }

    /// A state that stays the same between ticks, whose next value an `update` gives.
    #[pyo3(signature = (name, *, width=1, unit="", doc=""))]
    fn discrete_state(&self, name: &str, width: usize, unit: &str, doc: &str) -> PyResult<Handle> {
        self.plain(abi::ROLE_DISCRETE_STATE, name, width, unit, doc)
    }

    /// A method that gives the derivatives of all states, with ``io.set_derivative``. What it does not say it reads are all
    /// in-ports and states.
    #[pyo3(signature = (method, *, reads=None))]
    fn derivatives<'py>(&self, method: &Bound<'py, PyAny>, reads: Option<Vec<PyRef<'py, Handle>>>) -> PyResult<()> {
        let purpose = abi::PURPOSE_DERIVATIVES;
        self.calculation(Asked { purpose, method, reads, gives: Vec::new(), every: Rate::Continuous })
    }

    /// A method that fills out-ports; at the ticks of a clock with ``every``, a period in s or ``"SampleTime"``.
    #[pyo3(signature = (method, *, gives, reads=None, every=None))]
    fn computation<'py>(
        &self,
        method: &Bound<'py, PyAny>,
        gives: Vec<PyRef<'py, Handle>>,
        reads: Option<Vec<PyRef<'py, Handle>>>,
        every: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let purpose = abi::PURPOSE_COMMON_COMPUTATION;
        self.calculation(Asked { purpose, method, reads, gives, every: rate(every)? })
    }

    /// A method that sets states that have no initial condition.
    #[pyo3(signature = (method, *, gives, reads=None))]
    fn initial<'py>(
        &self,
        method: &Bound<'py, PyAny>,
        gives: Vec<PyRef<'py, Handle>>,
        reads: Option<Vec<PyRef<'py, Handle>>>,
    ) -> PyResult<()> {
        let purpose = abi::PURPOSE_INITIAL_CONDITION;
        self.calculation(Asked { purpose, method, reads, gives, every: Rate::Continuous })
    }

    /// A method that gives the next values of discrete states, with ``io.set_next``, at the ticks of a clock.
    #[pyo3(signature = (method, *, gives, every, reads=None))]
    fn update<'py>(
        &self,
        method: &Bound<'py, PyAny>,
        gives: Vec<PyRef<'py, Handle>>,
        every: &Bound<'py, PyAny>,
        reads: Option<Vec<PyRef<'py, Handle>>>,
    ) -> PyResult<()> {
        let purpose = abi::PURPOSE_UPDATE;
        self.calculation(Asked { purpose, method, reads, gives, every: rate(Some(every))? })
    }
}
